"""The `new` and `init` verbs: templates and names in, files out."""

import re
from collections.abc import Mapping
from json import dumps
from posixpath import relpath
from string import Template
from unicodedata import normalize

from alvara.documents.spelling import flow, scalar
from alvara.identity.ids import FOLDERS, Kind, Naming, kebab, path_of, prefixes, wire_name
from alvara.model.capability import FLOORS, READS
from alvara.model.filekind import is_domain_file
from alvara.registry.lookup import look_up
from alvara.texts.hidden import without_hidden
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View

SCHEMAS = ".alvara/schemas"

_ACTIONS = {
    **dict.fromkeys(("get", "read", "show", "view"), "get"),
    **dict.fromkeys(("search", "find"), "search"),
    **dict.fromkeys(("navigate", "open", "go"), "navigate"),
    **dict.fromkeys(("create", "clone", "copy"), "create"),
    **dict.fromkeys(("update", "change", "edit", "set", "add", "remove"), "update"),
    **{action: action for action in ("list", "explain", "filter", "sort", "approve", "cancel", "submit", "delete")},
}
"""What the first word of an operation's name says of its action."""

_BEFORE_REVIEW_OF_A_WRITE = """\
# Before review: when the user is asked, whether a repeat is harmless, and how to make sure that the change happened.
# confirmation: {required: true}
# execution: {idempotent: false}
# verification: {enabled: true, method: response}
"""

_WHEN = """\
# When it holds: conditions in CEL, each with its meaning in plain words. They may read input, resource, principal,
# context and now. This one is only there to be replaced.
when:
  all:
    - id: is-the-one
      expr: $expr
      text: The one whom this is about asks.
"""

_WHEN_LEFT_OUT = """\
# Without `when` it always holds. A condition in CEL, with its meaning in plain words:
# when:
#   all:
#     - id: is-approved
#       expr: resource.status == "APPROVED"
#       text: The record is approved.
"""

_PLAIN_ID = re.compile(r"[A-Za-z0-9_.@-]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

FILES = {
    "alvara.yaml": "alvara.yaml",
    ".pre-commit-config.yaml": "pre-commit-config.yaml",
    ".github/workflows/alvara.yml": "workflow.yml",
    ".vscode/settings.json": "settings.json",
    ".gitattributes": "gitattributes",
    ".gitignore": "gitignore",
}
"""What `init` writes beside folders and schemas, with the template of each."""

FOLDERS_OF_A_REGISTRY = (*FOLDERS.values(), "scenarios", "docs")


def objection(kind: Kind, id: str, naming: Naming, view: View) -> str:
    """Say why an ID cannot be given to a new thing of a kind; empty where it can."""
    if words := naming.objection(id):
        return f"`{id}` {words}"
    for stone in view.definitions("tombstone", id):
        return f"`{id}` is the ID of a {stone.type} that was removed; a retired ID never returns"
    known = look_up(view, id, (kind,)) or [e for e in view.alike(kind, id) if e.id.casefold() == id.casefold()]
    if known and known[0].id.casefold() != id.casefold():
        return f"`{id}` is an older name of the {kind} `{known[0].id}`, in {known[0].path}"
    if known:
        return f"the {kind} `{known[0].id}` is there already, in {known[0].path}"
    namesakes = [e for e in view.alike(kind, id) if kind == "capability" and wire_name(e.id) == wire_name(id)]
    if namesakes:
        return f"the capability `{namesakes[0].id}` is called `{wire_name(id)}` in tool APIs, as this one would be"
    return ""


def place_of(kind: Kind, id: str) -> str:
    """Give the file for a new definition: one of a major where the plain one holds what a domain shares."""
    path = path_of(kind, id)
    return path_of(kind, id, 1) if is_domain_file(path) else path


def definition(
    kind: Kind, id: str, type: str, template: str, view: View, *, with_schemas: bool, about: str | None = None
) -> str:
    """Write a draft that passes `check`. `type` may be empty; `with_schemas` says that editors find schemas here.

    `about` is the ID of the user whom a policy begins with; without one it begins without a condition.
    """
    parent = _nearest(id, view)
    path, name = place_of(kind, id), _name(id)
    locales = view.config.locales
    action = _ACTIONS.get(kebab(id.rpartition(".")[2]).partition("-")[0], "custom")
    resources = [parent.id] if parent else []
    values = {
        "modeline": modeline(kind, path) if with_schemas else "",
        "id": scalar(id),
        "name": scalar(name),
        "description": f"What {'the rule is' if kind == 'policy' else 'it does'}, in a sentence still to be written.",
        "action": action,
        "risk": FLOORS[action],
        "type": type or _type(id, parent),
        "labels": ", ".join(f"{locale}: {name}" for locale in locales),
        "synonyms": ", ".join(f"{locale}: [another word]" for locale in locales),
        "before_review": "" if action in READS else _BEFORE_REVIEW_OF_A_WRITE,
        "semantic_ids": f"semanticIds: {flow(resources)}" if parent else "# semanticIds: [what.it.reads.or.changes]",
        "applies_to": f"  resources: {flow(resources)}" if parent else f'  capabilities: ["{id.partition(".")[0]}.*"]',
        "code": scalar("_".join(kebab(segment) for segment in id.split(".")).replace("-", "_").upper()),
    }
    return Template(template).substitute(values, when=_when(about))


def modeline(schema: str, path: str) -> str:
    """Write the line that tells editors which schema a file has."""
    return f"# yaml-language-server: $schema={relpath(f'{SCHEMAS}/{schema}.schema.json', path.rpartition('/')[0])}\n"


def _when(about: str | None) -> str:
    if about is None:
        return _WHEN_LEFT_OUT
    expr = f"principal.id == {dumps(about)}"
    return Template(_WHEN).substitute(expr=expr if _PLAIN_ID.fullmatch(about) else dumps(expr))


def scaffold(templates: Mapping[str, str], registry: str, name: str, branch: str, version: str) -> dict[str, str]:
    """Write the files of a new registry; `templates` are by name, `registry` is its identity, `branch` the main branch.

    `name` may be that of any folder; what nobody would see of it is left out.
    """
    shown = without_hidden(normalize("NFC", name)).strip() or "registry"
    values = {"registry": registry, "name": scalar(shown), "branch": scalar(branch), "version": version}
    return {path: Template(templates[template]).substitute(values) for path, template in FILES.items()}


def _nearest(id: str, view: View) -> Entity | None:
    """Give the resource that a new thing is most likely about: the nearest above its ID."""
    found = (view.definition("resource", prefix) for prefix in reversed([*prefixes(id), id]))
    return next((entity for entity in found if entity is not None and not entity.broken), None)


def _name(id: str) -> str:
    words = _HUMP.sub(" ", id.rpartition(".")[2]).replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:].lower()


def _type(id: str, parent: Entity | None) -> str:
    """Guess the type of a resource: by the name of its tree, else a part of something is a field."""
    top, _, rest = id.partition(".")
    if top == "api":
        return "api"
    if top == "ui" and rest:
        return "section" if "." in rest else "page"
    return "field" if rest else "entity"
