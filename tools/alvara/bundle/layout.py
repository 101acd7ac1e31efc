"""Where things stand in a bundle."""

MANIFEST = "agent-manifest.json"
INDEX = "index.json"
REGISTRY = "registry.json"
BINDINGS = "private/bindings.json"
