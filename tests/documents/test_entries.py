"""Entries that are added and items that are taken out: the value is as wanted, and no other line has changed."""

import yaml
from hypothesis import given
from hypothesis import strategies as st

from alvara.documents import nodes
from alvara.documents.edit import apply
from alvara.documents.entries import Entry, add_entries, take_out

ENDS = st.sampled_from(["\n", "\r\n"])
LEADS = st.sampled_from(["", "\n", "# about it\n", "\n# about it\n# and more\n", "    # of the one before\n\n"])
ITEMS = st.sampled_from([
    "- id: {}\n  name: A", "-\n  id: {}", "- {{id: {}, name: [a, b]}}", "- id: {}\n  text: |\n    One.\n\n    Two.",
    "- id: {}  # here\n  labels:\n    en: A", '- "id": {}\n  text: >-\n    Folded\n    text',
])  # fmt: skip
LISTS = st.lists(st.tuples(LEADS, ITEMS), min_size=2, max_size=5)


def _written(parts: list[tuple[str, str]], indent: str, last: str) -> str:
    body = "".join(f"{lead}{item.format(f'x{n}')}\n" for n, (lead, item) in enumerate(parts))
    lines = [f"{indent}{line}" if line else line for line in body.split("\n")]
    return "# top\nresources:\n" + "\n".join(lines).rstrip(" ") + last


@given(LISTS, st.sampled_from(["", "  "]), st.sampled_from(["", "# the end\n"]), ENDS, st.data())
def test_taken_out_is_one_item_and_nothing_else(
    parts: list[tuple[str, str]], indent: str, last: str, end: str, data: st.DataObject
) -> None:  # fmt: skip
    text = _written(parts, indent, last).replace("\n", end)
    number = data.draw(st.integers(0, len(parts) - 1))
    root = nodes.parse(text)
    assert isinstance(root, nodes.Mapping)
    items = root.entries[0][1]
    assert isinstance(items, nodes.Sequence)
    expected = yaml.safe_load(text)["resources"]
    del expected[number]

    after = apply(text, [take_out(text, items, number)])

    assert yaml.safe_load(after)["resources"] == expected
    kept, lines = iter(text.splitlines(keepends=True)), after.splitlines(keepends=True)
    assert all(line in kept for line in lines)
    assert after.startswith(f"# top{end}resources:{end}")
    assert after.endswith(last.replace("\n", end))


@given(
    st.permutations(["id: a", "name: A", "owner: |\n  x\n", "labels: {en: [A]}", "values:\n  a: 1"]),
    st.integers(1, 5), st.booleans(), ENDS,
)  # fmt: skip
def test_added_entries_are_there_and_all_else_is_as_it_was(keys: list[str], number: int, cut: bool, end: str) -> None:
    written = "\n".join(key.rstrip("\n") for key in keys[:number])
    text = (written if cut else f"{written}\n").replace("\n", end)
    root = nodes.parse(text)
    assert isinstance(root, nodes.Mapping)
    added = [Entry("status", "active"), Entry("end", (("since", "x"), ("reason", "y")))]

    after = apply(text, add_entries(text, root, ("id", "name", "status", "labels", "values", "end"), added))

    value, expected = yaml.safe_load(after), yaml.safe_load(text)
    assert value == {**expected, "status": "active", "end": {"since": "x", "reason": "y"}} or "owner" in expected
    assert {key: value[key] for key in ("status", "end")} == {"status": "active", "end": {"since": "x", "reason": "y"}}
    kept = iter(after.splitlines())
    assert all(line in kept for line in text.splitlines())
