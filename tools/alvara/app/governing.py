"""A tree to its governance: who may agree, how many have to, and which roots of trust stand there."""

from collections.abc import Iterator, Mapping
from typing import Any

from alvara.app.models import Incomplete
from alvara.decode.governance import governance
from alvara.documents.document import HARMLESS_TO_TRUST
from alvara.documents.load import load
from alvara.documents.shape import Validators
from alvara.files.tree import FileTree, Unreadable
from alvara.identity.digests import canonical
from alvara.model.filekind import GOVERNANCE, FileKind, governing_kind
from alvara.model.governance import Governance, GovernanceValues

_FOLDERS = frozenset({GOVERNANCE, f"{GOVERNANCE}/people", f"{GOVERNANCE}/root"})


def read_governance(tree: FileTree, validators: Validators) -> Governance | None:
    """Read everything in `governance/` but the roots; None where there is nothing.

    Raises `Incomplete` where one of its files does not hold: what is not read may be what forbids.
    """
    found, problems = _read(tree)
    problems += [_doubt(path) for path, (kind, value) in found.items() if not validators.of(kind).accepts(value)]
    if problems:
        raise Incomplete(sorted(problems))
    if not found:
        return None
    return governance(_values(found))


def governance_values(tree: FileTree) -> GovernanceValues:
    """Read the same as the files say it, whether it has its shape or not. Raises `Incomplete` as well."""
    found, problems = _read(tree)
    if problems:
        raise Incomplete(sorted(problems))
    return _values(found)


def read_roots(tree: FileTree) -> Mapping[int, bytes]:
    """Read the versions of the root of trust, by their numbers. Raises `Incomplete` where one cannot be opened."""
    found: dict[int, bytes] = {}
    problems: list[str] = []
    for path in _paths(tree, problems):
        if governing_kind(path) == "root" and (data := _bytes(tree, path, problems)) is not None:
            found[int(path.rpartition("/")[2].removesuffix(".json"))] = data
    if problems:
        raise Incomplete(sorted(problems))
    return dict(sorted(found.items()))


def _read(tree: FileTree) -> tuple[dict[str, tuple[FileKind, Any]], list[str]]:
    """Read the files that govern, with what stands in the way of it."""
    found: dict[str, tuple[FileKind, Any]] = {}
    problems: list[str] = []
    for path in _paths(tree, problems):
        kind = governing_kind(path)
        if kind in ("other", "root") or (data := _bytes(tree, path, problems)) is None:
            continue
        document = load(path, data)
        if any(problem.rule not in HARMLESS_TO_TRUST for problem in document.problems) or not _is_json(document.value):
            problems.append(_doubt(path))
        else:
            found[path] = kind, document.value
    return found, problems


def _paths(tree: FileTree, problems: list[str]) -> Iterator[str]:
    for path, kind, _ in sorted(tree.entries(), key=lambda entry: entry.path):
        if path.partition("/")[0] != GOVERNANCE:
            continue
        if kind == "file":
            yield path
        elif path in _FOLDERS or governing_kind(path) != "other":
            problems.append(f"{path}: this is no regular file or folder, so what governs is not known")


def _bytes(tree: FileTree, path: str, problems: list[str]) -> bytes | None:
    try:
        return tree.read(path)
    except Unreadable as error:
        problems.append(f"{path}: {error.strerror}")
    except KeyError:
        problems.append(f"{path}: not there any more")
    return None


def _is_json(value: Any) -> bool:
    """Whether a value is an object that has a canonical form."""
    try:
        return isinstance(value, dict) and bool(canonical(value))
    except (ValueError, TypeError):
        return False


def _values(found: Mapping[str, tuple[FileKind, Any]]) -> GovernanceValues:
    single = dict(found.values())
    people = {
        path.rpartition("/")[2].removesuffix(".yaml"): value
        for path, (kind, value) in sorted(found.items())
        if kind == "person"
    }
    return GovernanceValues(people, single.get("teams"), single.get("approval-policy"), single.get("revocations"))


def _doubt(path: str) -> str:
    return f"{path}: not all of it can be read; `alvara check` says more"
