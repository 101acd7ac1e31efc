"""Whatever authors write, each format stays valid and nothing in it acts on a terminal or a CI log."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from alvara.diagnostics.finding import Diagnostic, Related
from alvara.report import escape, github, gitlab, json_v1, junit, sarif, text
from alvara.report.report import Report

RENDERERS: dict[str, Callable[[Report], str]] = {
    "text": text.render,
    "json": json_v1.render,
    "sarif": sarif.render,
    "github": github.render,
    "gitlab": gitlab.render,
    "junit": junit.render,
}
JSON_FORMATS = ("json", "sarif", "gitlab")
HOSTILE = {
    "a forged annotation": "x\n::error file=README.md::forged",
    "a forged annotation after a carriage return": "x\r::error file=README.md::forged",
    "an encoded workflow command": "%0A::add-mask::x",
    "a command at the start": "::stop-commands::x",
    "a command after blanks": " \u3000::stop-commands::x",
    "a command in brackets": "a ##[add-mask]x",
    "a pipeline command": "###vso[task.setvariable variable=PATH]x",
    "terminal escapes": "\x1b]0;owned\a\x1b[2J",
    "terminal escapes in one character": "\x9b2J\x9d0;owned\x9c",
    "a backspace and a delete": "safe\b\b\b\bevil\x7f",
    "bidirectional controls": "\u202eevil\u2066x\u2069\u061c",
    "zero-width characters": "ad\u200bmin\ufeff\u2060\u200d",
    "tag characters": "\U000e0001\U000e0041",
    "line separators": "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg",
    "a very long text": "y" * 20_000,
    "twenty thousand escapes": "\x1b" * 20_000,
    "many combining marks": "e" + "\u0301" * 20_000,
    "commas, colons and percent signs": "a,b:c::d%25%",
    "blanks": " my file  name ",
    "markup": "<script>alert('1')</script>&amp;",
    "the end of a CDATA section": "]]>",
    "lone surrogates": "\ud800x\udfff\udce9",
    "halves of an emoji": "\ud83d\ude00",
    "noncharacters": "\ufffe\uffff\ufdd0",
    "quotes and backslashes": '"\'\\\\"\\u0041\\',
    "nothing": "",
}
SCHEMAS = {
    "json": (
        jsonschema.Draft202012Validator,
        Path(__file__).parents[2] / "schemas/output/check-1.schema.json",
    ),
    "sarif": (jsonschema.Draft4Validator, Path(__file__).parent / "data/sarif-schema-2.1.0.json"),
}
VALIDATORS = {
    name: validator(json.loads(path.read_text(encoding="utf-8"))) for name, (validator, path) in SCHEMAS.items()
}
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60) | st.sampled_from(list(HOSTILE.values()))


def hostile_report(report: Report, hostile: str) -> Report:
    """Put a text wherever an author's words can stand."""
    finding = report.findings[0]._replace(
        message=hostile,
        file=hostile,
        subject=hostile,
        pointer=hostile,
        help=hostile,
        source=hostile,
        related=(Related(hostile, 1, 1, hostile),),
    )
    return report._replace(findings=(finding, finding._replace(revision="base")), notes=(hostile,))


def lines_of(rendered: str) -> list[str]:
    """Split at line feeds alone, so that every other separator is seen as part of a line."""
    assert rendered.endswith("\n")

    return rendered[:-1].split("\n")


def assert_nothing_hidden(lines: Iterable[str]) -> None:
    hidden = {c for line in lines for c in line if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}

    assert hidden == set()


def assert_no_command(lines: Iterable[str]) -> None:
    for line in lines:
        assert not line.lstrip().startswith("::")
        assert not re.search(r"##\w*\[", line)


def assert_valid(name: str, rendered: str) -> None:
    """Hold a rendered report to the rules of its format."""
    lines = lines_of(rendered)
    rendered.encode("utf-8")
    assert_nothing_hidden(lines)
    if name == "github":
        annotation = re.compile(r"::(error|warning|notice) file=[^,:]*(,[A-Za-z]+=[^,:]*)+::")
        assert all(annotation.match(line) for line in lines[:2])
        assert len(lines) == 4
        lines = lines[2:]
    assert_no_command(lines)
    if name in JSON_FORMATS:
        document = json.loads(rendered)
        json.dumps(document, ensure_ascii=False).encode("utf-8")
        if name in VALIDATORS:
            VALIDATORS[name].validate(document)
    if name == "junit":
        ElementTree.fromstring(rendered.encode("utf-8"))


@pytest.mark.parametrize("name", RENDERERS)
@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_harmless(name: str, hostile: str, small_report: Report) -> None:
    assert_valid(name, RENDERERS[name](hostile_report(small_report, hostile)))


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_in_text_a_finding_keeps_its_number_of_lines(hostile: str, small_report: Report) -> None:
    report = hostile_report(small_report, hostile)

    lines = lines_of(text.render(report))

    with_source = 2 if hostile.strip(" \t") else 0
    with_help = 1 if hostile else 0
    assert len(lines) == 2 * (1 + with_source + with_help + 1 + 1) + 3


@pytest.mark.parametrize("name", RENDERERS)
def test_a_long_message_is_cut_and_its_length_is_told(
    name: str, diagnostic: Callable[..., Diagnostic], report_of: Callable[..., Report]
) -> None:
    rendered = RENDERERS[name](report_of(diagnostic(message="y" * 20_000)))

    assert "y" * 400 + "… (20,000 characters)" in rendered
    assert "y" * 401 not in rendered


@pytest.mark.parametrize("name", RENDERERS)
def test_the_same_report_is_the_same_text(name: str, small_report: Report) -> None:
    assert RENDERERS[name](small_report) == RENDERERS[name](small_report._replace())


@settings(max_examples=60, deadline=None)
@given(
    message=ANY_TEXT,
    file=ANY_TEXT,
    source=st.none() | ANY_TEXT,
    start=st.integers(1, 90),
    length=st.integers(0, 90),
    end_line=st.integers(12, 13),
    width=st.integers(0, 120),
)
@example(message="", file=":", source=None, start=1, length=0, end_line=12, width=0)
def test_any_text_can_be_reported(
    small_report: Report,
    message: str,
    file: str,
    source: str | None,
    start: int,
    length: int,
    end_line: int,
    width: int,
) -> None:
    finding = small_report.findings[0]._replace(
        message=message,
        file=file,
        source=source,
        column=start,
        end_column=start + length,
        end_line=end_line,
    )
    report = small_report._replace(findings=(finding, finding))

    for name, render in RENDERERS.items():
        assert_valid(name, render(report))
    assert_valid("text", text.render(report, width=width))


@settings(max_examples=200, deadline=None)
@given(
    source=ANY_TEXT.filter(lambda source: source.strip(" \t")),
    start=st.integers(1, 90),
    length=st.integers(0, 90),
    width=st.integers(30, 60),
)
def test_an_excerpt_never_outgrows_its_width(
    small_report: Report, source: str, start: int, length: int, width: int
) -> None:
    finding = small_report.findings[0]._replace(
        source=source, column=start, end_column=start + length, help="", related=()
    )

    _, line, carets = text.render(small_report._replace(findings=(finding,)), width=width).split("\n\n")[0].split("\n")

    columns = sum(
        0 if unicodedata.category(c) in {"Mn", "Me"} else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in line
    )
    assert columns <= width or any("\u1160" <= c <= "\u11ff" for c in line)
    assert re.fullmatch(r"    \|  *\^+", carets)
    assert len(carets) <= width + 1


def test_every_hidden_character_is_escaped() -> None:
    hidden = [chr(c) for c in range(0x110000) if unicodedata.category(chr(c)) in {"Cc", "Cf", "Cs", "Zl", "Zp"}]

    assert [character for character in hidden if not escape.visible(character).isascii()] == []


def test_other_characters_that_leave_no_mark_are_escaped() -> None:
    unseen = "\u034f\u115f\u1160\u17b4\u180b\u3164\uffa0\ufe00\ufdd0\uffff\U000e0100"

    assert escape.visible(unseen).isascii()


def test_ordinary_text_is_left_alone() -> None:
    ordinary = "Permissão “válida” de 30 dias: 名前 ❤\ufe0f 😀 #1 C# ## x\u00a0y"

    assert escape.visible(ordinary) == ordinary
    assert escape.in_json(ordinary) == ordinary


@pytest.mark.parametrize(
    ("character", "shown"),
    [
        ("\n", r"\n"),
        ("\t", r"\t"),
        ("\x1b", r"\x1b"),
        ("\x9b", r"\x9b"),
        ("\u202e", r"\u202e"),
        ("\U000e0041", r"\U000e0041"),
    ],
)
def test_an_escape_names_its_character(character: str, shown: str) -> None:
    assert escape.visible(character) == shown
