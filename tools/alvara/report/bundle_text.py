"""A bundle in words: what is in it, and what is wrong with it."""

from collections.abc import Iterable

from alvara.bundle.defects import Defect
from alvara.bundle.manifest import Manifest
from alvara.bundle.verify import Verdict
from alvara.report.escape import in_lines, one_line


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


def verified(path: str, verdict: Verdict, pin: str) -> str:
    """Say what came of verifying a bundle: from which root, who signed it, and whether it holds."""
    manifest, vouched = verdict.manifest, verdict.vouched
    wrong = sum(defect.severity == "error" for defect in verdict.defects)
    digest = manifest.digest if manifest else ""
    last = f"{count(verdict.files, 'file')}, all as they have to be, {digest}"
    if wrong:
        last = count(wrong, "error")
    elif not verdict.together:
        last = f"{count(verdict.files, 'file')} as listed, {digest}; what they say together was not judged"
    lines = [f"signed: {', '.join(vouched.signed)}"] if vouched.signed else []
    if manifest and manifest.root and not vouched.signed and not wrong:
        lines.append("signed: by nobody")  # or a signature that was taken away would leave no trace
    lines.append(f"root: {pin}" if pin else "root: not pinned")
    return in_lines((*lines, f"{path}: {last}"))


def count(number: int, one: str, many: str = "") -> str:
    """Write a number of things."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
