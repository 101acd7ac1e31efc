"""Rules on scenarios: what they name is there, and what they expect can come about."""
