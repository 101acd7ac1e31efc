"""How anything says "look here": places, findings, rules."""
