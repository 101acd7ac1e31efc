"""Texts that honest people have published raise no error: tools in English, pages in Portuguese."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from alvara.decode.capability import capability
from alvara.decode.page import page
from alvara.diagnostics.finding import Finding
from alvara.model.capability import Capability
from alvara.model.config import Config
from alvara.model.page import Page
from alvara.rules.definition.hidden_characters import hidden_characters
from alvara.rules.definition.instruction_to_model import instruction_to_model
from alvara.rules.definition.mixed_script import mixed_script
from alvara.rules.definition.suspicious_text import suspicious_text
from alvara.texts.orders import order_in
from alvara.workspace.setting import Catalogue, Setting

RULES = (hidden_characters, mixed_script, instruction_to_model, suspicious_text)


@pytest.fixture(scope="module")
def corpus() -> Path:
    folder = os.environ.get("ALVARA_CORPUS")
    if not folder:
        pytest.skip("ALVARA_CORPUS names no folder of published texts")
    return Path(folder)


def _tools(corpus: Path) -> Iterator[Capability]:
    for path in sorted(corpus.glob("mcp-registry/servers/*/tools.json")):
        for tool in json.loads(path.read_text(encoding="utf-8")):
            properties = {a["name"]: {"description": a.get("desc", "")} for a in tool.get("arguments") or ()}
            value: dict[str, Any] = {
                "id": f"{path.parent.name}.{tool['name']}", "version": "1.0.0", "name": tool["name"], "risk": "read",
                "description": tool.get("description", ""), "authorization": {},
                "inputSchema": tool.get("inputSchema") or {"type": "object", "properties": properties},
            }  # fmt: skip
            yield capability(value, f"capabilities/{path.parent.name}/{tool['name']}.yaml")


def _said(definition: Capability | Page) -> list[tuple[str, Finding]]:
    setting = Setting(Config("r", "n"), Catalogue(), lambda path: None)
    return [(rule.severity, finding) for rule in RULES for finding in rule.check(definition, setting)]


def test_published_tools_raise_no_error(corpus: Path) -> None:
    tools = list(_tools(corpus))
    said = [item for tool in tools for item in _said(tool)]
    counts = Counter(severity for severity, _ in said)
    print(f"{len(tools)} tools, {counts['warning']} warnings")  # noqa: T201  shown by pytest -s
    concerned = {finding.at.path for _, finding in said}

    assert len(tools) == 755
    assert [finding for severity, finding in said if severity == "error"] == []
    assert len(concerned) < 40


def test_portuguese_pages_raise_no_error(corpus: Path) -> None:
    paths = sorted(corpus.glob("docusaurus-ptbr/**/*.md"))
    pages = []
    for path in paths:
        text = path.read_text(encoding="utf-8")
        model = page({"title": path.stem, "description": text}, path.name, Config("r", "n"))
        pages.append((model, text))
    said = [finding for model, _ in pages for severity, finding in _said(model) if severity == "error"]

    assert len(paths) == 18
    assert said == []
    assert [order for _, text in pages for line in text.splitlines() if (order := order_in(line))] == []
