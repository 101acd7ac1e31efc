"""A comparison as a reviewer reads it: what changed in which thing, the gravest first."""
