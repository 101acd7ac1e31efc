"""`alvara migrate`."""

import os
import subprocess
import time
from pathlib import Path

import pytest

from alvara.app.migrating import Migrated, NewNames, migrate
from tests.cli.conftest import Run

FILES = {
    "page.tsx": (
        """\
// order.deadline in a comment, order.deadline.x is another, and shop.order.deadline too
import { order } from './order.deadline';
const a = order.deadline; const b = order.deadline();
/* order.deadline */
const re = /order.deadline'/, half = a / 2 / order.deadline;
const keys = { 'order.deadline': "see order.deadline.", x: `order.deadline`, y: `${order.deadline} order.deadline` };
export const P = () => <p title="order.deadline">Don't order.deadline, it's <F semanticId={'order.deadline'} /></p>;
<F semanticId="order.deadline" x='order.deadline@2' />; f("order.deadline()", "d/order.deadline", "order.deadline.*");
""",
        """\
// order.end in a comment, order.deadline.x is another, and shop.order.deadline too
import { order } from './order.deadline';
const a = order.deadline; const b = order.deadline();
/* order.end */
const re = /order.deadline'/, half = a / 2 / order.deadline;
const keys = { 'order.end': "see order.end.", x: `order.end`, y: `${order.deadline} order.deadline` };
export const P = () => <p title="order.end">Don't order.deadline, it's <F semanticId={'order.end'} /></p>;
<F semanticId="order.end" x='order.end@2' />; f("order.deadline()", "d/order.deadline", "order.deadline.*");
""",
    ),
    "job.py": (
        """\
'''Moves order.deadline.'''
x = order.deadline  # order.deadline's place
FIELDS = {"order.deadline": r'order.deadline', "y": f"order.deadline {order.deadline}", 'z': b"a\\"order.deadline"}
""",
        """\
'''Moves order.end.'''
x = order.deadline  # order.end's place
FIELDS = {"order.end": r'order.end', "y": f"order.deadline {order.deadline}", 'z': b"a\\"order.end"}
""",
    ),
    "data.json": (
        '{"order.deadline": ["order.deadline", "x order.deadline"],/* order.deadline */ "a":{"b" :"order.deadline"}}\n',
        '{"order.end": ["order.end", "x order.deadline"],/* order.deadline */ "a":{"b" :"order.end"}}\n',
    ),
    "data.yaml": (
        "order.deadline: &x order.deadline  # order.deadline\n---\n- 'order.deadline'\n- !t \"order.deadline\"\n- *x\n"
        "- a order.deadline\n- |\n  order.deadline\n- {k: order.deadline}\n",
        "order.end: &x order.end  # order.deadline\n---\n- 'order.end'\n- !t \"order.end\"\n- *x\n"
        "- a order.deadline\n- |\n  order.deadline\n- {k: order.end}\n",
    ),
    "page.md": (
        "---\nsemanticId: order.deadline\nlist: ['order.deadline']\n---\n# order.deadline\n\n"
        "`order.deadline`, ``order.deadline``, `x order.deadline`, `alvara get order.deadline` [[order.deadline|it]].\n"
        "\\`order.deadline\\`\n\n```\norder.deadline `order.deadline`\n```\n",
        "---\nsemanticId: order.end\nlist: ['order.end']\n---\n# order.deadline\n\n"
        "`order.end`, ``order.end``, `x order.deadline`, `alvara get order.end` [[order.end|it]].\n"
        "\\`order.deadline\\`\n\n```\norder.deadline `order.deadline`\n```\n",
    ),
}


@pytest.fixture
def web(shop: Path, run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a consumer, beside a registry that has renamed something."""
    assert run("rename", "order.deadline", "order.last").code == 0
    assert run("rename", "order.last", "order.end").code == 0
    folder = tmp_path_factory.mktemp("web")
    for name, (before, _) in FILES.items():
        (folder / name).write_bytes(before.encode())
    return folder


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "marked"])
@pytest.mark.parametrize("name", FILES)
def test_names_change_and_nothing_else(web: Path, run: Run, name: str, mark: str, end: str) -> None:
    before, after = ((mark + text.replace("\n", end)).encode() for text in FILES[name])
    (web / name).write_bytes(before)

    done = run("migrate", str(web / name))

    assert done.code == 0
    assert (web / name).read_bytes().decode() == after.decode()
    again = run("migrate", str(web / name))
    assert (again.code, (web / name).read_bytes()) == (0, after)
    assert "0 IDs rewritten in 0" in again.out


def test_what_is_left_is_told_with_its_place(web: Path, run: Run) -> None:
    done = run("migrate", str(web / "page.tsx"), str(web / "data.yaml"))

    assert done.out.splitlines() == [
        f"{web}/page.tsx: 9 rewritten",
        f"{web}/page.tsx:6:85: left `order.deadline`: whether it is a name cannot be told here",
        f"{web}/page.tsx: code with the same letters stays (lines 3, 5, 6, 7)",
        f"{web}/data.yaml: 5 rewritten",
        f"{web}/data.yaml:1:28: left `order.deadline`: it stands in a comment",
        f"{web}/data.yaml:6:5: left `order.deadline`: it is a part of a longer text",
        f"{web}/data.yaml:8:3: left `order.deadline`: whether it is a name cannot be told here",
        "2 files: 14 IDs rewritten in 2, 4 in doubt",
    ]


def test_files_of_other_kinds_are_counted_and_not_passed_over_in_silence(web: Path, run: Run) -> None:
    (web / "old.jsx").write_text('"order.deadline"')
    one = run("migrate", str(web), "--dry-run")
    (web / "node_modules").mkdir()
    (web / "node_modules/x.jsx").write_text('"order.deadline"')
    (web / "deep").mkdir()
    (web / "deep/list.csv").write_text("order.deadline")
    two = run("migrate", str(web), "--dry-run")

    assert one.code == two.code == 0
    assert one.err.endswith("; 1 file of another kind was not looked at\n")
    assert two.err.endswith("; 2 files of other kinds were not looked at\n")


def test_columns_count_characters_and_no_byte_order_mark(web: Path, run: Run) -> None:
    (web / "x.json").write_bytes('\ufeff["\U0001f6a7 order.deadline"]'.encode())

    assert "x.json:1:5: left `order.deadline`: it is a part" in run("migrate", str(web / "x.json")).out


def test_dry_run_prints_what_git_would_apply_and_changes_nothing(
    web: Path, run: Run, monkeypatch: pytest.MonkeyPatch, shop: Path
) -> None:
    monkeypatch.chdir(web)
    dry = run("-C", str(shop), "migrate", ".", "--dry-run")

    assert dry.code == 0
    assert {name: (web / name).read_bytes() for name in FILES} == {n: b.encode() for n, (b, _) in FILES.items()}
    subprocess.run(["git", "init", "-q"], check=True)
    subprocess.run(["git", "apply", "-"], input=dry.out.encode(), check=True)
    assert {name: (web / name).read_bytes() for name in FILES} == {n: a.encode() for n, (_, a) in FILES.items()}


def test_what_is_no_text_or_lies_behind_a_link_is_left(web: Path, run: Run) -> None:
    for name in FILES:
        (web / name).unlink()
    held = {
        "latin.md": "`order.deadline` \xe9".encode("latin-1"),
        "binary.json": b'"order.deadline"\0',
        "large.json": b'"order.deadline"' + b" " * (1 << 20),
        "other.txt": b"`order.deadline`",
        "node_modules/x.ts": b"'order.deadline'",
        ".git/x.ts": b"'order.deadline'",
        "odd/target.md": b"`order.deadline`",
    }
    for name, data in held.items():
        (web / name).parent.mkdir(exist_ok=True)
        (web / name).write_bytes(data)
    (web / "inner").mkdir()
    (web / "inner/link.md").symlink_to(web / "other.txt")
    (web / "inner/up").symlink_to(web)
    os.mkfifo(web / "inner/pipe.md")
    (web / "odd/target.md").unlink()

    done = run("migrate", str(web))

    assert done.code == 0
    for name, why in (
        ("latin.md", "not UTF-8"),
        ("binary.json", "not text"),
        ("large.json", "more than the 1,048,576"),
        ("inner/pipe.md", "not a regular file"),
    ):
        assert f"left alone: {web}/{name}: " in done.err
        assert why in done.err
    assert "link.md" not in done.err
    del held["odd/target.md"]
    assert {name: (web / name).read_bytes() for name in held} == held
    assert run("migrate", str(web / "inner/link.md")).code == 2
    assert run("migrate", str(web / "other.txt")).code == 2
    assert run("migrate", str(web / "missing.md")).code == 2
    for name in ("latin.md", "binary.json", "large.json", "inner/pipe.md"):
        assert run("migrate", str(web / name)).code == 2


@pytest.mark.parametrize("path", ["empty", "alvara.yaml", "ledger"])
def test_nothing_to_look_at_is_not_done(shop: Path, run: Run, path: str) -> None:
    run("rename", "order.deadline", "order.end")
    (shop / "empty").mkdir()

    done = run("migrate", path)

    assert (done.code, done.out) == (2, "")
    assert "nothing was looked at" in done.err


@pytest.mark.parametrize("dot", ["\\u002e", "\\u002E", "\\x2e", "\\u{2e}", "\\U0000002e"])
@pytest.mark.parametrize("name", ["x.json", "x.ts", "x.py", "x.yaml"])
def test_name_with_an_escape_in_it_is_told(shop: Path, run: Run, name: str, dot: str) -> None:
    run("rename", "order.deadline", "order.end")
    (shop / "out").mkdir()
    text = f'["order.deadline",\n "order{dot}deadline", "order{dot}deadlines"]\n'
    (shop / "out" / name).write_text(text)

    done = run("migrate", "out")

    told = [line for line in done.out.splitlines() if "order.deadline" in line]
    if name == "x.yaml" and dot == "\\u{2e}":  # that is no YAML
        assert all("does not parse" in line or "escape" in line for line in told)
        return
    assert told == [f"out/{name}:2:3: left `order.deadline`: a dot of it is written as an escape"]
    assert (shop / "out" / name).read_text() == text.replace('"order.deadline"', '"order.end"')


def test_registry_keeps_its_memory_and_its_pages_follow(shop: Path, run: Run) -> None:
    (shop / "docs/order.md").write_text("---\nsemanticId: order\n---\nSee `order.deadline`.\n")
    run("rename", "order.deadline", "order.end")
    before = {path: path.read_bytes() for path in shop.rglob("*.yaml")}

    done = run("migrate", ".")

    assert done.code == 0
    assert {path: path.read_bytes() for path in shop.rglob("*.yaml")} == before
    assert (shop / "docs/order.md").read_text().endswith("See `order.end`.\n")


def test_name_of_several_things_is_in_doubt_unless_its_key_says_which(shop: Path, run: Run) -> None:
    text = (shop / "capabilities/order/postpone.yaml").read_text().replace("order.postpone", "order.deadline")
    (shop / "capabilities/order/deadline.yaml").write_text(text)
    run("rename", "order.deadline", "order.end", "--kind", "resource")
    (shop / "x.json").write_text(
        '{"a": "order.deadline", "semanticId": "order.deadline", "capability": ["order.deadline"]}'
    )

    done = run("migrate", "x.json")

    assert (shop / "x.json").read_text() == (
        '{"a": "order.deadline", "semanticId": "order.end", "capability": ["order.deadline"]}'
    )
    assert "left `order.deadline`: it may mean the resource `order.end` or the capability `order.deadline`" in done.out


def test_single_word_is_a_name_only_where_its_place_says_so(shop: Path, run: Run) -> None:
    run("rename", "item", "product")
    (shop / "x.tsx").write_text('<F semanticId="item" id="item" />; // item\nconst item = "an item";\n')
    (shop / "y.md").write_text("An item, `item` and [[item]].\n")

    done = run("migrate", "x.tsx", "y.md")

    assert (shop / "x.tsx").read_text() == '<F semanticId="product" id="item" />; // item\nconst item = "an item";\n'
    assert (shop / "y.md").read_text() == "An item, `item` and [[product]].\n"
    assert done.out.count("left `item`") == 3


def test_what_somebody_writes_meanwhile_is_not_lost(
    web: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    page = web / "note.md"
    page.write_text("`order.deadline`\n")

    def interrupted(path: str, text: str, names: NewNames) -> Migrated:
        if path.endswith("note.md"):
            page.write_text("`order.deadline`, and more\n")
        return migrate(path, text, names)

    monkeypatch.setattr("alvara.cli.migrate.migrate", interrupted)
    done = run("migrate", str(web))

    assert done.code == 2
    assert "note.md: changed while it was read; try again" in done.err
    assert page.read_text() == "`order.deadline`, and more\n"


def test_file_that_does_not_parse_is_left(shop: Path, run: Run) -> None:
    run("rename", "order.deadline", "order.end")
    (shop / "x.yaml").write_text("a: [order.deadline\nb: order.deadline\n")

    done = run("migrate", "x.yaml")

    assert (done.code, (shop / "x.yaml").read_text()) == (0, "a: [order.deadline\nb: order.deadline\n")
    assert "x.yaml:2:4: left `order.deadline`: the file does not parse" in done.out


def test_what_was_retired_or_goes_in_a_ring_is_in_doubt(shop: Path, run: Run) -> None:
    folder = shop / "ledger/migrations/resource"
    folder.mkdir(parents=True)
    for old, new in {"a.b": "a.c", "a.x": "a.y", "a.y": "a.x"}.items():
        (folder / f"{old}.yaml").write_text(f'from: {old}\nto: {new}\nsince: "2026-01-01"\n')
    (shop / "x.json").write_text('["a.b", "a.x"]')

    done = run("migrate", "x.json")

    assert (shop / "x.json").read_text() == '["a.b", "a.x"]'
    assert "left `a.b`: it was renamed to `a.c`, which is not there" in done.out
    assert "left `a.x`: its renames go round in a ring" in done.out


def test_ten_thousand_renames_in_a_row_resolve_in_two_seconds(shop: Path, run: Run) -> None:
    folder = shop / "ledger/migrations/resource"
    folder.mkdir(parents=True)
    for number in range(10_000):
        target = "order.deadline" if number == 9_999 else f"old.n{number + 1}"
        (folder / f"old.n{number}.yaml").write_text(f'from: old.n{number}\nto: {target}\nsince: "2026-01-01"\n')
    (shop / "x.json").write_text('["old.n0", "old.n5000"]')
    run("check")

    start = os.times()
    done = run("migrate", "x.json")
    taken = sum(now - then for now, then in zip(os.times()[:4], start[:4], strict=True))

    assert (done.code, (shop / "x.json").read_text()) == (0, '["order.deadline", "order.deadline"]')
    assert taken < 2, taken


HOSTILE = {
    "apostrophes.ts": "'" * 100_000,
    "expressions.ts": "=/[" * 60_000,
    "escapes.ts": "'" + "\\'" * 100_000,
    "templates.tsx": "`${" * 60_000,
    "comments.json": "/*" * 100_000,
    "texts.py": "'''" + "\\'''" * 60_000,
    "lines.yaml": "a\n" * 100_000,
    "ticks.md": "".join("`" * (length % 300 + 1) + " " for length in range(1_000)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_with_the_file_alone(shop: Path, run: Run, name: str) -> None:
    run("rename", "order.deadline", "order.end")
    (shop / name).write_text(HOSTILE[name] + "\norder.deadline\n")

    start = time.process_time()
    done = run("migrate", name)

    assert done.code == 0
    assert time.process_time() - start < 3
