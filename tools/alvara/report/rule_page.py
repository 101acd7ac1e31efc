"""The page of a rule: what it says, why, how to fix it, and an example that a test keeps true."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from alvara.diagnostics.rule import Rule
from alvara.report.escape import visible

_LANGUAGES = {".yaml": "yaml", ".json": "json", ".md": "markdown"}
_MOST_LINES = 40
_LONGEST_LINE = 160
_CONFLICT = re.compile(r"<{7}|={7}|>{7}|\|{7}")
_TICKS = re.compile("`+")


@dataclass(frozen=True, slots=True)
class Example:
    """A little registry: its files by path, those that it had in the base, and what `alvara check` says of it."""

    files: Mapping[str, str]
    base: Mapping[str, str] = field(default_factory=dict)
    said: str = ""


def render(rule: Rule, bad: Example | None = None, good: Example | None = None) -> str:
    """Write the page as Markdown. A wheel has the pages but not the examples, a new rule may have neither yet."""
    lines = [f"# {rule.name}", "", rule.summary, "", standing(rule), "", rule.doc.partition("\n")[2].strip()]
    if bad:
        lines += ["", "## Example", *_files(bad, {}), "", "`alvara check` says:", "", *_fenced(bad.said, "text")]
    if bad and good:
        lines += ["", "## Instead", *_files(good, bad.files)]
        lines += [f"\n`{path}` is not there." for path in sorted(bad.files.keys() - good.files.keys())]
    return "\n".join(lines) + "\n"


def standing(rule: Rule) -> str:
    """Say in a line how grave the rule is and what can be done about that."""
    drafts = "" if rule.on_drafts == rule.severity else f" ({rule.on_drafts} on drafts)"
    waived = "it can be waived for a time" if rule.waivable else "it cannot be waived"
    mended = "; `alvara check --fix` mends it where only one answer is right" if rule.fixable else ""
    return f"Severity: {rule.severity}{drafts}; since {rule.since}; {waived}{mended}."


def _files(example: Example, known: Mapping[str, str]) -> Iterator[str]:
    """Show the files that a reader has not seen yet, the base before what became of it."""
    for path, text in sorted(example.base.items()):
        if example.files.get(path) != text:
            yield from ("", f"`{path}`, before:", "", *_fenced(text, _language(path)))
    for path, text in sorted(example.files.items()):
        if known.get(path) != text:
            yield from ("", f"`{path}`{', now' if path in example.base else ''}:", "", *_fenced(text, _language(path)))


def _language(path: str) -> str:
    return next((language for ending, language in _LANGUAGES.items() if path.endswith(ending)), "text")


def _fenced(text: str, language: str) -> list[str]:
    """Put text into a fence that nothing in it closes, with what is hidden in it made visible."""
    lines = [line.rstrip("\r") for line in text.rstrip("\n").split("\n")]
    shown = [visible(line[:_LONGEST_LINE]) + "…" * (len(line) > _LONGEST_LINE) for line in lines[:_MOST_LINES]]
    if len(lines) > _MOST_LINES:
        shown.append(f"… and {len(lines) - _MOST_LINES} more lines")
    ticks = "`" * max([3, *(len(run) + 1 for line in shown for run in _TICKS.findall(line))])
    # An example of a merge conflict is no merge conflict of this page: an indented fence shows the same.
    indent = "  " if any(_CONFLICT.match(line) for line in shown) else ""
    return [f"{indent}{line}".rstrip() for line in (f"{ticks}{language}", *shown, ticks)]
