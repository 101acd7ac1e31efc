"""The versioned store: which bundles there are, which is active, who holds on to one, and what was stopped."""
