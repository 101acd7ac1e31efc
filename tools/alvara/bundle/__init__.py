"""The shipped thing: what stands in it, how it is made, how it is checked."""
