"""Foreign text to evidence: what prose in Markdown says about the registry's things."""
