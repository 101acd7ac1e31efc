"""`alvara store deny` and `undeny`: a capability taken from everybody at once, and given back by everybody it takes."""

import os
from typing import TYPE_CHECKING, NamedTuple

import click

from alvara.cli.errors import CannotLook
from alvara.cli.moments import asked_or_now
from alvara.cli.output import say
from alvara.cli.storing import now_option, opened, store_option, style_option
from alvara.cli.streams import put

if TYPE_CHECKING:
    from alvara.app.stopping import Case, Draft
    from alvara.cli.signers import Chosen
    from alvara.model.governance import Person
    from alvara.store.denials import Decision

_TRIES = 5
"""How often an entry is written anew because somebody else was faster."""

_as_option = click.option("--as", "person", metavar="PERSON", default="", help="Who you are; else whose key it is.")
_key_option = click.option(
    "--key", metavar="FILE", default="", help="The key to sign with; else one of yours that the agent holds."
)


class _Wish(NamedTuple):
    """What is asked for, as the command line has it."""

    decision: "Decision"
    capability: str
    reason: str
    person: str
    key: str
    now: str


@click.command("deny", short_help="Stop a capability, for everybody and at once.")
@click.argument("capability", metavar="CAPABILITY")
@click.option("--reason", metavar="TEXT", required=True, help="Why, for whoever finds it stopped.")
@_as_option
@_key_option
@store_option
@now_option
@style_option
@click.pass_obj
def deny(
    directory: str, capability: str, reason: str, person: str, key: str, place: str, moment: str, style: str
) -> int:  # fmt: skip
    """Sign that nobody may run CAPABILITY any more, nor what runs it, on whatever version. Nothing else changes.

    One person is enough who may agree to it, in any role. It needs no checkout: who that is says the active bundle. It
    holds until `store undeny`, whatever is activated, and whatever becomes of the key.

    \b
    Examples:
      alvara store deny workPermit.delete --reason "Deletes the wrong one." --store /var/lib/agents
      alvara store deny workPermit.delete --reason "See #12." --key ~/.ssh/id_ed25519 --store /var/lib/agents

    Exit codes: 0 it is stopped; 1 you may not, and nothing was written; 2 could not look, sign or write.
    """
    return _write(directory, place, style, _Wish("deny", capability, reason, person, key, asked_or_now(moment)))


@click.command("undeny", short_help="Give back what was stopped, once all have signed who have to.")
@click.argument("capability", metavar="CAPABILITY")
@click.option("--reason", metavar="TEXT", default="", help="Why it may be run again; of whoever proposes it.")
@_as_option
@_key_option
@store_option
@now_option
@style_option
@click.pass_obj
def undeny(
    directory: str, capability: str, reason: str, person: str, key: str, place: str, moment: str, style: str
) -> int:  # fmt: skip
    """Sign that CAPABILITY may be run again. It takes all who would have to agree to it, each with the same command.

    The first proposes it and says why; it stays stopped until the last has signed. To stop it again ends a proposal.

    \b
    Examples:
      alvara store undeny workPermit.delete --reason "Mended in 2026.09.02." --store /var/lib/agents
      alvara store undeny workPermit.delete --as bia --store /var/lib/agents

    Exit codes: 0 signed, or not stopped; 1 you may not, and nothing was written; 2 could not look, sign or write.
    """
    return _write(directory, place, style, _Wish("undeny", capability, reason, person, key, asked_or_now(moment)))


def _write(directory: str, place: str, style: str, wish: _Wish) -> int:
    from alvara.app.permission import Nothing, Refused, Unclear
    from alvara.app.stopping import Case, check_reason, id_of

    with opened(directory, place) as (store, _):
        seen, speaker = store.stops(), None
        try:
            wish = wish._replace(reason=check_reason(wish.reason) if wish.reason or wish.decision == "deny" else "")
            id = id_of(wish.capability, seen.judge, seen.stops)
            for _ in range(_TRIES):
                case = Case(seen.judge, seen.listed, seen.stops, id, wish.now)
                try:
                    speaker = speaker or _speaker(case, wish)
                    draft = _draft(case, wish, speaker)
                except (Nothing, Refused) as words:
                    store.settle()
                    _tell(place, style, wish, case, str(words))
                    return int(isinstance(words, Refused))
                store.check_writable()
                speaker = speaker.ready()
                case = _with(case, draft, speaker)
                if store.write_stops(seen, case.listed):
                    _tell(place, style, wish, case)
                    return 0
                seen = store.stops()
        except Unclear as unclear:
            raise CannotLook(str(unclear)) from unclear
    raise CannotLook(f"{place}: others change the list of stops faster than this; the same command tries again")


class _Speaker(NamedTuple):
    """Who speaks and with which key; neither where nobody is known who could."""

    person: "Person | None" = None
    chosen: "Chosen | None" = None

    def ready(self) -> "_Speaker":
        """Open the key, once for however often an entry is written anew."""
        if self.chosen is None:
            return self
        signer = self.chosen.open()
        return self._replace(chosen=self.chosen._replace(open=lambda: signer))


def _speaker(case: "Case", wish: _Wish) -> _Speaker:
    """Find who speaks. Raises `Refused`, `Unclear`, and `CannotLook`."""
    from alvara.app.permission import person_called
    from alvara.app.stopping import is_usable, speaker_of
    from alvara.cli.signers import key_in, key_of_agent

    governance = case.governance
    if governance is None:
        if wish.person or wish.key:
            raise CannotLook("--as and --key are for people in `governance/`, and the active bundle has none; without "
                             "them the entry is not signed")  # fmt: skip
        return _Speaker()
    if wish.person:
        person_called(wish.person, governance)
    if wish.key:
        chosen = key_in(os.path.expanduser(wish.key))
    else:
        whose = wish.person or f"anybody who may agree to {case.id}"
        chosen = key_of_agent(lambda public: is_usable(public, wish.person, case), whose)
    return _Speaker(speaker_of(chosen.public, wish.person, case), chosen)


def _draft(case: "Case", wish: _Wish, speaker: _Speaker) -> "Draft":
    from alvara.app.stopping import draft_lift, draft_stop
    from alvara.store.voices import Signer

    person, chosen = speaker
    if wish.decision == "deny":
        return draft_stop(case, wish.reason, person)
    signer = None if person is None or chosen is None else Signer(person, chosen.public.raw)
    return draft_lift(case, wish.reason, signer)


def _with(case: "Case", draft: "Draft", speaker: _Speaker) -> "Case":
    """Sign an entry, put it in its place, and judge the list that comes of it as whoever reads it will."""
    from alvara.app.stopping import with_entry
    from alvara.cli.signers import sign
    from alvara.signatures.dsse import pae
    from alvara.store.denials import NAMESPACE, PAYLOAD_TYPE
    from alvara.store.stopping import stops_in

    key = armor = ""
    if speaker.chosen is not None:
        key = speaker.chosen.public.fingerprint
        armor = sign(speaker.chosen, pae(PAYLOAD_TYPE, draft.entry.payload), NAMESPACE)
    listed = with_entry(case.listed, draft, key, armor)
    return case._replace(listed=listed, stops=stops_in(listed, case.judge.bench))


def _tell(place: str, style: str, wish: _Wish, case: "Case", why: str = "") -> None:
    """Say what came of it: what was written, or why nothing was."""
    if why:
        say(why)
    elif case.governance is None:
        say("the active bundle names nobody who could sign, so the entry is not signed")
    if style == "json":
        from alvara.report.document_json import render
        from alvara.report.stops_json import told as as_json

        put(render(as_json(place, wish.now, wish.decision, case.id, case.listed, case.stop, why)))
    elif not why:
        from alvara.report.stops_text import told

        put(told(wish.decision, case.id, case.listed, case.stop, wish.now))
