"""Two JSON Schemas: whether every value of the one is a value of the other, and if not, which is not."""
