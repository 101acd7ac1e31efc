"""May this user do this now: an answer that explains itself."""
