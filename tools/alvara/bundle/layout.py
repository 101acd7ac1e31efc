"""Where things stand in a bundle."""

MANIFEST = "agent-manifest.json"
SIGNATURE = "agent-manifest.dsse.json"
"""Stands beside the manifest and is not among the files that it lists: it vouches for them."""

INDEX = "index.json"
REGISTRY = "registry.json"
BINDINGS = "private/bindings.json"
FOLDERS = {"capability": "capabilities", "policy": "policies", "resource": "resources"}
EVIDENCE = "evidence/"
LEDGER = "ledger/"
ROOTS = "evidence/governance/root/"
