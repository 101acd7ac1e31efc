"""The releases of a published vocabulary as the commits of a registry."""

import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.bundle.repository import git
from tests.replay.conversion import resources_in, written

CONFIG = """\
registry: 0c9f6b58-3e1c-4d0a-9d54-0a4d3a0a7c21
name: semantic-conventions
naming: {resource: {style: snake, segments: [1, 8]}}
severity:
  path-differs-from-id: off       # the files are those of the model, so that they move as it moved
  missing-documentation: off      # its pages are elsewhere
  undocumented-entity: off
  missing-owner: off
  successor-deprecated: off       # about one revision alone, and true
  suspicious-text: off            # addresses on the network, in texts for people
"""
FIRST_DAY = 1_700_000_000

Resources = list[dict[str, Any]]


class Thing(NamedTuple):
    """A resource and the file that it stands in."""

    path: str
    item: Mapping[str, Any]


class History(NamedTuple):
    """Every release in a working tree of its own, oldest first, and what it defines, by ID."""

    trees: Mapping[str, Path]
    things: Mapping[str, Mapping[str, Thing]]


def rebuilt(bundle: Path, folder: Path) -> History:
    """Make a repository with a commit and a tag for every release in a bundle."""
    source, registry = folder / "source.git", folder / "registry"
    git(folder, "clone", "-q", "--bare", str(bundle), str(source))
    tags = git(source, "tag", "--sort=version:refname").split("\n")
    models = _models(source, tags)
    registry.mkdir()
    git(registry, "init", "-q", "-b", "main")
    stream = b"".join(_stream(models))
    subprocess.run(["git", "fast-import", "--quiet"], cwd=registry, input=stream, check=True, capture_output=True)
    trees = {tag: folder / tag for tag in tags}
    for tag, tree in trees.items():
        git(registry, "worktree", "add", "-q", "--detach", str(tree), tag)
    things = {
        tag: {item["id"]: Thing(path, item) for path, items in model.items() for item in items}
        for tag, model in models.items()
    }
    return History(trees, things)


def _models(source: Path, tags: Iterable[str]) -> dict[str, dict[str, Resources]]:
    """Convert every model file once: for each tag the resources of each path."""
    listings = {tag: dict(_listed(source, tag)) for tag in tags}
    texts = _blobs(source, {blob for listing in listings.values() for blob in listing.values()})
    converted = {blob: resources_in(text) for blob, text in texts.items()}
    return {
        tag: {_place(path): converted[blob] for path, blob in listing.items() if converted[blob]}
        for tag, listing in listings.items()
    }


def _place(path: str) -> str:
    return Path("semantic-ids", Path(path).relative_to("model")).with_suffix(".yaml").as_posix()


def _stream(models: Mapping[str, Mapping[str, Resources]]) -> Iterator[bytes]:
    """Write what `git fast-import` reads: every release is a commit on `main` that replaces all files."""
    texts: dict[int, bytes] = {}
    for number, (tag, model) in enumerate(models.items()):
        yield f"commit refs/heads/main\ncommitter Ana <ana@example.com> {FIRST_DAY + number * 86_400} +0000\n".encode()
        yield _data(f"Release {tag}") + b"deleteall\n"
        yield b"M 644 inline alvara.yaml\n" + _data(CONFIG)
        for path, items in model.items():
            if id(items) not in texts:
                texts[id(items)] = _data(written(items))
            yield f"M 644 inline {path}\n".encode() + texts[id(items)]
        yield f"reset refs/tags/{tag}\nfrom refs/heads/main\n\n".encode()


def _data(text: str) -> bytes:
    data = text.encode()
    return b"data %d\n%s\n" % (len(data), data)


def _listed(source: Path, tag: str) -> Iterator[tuple[str, str]]:
    for line in git(source, "ls-tree", "-r", "-z", tag, "model").split("\0"):
        head, _, path = line.partition("\t")
        if path.endswith((".yaml", ".yml")):
            yield path, head.split(" ")[2]


def _blobs(source: Path, names: set[str]) -> Mapping[str, str]:
    wanted = sorted(names)
    asked = "".join(f"{name}\n" for name in wanted).encode()
    out = subprocess.run(
        ["git", "cat-file", "--batch"], cwd=source, input=asked, check=True, capture_output=True
    ).stdout
    found, at = {}, 0
    for name in wanted:
        end = out.index(b"\n", at)
        size = int(out[at:end].split()[2])
        found[name] = out[end + 1 : end + 1 + size].decode()
        at = end + size + 2
    return found
