"""One module a verb: ports in, values out."""
