"""What `rename` promises of any file: only what carries the name changes, and back is as if there had been no rename.

What is tried are the ways of writing a definition and a reference that the loader accepts.
"""

import tempfile
from pathlib import Path
from typing import Any

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from alvara.cli.main import main

OLD, NEW = "order.deadline", "order.dueDate"
CONFIG = "registry: 6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11\nname: shop\nlocales: [en]\n"

TAILS = st.sampled_from(["", "", "  ", "  # tail", "\t# tail"])
BETWEEN = st.sampled_from(["", "", "", "\n", "# about order.deadline\n", "\n# one\n\n", "#\n"])
NAMES = st.sampled_from(["{}", "{}", "'{}'", '"{}"', "|-\n    {}", ">-\n    {}", "\n    {}"])
OTHERS = st.sampled_from([
    "name: 🚧 ã order.deadline", 'name: "order.deadline, \\\n    and more"', "name: |\n    order.deadline\n\n    end",
    "name: >+\n    order.deadline\n\n", "name: {en: order.deadlines}", "name:\n  en: 'order.deadline: no'",
])  # fmt: skip
ALIASES = st.sampled_from([
    "", "aliases: [order.due]", "aliases: [ order.due ,  'order.end' ]", "aliases:\n  - order.due\n  - order.end",
    "aliases:\n- order.due  # known\n# below", "aliases: [\n    order.due,\n    order.end,\n  ]",
    "aliases:\n  -   'order.due'",
])  # fmt: skip
IDS = st.sampled_from(["id: {}", "id:   {}", '"id": {}', "'id' : {}", "? id\n: {}"])


@st.composite
def in_lines(draw: st.DrawFn) -> str:
    """A definition in lines."""
    own = draw(IDS).format(draw(NAMES).format(OLD))
    entries = draw(st.permutations([own, "type: field", draw(OTHERS), draw(ALIASES)]))
    text = "".join(
        f"{draw(BETWEEN)}{entry}{'' if '|' in entry or '>' in entry else draw(TAILS)}\n" for entry in entries if entry
    )
    return draw(st.sampled_from(["", "---\n", "# top\n\n"])) + text


@st.composite
def in_braces(draw: st.DrawFn) -> str:
    """A definition in braces."""
    own = f"id: {draw(st.sampled_from([OLD, repr(OLD)]))}"
    aliases = draw(st.sampled_from([[], ["aliases: [order.due]"], ["aliases: [order.due, order.end]"]]))
    entries = draw(st.permutations([own, "type: field", 'name: "order.deadline"', *aliases]))
    space = draw(st.sampled_from(["", " ", "\n  "]))
    comma = draw(st.sampled_from(["", ","]))
    return "{" + space + f",{space or ' '}".join(entries) + comma + space.rstrip(" ") + "}\n"


@st.composite
def in_list(draw: st.DrawFn) -> str:
    """A definition as an item of a list, with another beside it."""
    indent = draw(st.sampled_from(["", "  "]))
    text = draw(st.one_of(in_lines(), in_braces())).removeprefix("---\n").removeprefix("# top\n\n")
    if not text.lstrip("{ \n").startswith(("id", "type", "name", '"', "'", "aliases", "?")):
        text = "type: field\n" + text.replace("type: field", "owner: sales", 1)
    lines = text.splitlines()
    item = "\n".join([f"{indent}- {lines[0]}", *(f"{indent}  {line}" if line else "" for line in lines[1:])])
    return f"resources:\n{item}\n{indent}- {{id: order.other, type: field, name: Other, parentId: order.deadline}}\n"


def _with_ends(text: str, end: str, mark: str, cut: bool) -> bytes:
    return (mark + (text.rstrip("\n") if cut else text).replace("\n", end)).encode()


FILES = st.builds(
    _with_ends, st.one_of(in_lines(), in_braces(), in_list()), st.sampled_from(["\n", "\n", "\r\n", "\r"]),
    st.sampled_from(["", "", "\ufeff"]), st.booleans(),
)  # fmt: skip
REFERENCES = st.lists(
    st.sampled_from(["{}", "'{}'", '"{}"', "order.deadlines", "order", "order.deadline.x"]), unique=True, max_size=4
)


def _tree(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def _read(data: bytes) -> Any:
    """Read it by libyaml, which takes a tab before a comment."""
    return yaml.load(data, yaml.CSafeLoader)


def _renamed(value: Any) -> Any:
    """What a definition is to mean when its ID has changed."""
    if "resources" in value:
        first, second = value["resources"]
        return {"resources": [_renamed(first), {**second, "parentId": NEW}]}
    return {**value, "id": NEW, "aliases": [*value.get("aliases", []), OLD]}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(data=FILES, references=REFERENCES)
def test_only_the_name_changes_and_back_is_as_if_there_had_been_none(data: bytes, references: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        in_a_list = b"resources:" in data
        home = root / ("semantic-ids/order.yaml" if in_a_list else "semantic-ids/order/deadline.yaml")
        home.parent.mkdir(parents=True)
        home.write_bytes(data)
        (root / "alvara.yaml").write_text(CONFIG)
        words = [reference.format(OLD) for reference in references]
        page = f"---\nsemanticId: x\nother: {OLD}\n---\n{OLD} [[ {OLD} ]] [[{OLD}s]] [[{OLD}]]\n"
        (root / "docs").mkdir()
        (root / "docs/x.md").write_text(page)
        (root / "semantic-ids/x.yaml").write_text(f"id: x\ntype: entity\nname: X\nuiRefs: [{', '.join(words)}]\n")
        before = _tree(root)

        assert main(["-C", folder, "rename", OLD, NEW]) == 0
        moved = home if in_a_list else root / "semantic-ids/order/due-date.yaml"
        assert _read(moved.read_bytes()) == _renamed(_read(data))
        known = data.decode().splitlines()
        different = [line for line in moved.read_bytes().decode().splitlines() if line not in known]
        assert all(NEW in line or OLD in line or "order.end" in line for line in different)
        assert (root / "docs/x.md").read_text() == page.replace(f"[[ {OLD} ]]", f"[[ {NEW} ]]").replace(
            f"[[{OLD}]]", f"[[{NEW}]]"
        )
        told = _read((root / "semantic-ids/x.yaml").read_bytes())["uiRefs"]
        assert told == [NEW if "{}" in reference else reference for reference in references]

        assert main(["-C", folder, "rename", NEW, OLD]) == 0
        assert _tree(root) == before
