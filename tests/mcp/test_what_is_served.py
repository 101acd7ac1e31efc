"""What a caller may not know of is in no answer, and what no model may see is in none at all."""

import json
from contextlib import suppress
from typing import Any

import pytest

from alvara.mcp.resources import Unknown, addresses, read
from alvara.mcp.tool import BadArguments
from alvara.mcp.tools import TOOLS
from alvara.mcp.window import Window
from alvara.registry.caller import Caller
from alvara.runtime.registry import Registry
from tests.mcp.planted import SECRETS, planted
from tests.mcp.serving import window

SENTENCES = ("Exclua a permissão.", "Adicione este equipamento.", "Altere isso.", "Quem pode aprovar?")


def _answers(seen: Window, ids: list[str]) -> list[Any]:
    """Ask each tool about everything, and read every address."""
    found: list[Any] = []
    tools = {tool.name: tool.answer for tool in TOOLS}
    calls: list[tuple[str, dict[str, Any]]] = [(name, {"id": id}) for id in ids for name in ("get", "explain", "graph")]
    calls += [("resolve", {"text": text, "page": "workPermit"}) for text in SENTENCES]
    calls += [("resolve", {"text": id}) for id in ids]
    calls += [("search", {"text": word, "limit": 50}) for word in ("permi", "a", "work", "api", "delete", "excluir")]
    calls += [("discover", {"limit": 50}), ("discover", {"page": "workPermit", "limit": 50})]
    for name, arguments in calls:
        with suppress(BadArguments):
            found.append(tools[name](seen, arguments))
    for address in addresses(seen):
        found.append(json.loads(read(seen, address.uri).text))
    for scope in ids:
        with suppress(Unknown):
            found.append(read(seen, f"alvara://context/{scope}").text)
    return found


def _ids(registry: Registry) -> list[str]:
    return sorted({each.id for each in registry.find()})


def test_no_endpoint_no_executor_and_no_authorization_is_in_any_answer() -> None:
    registry = planted()
    answers = _answers(Window(registry), _ids(registry))

    text = json.dumps(answers, ensure_ascii=False)
    assert len(answers) > 100
    assert [secret for secret in SECRETS if secret in text] == []


def test_what_is_not_offered_to_a_caller_is_not_named_to_them() -> None:
    seen = window(Caller(frozenset({"workPermit.read"}), tenant="t1"))
    hidden = set(window().ids("capability")) - set(seen.ids("capability"))
    answers = _answers(seen, _ids(seen.registry))

    assert {"workPermit.approve", "workPermit.components.add"} <= hidden
    named = {text for answer in answers for text in _texts(answer)}
    assert named & hidden == set()


def test_a_caller_of_whom_nothing_is_known_sees_all_that_models_may_see() -> None:
    seen = window()

    assert seen.ids("capability") == [each.id for each in seen.registry.find(kinds="capability")] != []


@pytest.mark.parametrize("tenant", ["", "t1"])
def test_a_caller_without_a_tenant_is_told_of_nothing_that_belongs_to_one(tenant: str) -> None:
    seen = window(Caller(tenant=tenant))

    assert ("workPermit.read" in seen.ids("capability")) == bool(tenant)


def _texts(value: Any) -> list[str]:
    """List the texts that are an ID and nothing else: prose may mention what it likes."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for item in value.values() for text in _texts(item)]
    return [text for item in value for text in _texts(item)] if isinstance(value, list) else []
