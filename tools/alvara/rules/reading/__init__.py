"""Rules on what reading a file brought to light: its text, its shape, its place in the tree."""
