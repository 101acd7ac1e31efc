"""A rename that nobody recorded is seen by what the definition says; where that is not telling, nothing is guessed."""

from collections.abc import Iterable
from typing import Any

from alvara.compare.definition import Definition
from alvara.compare.renames import Rename, find_renames
from alvara.decode.resource import resource
from alvara.subschemas.references import References
from alvara.workspace.entity import facts
from tests.growth.measuring import MOST, growth

ZONE = {"type": "field", "name": "Zone", "description": "Where in the plant the work is done."}
UNITS = ("days", "metres", "degrees", "litres", "people", "tools", "shifts", "visits", "cranes", "fires")


def defined(*values: dict[str, Any]) -> list[Definition]:
    models = [resource(value, "semantic-ids/a.yaml", ("resources", n)) for n, value in enumerate(values)]
    return [Definition(facts(model), model, References(lambda path: None)) for model in models]


def guessed(gone: Iterable[dict[str, Any]], new: Iterable[dict[str, Any]]) -> dict[str, str]:
    return said(find_renames(defined(*gone), defined(*new))[1])


def said(renames: Iterable[Rename]) -> dict[str, str]:
    return {rename.before.facts.id: rename.after.facts.id for rename in renames}


def many(root: str, number: int) -> list[Definition]:
    """Make fields that differ in little, as those of a registry do."""
    return defined(*(
        {
            "id": f"{root}.part{n // 10}.{UNITS[n % 10]}", "type": "field", "name": UNITS[n % 10].capitalize(),
            "description": f"How many {UNITS[n % 10]} part {n // 10} takes.", "valueSchema": {"type": "integer"},
        }
        for n in range(number)
    ))  # fmt: skip


def test_another_id_alone_is_a_rename() -> None:
    assert guessed([{"id": "permit.zone", **ZONE}], [{"id": "site.area", **ZONE}]) == {"permit.zone": "site.area"}


def test_text_that_was_touched_up_on_the_way_is_no_hindrance() -> None:
    new = {"id": "permit.workZone", **ZONE, "description": "Where in the plant the work will be done."}

    assert guessed([{"id": "permit.zone", **ZONE}], [new]) == {"permit.zone": "permit.workZone"}


def test_what_many_share_makes_nothing_alike() -> None:
    shared = {"type": "field", "owner": "permits", "valueSchema": {"type": "string"}}
    gone = {"id": "permit.zone", "name": "Zone", "description": "Where the work is done.", **shared}
    new = [
        {"id": f"permit.{unit}", "name": unit, "description": f"How many {unit} it takes.", **shared} for unit in UNITS
    ]

    assert guessed([gone], new) == {}


def test_nothing_is_guessed_where_two_could_be_meant() -> None:
    gone = {"id": "permit.zone", "type": "field", "name": "Zone", "description": "Where the work is done."}
    new = [
        {"id": "permit.zoneA", "type": "field", "name": "Zone A", "description": "Where the work is done first."},
        {"id": "permit.zoneB", "type": "field", "name": "Zone B", "description": "Where the work is done last."},
    ]

    assert guessed([gone], new) == {}
    assert guessed([gone], new[:1]) == {"permit.zone": "permit.zoneA"}


def test_another_type_of_thing_is_no_rename() -> None:
    assert guessed([{"id": "permit.zone", **ZONE}], [{"id": "site.area", **ZONE, "type": "page"}]) == {}


def test_draft_that_is_gone_is_nobodys_former_name() -> None:
    assert guessed([{"id": "permit.zone", **ZONE, "status": "draft"}], [{"id": "site.area", **ZONE}]) == {}


def test_every_one_of_seven_hundred_is_found() -> None:
    found = said(find_renames(many("permit", 700), many("workPermit", 700))[1])

    assert found == {old: f"workP{old[1:]}" for old in found}
    assert len(found) == 700


def test_order_changes_nothing() -> None:
    gone, new = many("permit", 60), many("site.permit", 60)

    assert find_renames(gone[::-1], new[::-1])[1] == find_renames(gone, new)[1]


def test_guessing_takes_time_in_proportion_to_what_changed() -> None:
    def work(sides: tuple[list[Definition], list[Definition]]) -> object:
        return find_renames(*sides)

    assert growth(lambda size: (many("permit", size), many("workPermit", size)), work, 250) < MOST


def test_names_without_a_word_and_values_without_a_canonical_form_are_taken_as_they_are() -> None:
    odd = {"type": "field", "name": "-", "valueSchema": {"maximum": 10**400, "pattern": "\ud800"}}

    assert guessed([{"id": "permit.zone", **odd}], [{"id": "permit.area", **odd}]) == {"permit.zone": "permit.area"}
    assert guessed([{"id": "-", **odd}], [{"id": "+", **odd, "name": "+"}]) == {}
