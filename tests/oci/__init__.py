"""Bundles in OCI registries: a real one, and ones that misbehave."""
