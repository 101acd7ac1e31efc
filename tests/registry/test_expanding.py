"""From a focus to what it has to do with."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.app.held_tree import hold_tree
from alvara.app.survey import Survey
from alvara.bundle.public import STATUSES
from alvara.identity.ids import Name
from alvara.registry.atlas import Atlas
from alvara.registry.edges import Edge, edges_of
from alvara.registry.expanding import MOST_NODES
from alvara.registry.graph import Graph
from alvara.registry.ways import Ways
from alvara.workspace.entity import Entity
from tests.registry.generated import CAPABILITIES, FILES, IDS, minimal_capability, registries
from tests.registry.held import own_files, own_registry, registry_of, survey_of


def _ids(graph: Graph, kind: str) -> list[str]:
    return [node.name.id for node in graph.nodes if node.name.kind == kind]


def test_from_a_field_to_its_capability_the_policy_the_rules_and_the_workflow() -> None:
    graph = own_registry().expand("workPermit.validity")
    distances = {node.name.id: node.distance for node in graph.nodes}

    assert graph.roots == (Name("resource", "workPermit.validity"),)
    assert _ids(graph, "capability")[:2] == ["workPermit.read", "workPermit.updateValidity"]
    assert distances["workPermit.updateValidity"] == 1
    assert distances["workPermit.validity.update"] == 1
    assert distances["workPermit.rules.validityLimit"] == 1
    assert distances["docs/work-permit/validity"] == 1
    assert distances["workPermit.rules.approvedIsImmutable"] == 2
    assert distances["workPermit.approval"] == 2
    assert {(e.source.id, e.type, e.target.id) for e in graph.edges} >= {
        ("workPermit.validity", "UPDATED_BY", "workPermit.updateValidity"),
        ("workPermit.updateValidity", "PROTECTED_BY", "workPermit.validity.update"),
        ("workPermit.rules.approvedIsImmutable", "PROTECTED_BY", "workPermit.validity.update"),
        ("workPermit", "WORKFLOW", "workPermit.approval"),
    }


def test_a_policy_leads_back_to_what_it_protects() -> None:
    graph = own_registry().expand("workPermit.validity.update", hops=1)

    assert set(_ids(graph, "capability")) == {"workPermit.updateValidity"}
    assert {"workPermit.validity", "workPermit.rules.approvedIsImmutable"} <= set(_ids(graph, "resource"))


def test_the_nearest_stand_first() -> None:
    graph = own_registry().expand("workPermit.validity", hops=3)
    distances = [node.distance for node in graph.nodes]

    assert distances == sorted(distances)
    assert distances[-1] == 3


def test_no_hops_are_the_thing_itself() -> None:
    graph = own_registry().expand("workPermit.validity", hops=0)

    assert [node.name.id for node in graph.nodes] == ["workPermit.validity"]
    assert graph.edges == ()


def test_an_alias_leads_to_the_same() -> None:
    assert own_registry().expand("permit.validity") == own_registry().expand("workPermit.validity")


def test_a_page_is_a_focus_too() -> None:
    graph = own_registry().expand("docs/work-permit/validity", hops=1)

    assert graph.roots == (Name("page", "docs/work-permit/validity"),)
    assert "workPermit.updateValidity" in _ids(graph, "capability")


def test_a_page_that_is_kept_elsewhere_is_external() -> None:
    (node,) = own_registry().expand("approval.rules", hops=0).nodes

    assert node.status == "external"


def test_the_kind_says_which_thing_is_meant() -> None:
    files = {
        **FILES,
        "semantic-ids/order/list.yaml": "{id: order.list, type: collection, name: Orders}",
        "capabilities/order/list.yaml": json.dumps(minimal_capability("order.list", "active")),
    }
    registry = registry_of(files)

    assert [root.kind for root in registry.expand("order.list").roots] == ["resource", "capability"]
    assert [root.kind for root in registry.expand("order.list", kind="capability").roots] == ["capability"]


@pytest.mark.parametrize("name", ["workPermit.nothing", "api.workPermits", ""])
def test_of_what_models_do_not_see_there_is_an_empty_graph(name: str) -> None:
    assert own_registry().expand(name) == Graph((), (), ())


def test_what_does_not_make_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="-1 steps"):
        own_registry().expand("workPermit", hops=-1)
    with pytest.raises(ValueError, match="there is no kind `field`"):
        own_registry().expand("workPermit", kind="field")


def test_how_things_are_carried_out_is_not_in_it() -> None:
    graph = own_registry().expand("workPermit", hops=20)

    assert len(graph.nodes) > 80
    assert not {edge.type for edge in graph.edges} & {"EXPOSED_BY", "IMPLEMENTED_BY", "VERIFIED_BY"}
    assert [node for node in graph.nodes if node.name.id.startswith("api.") or node.name.kind == "source"] == []
    steps = {edge for edge in graph.edges if edge.source.id == "workPermit.clone" and edge.target.kind == "capability"}
    assert steps == set()


GUESSES = {
    **FILES,
    "semantic-ids/all.yaml": json.dumps({
        "resources": [
            {"id": "a", "type": "entity", "name": "A",
             "relations": [{"type": "RELATED_TO", "target": "b", "confidence": "INFERRED"},
                           {"type": "RELATED_TO", "target": "d"}]},
            {"id": "b", "type": "entity", "name": "B", "relations": [{"type": "RELATED_TO", "target": "c"}]},
            {"id": "c", "type": "entity", "name": "C"},
            {"id": "d", "type": "entity", "name": "D"},
        ]
    }),
}  # fmt: skip


def test_a_guess_is_shown_last_with_its_confidence_and_leads_no_further() -> None:
    graph = registry_of(GUESSES).expand("a", hops=3)

    assert _ids(graph, "resource") == ["a", "d", "b"]
    assert Edge(Name("resource", "a"), Name("resource", "b"), "RELATED_TO", "INFERRED") in graph.edges


def test_beyond_a_resource_that_is_a_guess_itself_nothing_is_followed() -> None:
    files = {**GUESSES, "semantic-ids/all.yaml": GUESSES["semantic-ids/all.yaml"].replace(
        '"id": "d", ', '"id": "d", "confidence": "INFERRED", "relations": [{"type": "USES", "target": "c"}], '
    )}  # fmt: skip
    graph = registry_of(files).expand("a", hops=3)

    assert _ids(graph, "resource") == ["a", "b", "d"]


def test_a_sure_binding_counts_beside_a_guessed_relation() -> None:
    resource = {"id": "a", "type": "entity", "name": "A",
                "relations": [{"type": "UPDATED_BY", "target": "a.set", "confidence": "INFERRED"}]}  # fmt: skip
    files = {
        **FILES,
        "semantic-ids/a.yaml": json.dumps(resource),
        "capabilities/a/set.yaml": json.dumps({**minimal_capability("a.set", "active"), "semanticIds": ["a"]}),
    }
    graph = registry_of(files).expand("a", hops=1)

    assert {(edge.type, edge.confidence) for edge in graph.edges} == {("UPDATED_BY", "INFERRED"), ("USES", "MANUAL")}


def test_an_expansion_is_bounded_and_counts_what_it_has_no_room_for() -> None:
    many = [{"id": f"a.f{i}", "type": "field", "name": "F"} for i in range(MOST_NODES + 20)]
    far = {"id": "b", "type": "entity", "name": "B", "relations": [{"type": "RELATED_TO", "target": "a.f0"}]}
    resources = [{"id": "a", "type": "entity", "name": "A"}, *many, far]
    files = {**FILES, "semantic-ids/all.yaml": json.dumps({"resources": resources})}
    graph = registry_of(files).expand("a", hops=5)

    assert len(graph.nodes) == MOST_NODES
    assert graph.left_out == 21
    assert "b" not in _ids(graph, "resource")


def test_a_policy_on_a_draft_is_not_seen_on_the_major_that_is_active() -> None:
    draft = {**minimal_capability("a.set", "draft"), "version": "2.0.0", "semanticIds": ["a"]}
    policy = {
        "id": "a.closed", "version": "1.0.0", "status": "active", "effect": "deny", "appliesTo": {"resources": ["a"]},
        "reason": {"code": "CLOSED", "message": "It is closed."},
    }  # fmt: skip
    files = {
        **FILES,
        "semantic-ids/a.yaml": json.dumps({"id": "a", "type": "entity", "name": "A"}),
        "capabilities/a/set.yaml": json.dumps(minimal_capability("a.set", "active")),
        "capabilities/a/set.v2.yaml": json.dumps(draft),
        "policies/a/closed.yaml": json.dumps(policy),
    }

    assert [node.name.id for node in registry_of(files).expand("a.set").nodes] == ["a.set"]


def _seen_edges(found: Survey) -> list[Edge]:
    """List the edges of a tree that models may see, by the index of the workspace."""

    def seen(entity: Entity) -> bool:
        return entity.kind == "page" or (entity.status in STATUSES and entity.type != "api")

    entities = [entity for entity in found.entities if seen(entity)]
    names = {(entity.kind, entity.id) for entity in entities}
    private = {"apiRefs", "sourceRefs", "step", "verification"}
    told = [e._replace(references=tuple(r for r in e.references if r.role not in private)) for e in entities]
    return [
        edge for edge in edges_of(told, found.view)
        if edge.type not in ("EXPOSED_BY", "IMPLEMENTED_BY")
        and all(end.kind == "page" or end in names for end in edge[:2])
    ]  # fmt: skip


def _walked_edges(found: Survey) -> set[Edge]:
    holdings, left_out = hold_tree(found)
    assert left_out == []
    ways = Ways(holdings, Atlas(holdings))
    names = {Name(e.kind, e.id) for e in found.entities}
    known = [name for name in names if ways.meant(name.kind, name.id) == name]
    edges = {edge for name in known for edge in ways.at(name)}
    assert all(edge in ways.at(edge.source) and edge in ways.at(edge.target) for edge in edges)
    return edges


def test_the_edges_are_those_of_the_tree() -> None:
    found = survey_of(own_files())
    edges = _walked_edges(found)

    assert len(edges) > 200
    assert edges == set(_seen_edges(found))


@settings(max_examples=60)
@given(registries())
def test_the_edges_are_those_of_the_tree_whatever_the_registry(files: Mapping[str, str]) -> None:
    found = survey_of(files)

    assert _walked_edges(found) == set(_seen_edges(found))


@settings(max_examples=40)
@given(registries(), st.sampled_from((*IDS, *CAPABILITIES)), st.integers(0, 4))
def test_an_expansion_is_as_far_as_its_hops_and_each_node_hangs_on_a_nearer_one(
    files: Mapping[str, str], root: str, hops: int
) -> None:
    registry = registry_of(files)
    graph, wider = registry.expand(root, hops), registry.expand(root, hops + 1)
    distances = {node.name: node.distance for node in graph.nodes}

    assert all(distance <= hops for distance in distances.values())
    for name, distance in distances.items():
        steps = [d for e in graph.edges if name in e[:2] for d in (distances[e.source], distances[e.target])]
        assert distance == 0 or distance - 1 in steps
    assert graph == registry_of(files).expand(root, hops)
    assert {node.name for node in wider.nodes} >= distances.keys()
