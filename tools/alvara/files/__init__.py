"""Storage as the core may see it: paths, kinds of entry, bytes."""
