"""The questions consumers ask: what is this, what is it called, what is bound to it."""
