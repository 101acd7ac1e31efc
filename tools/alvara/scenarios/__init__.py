"""Decisions that people expect, written down, run and compared with what is decided."""
