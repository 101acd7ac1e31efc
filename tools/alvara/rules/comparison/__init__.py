"""Rules on two revisions: what others rely on is kept, or leaves by the door."""
