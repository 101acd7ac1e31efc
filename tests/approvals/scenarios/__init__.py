"""The stories, by what is attacked."""
