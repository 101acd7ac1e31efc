"""What stands where in a bundle."""

import json
from typing import Any

import jsonschema_rs
import pytest

from alvara.adapters.directory import DirectoryTree
from alvara.app.check import examine
from alvara.app.models import Incomplete
from alvara.app.settings import read_settings
from alvara.bundle.contents import UNKNOWN, Component, Origin
from alvara.identity.digests import digest
from tests.bundle.conftest import FILES, ORIGIN, ROOT, VALIDATORS, bundle
from tests.case import extract_all


def read(files: dict[str, bytes], path: str) -> Any:
    return json.loads(files[path])


def manifest(files: dict[str, bytes]) -> Any:
    return read(files, "agent-manifest.json")


def test_a_bundle_has_these_files_and_no_others(little: dict[str, bytes]) -> None:
    assert sorted(little) == [
        "agent-manifest.json",
        "index.json",
        "private/bindings.json",
        "private/capabilities/order.cancel.json",
        "private/capabilities/order.postpone.json",
        "private/policies/order.closed.json",
        "private/resources/api.orders.json",
        "private/resources/order.deadline.json",
        "private/resources/order.json",
        "private/resources/order.sketch.json",
        "private/schemas/principal.json",
        "public/capabilities/order.postpone.json",
        "public/knowledge/docs/deadline.json",
        "public/pages/docs/deadline.md",
        "public/pages/docs/en/deadline.md",
        "public/policies/order.closed.json",
        "public/resources/order.deadline.json",
        "public/resources/order.json",
        "registry.json",
    ]


def test_the_manifest_counts_everything_whatever_its_status(little: dict[str, bytes]) -> None:
    said = manifest(little)
    keys = ("entities", "semanticResources", "capabilities", "policies", "bindings")

    assert {key: said[key] for key in keys} == {
        "entities": 1,
        "semanticResources": 4,
        "capabilities": 2,
        "policies": 1,
        "bindings": 6,
    }


def test_the_manifest_counts_bindings_as_the_check_does(own: dict[str, bytes]) -> None:
    tree = DirectoryTree(ROOT, ("capabilities", "semantic-ids", "policies", "docs"))
    settings = read_settings(tree, VALIDATORS)
    outcome = examine(tree, settings, VALIDATORS, "2026-09-01", extract_all, None)

    assert manifest(own)["bindings"] == outcome.summary.bindings


def test_each_binding_is_listed_once_by_the_ids_it_is_between(little: dict[str, bytes]) -> None:
    assert read(little, "private/bindings.json")["bindings"] == [
        ["capability/order.postpone", "page/docs/deadline"],
        ["capability/order.postpone", "policy/order.closed"],
        ["capability/order.postpone", "resource/order.deadline"],
        ["page/docs/deadline", "resource/order.deadline"],
        ["page/orders.rules", "resource/order.deadline"],
        ["resource/api.orders", "resource/order"],
    ]


def test_the_identity_is_the_digest_of_the_list_of_files(little: dict[str, bytes]) -> None:
    said = manifest(little)

    assert [path for path, _, _ in said["files"]] == sorted(little.keys() - {"agent-manifest.json"})
    assert said["digest"] == digest(said["files"])


@pytest.mark.parametrize(
    ("file", "schema"), [("agent-manifest.json", "manifest-1"), ("index.json", "bundle-index-1")], ids=str
)
@pytest.mark.parametrize("which", ["little", "own"])
def test_what_is_written_keeps_its_published_schema(
    file: str, schema: str, which: str, request: pytest.FixtureRequest
) -> None:
    published = json.loads((ROOT / f"schemas/output/{schema}.schema.json").read_text())
    files = request.getfixturevalue(which)

    jsonschema_rs.validator_for(published, validate_formats=True).validate(read(files, file))


def test_a_state_that_is_no_release_is_named_by_its_content(little: dict[str, bytes]) -> None:
    later = bundle(FILES, Origin("2026-10-01T00:00:00Z", UNKNOWN))

    assert manifest(later)["version"] == manifest(little)["version"]
    assert manifest(later)["version"].startswith("0.0.0+")
    assert manifest(later)["digest"] != manifest(little)["digest"]


def test_a_release_has_its_own_name_and_counts_the_releases_before_it(little: dict[str, bytes]) -> None:
    from alvara.bundle.build import component_digests, files_of

    digests = component_digests(files_of(little))
    components = {"capability": Component(91, digests["capability"]), "policy": Component(33, "sha256:0")}
    said = manifest(bundle(FILES, Origin(ORIGIN.as_of, UNKNOWN, "2026.09.01", 41, "2026.08.01", components)))

    assert (said["version"], said["sequence"], said["previous"]) == ("2026.09.01", 41, "2026.08.01")
    assert said["capabilityVersion"] == "cap-91"
    assert said["policyVersion"] == f"policy-33+{digests['policy'][7:15]}"


COMPONENTS = {
    "capabilityVersion": ("capabilities/order/postpone.yaml", "Moves", "Changes"),
    "policyVersion": ("policies/order/closed.yaml", "stays", "remains"),
    "uiVersion": ("semantic-ids/order.yaml", "Sketch", "Outline"),
    "knowledgeVersion": ("docs/en/deadline.md", "delivery", "handing over"),
}


@pytest.mark.parametrize("moved", COMPONENTS)
def test_a_component_version_moves_only_when_that_component_does(moved: str, little: dict[str, bytes]) -> None:
    path, before, after = COMPONENTS[moved]
    said = manifest(bundle({**FILES, path: FILES[path].replace(before, after)}))

    assert [key for key in COMPONENTS if said[key] != manifest(little)[key]] == [moved]


def test_a_page_without_binding_keys_is_not_in_it(little: dict[str, bytes]) -> None:
    assert not [path for path, data in little.items() if b"secretGuide" in data]


def test_a_page_says_what_it_explains_and_in_which_languages(little: dict[str, bytes]) -> None:
    assert read(little, "public/knowledge/docs/deadline.json") == {
        "id": "docs/deadline",
        "semanticId": "order.deadline",
        "capabilities": ["order.postpone"],
        "texts": [
            {"locale": None, "path": "public/pages/docs/deadline.md", "title": "Prazo"},
            {"locale": "en", "path": "public/pages/docs/en/deadline.md", "title": "Deadline"},
        ],
    }


def test_the_text_of_a_page_comes_without_its_front_matter(little: dict[str, bytes]) -> None:
    text = little["public/pages/docs/deadline.md"].decode()

    assert text == "# Prazo de entrega\n\nO prazo é o dia da entrega.\n"


def test_a_definition_is_complete_with_schemas_written_out_and_shared_blocks_filled_in(
    little: dict[str, bytes],
) -> None:
    body = read(little, "private/capabilities/order.postpone.json")

    assert body["inputSchema"]["properties"] == {"orderId": {"type": "string", "maxLength": 9}}
    assert [error["code"] for error in body["errors"]] == ["ORDER_NOT_FOUND", "ORDER_CLOSED"]
    assert body["execution"]["retry"] == {"enabled": False, "maxAttempts": 1, "retryableErrors": []}
    assert read(little, "private/schemas/principal.json")["properties"] == {"id": {"type": "string"}}


def test_each_kind_spells_its_knowledge_in_its_own_way(little: dict[str, bytes]) -> None:
    assert read(little, "private/capabilities/order.postpone.json")["knowledgeReferences"] == ["docs/deadline"]
    assert read(little, "public/resources/order.deadline.json")["knowledgeRefs"] == ["docs/deadline", "orders.rules"]


def test_drafts_are_in_the_index_and_the_private_half_alone(little: dict[str, bytes]) -> None:
    rows = {row["id"]: row["status"] for row in read(little, "index.json")["entities"]}

    assert (rows["order.cancel"], rows["order.sketch"]) == ("draft", "draft")
    assert "private/capabilities/order.cancel.json" in little
    assert not [path for path, data in little.items() if path.startswith("public/") and b"secretDraft" in data]


def test_the_index_digest_does_not_depend_on_the_status(little: dict[str, bytes]) -> None:
    path = "capabilities/order/postpone.yaml"
    retired = bundle({**FILES, path: FILES[path].replace("status: active", "status: deprecated")})
    before, after = (
        {row["id"]: row["digest"] for row in read(files, "index.json")["entities"]} for files in (little, retired)
    )

    assert before == after


COMPOSITE = """\
id: order.postponeAll
version: "1.0.0"
description: Postpones several orders.
type: composite
status: active
risk: medium
authorization: {}
inputSchema: {type: object}
steps: [{id: one, capability: order.postpone, with: {}}]
"""


def test_the_digest_of_a_composite_covers_what_its_steps_run() -> None:
    path = "capabilities/order/postpone.yaml"
    files = {**FILES, "capabilities/order/postpone-all.yaml": COMPOSITE}
    changed = {**files, path: FILES[path].replace("4321", "4322")}
    before, after = (
        {row["id"]: row["digest"] for row in read(bundle(f), "index.json")["entities"]} for f in (files, changed)
    )

    assert {id for id in before if before[id] != after[id]} == {"order.postpone", "order.postponeAll"}


def test_several_majors_of_an_id_have_a_file_each() -> None:
    path = "capabilities/order/postpone.yaml"
    newer = FILES[path].replace('"1.2.0"', '"2.0.0"').replace("status: active", "status: draft")
    files = bundle({**FILES, "capabilities/order/postpone.v2.yaml": newer})

    assert sorted(p for p in files if "postpone" in p) == [
        "private/capabilities/order.postpone@1.json",
        "private/capabilities/order.postpone@2.json",
        "public/capabilities/order.postpone@1.json",
    ]


def test_texts_are_composed_wherever_they_stand() -> None:
    path = "semantic-ids/order.yaml"
    decomposed = {**FILES, path: FILES[path].replace("name: Deadline", "name: Expirac\u0327a\u0303o")}
    decomposed["docs/prac\u0327a.md"] = "---\nsemanticId: order\n---\n# Prac\u0327a\n"
    files = bundle(decomposed)

    assert read(files, "public/resources/order.deadline.json")["name"] == "Expiração"
    assert files["public/pages/docs/pra%C3%A7a.md"].decode() == "# Praça\n"
    assert read(files, "public/knowledge/docs/pra%C3%A7a.json")["id"] == "docs/praça"


def test_two_keys_that_become_one_when_composed_are_refused() -> None:
    path = "semantic-ids/order.yaml"
    twice = FILES[path].replace("secretMetadata: 1", "é: 1, e\u0301: 2")

    with pytest.raises(Incomplete, match="two forms"):
        bundle({**FILES, path: twice})


@pytest.mark.parametrize(
    ("path", "before", "after", "said"),
    [
        ("capabilities/order/postpone.yaml", "ids.json", "no.json", "names no readable file"),
        ("capabilities/order/postpone.yaml", "risk: medium", "risk: much", "not all of it can be read"),
        ("capabilities/order/domain.yaml", "category: not_found", "category: lost", "not all of it can be read"),
        ("schemas/principal.json", "ids.json", "no.json", "names no readable file"),
        ("docs/deadline.md", "Capabilities: [order.postpone]", "Capabilities: order", "not all of it can be read"),
    ],
    ids=["a dangling reference", "a definition", "a domain's block", "the principal's schema", "front matter"],
)
def test_what_cannot_be_had_in_full_stops_the_build(path: str, before: str, after: str, said: str) -> None:
    with pytest.raises(Incomplete, match=said):
        bundle({**FILES, path: FILES[path].replace(before, after)})


def test_page_names_that_differ_only_in_case_are_refused() -> None:
    page = "---\nsemanticId: order\n---\n"

    with pytest.raises(Incomplete, match="would be one file"):
        bundle({**FILES, "docs/Orders.md": page, "docs/orders.md": page})
