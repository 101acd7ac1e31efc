"""Rules on who may approve what, and on who vouches for that."""
