"""What the verbs do, as functions: ports in, values out."""
