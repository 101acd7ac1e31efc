"""F37: one mistake is one finding, at the very value or key, with the word that was meant, in the order of the file."""

from pathlib import Path

import pytest

from tests.fieldcases.checking import CAPABILITY, POLICY, RESOURCES, SEED, change, check, sow, write


@pytest.fixture
def seed(tmp_path: Path) -> Path:
    return sow(tmp_path / "seed")


def after(path: str, text: str) -> str:
    """The seed's file with some lines added."""
    return SEED[path] + text


MISTAKES: dict[str, tuple[str, str, str, str, str]] = {
    "a key is missing": (
        CAPABILITY, SEED[CAPABILITY].replace("risk: high\n", ""),
        "wrong-shape", "1:1", "id: workPermit.updateValidity"),
    "a key is missing in a list": (
        CAPABILITY, after(CAPABILITY, "errors:\n  - code: GONE\n    message: Gone.\n"),
        "wrong-shape", "25:5", "code: GONE"),
    "a key is missing in a resource of a list": (
        RESOURCES, SEED[RESOURCES].replace("    name: Valid until\n", ""),
        "wrong-shape", "7:5", "id: workPermit.validUntil"),
    "a key is missing in a flow map": (
        POLICY, SEED[POLICY].replace(", message: This is a high risk.", ""),
        "wrong-shape", "7:9", "{code: WORK_PERMIT_HIGH_RISK}"),
    "a number where a word belongs": (CAPABILITY, SEED[CAPABILITY].replace("high", "3"), "wrong-shape", "6:7", "3"),
    "a word that is none of them": (CAPABILITY, SEED[CAPABILITY].replace("high", "hihg"), "wrong-shape", "6:7", "hihg"),
    "a mistyped key": (
        CAPABILITY, SEED[CAPABILITY].replace("required: true", "requierd: true"), "unknown-key", "21:16", "requierd"),
    "a mistyped key at the top": (CAPABILITY, SEED[CAPABILITY].replace("risk:", "rsik:"), "unknown-key", "6:1", "rsik"),
    "a wrong type in a flow map": (
        CAPABILITY, SEED[CAPABILITY].replace("tenantScoped: true", "tenantScoped: 1"), "wrong-shape", "7:65", "1"),
    "a wrong type after a block of text": (
        CAPABILITY, SEED[CAPABILITY].replace("description: ", "description: >-\n  for\n\n  some\n  days: ").replace(
            "draft", "[draft]"), "wrong-shape", "9:9", "[draft]"),
    "a mistake after an emoji": (
        RESOURCES, SEED[RESOURCES].replace("labels: {pt-BR: Permissão,", "labels: {pt-BR: 🚧🚧 Permissão 🚧, fr_: x,"),
        "unknown-key", "5:37", "fr_"),
    "a mistake after a tab": (
        CAPABILITY, SEED[CAPABILITY].replace("{required: true}", "{\trequired:\tyes}"), "wrong-shape", "21:27", "yes"),
    "a mistake in a list of three hundred": (
        CAPABILITY, after(CAPABILITY, "aliases:\n" + "".join(f"  - work.alias{n}\n" for n in range(299)) + "  - 7\n"),
        "wrong-shape", "324:5", "7"),
    "a mistake in a quoted key": (CAPABILITY, after(CAPABILITY, '"lables": {}\n'), "unknown-key", "24:1", '"lables"'),
    "a mistake behind comments": (
        CAPABILITY, after(CAPABILITY, "# risk: 3\n\n  # more\nlables: {}  # less\n"), "unknown-key", "27:1", "lables"),
    "an expression that is a list": (
        CAPABILITY, after(CAPABILITY, "preconditions:\n  - id: a\n    expr: [input.x]\n    error: GONE\n"),
        "wrong-shape", "26:11", "[input.x]"),
}  # fmt: skip


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["unix", "windows"])
@pytest.mark.parametrize(("path", "text", "rule", "place", "characters"), MISTAKES.values(), ids=MISTAKES)
def test_one_mistake_is_one_finding_at_its_place(
    seed: Path, path: str, text: str, rule: str, place: str, characters: str, end: str
) -> None:
    write(seed, path, text.replace("\n", end))
    found = check(seed)
    finding = found.only
    line = text.split("\n")[finding["line"] - 1]

    assert (1, [(rule, f"{path}:{place}")]) == (found.code, found.briefly)
    assert characters == line[finding["column"] - 1 : finding["endColumn"] - 1]
    assert finding["line"] == finding["endLine"]


MEANT = {
    "confirmation: {requierd: true}": "did you mean `required`?",
    "risk: hihg": "did you mean `high`?",
    "status: actve": "did you mean `active`?",
    "action: updat": "did you mean `update`?",
}


@pytest.mark.parametrize(("line", "tip"), MEANT.items(), ids=MEANT)
def test_word_that_was_meant_is_named(seed: Path, line: str, tip: str) -> None:
    key = line.partition(":")[0]
    old = next(old for old in SEED[CAPABILITY].split("\n") if old.startswith(f"{key}:"))
    change(seed, CAPABILITY, old, line)

    assert tip == check(seed).only["help"]


def test_anchor_that_is_used_twice_names_every_place(seed: Path) -> None:
    write(seed, CAPABILITY, after(CAPABILITY, "synonyms: &words {en: 3}\nexamples: *words\naliases: [*words]\n"))
    finding = check(seed).only

    assert (finding["rule"], finding["line"], finding["column"]) == ("anchor-or-alias", 24, 11)
    assert [(related["line"], related["column"]) for related in finding["related"]] == [(25, 11), (26, 11)]


def test_findings_stand_in_the_order_of_path_line_column_and_rule(seed: Path) -> None:
    change(seed, CAPABILITY, '"1.4.0"', "1.4")
    change(seed, CAPABILITY, "risk: high", "risk: hihg")
    change(seed, CAPABILITY, "{required: true}", "{requierd: true, ttl: 1}")
    change(seed, POLICY, "effect: require-confirmation", "effect: confirm")
    change(seed, RESOURCES, "type: field", "type: feild")
    found = check(seed)
    order = [(f["file"], f["line"], f["column"], f["rule"]) for f in found.findings]

    assert sorted(order) == order
    assert len(order) == 6


def test_same_mistake_in_every_item_is_told_at_every_item(seed: Path) -> None:
    items = "".join(f"  - {{id: workPermit.f{n}, type: feild, name: F}}\n" for n in range(40))
    write(seed, RESOURCES, after(RESOURCES, items))

    assert [("wrong-shape", f"{RESOURCES}:{13 + n}:{30 + len(str(n))}") for n in range(40)] == check(seed).briefly
