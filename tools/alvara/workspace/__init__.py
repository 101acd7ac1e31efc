"""One revision, indexed: what every file contributes, and who points at whom."""
