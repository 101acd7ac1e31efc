"""`alvara new policy`: a rule, and the scenarios that show what it decides."""

import shutil
from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import Run
from tests.this_registry import copy_registry

CAPABILITY = """\
id: shop.sell
version: "1.0.0"
name: Sell
description: Sells something.
status: draft
inputSchema:
  type: object
  additionalProperties: false
  required: [shopId, pieces]
  properties:
    shopId: {type: string, pattern: "^S-[0-9]{3}$"}
    pieces: {type: integer, minimum: 2, maximum: 9}
target: {resource: shop, idFrom: input.shopId}
authorization: {permissions: [shop.sell], roles: {any: [clerk, chief]}, tenantScoped: true, resourceScoped: true}
semanticIds: [shop]
risk: medium
"""
SHOP = """\
id: shop
type: entity
name: Shop
status: draft
recordSchema:
  type: object
  additionalProperties: false
  required: [id, tenant, open]
  properties:
    id: {type: string}
    tenant: {type: string}
    open: {type: boolean}
"""


@pytest.fixture
def demo(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh registry with one capability, and the current folder."""
    run("init", str(tmp_path / "demo"))
    monkeypatch.chdir(tmp_path / "demo")
    (tmp_path / "demo/capabilities/shop").mkdir()
    (tmp_path / "demo/capabilities/shop/sell.yaml").write_text(CAPABILITY)
    (tmp_path / "demo/semantic-ids/shop.yaml").write_text(SHOP)
    return tmp_path / "demo"


def test_a_policy_comes_with_the_first_suite_of_what_it_decides_on(demo: Path, run: Run) -> None:
    made = run("new", "policy", "shop.closed")

    ran = run("test", "--format", "json")

    assert made.code == 0
    assert run("check").code == 0
    assert run("fmt", "--check", "policies/shop/closed.yaml", "scenarios/shop/sell.yaml").code == 0
    assert (ran.code, ran.json["passed"], ran.json["coverage"]["atoms"]["missing"]) == (0, 2, [])
    assert made.out == (
        "wrote policies/shop/closed.yaml\nwrote scenarios/shop/sell.yaml\n"
        "next: say when it holds and what it answers, and let the scenarios show both; then run `alvara check` and "
        "`alvara test`\n"
    )
    assert (demo / "scenarios/shop/sell.yaml").read_text() == (
        """\
# yaml-language-server: $schema=../../.alvara/schemas/scenario.schema.json
capability: shop.sell
now: "2026-01-01T09:00:00Z"
# The smallest values that the schemas accept; real ones make a suite easier to read.
fixtures:
  principals:
    somebody: {id: whom-shop-closed-is-about, tenant: t1, roles: [clerk], permissions: [shop.sell]}
    somebodyElse: {$from: somebody, id: somebody-else}
  resources: {record: {id: S-000, tenant: t1, open: true}}
  inputs: {request: {shopId: S-000, pieces: 2}}
scenarios:
  - id: whom-the-policy-is-about
    principal: somebody
    resource: record
    input: request
    expect: {decision: deny, reasons: [SHOP_CLOSED], decidedBy: [shop.closed]}
  - id: whom-it-leaves-alone
    principal: somebodyElse
    resource: record
    input: request
    expect: {decision: allow, reasons: [], decidedBy: []}
"""
    )


def test_a_suite_that_is_there_is_left_as_it_is(demo: Path, run: Run) -> None:
    run("new", "policy", "shop.closed")
    before = (demo / "scenarios/shop/sell.yaml").read_bytes()

    made = run("new", "policy", "shop.moved")

    assert made.code == 0
    assert made.out == (
        "wrote policies/shop/moved.yaml\n"
        "next: say when it holds and what it answers; add a scenario that it decides to scenarios/shop/sell.yaml "
        "(`decidedBy: [shop.moved]`), and one that it leaves alone; then run `alvara check` and `alvara test`\n"
    )
    assert (demo / "scenarios/shop/sell.yaml").read_bytes() == before
    assert run("test").code == 0


def test_a_capability_as_new_writes_it_has_a_suite_that_passes(demo: Path, run: Run) -> None:
    """It grants nothing yet, and the suite says so."""
    run("new", "capability", "till.count")

    run("new", "policy", "till.broken")

    suite = yaml.safe_load((demo / "scenarios/till/count.yaml").read_text())
    assert [sorted(each["expect"]["reasons"]) for each in suite["scenarios"]] == [
        ["TILL_BROKEN", "authz.no_grant"], ["authz.no_grant"]
    ]  # fmt: skip
    assert run("check").code == 0
    assert run("test").code == 0


def test_a_policy_that_decides_on_nothing_yet_has_no_scenario(demo: Path, run: Run) -> None:
    made = run("new", "policy", "lunch.break")

    assert made.code == 0
    assert made.out.startswith("wrote policies/lunch/break.yaml\nnext: say on what it decides, ")
    assert list((demo / "scenarios").rglob("*.yaml")) == []


def test_where_not_everything_can_be_read_the_policy_alone_is_written(demo: Path, run: Run) -> None:
    (demo / "capabilities/shop/sell.yaml").write_text(CAPABILITY + "risk: [\n")

    made = run("new", "policy", "shop.closed")

    assert made.code == 0
    assert made.out.startswith("wrote policies/shop/closed.yaml\nnext: ")
    assert "no scenario is written, since not everything can be read: capabilities/shop/sell.yaml" in made.err


def test_an_input_that_nothing_satisfies_leaves_the_policy_without_a_scenario(demo: Path, run: Run) -> None:
    impossible = CAPABILITY.replace("minimum: 2", "minimum: 10")
    (demo / "capabilities/shop/sell.yaml").write_text(impossible)

    made = run("new", "policy", "shop.closed")

    assert made.code == 0
    assert "add a scenario that it decides to scenarios/shop/sell.yaml" in made.out
    assert not (demo / "scenarios/shop").exists()


def test_users_whose_ids_are_no_texts_leave_the_policy_without_a_condition(demo: Path, run: Run) -> None:
    (demo / "principal.json").write_text('{"type": "object", "properties": {"id": {"type": "integer"}}}')
    settings = demo / "alvara.yaml"
    settings.write_text(settings.read_text() + "principal: {schema: principal.json}\n")

    run("new", "policy", "shop.closed")

    assert "when" not in yaml.safe_load((demo / "policies/shop/closed.yaml").read_text())


def test_ids_of_users_that_have_a_shape_are_of_that_shape(demo: Path, run: Run) -> None:
    (demo / "principal.json").write_text('{"properties": {"id": {"type": "string", "pattern": "^u[0-9]{4}: $"}}}')
    settings = demo / "alvara.yaml"
    settings.write_text(settings.read_text() + "principal: {schema: principal.json}\n")

    run("new", "policy", "shop.closed")

    condition = yaml.safe_load((demo / "policies/shop/closed.yaml").read_text())["when"]
    users = yaml.safe_load((demo / "scenarios/shop/sell.yaml").read_text())["fixtures"]["principals"]
    assert condition["all"][0]["expr"] == f'principal.id == "{users["somebody"]["id"]}"'
    assert users["somebody"]["id"] != users["somebodyElse"]["id"]


def test_in_this_registry_a_policy_would_begin_with_a_suite_of_any_capability(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(copy_registry(tmp_path / "registry"))
    shutil.rmtree("scenarios", ignore_errors=True)

    for resource, suite in (
        ("workPermit.validity", "work-permit/read.yaml"),
        ("workPermit.approvals", "work-permit/approve.yaml"),
        ("workPermit.components", "navigation/open-work-permit-components.yaml"),
        ("ui.workPermitList", "navigation/navigate.yaml"),
    ):
        made = run("new", "policy", f"{resource}.later")
        assert f"wrote scenarios/{suite}" in made.out
    assert run("test").code == 0
