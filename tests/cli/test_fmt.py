"""`alvara fmt`."""

import os
import stat
from pathlib import Path
from textwrap import dedent

import pytest

from alvara.adapters.published import read_schema
from alvara.app.formatting import Formatted, formatted
from alvara.app.key_order import KeyOrder
from tests.cli.conftest import Run

ORDER = KeyOrder(read_schema)


def shape(text: str, kind: str = "capability") -> str:
    """Put a text into shape; nothing may have been left alone, and doing it again changes nothing."""
    result = formatted("file.yaml", text.encode(), kind, ORDER)

    assert result.trouble == ""
    assert formatted("file.yaml", result.data, kind, ORDER) == result
    return result.data.decode()


CASES = {
    "keys come in the order of the schema": ("risk: low\nid: a.b\nversion: '1.0.0'\n", "id: a.b\nversion: '1.0.0'\nrisk: low\n"),
    "a key moves with the comments above it and beside it": (
        """\
        # the floor
        # is low
        risk: low  # for now
        id: a.b
        """,
        """\
        id: a.b
        # the floor
        # is low
        risk: low  # for now
        """,
    ),
    "the setting of an editor stays on top": (
        "# yaml-language-server: $schema=x.json\n# about the risk\nrisk: low\nid: a\n",
        "# yaml-language-server: $schema=x.json\nid: a\n# about the risk\nrisk: low\n",
    ),
    "a comment that a blank line parts from the first key stays on top": (
        "# Copyright\n\nrisk: low\nid: a\n",
        "# Copyright\n\nid: a\nrisk: low\n",
    ),
    "the start of the document stays on top": ("---\nrisk: low\nid: a\n", "---\nid: a\nrisk: low\n"),
    "a comment at the end stays there": ("risk: low\nid: a\n# the end\n", "id: a\nrisk: low\n# the end\n"),
    "a deeper comment belongs to the key it stands in": (
        "execution:\n  idempotent: true\n  # no retry\nid: a\n",
        "id: a\nexecution:\n  idempotent: true\n  # no retry\n",
    ),
    "a comment above a blank line belongs to the key before": (
        "risk: low\n# because\n\nid: a\n",
        "id: a\nrisk: low\n# because\n",
    ),
    "a blank line moves with the key below it": (
        "id: a\n\nrisk: low\n\nversion: '1.0.0'\n",
        "id: a\n\nversion: '1.0.0'\n\nrisk: low\n",
    ),
    "a key that is not known stays behind the one before": (
        "x-one: 1\nrisk: low\nx-two: 2\nid: a\n",
        "x-one: 1\nid: a\nrisk: low\nx-two: 2\n",
    ),
    "a block scalar moves whole": (
        "description: |\n  one\n\n  two  \n\n\nid: a\n",
        "id: a\ndescription: |\n  one\n\n  two  \n",
    ),
    "blank lines that a block scalar keeps stay in it": (
        "description: |+\n  one\n\n\nid: a\n",
        "id: a\ndescription: |+\n  one\n\n\n",
    ),
    "what has no line end gets one on its way up": ("risk: low\nid: a", "id: a\nrisk: low\n"),
    "the spelling of capabilities": ("id: a\nknowledgeRefs: [x]  # y\n", "id: a\nknowledgeReferences: [x]  # y\n"),
    "both spellings stay for check to report": (
        "id: a\nknowledgeReferences: [x]\nknowledgeRefs: [y]\n",
        "id: a\nknowledgeReferences: [x]\nknowledgeRefs: [y]\n",
    ),
    "a condition in flow style becomes a block": (
        """\
        id: a
        preconditions: [{id: x, expr: 'a, b'}, {expr: c}]  # two
        """,
        """\
        id: a
        preconditions:  # two
          - id: x
            expr: 'a, b'
          - expr: c
        """,
    ),
    "a condition in an item of a block list": (
        """\
        id: a
        preconditions:
        - {id: x, expr: b, text: {pt-BR: "Não, b", en: B}}   # why
        -   {expr: c}
        """,
        """\
        id: a
        preconditions:
        - id: x   # why
          expr: b
          text:
            pt-BR: "Não, b"
            en: B
        -   expr: c
        """,
    ),
    "what encloses a condition, but not its neighbours": (
        """\
        id: a
        verification: {enabled: true, capability: x.read, with: {id: input.id, n: [1, 2]}, expect: [{id: s, expr: x}]}
        """,
        """\
        id: a
        verification:
          enabled: true
          capability: x.read
          with: {id: input.id, n: [1, 2]}
          expect:
            - id: s
              expr: x
        """,
    ),
    "a sentence in flow style becomes a block": (
        """\
        id: a
        description: {pt-BR: 'Um, dois', en: One}
        confirmation: {required: true, messageTemplate: {en: "Sure?"}}
        errors:
          - {code: A, category: business, message: No., retryable: false}
        """,
        """\
        id: a
        description:
          pt-BR: 'Um, dois'
          en: One
        confirmation:
          required: true
          messageTemplate:
            en: "Sure?"
        errors:
          - code: A
            category: business
            message: No.
            retryable: false
        """,
    ),
    "flow style elsewhere stays as written": (
        "id: a\nlabels: {pt-BR: [a,  b]}\nconfirmation: {required: true}\ninputSchema: {description: \"x\", a: 1}\n",
        "id: a\nlabels: {pt-BR: [a,  b]}\ninputSchema: {description: \"x\", a: 1}\nconfirmation: {required: true}\n",
    ),
    "flow style that spans lines": (
        """\
        id: a
        confirmation: {
            when: {any: [{id: x, expr: a,
                          text: "one
                                 two"}]},
            required: true
          }
        risk: low
        """,
        """\
        id: a
        risk: low
        confirmation:
          when:
            any:
              - id: x
                expr: a
                text: "one
                  two"
          required: true
        """,
    ),
    "flow style with a comment in it stays": (
        "id: a\npreconditions: [\n  # one\n  {expr: a}]\n",
        "id: a\npreconditions: [\n  # one\n  {expr: a}]\n",
    ),
    "a whole file in flow style": (
        '{"risk": "low", "id": "a", "description": "No.", "labels": {"en":"A"}}\n',
        '"id": "a"\n"description": "No."\n"labels": {"en":"A"}\n"risk": "low"\n',
    ),
    "empty flow style stays": ("id: a\npreconditions: []\n", "id: a\npreconditions: []\n"),
    "null values and keys without a space": (
        'id: a\nconfirmation: {"required":true, when, messageTemplate: {en}}\n',
        'id: a\nconfirmation:\n  "required": true\n  when:\n  messageTemplate:\n    en:\n',
    ),
    "blanks at the ends of lines go": ("id: a  \n# note \t\n\t\nrisk: low\n", "id: a\n# note\n\nrisk: low\n"),
    "blank lines beyond one go": ("\n\nid: a\n\n \n\nrisk: low\n\n\n", "id: a\n\nrisk: low\n"),
    "one space follows a colon": ("id:   a\nrisk :\tlow\nowner:    # who\n  x\n", "id: a\nowner:    # who\n  x\nrisk: low\n"),
    "blanks in texts of several lines stay": (
        'id: a\ndescription: "one  \n\n\n  two"  \nname: >\n  x  \n\n\n  y\n',
        'id: a\nname: >\n  x  \n\n\n  y\ndescription: "one  \n\n\n  two"\n',
    ),
    "the last line is ended": ("id: a", "id: a\n"),
    "a block scalar that nothing ends is not ended": ("id: a\ndescription: |\n  x  ", "id: a\ndescription: |\n  x  "),
    "a byte order mark goes": ("\ufeffid: a\n", "id: a\n"),
    "line ends stay as they are": ("risk: low\r\nid: a\r\n\r\n\r\n", "id: a\r\nrisk: low\r\n"),
    "added lines end like the others": (
        "id: a\r\npreconditions: [{id: x, expr: y}]",
        "id: a\r\npreconditions:\r\n  - id: x\r\n    expr: y\r\n",
    ),
    "wide and combining characters count as one": ("risk: 🚧ã\u0301  # ã🚧\nid: a\n", "id: a\nrisk: 🚧ã\u0301  # ã🚧\n"),
    "quotes, folds and long lines stay": (
        f"id:   \"x\"\nname: '{'y' * 300}'\ndescription: >-\n    folded\n    text\n",
        f"id: \"x\"\nname: '{'y' * 300}'\ndescription: >-\n    folded\n    text\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES)
def test_capability(before: str, after: str) -> None:
    assert shape(dedent(before)) == dedent(after)


RESOURCES = {
    "each resource of a list is put in order": (
        """\
        resources:
          # the order itself
          - name: Order
            # never changes
            id: order
            type: entity
            # the rest

          - type: field  # of the order
            id: order.x
        """,
        """\
        resources:
          # the order itself
          # never changes
          - id: order
            type: entity
            name: Order
            # the rest

          - id: order.x
            type: field  # of the order
        """,
    ),
    "a dash on a line of its own": (
        "resources:\n  -\n    type: x\n    id: a\n",
        "resources:\n  -\n    id: a\n    type: x\n",
    ),
    "the spelling of resources": (
        "resources:\n  - id: a\n    knowledgeReferences: [x]\n",
        "resources:\n  - id: a\n    knowledgeRefs: [x]\n",
    ),
    "a sentence in a list of resources": (
        "resources: [{id: a, description: 'x, y'}, {id: b, type: c}]\n",
        "resources:\n  - id: a\n    description: 'x, y'\n  - {id: b, type: c}\n",
    ),
}


@pytest.mark.parametrize(("before", "after"), RESOURCES.values(), ids=RESOURCES)
def test_resources(before: str, after: str) -> None:
    assert shape(dedent(before), "resource") == dedent(after)


def test_policy() -> None:
    before = "when: {any: [{id: x, expr: a}]}\nreason: {code: A, message: No.}\nid: a\n"
    after = "id: a\nwhen:\n  any:\n    - id: x\n      expr: a\nreason:\n  code: A\n  message: No.\n"

    assert shape(before, "policy") == after


ALONE = {
    "id: [\n": "1:6: ",
    "a: 1\na: 2\n": "2:1: the key `a` is written twice",
    "a: &x 1\nb: *x\n": "1:4: the anchor",
    "<<<<<<< HEAD\nid: a\n": "1:1: a merge left",
    "": "",
}


@pytest.mark.parametrize(("text", "said"), ALONE.items(), ids=map(ascii, ALONE))
def test_what_does_not_parse_is_left_alone(text: str, said: str) -> None:
    result = formatted("file.yaml", text.encode(), "capability", ORDER)

    assert result.data == text.encode()
    assert result.trouble.startswith(said)
    assert result.trouble


def test_what_is_not_text_is_left_alone() -> None:
    data = b"id: \xff\n"

    assert formatted("file.yaml", data, "capability", ORDER) == Formatted(data, "1:5: the byte 0xFF is not UTF-8")


MESSY = "risk: low\nid: order.list\nversion: '1.0.0'\ndescription: x\nauthorization: {}\ninputSchema: {}\n"
TIDY = "id: order.list\nversion: '1.0.0'\ndescription: x\ninputSchema: {}\nauthorization: {}\nrisk: low\n"


@pytest.fixture
def messy(shop: Path, run: Run) -> Path:
    """A file to put into shape, in a registry that else is."""
    run("fmt")
    path = shop / "capabilities/order/list.yaml"
    path.write_text(MESSY)
    return path


def test_writes_what_changes_and_nothing_else(messy: Path, run: Run) -> None:
    others = {p: p.stat().st_mtime_ns for p in messy.parents[2].rglob("*.yaml") if p != messy}

    done = run("fmt")

    assert done.code == 0
    assert done.out == "formatted capabilities/order/list.yaml\n7 files: 1 formatted, 6 in shape already\n"
    assert messy.read_text() == TIDY
    assert {p: p.stat().st_mtime_ns for p in others} == others
    assert run("fmt").out == "7 files: 0 formatted, 7 in shape already\n"


def test_check_lists_what_would_change_and_changes_nothing(messy: Path, run: Run) -> None:
    looked = run("fmt", "--check")

    assert looked.code == 1
    assert looked.out == "would format capabilities/order/list.yaml\n7 files: 1 to format, 6 in shape already\n"
    assert messy.read_text() == MESSY


def test_paths_narrow(messy: Path, run: Run) -> None:
    assert run("fmt", "--check", "semantic-ids", "policies/order/closed.yaml").code == 0
    assert run("fmt", "--check", str(messy)).code == 1
    assert run("-C", "capabilities", "fmt", "--check", "order").code == 1


def test_paths_that_hold_nothing_to_write_are_a_mistake(shop: Path, run: Run) -> None:
    assert "there is no such file" in run("fmt", "nope.yaml").err
    assert "none of these files" in run("fmt", "docs/order.md").err
    assert "outside the registry" in run("fmt", "..").err
    assert {run("fmt", path).code for path in ("nope.yaml", "docs/order.md", "..")} == {2}


def test_a_file_that_does_not_parse_is_reported_and_the_others_are_written(messy: Path, run: Run) -> None:
    broken = messy.with_name("broken.yaml")
    broken.write_text("id: [\n")

    done = run("fmt")

    assert done.code == 1
    assert "left alone: capabilities/order/broken.yaml:1:6" in done.err
    assert broken.read_text() == "id: [\n"
    assert messy.read_text() == TIDY


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o444])
def test_the_mode_of_a_file_stays(messy: Path, run: Run, mode: int) -> None:
    messy.chmod(mode)

    run("fmt")

    assert stat.S_IMODE(messy.stat().st_mode) == mode
    assert messy.read_text() == TIDY


def test_no_other_file_is_left_behind(messy: Path, run: Run) -> None:
    run("fmt")

    assert sorted(os.listdir(messy.parent)) == ["list.yaml", "postpone.yaml"]


def test_a_link_is_neither_followed_nor_replaced(messy: Path, run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    target = tmp_path_factory.mktemp("elsewhere") / "target.yaml"
    target.write_text(MESSY)
    messy.unlink()
    messy.symlink_to(target)
    folder = messy.parents[1] / "linked"
    folder.symlink_to(target.parent)

    assert run("fmt").code == 0
    assert run("fmt", "capabilities/linked/target.yaml").code == 2
    assert target.read_text() == MESSY
    assert messy.is_symlink()


def test_pages_records_and_ledgers_are_not_touched(shop: Path, run: Run) -> None:
    untouched = ["docs/order.md", "approvals/order.list/1.yaml", "ledger/releases/1.yaml", "scenarios/a.yaml"]
    for path in untouched:
        (shop / path).parent.mkdir(parents=True, exist_ok=True)
        (shop / path).write_text("---\nb:   1\n\n\n\n---\n")

    run("fmt")

    assert {(shop / path).read_text() for path in untouched} == {"---\nb:   1\n\n\n\n---\n"}


def test_settings_that_do_not_hold_stop_it(shop: Path, run: Run) -> None:
    (shop / "alvara.yaml").write_text("name: x\n")

    assert run("fmt").code == 2


def test_this_repository_is_in_shape(run: Run) -> None:
    assert run("-C", str(Path(__file__).parents[2]), "fmt", "--check").code == 0
