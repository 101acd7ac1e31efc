"""alvara: a reviewed registry of what an agent may do, and the toolkit that keeps it honest."""

__version__ = "0.1.0"
