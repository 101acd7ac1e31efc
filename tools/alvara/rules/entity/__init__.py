"""Rules on one thing among all the others."""
