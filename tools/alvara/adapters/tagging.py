"""What a release asks of git beyond reading: whether everything is committed, and a tag with a message and a signature.

A tag is a small text, and git signs what comes before the signature in it (gitformat-signature). It is written and read
here as that text, so that what is checked is what was signed: `git verify-tag` says nothing of a signed tag that was
put under another name, or that stands for another tag.
"""

import re
import shlex
from datetime import datetime
from typing import NamedTuple

from alvara.adapters.clock import counted_moment, parse_moment
from alvara.adapters.git import Process


class Tag(NamedTuple):
    """A tag of a commit, as it says itself.

    `moment` is when its tagger claims to have made it. `signature` is the armor, "" where there is none, and `signed`
    are the bytes that it is over.
    """

    name: str
    type: str
    object: str
    tagger: str
    moment: str
    message: str
    signature: str
    signed: bytes


class NoTag(Exception):
    """There is no such tag that could be relied on; the text says why, and the command that would help."""


def uncommitted(root: str, folders: tuple[str, ...]) -> list[str]:
    """List what is not as the last commit has it: tracked files anywhere below the root, and new ones in some folders.

    Raises `OSError` where git does not say.
    """
    literal = tuple(f":(literal){folder}" for folder in folders)
    status = ("status", "--porcelain", "-z")
    tracked = Process(root, *status, "--untracked-files=no", "--", ".")
    fresh = Process(root, *status, "--untracked-files=all", "--", *literal)
    found: list[str] = []
    for result in (tracked.result(), fresh.result()):
        if result.code != 0:
            raise OSError(0, result.reason or "git did not say", "git")
        lines = result.output.decode("utf-8", "surrogateescape").split("\0")
        found += [line[3:] for line in lines if line[2:3] == " "]
    return sorted(set(found))


def make_tag(root: str, name: str, commit: str, message: str) -> str:
    """Make an annotated tag, as the user's settings say, signed for example. Gives the reason where git refuses."""
    result = Process(root, "tag", "--annotate", "-m", message, "--end-of-options", name, commit).result()
    return "" if result.code == 0 else result.reason or "git did not say why"


def is_tag_name(name: str) -> bool:
    """Whether git lets a tag have such a name (git-check-ref-format)."""
    parts = name.split("/")
    odd = _NOT_IN_REFS.search(name) or name.startswith("-") or name.endswith(".")
    return not odd and all(part and not part.startswith(".") and not part.endswith(".lock") for part in parts)


def tag_object(name: str, commit: str, tagger: str, moment: str, message: str) -> bytes:
    """Write a tag of a commit as git stores it, not signed: a signature is put at its end.

    `tagger` is `Name <address>`, `moment` as the clock gives it. Raises `ValueError` for what cannot stand in a tag.
    """
    seconds = int(datetime.fromisoformat(parse_moment(moment)).timestamp())
    if not message.strip() or _UNSAID.search(message):
        raise ValueError("the message of a tag says something, in characters that can be seen")
    text = f"object {commit}\ntype commit\ntag {name}\ntagger {tagger} {seconds} +0000\n\n{message.rstrip()}\n"
    written = text.encode("utf-8", "replace")
    try:
        tag = _parse(written, name)
    except NoTag as error:
        raise ValueError(str(error)) from None
    if tag.signed != written or text.encode("utf-8", "surrogatepass") != written:
        raise ValueError("a tag of this name, tagger and message could be read in another way")
    return written


def write_tag(root: str, name: str, object_bytes: bytes) -> str:
    """Store a tag, and call it by its name where nothing is called so yet. Gives the reason where it cannot be done."""
    try:
        _parse(object_bytes, name)
    except NoTag as error:
        return str(error)
    stored = Process(root, "hash-object", "-t", "tag", "-w", "--stdin", given=object_bytes).result()
    if stored.code != 0:
        return stored.reason or "git did not say why"
    made = stored.output.decode("ascii").strip()
    # All zeros: only where there is no such ref yet.
    result = Process(root, "update-ref", "--no-deref", f"refs/tags/{name}", made, "0" * len(made)).result()
    if b"reference already exists" in result.errors:
        return f"there is a tag `{name}` already, and a tag is never moved"
    return "" if result.code == 0 else result.reason or "git did not say why"


def read_tag(root: str, name: str) -> Tag:
    """Read a tag and what it is signed with. Raises `NoTag`."""
    if not is_tag_name(name):
        raise NoTag(f"`{name}` is no name that a tag can have")
    said = Process(root, "cat-file", "tag", f"refs/tags/{name}").result()
    if said.code != 0:
        raise NoTag(_why_not(root, name) or said.reason)
    tag = _parse(said.output, name)
    kind = Process(root, "cat-file", "-t", tag.object).result()
    if kind.code != 0:
        raise NoTag(f"the commit {tag.object[:12]} that the tag `{name}` stands for is not here; {_fetching(name)}")
    if kind.output.strip() != b"commit":
        found = kind.output.decode("ascii", "replace").strip()
        raise NoTag(f"the tag `{name}` says that it stands for a commit, and {tag.object[:12]} is a {found}")
    return tag


_NOT_IN_REFS = re.compile(r"[\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{|^@$")
_UNSAID = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_HEAD = re.compile(
    r"object (?P<object>[0-9a-f]{40}|[0-9a-f]{64})\ntype (?P<type>[a-z]+)\ntag (?P<name>[^\x00-\x1f\x7f]*)\n"
    r"tagger (?P<tagger>[^\x00-\x1f\x7f<>]+ <[^\x00-\x20\x7f<>]*>) (?P<seconds>-?[0-9]{1,12}) [-+][0-9]{4}"
)
_ARMOR = re.compile(rb"^-----BEGIN (?:SSH SIGNATURE|PGP SIGNATURE|PGP MESSAGE|SIGNED MESSAGE)-----", re.MULTILINE)
"""Where git sees a signature begin, of whatever kind."""


def _why_not(root: str, name: str) -> str:
    """Say why there is no tag with a message by a name."""
    kind = Process(root, "cat-file", "-t", f"refs/tags/{name}").result().output.strip()
    if kind == b"commit":
        return (
            f"the tag `{name}` here is only a name for a commit, without a message or a signature; where a checkout"
            f" made it so, the tag itself comes with: {_forced(name)}"
        )
    if kind and kind != b"tag":
        return f"the tag `{name}` stands for a {kind.decode('ascii', 'replace')}, not for a commit"
    if not Process(root, "for-each-ref", f"refs/tags/{name}").result().output:
        return "" if Process(root, "rev-parse", "--git-dir").result().code else _absent(name)
    return f"the tag `{name}` cannot be read; {_fetching(name)}"


def _absent(name: str) -> str:
    return f"there is no tag `{name}` here; {_fetching(name)}"


def _fetching(name: str) -> str:
    return f"what the remote has comes with: {_forced(name)}"


def _forced(name: str) -> str:
    """Write the command that fetches a tag as the remote has it, whatever is here."""
    return f"git fetch --force origin {shlex.quote(f'+refs/tags/{name}:refs/tags/{name}')}"


def _parse(data: bytes, name: str) -> Tag:
    """Read the text of a tag that should have a name. Raises `NoTag`."""
    begins = [match.start() for match in _ARMOR.finditer(data)]
    if len(begins) > 1:
        raise NoTag(f"the tag `{name}` has {len(begins)} signatures; a tag has one, at its end")
    signed = data[: begins[0]] if begins else data
    try:
        text, signature = signed.decode(), data[len(signed) :].decode("ascii")
    except UnicodeDecodeError:
        raise NoTag(f"the tag `{name}` is not written in UTF-8") from None
    head, end, message = text.partition("\n\n")
    found = _HEAD.fullmatch(head)
    if found is None or not end or "\0" in text:
        raise NoTag(
            f"the tag `{name}` is not as git writes one: object, type, tag and tagger, a line each, then the message"
        )
    if found["name"] != name:
        raise NoTag(f"the tag `{name}` calls itself `{found['name']}`: it was put under a name that is not its own")
    if not is_tag_name(name):
        raise NoTag(f"`{name}` is no name that a tag can have")
    if found["type"] == "tag":
        raise NoTag(f"the tag `{name}` stands for another tag, not for a commit")
    if found["type"] != "commit":
        raise NoTag(f"the tag `{name}` stands for a {found['type']}, not for a commit")
    try:
        moment = counted_moment(int(found["seconds"]))
    except ValueError as error:
        raise NoTag(f"the tag `{name}` was made on {error}") from None
    return Tag(name, "commit", found["object"], found["tagger"], moment, message, signature, signed)
