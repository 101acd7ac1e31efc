"""`alvara fmt`: canonical order and spacing."""

import click

from alvara.adapters.published import read_schema
from alvara.adapters.writing import replace
from alvara.app.formatting import FORMATTED, Formatted, formatted
from alvara.app.key_order import KeyOrder
from alvara.cli.errors import CannotLook
from alvara.cli.output import put, say
from alvara.cli.place import Place, find_place
from alvara.cli.selection import relative_paths, selects
from alvara.model.filekind import CONFIG, kind_of
from alvara.report.escape import one_line


@click.command("fmt", short_help="Put files into canonical order and spacing.")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--check", "dry", is_flag=True, help="Change nothing; list the files that would change, and exit with 1.")
@click.pass_obj
def command(directory: str, paths: tuple[str, ...], dry: bool) -> int:
    r"""Write the YAML files of the registry, or those at PATHs, in canonical order and spacing.

    Keys come in the order of the schemas, each with the comment above it; conditions and sentences in block style.
    Comments, quotes, line ends and all other bytes stay. A file that does not parse is left alone.

    \b
    Example:
      alvara fmt --check capabilities/
    \b
    Exit codes: 0 done; 1 files that would change, or do not parse; 2 could not look.
    """
    place = find_place(directory)
    selected = relative_paths(directory, place.root, paths)
    files = [(path, kind) for path, kind in _files(place) if selects(selected, path)]
    if paths and not files:
        raise CannotLook("none of these files is one that `alvara fmt` writes")
    order = KeyOrder(read_schema)
    changed = troubled = refused = 0
    for path, kind in files:
        try:
            before = place.tree.read(path)
            result = formatted(path, before, kind, order)
            if not dry and result.data != before:
                replace(place.root, path, result.data)
        except (OSError, KeyError) as error:
            say(f"{path}: {getattr(error, 'strerror', None) or 'not there any more'}")
            refused += 1
            continue
        troubled += _report(path, before, result, dry)
        changed += result.data != before
    put(_count(len(files), changed, troubled, dry))
    if refused:
        return 2
    return int(bool(troubled or (dry and changed)))


def _files(place: Place) -> list[tuple[str, str]]:
    config = place.settings.config
    if config is None:
        raise CannotLook(f"{CONFIG} does not hold; `alvara check` says why")
    paths = [CONFIG, *(entry.path for entry in place.tree.entries() if entry.kind == "file")]
    kinds = ((path, kind_of(path, config)) for path in sorted(paths))
    return [(path, kind) for path, kind in kinds if kind in FORMATTED]


def _report(path: str, before: bytes, result: Formatted, dry: bool) -> bool:
    if result.trouble:
        place = f"{path}:{result.trouble}" if result.trouble[0].isdigit() else f"{path}: {result.trouble}"
        say(f"left alone: {place}")
    elif result.data != before:
        put(f"{'would format' if dry else 'formatted'} {one_line(path)}\n")
    return bool(result.trouble)


def _count(files: int, changed: int, troubled: int, dry: bool) -> str:
    counts = [f"{changed} {'to format' if dry else 'formatted'}", f"{files - changed - troubled} in shape already"]
    if troubled:
        counts.append(f"{troubled} left alone")
    return f"{files} {'file' if files == 1 else 'files'}: {', '.join(counts)}\n"
