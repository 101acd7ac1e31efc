"""Findings to diagnostics: the one place where a symbolic place gets its line and column."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from alvara.diagnostics.finding import Diagnostic, Finding, Related, Severity
from alvara.diagnostics.rule import Rule
from alvara.diagnostics.site import START, Revision, Site, Span, json_pointer
from alvara.documents.document import Document
from alvara.documents.text import split_lines
from alvara.identity.digests import digest

if TYPE_CHECKING:
    from alvara.documents.places import Places


_SIDES: tuple[Revision, ...] = ("base", "current")
_File = tuple[Revision, str]
"""A path on one of the sides."""


class Locator:
    """Turns sites into lines, reading each document once."""

    def __init__(
        self, document: Callable[[str], Document | None], base: Callable[[str], Document | None] | None = None
    ) -> None:
        """Take the functions that give a document by path, now and in the base that is compared with.

        A document's `text` must be the file's, from `first_line` on.
        """
        self._current, self._base = document, base
        self._places: dict[_File, Places | None] = {}
        self._lines: dict[_File, list[str]] = {}
        self._cures: dict[str, str] = {}
        self._fingerprints: dict[tuple[str, str, _File, str], str] = {}

    def diagnose(self, rule: Rule, finding: Finding, severity: Severity, subject: str) -> Diagnostic:
        """Show where a finding is."""
        site = finding.at
        span = self.span(site)
        related = tuple(
            Related(other.path, place.line, place.column, words + (", in the base" if other.revision == "base" else ""))
            for other, words in finding.related
            for place in (self.span(other),)
        )
        subject = finding.subject or subject
        pointer = json_pointer(site.pointer)
        return Diagnostic(
            rule.name, severity, finding.message, site.path, span.line, span.column, span.end_line, span.end_column,
            site.revision, subject, pointer, self._fingerprint(rule.name, subject, site, pointer),
            finding.tip or self._cure(rule), related, self._line(site, span.line),
            finding.cause,
        )  # fmt: skip

    def knows(self, path: str) -> bool:
        """Whether there is such a file at all."""
        return self._current(path) is not None

    def _cure(self, rule: Rule) -> str:
        if rule.name not in self._cures:
            self._cures[rule.name] = rule.cure
        return self._cures[rule.name]

    def span(self, site: Site) -> Span:
        """Make a site concrete; a file that is not there has only a start."""
        if site.span is not None:
            return site.span
        places = self._of(site)
        return START if places is None else places.locate(site)

    def _document(self, site: Site) -> Document | None:
        if site.revision == "base":
            return None if self._base is None else self._base(site.path)
        return self._current(site.path)

    def _of(self, site: Site) -> "Places | None":
        file = (site.revision, site.path)
        if file not in self._places:
            document = self._document(site)
            from alvara.documents.places import places_of  # a clean registry never needs a place

            self._places[file] = None if document is None else places_of(document)
        return self._places[file]

    def _line(self, site: Site, line: int) -> str | None:
        file = (site.revision, site.path)
        if file not in self._lines:
            document = self._document(site)
            self._lines[file] = [] if document is None else split_lines(document.whole)
        lines = self._lines[file]
        return lines[line - 1] if line <= len(lines) else None

    def _fingerprint(self, rule: str, subject: str, site: Site, pointer: str) -> str:
        """Name a finding by what it is about. A rule may have much to say of one value, which is read once."""
        key = (rule, subject, (site.revision, site.path), pointer)
        if key not in self._fingerprints:
            was, now = (self._value(site._replace(revision=side)) for side in _SIDES)
            try:
                self._fingerprints[key] = digest([rule, subject, pointer, was, now])
            except (ValueError, TypeError):  # what canonical JSON cannot carry, such as a lone surrogate
                self._fingerprints[key] = digest(
                    [rule, _escaped(subject), _escaped(pointer), was if was is None else ascii(was), ascii(now)]
                )
        return self._fingerprints[key]

    def _value(self, site: Site) -> Any:
        document = self._document(site)
        return None if document is None else document.at(site.pointer)


def _escaped(text: str) -> str:
    """Write a text that need not be Unicode, such as the name of a file, so that it can be digested."""
    return text.encode("ascii", "backslashreplace").decode("ascii")
