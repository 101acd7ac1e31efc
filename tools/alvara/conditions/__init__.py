"""CEL behind one adapter that fails closed, and what can be said of an expression without running it."""
