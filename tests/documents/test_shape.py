"""Schema errors as an author reads them: one a mistake, at its place."""

import pytest

from alvara.adapters.published import read_schema
from alvara.diagnostics.finding import Finding
from alvara.documents.document import Document
from alvara.documents.places import places_of
from alvara.documents.shape import MOST_FINDINGS, Validators, judge_resource_list
from tests.documents.loading import document

VALIDATORS = Validators(read_schema)
CAPABILITY = """\
id: workPermit.updateValidity
version: "1.0.0"
description: Sets for how many days one work permit is valid.
risk: medium
authorization: {permissions: [workPermit.update]}
inputSchema: {type: object}
"""
RESOURCE = "id: workPermit.validity\ntype: field\nname: Validity\n"
POLICY = """\
id: workPermit.validity.update
version: "1.0.0"
status: active
effect: deny
appliesTo: {capabilities: [workPermit.updateValidity]}
reason: {code: APPROVED, message: It is approved.}
"""
BASES = {"capability": CAPABILITY, "resource": RESOURCE, "policy": POLICY, "config": "registry: x\nname: sst\n"}


def said(kind: str, text: str) -> list[tuple[str, str, str]]:
    """Judge a text: the rule, the characters pointed at (cut at the end of their line), the message."""
    found = document(text)
    assert found.problems == ()
    return [(rule, _characters(found, finding), finding.message) for rule, finding in judged(kind, found)]


def judged(kind: str, found: Document) -> list[tuple[str, Finding]]:
    validator = VALIDATORS.of(kind)
    return [] if validator.accepts(found.value) else validator.judge(found.value, found, ())


def _characters(found: Document, finding: Finding) -> str:
    span = places_of(found).locate(finding.at)
    return found.text.replace("\r\n", "\n").split("\n")[span.line - 1][span.column - 1 : span.end_column - 1]


ADDED: dict[str, tuple[str, str, str, str, str]] = {
    "a mistyped key": (
        "capability", "confirmation: {requierd: true}", "unknown-key", "requierd",
        "`requierd` is not a key that is known here"),
    "a locale with an underscore": (
        "resource", "labels: {pt_BR: Validade}", "unknown-key", "pt_BR", "`pt_BR` is not a locale"),
    "a key of another tool": (
        "capability", "api: {service: x}", "unknown-key", "api", "`api` is not a key that is known here"),
    "a sentence with a comma": (
        "capability", "labels: {en: Change, or extend}", "cut-by-comma", "or extend",
        "`or extend` stands alone: the comma before it ends a text"),
    "a sentence with commas": (
        "resource", "description: {en: The days, hours, minutes}", "cut-by-comma", "hours",
        "`hours` stands alone: the comma before it ends a text"),
    "an argument cut off": (
        "capability", "verification: {with: {a: input.x, y}}", "cut-by-comma", "y",
        "`y` stands alone: the comma before it ends a text"),
    "a number where a word belongs": (
        "resource", "status: 3", "wrong-shape", "3", "`3` is not one of `draft`, `active`, `deprecated`, `removed`"),
    "nothing where a word belongs": (
        "resource", "status:", "wrong-shape", "", "nothing is not one of `draft`, `active`, `deprecated`, `removed`"),
    "a word of YAML 1.1": (
        "capability", "confirmation: {required: yes}", "wrong-shape", "yes",
        "`yes` stands where true or false is wanted"),
    "a text where a list belongs": (
        "resource", "aliases: permit.validity", "wrong-shape", "permit.validity",
        "`permit.validity` stands where a list is wanted"),
    "a list where a text belongs": (
        "resource", "description: [a]", "wrong-shape", "[a]", "a list stands where a text or a map is wanted"),
    "an empty item": (
        "resource", "aliases:\n  - a.b\n  -", "wrong-shape", "", "nothing stands where a text is wanted"),
    "an empty text": ("resource", 'owner: ""', "wrong-shape", '""', "an empty text stands here"),
    "an empty map": ("resource", "description: {}", "wrong-shape", "{}", "the map is empty"),
    "an empty list": (
        "capability", "confirmation: {when: {any: []}}", "wrong-shape", "[]", "the list is empty"),
    "two ways to join conditions": (
        "capability", "confirmation: {when: {any: [{expr: a}], all: [{expr: b}]}}", "wrong-shape",
        "{any: [{expr: a}], all: [{expr: b}]}", "`any` and `all` stand here together; 1 is allowed"),
    "a condition that is a bare text": (
        "capability", "confirmation: {when: {any: [a > 3]}}", "wrong-shape", "a > 3",
        "`a > 3` stands where a map is wanted"),
    "a mistyped key in a condition": (
        "capability", "confirmation: {when: {any: [{exprs: a}]}}", "unknown-key", "exprs",
        "`exprs` is not a key that is known here"),
    "a number below the least": (
        "capability", "execution: {timeoutMs: 0}", "wrong-shape", "0", "`0` is less than 1, the least allowed"),
    "a number above the most": (
        "capability", "execution: {retry: {maxAttempts: 50}}", "wrong-shape", "50",
        "`50` is more than 10, the most allowed"),
    "a fraction": (
        "capability", "execution: {timeoutMs: 1.5}", "wrong-shape", "1.5",
        "`1.5` stands where a whole number is wanted"),
    "a code in lower case": (
        "capability", "errors: [{code: gone, category: business, message: Gone.}]", "wrong-shape", "gone",
        "`gone` does not fit `^[A-Z][A-Z0-9_]*$`"),
    "a day of another country": (
        "policy", "expires: 31/12/2026", "wrong-shape", "31/12/2026", "`31/12/2026` is not a day"),
    "a day that does not exist": (
        "policy", "expires: 2026-02-30", "wrong-shape", "2026-02-30", "`2026-02-30` is not a day"),
    "a year": ("policy", "expires: 2026", "wrong-shape", "2026", "`2026` is not a day"),
    "a page beside a page from the input": (
        "capability", "navigation: {pageFrom: input.x, page: a, tab: b}", "wrong-shape", "page",
        "`page` stands here beside `pageFrom`"),
    "a tab from the input without a page from it": (
        "capability", "navigation: {page: a, tabFrom: input.y}", "wrong-shape", "tabFrom",
        "`tabFrom` stands here without `pageFrom`"),
    "an item name without a list": (
        "capability", "steps: [{id: a, capability: b, as: c}]", "wrong-shape", "{id: a, capability: b, as: c}",
        "`forEach` is missing here"),
    "a key missing deep inside": (
        "capability", "errors: [{code: GONE, message: Gone.}]", "wrong-shape", "{code: GONE, message: Gone.}",
        "`category` is missing here"),
    "a wrong word behind an emoji": (
        "resource", "labels: {en: 🚧🚧, pt_: x}", "unknown-key", "pt_", "`pt_` is not a locale"),
    "a block of text where a word belongs": (
        "resource", "status: >\n  draft\n  or active", "wrong-shape", ">",
        "`draft or active` is not one of `draft`, `active`, `deprecated`, `removed`"),
    "the last of three hundred": (
        "resource", "aliases:\n" + "".join(f"  - a.b{i}\n" for i in range(299)) + "  - 7", "wrong-shape", "7",
        "`7` stands where a text is wanted"),
    "a very long word": (
        "resource", f"status: {'x' * 20_000}", "wrong-shape", "x" * 20_000,
        f"`{'x' * 80}…` (20,000 characters) is not one of `draft`, `active`, `deprecated`, `removed`"),
}  # fmt: skip


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["unix", "windows"])
@pytest.mark.parametrize(("kind", "text", "rule", "characters", "message"), ADDED.values(), ids=ADDED)
def test_one_mistake_is_one_finding(kind: str, text: str, rule: str, characters: str, message: str, end: str) -> None:
    assert [(rule, characters, message)] == said(kind, f"{BASES[kind]}{text}\n".replace("\n", end))


def test_clean_definition_says_nothing() -> None:
    assert [] == said("capability", CAPABILITY) == said("resource", RESOURCE) == said("policy", POLICY)


def test_missing_key_is_told_at_the_map_that_lacks_it() -> None:
    assert said("capability", CAPABILITY.replace("risk: medium\n", "")) == [
        ("wrong-shape", "id: workPermit.updateValidity", "`risk` is missing here")
    ]


def test_missing_keys_of_one_map_are_told_together() -> None:
    assert said("resource", "id: a.b\n") == [("wrong-shape", "id: a.b", "`name` and `type` are missing here")]


def test_mistyped_key_is_not_missing_too() -> None:
    assert said("capability", CAPABILITY.replace("risk:", "rsik:")) == [
        ("unknown-key", "rsik", "`rsik` is not a key that is known here")
    ]


@pytest.mark.parametrize("written", ["1.10", "1.4", "2", "1e3", "0x10", "-1", "1.10 # x"])
def test_version_is_shown_as_written(written: str) -> None:
    number = written.partition(" ")[0]

    assert [("version-not-a-string", number, f"`{number}` is read as a number, which loses how it is written")] == said(
        "capability", CAPABILITY.replace('"1.0.0"', written)
    )


@pytest.mark.parametrize("written", ["", "null", "[1]", "true"])
def test_version_that_is_no_number_either_has_the_wrong_shape(written: str) -> None:
    assert [rule for rule, _, _ in said("capability", CAPABILITY.replace('"1.0.0"', written))] == ["wrong-shape"]


TOPS = {
    "a list": (
        "- id: a.b\n", "a list stands where a map is wanted",
        "begin with `id:`; only resources may be listed, below `resources:`"),
    "a word": ("hello\n", "`hello` stands where a map is wanted", ""),
    "a number": ("0\n", "`0` stands where a map is wanted", ""),
    "false": ("false\n", "`false` stands where a map is wanted", ""),
    "an empty text": ('""\n', '`""` stands where a map is wanted', ""),
    "keys without a space": (
        "id:a.b\ntype:field\n", "`id:a.b` stands where a map is wanted",
        "write a space after the colon of each key"),
}  # fmt: skip


@pytest.mark.parametrize("kind", ["capability", "resource", "policy", "domain", "config"])
@pytest.mark.parametrize(("text", "message", "tip"), TOPS.values(), ids=TOPS)
def test_something_else_at_the_top_is_one_finding(kind: str, text: str, message: str, tip: str) -> None:
    ((rule, finding),) = judged(kind, document(text))

    assert ("wrong-shape", message, tip) == (rule, finding.message, finding.tip)


LISTS = {
    "keys beside the list": (
        "owner: a\nresources: []\nname: b\n", ["`owner` stands beside `resources`, which holds all there is",
                                               "`name` stands beside `resources`, which holds all there is"]),
    "a map": ("resources: {id: a.b}\n", ["a map stands where the list of resources is wanted"]),
    "nothing": ("resources:\n", ["nothing stands where the list of resources is wanted"]),
    "a text": ("resources: a.b\n", ["a text stands where the list of resources is wanted"]),
    "a list": ("resources: [{id: a.b}]\n", []),
}  # fmt: skip


@pytest.mark.parametrize(("text", "messages"), LISTS.values(), ids=LISTS)
def test_list_of_resources_is_judged_round_its_items(text: str, messages: list[str]) -> None:
    assert messages == [finding.message for _, finding in judge_resource_list(document(text))]


def test_way_out_names_the_word_that_was_meant() -> None:
    ways = {
        "confirmation: {requierd: true}": "did you mean `required`?",
        "action: aprove": "did you mean `approve`?",
        "endpoint: {service: a, method: GET, route: /x}": "the key is called `path` here",
        "validation: []": "the key is called `preconditions` here",
        "input: {}": "the key is called `inputSchema` here",
        "semanticId: a": "did you mean `semanticIds`?",
    }

    for text, tip in ways.items():
        assert [tip] == [finding.tip for _, finding in judged("capability", document(CAPABILITY + text))], text


def test_crowd_of_mistakes_is_cut() -> None:
    crowd = RESOURCE + "aliases: [" + ", ".join(["1"] * 10_000) + "]\n"

    assert len(judged("resource", document(crowd))) == MOST_FINDINGS


def test_vast_crowd_of_mistakes_ends_at_once() -> None:
    crowd = RESOURCE + "aliases: [" + ",".join(["1"] * 100_000) + "]\n"

    assert len(judged("resource", document(crowd))) == 1


def test_types_are_named_in_one_order_whatever_the_library_does() -> None:
    text = CAPABILITY.replace("{type: object}", "5")

    assert {"`5` stands where a map or true or false is wanted"} == {said("capability", text)[0][2] for _ in range(5)}
