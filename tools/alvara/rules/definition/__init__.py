"""Rules on any one definition, whatever its kind."""
