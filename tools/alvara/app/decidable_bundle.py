"""A verified bundle as something to decide on."""

from collections.abc import Iterator
from typing import Any

from alvara.app.charters import Decidable, Undecidable
from alvara.bundle.conditions import known_language
from alvara.bundle.layout import REGISTRY
from alvara.bundle.unpacking import Unpacked
from alvara.bundle.wire import parse_json
from alvara.compare.definition import Definition
from alvara.decisions.charter import Source
from alvara.decisions.clauses import Place
from alvara.diagnostics.site import Pointer
from alvara.workspace.contribution import Contribution
from alvara.workspace.entity import Entity
from alvara.workspace.recorded import recorded
from alvara.workspace.subjects import Body
from alvara.workspace.workspace import View, Workspace

_MIGRATIONS = "ledger/migrations/"


def decidable_bundle(bundle: Unpacked) -> Decidable:
    """Take a bundle apart that holds. Raises `Undecidable` where something in it is of a shape not known here.

    Files are named as seen from the bundle, so that a decision says the same wherever the bundle lies.
    """
    if bundle.unknown:
        raise Undecidable(f"{bundle.unknown[0]}: its shape is not known here, and it may decide")
    if not known_language(parse_json(bundle.files[REGISTRY])):
        raise Undecidable(f"{REGISTRY}: it names another language of conditions than the one that is known here")
    held = {definition.facts.path: definition for definition in bundle.definitions}
    contributions = [Contribution(d.facts.path, "", (d.facts,)) for d in bundle.definitions]
    workspace = Workspace(bundle.config, [*contributions, *_migrations(bundle)])
    manifest = bundle.manifest
    commit = None if manifest.source.dirty else manifest.source.commit
    return Decidable(
        View(workspace, ""), lambda: [definition.facts for definition in bundle.definitions],
        lambda entity: _body(held[entity.path]), lambda entity, pointer: _place(bundle, entity, pointer),
        _schema(bundle, "principal"), _schema(bundle, "context"),
        Source("bundle", manifest.digest, manifest.version, commit),
    )  # fmt: skip


def _body(definition: Definition) -> Body:
    assert definition.model is not None, "what is not known stops a run before this"
    body: Body = definition.model.definition
    return body


def _place(bundle: Unpacked, entity: Entity, pointer: Pointer) -> Place:
    """Name the file: all that it says is on one line."""
    return entity.path.removeprefix(f"{bundle.folder}/"), 1


def _schema(bundle: Unpacked, name: str) -> Any:
    data = bundle.files.get(f"private/schemas/{name}.json")
    return None if data is None else parse_json(data)


def _migrations(bundle: Unpacked) -> Iterator[Contribution]:
    for path in sorted(bundle.files):
        if path.startswith(_MIGRATIONS):
            yield Contribution(path, "", recorded("migration", parse_json(bundle.files[path]), path))
