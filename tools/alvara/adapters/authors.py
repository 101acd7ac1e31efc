"""Who wrote some files between two commits: authors, committers and co-authors, as the commits themselves say.

Whoever is left out here may approve what they wrote, and whoever is named too much may ask for the commit to be written
anew. So where two readings are possible, more people are named: every address on a line, and a `Co-authored-by` line
anywhere in the text. Git's own reader sees the last paragraph only; a squash merge puts the texts of all its commits
below one another, and a sentence after the trailers would hide them. Somebody who is named without having had a part
stands in the finding with the commit that says so. Nobody can be found who is not named at all: that is what the
declared proposers are for.

A merge has written a file where it holds what none of its parents hold, or where it took one side's and dropped what
the other side had changed since the two parted. One that took the only side that changed it has written nothing.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from alvara.adapters.bases import Unusable, is_shallow
from alvara.adapters.git import Process
from alvara.adapters.revision import NoRevision, Search
from alvara.approvals.authorship import Authored, Part


class HistoryMissing(Unusable):
    """Who wrote something cannot be told from the commits that are here; the text has the command that would help."""


class _Commit:
    """A commit as it was written, with the files that differ from each of its parents."""

    def __init__(self, head: list[bytes], text: list[bytes]) -> None:
        self.head, self.text = head, text
        self.parents: list[str] = []
        for line in head[1:]:
            if not line.startswith(b"parent "):
                break
            self.parents.append(line[7:].decode("ascii", "replace"))
        self.changed: dict[str, set[str]] = {}
        """Files by the parent that has them otherwise, the only one being called ""."""


class _Merged(NamedTuple):
    """A file that a merge took from one parent though it differs in another."""

    commit: str
    path: str
    taken: str
    other: str


def authors(root: str, base: str, head: str, paths: Iterable[str]) -> tuple[Authored, ...]:
    """List who wrote some files in the commits that lead to a head and not to a base, the newest first.

    Paths are as seen from the root, and mean themselves alone. Raises `HistoryMissing`.
    """
    wanted = sorted(set(paths))
    base, head = _commit(root, base), _commit(root, head)
    if not wanted or base == head:
        return ()
    literal = tuple(f":(literal){path}" for path in wanted)
    said = Process(root, *_LOG, head, f"^{base}", "--", *literal).result()
    if said.code != 0:
        raise HistoryMissing(f"who wrote what since `{base[:12]}` cannot be told: {said.reason}{_help(root, base)}")
    commits, edge = _read(said.output)
    _expect_all(root, base, commits, edge)
    written = _written(root, commits, set(wanted), literal)
    found = [
        Authored(path, name, *person)
        for name, commit in commits.items()
        if written[name]
        for person in _people_of(commit)
        for path in sorted(written[name])
    ]
    return tuple(dict.fromkeys(found))


_LOG = (
    *("-c", "log.follow=false", "log"),
    *("--format=raw", "--encoding=none", "--no-mailmap", "--no-show-signature", "--no-notes", "--no-decorate"),
    *("--no-color", "--no-abbrev-commit", "--boundary", "--full-history", "--sparse"),
    *("--diff-merges=separate", "--root", "--raw", "-z", "--no-abbrev", "--no-renames", "--relative"),
)
"""All commits, whatever they changed, with what they changed among some files; nothing that a user may have set.

`--sparse` keeps git from leaving commits out: where a merge takes what one of its parents has, git follows that one
alone. The format is the commit itself, with the parents that were written into it, cut off or not.
"""

_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_CHANGE = re.compile(rb":[0-7]{6} [0-7]{6} [0-9a-f]+ [0-9a-f]+ [A-Z][0-9]*")
_ADDRESS = re.compile(r"<([^<>]*)>")
_BARE_ADDRESS = re.compile(r"[^\s<>,;]+@[^\s<>,;]+")
_CO_AUTHOR = re.compile(r"[ \t]*co-authored-by[ \t]*:(.*)", re.IGNORECASE)
_MOST_AT_ONCE = 1000


def _commit(root: str, name: str) -> str:
    if _HASH.fullmatch(name):
        return name
    try:
        return Search(root, name).commit()
    except NoRevision as error:
        more = (
            "; this clone is shallow, and the rest comes with: git fetch --unshallow --tags" if is_shallow(root) else ""
        )
        raise HistoryMissing(f"`{name}` cannot be found: {error}{more}") from None


def _help(root: str, base: str) -> str:
    """The command that would fetch what is missing."""
    if is_shallow(root):
        return "; this clone is shallow, and the rest comes with: git fetch --unshallow"
    return f"; what is missing may come with: git fetch origin {base}"


def _read(output: bytes) -> tuple[dict[str, _Commit], set[str]]:
    """Read what git tells of commits; give them by name, and the names of those at which it stopped."""
    commits: dict[str, _Commit] = {}
    edge: set[str] = set()
    changed: set[str] = set()
    pieces = iter(output.split(b"\0"))
    for piece in pieces:
        change = piece
        if piece.startswith(b"commit "):
            # All lines of the text are set in by four blanks, so that none of them can be taken for anything else.
            head, _, rest = piece.partition(b"\n\n")
            lines = rest.split(b"\n")
            title, *heading = head.rstrip(b"\n").split(b"\n")
            words = title.decode("ascii", "replace").split(" ")
            changed = set()
            if words[1] == "-":
                edge.add(words[2])
            else:
                text = [line[4:] for line in lines if line.startswith(b"    ")]
                commit = commits.setdefault(words[1], _Commit(heading, text))
                parent = words[3].rstrip(")") if len(words) > 3 else ""
                commit.changed[parent] = changed
            change = lines[-1]
        if _CHANGE.fullmatch(change):
            changed.add(next(pieces, b"").decode("utf-8", "surrogateescape"))
    return commits, edge


def _expect_all(root: str, base: str, commits: dict[str, _Commit], edge: set[str]) -> None:
    """Expect every commit since the base to be here. Raises `HistoryMissing`."""
    cut = any(not edge.union(commits).issuperset(commit.parents) for commit in commits.values())
    if cut or (commits and base not in edge and is_shallow(root)):
        raise HistoryMissing(
            f"who wrote what since `{base[:12]}` cannot be told: some of the commits since then are not in this"
            " shallow clone; to get them: git fetch --unshallow"
        )


def _written(root: str, commits: dict[str, _Commit], wanted: set[str], literal: tuple[str, ...]) -> dict[str, set[str]]:
    """Tell which of the wanted files each commit wrote."""
    written: dict[str, set[str]] = {}
    open_questions: list[_Merged] = []
    for name, commit in commits.items():
        if len(commit.parents) < 2:
            written[name] = wanted.intersection(commit.changed.get("", ()))
            continue
        written[name] = set()
        for path in wanted.intersection(set().union(*commit.changed.values())):
            others = [parent for parent in commit.parents if path in commit.changed.get(parent, ())]
            taken = [parent for parent in commit.parents if parent not in others]
            if not taken:
                written[name].add(path)
            open_questions += [_Merged(name, path, one, other) for one in taken for other in others]
    for merged in _dropping(root, open_questions, literal):
        written[merged.commit].add(merged.path)
    return written


def _dropping(root: str, questions: list[_Merged], literal: tuple[str, ...]) -> Iterator[_Merged]:
    """Yield the merges that dropped what the other side had changed since the two sides parted."""
    pairs = list(dict.fromkeys((merged.taken, merged.other) for merged in questions))
    parted: dict[tuple[str, str], list[str]] = {}
    for done in range(0, len(pairs), _MOST_AT_ONCE):
        parted |= _where_parted(root, pairs[done : done + _MOST_AT_ONCE])
    changes: dict[tuple[str, str], set[str]] = {}
    for merged in questions:
        starts = parted[merged.taken, merged.other]
        for start in starts:
            if (start, merged.other) not in changes:
                changes[start, merged.other] = _changes(root, start, merged.other, literal)
        if not starts or any(merged.path in changes[start, merged.other] for start in starts):
            yield merged


def _where_parted(root: str, pairs: list[tuple[str, str]]) -> dict[tuple[str, str], list[str]]:
    """Give the last commits that each two have in common."""
    said = Process(root, "rev-parse", *(f"{one}...{other}" for one, other in pairs)).result()
    if said.code != 0:
        raise HistoryMissing(f"what a merge changed cannot be told: {said.reason}{_help(root, pairs[0][0])}")
    found: list[list[str]] = []
    names = 0
    for line in said.output.decode("ascii", "replace").split("\n")[:-1]:
        if line.startswith("^"):
            found[-1].append(line[1:])
            continue
        if names % 2 == 0:  # the two themselves come first
            found.append([])
        names += 1
    return dict(zip(pairs, found, strict=True))


def _changes(root: str, start: str, end: str, literal: tuple[str, ...]) -> set[str]:
    """List the wanted files that differ between two commits of which one leads to the other."""
    if start == end:
        return set()
    if is_shallow(root):
        raise HistoryMissing(
            "what a merge changed cannot be told: where its sides parted may not be in this shallow clone;"
            " to get it: git fetch --unshallow"
        )
    said = Process(root, *_DIFF, start, end, "--", *literal).result()
    if said.code != 0:
        raise HistoryMissing(f"what a merge changed cannot be told: {said.reason}{_help(root, start)}")
    return set(said.output.decode("utf-8", "surrogateescape").split("\0")[:-1])


_DIFF = ("diff-tree", "-r", "--name-only", "-z", "--no-renames", "--relative")


def _people_of(commit: _Commit) -> list[tuple[str, str, Part]]:
    """List who had a part in a commit, by what each line says. A part that nobody is named for has no name."""
    head = [line.decode("utf-8", "backslashreplace") for line in commit.head]
    found: list[tuple[str, str, Part]] = []
    parts: tuple[Part, ...] = ("author", "committer")
    for part in parts:
        lines = [line.removeprefix(f"{part} ") for line in head if line.startswith(f"{part} ")]
        found += [(*person, part) for line in lines or [""] for person in _people(line)]
    return found + [(*person, "co-author") for line in _co_author_lines(commit.text) for person in _people(line)]


def _co_author_lines(text: list[bytes]) -> Iterator[str]:
    """Yield what stands after each `Co-authored-by:`, with the line that goes on with it."""
    lines = [line for row in text for line in row.decode("utf-8", "backslashreplace").split("\r")]
    for line, following in zip(lines, [*lines[1:], ""], strict=False):
        if match := _CO_AUTHOR.fullmatch(line):
            goes_on = "@" not in match[1] and following[:1] in (" ", "\t") and not _CO_AUTHOR.fullmatch(following)
            yield match[1] + following if goes_on else match[1]


def _people(line: str) -> list[tuple[str, str]]:
    """Read names and addresses, all that there are. One who has none has an empty one."""
    found: list[tuple[str, str]] = []
    end = 0
    for match in _ADDRESS.finditer(line):
        found.append((line[end : match.start()].strip(' \t<>,;"'), match[1].strip().lower()))
        end = match.end()
    bare = [] if found else [("", address.lower()) for address in _BARE_ADDRESS.findall(line)]
    return found or bare or [(line.strip(), "")]
