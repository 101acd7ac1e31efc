"""Many findings of one kind: a hundred are listed, the rest are counted, in every format and every run."""

from pathlib import Path

import pytest

from alvara.app.capping import MOST_LISTED, capped
from alvara.cli.checking import FORMATS
from alvara.diagnostics.finding import Diagnostic, Severity, sort_key
from tests.fieldcases.checking import CAPABILITY, PAGE, SEED, check, run, sow, write

LINKS = 1_250


def finding(
    line: int, *, file: str = "a.yaml", rule: str = "broken-link", subject: str = "a", severity: Severity = "error"
) -> Diagnostic:
    return Diagnostic(
        rule, severity, f"odd {line}", file, line, 1, line, 2, "current", subject, f"/{line}", f"f{line}", "mend it"
    )


@pytest.fixture
def linked(tmp_path: Path) -> Path:
    root = sow(tmp_path / "seed")
    write(root, PAGE, f"{SEED[PAGE]}{'[[nowhere]]' * LINKS}\n[[workPermit.high]]\n")
    return root


@pytest.mark.parametrize("number", [0, 1, MOST_LISTED - 1, MOST_LISTED])
def test_what_a_report_can_list_is_listed(number: int) -> None:
    found = tuple(finding(line) for line in range(1, number + 1))

    assert capped(found) == found


@pytest.mark.parametrize("surplus", [1, 2, 5_000])
def test_what_is_not_listed_is_counted_where_it_begins(surplus: int) -> None:
    found = [finding(line) for line in range(1, MOST_LISTED + surplus + 1)]
    *listed, last = capped(found)

    assert listed == found[:MOST_LISTED]
    assert last.message.startswith("one more finding of" if surplus == 1 else f"{surplus:,} more findings of")
    assert last.message != found[MOST_LISTED].message
    assert (last.line, last.fingerprint, last.rule) == (MOST_LISTED + 1, found[MOST_LISTED].fingerprint, "broken-link")


def test_every_rule_and_every_file_is_counted_for_itself() -> None:
    kinds = [("a.yaml", "broken-link"), ("a.yaml", "broken-binding"), ("b.yaml", "broken-link")]
    found = [finding(line, file=file, rule=rule) for file, rule in kinds for line in range(1, MOST_LISTED + 8)]
    found.sort(key=sort_key)
    told = capped(found)

    assert len(told) == len(kinds) * (MOST_LISTED + 1)
    assert sum(d.message.startswith("7 more findings") for d in told) == len(kinds)
    assert list(told) == sorted(told, key=sort_key)


def test_first_finding_of_every_subject_is_listed() -> None:
    found = [finding(line, subject=f"a.b{line % 400}") for line in range(1, 1_001)]
    told = capped(found)

    assert {d.subject for d in told} == {d.subject for d in found}
    assert len(told) == 401
    assert [d.message for d in told if "more findings" in d.message] == [
        "600 more findings of `broken-link` in this file, not listed one by one, from here on"
    ]


def test_severities_are_counted_apart() -> None:
    severities: tuple[Severity, ...] = ("error", "warning", "info")
    found = [finding(line, severity=severities[line % 3]) for line in range(1, 1_501)]
    told = capped(found)

    assert [sum(d.number for d in told if d.severity == severity) for severity in severities] == [500] * 3
    assert len(told) == 3 * (MOST_LISTED + 1)


@pytest.mark.parametrize("style", FORMATS)
def test_count_stands_in_every_format(linked: Path, style: str) -> None:
    done = run(linked, "check", "--format", style)

    assert done.code == 1
    assert ("... and 1240 more of error" if style == "text" else "1,150 more findings of") in done.output
    assert done.output.count("is neither a page nor an ID") <= 3 * MOST_LISTED


def test_counts_are_of_all_findings(linked: Path) -> None:
    assert check(linked).summary["errors"] == LINKS
    assert run(linked, "check").output.endswith(f"rules: {LINKS} errors\n")


def test_second_run_says_the_same(linked: Path) -> None:
    first = run(linked, "check", "--now", "2026-09-01T00:00:00Z", "--format", "json")
    write(linked, PAGE, (linked / PAGE).read_bytes())
    second = run(linked, "check", "--now", "2026-09-01T00:00:00Z", "--format", "json")
    write(linked, CAPABILITY, SEED[CAPABILITY])

    assert first == second == run(linked, "check", "--now", "2026-09-01T00:00:00Z", "--format", "json")
    assert run(linked, "check", "--only", "broken-link", "--format", "json").output.count("more findings of") == 1


def test_waived_findings_are_not_counted(linked: Path) -> None:
    waiver = "{rule: broken-link, subject: docs/work-permit, reason: r, owner: o, expires: '2099-01-01'}"
    write(linked, "alvara.yaml", f"{SEED['alvara.yaml']}waivers: [{waiver}]\n")

    assert check(linked).findings == []
