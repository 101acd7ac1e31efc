"""F33: what is deep, vast or grows when it is unfolded ends in a finding: soon, in little memory, beside the others."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.fieldcases.checking import POLICY, SEED, sow, write
from tests.fieldcases.surroundings import ROOT

SECONDS, MEGABYTES = 10, 500
ZONE = "semantic-ids/work-permit/zone.yaml"
HEAD = "id: workPermit.zone\ntype: field\nname: Zone\n"


@dataclass(frozen=True)
class Measured:
    """What a run took of the processor and of memory: the machine may have other things to do."""

    code: int
    findings: list[dict[str, Any]]
    seconds: float
    megabytes: float


@pytest.fixture
def seed(tmp_path: Path) -> Path:
    """A seed with a mistake in its policy, which must be found all the same."""
    root = sow(tmp_path / "seed")
    write(root, POLICY, SEED[POLICY].replace("require-confirmation", "confirm"))
    return root


METER = """\
import json, resource, subprocess, sys
done = subprocess.run([sys.executable, "-m", "alvara", "check", "--format", "json"], stdout=subprocess.PIPE)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([done.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, done.stdout.decode()]))
"""
"""A small process that starts the check: what a process takes is never less than the one that starts it has taken."""


def measured(root: Path) -> Measured:
    """Check in a process of its own, and measure it."""
    surroundings = os.environ | {"PYTHONPATH": str(ROOT / "tools"), "XDG_CACHE_HOME": str(root.parent / "cache")}
    done = subprocess.run([sys.executable, "-c", METER], cwd=root, env=surroundings, stdout=subprocess.PIPE, check=True)
    code, seconds, megabytes, output = json.loads(done.stdout)
    return Measured(code, json.loads(output)["findings"], seconds, megabytes)


def bomb(levels: int, width: int) -> str:
    rows = [f"a0: &a0 [{', '.join(['x'] * width)}]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * width)}]" for n in range(1, levels)]
    return "\n".join(rows) + "\n"


VAST: dict[str, tuple[str, set[str]]] = {
    "nine levels of aliases": (bomb(9, 9), {"anchor-or-alias"}),
    "forty levels of aliases": (bomb(40, 2), {"anchor-or-alias"}),
    "many aliases of one anchor": ("a: &a [x]\nb: [" + "*a, " * 100_000 + "]\n", {"anchor-or-alias"}),
    "a value that contains itself": ("&a [*a]\n", {"anchor-or-alias"}),
    "a map that contains itself": ("&a {b: *a}\n", {"anchor-or-alias"}),
    "500 brackets": ("[" * 500, {"too-deep"}),
    "5,000 brackets": ("[" * 5_000, {"too-deep"}),
    "50,000 brackets": ("[" * 50_000, {"too-deep"}),
    "1,000,000 brackets": ("[" * 1_000_000, {"too-deep"}),
    "1,000,000 braces and keys": ("{a: " * 250_000, {"too-deep"}),
    "5,000 lists on one line": ("- " * 5_000, {"too-deep"}),
    "5,000 question marks": ("? " * 5_000, {"too-deep", "key-not-text"}),
    "1,000 block maps": ("".join(f"{' ' * level}a:\n" for level in range(1_000)), {"too-deep"}),
    "5,000 block maps": ("".join(f"{' ' * level}a:\n" for level in range(5_000)), {"too-large"}),
    "200,000 keys in one map": (HEAD + "".join(f"k{n}: 1\n" for n in range(200_000)), {"too-large"}),
    "40,000 keys in one map": (HEAD + "".join(f"k{n}:\n" for n in range(40_000)), {"unknown-key"}),
    "200,000 keys that are one": (HEAD + "a:\n" * 200_000, {"duplicate-key"}),
    "every key twice": (HEAD + "".join(f"k{n}:\n" for n in range(20_000)) * 2, {"duplicate-key"}),
    "100,000 items of the wrong type": (HEAD + "aliases: [" + "1," * 100_000 + "]\n", {"wrong-shape"}),
    "5,000 broken resources": ("resources:\n" + "- {id: a.b, typ: x}\n" * 5_000, {"unknown-key", "wrong-shape"}),
    "a key of a million characters": ("k" * 1_000_000 + ": 1\n", {"yaml-syntax"}),
    "a file of 60 megabytes": ("# " + "x" * 60_000_000, {"too-large"}),
    "one line of 5 megabytes": ("name: " + "x" * 5_000_000, {"too-large"}),
    "a million open quotes": ("a: '" + "''" * 500_000, {"yaml-syntax"}),
    "a million blanks": (" " * 1_000_000, {"empty-document"}),
    "a million comments": ("#\n" * 500_000, {"empty-document"}),
    "30,000 comments that cut": (
        "metadata:\n" + "".join(f"  k{n}: (x # )\n" for n in range(30_000)), {"cut-by-comment"}),
    "30,000 comments that close nothing": (
        HEAD + "metadata:\n" + "".join(f"  k{n}: x # )\n" for n in range(30_000)), set()),
    "60,000 schemas that are none": (
        HEAD + f"valueSchema: {{$defs: {{{', '.join(f'k{n}: 5' for n in range(60_000))}}}}}\n", {"invalid-schema"}),
    "20,000 aliases": (HEAD + f"aliases: [{', '.join(f'a.b{n}' for n in range(20_000))}]\n", set()),
    "a number of a million digits": (HEAD + f"metadata: {{n: {'9' * 1_000_000}}}\n", {"unsafe-number"}),
    "front matter without an end": ("---\n" + "a: 1\n" * 200_000, {"duplicate-key"}),
}  # fmt: skip


@pytest.mark.parametrize(("text", "rules"), VAST.values(), ids=VAST)
def test_vast_file_is_a_finding_and_the_others_are_judged(seed: Path, text: str, rules: set[str]) -> None:
    write(seed, ZONE, text)
    found = measured(seed)
    said = {finding["rule"] for finding in found.findings if finding["file"] == ZONE and finding["severity"] != "info"}

    assert found.code == 1
    assert said <= rules
    assert bool(said) == bool(rules)
    assert [finding["line"] for finding in found.findings if finding["file"] == POLICY] == [5]
    assert found.seconds < SECONDS
    assert found.megabytes < MEGABYTES


def test_page_of_a_vast_head_ends_too(seed: Path) -> None:
    write(seed, "docs/vast.md", "---\n" + "a: [" * 200_000 + "\n---\n")
    found = measured(seed)

    assert {"too-deep"} == {f["rule"] for f in found.findings if f["file"] == "docs/vast.md"}
    assert found.seconds < SECONDS
    assert found.megabytes < MEGABYTES


def test_page_of_a_hundred_thousand_links_is_told_in_a_hundred_findings(seed: Path) -> None:
    write(seed, "docs/vast.md", "---\nsemanticId: workPermit\n---\n" + "[[a]]\n" * 100_000)
    found = measured(seed)
    told = [f for f in found.findings if f["file"] == "docs/vast.md" and f["rule"] == "broken-link"]

    assert len(told) == 101
    assert told[-1]["message"].startswith("99,900 more findings")
    assert found.seconds < SECONDS
    assert found.megabytes < MEGABYTES
