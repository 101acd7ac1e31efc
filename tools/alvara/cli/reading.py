"""What the verbs share that ask the registry something: the tree on disk, laid out for questions."""

from collections.abc import Callable

from alvara.adapters.cache import Cache
from alvara.adapters.clock import system_moment
from alvara.adapters.processes import spread_extraction
from alvara.app.check import NOTHING_DEFINED
from alvara.app.getting import Laid
from alvara.app.survey import Survey, survey
from alvara.cli.errors import CannotLook
from alvara.cli.output import refusal, say
from alvara.cli.place import Place, find_place
from alvara.cli.streams import put_error
from alvara.model.filekind import CONFIG
from alvara.registry.lookup import KINDS
from alvara.workspace.snapshot import Damaged


def lay_out(directory: str) -> Survey:
    """Lay out the registry that a folder lies in, and say which of its files do not take part, or that it has none."""
    found = lay_out_place(find_place(directory))
    if not (found.unread or found.refused or any(entity.kind in KINDS for entity in found.entities)):
        say(NOTHING_DEFINED)
    return found


def lay_out_place(place: Place, *, quiet: Callable[[str], bool] = lambda path: False) -> Survey:
    """Lay out a registry whose settings are read already. What does not take part is said, but for `quiet` paths."""
    if place.settings.config is None:
        raise CannotLook(f"{CONFIG} does not hold; `alvara check` says why")
    parts, today = (place.tree, place.settings, place.validators), system_moment()[:10]
    try:
        known = Cache(str(place.root), place.settings.digest, place.began).load()
        found = survey(*parts, today, spread_extraction, known)
    except Damaged:
        found = survey(*parts, today, spread_extraction, None)
    for reason in found.refused:
        put_error(refusal(reason))
    unread = [path for path in found.unread if not quiet(path)]
    if unread:
        others = f" and {len(unread) - 1} more" if len(unread) > 1 else ""
        say(f"left out what is not understood in {unread[0]}{others}; `alvara check` says why")
    return found


def exit_code(found: Laid, code: int = 0) -> int:
    """Give the exit code of an answer: what could not be opened outweighs it."""
    return 2 if found.refused else code
