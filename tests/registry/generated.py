"""Registries of every make, as files: what they name is there, and little else holds."""

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from alvara.registry.edges import CONFIDENCES

CONFIG = """\
registry: 6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11
name: example
locales: [pt-BR, en]
knowledge: {roots: [docs], external: [kept.elsewhere]}
"""
FILES = {"alvara.yaml": CONFIG, "docs/a.md": "# A\n", "docs/e.md": "# E\n"}


IDS = ("a", "a.b", "a.b.c", "a.d", "e", "e.f", "ui.a", "ui.a.t", "api.x")
CAPABILITIES = ("a.get", "a.b.set", "a.b.all", "e.go")
POLICIES = ("a.closed", "e.open")
PAGES = ("docs/a", "docs/e", "kept.elsewhere")


def minimal_capability(id: str, status: str) -> dict[str, Any]:
    """Define a capability with what it cannot be without."""
    return {
        "id": id, "version": "1.0.0", "description": "Does.", "status": status, "risk": "low", "authorization": {},
        "inputSchema": {"type": "object", "additionalProperties": False},
        "endpoint": {"service": "api", "method": "POST", "path": "/x"},
    }  # fmt: skip


@st.composite
def registries(draw: st.DrawFn) -> Mapping[str, str]:
    """Write a little registry: drafts and deprecations, guesses, aliases, second majors, rings of parents."""

    def some(options: tuple[str, ...]) -> list[str]:
        return draw(st.lists(st.sampled_from(options), max_size=2, unique=True))

    def status() -> str:
        return draw(st.sampled_from(("active", "active", "active", "deprecated", "draft")))

    files = dict(FILES)
    resources = []
    for id in IDS:
        value: dict[str, Any] = {"id": id, "name": "N", "status": status()}
        value["type"] = draw(st.sampled_from(("entity", "field", "rule", "page")))
        value["aliases"] = [f"old.{id}"] if draw(st.booleans()) else []
        value["policyRefs"], value["uiRefs"], value["knowledgeRefs"] = some(POLICIES), some(IDS), some(PAGES)
        value["capabilityRefs"] = [
            {"ref": ref, "confidence": draw(st.sampled_from(CONFIDENCES))} for ref in some(CAPABILITIES)
        ]
        if draw(st.booleans()):
            value["parentId"] = draw(st.sampled_from(IDS))
        if id == "api.x":
            value["type"] = "api"
        value["apiRefs"] = ["api.x"]
        value["relations"] = [
            {"type": type, "target": draw(st.sampled_from(targets)), "confidence": draw(st.sampled_from(CONFIDENCES))}
            for type, targets in (
                ("CONTAINS", IDS), ("RELATED_TO", IDS), ("UPDATED_BY", CAPABILITIES), ("PROTECTED_BY", POLICIES),
                ("VALIDATED_BY", (*POLICIES, "a.b")), ("DOCUMENTED_BY", PAGES), ("EXPOSED_BY", ("api.x",)),
            )
            if draw(st.booleans())
        ]  # fmt: skip
        resources.append(value)
    for id in CAPABILITIES:
        capability = minimal_capability(id, status())
        capability["risk"] = draw(st.sampled_from(("low", "medium")))
        names = some(IDS)
        aliased = {r["id"] for r in resources if r["aliases"]}
        capability["semanticIds"] = [f"old.{n}" if n in aliased and draw(st.booleans()) else n for n in names]
        capability["target"] = {"resource": draw(st.sampled_from(IDS))}
        capability["knowledgeReferences"] = some(PAGES)
        capability["verification"] = {"enabled": True, "method": "read-after-write", "capability": "a.get"}
        path = f"capabilities/{id.replace('.', '/')}"
        files[f"{path}.yaml"] = json.dumps(capability)
        if draw(st.booleans()):
            second = {**capability, "version": "2.0.0", "risk": "medium", "semanticIds": some(IDS)}
            if capability["status"] == "active":
                second["status"] = "deprecated"
            files[f"{path}.v2.yaml"] = json.dumps(second)
    for id in POLICIES:
        policy = {
            "id": id, "version": "1.0.0", "status": draw(st.sampled_from(("active", "draft"))), "effect": "deny",
            "appliesTo": {
                "capabilities": [*some(CAPABILITIES), *some(("a.*", "a.b.*"))] or ["e.go"], "resources": some(IDS),
                **({"risk": ["medium"]} if draw(st.booleans()) else {}),
            },
            "reason": {"code": "CLOSED", "message": "It is closed."},
        }  # fmt: skip
        files[f"policies/{id.replace('.', '/')}.yaml"] = json.dumps(policy)
    head = {"semanticId": draw(st.sampled_from(IDS)), "capabilities": some(CAPABILITIES), "policies": some(POLICIES)}
    files["docs/a.md"] = f"---\n{json.dumps(head)}\n---\n\n# A\n"
    return {**files, "semantic-ids/all.yaml": json.dumps({"resources": resources})}
