"""`alvara check --fix`: what has only one right answer is mended, and every other byte stays."""

import os
import stat
from pathlib import Path

import pytest

from alvara.cli import fixing
from alvara.cli.errors import CannotLook
from tests.bundle.repository import commit, git
from tests.cli.conftest import Run
from tests.cli.releases import READ, change, make_repository

DOC = Path("docs/order.md")
ORDER = Path("semantic-ids/order.yaml")
MARK = b"\xef\xbb\xbf"
E_ACUTE, COMPOSED = "e\u0301", "\u00e9"


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return make_repository(tmp_path, monkeypatch)


def _everything(registry: Path) -> dict[str, tuple[bytes, int]]:
    """Read all files of a registry, with what is known of each."""
    paths = [path for path in sorted(registry.rglob("*")) if path.is_file() and ".git" not in path.parts]
    return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in paths}


def _with_mark(path: Path) -> bytes:
    """Put a byte order mark before a file, and give what the file was."""
    before = path.read_bytes()
    path.write_bytes(MARK + before)
    return before


def test_a_mark_goes_and_nothing_else(registry: Path, run: Run) -> None:
    READ.write_bytes(READ.read_bytes().replace(b"\n", b"\r\n") + b"# the end, without a line end")
    READ.chmod(0o751)
    before = _with_mark(READ)

    done = run("check", "--fix")

    assert (done.code, done.err) == (0, f"alvara: fixed {READ}: byte-order-mark\n")
    assert "no findings" in done.out
    assert READ.read_bytes() == before
    assert stat.S_IMODE(READ.stat().st_mode) == 0o751


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ("1.1  # as it was", '"1.1.0"  # as it was'),
        ("2", '"2.0.0"'),
        ("v1.1.0", "1.1.0"),
        ('"1.1" # quoted', '"1.1.0" # quoted'),
        ("'01.1.0'", "'1.1.0'"),
        ("|-\n  v1.1\n", "|-\n  1.1.0\n"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_version_is_written_as_one(registry: Path, run: Run, written: str, answer: str, end: str) -> None:
    text = READ.read_text().replace("Reads", "Gives").replace("\n", end)
    READ.write_bytes(text.replace('"1.0.0"', written.replace("\n", end)).encode())

    done = run("check", "--fix")

    assert (done.code, "no findings" in done.out) == (0, True)
    assert READ.read_bytes() == text.replace('"1.0.0"', answer.replace("\n", end)).encode()


@pytest.mark.parametrize("written", ["1e3", "0x10", "-1", "latest", "1.2.3.4", '"1.0.0 beta"'])
def test_a_version_that_may_mean_anything_stays(registry: Path, run: Run, written: str) -> None:
    change(READ, ('"1.0.0"', written))
    before = _everything(registry)

    assert (run("check", "--fix").code, _everything(registry)) == (1, before)


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        (f"Caf{E_ACUTE} # {E_ACUTE}", f"Caf{COMPOSED} # {E_ACUTE}"),
        (f"'Caf{E_ACUTE} d''{E_ACUTE}'", f"'Caf{COMPOSED} d''{COMPOSED}'"),
        (f'"Caf{E_ACUTE}\\t"', f'"Caf{COMPOSED}\\t"'),
        ('"Caf\\u0065\\u0301 \\/"', f'"Caf{COMPOSED} /"'),
        ('"Caf\\u0065\u0301"', f'"Caf{COMPOSED}"'),
        # A comment stays as it is, one behind the mark of a block too.
        (
            f"|  # {E_ACUTE}\n      Caf{E_ACUTE}\n\n      {E_ACUTE}\n",
            f"|  # {E_ACUTE}\n      Caf{COMPOSED}\n\n      {COMPOSED}\n",
        ),
        (f">-\n      Caf{E_ACUTE}\n      x", f">-\n      Caf{COMPOSED}\n      x"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_text_is_composed_in_the_style_that_it_has(
    registry: Path, run: Run, written: str, answer: str, end: str
) -> None:  # fmt: skip
    text = "resources:\n  - id: order\n    type: entity\n    name: Order\n    knowledgeRefs: [docs/order]\n"
    text += f"    description: @\n# caf{E_ACUTE}\n"
    rest = "  - {id: order.deadline, type: field, name: Deadline, aliases: [order.due], knowledgeRefs: [docs/order]}\n"
    whole = (text + rest).replace("\n", end)
    ORDER.write_bytes(MARK + whole.replace("@", written.replace("\n", end)).encode())

    done = run("check", "--fix")

    assert (done.code, done.err) == (0, f"alvara: fixed {ORDER}: byte-order-mark, text-not-nfc\n")
    assert ORDER.read_bytes() == whole.replace("@", answer.replace("\n", end)).encode()


def test_flow_lists_keys_and_front_matter_are_composed(registry: Path, run: Run) -> None:
    words = f"{{en: [caf{E_ACUTE}, 'd{E_ACUTE}j{E_ACUTE}'], pt-BR: [x]}}"
    change(ORDER, ("name: Order,", f"name: Order, synonyms: {words},"))
    change(READ, ("{days: ", f"{{jour{E_ACUTE}: {{type: string}}, days: "))
    DOC.write_bytes(f"---\r\nsemanticId: order\r\ntitle: Caf{E_ACUTE}\r\n---\r\n\r\n# Caf{E_ACUTE}\r\n".encode())
    before = {path: path.read_bytes().decode() for path in (ORDER, DOC)}

    run("check", "--fix", "--only", "text-not-nfc")

    assert ORDER.read_bytes().decode() == before[ORDER].replace(E_ACUTE, COMPOSED)
    assert f"{{jour{COMPOSED}: " in READ.read_text()
    head, fence, body = before[DOC].rpartition("---")
    assert DOC.read_bytes().decode() == head.replace(E_ACUTE, COMPOSED) + fence + body


@pytest.mark.parametrize(
    "swap",
    [
        ("{days: ", f"{{jour{E_ACUTE}: {{type: string}}, jour{COMPOSED}: {{type: string}}, days: "),
        ("name: Read an order", f"name: Read an order\nsynonyms: {{en: [{E_ACUTE}, {COMPOSED}]}}"),
        ("Reads an", "&x Re\u0301ads an"),
    ],
    ids=["a key that is there already", "an item that is there already", "a text with an anchor"],
)
def test_a_text_that_may_not_be_composed_stays(registry: Path, run: Run, swap: tuple[str, str]) -> None:
    change(READ, swap)
    before = _everything(registry)

    assert run("check", "--fix", "--only", "text-not-nfc").code == 1
    assert _everything(registry) == before


def test_a_version_goes_on_as_bump_would_write_it(registry: Path, run: Run) -> None:
    change(READ, ("Reads an", "Gives an"), ('"1.0.0"', "'1.0.0'  # as released"))
    expected = READ.read_text().replace("'1.0.0'", "'1.0.1'")

    done = run("check", "--fix")

    assert (done.code, done.err) == (0, f"alvara: fixed {READ}: version-not-bumped\n")
    assert READ.read_text() == expected
    assert "will do" in run("bump", "order.read").out


def test_a_breaking_change_is_for_people_to_decide(registry: Path, run: Run) -> None:
    change(READ, ("integer", "string"))
    before = _everything(registry)

    done = run("check", "--fix")

    assert (done.code, done.err) == (1, "")
    assert "error[breaking-change-without-major]" in done.out
    assert _everything(registry) == before


def test_what_is_only_recorded_tells_no_version(registry: Path, run: Run) -> None:
    assert run("release", "prepare", "1").code == 0
    commit(registry)
    assert run("release", "1").code == 0
    git(registry, "tag", "-d", "v1")
    change(READ, ("Reads an", "Gives an"), ("risk: read", "risk: low"))
    before = _everything(registry)

    done = run("check", "--fix")

    assert "only its record is compared" in done.out
    assert (done.err, _everything(registry)) == ("", before)


def test_what_one_fix_brings_to_light_is_mended_too_and_a_second_run_changes_nothing(registry: Path, run: Run) -> None:
    change(READ, ("Reads an", f"R{E_ACUTE}ads an"), ('"1.0.0"', "1.0"))
    _with_mark(READ)

    first = run("check", "--fix")
    after = _everything(registry)
    second = run("check", "--fix")

    named = "byte-order-mark, text-not-nfc, version-not-a-string, version-not-bumped"
    assert (first.code, first.err) == (0, f"alvara: fixed {READ}: {named}\n")
    assert 'version: "1.0.1"' in READ.read_text()
    assert (second.code, second.out, second.err) == (0, first.out, "")
    assert _everything(registry) == after


def test_of_two_marks_both_go(registry: Path, run: Run) -> None:
    before = DOC.read_bytes()
    DOC.write_bytes(MARK * 2 + before)

    run("check", "--fix")

    assert DOC.read_bytes() == before


def test_more_than_a_report_lists_is_mended_in_one_run(registry: Path, run: Run) -> None:
    items = ", ".join(f"{E_ACUTE}{number}" for number in range(250))
    change(ORDER, ("name: Order,", f"name: Order, synonyms: {{en: [{items}]}},"))

    assert run("check", "--fix").code == 0
    assert E_ACUTE not in ORDER.read_text()


def test_without_the_option_nothing_is_written(registry: Path, run: Run) -> None:
    _with_mark(READ)
    before = _everything(registry)

    assert "byte-order-mark" in run("check").out
    assert _everything(registry) == before


def test_a_plain_check_before_and_after_is_not_stale(registry: Path, run: Run) -> None:
    for path in (*registry.rglob("*.yaml"), *registry.rglob("*.md")):
        os.utime(path, ns=(10**18, 10**18))
    _with_mark(READ)
    os.utime(READ, ns=(10**18, 10**18))
    assert "1 warning" in run("check").out
    assert "1 warning" in run("check").out

    assert "no findings" in run("check", "--fix").out
    assert "no findings" in run("check").out
    _with_mark(READ)

    assert "1 warning" in run("check").out
    assert f"fixed {READ}" in run("check", "--fix").err
    assert run("check", "--fix").err == ""


def test_paths_narrow_what_is_mended(registry: Path, run: Run) -> None:
    _with_mark(READ)
    before = _with_mark(ORDER)

    done = run("check", "--fix", "semantic-ids")

    assert (done.code, done.err) == (0, f"alvara: fixed {ORDER}: byte-order-mark\n")
    assert ORDER.read_bytes() == before
    assert READ.read_bytes().startswith(MARK)


def test_one_rule_narrows_what_is_mended(registry: Path, run: Run) -> None:
    change(READ, ("Reads an", "Gives an"))
    _with_mark(READ)

    done = run("check", "--fix", "--only", "byte-order-mark")

    assert (done.code, done.err) == (0, f"alvara: fixed {READ}: byte-order-mark\n")
    assert 'version: "1.0.0"' in READ.read_text()


def test_what_is_switched_off_is_left(registry: Path, run: Run) -> None:
    change(Path("alvara.yaml"), ("locales", "severity: {byte-order-mark: off}\nlocales"))
    _with_mark(READ)

    assert run("check", "--fix").err == ""
    assert READ.read_bytes().startswith(MARK)


@pytest.mark.parametrize("style", ["json", "sarif", "github", "gitlab", "junit"])
def test_other_formats_are_what_a_check_of_the_mended_files_prints(registry: Path, run: Run, style: str) -> None:
    _with_mark(READ)
    change(ORDER, ("docs/order", "docs/oder"))

    fixed = run("check", "--fix", "--format", style)
    checked = run("check", "--format", style)

    assert fixed.err == f"alvara: fixed {READ}: byte-order-mark\n"
    assert (fixed.code, fixed.out) == (checked.code, checked.out) == (1, checked.out)


def test_a_file_that_nobody_may_write_stops_all(registry: Path, run: Run) -> None:
    _with_mark(DOC)
    _with_mark(READ)
    READ.chmod(0o444)
    before = _everything(registry)

    done = run("check", "--fix")

    assert (done.code, done.out) == (2, "")
    assert done.err == f"alvara: {READ}: nobody may write it; nothing was changed\n"
    assert _everything(registry) == before


def test_what_was_mended_before_a_failure_is_taken_back(
    registry: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(READ, ("Reads an", "Gives an"), ('"1.0.0"', "1.0"))
    before = READ.read_bytes()
    write, calls = fixing.write, []

    def once(*arguments: object) -> None:
        calls.append(arguments)
        if len(calls) == 2:
            raise CannotLook("the disk is full; nothing was changed")
        write(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(fixing, "write", once)
    done = run("check", "--fix")

    assert (done.code, len(calls)) == (2, 2)
    assert done.err == "alvara: the disk is full; nothing was changed\n"
    assert READ.read_bytes() == before


def test_a_link_is_never_written_through(registry: Path, run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "read.yaml"
    outside.write_bytes(MARK + READ.read_bytes())
    before = outside.read_bytes()
    READ.unlink()
    READ.symlink_to(outside)

    done = run("check", "--fix")

    assert (done.code, done.err) == (1, "")
    assert outside.read_bytes() == before
    assert READ.is_symlink()


def test_the_ledger_is_left_as_it_is(registry: Path, run: Run) -> None:
    assert run("release", "prepare", "1").code == 0
    (record,) = Path("ledger/releases").glob("*")
    _with_mark(record)
    before = _everything(registry)

    done = run("check", "--fix")

    assert "byte-order-mark" in done.out
    assert (done.err, _everything(registry)) == ("", before)


def test_a_run_that_cannot_look_changes_nothing(registry: Path, run: Run) -> None:
    _with_mark(READ)
    before = _everything(registry)

    done = run("check", "--fix", "--base", "nowhere")

    assert done.code == 2
    assert "alvara: nothing was fixed: not everything could be looked at\n" in done.err
    assert _everything(registry) == before


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ("has(input.days) && input.days > 3.0", "has(input.days) && input.days > 3"),
        ("'has(input.days) && (input.days in [1.0, 2])' # 1.0", "'has(input.days) && (input.days in [1, 2])' # 1.0"),
        ("|-\n          has(input.fee)\n          && -1 < input.fee",
         "|-\n          has(input.fee)\n          && -1.0 < input.fee"),
        ('"\\"x\\" != \\"\\u00e9\\" && has(input.fee) && input.fee > 10"',
         '"\\"x\\" != \\"\\u00e9\\" && has(input.fee) && input.fee > 10.0"'),
    ],
)  # fmt: skip
def test_a_number_is_written_as_the_one_beside_it(registry: Path, run: Run, written: str, answer: str) -> None:
    change(READ, ("{days: ", "{fee: {type: number}, days: "))
    text = READ.read_text() + "confirmation:\n  when:\n    all:\n      - id: a\n        text: Why.\n        expr: @\n"
    READ.write_bytes(MARK + text.replace("@", written).encode())

    done = run("check", "--fix", "--base", "none")

    assert (done.code, done.err) == (0, f"alvara: fixed {READ}: byte-order-mark, integer-beside-number\n")
    assert READ.read_bytes() == text.replace("@", answer).encode()


def test_a_number_that_the_other_type_does_not_have_stays(registry: Path, run: Run) -> None:
    atom = "{id: a, text: Why., expr: 'has(input.days) && input.days > 3.5'}"
    change(READ, ("risk: read", f"risk: read\nconfirmation: {{when: {{all: [{atom}]}}}}"))
    before = _everything(registry)

    done = run("check", "--fix", "--base", "none")

    assert "write `double(input.days)`" in done.out
    assert _everything(registry) == before
