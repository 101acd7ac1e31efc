"""Why a run could not look at all."""


class CannotLook(Exception):
    """Usage, git, a missing file: exit 2 with one line that says what to do."""
