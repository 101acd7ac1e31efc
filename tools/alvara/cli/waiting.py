"""What `alvara approvals` does: the inbox, and its verdict for CI."""

from typing import TYPE_CHECKING, NamedTuple

from alvara.cli.agreeing import agreements_of
from alvara.cli.asking import Asked
from alvara.cli.checking import Checked, examine_and_compare, rendered_findings
from alvara.cli.deciding import person_here
from alvara.cli.errors import CannotLook
from alvara.cli.moments import asked_or_committed
from alvara.cli.output import say, tell_refused
from alvara.cli.pinning import VARIABLE, asked_pin
from alvara.cli.place import Place, find_place
from alvara.cli.streams import put, put_error
from alvara.diagnostics.finding import Diagnostic
from alvara.identity.suggestions import did_you_mean
from alvara.model.filekind import GOVERNANCE
from alvara.registry.lookup import look_up
from alvara.report.wording import frame
from alvara.workspace.workspace import View

if TYPE_CHECKING:
    from alvara.app.agreeing import Seen
    from alvara.approvals.agreements import Agreements
    from alvara.approvals.inbox import Waiting

_KINDS = ("capability", "policy")
_ROOTED = "root-broken"
_NOBODY = "there is no `governance/` here, so nobody is known who could agree to anything"


class Options(NamedTuple):
    """The options of the command; empty texts stand for what was not given."""

    ids: tuple[str, ...] = ()
    gate: bool = False
    mine: bool = False
    missing: bool = False
    expiring: bool = False
    person: str = ""
    style: str = "text"
    base: str | None = None
    root: str = ""
    moment: str = ""

    @property
    def narrowed(self) -> bool:
        """Whether not everything is asked for."""
        return bool(self.ids) or self.mine or self.missing or self.expiring


def show(directory: str, options: Options) -> int:
    """Print the inbox, or what is wrong with it, and give the exit code."""
    place = find_place(directory)
    pin, now = asked_pin(options.root), asked_or_committed(options.moment, str(place.root))
    checked = examine_and_compare(place, Asked(options.base), now, pin)
    seen, agreements = agreements_of(place, checked.outcome, checked.compared, now)
    tell_refused(checked.outcome.refused)
    _check_known(options.ids, seen, now)
    if options.gate:
        _check_can_be_judged(checked, agreements, pin)
    if agreements.doubt:
        raise CannotLook(agreements.doubt)
    _print(options, checked, agreements, _wanted(options, place, agreements), pin)
    code = _gate(options, checked, agreements, now, pin) if options.gate else 0
    return 2 if checked.outcome.refused else code


def _check_known(ids: tuple[str, ...], seen: "Seen", now: str) -> None:
    view = View(seen.sight.workspace, now[:10])
    for id in ids:
        if not any(view.definitions(kind, id) for kind in _KINDS):
            for found in look_up(view, id, _KINDS):
                raise CannotLook(f"`{id}` is an older name of the {found.kind} `{found.id}`; write that")
            known = [r for path in seen.sight.blobs for r in _ids_in(seen, path)]
            tip = did_you_mean(id, known)
            raise CannotLook(f"there is no capability or policy `{id}`{'; ' + tip if tip else ''}")


def _ids_in(seen: "Seen", path: str) -> list[str]:
    try:
        return [e.id for e in seen.sight.workspace.contribution(path).entities if e.kind in _KINDS]
    except KeyError:
        return []


def _check_can_be_judged(checked: Checked, agreements: "Agreements", pin: str) -> None:
    """Refuse to say that all is well where nobody could know."""
    blobs = (checked.outcome.sight.blobs if checked.outcome.sight else {}, *(p.blobs for p in checked.compared.pasts))
    governed = any(path.startswith(f"{GOVERNANCE}/") for listing in blobs for path in listing)
    if governed and not pin:
        raise CannotLook(
            "there is a `governance/` and no pinned root, so whoever may change the one decides: give --root SHA256 or "
            f"set {VARIABLE} where this registry cannot reach it; `alvara root show` prints what can be pinned"
        )
    if not governed and not pin and not agreements.ungoverned:
        raise CannotLook(f"{_NOBODY}, and there is nothing to check; without one, `alvara check` is all there is")


def _wanted(options: Options, place: Place, agreements: "Agreements") -> "list[Waiting]":
    from alvara.approvals.inbox import inbox

    found = [one for one in inbox(agreements) if not options.ids or one.agreement.subject.id in options.ids]
    if options.missing:
        found = [one for one in found if not one.agreement.satisfied]
    if options.expiring:
        found = [one for one in found if one.is_expiring(agreements.now)]
    governance = agreements.governance
    if options.mine and governance is not None:
        from alvara.app.permission import Refused, could_sign

        try:
            person = person_here(place, options.person, governance)
        except Refused as refused:
            raise CannotLook(str(refused)) from refused
        found = [one for one in found if could_sign(person, one.agreement, governance, agreements.now)]
    return found


def _print(options: Options, checked: Checked, agreements: "Agreements", found: "list[Waiting]", pin: str) -> None:
    if options.style == "json":
        from alvara.report import approvals_json

        put(approvals_json.render(found, agreements.now, pin))
    if options.gate:
        return
    notes = list(checked.compared.notes)
    if agreements.governance is None:
        notes.append(_NOBODY)
        notes += [f"`{one.id}` is {one.status}, its risk {one.risk}, and nobody could approve it"
                  for one in agreements.ungoverned]  # fmt: skip
    if options.style == "json":
        for note in notes:
            say(note)
        return
    from alvara.report import approvals_text

    tail = frame(agreements.now, checked.compared.bases, pin)
    put(approvals_text.render(found, agreements.now, tail, notes, narrowed=options.narrowed))


def _gate(options: Options, checked: Checked, agreements: "Agreements", now: str, pin: str) -> int:
    """Print what `check` finds wrong with approvals, and say whether that is grave."""
    from alvara.approvals import agreements as judged
    from alvara.rules import rules_on

    names = {rule.name for rule in rules_on(judged.Agreements)} | {_ROOTED}
    findings = tuple(d for d in checked.findings if d.rule in names and _concerns(options.ids, d))
    text = rendered_findings(checked, findings, now, len(names), pin)
    if options.style == "json":
        put_error(text if findings else "")
    else:
        put(text)
    return int(any(d.severity == "error" for d in findings))


def _concerns(ids: tuple[str, ...], finding: Diagnostic) -> bool:
    return not ids or finding.subject in ids or finding.rule == _ROOTED
