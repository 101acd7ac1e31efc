"""Bundles in an OCI registry: plain HTTP requests, every byte hashed here, no tag ever moved."""
