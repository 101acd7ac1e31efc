"""Foreign text to evidence: what Markdown, code and API descriptions say about the registry's things."""
