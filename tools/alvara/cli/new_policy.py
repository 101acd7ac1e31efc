"""What `alvara new policy` does: a policy, and the scenarios that show what it decides."""

from alvara.adapters.shipped import read_template
from alvara.app.charters import Decidable, Undecidable
from alvara.app.decidable_tree import decidable_tree
from alvara.app.filechange import new_file
from alvara.app.first_suite import Outlook, concerned, outlook_of
from alvara.app.scaffolding import SCHEMAS, definition, modeline, place_of
from alvara.app.survey import Survey
from alvara.cli.changes import write
from alvara.cli.errors import CannotLook
from alvara.cli.output import say
from alvara.cli.place import Place
from alvara.cli.streams import put
from alvara.decode.policy import policy
from alvara.documents.load import load
from alvara.model.policy import Policy


def start_policy(place: Place, found: Survey, id: str) -> int:
    """Write the draft of a policy, and its first suite where one can be written."""
    path, registry = place_of("policy", id), _registry(place, found)
    about = concerned(id, registry.principal) if registry else None
    shapes = {kind for kind in ("policy", "scenario") if place.tree.entry(f"{SCHEMAS}/{kind}.schema.json") is not None}
    template = read_template("policy.yaml")
    text = definition("policy", id, "", template, found.view, with_schemas="policy" in shapes, about=about)
    outlook = Outlook()
    if registry:
        outlook = _outlook(place, policy(load(path, text.encode()).value, path), about, registry, shapes)
    files = {path: text, **({outlook.path: outlook.text} if outlook.text else {})}
    if place.tree.entry(path) is not None:
        raise CannotLook(f"{path} is there already")
    write(place, [new_file(*file) for file in files.items()])
    put("".join(f"wrote {file}\n" for file in files))
    put(f"next: {_next(id, outlook)}\n")
    return 0


def _registry(place: Place, found: Survey) -> Decidable | None:
    try:
        if found.unread:
            raise Undecidable(found.unread[0])
        return decidable_tree(found, place.tree)
    except Undecidable as error:
        say(f"no scenario is written, since not everything can be read: {error}")
        return None


def _outlook(place: Place, begun: Policy, about: str | None, registry: Decidable, shapes: set[str]) -> Outlook:
    try:
        return outlook_of(
            begun, about, registry, lambda at: place.tree.entry(at) is not None,
            lambda at: modeline("scenario", at) if "scenario" in shapes else "",
        )  # fmt: skip
    except Undecidable as error:
        say(f"no scenario is written, since not everything can be read: {error}")
        return Outlook()


def _next(id: str, outlook: Outlook) -> str:
    said = "say when it holds and what it answers"
    if not outlook.capability:
        return (
            "say on what it decides, when it holds and what it answers, then run `alvara check`; once it decides on "
            "a capability, show with a suite in scenarios/ what it decides"
        )
    if outlook.text:
        return f"{said}, and let the scenarios show both; then run `alvara check` and `alvara test`"
    return (
        f"{said}; add a scenario that it decides to {outlook.path} (`decidedBy: [{id}]`), and one that it leaves "
        "alone; then run `alvara check` and `alvara test`"
    )
