"""The imperative shell: directories, git, caches, clocks, processes."""
