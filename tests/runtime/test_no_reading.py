"""Once a bundle is open, no question reads a file, imports anything or opens a connection."""

import json
import subprocess
import sys

from tests.runtime.test_deciding import RECORD, USER

PROGRAM = """
import json, sys
from alvara import Registry

registry = Registry.open(sys.argv[1])
seen = []
WATCHED = ("open", "import", "socket.", "os.listdir", "os.scandir", "os.remove", "os.rename", "subprocess.", "glob.")
sys.addaudithook(lambda event, given: seen.append((event, str(given[:1]))) if event.startswith(WATCHED) else None)

USER, RECORD = json.loads(sys.argv[2])
NOW = "2026-09-01T12:00:00Z"
registry.get_resource("workPermit.validity"), registry.get_capability("workPermit.read"), registry.get_policy("x")
registry.find_resources("prazo"), registry.find_resources(type="field", domain="workPermit")
for resource in registry.find_resources():
    registry.get_capabilities(resource.id), registry.get_policies(resource.id), registry.get_ui_refs(resource.id)
    registry.get_knowledge_refs(resource.id)
registry.source_mappings(), registry.version, registry.remarks
for name in ("workPermit.updateValidity", "workPermit.clone", "workPermit.read", "workPermit.open", "nothing"):
    for given in ({"workPermitId": "WP-10231", "validityDays": 30}, {}, [], None):
        for record in (RECORD, None):
            registry.decide(
                name, input=given, principal=USER, resource=record, now=NOW, denied={"workPermit.clone"}
            ).as_json()
for name, given in (
    ("discover", {"page": "workPermit", "permissions": {"workPermit.update"}}),
    ("resolve", {"text": "altere o prazo desta permiss\\u00e3o", "locale": "pt-BR", "focus": "workPermit.validity"}),
    ("expand", {"id": "workPermit.validity"}),
    ("context", {"scope": "workPermit"}),
    ("plan_hints", {"resource": "workPermit"}),
):
    if hasattr(registry, name):
        getattr(registry, name)(**given)
print(seen)
"""


def test_no_question_reads_a_file_imports_anything_or_opens_a_connection(own_folder: str) -> None:
    given = json.dumps([USER, RECORD])

    ran = subprocess.run(
        [sys.executable, "-I", "-c", PROGRAM, own_folder, given], capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip

    assert ran.stderr == ""
    assert ran.stdout == "[]\n"
