"""The moment that a run judges as of: what was asked for, the date of a commit, or the time of the clock."""

from alvara.adapters.clock import parse_moment, system_moment
from alvara.adapters.revision import NoRevision, Revision, moment_at
from alvara.cli.errors import CannotLook


def asked_moment(given: str) -> str:
    """Read a moment that was given on the command line. Raises `CannotLook`."""
    try:
        return parse_moment(given)
    except ValueError as error:
        raise CannotLook(str(error)) from error


def moment_of(revision: Revision) -> str:
    """Give the moment that a commit is of. Raises `CannotLook`."""
    try:
        return revision.moment
    except ValueError as error:
        raise CannotLook(str(error)) from error


def asked_or_now(given: str) -> str:
    """Give the moment that was asked for; an empty text asks for none. Raises `CannotLook`."""
    return asked_moment(given) if given else system_moment()


def asked_or_committed(given: str, root: str, revision: Revision | None = None) -> str:
    """Give the moment that was asked for, or else that of a commit: HEAD's, where no other is given.

    Where there is no commit, it is now. Raises `CannotLook`.
    """
    if given:
        return asked_moment(given)
    try:
        return revision.moment if revision is not None else moment_at(root, "HEAD")
    except NoRevision:
        return system_moment()
    except ValueError as error:
        raise CannotLook(str(error)) from error
