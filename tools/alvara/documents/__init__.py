"""Text to values, and back to the places they stand at: the only folder that knows YAML."""
