"""`alvara init`: a new registry, or fresh schemas for one."""

import os
from pathlib import Path
from uuid import uuid4

import click

from alvara import __version__
from alvara.adapters.directory import DirectoryTree
from alvara.adapters.git import Process
from alvara.adapters.published import folder
from alvara.adapters.shipped import read_template
from alvara.adapters.writing import create, exists, replace
from alvara.app.scaffolding import FILES, FOLDERS_OF_A_REGISTRY, SCHEMAS, scaffold
from alvara.cli.errors import CannotLook
from alvara.cli.output import say
from alvara.cli.place import find_root
from alvara.cli.streams import put
from alvara.model.filekind import CONFIG
from alvara.report.escape import one_line

_USUAL = ("main", "master", "trunk")
"""The names that main branches have."""


@click.command("init", short_help="Make a registry.")
@click.argument("target", metavar="[DIR]", default=".")
@click.option("--update", is_flag=True, help="Refresh the schemas of an existing registry, and nothing else.")
@click.pass_obj
def command(directory: str, target: str, update: bool) -> int:
    """Make DIR a registry: settings, folders, pre-commit hooks, a CI workflow, editor settings and their schemas.

    Nothing that is there already is overwritten.

    \b
    Example:
      alvara init demo && alvara -C demo check

    Exit codes: 0 done; 2 a file is there already, or could not be written.
    """
    try:
        return _update(os.path.join(directory, target)) if update else _make(Path(directory, target))
    except OSError as error:
        raise CannotLook(f"{error.filename or target}: {error.strerror}") from error


def _make(root: Path) -> int:
    if exists(root, CONFIG):
        raise CannotLook(f"{root / CONFIG} is there already; `alvara init --update` refreshes its schemas")
    root.mkdir(parents=True, exist_ok=True)
    templates = {name: read_template(f"init/{name}") for name in FILES.values()}
    name = root.resolve().name
    written = scaffold(templates, str(uuid4()), name, _main_branch(root), __version__)
    files = {path: text.encode() for path, text in written.items()}
    kept = [path for path in files if not _written(root, path, files[path])]
    kept += [path for path, data in _schemas().items() if not _written(root, path, data)]
    for part in FOLDERS_OF_A_REGISTRY:
        if not exists(root, part):
            _written(root, f"{part}/.gitkeep", b"")
    put(f"made a registry in {one_line(str(root))}\n")
    put("next: alvara new resource ID, alvara new capability ID, alvara check\n")
    _mention_repository(root)
    for path in kept:
        say(f"{path} is there already and was left as it is")
        if path in files:
            say(f"what `alvara init` would have written to {path}:")
            put(files[path].decode())
    return 2 if kept else 0


def _main_branch(root: Path) -> str:
    """Name the main branch: as the remote says, else what is here of the names that are usual."""
    said = _branch(root, "refs/remotes/origin/HEAD")
    if said:
        return said.removeprefix("origin/")
    if _branch(root, "HEAD") in _USUAL:
        return _branch(root, "HEAD")
    return next((name for name in _USUAL if _is_there(root, f"refs/heads/{name}")), _USUAL[0])


def _branch(root: Path, ref: str) -> str:
    found = Process(str(root), "symbolic-ref", "--quiet", "--short", ref).result()
    return found.output.decode("utf-8", "replace").strip() if found.code == 0 else ""


def _is_there(root: Path, ref: str) -> bool:
    return Process(str(root), "show-ref", "--verify", "--quiet", ref).result().code == 0


def _update(directory: str) -> int:
    root = find_root(directory)
    there = DirectoryTree(root, ())
    changed = []
    for path, data in _schemas().items():
        if not exists(root, path):
            create(root, path, data)
        elif there.read(path) != data:
            replace(root, path, data)
        else:
            continue
        changed.append(path)
    put("".join(f"wrote {path}\n" for path in changed) or "the schemas are up to date\n")
    return 0


def _written(root: Path, path: str, data: bytes) -> bool:
    try:
        create(root, path, data)
    except FileExistsError:
        return False
    return True


def _schemas() -> dict[str, bytes]:
    return {f"{SCHEMAS}/{file.name}": file.read_bytes() for file in sorted(folder().glob("*.schema.json"))}


def _mention_repository(root: Path) -> None:
    """Say where the hooks and the workflow belong, when the registry is a folder within a repository."""
    here = root.resolve()
    top = next((parent for parent in (here, *here.parents) if (parent / ".git").exists()), here)
    if top != here:
        inner = here.relative_to(top)
        say(f"hooks and workflows work only at the top of a repository: move them to {top}")
        say(f"and let them call `alvara -C {inner}`")
