"""Two revisions side by side: facts only, no opinions."""
