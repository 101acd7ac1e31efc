"""What a rule says (`Finding`), and the same once it has a line and a column (`Diagnostic`)."""

from typing import Literal, NamedTuple

from alvara.diagnostics.site import Revision, Site

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


class Cause(NamedTuple):
    """A place where one change would do away with a finding and with others like it, and what is wrong there.

    `at` is `NOWHERE` where no file has that. `consequence` says, behind their number, what the places do that suffer
    from it.
    """

    at: Site
    message: str
    subject: str
    consequence: str = "places refer to it"


class Finding(NamedTuple):
    """A rule's opinion about a place.

    The message is one lower-case line that says what is true, with backticks round the author's words; `tip` is the way
    out for this very case and, left empty, the first sentence of the rule's "How to fix" stands in for it. `related`
    points at the other places that take part, each with its own short message. Several findings with one `cause` are
    told as one.
    """

    at: Site
    message: str
    tip: str = ""
    related: tuple[tuple[Site, str], ...] = ()
    subject: str = ""
    cause: Cause | None = None


class Related(NamedTuple):
    """Another place that takes part in a diagnostic."""

    file: str
    line: int
    column: int
    message: str


Spot = tuple[str, str, str, int, int]
"""A rule, with the file, pointer, line and column that it speaks of."""


class Diagnostic(NamedTuple):
    """A finding ready to be shown: located, with its rule, severity and the source line it stands on.

    `fingerprint` identifies the finding across runs and rewordings; `source` is the text of `line`, without its line
    end, or None where the file has no such text. `cause` is where one change would mend several like it. `number` is
    more than one where a diagnostic stands for several that are not listed.
    """

    rule: str
    severity: Severity
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    revision: Revision
    subject: str
    pointer: str
    fingerprint: str
    help: str
    related: tuple[Related, ...] = ()
    source: str | None = None
    cause: Cause | None = None
    number: int = 1

    @property
    def spot(self) -> Spot:
        """What tells it from others of a run: what stands in the text of a page has no pointer, only a place."""
        return self.rule, self.file, self.pointer, self.line, self.column


def sort_key(diagnostic: Diagnostic) -> tuple[str, int, int, str, str, str]:
    """Order diagnostics by file, line, column and rule: the order of every report, whatever order they came in."""
    at = (diagnostic.file, diagnostic.line, diagnostic.column)
    return (*at, diagnostic.rule, diagnostic.message, diagnostic.subject)
