"""Decisions and answers that people expect, written down, and compared with what comes."""
