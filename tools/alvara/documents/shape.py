"""JSON Schema errors as findings: one a mistake, at the right key, with the word that was meant."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from json import loads
from typing import TYPE_CHECKING, Any

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.site import Pointer, Site
from alvara.diagnostics.wording import listed
from alvara.documents.document import Document
from alvara.documents.objections import TYPES, object_to
from alvara.documents.routes import route
from alvara.identity.ids import FOLDERS, Kind, path_of
from alvara.identity.suggestions import closest

if TYPE_CHECKING:
    from alvara.documents.places import Places

RENAMED: Mapping[str, str] = {
    "requiredPermissions": "permissions", "requiredRoles": "roles", "route": "path", "api": "endpoint",
    "validation": "preconditions", "relatedCapabilities": "capabilityRefs", "relatedPolicies": "policyRefs",
    "semanticId": "id", "retryPolicy": "retry", "riskLevel": "risk", "executor": "implementation",
    "input": "inputSchema", "output": "outputSchema", "title": "name",
}  # fmt: skip
"""Keys that the founding documents or neighbouring tools spell another way, with the key to use."""

ELSEWHERE: Mapping[str, str] = {
    "requiredPermissions": "write it as `permissions` under `authorization`",
    "requiredRoles": "write them as `roles` under `authorization`",
    "permissions": "write it under `authorization`",
    "route": "write it as `path` under `endpoint`",
    "method": "write it under `endpoint`",
    "timeoutMs": "write it under `execution`",
    "retry": "write it under `execution`",
    "idempotent": "write it under `execution`",
    "kind": "delete it: the folder tells the kind",
    "apiVersion": "delete it: the folder tells the kind",
}
"""Keys that belong in another place, or in none, with the way out."""

MOST_FINDINGS = 100
"""Findings told of one definition."""

_VAST = 200_000
"""Characters of a definition, above which its first mistake is told alone: collecting half a million takes too long."""

Said = tuple[str, Finding]
"""A rule's name and what it says."""


class Validators:
    """The compiled schemas of the file kinds, each compiled when it is first needed."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        """Take the function that reads a published schema by its name."""
        self._read = read
        self._compiled: dict[str, Validator] = {}

    def of(self, kind: str) -> "Validator":
        """Give the validator of a kind: config, capability, domain, resource, policy or page."""
        if kind not in self._compiled:
            schema = loads(self._read(kind))
            if kind == "resource":
                schema = {"$schema": schema["$schema"], "$ref": "#/$defs/resource", "$defs": schema["$defs"]}
            self._compiled[kind] = Validator(schema)
        return self._compiled[kind]


class Validator:
    """One kind's schema, ready to judge values."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        """Compile the schema. It never fetches, and its patterns cannot backtrack."""
        from jsonschema_rs import RegexOptions, validator_for

        self.schema = schema
        self._validator = validator_for(
            dict(schema), offline=True, validate_formats=True, pattern_options=RegexOptions()
        )
        self.accepts: Callable[[Any], bool] = self._validator.is_valid
        self._last: tuple[Document, Places] | None = None
        self._meant: dict[tuple[str, ...], str | None] = {}

    def judge(self, value: Any, document: Document, pointer: Pointer) -> list[Said]:
        """List what is wrong with a value that stands at `pointer` of its document."""
        return list(islice(_Judgement(self, value, document, pointer).said(), MOST_FINDINGS))

    def errors(self, value: Any) -> list[Any]:
        """Return the library's errors, in an order of our own."""
        found = list(self._validator.iter_errors(value)) if len(repr(value)) < _VAST else [self._first_error(value)]
        return sorted(found, key=lambda e: (list(map(str, e.instance_path)), e.message))

    def places(self, document: Document) -> "Places":
        """Locate the values of a document, whose definitions come one after the other."""
        if self._last is None or self._last[0] is not document:
            from alvara.documents.places import places_of  # sound files never need a place

            self._last = (document, places_of(document))
        return self._last[1]

    def meant(self, key: str, known: list[str]) -> str | None:
        """Give the known key that an unknown one was probably meant to be. The same slip is often made many times."""
        question = (key, *known)
        if question not in self._meant:
            self._meant[question] = closest(key, known)
        return self._meant[question]

    def _first_error(self, value: Any) -> Any:
        from jsonschema_rs import ValidationError

        try:
            self._validator.validate(value)
        except ValidationError as error:
            return error
        raise AssertionError("only what is not accepted is judged")


def judge_resource_list(document: Document) -> list[Said]:
    """List what is wrong round the `resources:` of a file, whose items are judged one by one."""
    found: list[Said] = []
    for key, value in document.value.items():
        place = Site(document.path, (key,), part="value" if key == "resources" else "key")
        if key != "resources":
            message = f"`{key}` stands beside `resources`, which holds all there is"
            found.append(("unknown-key", Finding(place, message, "move it into the resources that it is about")))
        elif not isinstance(value, list):
            message = f"{TYPES.get(type(value), 'a text')} stands where the list of resources is wanted"
            found.append(("wrong-shape", Finding(place, message, "start each resource with `- `")))
        elif not value and len(document.value) == 1:
            message = "the list of resources is empty"
            found.append(("wrong-shape", Finding(place, message, "list a resource, or delete the file")))
    return found


_SIGNS: Mapping[Kind, frozenset[str]] = {
    "capability": frozenset({"inputSchema", "authorization"}),
    "policy": frozenset({"effect", "appliesTo"}),
}
"""The keys by which a definition is known that lies in the folder of another kind."""

_DOTTED = re.compile(r"[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*")


def judge_definition(kind: Kind, validator: Validator, value: Any, document: Document, pointer: Pointer) -> list[Said]:
    """List what is wrong with a definition. One in the folder of another kind is one mistake, not one a key."""
    keys = value.keys() if isinstance(value, dict) else frozenset()
    meant = [other for other, signs in _SIGNS.items() if signs <= keys]
    if len(meant) != 1 or meant[0] == kind or "id" not in keys:
        return validator.judge(value, document, pointer)
    id = value["id"]
    named = isinstance(id, str) and _DOTTED.fullmatch(id)
    tip = f"move it to `{path_of(meant[0], id) if named else FOLDERS[meant[0]] + '/'}`"
    message = f"a {meant[0]} stands here, in the place of a {kind}"
    return [("wrong-shape", Finding(Site(document.path, (*pointer, "id"), part="key"), message, tip))]


def judge_shared_block(validator: Validator, document: Document) -> list[Said]:
    """List what is wrong with a domain's file. A capability that stands there is one mistake, not one a key."""
    if not isinstance(document.value, dict) or not {"id", "version"} <= document.value.keys():
        return validator.judge(document.value, document, ())
    message = "a capability stands here, in the file for what the capabilities of this folder share"
    return [("wrong-shape", Finding(Site(document.path, ("id",), part="key"), message, "move it to `domain.v1.yaml`"))]


class _Judgement:
    def __init__(self, validator: Validator, value: Any, document: Document, pointer: Pointer) -> None:
        self.validator, self.value, self.document, self.pointer = validator, value, document, pointer

    def said(self) -> Iterator[Said]:
        meant: set[tuple[Pointer, str]] = set()
        spoken: set[Pointer] = set()
        missing: dict[Pointer, list[str]] = {}
        for error in self.validator.errors(self.value):
            at = route(self.value, error.instance_path)
            kind = type(error.kind).__name__.rpartition("_")[2]
            if kind in ("AdditionalProperties", "UnevaluatedProperties"):
                known = sorted(self._schema(error.schema_path[:-1]).get("properties", ()))
                for key in error.kind.unexpected:
                    if self._stands_alone((*at, key)):
                        if at not in spoken:
                            spoken.add(at)
                            yield self._cut((*at, key))
                        continue
                    renamed = _renamed(key, known)
                    match = renamed or self.validator.meant(key, known)
                    yield "unknown-key", self._unknown(at, key, known, match, renamed is not None)
                    meant.add((at, match or ""))
            elif kind == "Required":
                missing.setdefault(at, []).append(error.kind.property)
            elif kind == "FalseSchema":
                if at[:-1] not in spoken:
                    spoken.add(at[:-1])
                    yield self._out_of_place(at, error)
            elif at not in spoken:
                spoken.add(at)
                yield self._cut(at) if self._stands_alone(at) else self._wrong(at, kind, error)
        for at, keys in missing.items():
            if wanted := [f"`{key}`" for key in keys if (at, key) not in meant]:
                message = f"{listed(wanted)} {'is' if len(wanted) == 1 else 'are'} missing here"
                yield "wrong-shape", self._finding(at, message, f"add {listed(wanted)}")

    def _finding(self, at: Pointer, message: str, tip: str = "") -> Finding:
        return Finding(Site(self.document.path, (*self.pointer, *at)), message, tip)

    def _key_finding(self, at: Pointer, message: str, tip: str) -> Finding:
        return Finding(Site(self.document.path, (*self.pointer, *at), part="key"), message, tip)

    def _unknown(self, at: Pointer, key: str, known: list[str], match: str | None, renamed: bool) -> Finding:
        if not known:  # only texts in several languages have keys that the schema does not list
            return self._key_finding((*at, key), f"`{key}` is not a locale", "locales look like `en` and `pt-BR`")
        message = f"`{key}` is not a key that is known here"
        if key in ELSEWHERE and not renamed:
            return self._key_finding((*at, key), message, ELSEWHERE[key])
        if match is None:
            return self._key_finding((*at, key), message, f"known keys: {', '.join(known)}")
        tip = f"the key is called `{match}` here" if renamed else f"did you mean `{match}`?"
        return self._key_finding((*at, key), message, tip)

    def _cut(self, at: Pointer) -> Said:
        message = f"`{at[-1]}` stands alone: the comma before it ends a text"
        return "cut-by-comma", self._key_finding(at, message, "put the text that has the comma in quotes")

    def _out_of_place(self, at: Pointer, error: Any) -> Said:
        """Tell of a key that a condition of the schema forbids: `if` it has a key, `then` not this one, or `else`."""
        *outer, branch, _, _ = error.schema_path
        asked = self._schema(outer)["if"].get("required", ["another key"])[0]
        how = "beside" if branch == "then" else "without"
        message = f"`{at[-1]}` stands here {how} `{asked}`"
        return "wrong-shape", self._key_finding(at, message, self._description([*outer, branch]))

    def _wrong(self, at: Pointer, kind: str, error: Any) -> Said:
        value = _value_at(self.value, at)
        shown = self._shown(at, value)
        if kind == "Type" and at[-1:] == ("version",) and shown != "nothing" and type(value) in (int, float):
            message = f"{shown} is read as a number, which loses how it is written"
            return "version-not-a-string", self._finding(at, message, _quoted_version(shown.strip("`")))
        message, tip = object_to(kind, error, value, shown, self._description(error.schema_path))
        if not at and not self.pointer:
            tip = _way_to_a_map(value)
        return "wrong-shape", self._finding(at, message, tip)

    def _schema(self, path: list[Any]) -> Mapping[str, Any]:
        schema: Any = self.validator.schema
        for step in path:
            schema = schema[step]
        found: Mapping[str, Any] = schema
        return found

    def _description(self, path: list[Any]) -> str:
        """What the schema says of the value, or of the closest thing around it."""
        for length in range(len(path) - 1, 1, -1):
            schema = self._schema(path[:length])
            description = schema.get("description") if isinstance(schema, dict) else None
            if isinstance(description, str):
                return description.rstrip(".")
        return ""

    def _stands_alone(self, at: Pointer) -> bool:
        """Whether a key has no colon: in a flow map a comma inside a text makes the rest of the text a key."""
        if not at or not isinstance(at[-1], str) or _value_at(self.value, at) is not None:
            return False
        places = self.validator.places(self.document)
        key = places.keys.get((*self.pointer, *at))
        return key is not None and not places.after(key).lstrip().startswith(":")

    def _shown(self, at: Pointer, value: Any) -> str:
        if type(value) in TYPES:
            return TYPES[type(value)]
        pointer = (*self.pointer, *at)
        places = self.validator.places(self.document)
        written = places.written(pointer) if pointer in places.values else ""
        if written[:1] in ("", "|", ">"):
            written = " ".join(str(value).split())
        return f"`{written}`" if len(written) <= 80 else f"`{written[:80]}…` ({len(written):,} characters)"


def _quoted_version(written: str) -> str:
    parts = written.split(".")
    if not all(part.isdigit() for part in parts):
        return f'write it in quotes, as "{written}" would be a text'
    return f'write it in quotes, "{written}", and in three parts: "{".".join([*parts, "0", "0"][:3])}"'


def _way_to_a_map(value: Any) -> str:
    if isinstance(value, list):
        return "begin with `id:`; only resources may be listed, below `resources:`"
    return "write a space after the colon of each key" if isinstance(value, str) and ":" in value else ""


def _renamed(key: str, known: list[str]) -> str | None:
    renamed = RENAMED.get(key)
    return renamed if renamed in known and f"{key}s" not in known else None


def _value_at(value: Any, at: Pointer) -> Any:
    for step in at:
        value = value[step]
    return value
