"""`alvara migrate`: old IDs in the code and the documents of those who use the registry."""

import os
from pathlib import Path

import click

from alvara.adapters.outside import Outside, find, read
from alvara.adapters.writing import replace
from alvara.app.migrating import FORMATS, Migrated, NewNames, is_own, migrate
from alvara.cli.changes import show
from alvara.cli.errors import CannotLook
from alvara.cli.output import say
from alvara.cli.place import Place, find_place
from alvara.cli.reading import lay_out_place
from alvara.cli.streams import put
from alvara.documents.text import LARGEST_FILE
from alvara.files.tree import Unreadable
from alvara.report.escape import one_line

_MOST_LINES = 20
"""Lines of code that are named in one file; of more, it is said how many there are."""


@click.command("migrate", short_help="Write the present IDs where code and documents have old ones.")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--dry-run", "dry", is_flag=True, help="Change nothing; print what would change, as a diff.")
@click.pass_obj
def command(directory: str, paths: tuple[str, ...], dry: bool) -> int:
    """Rewrite the IDs that were renamed in the files at PATHs: Markdown, JSON, YAML, TypeScript and Python.

    The registry (see -C) knows the renames; PATHs are as seen from the current folder. Whole IDs change where they are
    texts: in the strings, attributes and comments of code, in the keys and values of data, in the front matter, the
    code spans and the [[links]] of pages. The same letters in code stay. What may or may not be a name is left, and
    told with its place. Files of other kinds are counted, and not looked at.

    \b
    Examples:
      alvara -C registry migrate web/src docs --dry-run
      alvara migrate ../web/src

    Exit codes: 0 done; 2 a path or a file could not be opened or written, or nothing was there to look at.
    """
    place = find_place(directory)
    found = lay_out_place(place)
    if found.refused:
        raise CannotLook(f"{found.refused[0]}; it may be the record of a rename")
    names = NewNames(found)
    looked = changed = renamed = doubtful = others = 0
    failed = found_any = False
    named = set(map(os.path.normpath, paths))
    for item in find(paths, tuple(FORMATS), LARGEST_FILE):
        if _is_own(place, item.path):
            continue
        if item.of_another_kind:
            others += 1
            continue
        found_any = True
        try:
            result = _look(item, names)
        except Unreadable as error:
            say(f"left alone: {item.path}: {error.strerror}")
            failed = True
            continue
        if isinstance(result, str):
            say(f"left alone: {item.path}: {result}")
            failed |= item.refused or item.path in named
            continue
        looked += 1
        if result is None:
            continue
        if result.rewritten and not dry and (trouble := _written(item.path, result)):
            say(f"left alone: {item.path}: {trouble}")
            failed = True
            continue
        if dry:
            show([result.change])
        _tell(item.path, result, dry)
        renamed += result.rewritten
        doubtful += len(result.doubts)
        changed += bool(result.rewritten)
    if not found_any:
        raise CannotLook(
            "nothing was looked at: there is no Markdown, JSON, YAML, TypeScript or Python but the registry's own"
        )
    say_or_put = say if dry else lambda text: put(f"{text}\n")
    say_or_put(_count(looked, changed, renamed, doubtful, dry) + _passed_over(others))
    return 2 if failed else 0


def _is_own(place: Place, path: str) -> bool:
    """Whether a file belongs to the registry that knows the renames, and is not one of its pages."""
    relative = os.path.relpath(os.path.realpath(path), os.path.realpath(place.root))
    return not relative.startswith("..") and is_own(relative)


def _look(item: Outside, names: NewNames) -> Migrated | str | None:
    """Work out one file: None where it has no old ID, a text where it is left alone."""
    if item.trouble:
        return item.trouble
    try:
        data = read(item.path)
    except OSError as error:
        raise Unreadable(error.errno, error.strerror or "cannot be opened", item.path) from error
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return "not UTF-8"
    if "\0" in text:
        return "not text"
    result = migrate(item.path, text, names)
    return result if result.rewritten or result.doubts or result.code else None


def _written(path: str, result: Migrated) -> str:
    """Write a file, unless somebody else wrote it since it was read. Gives the reason where that fails."""
    folder, name = os.path.split(path)
    try:
        if read(path) != (result.change.before or "").encode():
            return "changed while it was read; try again"
        replace(Path(folder or "."), name, result.change.data)
    except OSError as error:
        return error.strerror or "not written"
    return ""


def _tell(path: str, result: Migrated, dry: bool) -> None:
    """Say what was done to a file; beside a diff, which is the result, only what was left."""
    shown = one_line(path)
    if not dry and result.rewritten:
        put(f"{shown}: {result.rewritten} rewritten\n")
    tell = say if dry else lambda text: put(f"{text}\n")
    for doubt in result.doubts:
        column = doubt.column if dry else doubt.column_after
        tell(f"{shown}:{doubt.line}:{column}: left `{doubt.name}`: {doubt.why}")
    if result.code:
        lines = list(dict.fromkeys(result.code))
        more = f" and {len(lines) - _MOST_LINES} more" if len(lines) > _MOST_LINES else ""
        where = ", ".join(map(str, lines[:_MOST_LINES]))
        tell(f"{shown}: code with the same letters stays ({'line' if len(lines) == 1 else 'lines'} {where}{more})")


def _passed_over(others: int) -> str:
    if not others:
        return ""
    files = "1 file of another kind was" if others == 1 else f"{others} files of other kinds were"
    return f"; {files} not looked at"


def _count(looked: int, changed: int, renamed: int, doubtful: int, dry: bool) -> str:
    verb = "to rewrite" if dry else "rewritten"
    files = f"{looked} {'file' if looked == 1 else 'files'}"
    return f"{files}: {renamed} {'ID' if renamed == 1 else 'IDs'} {verb} in {changed}, {doubtful} in doubt"
