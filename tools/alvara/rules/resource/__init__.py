"""Rules on one resource by itself."""
