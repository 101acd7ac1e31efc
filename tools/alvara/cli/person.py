"""Who somebody is: whom they name, or whose address git has."""

from alvara.adapters.git import Process
from alvara.app.permission import Unclear, person_behind, person_called
from alvara.cli.errors import CannotLook
from alvara.cli.place import Place
from alvara.model.governance import Governance, Person


def person_here(place: Place, named: str, governance: Governance) -> Person:
    """Find who is meant, or who sits here, as git knows them. Raises `CannotLook` where nobody can tell."""
    if named:
        return person_called(named, governance)
    email = Process(str(place.root), "config", "--get", "user.email").result().output.decode("utf-8", "replace")
    try:
        return person_behind(email.strip(), governance)
    except Unclear as unclear:
        raise CannotLook(str(unclear)) from unclear
