"""What the rest of the registry needs to know of a thing: its name, its state, whom it names."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from alvara.diagnostics.site import Pointer
from alvara.identity.ids import Kind
from alvara.model.capability import Capability, floor_of
from alvara.model.lifecycle import Deprecation
from alvara.model.page import BINDING_KEYS, Page
from alvara.model.policy import Policy
from alvara.model.reference import Reference
from alvara.model.resource import Resource
from alvara.model.schemas import Names
from alvara.texts.machinery import secrets_of
from alvara.workspace.conditions import Conditions, Shapes, conditions_of, rely_on_surroundings, shapes_of
from alvara.workspace.placeholders import Placeholder, placeholders_of
from alvara.workspace.setting import Setting
from alvara.workspace.spelled_out import Spelled, spelled_out
from alvara.workspace.synonyms import Marks, marks_of, scopes_of

Words = tuple[tuple[str, Pointer], ...]
"""Texts with the places they stand at."""

_DOTTED = re.compile(r"[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)+")


class Entity(NamedTuple):
    """The facts of one definition. A plain tuple underneath: facts are cached and travel between processes.

    `broken` marks a definition that failed its shape: it exists, and is judged no further. `misnamed` marks one whose
    ID is said to be wrong, so that another ID may be missing because of it. `locale` is a page's. `known` tells a
    knowledge page from any other. `codes` are declared, `used_codes` only named. `roles` are
    those of which a user has to have one, and those of which all. `risks` are those that a policy is
    narrowed to. `names` are the properties of a capability's input, or of an entity's record; None where they are not
    known. `announced` tells that an end is announced. `floor` is the least risk that a capability may have. `record` is
    the resource whose record a capability can name in its `placeholders`. `secrets` are what no text may say of how a
    capability is carried out, `spelled` what the texts of a definition may be saying of that. `synonyms` are
    marks, which tell who may go by the same word. `released` is what the record of a release says, or all that a file
    says that governs. `proposers` are those who proposed it. The `codes` of a person tell them from all others.
    Attributes that a kind does not have are empty.
    """

    kind: Kind
    id: str
    path: str
    pointer: Pointer
    status: str = ""
    type: str = ""
    broken: bool = False
    version: str = ""
    risk: str = ""
    action: str = ""
    aliases: Words = ()
    references: tuple[Reference, ...] = ()
    permissions: tuple[str, ...] = ()
    scopes: Words = ()
    locale: str = ""
    known: bool = True
    codes: tuple[str, ...] = ()
    effect: str = ""
    binding_keys: tuple[Any, ...] = ()
    roles: tuple[tuple[str, ...], ...] = ()
    used_codes: Words = ()
    successor: str = ""
    risks: tuple[str, ...] = ()
    expires: str = ""
    names: Names | None = None
    placeholders: tuple[Placeholder, ...] = ()
    record: str = ""
    mentions: Words = ()
    record_path: str = ""
    misnamed: bool = False
    announced: bool = False
    floor: str = ""
    secrets: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    spelled: tuple[Spelled, ...] = ()
    synonyms: Marks = ()
    released: tuple[Any, ...] = ()
    proposers: tuple[str, ...] = ()
    conditions: Conditions = ()
    shapes: Shapes = ()
    tenant_scoped: bool = False

    @property
    def major(self) -> str:
        """The first number of its version, as written; empty where it has none."""
        return self.version.partition(".")[0]


def _names(model: Capability | Resource, key: str, setting: Setting | None) -> Names | None:
    """What a schema of a definition declares; most definitions have none, and need no walk over schemas imported."""
    if setting is None or key not in model.written:
        return None
    from alvara.workspace.authored import names

    return names(model, key, setting)


def _shapes(model: Capability | Resource, keys: tuple[str, ...], setting: Setting | None) -> Shapes:
    """The shapes that conditions may ask for; whoever has no schema pays nothing for that."""
    if setting is None or model.keys.isdisjoint(keys):
        return ()
    return shapes_of(model, keys, setting)


def facts(model: Capability | Resource | Policy | Page, setting: Setting | None = None) -> Entity:
    """Boil a model down to its facts. What its schemas say takes the files that they refer to."""
    spelled = () if setting is None else spelled_out(model, setting)
    if isinstance(model, Resource):
        return Entity(
            "resource", model.id, model.path, model.pointer, model.status, model.type,
            aliases=_aliases(model.aliases, model.pointer), references=model.references,
            successor=_successor(model.deprecation), announced=model.deprecation is not None,
            names=_names(model, "recordSchema", setting), shapes=_shapes(model, ("recordSchema",), setting),
            mentions=_mentions(model.written, model.pointer), record_path=model.written.get("recordPath", ""),
            spelled=spelled, synonyms=_synonyms(model),
        )  # fmt: skip
    if isinstance(model, Capability):
        template = model.written.get("confirmation", {}).get("messageTemplate")
        target, conditions = model.written.get("target", {}), conditions_of(model)
        if conditions and setting is not None:
            rely_on_surroundings(setting)
        return Entity(
            "capability", model.id, model.path, model.pointer, model.status, model.type, version=model.version,
            risk=model.risk, action=model.action, aliases=_aliases(model.aliases, model.pointer),
            references=model.references, permissions=model.permissions,
            codes=tuple(e["code"] for e in model.definition.get("errors", ())),
            roles=_roles(model.written["authorization"]),
            used_codes=() if "errors" in model.unsure else tuple(_used_codes(model.written, model.pointer)),
            successor=_successor(model.deprecation), announced=model.deprecation is not None,
            floor=floor_of(model.action, model.definition),
            names=None if template is None else _names(model, "inputSchema", setting),
            placeholders=tuple(_placeholders(template, model)),
            record=target["resource"] if "idFrom" in target else "",
            mentions=_mentions(model.written, model.pointer), secrets=_secrets(model),
            spelled=spelled, synonyms=_synonyms(model), proposers=tuple(model.written.get("proposedBy", ())),
            conditions=conditions,
            shapes=_shapes(model, ("inputSchema", "outputSchema"), setting) if conditions else (),
            tenant_scoped=model.written["authorization"].get("tenantScoped") is True,
        )  # fmt: skip
    if isinstance(model, Policy):
        conditions = conditions_of(model)
        if conditions and setting is not None:
            rely_on_surroundings(setting)
        return Entity(
            "policy", model.id, model.path, model.pointer, model.status, "", version=model.version,
            references=model.references, scopes=model.scopes, effect=model.effect,
            codes=(model.definition["reason"]["code"],), successor=_successor(model.deprecation),
            announced=model.deprecation is not None,
            risks=tuple(model.definition["appliesTo"].get("risk", ())), expires=model.definition.get("expires", ""),
            mentions=_mentions(model.written, model.pointer), spelled=spelled, conditions=conditions,
        )  # fmt: skip
    head = model.front_matter
    return Entity(
        "page", model.id, model.path, model.pointer, type=str(head.get("type", "")), references=model.references,
        locale=model.locale, known=model.known, binding_keys=_binding_keys(head),
        spelled=spelled,
    )  # fmt: skip


def _secrets(model: Capability) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    found = secrets_of(model.written.get("endpoint", {}), model.written.get("implementation", {}))
    return tuple([(secret.kind, secret.name, secret.steps) for secret in found])


def _synonyms(model: Capability | Resource) -> Marks:
    """The marks of the synonyms, unless nobody asks for the thing by a word (any longer)."""
    if "synonyms" not in model.written or model.type == "api" or model.status in ("deprecated", "removed"):
        return ()
    return marks_of(scopes_of(model.kind, model.id, model.references), model.written["synonyms"])


def _placeholders(template: Any, model: Capability) -> Iterator[Placeholder]:
    """Yield what the confirmation names, apart from what the path of the endpoint names too and is judged by there."""
    path = model.written.get("endpoint", {}).get("path", "")
    for placeholder in placeholders_of(template, (*model.pointer, "confirmation", "messageTemplate")):
        root, _, dotted = (placeholder[0] or "").partition(".")
        if root != "input" or f"{{{dotted}}}" not in path:
            yield placeholder


def _successor(deprecation: Deprecation | None) -> str:
    """What a thing is replaced by, as written, where that could be an ID."""
    return "" if deprecation is None or deprecation.successor is None else deprecation.replaced_by


def _roles(authorization: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    roles = authorization.get("roles", {})
    return (tuple(roles.get("any", ())), tuple(roles.get("all", ()))) if roles else ()


def _used_codes(written: Mapping[str, Any], pointer: Pointer) -> Iterator[tuple[str, Pointer]]:
    """Yield the error codes that a capability answers with, or waits for, apart from those that it declares."""
    for i, condition in enumerate(written.get("preconditions", ())):
        if "error" in condition:
            yield condition["error"], (*pointer, "preconditions", i, "error")
    if "expectError" in written.get("verification", ()):
        yield written["verification"]["expectError"], (*pointer, "verification", "expectError")


def _aliases(aliases: tuple[str, ...], pointer: Pointer) -> Words:
    return tuple((alias, (*pointer, "aliases", i)) for i, alias in enumerate(aliases))


def _mentions(written: Mapping[str, Any], pointer: Pointer) -> Words:
    """List the words of a description that have a dot within, as IDs do."""
    if "description" not in written:
        return ()
    text = written["description"]
    texts = ((text, ("description",)),) if isinstance(text, str) else [(t, ("description", k)) for k, t in text.items()]
    return tuple(
        (word, (*pointer, *steps))
        for text, steps in texts
        if text.count(".") > text.count(". ") + text.endswith(".")
        for word in dict.fromkeys(_DOTTED.findall(text))
    )


def _binding_keys(head: Any) -> tuple[Any, ...]:
    """The binding keys of a page, in a form that compares: a translation repeats them or leaves them out."""
    return tuple(
        (key, tuple(head[key]) if isinstance(head[key], list) else head[key]) for key in BINDING_KEYS if key in head
    )
