"""Where keys and values stand."""

import pytest

from alvara.diagnostics.site import START, Pointer, Site, Span
from alvara.documents.places import Places, places_of
from tests.documents.loading import document

TEXT = """\
# a comment
id: workPermit.validity
labels: {pt-BR: Validade 🚧, en: "Validity"}
aliases:
  - permit.validity   # old
  -
description: >
  For how many days
  it is valid.
nothing:
"ключ": [1, [2, {b: c}]]
"""
SPANS: dict[Pointer, tuple[str, int]] = {
    (): ("id: workPermit.validity", 2),
    ("id",): ("workPermit.validity", 2),
    ("labels",): ('{pt-BR: Validade 🚧, en: "Validity"}', 3),
    ("labels", "pt-BR"): ("Validade 🚧", 3),
    ("labels", "en"): ('"Validity"', 3),
    ("aliases",): ("- permit.validity   # old", 5),
    ("aliases", 0): ("permit.validity", 5),
    ("aliases", 1): ("", 6),
    ("description",): (">", 7),
    ("nothing",): ("", 10),
    ("ключ",): ("[1, [2, {b: c}]]", 11),
    ("ключ", 1, 1, "b"): ("c", 11),
}


@pytest.fixture(params=["\n", "\r\n", "\r"], ids=["unix", "windows", "old mac"])
def places(request: pytest.FixtureRequest) -> Places:
    return places_of(document(TEXT.replace("\n", request.param)))


def characters(span: Span) -> str:
    return TEXT.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1]


@pytest.mark.parametrize(("pointer", "expected"), SPANS.items(), ids=[str(pointer) for pointer in SPANS])
def test_value_is_where_it_stands(places: Places, pointer: Pointer, expected: tuple[str, int]) -> None:
    span = places.locate(Site("f.yaml", pointer))

    assert expected == (characters(span), span.line)


@pytest.mark.parametrize("pointer", [("id",), ("labels", "en"), ("ключ",), ("ключ", 1, 1, "b")], ids=str)
def test_key_is_where_it_stands(places: Places, pointer: Pointer) -> None:
    span = places.locate(Site("f.yaml", pointer, part="key"))

    assert str(pointer[-1]) == characters(span).strip('"')


def test_nothing_after_a_key_is_just_behind_its_colon(places: Places) -> None:
    assert Span(10, 9, 10, 9) == places.locate(Site("f.yaml", ("nothing",)))


@pytest.mark.parametrize(
    ("pointer", "around"),
    [(("risk",), ()), (("labels", "es"), ("labels",)), (("aliases", 7, "x"), ("aliases",)), (("id", "x"), ("id",))],
    ids=str,
)
def test_what_is_absent_is_located_by_what_is_around_it(places: Places, pointer: Pointer, around: Pointer) -> None:
    assert places.values[around] == places.locate(Site("f.yaml", pointer))
    assert places.values[around] == places.locate(Site("f.yaml", pointer, part="key"))


def test_part_of_a_value_is_narrowed_on_one_line(places: Places) -> None:
    assert characters(places.locate(Site("f.yaml", ("id",), within=(4, 10)))) == "Permit"
    assert characters(places.locate(Site("f.yaml", ("labels", "en"), within=(1, 5)))) == "alid"


def test_part_of_a_block_is_narrowed_on_its_line(places: Places) -> None:
    assert characters(places.locate(Site("f.yaml", ("description",), within=(4, 7)))) == "how"
    assert characters(places.locate(Site("f.yaml", ("description",), within=(18, 23)))) == "it is"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "written",
    [
        "|-\n  one 😀 <here>\n    two",
        "|\n\n  one\n\n  <here> two\n",
        ">2-\n   one\n  two <here>\n  three",
        "one\n  two\n\n  <here>",
        '"one \\"two\\" \\u00e9\\x41 <here>\\n"',
        '"one \\\n    two\n    <here>"',
        "'it''s\n  <here>'",
    ],
)
def test_part_of_a_value_is_found_however_it_was_written(written: str, end: str) -> None:
    text = f"b: c\na: {written}\n".replace("\n", end)
    held = document(text)
    start = held.value["a"].index("<here>")

    span = places_of(held).locate(Site("f.yaml", ("a",), within=(start, start + 6)))

    assert text.split(end)[span.line - 1][span.column - 1 : span.end_column - 1] == "<here>"


def test_part_over_several_lines_ends_with_the_first() -> None:
    places = places_of(document("a: |-\n  one two \n  three\n"))

    assert Span(2, 7, 2, 10) == places.locate(Site("f.yaml", ("a",), within=(4, 12)))


def test_an_escape_is_as_wide_as_it_is_written() -> None:
    places = places_of(document('a: "x\\ty\\u00e9"\n'))

    assert Span(1, 6, 1, 8) == places.locate(Site("f.yaml", ("a",), within=(1, 2)))
    assert Span(1, 8, 1, 15) == places.locate(Site("f.yaml", ("a",), within=(2, 4)))


def test_site_with_a_span_is_taken_at_its_word(places: Places) -> None:
    assert Span(7, 7, 7, 8) == places.locate(Site("f.yaml", ("id",), span=Span(7, 7, 7, 8)))


def test_empty_file_has_only_a_start() -> None:
    assert places_of(document("")).locate(Site("f.yaml", ("id",))) == START


def test_text_that_breaks_off_gives_what_came_before() -> None:
    places = places_of(document("id: x\nname: [\n"))

    assert Span(1, 5, 1, 6) == places.locate(Site("f.yaml", ("id",)))


def test_first_of_two_equal_keys_is_the_one() -> None:
    places = places_of(document("a: 1\na: 2\n"))

    assert (places.keys[("a",)].line, places.values[("a",)].line) == (1, 1)


def test_value_is_shown_as_it_was_written() -> None:
    places = places_of(document("version: 1.10  # not 1.1\nname: 'it''s'\n"))

    assert (places.written(("version",)), places.written(("name",))) == ("1.10", "'it''s'")
