"""Documents to models, one module a kind: what passed its shape is trusted here."""
