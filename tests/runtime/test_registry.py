"""What a program asks of a registry, and that nothing of it can be changed."""

from dataclasses import FrozenInstanceError
from threading import Barrier, Thread
from typing import Any

import pytest

from alvara import Registry
from alvara.registry.bindings import KnowledgeRef, SourceMapping
from tests.bundle.conftest import FILES, bundle
from tests.runtime.bundles import Files, on_disk


def ids(found: Any) -> list[str]:
    return [each.id for each in found]


def test_a_resource_is_found_by_its_id_and_by_an_alias_and_is_the_same_thing(shop: Registry) -> None:
    found = shop.get_resource("order.deadline")

    assert found is not None
    assert found.id == "order.deadline"
    assert shop.get_resource("order.due") is found


def test_what_models_may_not_see_is_not_there(shop: Registry) -> None:
    assert shop.get_resource("api.orders") is None
    assert shop.get_resource("order.sketch") is None
    assert shop.get_capability("order.cancel") is None
    assert shop.get_policy("order.opened") is None


def test_a_name_that_is_known_is_looked_for_once_and_one_that_nobody_knows_is_not_kept(shop: Registry) -> None:
    names = ["order.sketch", "api.orders", "order.due", *(f"nobody.knows{n}" for n in range(100))]

    for name in names:
        shop.get_resource(name)

    assert {name for name in shop._shown.resources if name in names} == {"order.sketch", "api.orders", "order.due"}


def test_what_was_renamed_is_found_under_its_old_name(tmp_path: Any) -> None:
    record = "from: order.term\nto: order.deadline\nsince: '2026-09-01'\nreason: Clearer.\n"
    files = bundle({**FILES, "ledger/migrations/resource/order.term.yaml": record})

    registry = Registry.open(on_disk(files, tmp_path / "bundle"))

    assert registry.get_resource("order.term") == registry.get_resource("order.deadline")
    assert ids(registry.get_capabilities("order.term")) == ["order.postpone"]


def test_of_several_majors_the_active_one_is_meant(tmp_path: Any) -> None:
    second = FILES["capabilities/order/postpone.yaml"].replace('"1.2.0"', '"2.0.0"').replace("active", "draft")
    files = bundle({**FILES, "capabilities/order/postpone.v2.yaml": second})

    found = Registry.open(on_disk(files, tmp_path / "bundle")).get_capability("order.postpone")

    assert found is not None
    assert found.version == "1.2.0"


def test_a_draft_of_the_next_major_hides_nothing_that_is_still_in_use(tmp_path: Any) -> None:
    first = FILES["capabilities/order/postpone.yaml"]
    ended = (
        first.replace("active", "deprecated")
        + "deprecation: {since: '2026-01-01', removeAfter: '2027-06-01', reason: Old.}\n"
    )
    second = first.replace('"1.2.0"', '"2.0.0"').replace("active", "draft")
    changed = {"capabilities/order/postpone.yaml": ended, "capabilities/order/postpone.v2.yaml": second}

    found = Registry.open(on_disk(bundle({**FILES, **changed}), tmp_path / "bundle")).get_capability("order.postpone")

    assert found is not None
    assert (found.version, found.status) == ("1.2.0", "deprecated")


def test_a_resource_has_exactly_what_is_bound_to_it_from_either_side(registry: Registry) -> None:
    capabilities = registry.get_capabilities("workPermit.validity")
    policies = registry.get_policies("workPermit.validity")

    assert ids(capabilities) == ["workPermit.read", "workPermit.updateValidity"]
    assert "workPermit.validity.update" in ids(policies)


def test_what_is_bound_is_what_the_bundle_lists_as_bindings(registry: Registry) -> None:
    listed = registry._holdings.partners

    for resource in registry.find_resources():
        partners = listed.get(("resource", resource.id), ())
        given = [
            *(("capability", each.id) for each in registry.get_capabilities(resource.id)),
            *(("policy", each.id) for each in registry.get_policies(resource.id)),
            *(("page", each.id) for each in registry.get_knowledge_refs(resource.id)),
        ]
        shown = {("capability", id) for k, id in partners if k == "capability" and registry.get_capability(id)}
        shown |= {("policy", id) for k, id in partners if k == "policy" and registry.get_policy(id)}
        assert sorted(given) == sorted(shown | {(k, id) for k, id in partners if k == "page"})


def test_pages_have_their_titles_and_those_kept_elsewhere_are_external(shop: Registry) -> None:
    found = shop.get_knowledge_refs("order.deadline")

    assert found == (
        KnowledgeRef("docs/deadline", {"": "Prazo", "en": "Deadline"}, external=False),
        KnowledgeRef("orders.rules", {}, external=True),
    )


def test_a_capability_and_a_policy_have_pages_too(registry: Registry) -> None:
    (of_capability,) = registry.get_knowledge_refs("workPermit.updateValidity")
    (of_policy,) = registry.get_knowledge_refs("workPermit.validity.update")

    assert of_capability.id == of_policy.id == "docs/work-permit/validity"


def test_the_screen_that_shows_a_resource_is_told(registry: Registry) -> None:
    found = registry.get_ui_refs("workPermit.validity")

    assert [(each.id, each.type) for each in found] == [("ui.workPermit.validity", "component")]


def test_what_models_may_not_see_has_no_bindings_to_tell(shop: Registry) -> None:
    for name in ("api.orders", "order.sketch", "nothing.at.all", ""):
        assert shop.get_capabilities(name) == ()
        assert shop.get_policies(name) == ()
        assert shop.get_knowledge_refs(name) == ()
        assert shop.get_ui_refs(name) == ()


def test_sources_are_told_in_one_place_in_an_order_of_their_own(shop: Registry) -> None:
    assert shop.source_mappings() == (
        SourceMapping("order", "secret/source/order.tsx", ""),
        SourceMapping("order.deadline", "secret/implemented.ts", ""),
    )


def test_a_bundle_says_which_it_is(shop: Registry, little: Files) -> None:
    assert (shop.registry, shop.name) == ("6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11", "shop")
    assert shop.locales == ("pt-BR", "en")
    assert shop.digest.startswith("sha256:")
    assert shop.digest in repr(shop)
    assert shop.remarks == ()


@pytest.mark.parametrize("name", ["_holdings", "_shown", "version", "get_resource", "anything"])
def test_nothing_of_a_registry_can_be_set_or_taken_away(shop: Registry, name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(shop, name, None)
    with pytest.raises(AttributeError):
        delattr(shop, name)

    assert shop.get_resource("order") is not None


def test_nothing_that_a_registry_gives_can_be_changed(registry: Registry) -> None:
    capability = registry.get_capability("workPermit.updateValidity")
    assert capability is not None

    with pytest.raises(FrozenInstanceError):
        capability.risk = "read"
    with pytest.raises(TypeError):
        capability.input_schema["properties"]["validityDays"]["maximum"] = 10**9
    with pytest.raises(AttributeError):
        capability.semantic_ids.append("x")


def test_threads_that_ask_a_cold_registry_at_once_get_what_one_thread_gets(own_folder: str) -> None:
    def ask(registry: Registry) -> Any:
        resources = registry.find_resources("valid")
        return (
            resources, [registry.get_resource(each.id) for each in resources],
            [registry.get_capabilities(each.id) for each in resources],
            [registry.get_knowledge_refs(each.id) for each in resources], registry.source_mappings(),
            registry.get_resource("permit.validity"), registry.discover(page="workPermit"),
            registry.decide("workPermit.read", input={}, principal={}, now="2026-09-01T12:00:00Z").trace,
        )  # fmt: skip

    expected = ask(Registry.open(own_folder))
    shared, together, got = Registry.open(own_folder), Barrier(8), []

    def run() -> None:
        together.wait(30)
        got.append(ask(shared))

    threads = [Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert got == [expected] * 8
