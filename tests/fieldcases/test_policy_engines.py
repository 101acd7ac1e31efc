"""What was reported of other policy engines, each as a registry of its own: here it is a finding, or stays shut."""

from pathlib import Path

import pytest

from tests.fieldcases.checking import change, check, run, write
from tests.fieldcases.deciding import CAPABILITY, DOCUMENT, USER, ask, decide, policy, sow

MISSPELT = {
    "of the user, whose schema is closed (cerbos#2366)": (
        'principal.departement == "legal"', "unknown-field", 10, "department"),
    "of the record (cerbos#1621)": ('resource.statu == "FROZEN"', "unknown-field", 9, "status"),
    "of the input": ('input.titel == "x"', "unknown-field", 6, "title"),
    "a value that cannot be": ('resource.status == "FROZN"', "impossible-literal", 19, "FROZEN"),
    "a role that nobody has": ('"admin" in principal.roles', "impossible-literal", 0, ""),
}  # fmt: skip


@pytest.mark.parametrize(("expr", "rule", "offset", "meant"), MISSPELT.values(), ids=MISSPELT)
def test_what_does_not_exist_does_not_compile_clean(
    tmp_path: Path, expr: str, rule: str, offset: int, meant: str
) -> None:
    path, text = policy("document.locked", f"{{all: [{{id: a, text: Why., expr: '{expr}'}}]}}")
    root = sow(tmp_path / "seed", (path, text))
    line = text.split("\n").index(next(line for line in text.split("\n") if "when" in line))
    column = text.split("\n")[line].index(expr) + offset

    found = check(root)

    assert (found.code, found.briefly) == (1, [(rule, f"{path}:{line + 1}:{column + 1}")])
    assert meant in found.only["message"] + found.only["help"]


def test_a_denial_that_reads_what_does_not_exist_denies(tmp_path: Path) -> None:
    root = sow(tmp_path / "seed", policy("document.locked", "{all: [{id: a, text: T., expr: resource.lockd}]}"))

    found = decide(root)

    assert (found.exit, found.outcome, found.codes) == (1, "deny", ["policy.evaluation_error"])
    assert found.policies == ["document.locked"]


def test_a_denial_on_a_missing_value_denies(tmp_path: Path) -> None:
    """cerbos#3260: it was taken for unsatisfied, and access opened."""
    root = sow(tmp_path / "seed", policy("document.locked", "{all: [{id: a, text: T., expr: resource.locked}]}"))

    assert decide(root).codes == ["policy.evaluation_error"]
    assert decide(root, resource={**DOCUMENT, "locked": True}).codes == ["DOCUMENT_LOCKED"]
    assert decide(root, resource={**DOCUMENT, "locked": False}).outcome == "allow"


def test_a_value_that_may_be_missing_is_a_finding_until_it_is_guarded(tmp_path: Path) -> None:
    path, text = policy("document.locked", "{all: [{id: a, text: T., expr: resource.locked}]}")
    root = sow(tmp_path / "seed", (path, text))

    before = check(root)
    write(root, path, text.replace("resource.locked}", '"has(resource.locked) && resource.locked"}'))
    after = check(root)

    assert [rule for rule, _ in before.briefly] == ["unguarded-optional"]
    assert (after.code, after.briefly) == (0, [])
    assert decide(root).outcome == "allow"


EITHER = '{any: [{id: a, text: T., expr: resource.locked}, {id: b, text: T., expr: resource.status == "FROZEN"}]}'
BOTH = EITHER.replace("any:", "all:")
FROZEN = {**DOCUMENT, "status": "FROZEN"}


def test_one_of_two_holds_though_the_first_cannot_be_told(tmp_path: Path) -> None:
    """cerbos#1055: the whole block was false."""
    root = sow(tmp_path / "seed", policy("document.locked", EITHER))

    assert decide(root, resource=FROZEN).codes == ["DOCUMENT_LOCKED"]
    assert decide(root).codes == ["policy.evaluation_error"]


def test_what_allows_holds_by_the_second_and_never_by_what_cannot_be_told(tmp_path: Path) -> None:
    root = sow(tmp_path / "seed", policy("document.granted", EITHER, "allow", "DOCUMENT_GRANTED"))

    assert decide(root, resource=FROZEN).outcome == "allow"
    assert decide(root).codes == ["authz.no_grant"]


def test_both_are_needed_and_one_is_false(tmp_path: Path) -> None:
    root = sow(tmp_path / "seed", policy("document.locked", BOTH))

    assert decide(root).outcome == "allow"
    assert decide(root, resource=FROZEN).codes == ["policy.evaluation_error"]


@pytest.mark.parametrize("roles", [["user", "guest"], ["guest", "user"]])
@pytest.mark.parametrize("names", [("document.alpha", "document.beta"), ("document.beta", "document.alpha")])
def test_a_denial_is_not_lost_through_another_role(tmp_path: Path, roles: list[str], names: tuple[str, str]) -> None:
    """cerbos#2920: an allowance by one role stood against a denial by the other."""
    everybody, users = names
    root = sow(
        tmp_path / "seed",
        policy(everybody, '{all: [{id: a, text: T., expr: "size(principal.roles) > 0"}]}', "allow", "DOCUMENT_GRANTED"),
        policy(users, "{all: [{id: a, text: T., expr: '\"user\" in principal.roles'}]}"),
    )

    found = decide(root, {**USER, "roles": roles})

    assert (found.outcome, found.codes, found.policies) == ("deny", ["DOCUMENT_LOCKED"], [users])
    assert decide(root, {**USER, "roles": ["guest", "editor"]}).outcome == "allow"


CUT_SHORT = {
    "words for operators": 'resource.status == "OPEN" or resource.status == "FROZEN" and resource.locked',
    "an end that is missing": 'resource.status == "OPEN" && (resource.status == "FROZEN"',
    "more after the end": 'resource.status == "OPEN" resource.locked',
}


@pytest.mark.parametrize("expr", CUT_SHORT.values(), ids=CUT_SHORT)
def test_an_expression_is_not_read_up_to_where_it_makes_sense(tmp_path: Path, expr: str) -> None:
    """openfga/cli#133: the parser stopped at what it did not know and kept what was before it."""
    root = sow(tmp_path / "seed", policy("document.locked", f"{{all: [{{id: a, text: T., expr: '{expr}'}}]}}"))

    assert [rule for rule, _ in check(root).briefly] == ["condition-syntax"]
    assert decide(root, resource=FROZEN).codes == ["policy.evaluation_error"]
    built = run(root, "bundle", "build", "--out", "../out")
    assert built.code == 1
    assert not (tmp_path / "out").exists()


def test_operators_bind_as_the_language_says(tmp_path: Path) -> None:
    expr = '"user" in principal.roles || "guest" in principal.roles && resource.status == "FROZEN"'
    root = sow(tmp_path / "seed", policy("document.locked", f"{{all: [{{id: a, text: T., expr: '{expr}'}}]}}"))

    answers = {
        (role, status): decide(root, {**USER, "roles": [role]}, {**DOCUMENT, "status": status}).outcome
        for role in ("user", "guest") for status in ("OPEN", "FROZEN")
    }  # fmt: skip

    assert answers == {
        ("user", "OPEN"): "deny", ("user", "FROZEN"): "deny", ("guest", "OPEN"): "allow", ("guest", "FROZEN"): "deny",
    }  # fmt: skip


@pytest.mark.parametrize("end", [40, 200])
def test_a_policy_that_is_cut_short_decides_nothing(tmp_path: Path, end: int) -> None:
    path, text = policy("document.locked", '{all: [{id: a, text: T., expr: resource.status == "OPEN"}]}')
    root = sow(tmp_path / "seed", (path, text[:end] + "\n  x: ["))

    done = ask(root)

    assert (done.code, done.output) == (2, "")
    assert path in done.errors


SPOKEN = '{id: a, text: T., expr: context.channel == "voice"}'
EDITOR = "{id: b, text: T., expr: '\"editor\" in principal.roles'}"


@pytest.mark.parametrize("joint", ["all", "any"])
@pytest.mark.parametrize("context", [None, {}])
def test_what_cannot_be_told_is_the_same_in_every_order_and_every_time(
    tmp_path: Path, joint: str, context: object
) -> None:
    """openfga#1238: false or an error, by which branch came first."""
    answers = set()
    for turn, (first, second) in enumerate([(SPOKEN, EDITOR), (EDITOR, SPOKEN)]):
        root = sow(tmp_path / f"seed{turn}", policy("document.locked", f"{{{joint}: [{first}, {second}]}}"))
        for _ in range(2):
            found = decide(root, {**USER, "roles": ["editor"]}, context=context)
            answers.add((found.outcome, *found.codes))

    (answer,) = answers
    assert answer[0] == "deny"


def test_the_seed_itself_is_clean_and_allows(tmp_path: Path) -> None:
    root = sow(tmp_path / "seed")

    assert check(root).briefly == []
    assert decide(root).outcome == "allow"
    change(root, CAPABILITY, "status: active", "status: review")
    assert decide(root).codes == ["request.not_active"]
