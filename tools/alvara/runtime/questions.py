"""Everything that the questions of a `Registry` import when they are asked: with it, none of them reads a file."""
