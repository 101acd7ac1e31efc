"""Copies that no capability makes: what they could be composed of."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from alvara.registry.planning import Need, PlanHint, PlanStep
from alvara.runtime.registry import Registry
from tests.registry.held import own_files, own_registry, registry_of
from tests.registry.holding import Body, capability, registry, resource

ALL = {"workPermit.read", "workPermit.create", "workPermit.update"}


@cache
def _without_clone() -> Registry:
    """Open a copy of this registry in which nobody ever defined how a permit is cloned."""
    files: Mapping[str, str] = {
        path: text.replace("capabilities: [workPermit.clone]\n", "")
        for path, text in own_files().items() if not path.endswith("/clone.yaml")
    }  # fmt: skip
    return registry_of(files)


def test_a_permit_is_copied_by_reading_creating_and_copying_its_components() -> None:
    hint = _without_clone().plan_hints("workPermit", "clone")

    assert hint is not None
    assert [(step.phase, step.capability) for step in hint.steps] == [
        ("READ", "workPermit.read"),
        ("CREATE", "workPermit.create"),
        ("COPY PARTS", "workPermit.components.list"),
        ("COPY PARTS", "workPermit.components.add"),
    ]
    assert "docs/work-permit/cloning" in hint.documents
    assert "docs/work-permit/components" in hint.documents


def test_each_step_says_what_it_needs_from_before() -> None:
    hint = _without_clone().plan_hints("workPermit")

    assert hint is not None
    read, create, listing, adding = hint.steps
    assert read.needs == (Need("workPermitId", "record"),)
    assert Need("title", "workPermit.read") in create.needs
    assert listing.needs == (Need("workPermitId", "record"),)
    assert adding.needs == (
        Need("workPermitId", "workPermit.create"),
        Need("name", "workPermit.components.list"),
        Need("quantity", "workPermit.components.list"),
    )


def test_a_plan_says_that_nothing_runs_it() -> None:
    hint = _without_clone().plan_hints("workPermit")

    assert hint is not None
    assert hint.note.startswith("A hint, not a capability: nothing runs it as a whole.")


def test_where_a_capability_makes_copies_there_is_no_plan_around_it() -> None:
    assert own_registry().plan_hints("workPermit") is None
    assert own_registry().plan_hints("workPermit", permissions=ALL - {"workPermit.update"}) is None


def test_what_the_caller_may_not_use_is_not_named() -> None:
    everything = _without_clone().plan_hints("workPermit", permissions=ALL)
    without_parts = _without_clone().plan_hints("workPermit", permissions={"workPermit.read", "workPermit.create"})

    assert everything == _without_clone().plan_hints("workPermit")
    assert without_parts is not None
    assert [step.capability for step in without_parts.steps] == ["workPermit.read", "workPermit.create"]
    assert "workPermit.components" not in repr(without_parts)
    assert _without_clone().plan_hints("workPermit", permissions={"workPermit.read"}) is None
    assert _without_clone().plan_hints("workPermit", permissions="") is None


def test_an_alias_is_planned_for_as_the_thing_itself() -> None:
    assert _without_clone().plan_hints("permit") == _without_clone().plan_hints("workPermit")


def test_there_is_no_plan_for_what_cannot_be_composed() -> None:
    assert _without_clone().plan_hints("employee") is None
    assert _without_clone().plan_hints("workPermit.validity") is None
    assert _without_clone().plan_hints("nothing.of.the.kind") is None


def test_an_action_that_is_not_known_is_refused() -> None:
    with pytest.raises(ValueError, match="no plan is known for `merge`; there is one for `clone`"):
        _without_clone().plan_hints("workPermit", "merge")


ORDER = resource("order")
LINES = resource("order.lines", type="collection", relations=[{"type": "ADD", "target": "order.lines.add"}])


def _on(*resources: str, required: tuple[str, ...] = (), output: Any = None, **said: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"semanticIds": list(resources), "inputSchema": {"type": "object", "required": required}}
    return {**found, "outputSchema": {"type": "object", "properties": output or {}}, **said}


TARGET = {"resource": "order", "idFrom": "input.orderId"}
LIST = {
    "lines": {"type": "array", "items": {"properties": {"product": {}}}},
    "notes": {"items": {"properties": {"text": {}}}},
}
READ = capability(
    "order.get", "get", "read", **_on("order", "order.lines", required=("orderId",), output=LIST, target=TARGET)
)
CREATE = capability("order.create", "create", **_on("order", required=("customer",)))
ADD = capability("order.lines.add", **_on(required=("orderId", "product", "text"), target=TARGET))


def _plan(resources: tuple[Body, ...] = (ORDER, LINES), *capabilities: Body) -> PlanHint | None:
    return registry(resources, capabilities or (READ, CREATE, ADD)).plan_hints("order")


def test_parts_that_come_with_the_whole_need_no_list_of_their_own() -> None:
    hint = _plan()

    assert hint is not None
    assert hint.steps == (
        PlanStep("READ", "order.get", "order", (Need("orderId", "record"),)),
        PlanStep("CREATE", "order.create", "order", (Need("customer", "user"),)),
        PlanStep("COPY PARTS", "order.lines.add", "order.lines", (
            Need("orderId", "order.create"), Need("product", "order.get"), Need("text", "user"),
        )),
    )  # fmt: skip


def test_a_part_that_nothing_is_added_to_is_not_copied() -> None:
    hint = _plan((ORDER, resource("order.lines", type="collection")))

    assert hint is not None
    assert [step.phase for step in hint.steps] == ["READ", "CREATE"]


@pytest.mark.parametrize("confidence", ["INFERRED", "DRAFT"])
def test_nothing_is_planned_on_a_guess(confidence: str) -> None:
    guessed = [{"type": "ADD", "target": "order.lines.add", "confidence": confidence}]
    hint = _plan((ORDER, resource("order.lines", type="collection", relations=guessed)))

    assert hint is not None
    assert [step.phase for step in hint.steps] == ["READ", "CREATE"]


def test_what_is_not_active_is_not_planned_with() -> None:
    assert _plan((ORDER, LINES), READ, {**CREATE, "status": "deprecated"}, ADD) is None


@pytest.mark.parametrize(
    "copying",
    [
        capability("order.repeat", "create", **_on("order", target=TARGET)),
        capability("order.again", "create", type="composite", **_on(
            "order", steps=[{"id": "a", "capability": "order.get"}, {"id": "b", "capability": "order.create"}]
        )),
    ],
    ids=["names the record that it copies", "reads one on its way"],
)  # fmt: skip
def test_a_capability_that_makes_copies_is_known_by_what_it_does(copying: Body) -> None:
    assert _plan((ORDER, LINES), READ, CREATE, ADD) is not None
    assert _plan((ORDER, LINES), READ, CREATE, ADD, copying) is None
