"""Which release a bundle is, is what its ledger says; and it is the same bundle wherever it is made."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from alvara.bundle.layout import MANIFEST, REGISTRY
from alvara.bundle.manifest import File, files_of
from alvara.identity.digests import canonical
from tests.bundle.repository import commit, write
from tests.release.world import (
    AS_OF,
    CONTENT,
    READ,
    Files,
    bundle_of,
    errors,
    judge,
    pin,
    prepared,
    resealed,
    signed,
    world,
)

WORLD = dict(world())
MADE = bundle_of(WORLD)


def claiming(**said: object) -> Files:
    """A bundle that says something else of its release, in all places alike."""
    registry = {**json.loads(MADE[REGISTRY]), **said}
    top = {key: value for key, value in said.items() if key in ("version", "sequence", "previous")}
    return resealed({**MADE, REGISTRY: canonical(registry)}, **top)


def second() -> Files:
    """The next release."""
    return prepared({**WORLD, READ: CONTENT[READ].replace("Reads one order.", "Reads an order.").replace(
        '"1.0.0"', '"1.0.1"').encode()}, "2")  # fmt: skip


def test_a_bundle_has_the_place_that_the_ledger_gives_it() -> None:
    first, next_one = json.loads(MADE[MANIFEST]), json.loads(bundle_of(second())[MANIFEST])

    assert [first[key] for key in ("version", "sequence", "previous")] == ["1", 1, None]
    assert [next_one[key] for key in ("version", "sequence", "previous")] == ["2", 2, "1"]
    assert {"ledger/releases/1-1.json", "ledger/releases/2-2.json"} <= set(bundle_of(second()))


@pytest.mark.parametrize("said", [{"sequence": 2}, {"sequence": 0}, {"previous": "0"}, {"version": "2"}])
def test_a_bundle_that_claims_another_place_is_refused(said: dict[str, object]) -> None:
    assert [line for line in errors(judge(claiming(**said))) if "ledger" in line], errors(judge(claiming(**said)))


def test_other_content_under_the_name_of_a_release_is_refused() -> None:
    other = {**WORLD, READ: WORLD[READ].replace(b"Reads one order.", b"Reads any order.")}
    made = bundle_of(other)
    registry = {**json.loads(made[REGISTRY]), "version": "1", "sequence": 1, "previous": None}
    forged = resealed({**made, REGISTRY: canonical(registry)}, version="1", sequence=1, previous=None)

    assert json.loads(made[MANIFEST])["version"].startswith("0.0.0+")
    assert [
        line for line in errors(judge(forged)) if "is not what release 1 released, in capability/order.read" in line
    ]


def test_another_text_under_the_name_of_a_release_is_refused() -> None:
    other = {**WORLD, "docs/order.md": WORLD["docs/order.md"] + b"\nMore.\n"}
    made = bundle_of(other)
    registry = {**json.loads(made[REGISTRY]), "version": "1", "sequence": 1, "previous": None}
    forged = resealed({**made, REGISTRY: canonical(registry)}, version="1", sequence=1, previous=None)

    assert [line for line in errors(judge(forged)) if "is not what release 1 released, in knowledge" in line]


def test_a_ledger_that_lost_its_last_release_does_not_fit() -> None:
    made = bundle_of(second())
    older = resealed({path: data for path, data in made.items() if path != "ledger/releases/2-2.json"})

    assert [line for line in errors(judge(older)) if "ledger" in line]


FILES_CHANGED: Mapping[str, Files] = {
    "one more": {**signed(MADE), "public/more.json": b"{}"},
    "one missing": {path: data for path, data in signed(MADE).items() if path != "index.json"},
    "two swapped": {
        **signed(MADE), "private/capabilities/order.read.json": MADE["private/capabilities/order.cancel.json"],
    },
    "a bit flipped": {**signed(MADE), "index.json": bytes([MADE["index.json"][0] ^ 1]) + MADE["index.json"][1:]},
    "evidence missing": {p: d for p, d in signed(MADE).items() if p != "evidence/governance/people/tom.json"},
}  # fmt: skip


@pytest.mark.parametrize("case", FILES_CHANGED)
def test_a_bundle_with_another_file_is_refused(case: str) -> None:
    assert not judge(FILES_CHANGED[case], pin(WORLD)).holds
    assert not judge(resealed(FILES_CHANGED[case]), pin(WORLD)).holds


SURROUNDINGS: tuple[dict[str, str], ...] = (
    {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "0", "UMASK": "022"},
    {"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "77", "UMASK": "077"},
    {"TZ": "America/Sao_Paulo", "LC_ALL": "POSIX", "PYTHONHASHSEED": "4242", "UMASK": "002"},
)


def test_the_same_release_is_the_same_bytes_whatever_the_machine(tmp_path: Path) -> None:
    found: list[tuple[tuple[File, ...], bytes]] = []
    for number, surroundings in enumerate(SURROUNDINGS):
        folder = tmp_path / f"at-{number}"
        order = sorted(WORLD) if number % 2 else sorted(WORLD, reverse=True)
        write(folder, {path: WORLD[path] for path in order})
        commit(folder)
        umask = surroundings["UMASK"]
        build = f"bundle build --rev HEAD --now {AS_OF} --out ../out-{number}"
        command = f"umask {umask}; exec {sys.executable} -m alvara {build}"
        environment = {**os.environ, **surroundings, "XDG_CACHE_HOME": str(tmp_path / f"cache-{number}")}
        done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, capture_output=True, timeout=60)
        assert done.returncode == 0, done.stderr
        out = tmp_path / f"out-{number}"
        held = {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}
        found.append((files_of(held), held[MANIFEST]))

    assert len(set(found)) == 1
