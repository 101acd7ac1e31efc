"""The `promote` verb: one step of a life. Only the bytes that say so change; what is removed leaves a tombstone."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from json import loads
from typing import NamedTuple
from unicodedata import normalize

from alvara.app.editing import Opened, open_file, plain, quoted, value_of
from alvara.app.filechange import FileChange, deleted_file, new_file
from alvara.app.locating import Locator
from alvara.app.scenario_edits import mentions
from alvara.app.survey import Survey
from alvara.diagnostics.site import Pointer, Site
from alvara.documents import nodes
from alvara.documents.document import Document
from alvara.documents.entries import Entry, add_entries, rewritten, take_out
from alvara.documents.load import load
from alvara.files.tree import FileTree
from alvara.identity.ids import path_of
from alvara.identity.suggestions import did_you_mean
from alvara.model.filekind import CONFIG, REHEARSING
from alvara.model.lifecycle import FIRST_STATUSES, Deprecation, steps_between, way_of
from alvara.model.reference import Reference
from alvara.registry.lookup import suggest
from alvara.workspace.entity import Entity


class Announcement(NamedTuple):
    """What was said on the command line of an end; empty texts stand for what was not."""

    since: str = ""
    remove_after: str = ""
    replaced_by: str = ""
    reason: str = ""


class Step(NamedTuple):
    """What a step comes to, in a sentence, and the changes of files that it takes. Nothing is written."""

    words: str
    changes: tuple[FileChange, ...] = ()


class NoStep(Exception):
    """The step cannot be taken; the text says why, and the way. `places` are what stands in it, one a line."""

    def __init__(self, reason: str, places: Sequence[str] = ()) -> None:
        """Keep the reason and the places."""
        super().__init__(reason)
        self.places = tuple(places)


def promote(
    found: Survey, entity: Entity, status: str, said: Announcement, today: str, order: Sequence[str],
    document: Callable[[str], Document | None],
) -> Step:  # fmt: skip
    """Work out a step. `order` is that of the keys. Raises `NoStep` or `Uneditable`, and then nothing is to change.

    What says `removed` by itself, and is still there, is taken out like what was deprecated.
    """
    several = len(found.view.definitions(entity.kind, entity.id)) > 1
    _check_step(entity, status, said, f"{entity.id}@{entity.major}" if several else entity.id)
    if status == entity.status and status != "removed":
        return Step(f"`{entity.id}` is {status} already")
    if status == "removed":
        return _remove(found, entity, today, document)
    file = open_file(entity.path, found.read(entity.path))
    mapping = file.map_at(entity.pointer)
    written = value_of(mapping, "status")
    edits = [rewritten(file.text, written, status)] if isinstance(written, nodes.Scalar) else []
    added = [] if edits else [Entry("status", status)]
    words = f"`{entity.id}` is {status} now, and was {entity.status}"
    if status == "deprecated":
        if value_of(mapping, "deprecation") is None:
            end = _announced(found, entity, said, today)
            added.append(Entry("deprecation", tuple(_block(end))))
            words += f"; from {end.remove_after} on it may be removed"
            if end.remove_after < today:
                words += ", which is past: `alvara check` warns of an end that nobody was told in time"
        elif any(said):
            raise NoStep(f"`{entity.id}` has a `deprecation` already; edit that instead of giving options")
    edits += add_entries(file.text, mapping, order, added)
    return Step(words, (file.change(edits),))


def skips(entity: Entity, status: str, before: FileTree, *, agreed: bool = False) -> str:
    """Say what a change as a whole skips, where the registry was as in `before`; empty where it skips nothing.

    Each step may be right where it is taken, and yet `check` wants no two of them in one change, save from review into
    use with the records of those who `agreed`.
    """
    first = f"`check` takes one step in each change, so bring `{entity.status}` there first"
    if before.entry(entity.path) is not None:
        was = _status_in(before.read(entity.path), entity)
        at_once = agreed and (was, status) == ("review", "active")
        if was is None or at_once or steps_between(entity.kind, was, status) < 2:
            return ""
        return f"where this work left the main branch `{entity.id}` is {was}; {first}"
    usual = {
        path_of(entity.kind, entity.id),
        path_of(entity.kind, entity.id, int(entity.major) if entity.major.isdecimal() else None),
    }
    if status in FIRST_STATUSES[entity.kind] or entity.aliases or entity.kind != "capability":
        return ""
    if entity.path not in usual or any(before.entry(path) is not None for path in usual):
        return ""
    return f"where this work left the main branch there is no `{entity.id}`; {first}"


def _status_in(data: bytes, entity: Entity) -> str | None:
    """Give the status that a definition has in a file, or None where it cannot be told."""
    value = load(entity.path, data).value
    held = value.get("resources", [value]) if isinstance(value, dict) else []
    for one in held if isinstance(held, list) else []:
        if isinstance(one, dict) and one.get("id") == entity.id:
            status = one.get("status", "active" if entity.kind == "resource" else "draft")
            return status if status in way_of(entity.kind) else None
    return None


def _check_step(entity: Entity, status: str, said: Announcement, name: str) -> None:
    """Refuse a step that skips one, or leads back, or leads nowhere. `name` is what it is called in a command."""
    way = way_of(entity.kind)
    if status not in way:
        tip = did_you_mean(status, way)
        raise NoStep(f"a {entity.kind} is never `{status}`; the way is {' > '.join(way)}{'; ' + tip if tip else ''}")
    if any(said) and (status != "deprecated" or entity.status == "deprecated"):
        where = "edit its `deprecation`" if status == "deprecated" else f"it says nothing of `{status}`"
        raise NoStep(f"what is announced with `deprecated` is given only then; {where}")
    steps = steps_between(entity.kind, entity.status, status)
    if status == "removed" and entity.status in ("draft", "review"):
        raise NoStep(f"`{entity.id}` is a {entity.status} that nobody relies on yet; just delete it in {entity.path}")
    if steps > 1:
        following = way[way.index(entity.status) + 1]
        raise NoStep(
            f"`{entity.id}` is {entity.status}, and {status} is {steps} steps from there; "
            f"the next one is: alvara promote {name} {following}"
        )
    if steps < 0 and (entity.status, status) != ("review", "draft"):
        raise NoStep(
            f"`{entity.id}` is {entity.status}, and the way leads forward only: {' > '.join(way)}; "
            "bring a new version, or a new ID"
        )


def _announced(found: Survey, entity: Entity, said: Announcement, today: str) -> Deprecation:
    """Complete what was said of an end, and hold it to what the settings promise."""
    if not said.replaced_by and not said.reason.strip():
        raise NoStep("say what comes after it, with --replaced-by ID, or why nothing does, with --reason TEXT")
    since = said.since or today
    least = found.view.config.minimum_days
    try:
        earliest = (_day(since) + timedelta(days=least)).isoformat()
    except OverflowError:
        raise NoStep(f"no calendar reaches {least} days beyond {since}") from None
    until = said.remove_after or earliest
    _day(until)
    if until < earliest:
        raise NoStep(f"{until} is too early: {least} days are promised from {since} on, so it is {earliest} or later")
    reason = normalize("NFC", " ".join(said.reason.split()))
    if not reason.isprintable():
        raise NoStep("the reason has a character that nobody would see; write it in plain text")
    end = Deprecation(since, until, said.replaced_by, reason)
    if said.replaced_by:
        _check_successor(found, entity, end)
    return end


def _check_successor(found: Survey, entity: Entity, end: Deprecation) -> None:
    if end.successor is None:
        raise NoStep(f"`{end.replaced_by}` is no ID; put a sentence into --reason")
    id, major = end.successor
    heirs = found.view.named(entity.kind, id)
    if not heirs:
        tip = suggest(found.entities, id, (entity.kind,))
        raise NoStep(f"there is no {entity.kind} `{id}` to replace it{'; ' + tip if tip else ''}")
    if major:
        heirs = [heir for heir in heirs if heir.major == major]
        if not heirs:
            raise NoStep(f"there is no version {major} of `{id}` to replace it")
    if all((heir.path, heir.pointer) == (entity.path, entity.pointer) for heir in heirs):
        raise NoStep(f"`{entity.id}` cannot be replaced by itself")


def _block(end: Deprecation) -> Iterator[tuple[str, str]]:
    yield "since", quoted(end.since)
    yield "removeAfter", quoted(end.remove_after)
    if end.replaced_by:
        yield "replacedBy", plain(end.replaced_by) if "@" not in end.replaced_by else quoted(end.replaced_by)
    if end.reason:
        yield "reason", plain(end.reason)


def _day(text: str) -> date:
    """Read a day as it is written everywhere here. Raises `NoStep`."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise NoStep(f"`{text}` is no day; write it as in 2026-09-01")
    return day


def _remove(found: Survey, entity: Entity, today: str, document: Callable[[str], Document | None]) -> Step:
    """Delete a definition whose time has come, and write down that there was one, unless another major stays."""
    model = found.definition(entity)
    end = model.deprecation or Deprecation()
    if not end.remove_after or not (end.replaced_by or end.reason):
        raise NoStep(f"nobody was told when `{entity.id}` ends and what comes after; complete its `deprecation` first")
    if today < end.remove_after:
        raise NoStep(f"`{entity.id}` was promised until {end.remove_after}, and today is {today}")
    others = [
        other
        for other in found.view.definitions(entity.kind, entity.id)
        if (other.path, other.pointer) != (entity.path, entity.pointer)
    ]
    places = sorted(_places(found, entity, document, stays=bool(others)))
    if places:
        number = f"{len(places)} places still refer" if len(places) > 1 else "one place still refers"
        shown = [f"{path}:{line}:{column}" for path, line, column in places]
        raise NoStep(f"{number} to `{entity.id}`; change what is there first", shown)
    file = open_file(entity.path, found.read(entity.path))
    taken_out = _without(file, entity)
    if others:
        versions = ", ".join(other.version for other in others)
        return Step(f"`{entity.id}` {entity.version} is removed; {versions} stays", (taken_out,))
    stone = f"ledger/tombstones/{entity.kind}/{entity.id}.yaml"
    is_there = any(record.path == stone for record in found.view.definitions("tombstone", entity.id))
    records = () if is_there else (new_file(stone, _tombstone(entity, end, today)),)  # a removal was cut off behind it
    return Step(f"`{entity.id}` is removed, and its ID is never used again", (*records, taken_out))


def _without(file: Opened, entity: Entity) -> FileChange:
    """Take a definition out of its file, or the file away where it holds nothing else."""
    if entity.pointer:
        items, number = file.at(entity.pointer[:-1]), entity.pointer[-1]
        if isinstance(items, nodes.Sequence) and isinstance(number, int) and len(items.items) > 1:
            return file.change([take_out(file.text, items, number)])
    return deleted_file(file.path, file.whole)


def _tombstone(entity: Entity, end: Deprecation, today: str) -> str:
    lines = [f"id: {plain(entity.id)}", f"kind: {entity.kind}", f"since: {quoted(today)}"]
    if entity.version:
        lines.append(f"lastVersion: {quoted(entity.version)}")
    lines += [f"{key}: {value}" for key, value in _block(end) if key in ("replacedBy", "reason")]
    return "\n".join(lines) + "\n"


def _places(
    found: Survey, entity: Entity, document: Callable[[str], Document | None], *, stays: bool
) -> Iterator[tuple[str, int, int]]:
    """Yield the places that still refer to a thing. Where another major `stays`, only those that name this one."""
    names = {entity.id, *(alias for alias, _ in entity.aliases)}
    locator = Locator(document)
    for contribution in found.workspace.contributions.values():
        for other in contribution.entities:
            if (other.path, other.pointer) == (entity.path, entity.pointer):
                continue
            for pointer in _rehearsed(other, entity, names, stays=stays):
                span = locator.span(Site(other.path, pointer))
                yield other.path, span.line, span.column
            for reference in other.references:
                if not _means(reference, entity, names) or (stays and not _names_major(other, reference, entity)):
                    continue
                if reference.role == "link":
                    yield other.path, int(reference.pointer[0]), int(reference.pointer[1])
                else:
                    span = locator.span(Site(other.path, reference.pointer))
                    yield other.path, span.line, span.column
    if not stays:
        for number, waiver in enumerate(found.view.config.waivers):
            if waiver.subject == entity.id:
                span = locator.span(Site(CONFIG, ("waivers", number, "subject")))
                yield CONFIG, span.line, span.column


def _rehearsed(other: Entity, entity: Entity, names: set[str], *, stays: bool) -> Iterator[Pointer]:
    """Yield where scenarios name a thing. Where another major `stays`, only what names this one counts."""
    if other.kind in REHEARSING and not other.broken:
        named = {f"{name}@{entity.major}" for name in names}
        yield from mentions(loads(other.released[0]), entity.kind, named if stays else named | names)


def _means(reference: Reference, entity: Entity, names: set[str]) -> bool:
    if reference.target not in names:
        return False
    if reference.role == "link":
        return entity.kind == "resource"
    return reference.kind == entity.kind or (reference.kind == "guard" and entity.kind in ("policy", "resource"))


def _names_major(other: Entity, reference: Reference, entity: Entity) -> bool:
    successor = Deprecation(replaced_by=other.successor).successor
    return reference.role == "replacedBy" and successor is not None and "" != successor[1] == entity.major
