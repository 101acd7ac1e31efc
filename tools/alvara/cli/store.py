"""`alvara store`: which version is active, and who still runs on another."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

import click

from alvara.adapters.archives import NoBundle
from alvara.cli.bundle_place import USUAL_PLACE, unread
from alvara.cli.errors import CannotLook
from alvara.cli.moments import asked_moment, asked_or_now
from alvara.cli.output import say
from alvara.cli.pinning import asked_pin
from alvara.cli.steps import Steps
from alvara.cli.stopping import deny, undeny
from alvara.cli.storing import is_plain, now_option, opened, root_option, store_option, style_option
from alvara.cli.streams import put
from alvara.report import stops_json, stops_text, store_json, store_text
from alvara.report.bundle_text import list_defects
from alvara.report.document_json import render
from alvara.store.refusing import BadStore, Refused


@click.group("store", cls=Steps, short_help="Publish, activate and keep versions of bundles.")
def command() -> None:
    """Keep the versions of a registry where agents run: publish bundles, make one active, go back, clean up.

    Paths are relative to the registry's root, if there is one around.
    """


@command.command("publish", short_help="Take a bundle in; it is not active by that.")
@click.argument("bundle", metavar="[DIR|TAR|oci://HOST/REPO:VERSION]", default=USUAL_PLACE)
@store_option
@now_option
@style_option
@click.pass_obj
def publish(directory: str, bundle: str, place: str, moment: str, style: str) -> int:
    """Verify a bundle and put it in the store, which is made where there is none. Nothing is activated.

    The same again is a success. A version keeps its content: another bundle that calls itself the same is refused. A
    bundle may come out of an OCI registry, by version or, after an `@`, by digest.

    \b
    Examples:
      alvara store publish dist/bundle --store /var/lib/agents
      alvara store publish dist/bundle --store oci://registry.example/agents
      alvara store publish oci://registry.example/agents:2026.09.01 --store /var/lib/agents

    Exit codes: 0 it is in the store; 1 it does not hold, or its version has other content; 2 could not look, or write.
    """
    now = asked_or_now(moment)
    with opened(directory, place) as (store, base):
        try:
            with _lent(bundle, base) as path:
                done = store.publish(path)
        except Refused as refused:
            return _refuse(refused, style, store_json.not_published(place, now, str(refused), refused.defects))
        except NoBundle as error:
            raise CannotLook(f"{bundle}: {error.strerror}") from error
    put(render(store_json.published(place, now, done)) if style == "json" else store_text.published(done, now))
    return 0


@command.command("activate", short_help="Make a version the active one.")
@click.argument("which", metavar="VERSION|DIGEST")
@store_option
@root_option
@now_option
@style_option
@click.pass_obj
def activate(directory: str, which: str, place: str, root: str, moment: str, style: str) -> int:
    """Verify a version in full, as of its own time and as of now, and make it active in one step.

    What people have agreed on has to hold still. Executions that are pinned stay on what they run on. A version that is
    older than the active one takes `store rollback`.

    \b
    Examples:
      alvara store activate 2026.09.01 --store /var/lib/agents
      alvara store activate 2026.09.01 --store /var/lib/agents --root SHA256

    Exit codes: 0 it is active; 1 it must not be, or somebody else was faster; 2 could not look, or no root is pinned.
    """
    return _activate(directory, place, which, root, moment, style, rollback=False)


@command.command("rollback", short_help="Go back to a version that was active before.")
@click.argument("which", metavar="[VERSION|DIGEST]", default="")
@store_option
@root_option
@now_option
@style_option
@click.pass_obj
def rollback(directory: str, which: str, place: str, root: str, moment: str, style: str) -> int:
    """Make the version active that was so before this one, or the one that is named; it is verified as by `activate`.

    Each rollback without a name goes one step further back.

    \b
    Examples:
      alvara store rollback --store /var/lib/agents
      alvara store rollback 2026.08.01 --store /var/lib/agents

    Exit codes: 0 it is active; 1 it must not be, or somebody else was faster; 2 could not look, or no root is pinned.
    """
    return _activate(directory, place, which, root, moment, style, rollback=True)


@command.command("status", short_help="Show what is active and what is there, who runs on what, what is stopped.")
@store_option
@now_option
@style_option
@click.pass_obj
def status(directory: str, place: str, moment: str, style: str) -> int:
    """Show the active version, every version that was ever published, every pin, and what is stopped.

    No bundle is verified.

    \b
    Examples:
      alvara store status --store /var/lib/agents
      alvara store status --store /var/lib/agents --format json

    Exit codes: 0 shown; 2 could not look.
    """
    now = asked_or_now(moment)
    with opened(directory, place) as (store, _):
        found = store.status()
        try:
            stops, doubt = store.stopped(), ""
        except BadStore as bad:
            stops, doubt = None, str(bad)
    if style == "json":
        put(render(store_json.described(place, now, found) | {"stops": stops and stops_json.described(*stops)}))
    else:
        put(store_text.described(found, now) + (stops_text.described(*stops) if stops else ""))
    if doubt:
        raise CannotLook(f"{place}: {doubt}; as long as that is so, nothing is to be carried out")
    return 0


@command.command("pin", short_help="Keep an execution on the version that it began with.")
@click.argument("execution", metavar="EXECUTION")
@click.argument("which", metavar="[VERSION|DIGEST]", default="")
@click.option("--until", "until", metavar="RFC3339", default="", help="When the pin ends by itself; else never.")
@store_option
@now_option
@style_option
@click.pass_obj
def pin(directory: str, execution: str, which: str, until: str, place: str, moment: str, style: str) -> int:
    """Write down which version an execution runs on, and keep it here: the active one, unless another is named.

    To be done before its first step, and again after each restart: what is pinned already stays as it is, whatever is
    active by then. A later --until lengthens the pin.

    \b
    Examples:
      alvara store pin E123 --store /var/lib/agents
      alvara store pin E123 --until 2026-10-01T00:00:00Z --store /var/lib/agents

    Exit codes: 0 it is pinned; 1 it is pinned to another version; 2 could not look, or write.
    """
    now, end = asked_or_now(moment), asked_moment(until) if until else None
    with opened(directory, place) as (store, _):
        try:
            found = store.pin(execution, which or None, until=end, now=now)
        except Refused as refused:
            return _refuse(refused, style, store_json.leased(place, now, execution, None, pinned=False))
    told = store_json.leased(place, now, execution, found, pinned=True)
    put(render(told) if style == "json" else store_text.pinned(found, now))
    return 0


@command.command("unpin", short_help="Let go of what an execution ran on.")
@click.argument("execution", metavar="EXECUTION")
@store_option
@now_option
@style_option
@click.pass_obj
def unpin(directory: str, execution: str, place: str, moment: str, style: str) -> int:
    """Say that an execution is over. The version that it ran on goes with the next `store gc`, if nobody else needs it.

    \b
    Example:
      alvara store unpin E123 --store /var/lib/agents

    Exit codes: 0 it is not pinned; 2 could not look, or write.
    """
    now = asked_or_now(moment)
    with opened(directory, place) as (store, _):
        found = store.unpin(execution)
    told = store_json.leased(place, now, execution, found, pinned=False)
    put(render(told) if style == "json" else store_text.unpinned(execution, found, now))
    return 0


@command.command("gc", short_help="Take away what nobody needs any more.")
@click.option("--dry-run", is_flag=True, help="Only say what would go.")
@store_option
@now_option
@style_option
@click.pass_obj
def gc(directory: str, dry_run: bool, place: str, moment: str, style: str) -> int:
    """Delete the bundles that nobody needs, pins that have ended, and what ended runs left a day ago or more.

    Stays what is active, what was active before it, what is pinned, and what is newer than the active version. Versions
    stay known, so that nobody can give one of them other content. What alvara did not make is left alone.

    \b
    Examples:
      alvara store gc --dry-run --store /var/lib/agents
      alvara store gc --store /var/lib/agents

    Exit codes: 0 done; 2 could not look, or write.
    """
    now = asked_or_now(moment)
    with opened(directory, place) as (store, _):
        found = store.gc(now, dry_run=dry_run)
        state = store.status()
    if style == "json":
        put(render(store_json.collected(place, now, found, state, dry_run=dry_run)))
    else:
        put(store_text.collected(found, state, now, dry_run=dry_run))
    return 0


command.add_command(deny)
command.add_command(undeny)


def _activate(directory: str, place: str, which: str, root: str, moment: str, style: str, *, rollback: bool) -> int:
    now, pin = asked_or_now(moment), asked_pin(root) or None
    with opened(directory, place) as (store, _):
        try:
            if rollback:
                done = store.rollback(which or None, now=now, root=pin)
            else:
                done = store.activate(which, now=now, root=pin)
        except Refused as refused:
            told = store_json.not_activated(place, now, store.status().active, str(refused), refused.defects)
            return _refuse(refused, style, told)
    put(render(store_json.activated(place, now, done)) if style == "json" else store_text.activated(done, now))
    return 0


@contextmanager
def _lent(bundle: str, base: str) -> Iterator[str]:
    """Give the path of a bundle, for as long as it takes where it comes out of a registry."""
    if "://" not in bundle:
        path = os.path.join(base, bundle)
        if not os.path.lexists(path):
            raise unread(bundle, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))
        yield path
        return
    from alvara.runtime.oci_store import lend_bundle

    with lend_bundle(bundle, plain_http=is_plain()) as path:
        yield path


def _refuse(refused: Refused, style: str, told: dict[str, object]) -> int:
    put(render(told) if style == "json" else list_defects(refused.defects))
    say(str(refused))
    return 1
