"""Authored JSON Schemas: what they reach, what they say together, and whether they hold."""
