"""The registry's things as frozen values, one module a kind."""
