"""Rules on one capability by itself."""
