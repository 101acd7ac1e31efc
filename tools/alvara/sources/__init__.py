"""Foreign text to evidence: what prose says about the registry's things, and where code and data may name one."""
