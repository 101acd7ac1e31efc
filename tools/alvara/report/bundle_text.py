"""A bundle in words: what is in it, and what is wrong with it."""

from collections.abc import Iterable

from alvara.bundle.defects import Defect
from alvara.bundle.manifest import Manifest
from alvara.report.escape import one_line


def describe(manifest: Manifest) -> str:
    """Write what a manifest says, a line a fact."""
    m = manifest
    vouching: dict[str, str] = {}
    if m.approvals is not None:
        root = "no root" if m.root is None else f"root {m.root.version}, {m.root.sha256}"
        vouching = {"approvals": f"{count(m.approvals, 'record')}, {root}"}
    facts = {
        "registry": f"{m.name} ({m.registry})",
        "version": f"{m.version}, sequence {m.sequence}, after {m.previous or 'none'}",
        "holds": ", ".join((
            count(m.capabilities, "capability", "capabilities"), count(m.semantic_resources, "resource"),
            count(m.policies, "policy", "policies"), count(m.bindings, "binding"), count(len(m.files) + 1, "file"),
        )),
        "parts": f"{m.capability_version} {m.policy_version} {m.ui_version} {m.knowledge_version}",
        "source": f"{m.source.commit or 'no commit'}{', changed' if m.source.dirty else ''}",
        "as of": m.as_of,
        **vouching,
        "digest": m.digest,
    }  # fmt: skip
    return "".join(f"{name:<9} {one_line(text)}\n" for name, text in facts.items())


def list_defects(defects: Iterable[Defect]) -> str:
    """Write what is wrong with a bundle, a line a defect."""
    return "".join(f"{one_line(d.file)}: {d.severity}: {one_line(d.message)}\n" for d in defects)


def count(number: int, one: str, many: str = "") -> str:
    """Write a number of things."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
