"""F25: letters stored in two ways are one word, accents make two, case makes none, and no locale has a say."""

import itertools
from pathlib import Path
from unicodedata import normalize

import pytest

from tests.fieldcases.checking import CAPABILITY, PAGE, RESOURCES, SEED, check, sow, write
from tests.fieldcases.surroundings import alvara

NFC, NFD = "autorização", normalize("NFD", "autorização")
ZONE = "semantic-ids/work-permit/zone.yaml"


@pytest.fixture
def seed(tmp_path: Path) -> Path:
    return sow(tmp_path / "seed")


def zone(extra: str = "") -> str:
    return f"id: workPermit.zone\ntype: field\nname: Zone\n{extra}"


COMPOSED: dict[str, tuple[str, str, str]] = {
    "a synonym": (ZONE, zone(f"synonyms: [{NFD}]\n"), "4:12"),
    "a synonym in quotes": (ZONE, zone(f'synonyms: ["{NFD}"]\n'), "4:12"),
    "a synonym in escapes": (ZONE, zone('synonyms: ["autorizac\\u0327a\\u0303o"]\n'), "4:12"),
    "a label": (ZONE, zone(f"labels: {{pt-BR: {NFD}}}\n"), "4:17"),
    "a block of text": (ZONE, zone(f"description: |\n  Uma\n  {NFD}.\n"), "4:14"),
    "a key": (ZONE, zone(f"metadata: {{{NFD}: 1}}\n"), "4:12"),
    "an angstrom sign": (ZONE, zone("description: 5 \u212b\n"), "4:14"),
    "a title": (PAGE, SEED[PAGE].replace("---\n#", f"title: {NFD}\n---\n#"), "3:8"),
    "an item of a list": (CAPABILITY, SEED[CAPABILITY] + f"examples: {{pt-BR: [Mude a {NFD}.]}}\n", "24:20"),
}


@pytest.mark.parametrize(("path", "text", "place"), COMPOSED.values(), ids=COMPOSED)
def test_text_in_pieces_is_told_at_its_place(seed: Path, path: str, text: str, place: str) -> None:
    write(seed, path, text)
    found = check(seed)

    assert (1, [("text-not-nfc", f"{path}:{place}")]) == (found.code, found.briefly)


@pytest.mark.parametrize("text", [zone(f"# {NFD}\n"), zone(f"synonyms: [{NFC}]\n")], ids=["in a comment", "composed"])
def test_other_text_is_left_alone(seed: Path, text: str) -> None:
    write(seed, ZONE, text)

    assert check(seed).findings == []


def test_body_of_a_page_is_left_alone(seed: Path) -> None:
    write(seed, PAGE, SEED[PAGE] + NFD)

    assert check(seed).findings == []


@pytest.mark.parametrize(
    "id", [f"workPermit.{NFC}", f"workPermit.{NFD}", "workPermit.zоne", "workPermit.straße", "workPermit.ﬁeld"]
)
def test_id_is_plain_ascii(seed: Path, id: str) -> None:
    write(seed, RESOURCES, SEED[RESOURCES] + f"  - {{id: {id}, type: field, name: Zone}}\n")

    assert [("naming-convention", f"{RESOURCES}:13:10")] == check(seed).briefly


EQUAL = {
    "letters stored in two ways": [NFC, NFD],
    "case": ["validade", "Validade", "VALIDADE"],
    "sharp s": ["straße", "STRASSE"],
    "a ligature": ["ﬁcha", "ficha"],
    "blanks": ["prazo  final", "prazo final"],
    "full width": ["ｄａｔａ", "data"],
    "final sigma": ["ΟΔΟΣ", "οδος", "οδοσ"],
}


@pytest.mark.parametrize("words", EQUAL.values(), ids=EQUAL)
def test_words_that_count_as_one_collide_within_an_entity(seed: Path, words: list[str]) -> None:
    write(seed, ZONE, zone("synonyms:\n" + "".join(f'  - "{word}"\n' for word in words)))
    collisions = [f for f in check(seed).findings if f["rule"] == "synonym-collision"]

    assert [6 + number for number in range(len(words) - 1)] == [f["line"] for f in collisions]
    assert {5} == {related["line"] for f in collisions for related in f["related"]}


DIFFERENT = [("avó", "avô"), ("istanbul", "ıstanbul"), ("data", "datas"), ("sé", "se"), ("İSTANBUL", "istanbul")]


@pytest.mark.parametrize(("first", "second"), DIFFERENT, ids=[" ".join(pair) for pair in DIFFERENT])
def test_words_that_differ_do_not_collide(seed: Path, first: str, second: str) -> None:
    write(seed, ZONE, zone(f"synonyms: [{first}, {second}]\n"))
    found = check(seed)

    assert found.code == 0
    assert {f["rule"] for f in found.findings} <= {"synonyms-differ-only-in-accents"}


def test_accents_alone_are_a_warning_within_an_entity_and_nothing_between_two(seed: Path) -> None:
    write(seed, ZONE, zone("synonyms: [avó, avô]\n"))
    write(seed, "semantic-ids/work-permit/area.yaml", zone("synonyms: [avo]\n").replace("zone", "area"))
    found = check(seed)

    assert [("synonyms-differ-only-in-accents", f"{ZONE}:4:17")] == found.briefly
    assert found.only["severity"] == "warning"


AREA = "semantic-ids/work-permit/area.yaml"


@pytest.mark.parametrize("words", EQUAL.values(), ids=EQUAL)
def test_words_that_count_as_one_are_told_once_between_two_files_that_share_a_parent(
    seed: Path, words: list[str]
) -> None:
    first, second = sorted([words[0], words[1]])
    write(seed, ZONE, zone(f'synonyms: ["{first}"]\n'))
    write(seed, AREA, zone(f'synonyms: ["{second}"]\n').replace("workPermit.zone", "workPermit.area"))
    (finding,) = (f for f in check(seed).findings if f["rule"] == "ambiguous-synonym")

    assert ("warning", ZONE, 4, 12) == tuple(finding[key] for key in ("severity", "file", "line", "column"))
    assert [(AREA, 4, 12)] == [(r["file"], r["line"], r["column"]) for r in finding["related"]]


@pytest.mark.parametrize(("first", "second"), DIFFERENT, ids=[" ".join(pair) for pair in DIFFERENT])
def test_words_that_differ_may_stand_in_two_files(seed: Path, first: str, second: str) -> None:
    write(seed, ZONE, zone(f"synonyms: [{first}]\n"))
    write(seed, AREA, zone(f"synonyms: [{second}]\n").replace("workPermit.zone", "workPermit.area"))

    assert check(seed).findings == []


def test_one_word_may_stand_under_two_languages(seed: Path) -> None:
    write(seed, ZONE, zone("synonyms: {pt-BR: [status], en: [Status]}\n"))

    assert check(seed).findings == []


def test_file_name_in_pieces_is_shown_and_does_no_harm(seed: Path) -> None:
    write(seed, f"semantic-ids/{NFD}.yaml", zone(f"synonyms: [{NFC}]\n"))

    assert [("path-differs-from-id", f"semantic-ids/{NFD}.yaml:1:5")] == check(seed).briefly


def test_locale_of_the_machine_changes_nothing(seed: Path, tmp_path: Path) -> None:
    write(seed, ZONE, zone('synonyms: ["İSTANBUL", istanbul, ıstanbul, ISTANBUL, straße, STRASSE]\n'))
    said = {
        (done.returncode, done.stdout)
        for number, locale in enumerate(("C", "C.UTF-8", "tr_TR.UTF-8", "pt_BR.ISO-8859-1"))
        for done in [
            alvara(
                seed,
                "check",
                "--now",
                "2026-09-01T00:00:00Z",
                LC_ALL=locale,
                LANG=locale,
                XDG_CACHE_HOME=str(tmp_path / f"cache{number}"),
            )
        ]
    }

    assert len(said) == 1
    assert "`STRASSE` stands in this list already, as `straße`" in said.pop()[1]


def test_order_of_the_words_changes_only_their_places(seed: Path) -> None:
    counts = set()
    for words in itertools.permutations(["data", "Data", "DATA"]):
        write(seed, ZONE, zone(f"synonyms: [{', '.join(words)}]\n"))
        counts.add(len(check(seed).findings))

    assert {2} == counts
