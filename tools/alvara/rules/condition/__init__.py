"""Rules on what is asked in CEL."""
