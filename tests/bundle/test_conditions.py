"""Whether what a bundle decides by can be evaluated, and in which language it is written."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from alvara.adapters.published import read_schema
from alvara.app.bundling import bindings_of
from alvara.app.models import Incomplete, read_definitions
from alvara.app.settings import read_settings
from alvara.bundle import conditions
from alvara.bundle.agreed import Agreed
from alvara.bundle.build import assemble
from alvara.bundle.conditions import expressions_of, troubles
from alvara.bundle.contents import contents_of
from alvara.bundle.defects import Defect
from alvara.bundle.evidence import Evidence
from alvara.bundle.layout import REGISTRY
from alvara.bundle.verify import HeldFiles, verify
from alvara.conditions.engine import NotCompiled, Program
from alvara.conditions.profile import PROFILE
from alvara.documents.shape import Validators
from alvara.files.tree import DictTree
from alvara.identity.digests import canonical
from alvara.workspace.subjects import Body
from tests.bundle.conftest import FILES, ORIGIN, VALIDATORS, bundle
from tests.bundle.test_verify import resealed

BROKEN = "input.orderId =="
POSTPONE = "capabilities/order/postpone.yaml"
POLICY = "policies/order/closed.yaml"
A_GROUP = '{all: [{id: secretPolicyAtom, expr: "!resource.open"}]}'
IN_A_GROUP = '{any: [{not: [{expr: "true"}]}, {not: [{expr: "input.orderId =="}]}]}'


def changed(path: str, before: str, after: str) -> dict[str, str]:
    assert before in FILES[path]
    return {**FILES, path: FILES[path].replace(before, after)}


def smuggled(files: Mapping[str, str]) -> dict[str, bytes]:
    """Make a bundle past everything that looks at its expressions."""
    tree = DictTree(files)
    definitions = read_definitions(tree, read_settings(tree, VALIDATORS), VALIDATORS)
    return assemble(contents_of(definitions, bindings_of(definitions), ORIGIN, Evidence()), Agreed())


def defects(files: Mapping[str, bytes]) -> tuple[Defect, ...]:
    return verify(HeldFiles(files), "", Validators(read_schema)).defects


PLACES = {
    "a policy": (POLICY, A_GROUP, IN_A_GROUP, "/when/any/1/not/0/expr"),
    "a precondition": (POSTPONE, "expr: resource.open", f'expr: "{BROKEN}"', "/preconditions/0/expr"),
    "a confirmation": (POSTPONE, "input.orderId != ''", BROKEN, "/confirmation/when/any/0/expr"),
    "a verification": (POSTPONE, 'expr: "true"', f'expr: "{BROKEN}"', "/verification/expect/0/expr"),
    "the record's ID": (POSTPONE, "idFrom: input.orderId", f'idFrom: "{BROKEN}"', "/target/idFrom"),
    "a name that nothing has": (POSTPONE, "expr: resource.open", "expr: resuorce.open", "/preconditions/0/expr"),
}  # fmt: skip


@pytest.mark.parametrize(("path", "before", "after", "pointer"), PLACES.values(), ids=PLACES)
def test_what_nothing_can_evaluate_is_not_bundled(path: str, before: str, after: str, pointer: str) -> None:
    name = "order.closed" if path == POLICY else "order.postpone"

    with pytest.raises(Incomplete) as refused:
        bundle(changed(path, before, after))

    (problem,) = refused.value.problems
    assert problem.startswith(f"`{name}`: `{pointer}` cannot be evaluated: ")


@pytest.mark.parametrize(("path", "before", "after", "pointer"), PLACES.values(), ids=PLACES)
def test_a_bundle_with_what_nothing_can_evaluate_does_not_hold(
    path: str, before: str, after: str, pointer: str
) -> None:
    folder, name = ("policies", "order.closed") if path == POLICY else ("capabilities", "order.postpone")

    (defect,) = defects(smuggled(changed(path, before, after)))

    assert (defect.file, defect.severity) == (f"private/{folder}/{name}.json", "error")
    assert pointer in defect.message


def test_a_draft_that_nothing_can_evaluate_is_not_bundled_either() -> None:
    files = {
        **FILES,
        "capabilities/order/cancel.yaml": FILES["capabilities/order/cancel.yaml"] + 'preconditions: [{expr: "("}]\n',
    }

    with pytest.raises(Incomplete, match=r"`order\.cancel`: `/preconditions/0/expr`"):
        bundle(files)


def test_the_bundle_names_the_language_and_no_library(little: dict[str, bytes]) -> None:
    registry = json.loads(little[REGISTRY])

    assert registry["conditions"] == {"language": "CEL", "profile": PROFILE}
    assert b"cel-expr" not in b"".join(little.values())


def registry_with(little: Mapping[str, bytes], said: object) -> dict[str, bytes]:
    registry = {key: value for key, value in json.loads(little[REGISTRY]).items() if key != "conditions"}
    return resealed({**little, REGISTRY: canonical(registry if said is None else {**registry, "conditions": said})})


def test_a_bundle_from_before_the_language_had_a_name_holds(little: dict[str, bytes]) -> None:
    assert defects(registry_with(little, None)) == ()


def test_another_language_is_not_judged_and_that_is_told() -> None:
    made = smuggled(changed(POSTPONE, "expr: resource.open", f'expr: "{BROKEN}"'))

    (defect,) = defects(registry_with(made, {"language": "CEL", "profile": "alvara.conditions/2"}))

    assert (defect.file, defect.severity) == (REGISTRY, "warning")
    assert "another language" in defect.message


COMPOSITE: dict[str, Any] = {
    "id": "order.copy",
    "target": {"resource": "order", "idFrom": "a0"},
    "preconditions": [{"expr": "a1"}],
    "postconditions": [{"expr": "a2"}],
    "confirmation": {"when": {"all": [{"expr": "a3"}, {"any": [{"expr": "a4"}]}]}},
    "verification": {"expect": [{"expr": "a5"}], "with": {"x": "a6"}},
    "steps": [{"id": "s", "forEach": "a7", "as": "item", "with": {"y": "a8"}}, {"id": "t", "with": {"y": "a9"}}],
    "output": {"z": "a10"},
    "navigation": {"pageFrom": "a11", "tabFrom": "a12", "params": {"p": "a13"}},
}


def test_every_expression_of_a_definition_is_found() -> None:
    found = list(expressions_of(COMPOSITE))

    assert sorted(e.source for e in found) == sorted(f"a{i}" for i in range(14))
    assert [e.source for e in found if e.names == ("item",)] == ["a8"]
    for e in found:
        value: Any = COMPOSITE
        for step in e.pointer:
            value = value[step]
        assert value == e.source


def places_in(schema: Any, defs: Mapping[str, Any], at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Find where a published schema lets an expression stand; a condition holds one, however deep."""
    if isinstance(schema, dict):
        name = str(schema.get("$ref", "")).removeprefix("#/$defs/")
        if name in ("expression", "expressions"):
            yield at
        elif name == "condition":
            yield (*at, "expr")
        elif name in ("atom", "precondition"):
            yield from places_in(defs[name], defs, at)
        for key, value in schema.get("properties", {}).items():
            yield from places_in(value, defs, (*at, key))
        yield from places_in(schema.get("items"), defs, at)


@pytest.mark.parametrize(
    ("kind", "body"),
    [("capability", COMPOSITE), ("policy", {"when": {"all": [{"expr": "a"}, {"not": [{"expr": "b"}]}]}})],
)
def test_no_place_of_an_expression_is_forgotten(kind: str, body: Body) -> None:
    schema = json.loads(read_schema(kind))
    maps = {("output",), ("verification", "with"), ("steps", "with"), ("navigation", "params")}
    found = set()
    for expression in expressions_of(body):
        place = tuple(k for k in expression.pointer if isinstance(k, str) and k not in ("all", "any", "not"))
        found.add(place[:-1] if place[:-1] in maps else place)

    assert found == set(places_in(schema, schema["$defs"]))


def test_the_same_text_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []

    def compile(source: str, names: tuple[str, ...] = ()) -> Program:
        compiled.append(source)
        return Program(source, names)

    monkeypatch.setattr(conditions, "Program", compile)
    bodies = [{"id": f"a{i}", "preconditions": [{"expr": "input.a"}, {"expr": "input.b"}]} for i in range(100)]

    assert set(troubles(bodies)) == {""}
    assert sorted(compiled) == ["input.a", "input.b"]


def test_the_names_of_a_loop_are_known_in_it_and_nowhere_else() -> None:
    step = {"id": "s", "forEach": "input.list", "as": "item", "with": {"y": "item.id"}}
    inside, outside = troubles([{"id": "a", "steps": [step]}, {"id": "a", "steps": [{**step, "forEach": "item.list"}]}])

    assert inside == ""
    assert outside.startswith("`/steps/0/forEach` ")
    with pytest.raises(NotCompiled):
        Program("item.id")
