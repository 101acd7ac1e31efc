"""The names of the files of definitions in a bundle."""

from collections import Counter
from collections.abc import Sequence
from urllib.parse import quote

from alvara.bundle.layout import FOLDERS
from alvara.identity.versions import parse
from alvara.workspace.subjects import Body


def stems(bodies: Sequence[Body]) -> list[str]:
    """Give each definition of a kind the name of its file, without `.json`."""
    counts = Counter(body["id"] for body in bodies)
    return [quote(body["id"], safe="") + (f"@{major_of(body)}" if counts[body["id"]] > 1 else "") for body in bodies]


def private_paths(kind: str, bodies: Sequence[Body]) -> list[str]:
    """Give the file of each definition of a kind in full."""
    return [f"private/{FOLDERS[kind]}/{stem}.json" for stem in stems(bodies)]


def major_of(body: Body) -> int:
    """Give the major version of a definition; 0 where it has none."""
    version = parse(body.get("version", ""))
    return version.major if version else 0
