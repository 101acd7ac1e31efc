"""F14: a key that is written twice is one finding at the second; what YAML repeats by reference is refused."""

from pathlib import Path

import pytest

from tests.fieldcases.checking import CAPABILITY, POLICY, RESOURCES, SEED, change, check, sow, write


@pytest.fixture
def seed(tmp_path: Path) -> Path:
    return sow(tmp_path / "seed")


FAR_BELOW = "".join(f"# line {number}\n" for number in range(30))
REPEATED: dict[str, tuple[str, str, str, str, int]] = {
    "thirty lines below": (CAPABILITY, "", FAR_BELOW + "risk: low\n", "54:1", 6),
    "with the same value": (CAPABILITY, "", "risk: high\n", "24:1", 6),
    "once in quotes": (CAPABILITY, "", '"risk": low\n', "24:1", 6),
    "once in single quotes": (CAPABILITY, "", "'risk': low\n", "24:1", 6),
    "inside the schema": (
        CAPABILITY, "    workPermitId: {type: string}\n",
        "    workPermitId: {type: string}\n    days: {}\n    workPermitId: {type: integer}\n", "19:5", 17),
    "in a flow map": (CAPABILITY, "tenantScoped: true}", "tenantScoped: true, tenantScoped: false}", "7:71", 7),
    "in one resource of a list": (
        RESOURCES, "    name: Valid until\n", "    name: Valid until\n    name: Expiry\n", "10:5", 9),
    "in a policy": (POLICY, "", "effect: allow\n", "8:1", 5),
    "with an escape": (POLICY, "", '"eff\\u0065ct": allow\n', "8:1", 5),
}  # fmt: skip


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["unix", "windows"])
@pytest.mark.parametrize(("path", "old", "new", "place", "first"), REPEATED.values(), ids=REPEATED)
def test_second_key_is_the_finding_and_names_the_first(
    seed: Path, path: str, old: str, new: str, place: str, first: int, end: str
) -> None:
    text = SEED[path].replace(old, new, 1) if old else SEED[path] + new
    write(seed, path, text.replace("\n", end))
    found = check(seed)

    assert (1, [("duplicate-key", f"{path}:{place}")]) == (found.code, found.briefly)
    assert f"first on line {first}" in found.only["message"]
    assert [(path, first)] == [(related["file"], related["line"]) for related in found.only["related"]]


def test_third_key_is_a_finding_too(seed: Path) -> None:
    write(seed, CAPABILITY, SEED[CAPABILITY] + "risk: low\nrisk: read\n")

    assert [rule for rule, _ in check(seed).briefly] == ["duplicate-key", "duplicate-key"]


REFERRED = {
    "a merge with an explicit key": ("x: &default {required: 2}\ny: {<<: *default, required: 1}\n", "24:4"),
    "two merge keys in one map": ("y: {<<: {a: 1}, <<: {a: 2}}\n", "24:5"),
    "a merge of a list of maps": ("x: &a {a: 1}\ny: {<<: [*a, *a]}\n", "24:4"),
    "an alias without an anchor": ("y: *nowhere\n", "24:4"),
    "an anchor that nothing uses": ("y: &here 1\n", "24:4"),
    "an anchor on a key": ("&here y: 1\n", "24:1"),
    "an alias as a key": ("x: &a b\n*a : 1\n", "24:4"),
}


@pytest.mark.parametrize(("added", "place"), REFERRED.values(), ids=REFERRED)
def test_reference_inside_yaml_is_refused_once(seed: Path, added: str, place: str) -> None:
    write(seed, CAPABILITY, SEED[CAPABILITY] + added)
    found = check(seed)

    assert (1, [("anchor-or-alias", f"{CAPABILITY}:{place}")]) == (found.code, found.briefly)


def test_merge_key_in_quotes_is_a_key_like_any_other(seed: Path) -> None:
    change(seed, RESOURCES, "    name: Valid until\n", '    name: Valid until\n    metadata: {"<<": 1}\n')

    assert check(seed).findings == []
