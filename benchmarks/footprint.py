"""The peak memory of a process that opens a bundle and asks it everything: `python benchmarks/footprint.py BUNDLE`.

It imports nothing else that takes memory, and prints the peak after each sort of question in MB, as JSON.
"""

import json
import sys
from pathlib import Path

from alvara import Registry

NOW = "2026-09-01T12:00:00Z"
USER = {"id": "u", "tenant": "t1", "roles": [], "permissions": []}


def typical_run(bundle: str) -> str:
    """Open a bundle, put a few hundred questions, and give the peak memory after each step, in MB."""
    peaks: dict[str, float] = {}

    def note(name: str) -> None:
        status = Path("/proc/self/status").read_text(encoding="ascii")  # what getrusage says begins with the parent's
        peaks[name] = int(status.partition("VmHWM:")[2].split()[0]) / 1024

    registry = Registry.open(bundle)
    note("open")
    asked = registry._holdings.ids("resource")[::100]
    for id in asked:
        registry.get_resource(id), registry.get_capabilities(id), registry.get_policies(id)
    note("and lookups")
    for id in asked:
        if registry.get_resource(id):
            registry.discover(focus=id)
    note("and discovery")
    for id in registry._holdings.ids("capability")[:20]:
        registry.decide(id, input={}, principal=USER, now=NOW)
    note("and 20 capabilities decided on")
    for id in asked:
        registry.resolve(id.rpartition(".")[2], locale="en")
    note("and resolution")
    for id in asked:
        registry.expand(id)
    note("and expansions")
    for id in asked:
        if registry.get_resource(id):
            registry.context(id)
    note("and contexts")
    for id in asked:
        registry.find(id.rpartition(".")[2])
    note("and words looked for")
    return json.dumps(peaks)


if __name__ == "__main__":
    print(typical_run(sys.argv[1]))
