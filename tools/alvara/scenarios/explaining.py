"""Why a case came out as it did: what decided, and what was expected to and did not."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from alvara.conditions.truth import ERROR
from alvara.decisions.charter import Charter
from alvara.decisions.decision import Judged, Reason
from alvara.diagnostics.site import Pointer, Site
from alvara.scenarios.coverage import Atom, subject_of
from alvara.scenarios.running import Ran

MOST = 8
"""Lines of explanation for one case."""


class Explanation(NamedTuple):
    """One sentence, and the place that it is about where there is one."""

    message: str
    at: Site | None = None


def explain(charter: Charter, ran: Ran, sites: Mapping[Atom, Site], capability: Site) -> list[Explanation]:
    """Say what decided, and of what was expected in vain, what it came to.

    `sites` are where atoms stand, `capability` is where the definition does.
    """
    subject = subject_of(charter.id, charter.version)
    said = [_decided(reason, subject, sites, capability) for reason in ran.reasons]
    said += _in_vain(charter, ran, subject, sites)
    return said[:MOST]


_WRITTEN: Mapping[str, Pointer] = {
    "authz.permission_missing": ("authorization", "permissions"), "authz.role_missing": ("authorization", "roles"),
    "authz.tenant_mismatch": ("authorization", "tenantScoped"), "authz.resource_mismatch": ("target", "idFrom"),
    "authz.no_grant": ("authorization",), "confirmation.required": ("confirmation", "required"),
    "confirmation.risk": ("risk",), "input.invalid": ("inputSchema",),
}  # fmt: skip
"""What of a capability leads to a reason that every registry has."""


def _decided(reason: Reason, subject: str, sites: Mapping[Atom, Site], capability: Site) -> Explanation:
    words = f"{reason.code}"
    if reason.policy:
        words += f", by the policy `{reason.policy}`"
    if reason.atom:
        words += f", whose condition `{reason.atom}` decided" if reason.policy else f", by `{reason.atom}`"
    if reason.code.endswith((".evaluation_error", "_invalid", ".invalid")) and isinstance(reason.message, str):
        words += f": {reason.message}"
    kind = "policy" if reason.policy else "precondition" if reason.phase == "precondition" else "confirmation"
    atom = Atom(kind, reason.policy or subject, reason.atom or "0")  # type: ignore[arg-type]
    if reason.code in _WRITTEN and not reason.policy:
        return Explanation(words, capability._replace(pointer=(*capability.pointer, *_WRITTEN[reason.code])))
    return Explanation(words, sites.get(atom))


def _in_vain(charter: Charter, ran: Ran, subject: str, sites: Mapping[Atom, Site]) -> Iterator[Explanation]:
    """Explain what was expected to be a reason, or to fail, and is not; and what failed."""
    wanted: set[str] = set()
    for difference in ran.differences:
        if difference.aspect in ("decidedBy", "reasons"):
            wanted |= set(difference.expected) - set(difference.got)
        elif difference.aspect == "failed":
            wanted |= set(difference.expected) ^ set(difference.got)
    if not wanted:
        return
    codes = {clause.owner: clause.code for clause in charter.conditions.clauses if clause.kind != "confirmation"}
    told: set[str] = set()
    for judged in ran.judged:
        if judged.owner in wanted or codes.get(judged.owner) in wanted:
            told |= {judged.owner, codes.get(judged.owner, "")}
            yield _came_to(judged, subject, sites)
    for policy in sorted(wanted - told):
        if any(d.aspect == "decidedBy" and policy in d.expected for d in ran.differences) and policy not in codes:
            yield Explanation(f"the policy `{policy}` does not apply to `{charter.id}`")


def _came_to(judged: Judged, subject: str, sites: Mapping[Atom, Site]) -> Explanation:
    whose = judged.owner if judged.kind == "policy" else subject
    atoms = [f"`{atom.id}` is {_word(atom.truth, atom.message)}" for atom in judged.atoms]
    words = f"the {judged.kind} `{judged.owner}` came to {judged.truth.value}"
    first = next((atom for atom in judged.atoms if atom.truth is not judged.truth), None)
    first = first or next(iter(judged.atoms), None)
    site = None if first is None else sites.get(Atom(judged.kind, whose, first.id))
    return Explanation(
        f"{words}: {', '.join(atoms)}" if judged.kind == "policy" and atoms else _plain(judged, words), site
    )


def _plain(judged: Judged, words: str) -> str:
    message = next((atom.message for atom in judged.atoms if atom.truth is ERROR), "")
    return f"{words}: {message}" if message else words


def _word(truth: object, message: str) -> str:
    return f"ERROR ({message})" if truth is ERROR else str(getattr(truth, "value", truth))
