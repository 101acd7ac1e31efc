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
from tests.cli.layouts import CAPABILITIES, RESOURCES

ORDER = KeyOrder(read_schema)


def shape(text: str, kind: str = "capability") -> str:
    """Put a text into shape; nothing may have been left alone, and doing it again changes nothing."""
    result = formatted("file.yaml", text.encode(), kind, ORDER)

    assert result.trouble == ""
    assert formatted("file.yaml", result.data, kind, ORDER) == result
    return result.data.decode()


@pytest.mark.parametrize(("before", "after"), CAPABILITIES.values(), ids=CAPABILITIES)
def test_capability(before: str, after: str) -> None:
    assert shape(dedent(before)) == dedent(after)


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

    assert sorted(path.name for path in messy.parent.iterdir()) == ["list.yaml", "postpone.yaml"]


@pytest.fixture
def shut(messy: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A folder that the system does not let anybody list, beside a file that is out of shape."""
    listed = os.scandir
    folder = messy.parent / "shut"
    folder.mkdir()

    def refuse(name: str) -> object:
        if str(name).endswith(folder.name):
            raise PermissionError(13, "Permission denied")
        return listed(name)

    monkeypatch.setattr("alvara.adapters.scan.os.scandir", refuse)
    return "capabilities/order/shut"


@pytest.mark.parametrize("paths", [(), ("capabilities",), ("capabilities/order/shut",), ("capabilities/order",)])
def test_a_folder_that_cannot_be_listed_is_exit_2_and_named(shut: str, run: Run, paths: tuple[str, ...]) -> None:
    for options in (("--check",), ()):
        done = run("fmt", *options, *paths)

        assert done.code == 2
        assert f"{shut}: Permission denied" in done.err


def test_a_folder_that_cannot_be_listed_hides_no_other_file(shut: str, messy: Path, run: Run) -> None:
    assert run("fmt").code == 2
    assert messy.read_text() == TIDY


def test_a_folder_that_is_not_asked_for_may_be_shut(shut: str, run: Run) -> None:
    assert run("fmt", "--check", "semantic-ids").code == 0


def test_a_file_that_cannot_be_written_stays_as_it_was(messy: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*names: object, **folders: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("alvara.adapters.writing.os.replace", refuse)

    done = run("fmt")

    assert done.code == 2
    assert "capabilities/order/list.yaml: No space left on device" in done.err
    assert done.out.endswith(": 0 formatted, 6 in shape already, 1 left alone\n")
    assert messy.read_text() == MESSY
    assert sorted(path.name for path in messy.parent.iterdir()) == ["list.yaml", "postpone.yaml"]


def test_a_link_is_neither_followed_nor_replaced(
    messy: Path, run: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:
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


SUITE = """\
# yaml-language-server: $schema=x
scenarios:
  # the first
  - expect: {decision: confirm, reasons: [a]}  # why
    # who
    principal: x
    id: one   # name
  - id: two
    expect:
      otherwise:
        reasons: []
        decision: deny
      # rows
      rows:
        - decision: allow
          when: {input.days: 1}
        - {decision: blocked, when: {}}
    matrix: {input.days: [1, 2]}
# the capability
capability: order.postpone
now: "2026-09-01T00:00:00Z"
"""
SUITE_IN_ORDER = """\
# yaml-language-server: $schema=x
# the capability
capability: order.postpone
now: "2026-09-01T00:00:00Z"
scenarios:
  # the first
  - id: one   # name
    # who
    principal: x
    expect: {decision: confirm, reasons: [a]}  # why
  - id: two
    matrix: {input.days: [1, 2]}
    expect:
      # rows
      rows:
        - when: {input.days: 1}
          decision: allow
        - {decision: blocked, when: {}}
      otherwise:
        decision: deny
        reasons: []
"""


def test_suite_of_scenarios() -> None:
    assert shape(SUITE, "scenario") == SUITE_IN_ORDER


def test_what_scenarios_share_keeps_the_order_of_its_names() -> None:
    before = "resources: {b: {}, a: {}}\nprincipals:\n  z: {id: z}\n  a: {id: a}\n"
    after = "principals:\n  z: {id: z}\n  a: {id: a}\nresources: {b: {}, a: {}}\n"

    assert shape(before, "scenario") == after


def test_sentences_that_are_tried() -> None:
    before = "utterances:\n  - say: Move it.\n    id: move\n    expect: {outcome: resolved}\n"
    after = "utterances:\n  - id: move\n    say: Move it.\n    expect: {outcome: resolved}\n"

    assert shape(before, "scenario") == after


CONDITIONS = """\
id: a
when: {any: [{not: [{expr: "a # b", text: {en: 'Yes, it is'}}]}, {id: x, expr: 'a in ["x", "y"]'}, {expr: "b: c"}]}  # w
reason: {code: A, message: "No # way"}
"""
CONDITIONS_IN_BLOCKS = """\
id: a
when:  # w
  any:
    - not:
        - expr: "a # b"
          text:
            en: 'Yes, it is'
    - id: x
      expr: 'a in ["x", "y"]'
    - expr: "b: c"
reason:
  code: A
  message: "No # way"
"""
LONG = """\
id: a
when:
  # first
  all:  # them
    # one
    - id: x   # name
      expr: |-
        a == 1
        && b == 2   # kept
    # two
    - id: y
      expr: >-
        a
        || b
"""


def test_conditions_are_written_one_below_the_other() -> None:
    assert shape(CONDITIONS, "policy") == CONDITIONS_IN_BLOCKS


def test_a_long_condition_stays_as_it_is() -> None:
    assert shape(LONG, "policy") == LONG
