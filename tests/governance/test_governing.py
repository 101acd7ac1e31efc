"""A tree to its governance: read as a whole, or not at all."""

import pytest

from alvara.adapters.published import read_schema
from alvara.app.governing import governance_values, read_governance, read_roots
from alvara.app.models import Incomplete
from alvara.documents.shape import Validators
from alvara.files.tree import DictTree, Entry
from alvara.model.governance import Demand, GovernanceValues, Revocation, Role, Window

VALIDATORS = Validators(read_schema)
KEY = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
ANA = (
    "name: Ana\nkind: human\nemails: [Ana@example.org]\nroles: [{role: business, scope: [pay], until: '2026-03-01'}]\n"
)
FILES = {
    "governance/people/ana.yaml": ANA,
    "governance/teams.yaml": "pay-team: {members: [ana]}\n",
    "governance/policy.yaml": "levels: {high: {slots: [technical], maxAgeDays: 90}}\nriskFloors: {delete: critical}\n",
    "governance/revocations.yaml": f"revocations: [{{key: '{KEY}', since: always, reason: lost}}]\n",
    "governance/root/1.json": "no json at all",
    "governance/README.md": "Who may agree.",
    "capabilities/pay.yaml": "id: pay\n",
}


def test_all_files_make_one_governance() -> None:
    found = read_governance(DictTree(FILES), VALIDATORS)

    assert found is not None
    assert found.people["ana"].emails == ("ana@example.org",)
    assert found.people["ana"].roles == (Role("business", ("pay",), Window("", "2026-03-01")),)
    assert found.teams == {"pay-team": ("ana",)}
    assert found.demand("critical") == Demand(("technical",), 90)
    assert found.demand("medium") == Demand()
    assert found.risk_floors == {"delete": "critical"}
    assert found.revocations == (Revocation(KEY, "always", "lost"),)


@pytest.mark.parametrize("files", [{}, {"governance/README.md": "soon"}, {"governance/root/1.json": "{}"}])
def test_without_files_there_is_none(files: dict[str, str]) -> None:
    assert read_governance(DictTree(files), VALIDATORS) is None
    assert governance_values(DictTree(files)) == GovernanceValues()


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("governance/people/ana.yaml", b"\xef\xbb\xbf" + ANA.encode()),
        ("governance/people/ana.yaml", b"name: Ana\nname: Ana\nkind: human\n"),
        ("governance/revocations.yaml", b""),
        ("governance/revocations.yaml", b"[]"),
        ("governance/policy.yaml", b"levels: {high: .nan}\n"),
        ("governance/teams.yaml", b"\xff"),
    ],
)
def test_a_file_in_doubt_is_named_and_stops_all(path: str, data: bytes) -> None:
    tree = DictTree({**FILES, path: data})
    for read in (lambda: read_governance(tree, VALIDATORS), lambda: governance_values(tree)):
        with pytest.raises(Incomplete) as caught:
            read()
        assert [f"{path}: not all of it can be read; `alvara check` says more"] == caught.value.problems


def test_every_file_in_doubt_is_named() -> None:
    tree = DictTree({**FILES, "governance/people/ana.yaml": "kind: human\n", "governance/teams.yaml": "{"})
    with pytest.raises(Incomplete) as caught:
        read_governance(tree, VALIDATORS)

    assert ["governance/people/ana.yaml", "governance/teams.yaml"] == [p.split(":")[0] for p in caught.value.problems]


@pytest.mark.parametrize("path", ["governance", "governance/people", "governance/revocations.yaml"])
def test_what_a_link_may_hide_stops_all(path: str) -> None:
    class Linked(DictTree):
        def entries(self) -> list[Entry]:
            return [*super().entries(), Entry(path, "symlink", ())]

    kept = {name: text for name, text in FILES.items() if not name.startswith(path)}
    with pytest.raises(Incomplete, match=path):
        read_governance(Linked(kept), VALIDATORS)


def test_values_are_those_of_the_files() -> None:
    values = governance_values(DictTree(FILES))

    assert list(values.people) == ["ana"]
    assert values.people["ana"]["emails"] == ["Ana@example.org"]
    assert values.teams == {"pay-team": {"members": ["ana"]}}
    assert values.policy["riskFloors"] == {"delete": "critical"}
    assert values.revocations["revocations"][0]["reason"] == "lost"


def test_roots_are_given_by_number_whatever_they_hold() -> None:
    tree = DictTree({"governance/root/10.json": "b", "governance/root/2.json": "a", "governance/root/02.json": "c"})

    assert list(read_roots(tree).items()) == [(2, b"a"), (10, b"b")]
