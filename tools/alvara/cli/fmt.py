"""`alvara fmt`: canonical order and spacing."""

from collections.abc import Mapping
from functools import partial

import click

from alvara.adapters.processes import spread
from alvara.adapters.published import read_schema
from alvara.adapters.writing import replace
from alvara.app.formatting import FORMATTED, formatted
from alvara.app.key_order import KeyOrder
from alvara.cli.errors import CannotLook
from alvara.cli.output import refusal, say
from alvara.cli.place import Place, find_place
from alvara.cli.selection import relative_paths, selects
from alvara.cli.streams import put, put_error
from alvara.identity.ids import FOLDERS
from alvara.model.filekind import CONFIG, SCENARIOS, kind_of
from alvara.report.escape import one_line


@click.command("fmt", short_help="Put files into canonical order and spacing.")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--check", "dry", is_flag=True, help="Change nothing; list the files that would change, and exit with 1.")
@click.pass_obj
def command(directory: str, paths: tuple[str, ...], dry: bool) -> int:
    """Write the YAML files of the registry, or those at PATHs, in canonical order and spacing.

    Keys come in the order of the schemas, each with the comment above it; conditions and sentences in block style.
    Comments, quotes, line ends and all other bytes stay. A file that does not parse is left alone.

    \b
    Example:
      alvara fmt --check capabilities/

    Exit codes: 0 done; 1 files that would change, or do not parse; 2 could not look.
    """
    place = find_place(directory)
    selected = relative_paths(directory, place.root, paths)
    files = [(path, kind) for path, kind in _files(place) if selects(selected, path)]
    shut = [(folder, reason) for folder, reason in _shut(place) if _concerns(selected, folder)]
    for folder, reason in shut:
        put_error(refusal(f"{folder}: {reason}"))
    if paths and not files and not shut:
        raise CannotLook("none of these files is one that `alvara fmt` writes")
    work = partial(_look, place, dict(files), KeyOrder(read_schema))
    looked = sorted(result for result, _ in spread(work, [path for path, _ in files]))
    changed = troubled = unwritten = 0
    refused = len(shut)
    for path, before, after, trouble, reason in looked:
        reason = reason or (_written(place, path, after) if after != before and not dry else "")
        if reason:
            say(f"{path}: {reason}")
            refused += 1
            unwritten += 1
            continue
        _report(path, trouble, changes=after != before, dry=dry)
        troubled += bool(trouble)
        changed += after != before
    put(_count(len(files), changed, troubled + unwritten, dry))
    if refused:
        return 2
    return int(bool(troubled or (dry and changed)))


def _shut(place: Place) -> list[tuple[str, str]]:
    """List the folders that may hold what would be written and that the system does not let us list, with its word."""
    folders = (*FOLDERS.values(), SCENARIOS)
    entries = (entry for entry in place.tree.entries() if entry.kind == "refused")
    return sorted((e.path, str(e.stamp[0])) for e in entries if e.path.partition("/")[0] in folders)


def _concerns(selected: list[str], folder: str) -> bool:
    """Whether something that is selected lies in a folder, or the folder in something that is selected."""
    return selects(selected, folder) or any(path.startswith(f"{folder}/") for path in selected)


def _look(place: Place, kinds: Mapping[str, str], order: KeyOrder, path: str) -> tuple[str, bytes, bytes, str, str]:
    """Give what a file holds, what it should hold, why it is left alone, and why it could not even be read."""
    try:
        before = place.tree.read(path)
    except (OSError, KeyError) as error:
        return path, b"", b"", "", _reason(error)
    result = formatted(path, before, kinds[path], order)
    return path, before, result.data, result.trouble, ""


def _written(place: Place, path: str, data: bytes) -> str:
    """Write a file. Gives the reason where that is refused, else nothing."""
    try:
        replace(place.root, path, data)
    except OSError as error:
        return _reason(error)
    return ""


def _reason(error: OSError | KeyError) -> str:
    return error.strerror or "not a regular file" if isinstance(error, OSError) else "not there any more"


def _files(place: Place) -> list[tuple[str, str]]:
    config = place.settings.config
    if config is None:
        raise CannotLook(f"{CONFIG} does not hold; `alvara check` says why")
    paths = [CONFIG, *(entry.path for entry in place.tree.entries() if entry.kind == "file")]
    kinds = ((path, kind_of(path, config)) for path in sorted(paths))
    return [(path, kind) for path, kind in kinds if kind in FORMATTED]


def _report(path: str, trouble: str, *, changes: bool, dry: bool) -> None:
    if trouble:
        say(f"left alone: {path}:{trouble}" if trouble[0].isdigit() else f"left alone: {path}: {trouble}")
    elif changes:
        put(f"{'would format' if dry else 'formatted'} {one_line(path)}\n")


def _count(files: int, changed: int, troubled: int, dry: bool) -> str:
    counts = [f"{changed} {'to format' if dry else 'formatted'}", f"{files - changed - troubled} in shape already"]
    if troubled:
        counts.append(f"{troubled} left alone")
    return f"{files} {'file' if files == 1 else 'files'}: {', '.join(counts)}\n"
