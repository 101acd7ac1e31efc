"""misplaced-record."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.ids import FOLDERS
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("misplaced-record", on=Entity, kinds=("release", "tombstone", "migration"), waivable=False)
def misplaced_record(entity: Entity, view: View) -> Iterator[Finding]:
    """A record of the ledger does not stand in the file that its content names.

    ## Why is this bad?
    Each event has one file, named after it. That is what makes two branches that record the same event meet in one
    file, where git sees that they differ, and what finds the last release without opening all of them.

    ## How to fix
    Move the file: a tombstone is `ledger/tombstones/<kind>/<id>.yaml`, a rename `ledger/migrations/<kind>/<from>.yaml`,
    a release `ledger/releases/<sequence>-<version>.yaml`. Where the content is wrong, correct that.
    """
    key = {"release": "version", "tombstone": "id", "migration": "from"}[entity.kind]
    if entity.kind == "migration" and entity.type not in FOLDERS:
        folders = ", ".join(f"`{kind}`" for kind in FOLDERS)
        words = f"`{entity.type}` is no kind of which a rename could be; it is one of {folders}"
        yield Finding(Site(entity.path, (key,)), words, "move the record into the folder of the kind")
        return
    if entity.kind == "release":
        expected = f"releases/{entity.released[0]}-{entity.id}"
    else:
        expected = f"{entity.kind}s/{entity.type}/{entity.id}"
    if entity.path != f"ledger/{expected}.yaml":
        words = f"the record of `{entity.id}` belongs in `ledger/{expected}.yaml`"
        yield Finding(Site(entity.path, (key,)), words, "move it there, or correct what it says")
