"""Rules on one policy by itself."""
