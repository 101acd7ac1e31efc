"""The registry as Python programs hold it: opened from a bundle or a store, asked without any further reading."""
