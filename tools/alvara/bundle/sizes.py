"""How large a bundle may be: what claims to be larger is none, or somebody means to fill the memory."""

LARGEST_MANIFEST = 32 << 20
LARGEST_FILE = 256 << 20
LARGEST_BUNDLE = 1 << 30
"""Bytes. What is larger is not read."""
