"""`alvara root`: who vouches for what governs, from version to version."""

from importlib import import_module

import click

from alvara.app.models import Incomplete
from alvara.app.rooting import (
    NotRooted,
    Step,
    check_key,
    find_unsigned,
    path_of,
    prepare,
    read_chain,
    with_signature,
)
from alvara.approvals.roots import NAMESPACE
from alvara.cli.changes import write
from alvara.cli.errors import CannotLook
from alvara.cli.moments import asked_or_now
from alvara.cli.output import say
from alvara.cli.pinning import asked_pin
from alvara.cli.place import Place, find_place
from alvara.cli.signers import key_in, key_of_agent
from alvara.cli.signers import sign as sign_with
from alvara.cli.steps import Steps
from alvara.cli.streams import put
from alvara.files.tree import Unreadable
from alvara.model.filekind import CONFIG
from alvara.report.escape import one_line


@click.group("root", cls=Steps, short_help="Show, make and sign the root of trust.")
def command() -> None:
    """Show who vouches for what governs approvals, make the next version of that, or sign it.

    Exit codes: 0 shown or done; 1 the chain, or what governs, does not hold; 2 could not be done.
    """


@command.command("show", short_help="Show all versions, and whether the chain holds.")
@click.option("--root", metavar="SHA256", default="", help="The root of trust to start from; else ALVARA_ROOT.")
@click.option("--format", "style", type=click.Choice(("text", "json")), default="text", help="How to print.")
@click.pass_obj
def show(directory: str, root: str, style: str) -> int:
    """Show each version of the root of trust: its pin, whose keys it has, how many have to sign, and who did.

    A pin is the SHA-256 of a version's file. Whoever checks this registry from outside gets one from its owners, not
    from here, and gives it as --root: what governs is then what that version, or one that it leads to, vouches for.

    \b
    Examples:
      alvara root show
      alvara root show --format json

    Exit codes: 0 the chain holds, or there is none and none is pinned; 1 it does not hold; 2 could not look.
    """
    place, registry = _place(directory)
    try:
        chain = read_chain(place.tree, registry, asked_pin(root) or None)
    except Incomplete as error:
        return _incomplete(error)
    except Unreadable as error:
        raise CannotLook(f"{error.filename}: {error.strerror}") from error
    put(import_module(f"alvara.report.root_{style}").render(chain))
    return int(bool(chain.verdict.objections))


@command.command("prepare", short_help="Make the next version, to be signed.")
@click.option("--key-holder", "holders", metavar="PERSON[/KEY]", multiple=True, help="Who holds a key; again for each.")
@click.option("--threshold", metavar="K", type=click.IntRange(1), help="How many have to sign; else more than half.")
@click.option("--now", "moment", metavar="RFC3339", default="", help="Act as of this moment, not of now.")
@click.pass_obj
def prepare_command(directory: str, holders: tuple[str, ...], threshold: int | None, moment: str) -> int:
    """Write the next version of the root of trust, for governance/ as it is now; without signatures it counts not yet.

    Without --key-holder the keys and their number stay what they were. KEY names one of several that somebody has in
    governance/people/. Each version is to be signed by as many as it asks for, and by as many as the one before asks
    for of its own; the first by all of its keys. A version that is complete is never changed.

    \b
    Examples:
      alvara root prepare --key-holder ana --key-holder bea --key-holder caio
      alvara root prepare

    Exit codes: 0 written, or so already; 1 what governs does not hold; 2 could not be done.
    """
    place, registry = _place(directory)
    day = asked_or_now(moment)[:10]
    try:
        step = prepare(place.tree, place.validators, registry, holders, threshold, day)
    except Incomplete as error:
        return _incomplete(error)
    except NotRooted as error:
        raise CannotLook(str(error)) from error
    return _done(place, step, "next: alvara root sign --as PERSON, each who holds a key")


@command.command("sign", short_help="Sign the newest version.")
@click.option("--as", "person", metavar="PERSON", required=True, help="Who you are, in governance/people/.")
@click.option("--key", metavar="FILE", default="", help="The key to sign with; else yours that the agent holds.")
@click.pass_obj
def sign(directory: str, person: str, key: str) -> int:
    """Sign the newest version of the root of trust, which vouches for everything that is in governance/.

    Look at what has changed there before. FILE may be a private key of OpenSSH, or the public one (.pub) of a key that
    the agent holds. All else in the version's file stays as it is.

    \b
    Examples:
      alvara root sign --as ana --key ~/.ssh/id_ed25519
      alvara root sign --as ana --key ~/.ssh/id_ed25519_sk.pub

    Exit codes: 0 signed, or so already; 1 what governs does not hold; 2 could not be done.
    """
    place, registry = _place(directory)
    try:
        unsigned = find_unsigned(place.tree, registry, person)
        raws = {one.raw for one in unsigned.held}
        chosen = key_in(key) if key else key_of_agent(lambda public: public.raw in raws, person)
        step = check_key(unsigned, person, chosen.public)
        if step is None:
            step = with_signature(unsigned, person, sign_with(chosen, unsigned.message, NAMESPACE))
    except Incomplete as error:
        return _incomplete(error)
    except NotRooted as error:
        raise CannotLook(str(error)) from error
    return _done(place, step, "")


def _place(directory: str) -> tuple[Place, str]:
    place = find_place(directory)
    config = place.settings.config
    if config is None:
        raise CannotLook(f"{CONFIG} does not hold; `alvara check` says why")
    return place, config.registry


def _done(place: Place, step: Step, then: str) -> int:
    if step.change is not None:
        write(place, [step.change])
        put(f"{'wrote' if step.change.before is None else 'edited'} {path_of(step.version)}\n")
    put(f"{one_line(step.words)}\n" + (f"{then}\n" if then and step.change is not None else ""))
    return 0


def _incomplete(error: Incomplete) -> int:
    for problem in error.problems:
        say(problem)
    return 1
