"""Rules on one knowledge page by itself."""
