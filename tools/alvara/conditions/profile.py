"""The name of the language that conditions are written in.

It names what a registry may rely on, and not the library that evaluates it: a bundle says the same wherever it is made,
whatever is installed there.
"""

LANGUAGE = "CEL"
PROFILE = "alvara.conditions/1"
"""The part of the language that is documented here. One that reads an expression in another way gets another number."""
