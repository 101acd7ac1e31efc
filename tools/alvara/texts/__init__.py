"""Text that a model reads: what it hides, how it is disguised, and what it asks of the model."""
