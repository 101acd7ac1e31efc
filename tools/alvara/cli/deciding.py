"""What `approve`, `reject` and `revoke` do: show it, ask, sign, and write the record."""

import os
import shlex
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from alvara.app.choosing import NotOne, choose
from alvara.app.filechange import new_file
from alvara.app.permission import (
    Nothing,
    Refused,
    Unclear,
    Wish,
    agreement_on,
    check_ground,
    errors_in,
    objection_to_key,
    wish_of,
)
from alvara.app.recording import (
    end_of,
    fault_of,
    path_of,
    shown_as,
    standing_of,
    statement_of,
    write_record,
)
from alvara.app.survey import Survey
from alvara.cli.agreeing import agreements_of
from alvara.cli.asking import Asked
from alvara.cli.changes import write
from alvara.cli.checking import Checked, examine_and_compare
from alvara.cli.errors import CannotLook
from alvara.cli.moments import asked_or_now
from alvara.cli.output import say, tell_refused
from alvara.cli.person import person_here
from alvara.cli.place import Place, find_place
from alvara.cli.reading import lay_out_place
from alvara.cli.signers import Chosen, key_in, key_of_agent, sign
from alvara.cli.streams import put, put_error
from alvara.identity.suggestions import did_you_mean
from alvara.model.approval import NAMESPACE, Decision, Shown, signed_bytes
from alvara.model.filekind import CONFIG
from alvara.report.escape import one_line
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import AGREED_ON, View

if TYPE_CHECKING:
    from alvara.app.agreeing import Seen
    from alvara.approvals.agreement import Agreement
    from alvara.approvals.agreements import Agreements
    from alvara.approvals.validity import Standing

_LANGUAGES = ("en", "pt-BR")
_MOST_ERRORS = 5
_DONE = {"approve": "Approve", "reject": "Reject", "revoke": "Revoke the approval of"}
_TO = {
    "approve": "to approve it as {role}",
    "reject": "to reject it as {role}, for good",
    "revoke": "to take back what was approved, as {role}, for good",
}


class Options(NamedTuple):
    """The options of the commands; empty texts stand for what was not given."""

    id: str
    role: str = ""
    person: str = ""
    on_behalf_of: str = ""
    key: str = ""
    locale: str = ""
    yes: str = ""
    kind: str = ""
    moment: str = ""


class _Case(NamedTuple):
    """What somebody is to decide on, and all that tells about it."""

    place: Place
    checked: Checked
    survey: Survey
    seen: "Seen"
    agreements: "Agreements"
    entity: Entity
    agreement: "Agreement"


def decide(directory: str, decision: Decision, options: Options) -> int:
    """Write the record of somebody's word. 0: written, or nothing to say; 1: they may not; raises `CannotLook`."""
    try:
        return _decide(directory, decision, options)
    except Nothing as nothing:
        say(str(nothing))
        return 0
    except Refused as refused:
        say(str(refused))
        return 1
    except (Unclear, NotOne) as unclear:
        raise CannotLook(str(unclear)) from unclear


def _decide(directory: str, decision: Decision, options: Options) -> int:
    place = find_place(directory)
    now = asked_or_now(options.moment)
    checked = examine_and_compare(place, Asked(), now)
    if checked.outcome.refused:
        tell_refused(checked.outcome.refused)
        return 2
    seen, agreements = agreements_of(place, checked.outcome, checked.compared, now)
    if agreements.doubt:
        raise CannotLook(agreements.doubt)
    found = lay_out_place(place)
    entity = _meant(found, options)
    _check_typed(options.yes, entity.id)
    check_ground(agreements)
    case = _Case(place, checked, found, seen, agreements, entity, agreement_on(entity, agreements))
    if decision == "approve" and _has_errors(case):
        return 1
    person = person_here(place, options.person, check_ground(agreements))
    wish = wish_of(decision, person, options.role, options.on_behalf_of, case.agreement, agreements)
    locale = _locale(place, options.locale)
    if not options.yes and (sys.stdin is None or not sys.stdin.isatty()):
        put(_page(case, wish, locale)[0])
        raise CannotLook("there is no terminal to ask at, so nothing was signed; whoever has read this signs with "
                         f"--yes {entity.id}")  # fmt: skip
    key = _key(case, wish, options.key)
    text, shown = _page(case, wish, locale)
    put(text)
    if not _confirmed(wish, entity.id, options.yes):
        say(f"that was not {entity.id}, so nothing was signed; the same command asks again")
        return 1
    return _record(case, wish, key, shown)


def _meant(found: Survey, options: Options) -> Entity:
    """Find what the ID means, among what can be agreed on."""
    id = options.id.partition("@")[0]
    kinds = [kind for kind in AGREED_ON if found.view.definitions(kind, id)]
    entity = choose(found, options.id, options.kind or (kinds[0] if len(kinds) == 1 else None))
    if entity.kind not in AGREED_ON:
        raise CannotLook(f"`{entity.id}` is a {entity.kind}; people agree to capabilities and policies")
    return entity


def _check_typed(typed: str, id: str) -> None:
    """See to it, before anything is shown, that who has answered means what is there."""
    if typed and typed != id:
        raise CannotLook(f"--yes says `{typed}`, and what is to be signed is `{id}`: write --yes {id}")


def _locale(place: Place, asked: str) -> str:
    """Choose the language of the page: the one that was asked for, or else the first of the registry."""
    config = place.settings.config
    if config is None:
        raise CannotLook(f"{CONFIG} does not hold; `alvara check` says why")
    known = tuple(dict.fromkeys((*config.locales, *_LANGUAGES)))
    if asked and asked not in known:
        raise CannotLook(f"there is no locale `{asked}`; {did_you_mean(asked, known) or 'known: ' + ', '.join(known)}")
    return asked or known[0]


def _has_errors(case: _Case) -> bool:
    """Say which errors stand in what is to be signed."""
    from alvara.app.approving import reached_from

    view = View(case.seen.sight.workspace, case.seen.now[:10])
    errors = errors_in(case.entity, reached_from(case.entity, case.seen.sight, view), case.checked.findings)
    if errors:
        say(f"`alvara check` finds errors in `{case.entity.id}`, and nobody can agree to what may not stay so:")
    for error in errors[:_MOST_ERRORS]:
        say(f"{error.file}:{error.line}:{error.column}: {error.message} [{error.rule}]")
    if len(errors) > _MOST_ERRORS:
        say(f"and {len(errors) - _MOST_ERRORS} more")
    return bool(errors)


def _key(case: _Case, wish: Wish, path: str) -> Chosen:
    """Find the key, and see that it is one of the signer's before they are asked for anything."""
    governance, now = check_ground(case.agreements), case.seen.now
    if not path:
        return key_of_agent(lambda public: not objection_to_key(wish.person, public, governance, now), wish.person.id)
    chosen = key_in(os.path.expanduser(path))
    if reason := objection_to_key(wish.person, chosen.public, governance, now):
        raise Refused(f"{path}: {reason}")
    return chosen


def _page(case: _Case, wish: Wish, locale: str) -> tuple[str, Shown]:
    """Write what the signer is to read."""
    if wish.decision != "approve":
        from alvara.review.refusal_page import RENDERER, render_refusal

        subject, level = case.agreement.subject, case.agreement.level.risk
        text = render_refusal(subject.kind, subject.id, subject.version, level, wish.decision, wish.role, locale)
        return text, shown_as(text, locale)._replace(renderer=RENDERER)
    from alvara.adapters.processes import spread_extraction
    from alvara.app.approving import is_as_shown, page_of, past_side, present_side
    from alvara.files.tree import Unreadable
    from alvara.review.approval_page import render

    day, governance = case.seen.now[:10], check_ground(case.agreements)
    try:
        validators, beside = case.place.validators, (case.place.settings, case.survey)
        sides = (past_side(past, validators, day, spread_extraction, beside) for past in case.seen.pasts)
        now = present_side(case.seen.sight, day)
        digests = case.agreement.subject.digests
        known = any(s.record.digest in digests and s.record.decision == "approve" for s in case.agreements.standings)
        page = page_of(case.entity, case.agreement, governance, now, filter(None, sides), known=known)
    except Unreadable as error:
        raise CannotLook(f"what was approved before cannot be read: {error.strerror}") from error
    if page is None:
        raise Refused(f"`{case.entity.id}` cannot be had in full; `alvara check` says why")
    if not is_as_shown(case.agreement, now):
        raise CannotLook(f"`{case.entity.id}` changed while it was read; try again")
    text = render(page, locale)
    return text, shown_as(text, locale)


def _confirmed(wish: Wish, id: str, typed: str) -> bool:
    """Ask for the ID, which nobody types without meaning it."""
    if typed:
        return True
    ask = put if sys.stdout.isatty() else put_error  # what is read may go through another program
    ask(f"\nType {id} {_TO[wish.decision].format(role=wish.role)}, or anything else to stop: ")
    return sys.stdin.readline().strip() == id


def _record(case: _Case, wish: Wish, key: Chosen, shown: Shown) -> int:
    """Sign, see that the record would count, write it, and say what comes next."""
    from alvara.app.agreeing import court_in
    from alvara.approvals.agreement import demand_for

    governance, agreement, now = check_ground(case.agreements), case.agreement, case.seen.now
    days = demand_for(agreement.subject, agreement.level, governance).max_age_days
    statement = statement_of(
        agreement.subject, agreement.level.risk, wish.decision, wish.role, wish.person.id, wish.on_behalf_of,
        case.seen.config, now, end_of(now, days), shown,
    )  # fmt: skip
    data = write_record(statement, sign(key, signed_bytes(statement), NAMESPACE))
    taken = {path for blobs in (case.seen.sight.blobs, *(past.blobs for past in case.seen.pasts)) for path in blobs}
    path, court = path_of(statement, taken), court_in(case.seen, governance)
    if fault := fault_of(data, path, agreement, court, case.place.validators):
        raise Refused(f"it would not count, so nothing was written: {fault}")
    write(case.place, [new_file(path, data.decode())])
    put(f"wrote {one_line(path)}\n")
    _tell_what_comes_next(case, wish, path, standing_of(data, path, court, case.place.validators))
    return 0


def _tell_what_comes_next(case: _Case, wish: Wish, path: str, made: "Standing | str") -> None:
    from alvara.approvals.agreement import weigh
    from alvara.approvals.telling import call

    id = case.entity.id
    words = shlex.quote(f"{_DONE[wish.decision]} {id} as {wish.role}")
    put(f"next: git add {shlex.quote(path)} && git commit -m {words}\n")
    if wish.decision != "approve" or isinstance(made, str):
        return
    _warn_of_uncommitted(case)
    governance, agreement = check_ground(case.agreements), case.agreement
    standings = (*case.agreements.standings, made)
    after = weigh(agreement.subject, standings, governance, case.seen.now, agreement.authors)
    if not after.satisfied:
        missing = " and ".join(slot.role for slot in after.slots if slot.state != "signed")
        put(f"still missing: {missing}; {call(after)}\n")
    elif case.entity.status == "review":
        put(f"everybody has agreed: alvara promote {id} approved\n")
    else:
        put(f"everybody has agreed, until {after.ends[:10]}\n")


def _warn_of_uncommitted(case: _Case) -> None:
    """Say that whoever commits a change is one of its authors, who cannot agree to it."""
    from alvara.adapters.tagging import uncommitted

    with suppress(OSError):
        if case.entity.path in uncommitted(str(case.place.root), (case.entity.path,)):
            say(f"{case.entity.path} is not committed, and whoever commits it counts as one of its authors: leave that "
                "to who wrote it, or what was signed does not count")  # fmt: skip
