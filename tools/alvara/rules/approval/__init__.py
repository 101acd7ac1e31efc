"""Rules on what people have agreed on."""
