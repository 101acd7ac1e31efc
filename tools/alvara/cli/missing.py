"""Who has yet to agree to a definition that has just been taken a step further."""

from collections.abc import Iterator

from alvara.approvals.subject import BEYOND_REVIEW
from alvara.cli.asking import Asked
from alvara.cli.errors import CannotLook
from alvara.cli.place import find_place
from alvara.model.capability import WEIGHTY
from alvara.model.filekind import GOVERNANCE
from alvara.workspace.entity import Entity


def missing_for(directory: str, entity: Entity, status: str, now: str) -> Iterator[str]:
    """Say what `check` will miss; nothing where nobody has to agree. The step is taken already."""
    place = find_place(directory)
    governed = (place.root / GOVERNANCE).is_dir() or entity.risk in WEIGHTY
    if status not in BEYOND_REVIEW.get(entity.kind, ()) or not governed:
        return
    from alvara.approvals.telling import call, say_missing
    from alvara.cli.agreeing import agreements_of
    from alvara.cli.checking import examine_and_compare

    try:
        checked = examine_and_compare(place, Asked(), now)
        _, agreements = agreements_of(place, checked.outcome, checked.compared, now)
    except CannotLook as error:
        yield f"who has to agree to it cannot be told: {error}"
        return
    for one in agreements.agreements:
        if one.subject.place == (entity.path, entity.pointer) and not one.satisfied:
            yield f"{say_missing(one)}: {call(one)}"
    for subject in agreements.ungoverned:
        if subject.place == (entity.path, entity.pointer):
            yield agreements.doubt or (
                f"its risk is {subject.risk}, and `check` refuses it until there are people in `{GOVERNANCE}/` who can "
                "approve it"
            )
