"""F35: what authors write, in values and in file names, commands neither a terminal nor a CI service in any format."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.fieldcases.checking import CAPABILITY, POLICY, RESOURCES, SEED, check, run, sow, write

FORMATS = ["text", "json", "sarif", "github", "gitlab", "junit"]
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
COMMAND = re.compile(r"^\s*::|##\[|##vso\[", re.MULTILINE)


def zone(**values: str) -> str:
    lines = {"id": "workPermit.zone", "type": "field", "name": "Zone", "status": "active"} | values
    return "".join(f"{key}: {value}\n" for key, value in lines.items())


ZONE = "semantic-ids/work-permit/zone.yaml"
HOSTILE: dict[str, tuple[str, str]] = {
    "a forged annotation in an ID": (ZONE, zone(id='"x\\n::error file=README.md::forged"')),
    "a forged annotation after a carriage return": (ZONE, zone(status='"x\\r::error::forged"')),
    "a forged annotation in a key": (ZONE, zone() + '"x\\n::error::forged": 1\n'),
    "a forged annotation in a block": (ZONE, zone(status="|\n  x\n  ::error::forged")),
    "a forged annotation on its own line": (ZONE, zone() + "::error file=x::forged: 1\n"),
    "a forged annotation that does not parse": (ZONE, zone() + "::error::forged\n"),
    "a log command": (ZONE, zone(status='"##[error]forged"')),
    "a pipeline variable": (ZONE, zone(status='"##vso[task.setvariable variable=x]y"')),
    "terminal escapes": (ZONE, zone(status='"\\e]0;owned\\a\\e[2J"')),
    "terminal escapes as they are": (ZONE, zone(status='"\x1b]0;owned\x07"')),
    "terminal escapes in one character": (ZONE, zone(status='"\\x9b2J"')),
    "a line that runs backwards": (ZONE, zone(status='"\u202eevitca"')),
    "letters that cannot be seen": (ZONE, zone(status='"act\u200bive"')),
    "a line separator": (ZONE, zone(status='"x\\L::error::forged"')),
    "a NUL": (ZONE, zone(status='"x\\0y"')),
    "a half of a pair": (ZONE, zone(status='"\\ud800"')),
    "a very long word": (ZONE, zone(status="x" * 20_000)),
    "a very long key": (ZONE, zone() + "k" * 1_000 + ": 1\n"),
    "markup": (ZONE, zone(status="<script>alert(1)</script>")),
    "the end of a CDATA section": (ZONE, zone(status="']]>'")),
    "an entity": (ZONE, zone(status="'&xxe; <!ENTITY x>'")),
    "quotes and percent signs": (ZONE, zone(status="'%0A::error::x%25 \"'' \\'")),
    "backticks": (ZONE, zone(status="'`x` | `y`'")),
    "a reference": (CAPABILITY, SEED[CAPABILITY].replace("workPermit.validUntil", '"x\\n::error::forged"')),
    "a version": (CAPABILITY, SEED[CAPABILITY].replace('"1.4.0"', '"1\\n::error::forged"')),
    "an alias": (RESOURCES, SEED[RESOURCES].replace("workPermit.expiryDate", '"x\\n::error::forged"')),
    "a reason": (POLICY, SEED[POLICY].replace("WORK_PERMIT_HIGH_RISK", '"X\\n::error::forged"')),
}
NAMES = [
    "%0A::add-mask::x.yaml", "a,b:c.yaml", "a b c.yaml", "::error::x.yaml", "line\nbreak.yaml", "\x1b[2J.yaml",
    "<b>.yaml", "]]>.yaml", "a&b.yaml", "tab\t.yaml", "\u202egpj.yaml", "ção.yaml", "$(x)`y`.yaml", "'\".yaml",
    "--help.yaml",
]  # fmt: skip


@pytest.fixture
def seed(tmp_path: Path) -> Path:
    return sow(tmp_path / "seed")


def strings(value: Any) -> list[str]:
    """List every text of a JSON value."""
    if isinstance(value, dict):
        return [*value, *(text for item in value.values() for text in strings(item))]
    if isinstance(value, list):
        return [text for item in value for text in strings(item)]
    return [value] if isinstance(value, str) else []


def assert_harmless(output: str, style: str) -> None:
    """Whatever the format: it is what it claims to be, and nothing in it acts."""
    assert not HIDDEN.search(output)
    if style in ("json", "sarif", "gitlab"):
        assert all(len(text) < 25_000 for text in strings(json.loads(output)))
    elif style == "junit":
        ElementTree.fromstring(output)
    elif style == "github":
        known = re.compile(r"::(?:error|warning|notice) (?:file|title)=[^:]*::.*")
        assert [line for line in output.splitlines() if line.startswith("::") and not known.fullmatch(line)] == []
    if style != "github":
        assert not COMMAND.search(output)
    assert [line for line in output.splitlines() if style == "text" and len(line) > 2_000] == []


@pytest.mark.parametrize("style", FORMATS)
@pytest.mark.parametrize(("path", "text"), HOSTILE.values(), ids=HOSTILE)
def test_value_is_shown_and_does_nothing(seed: Path, path: str, text: str, style: str) -> None:
    write(seed, path, text)
    done = run(seed, "check", "--format", style)

    assert (done.code, done.errors) == (1, "")
    assert_harmless(done.output, style)


@pytest.mark.parametrize("style", FORMATS)
@pytest.mark.parametrize("name", NAMES, ids=[ascii(name) for name in NAMES])
def test_file_name_is_shown_and_does_nothing(seed: Path, name: str, style: str) -> None:
    write(seed, f"capabilities/{name}", "risk: hihg\n")
    done = run(seed, "check", "--format", style)

    assert (done.code, done.errors) == (1, "")
    assert_harmless(done.output, style)


@pytest.mark.parametrize(("path", "text"), HOSTILE.values(), ids=HOSTILE)
def test_findings_are_the_same_in_number_whatever_the_format(seed: Path, path: str, text: str) -> None:
    write(seed, path, text)
    found = check(seed)
    count = len(found.findings) + len(found.infos)
    github = run(seed, "check", "--format", "github").output
    sarif = json.loads(run(seed, "check", "--format", "sarif").output)
    gitlab = json.loads(run(seed, "check", "--format", "gitlab").output)
    places = re.findall(r"^\S+:\d+:\d+: (?:error|warning|info)\[", run(seed, "check").output, re.MULTILINE)

    assert count == len(re.findall(r"^::(?:error|warning|notice) ", github, re.MULTILINE))
    assert count == len(sarif["runs"][0]["results"]) == len(gitlab) == len(places)


def test_long_value_is_cut_and_its_length_is_told(seed: Path) -> None:
    write(seed, ZONE, zone(status="x" * 20_000))
    finding = check(seed).only

    assert "20,000 characters" in finding["message"]
    assert len(finding["message"]) < 400
