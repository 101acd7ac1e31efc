"""Where a `$ref` leads: in its own schema, or in another file of the registry, and nowhere else."""

import re
from collections.abc import Callable
from posixpath import dirname, normpath
from typing import Any, Literal, NamedTuple
from urllib.parse import unquote

from alvara.diagnostics.finding import Cause
from alvara.diagnostics.site import Pointer, Site, json_pointer, steps_of
from alvara.documents.document import Document
from alvara.identity.suggestions import closest
from alvara.model.schemas import SCHEMA_KEYS
from alvara.subschemas.keywords import FORMS
from alvara.subschemas.wording import quoted, shown

Read = Callable[[str], Document | None]
"""Reads a file of the registry; None where there is none."""

Key = tuple[str, Pointer]
"""A file and a place in it: two schemas with the same key are the same."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_DEFINITIONS = ("capabilities/", "semantic-ids/")


class Root:
    """What `#` means in a schema: the file it stands in, or the schema alone where it is part of a definition."""

    __slots__ = ("_anchors", "path", "pointer", "value")

    def __init__(self, path: str, pointer: Pointer, value: Any) -> None:
        """Take the file, the place in it, and what stands there."""
        self.path, self.pointer, self.value = path, pointer, value
        self._anchors: dict[str, Pointer] | None = None

    def anchor(self, name: str) -> Pointer | None:
        """Find the place that an `$anchor` names, from here."""
        if self._anchors is None:
            self._anchors = dict(_anchors(self.value))
        return self._anchors.get(name)


class Subschema(NamedTuple):
    """A schema with the place it stands at, counted from the root of its file."""

    root: Root
    pointer: Pointer
    value: Any

    @property
    def path(self) -> str:
        """The file it stands in."""
        return self.root.path

    @property
    def key(self) -> Key:
        """What tells it from all others."""
        return self.root.path, self.pointer

    def site(self, *steps: str | int, part: Literal["key", "value"] = "value") -> Site:
        """Give the place of something in it."""
        return Site(self.root.path, (*self.pointer, *steps), part)


class Refusal(NamedTuple):
    """Why a reference is not followed. `at` is the place to mend where that is not the reference itself.

    `unread` is a file that cannot be read, or not as the definition that it holds, and somebody else says so.
    `misshapen` is a schema that is none, or that stands in something which holds none. `cause` is what is wrong where
    the reference leads.
    """

    kind: Literal["remote", "dangling", "unread", "misshapen"]
    words: str
    tip: str = ""
    at: Site | None = None
    cause: Cause | None = None


def embedded(path: str, pointer: Pointer, value: Any) -> Subschema:
    """Take a schema that stands in a definition: `#` in it means itself."""
    return Subschema(Root(path, pointer, value), pointer, value)


class References:
    """Follows references and knows every file it has been in. Reads the registry's own files only."""

    def __init__(self, read: Read) -> None:
        """Take the function that reads a file."""
        self._read = read
        self._roots: dict[Key, Root] = {}
        self._paths: dict[tuple[str, str], str | None] = {}
        self.documents: dict[str, Document] = {}

    def follow(self, origin: Subschema, reference: str) -> Subschema | Refusal:
        """Follow a reference that stands in a schema."""
        address, _, fragment = reference.partition("#")
        if "%" in fragment:
            fragment = unquote(fragment)
        if not address:
            return self._within(origin.root, fragment, reference)
        path = self._path(origin.path, address)
        if path is None:
            return _refusal(reference, address)
        return self._in_file(path, fragment, reference)

    def _path(self, origin: str, address: str) -> str | None:
        """Give the file that an address means, None where it would lead out of the registry."""
        if (origin, address) not in self._paths:
            written = unquote(address)
            path = normpath(f"{dirname(origin)}/{written}".lstrip("/"))
            refused = _SCHEME.match(address) or written.startswith("/") or path == ".." or path.startswith("../")
            self._paths[origin, address] = None if refused else path
        return self._paths[origin, address]

    def file(self, path: str, reference: str) -> Subschema | Refusal:
        """Take a whole file as a schema."""
        return self._in_file(path, "", reference)

    def _in_file(self, path: str, fragment: str, reference: str) -> Subschema | Refusal:
        document = self._read(path) if _is_name(path) else None
        if document is None:
            tip = f"the path is read from the folder of this file, so it means {path}" if _is_name(path) else ""
            cause = Cause(Site(path), f"{quoted(path)} is no readable file of this registry", path)
            return Refusal("dangling", f"{quoted(reference)} names no readable file of this registry", tip, cause=cause)
        self.documents[path] = document
        if not document.readable:
            return _unreadable(document, reference)
        root = self._root(path, (), document.value)
        return self._within(root, fragment, reference, embeds=_defines(path))

    def _root(self, path: str, pointer: Pointer, value: Any) -> Root:
        root = self._roots.get((path, pointer))
        if root is None:
            root = self._roots[path, pointer] = Root(path, pointer, value)
        return root

    def _within(self, root: Root, fragment: str, reference: str, embeds: bool = False) -> Subschema | Refusal:
        if fragment == "" or fragment.startswith("/"):
            steps = list(steps_of(fragment))
        else:
            anchor = root.anchor(fragment)
            if anchor is None:
                return Refusal("dangling", f"{quoted(reference)} leads to nothing: no `$anchor` has this name")
            steps = list(map(str, anchor))
        base, value, pointer = root, root.value, root.pointer
        wanted = "" if embeds else "schema"
        for i, step in enumerate(steps):
            if refusal := _misshapen(wanted, value, Site(root.path, pointer), reference):
                return refusal
            wanted = "schema" if embeds and not pointer and step in SCHEMA_KEYS else _wanted(wanted, value, step)
            if isinstance(value, dict) and step in value:
                value, pointer = value[step], (*pointer, step)
            elif isinstance(value, list) and _is_index(step) and int(step) < len(value):
                value, pointer = value[int(step)], (*pointer, int(step))
            else:
                tip = _meant(value, steps, i, reference)
                lack = f"{quoted(step)} is missing here" if value else "nothing stands here"
                cause = Cause(Site(root.path, pointer), lack, root.path)
                return Refusal("dangling", f"{quoted(reference)} leads to nothing", tip, cause=cause)
            if (embeds and base is root and step in SCHEMA_KEYS) or _is_root(value):
                base = self._root(root.path, pointer, value)
        if refusal := _misshapen(wanted, value, Site(root.path, pointer), reference):
            return Refusal("unread", refusal.words) if embeds and len(pointer) == 1 else refusal
        if not isinstance(value, (dict, bool)):
            return Refusal("dangling", f"{quoted(reference)} leads to something that is not a schema")
        return Subschema(base, pointer, value)

    def root_of(self, parent: Subschema, pointer: Pointer, value: Any) -> Root:
        """Give the root of a schema that stands in another: an `$id` makes it its own."""
        return self._root(parent.path, pointer, value) if _is_root(value) else parent.root


def _refusal(reference: str, address: str) -> Refusal:
    written = quoted(reference)
    if _SCHEME.match(address):
        tip = "copy the schema into the registry and refer to the file"
        return Refusal("remote", f"{written} leads out of the registry, and nothing is ever fetched", tip)
    if unquote(address).startswith("/"):
        return Refusal("remote", f"{written} is an absolute path", "write the path from the folder of this file")
    return Refusal("remote", f"{written} leads out of the registry", "keep the file below the registry's root")


def _unreadable(document: Document, reference: str) -> Refusal:
    if document.shut or _defines(document.path):
        return Refusal("unread", f"{quoted(reference)} names a file that cannot be read")
    if not document.problems:
        return Refusal("dangling", f"{quoted(reference)} names a file with nothing in it")
    problem = document.problems[0]
    site = Site(document.path, problem.pointer, span=problem.span)
    return Refusal("dangling", f"a reference leads here, and {problem.message}", problem.tip, site)


_FORMS_WITHIN = {"one": "schema", "many": "schemas", "named": "map", "spare": "map"}


def _wanted(wanted: str, value: Any, step: str) -> str:
    """Say what a step leads to that is taken in what was wanted: a schema, a map or a list of them, or who knows."""
    if wanted == "schema":
        return _FORMS_WITHIN.get(FORMS.get(step, ""), "")
    return "schema" if wanted else ""


def _misshapen(wanted: str, value: Any, site: Site, reference: str) -> Refusal | None:
    """Say so where something else stands than what was wanted; the cause has the words of the metaschema."""
    if wanted == "schema" and not isinstance(value, (dict, bool)):
        named, tip = "a schema", "a schema is a map, or true or false"
    elif wanted == "map" and not isinstance(value, dict):
        named, tip = "a map", ""
    else:
        return None
    cause = Cause(site, f"{shown(value)} stands where {named} is wanted", site.path)
    return Refusal("misshapen", f"{quoted(reference)} leads to something that is not a schema", tip, cause=cause)


def _defines(path: str) -> bool:
    """Whether a file is a definition, in which schemas stand, and of which others say what is wrong with it."""
    return path.startswith(_DEFINITIONS) and path.endswith(".yaml")


def _is_name(path: str) -> bool:
    """Whether a path can be the name of a file at all."""
    return len(path) <= 4096 and path.isprintable()


def _is_index(step: str) -> bool:
    return step.isascii() and step.isdigit() and len(step) <= 6


def _is_root(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("$id"), str) and not value["$id"].startswith("#")


def _meant(value: Any, steps: list[str], index: int, reference: str) -> str:
    """The tip that names the reference that was probably meant."""
    known = value.keys() if isinstance(value, dict) else ()
    match = closest(steps[index], known) if len(known) <= 200 else None
    if match is None:
        return ""
    written = json_pointer((*steps[:index], match, *steps[index + 1 :]))
    return f"did you mean `{reference.partition('#')[0]}#{written}`?"


def _anchors(value: Any) -> list[tuple[str, Pointer]]:
    """List the anchors of a value with their places, the first of two with one name last, so that it wins."""
    found: list[tuple[str, Pointer]] = []
    pending: list[tuple[Any, Pointer]] = [(value, ())]
    while pending:
        here, pointer = pending.pop()
        if isinstance(here, dict):
            for keyword in ("$dynamicAnchor", "$anchor"):
                if isinstance(here.get(keyword), str):
                    found.append((here[keyword], pointer))
            pending += [(item, (*pointer, key)) for key, item in here.items()]
        elif isinstance(here, list):
            pending += [(item, (*pointer, index)) for index, item in enumerate(here)]
    return found[::-1]
