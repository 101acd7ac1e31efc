"""Rules on the JSON Schemas that a definition brings with it; most definitions bring none."""
