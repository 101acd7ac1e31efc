"""One mistake, one finding: what merely says again what a comparison has to say."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import cast

from alvara.app.check import Sight
from alvara.compare.comparison import Comparison
from alvara.compare.definition import Name
from alvara.diagnostics.finding import Diagnostic, Spot
from alvara.diagnostics.site import json_pointer
from alvara.identity.ids import Kind
from alvara.model.filekind import DEFINING
from alvara.model.ledger import releases_among
from alvara.model.reference import Reference
from alvara.workspace.entity import Entity


def echoes_of(
    comparison: Comparison, told: Iterable[Diagnostic], diagnostics: Iterable[Diagnostic], sight: Sight
) -> frozenset[Spot]:
    """Find the findings on one revision that whoever mends what is `told` has mended as well."""
    told = list(told)
    echoing = (_of_names(comparison, told, sight), _of_records(comparison, sight), _of_states(told))
    return frozenset(d.spot for d in diagnostics if any(is_echo(d) for is_echo in echoing))


def pointed_on(diagnostics: Iterable[Diagnostic], moved: Mapping[str, str]) -> list[Diagnostic]:
    """Say of a page that is missing where it stands now, if a comparison has found that out."""
    return [
        d._replace(help=f"the page is `{moved[d.cause.subject]}` now: write that, or move it back")
        if d.rule == "broken-binding" and d.cause is not None and d.cause.subject in moved else d
        for d in diagnostics
    ]  # fmt: skip


_IsEcho = Callable[[Diagnostic], bool]


def _of_names(comparison: Comparison, told: Iterable[Diagnostic], sight: Sight) -> _IsEcho:
    """Recognise what only says again that a name leads nowhere, or that two things have one that was taken.

    With a definition go the codes that it declared.
    """
    subjects = {diagnostic.subject for diagnostic in told}
    lost = [d for d in (*comparison.gone, *(r.before for r in comparison.guesses)) if d.facts.id in subjects]
    gone = {d.name for d in lost} | {name.name for name in comparison.lost}
    codes = {code for d in lost for code in d.facts.codes}
    taken = {one.name for one in comparison.taken}

    def is_echo(diagnostic: Diagnostic) -> bool:
        if diagnostic.rule in _ON_REFERENCES and gone:
            references = (r for entity in _entities(sight, diagnostic.file) for r in entity.references)
            return any(_is_about(diagnostic, r) and not gone.isdisjoint(_may_name(r)) for r in references)
        if diagnostic.rule == "unknown-scenario-name" and gone and diagnostic.cause is not None:
            kind: Kind = "capability" if diagnostic.pointer == "/capability" else "policy"
            return (kind, diagnostic.cause.subject) in gone
        if diagnostic.rule == "undeclared-code" and codes and diagnostic.cause is not None:
            return diagnostic.cause.subject in codes
        if diagnostic.rule == "undeclared-error-code" and codes:
            used = (u for entity in _entities(sight, diagnostic.file) for u in entity.used_codes)
            return any(code in codes and json_pointer(place) == diagnostic.pointer for code, place in used)
        if diagnostic.rule == "migration-forked" and taken:
            return any((record.type, record.id) in taken for record in _entities(sight, diagnostic.file))
        if diagnostic.rule == "alias-collision" and taken:
            return any(
                (entity.kind, alias) in taken and json_pointer(place) == diagnostic.pointer
                for entity in _entities(sight, diagnostic.file) for alias, place in entity.aliases
            )  # fmt: skip
        return False

    return is_echo


def _of_records(comparison: Comparison, sight: Sight) -> _IsEcho:
    """Recognise what follows from a record that is not what it was: restored, it is as good as before."""
    rewritten = set(comparison.rewritten)
    versions = {record.version for record in releases_among(rewritten)}

    def is_echo(diagnostic: Diagnostic) -> bool:
        if not rewritten:
            return False
        if diagnostic.file in rewritten:
            return True
        if diagnostic.rule != "ledger-forked":
            return False
        follows = any(record.released[1] in versions for record in _entities(sight, diagnostic.file))
        return follows or any(related.file in rewritten for related in diagnostic.related)

    return is_echo


_REPEATED = {
    "deprecation-too-short": frozenset({"deprecation-shortened"}),
    "status-removed-in-file": frozenset({"lifecycle-step-skipped", "removed-before-window"}),
}
"""Rules that find a state wrong, with those that find fault with how it came about, so that it has to be taken back."""


def _of_states(told: Iterable[Diagnostic]) -> _IsEcho:
    """Recognise what is wrong with a state that has to be taken back anyway."""
    faults = {(diagnostic.rule, diagnostic.file, diagnostic.subject) for diagnostic in told}

    def is_echo(diagnostic: Diagnostic) -> bool:
        rules = _REPEATED.get(diagnostic.rule, ())
        return any((rule, diagnostic.file, diagnostic.subject) in faults for rule in rules)

    return is_echo


def _entities(sight: Sight, path: str) -> tuple[Entity, ...]:
    return sight.workspace.contribution(path).entities if path in sight.blobs else ()


def _is_about(diagnostic: Diagnostic, reference: Reference) -> bool:
    """Whether a finding stands where a reference does; a link has the line and the column of its text."""
    if reference.role == "link":
        return [str(part) for part in reference.pointer[:2]] == [str(diagnostic.line), str(diagnostic.column)]
    return json_pointer(reference.pointer) == diagnostic.pointer


def _may_name(reference: Reference) -> set[Name]:
    """List what a reference may be to: a link is to whatever has the name."""
    kinds = DEFINING if reference.role == "link" else _KINDS.get(reference.kind, (reference.kind,))
    return {(cast(Kind, kind), reference.target) for kind in kinds}


_ON_REFERENCES = frozenset({"broken-binding", "broken-link", "unknown-successor"})
_KINDS = {"guard": ("policy", "resource")}


def without_awaited(
    told: Iterable[Diagnostic], agreed: Iterable[Diagnostic], comparisons: Iterable[Comparison]
) -> tuple[Diagnostic, ...]:
    """Leave out that a step was skipped where that was approval, and `agreed` says who has not approved yet.

    With their approval it may be taken into use from review at once, so that one act mends both.
    """
    awaited = {(d.file, d.subject) for d in agreed if d.rule == "approval-missing"}
    awaited &= {
        (after.facts.path, after.facts.id)
        for comparison in comparisons for before, after in comparison.succession()
        if (before.facts.status, after.facts.status) == ("review", "active")
    }  # fmt: skip
    return tuple(d for d in told if d.rule != "lifecycle-step-skipped" or (d.file, d.subject) not in awaited)


_ABOUT_NAMES = frozenset({"alias-removed", "alias-retargeted"})
"""The rules that may say of one thing several times the same, each time of another name."""


_GONE = frozenset({"removed-without-tombstone", "rename-without-alias"})
"""The rules that say of an ID that it is gone: the records of a release cannot tell what it is called now."""


def told_once(first: Sequence[Diagnostic], second: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Put together what is found against two bases: a mistake against both is the one against the first."""
    known = {_mistake(diagnostic) for diagnostic in first}
    return (*first, *(diagnostic for diagnostic in second if _mistake(diagnostic) not in known))


def _mistake(diagnostic: Diagnostic) -> tuple[str, str, str]:
    rule = "gone" if diagnostic.rule in _GONE else diagnostic.rule
    return rule, diagnostic.subject, diagnostic.message if rule in _ABOUT_NAMES else ""
