"""Which policies decide on a capability is the same from whichever side it is asked."""

from pathlib import Path

import pytest

from alvara.adapters.directory import DirectoryTree
from alvara.app.check import examine
from alvara.app.settings import read_settings
from alvara.approvals.attaching import Attachments
from alvara.files.tree import DictTree, FileTree
from alvara.model.capability import RISKS
from alvara.model.policy import DECIDING
from alvara.workspace.attachment import policies_on
from alvara.workspace.workspace import View, beyond_draft
from tests.case import extract_all
from tests.release.world import CANCEL, CLOSED, CONTENT, VALIDATORS, encoded

ROOT = Path(__file__).resolve().parents[2]
POLICY = CONTENT[CLOSED]
SCOPES = {
    "an ID": "{capabilities: [order.cancel]}",
    "an alias": "{capabilities: [order.stop]}",
    "all below": '{capabilities: ["order.*"]}',
    "a resource": "{resources: [order]}",
    "a resource by its alias": "{resources: [purchase]}",
    "a risk that it has": "{resources: [order], risk: [high]}",
    "a risk that it has not": '{capabilities: ["order.*"], risk: [low]}',
    "another": "{capabilities: [order.read]}",
}


def trees() -> dict[str, FileTree]:
    found: dict[str, FileTree] = {"own": DirectoryTree(ROOT, ("capabilities", "semantic-ids", "policies", "docs"))}
    aliased = {
        **CONTENT, CANCEL: f"{CONTENT[CANCEL]}aliases: [order.stop]\n",
        "semantic-ids/order.yaml": f"{CONTENT['semantic-ids/order.yaml']}aliases: [purchase]\n",
    }  # fmt: skip
    for name, scope in SCOPES.items():
        policy = POLICY.replace("{capabilities: [order.cancel]}", scope)
        found[name] = DictTree(encoded({**aliased, CLOSED: policy}))
    return found


@pytest.mark.parametrize("case", ["own", *SCOPES])
def test_both_sides_say_the_same(case: str) -> None:
    tree = trees()[case]
    outcome = examine(tree, read_settings(tree, VALIDATORS), VALIDATORS, "2026-09-01", extract_all, None)
    assert outcome.sight is not None
    view = View(outcome.sight.workspace, "2026-09-01")
    attachments = Attachments(view)
    capabilities = [one for risk in RISKS for one in view.look(beyond_draft("capability", risk))]

    assert capabilities
    for one in capabilities:
        expected = sorted(p.id for p in policies_on(one, view) if p.status in DECIDING)
        assert [policy.id for policy in attachments.on(one)] == expected
