"""Who must agree to a definition, who has, and what is missing: an answer that explains itself."""
