"""What a bundle brings along so that others need not take its word: approvals, who may give them, and the ledger.

A file of the registry stands at the same path, as JSON: those of `approvals/` and `governance/` below `evidence/`. The
roots of trust are the bytes of their files, since a pin is the digest of one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote

from alvara.bundle.layout import EVIDENCE, LEDGER, ROOTS
from alvara.bundle.wire import Malformed, parse_json
from alvara.decode.ledger import release
from alvara.identity.digests import canonical
from alvara.model.governance import GovernanceValues
from alvara.model.ledger import Ledger

_PEOPLE = "governance/people/"
_SINGLE = {"teams": "governance/teams.yaml", "policy": "governance/policy.yaml",
           "revocations": "governance/revocations.yaml"}  # fmt: skip
_RECORDED = ("releases/", "tombstones/", "migrations/")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the files say, by the paths that they have in the registry; roots by their number."""

    approvals: Mapping[str, Any] = field(default_factory=dict)
    governance: GovernanceValues = field(default_factory=GovernanceValues)
    roots: Mapping[int, bytes] = field(default_factory=dict)
    ledger: Mapping[str, Any] = field(default_factory=dict)

    @property
    def governs(self) -> bool:
        """Whether it says who may approve what."""
        values = self.governance
        return bool(values.people) or any(v is not None for v in (values.teams, values.policy, values.revocations))

    def values(self) -> dict[str, Any]:
        """Give what each file says, by its path in the registry; roots are left out, whose bytes count."""
        governs = self.governance
        found = {f"{_PEOPLE}{id}.yaml": value for id, value in governs.people.items()}
        found |= {path: getattr(governs, name) for name, path in _SINGLE.items() if getattr(governs, name) is not None}
        return {**self.approvals, **found, **self.ledger}

    def releases(self) -> Ledger:
        """Give the releases that the ledger knows."""
        return Ledger(
            tuple(release(value, path) for path, value in sorted(self.ledger.items()) if "/releases/" in path)
        )


def path_in_bundle(path: str) -> str:
    """Say where the file of a record or of the governance stands in a bundle."""
    folder = "" if path.startswith(LEDGER) else EVIDENCE
    return f"{folder}{quote(path.removesuffix('.yaml'))}.json"


def files_of_evidence(evidence: Evidence) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a bundle that hold evidence."""
    for path, value in evidence.values().items():
        yield path_in_bundle(path), canonical(value)
    for number, data in evidence.roots.items():
        yield f"{ROOTS}{number}.json", data


def is_verbatim(path: str) -> bool:
    """Whether a file of a bundle is kept as its bytes were, whatever they are."""
    return path.startswith(ROOTS)


def evidence_in(files: Mapping[str, bytes]) -> Evidence:
    """Take the evidence out of a bundle's files. What has no place among it is left out. Raises `Malformed`."""
    held = {_path_in_registry(path): path for path in sorted(files) if path.startswith((EVIDENCE, LEDGER))}
    values = {path: _value(files, at) for path, at in held.items() if not is_verbatim(at)}
    people = {p.removeprefix(_PEOPLE).removesuffix(".yaml"): v for p, v in _below(values, (_PEOPLE,))}
    single = {name: values.get(path) for name, path in _SINGLE.items()}
    return Evidence(
        dict(_below(values, ("approvals/",))),
        GovernanceValues(people, **single),
        dict(sorted((int(n), files[at]) for at in held.values() if (n := _number(at)))),
        dict(_below(values, tuple(f"{LEDGER}{name}" for name in _RECORDED))),
    )


def _path_in_registry(path: str) -> str:
    return f"{unquote(path.removeprefix(EVIDENCE).removesuffix('.json'))}.yaml"


def _value(files: Mapping[str, bytes], path: str) -> Any:
    try:
        return parse_json(files[path])
    except Malformed as error:
        raise Malformed(f"{path}: {error}") from None


def _below(values: Mapping[str, Any], prefixes: tuple[str, ...]) -> Iterable[tuple[str, Any]]:
    return ((path, value) for path, value in values.items() if path.startswith(prefixes))


def _number(path: str) -> str:
    """Give the number of a root, where a file is one."""
    name = path.removeprefix(ROOTS).removesuffix(".json")
    return name if is_verbatim(path) and name.isascii() and name.isdigit() and name[0] != "0" and len(name) < 7 else ""
