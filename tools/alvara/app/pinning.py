"""A pinned root of trust: whether what governs is what it, and whatever it leads to, vouches for."""

from collections.abc import Callable, Iterable, Mapping

from alvara.app.governing import governance_values, read_roots
from alvara.app.locating import Locator
from alvara.app.models import Incomplete
from alvara.approvals.governed import revoked_in
from alvara.approvals.roots import Objection, governance_digests, walk
from alvara.diagnostics.finding import Diagnostic, Finding
from alvara.diagnostics.site import START, Site
from alvara.documents.document import Document
from alvara.files.tree import FileTree
from alvara.model.filekind import CONFIG
from alvara.rules import rule_named

_RULE = "root-broken"
_PIN = "`alvara root show` names what can be pinned; whether a root is the right one, its owners say"


def judge_pinned(
    tree: FileTree, pin: str, registry: str, said: Iterable[Diagnostic], document: Callable[[str], Document | None]
) -> tuple[Diagnostic, ...]:  # fmt: skip
    """Say what speaks against what governs a tree, for whoever pins a root, apart from what is `said` already."""
    roots, objections = _judged(tree, pin, registry)
    told = {one.file for one in said if one.rule == _RULE}
    rule, locator = rule_named(_RULE), Locator(document)
    found: list[Diagnostic] = []
    for objection in objections:
        number = objection.version or max(roots, default=0)
        path = f"governance/root/{number}.json" if number in roots else CONFIG
        if objection.version and path in told:
            continue
        site = Site(path, objection.pointer) if objection.pointer else Site(path, span=START)
        finding = Finding(site, objection.words, objection.tip or ("" if objection.version else _PIN))
        found.append(locator.diagnose(rule, finding, rule.severity, ""))
    return tuple(found)


def _judged(tree: FileTree, pin: str, registry: str) -> tuple[Mapping[int, bytes], tuple[Objection, ...]]:
    """Walk from the pinned root. What cannot be read speaks against what governs."""
    try:
        values, roots = governance_values(tree), read_roots(tree)
    except Incomplete as error:
        return {}, (Objection(0, f"what governs cannot be read: {error.problems[0]}"),)
    return roots, walk(roots, pin, registry, governance_digests(values), revoked_in(values)).objections
