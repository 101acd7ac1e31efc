"""Whatever changed together: the version that `bump` writes is the smallest release that `check` lets pass."""

from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from alvara.app.bumping import find_bump
from alvara.identity.versions import Version, parse, precedence
from tests.compare.definitions import AROUND, of_kind, placed
from tests.compare.revisions import Files, compared, judged
from tests.compare.test_bumps import CAPABILITY, POLICY, Asked

_RULES = {"breaking-change-without-major", "version-not-bumped", "version-went-back"}
_APART = {"id", "version", "status", "deprecation", "type", "knowledgeReferences", "knowledgeRefs", "navigation"}
"""Keys that are what they are only together with others, or that no bump depends on."""
_VERSIONS = st.sampled_from(["0.0.0", "0.0.7", "0.3.0", "0.3.9", "1.0.0", "1.4.0", "9.9.9", "2.0.0-rc.1", "0.1.0-a"])
_ROWS = {"capability": CAPABILITY, "policy": POLICY}


def _by_key(rows: tuple[Asked, ...]) -> dict[str, list[Asked]]:
    found: dict[str, list[Asked]] = {}
    for row in rows:
        if row.key not in _APART and not row.rest:
            found.setdefault(row.key, []).append(row)
    return found


@st.composite
def _changes(draw: st.DrawFn) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Draw a kind, and what some of its keys hold before and after."""
    kind = draw(st.sampled_from(sorted(_ROWS)))
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    for key, rows in _by_key(_ROWS[kind]).items():
        if draw(st.integers(0, 5)) == 0:
            row, back = draw(st.sampled_from(rows)), draw(st.booleans())
            before[key], after[key] = (row.other, row.one) if back else (row.one, row.other)
    return kind, before, after


def _lower(version: Version, was: str) -> list[str]:
    """List the highest versions below one, and the one that was. Its own pre-releases are legal."""
    major, minor, patch = version.major, version.minor, version.patch
    texts = {was, f"{major}.{minor}.{patch - 1}", f"{major}.{minor - 1}.99", f"{major - 1}.99.99", "0.0.0-a"}
    parsed = ((text, parse(text)) for text in texts)
    return sorted(text for text, v in parsed if v is not None and precedence(v) < precedence(version))


@settings(max_examples=80, deadline=None)
@given(_changes(), _VERSIONS)
def test_the_version_that_is_written_passes_and_none_below_it_does(
    drawn: tuple[str, dict[str, Any], dict[str, Any]], was: str
) -> None:
    kind, old, new = drawn
    before = AROUND | placed(kind, of_kind(kind, **old | {"version": was}))

    def after(version: str) -> Files:
        return AROUND | placed(kind, of_kind(kind, **new | {"version": version}))

    comparison = compared(before, after(was))
    found = [one for one in comparison.compared if one.after.facts.kind == kind]
    assume(not any(side.facts.broken for one in found for side in (one.before, one.after)))
    needed = find_bump(found[0].after.facts, [comparison]).version or was if found else was
    smallest = parse(needed)
    assert smallest is not None

    assert not _complaints(before, after(needed))
    for version in _lower(smallest, was):
        assert _complaints(before, after(version)), (was, needed, version)


def _complaints(before: Files, after: Files) -> set[str]:
    return {finding.rule for finding in judged(before, after)} & _RULES
