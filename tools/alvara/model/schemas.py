"""What a definition says in JSON Schema: under which keys, and which names it declares there."""

SCHEMA_KEYS = ("inputSchema", "outputSchema", "recordSchema", "valueSchema")
"""Where a definition holds a schema."""

Names = tuple[tuple[str, bool], ...]
"""Dotted names of the values in a map, each with whether it is always there."""
