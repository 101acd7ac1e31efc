"""What `fmt` promises of any file: the same meaning, the same comments, and nothing left to do a second time."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from alvara.adapters.published import read_schema
from alvara.app.formatting import formatted
from alvara.app.key_order import KeyOrder
from alvara.documents.load import load
from alvara.documents.nodes import parse, scalars
from tests.cli.layouts import CAPABILITIES, RESOURCES

ORDER = KeyOrder(read_schema)
ROOT = Path(__file__).parents[2]
REAL = sorted(p for f in ("capabilities", "semantic-ids", "policies", "scenarios") for p in (ROOT / f).rglob("*.yaml"))

WORDS = st.sampled_from(
    ["a", "b c", "x.y", "1", "true", "~", "ã🚧", "", "'it''s'", '"q, \\"r\\""', '"# no"', "a#b", "'- x'"]
)
FLOW_WORDS = st.sampled_from(["a", "b c", "1", "true", '"q, r"', "'x: y'", "'#'", "ã🚧"])
KEYS = ["id", "version", "name", "description", "risk", "owner", "status", "knowledgeRefs", "other", '"action"']
COMMENTS = st.sampled_from(["# one", "#", "# key: value", "#two  ", "    # deep", "# {a: b}"])
LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@st.composite
def flow(draw: st.DrawFn, depth: int = 2) -> str:
    """A value in flow style."""
    if depth == 0 or draw(st.integers(0, 2)) == 0:
        return draw(FLOW_WORDS)
    inner = flow(depth=depth - 1)
    space = draw(st.sampled_from(["", " ", "  ", "\n      ", "\n\n        "]))
    if draw(st.booleans()):
        return f"[{space}{', '.join(draw(st.lists(inner, max_size=3)))}{space}]"
    keys = draw(st.lists(st.sampled_from(["id", "expr", "text", '"en"', "message"]), unique=True, max_size=3))
    return "{" + space + f",{space or ' '}".join(f"{key}: {draw(inner)}" for key in keys) + space + "}"


@st.composite
def entry(draw: st.DrawFn, key: str) -> list[str]:
    """The lines of one top-level key, with what may stand around it."""
    before = draw(st.lists(st.one_of(COMMENTS, st.sampled_from(["", "", "  "])), max_size=3))
    gap = draw(st.sampled_from([": ", ":   ", ":\t", " : "]))
    tail = draw(st.sampled_from(["", "", "  ", "  # tail", "\t# tail \t"]))
    style = draw(st.integers(0, 6))
    if style == 0:
        lines = [
            f"{key}:{tail}",
            f"  inner: {draw(WORDS)}",
            *draw(st.sampled_from([[], ["  # inside"], ["  more: 1"]])),
        ]
    elif style == 1:
        lines = [
            f"{key}:",
            *(f"{draw(st.sampled_from(['', '  ']))}- x" for _ in range(1)),
            "# between" * draw(st.booleans()),
        ]
    elif style == 2:
        header = draw(st.sampled_from(["|", ">", "|-", ">-", "|+", ">+", "|2", ">  # why"]))
        lines = [
            f"{key}: {header}",
            *draw(st.lists(st.sampled_from(["  text", "  # text", "  te  ", "", "    more"]), max_size=4)),
        ]
    elif style == 3:
        lines = [f'{key}: "one  ', "", '  two # not"' + tail]
    elif style == 4:
        lines = [f"{key}: plain", f"  goes on{tail}"]
    elif style == 5:
        lines = [f"{key}{gap}{draw(flow())}{tail}"]
    else:
        lines = [f"{key}{gap}{draw(WORDS)}{tail}"]
    return [*before, *lines]


@st.composite
def capability(draw: st.DrawFn) -> str:
    """A file with the keys of a capability in any order and any layout."""
    lines: list[str] = draw(st.sampled_from([[], ["---"], ["# yaml-language-server: $schema=x"], ["# about", ""]]))
    lines = [*lines]
    for key in draw(st.permutations(KEYS))[: draw(st.integers(1, 6))]:
        lines += draw(entry(key))
    for key in draw(st.lists(st.sampled_from(["preconditions", "confirmation", "errors"]), unique=True)):
        lines.insert(
            draw(st.integers(0, len(lines))), f"{key}: {draw(flow(depth=3))}{draw(st.sampled_from(['', ' # why']))}"
        )
    return _finished(draw, lines)


@st.composite
def resources(draw: st.DrawFn) -> str:
    """A file that lists resources."""
    lines = ["resources:"]
    indent = draw(st.sampled_from(["", "  "]))
    for _ in range(draw(st.integers(1, 3))):
        lines += [indent + line for line in draw(st.lists(COMMENTS, max_size=1))]
        dash = "- "
        for key in draw(st.permutations(["id", "type", "name", "knowledgeReferences", "confidence"]))[:3]:
            body = draw(entry(key))
            while dash == "- " and not body[0].startswith(key):
                body.pop(0)
            lines += [f"{indent}{dash if i == 0 else '  '}{line}" if line else "" for i, line in enumerate(body)]
            dash = "  "
    return _finished(draw, lines)


def _finished(draw: st.DrawFn, lines: list[str]) -> str:
    lines += draw(st.lists(st.sampled_from(["", "# the end", "  "]), max_size=3))
    text = draw(LINE_ENDS).join("\n".join(lines).split("\n")) + draw(st.sampled_from(["", "\n", "\n\n\n"]))
    return draw(st.sampled_from(["", "", "\ufeff"])) + text


def meaning(value: Any, kind: str) -> str:
    """What a file says: types count, the order of keys does not, each kind has its own spelling of one key."""
    other, proper = (
        ("knowledgeRefs", "knowledgeReferences") if kind == "capability" else ("knowledgeReferences", "knowledgeRefs")
    )
    listed = value.get("resources") if kind == "resource" and isinstance(value, dict) else None
    for definition in listed if isinstance(listed, list) else [value]:
        if isinstance(definition, dict) and other in definition and proper not in definition:
            definition[proper] = definition.pop(other)
    return json.dumps(value, sort_keys=True)


def comments(text: str) -> list[str]:
    """The comments of a text: whatever is outside of its scalars and starts with `#`."""
    position, outside = 0, []
    for scalar in scalars(parse(text)):
        header = (
            re.match(r"[|>][-+0-9]*([^\r\n]*)", text[scalar.start : scalar.end]) if scalar.style in ("|", ">") else None
        )
        outside.append(text[position : scalar.start] + (header.group(1) if header else ""))
        position = scalar.end
    outside.append(text[position:])
    return sorted(found.rstrip() for part in outside for found in re.findall(r"#[^\r\n]*", part))


def keeps_its_promises(text: str, kind: str) -> None:
    """Put a text into shape and compare."""
    data = text.encode()
    before = load("x.yaml", data)
    result = formatted("x.yaml", data, kind, ORDER)
    if any(problem.rule != "byte-order-mark" for problem in before.problems):
        assert result.data == data
        assert result.trouble
        return
    again = formatted("x.yaml", result.data, kind, ORDER)
    after = load("x.yaml", result.data)

    assert result.trouble == ""
    assert again.data == result.data
    assert meaning(after.value, kind) == meaning(before.value, kind)
    assert after.problems == ()
    assert comments(after.text) == comments(before.text)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(capability())
def test_any_capability(text: str) -> None:
    keeps_its_promises(text, "capability")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(resources())
def test_any_list_of_resources(text: str) -> None:
    keeps_its_promises(text, "resource")


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_files_turned_upside_down_come_back(path: Path) -> None:
    """Reverse the top-level keys of a real file: in shape again, it says the same."""
    kinds = {"capabilities": "capability", "semantic-ids": "resource", "policies": "policy", "scenarios": "scenario"}
    kind = kinds[path.relative_to(ROOT).parts[0]]
    kind = "domain" if path.name == "domain.yaml" else kind
    text = path.read_text(encoding="utf-8")
    chunks = re.split(r"(?m)^(?=[a-zA-Z])", text)
    upside_down = "".join([chunks[0], *reversed(chunks[1:])])

    keeps_its_promises(text, kind)
    assert formatted("x.yaml", upside_down.encode(), kind, ORDER).data.decode() == text


@pytest.mark.parametrize("text", [before for before, _ in (*CAPABILITIES.values(), *RESOURCES.values())])
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_a_file_cut_short_anywhere(text: str, data: st.DataObject) -> None:
    keeps_its_promises(
        text[: data.draw(st.integers(0, len(text)))], data.draw(st.sampled_from(["capability", "resource"]))
    )
