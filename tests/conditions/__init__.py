"""Conditions: what they come to, and what is said where they come to nothing."""
