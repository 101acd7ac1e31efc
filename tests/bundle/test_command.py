"""`alvara bundle` as its users run it."""

import json
import os
from pathlib import Path

import pytest

from alvara.cli.main import main
from tests.bundle.repository import MOMENT, write
from tests.bundle.running import FOUND, Run, held, keeps


def test_builds_where_bundles_usually_are_and_says_what_is_in_it(shop: Path, run: Run) -> None:
    ran = run("build")

    assert (ran.code, ran.err) == (0, "")
    digest = json.loads((shop / "dist/bundle/agent-manifest.json").read_text())["digest"]
    assert ran.out.splitlines()[0] == "built     dist/bundle"
    assert "2 capabilities, 2 resources, 1 policy" in ran.out
    assert ran.out.splitlines()[-1] == f"digest    {digest}"


def test_what_it_builds_holds(shop: Path, run: Run) -> None:
    run("build", "--tar", "dist/bundle.tar")

    for path in ("dist/bundle", "dist/bundle.tar"):
        ran = run("verify", path)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.splitlines()[0] == "root: not pinned"
        assert ran.out.splitlines()[-1].startswith(f"{path}: ")


def test_prints_documents_that_keep_their_schemas(shop: Path, run: Run) -> None:
    built = keeps("bundle-build-1", run("build", "--tar", "b.tar", "--format", "json").json)
    verified = keeps("bundle-verification-1", run("verify", "b.tar", "--format", "json").json)
    inspected = keeps("manifest-1", run("inspect", "--format", "json").json)

    assert (built["path"], built["tar"], built["now"]) == ("dist/bundle", "b.tar", MOMENT)
    assert built["digest"] == verified["digest"] == inspected["digest"]
    assert built["files"] == verified["files"] == len(inspected["files"]) + 1
    assert verified["holds"] is True
    assert {k: v for k, v in inspected.items() if k != "files"} == built["manifest"]


def test_a_damaged_bundle_is_told_file_by_file(shop: Path, run: Run) -> None:
    run("build")
    (shop / "dist/bundle/index.json").write_bytes(b"{}")
    (shop / "dist/bundle/extra.json").write_bytes(b"")
    (shop / "dist/bundle/private/bindings.json").unlink()
    ran = run("verify", "dist/bundle")
    printed = keeps("bundle-verification-1", run("verify", "dist/bundle", "--format", "json").json)

    assert ran.code == 1
    assert [line.partition(": error: ")[::2] for line in ran.out.splitlines()[:3]] == [
        ("extra.json", "is not in the manifest"),
        ("index.json", ran.out.splitlines()[1].partition(": error: ")[2]),
        ("private/bindings.json", "is missing"),
    ]
    assert ran.out.splitlines()[-1] == "dist/bundle: 3 errors"
    assert printed["holds"] is False


def test_a_bundle_is_verified_where_there_is_no_registry(
    shop: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("build", "--out", os.fspath(tmp_path / "elsewhere/bundle"))
    monkeypatch.chdir(tmp_path / "elsewhere")

    assert run("verify", "bundle").code == 0
    assert run("inspect", "bundle").code == 0


@pytest.mark.parametrize("path", ["nowhere", "docs", "alvara.yaml", "/dev/null"])
@pytest.mark.parametrize("verb", ["verify", "inspect"])
def test_what_is_no_bundle_cannot_be_looked_at(verb: str, path: str, shop: Path, run: Run) -> None:
    ran = run(verb, path)

    assert ran.code == 2
    assert ran.err.startswith(f"alvara: {path}: ")
    assert ran.out == ""


def test_a_bundle_without_its_manifest_does_not_hold(shop: Path, run: Run) -> None:
    run("build")
    (shop / "dist/bundle/agent-manifest.json").unlink()

    assert run("verify", "dist/bundle").code == 1
    assert run("inspect").code == 2


def test_a_bundle_of_a_later_major_version_is_refused(shop: Path, run: Run) -> None:
    run("build")
    place = shop / "dist/bundle/agent-manifest.json"
    place.write_bytes(place.read_bytes().replace(b"alvara.bundle/1.1", b"alvara.bundle/2.0"))

    assert run("verify", "dist/bundle").code == 1
    assert run("inspect").code == 2


def test_a_registry_with_errors_is_not_bundled_and_the_findings_are_printed(shop: Path, run: Run) -> None:
    write(shop, {"semantic-ids/order.yaml": FOUND["semantic-ids/order.yaml"].replace("order.closed", "order.closer")})
    ran = run("build")
    printed = keeps("check-1", run("build", "--format", "json").json)

    assert ran.code == 1
    assert "error[broken-binding]" in ran.out
    assert [f["rule"] for f in printed["findings"] if f["severity"] == "error"] == ["broken-binding"]
    assert not (shop / "dist").exists()


def test_switching_off_the_rule_on_shape_gets_no_bundle_either(shop: Path, run: Run) -> None:
    write(shop, {
        "alvara.yaml": FOUND["alvara.yaml"] + "severity: {wrong-shape: off}\n",
        "policies/order/closed.yaml": FOUND["policies/order/closed.yaml"].replace("effect: deny", "effect: denied"),
    })  # fmt: skip
    ran = run("build")

    assert ran.code == 2
    assert "`wrong-shape` guards trust or security" in ran.err + ran.out
    assert not (shop / "dist").exists()


CLOSED = FOUND["policies/order/closed.yaml"] + "when: {all: [{id: a, text: Why., expr: input.orderId ==}]}\n"


def test_a_condition_that_nothing_can_evaluate_gets_no_bundle(shop: Path, run: Run) -> None:
    write(shop, {"policies/order/closed.yaml": CLOSED})
    ran = run("build")

    assert ran.code == 1
    assert "policies/order/closed.yaml:7:" in ran.out
    assert "error[condition-syntax]" in ran.out
    assert not (shop / "dist").exists()


def test_switching_off_the_rule_on_conditions_gets_no_bundle_either(shop: Path, run: Run) -> None:
    settings = FOUND["alvara.yaml"] + "severity: {condition-syntax: off}\n"
    write(shop, {"alvara.yaml": settings, "policies/order/closed.yaml": CLOSED})
    ran = run("build")

    assert ran.code == 1
    assert "`order.closed`: `/when/all/0/expr` cannot be evaluated" in ran.err
    assert not (shop / "dist").exists()


def test_a_registry_without_capabilities_is_not_bundled(shop: Path, run: Run) -> None:
    for path in FOUND:
        if path.startswith(("capabilities", "policies", "docs")):
            (shop / path).unlink()
    write(shop, {"semantic-ids/order.yaml": "{id: order, type: entity, name: Order, status: draft}\n"})
    ran = run("build")

    assert ran.code == 2
    assert "there is no capability to bundle" in ran.err


@pytest.mark.parametrize("verb", ["build"])
def test_where_there_is_no_registry_nothing_is_built(verb: str, tmp_path: Path, run: Run) -> None:
    (tmp_path / "empty").mkdir()

    assert main(["-C", os.fspath(tmp_path / "empty"), "bundle", verb]) == 2


def test_settings_that_do_not_hold_are_told_and_nothing_is_built(shop: Path, run: Run) -> None:
    write(shop, {"alvara.yaml": "registry: 1\n"})
    ran = run("build")

    assert ran.code == 2
    assert "wrong-shape" in ran.out


@pytest.mark.parametrize("out", [".", "..", "docs/..", ".git", ".git/x"])
def test_a_bundle_never_takes_the_place_of_the_registry(out: str, shop: Path, run: Run) -> None:
    write(shop, {"agent-manifest.json": "", "../agent-manifest.json": "", ".git/agent-manifest.json": ""})
    before = held(shop)

    assert run("build", "--out", out).code == 2
    assert held(shop) == before


@pytest.mark.parametrize("out", ["docs", "docs/bundle", "capabilities/x", "docs/../docs/x"])
def test_a_bundle_is_not_written_where_the_registry_is_read_from(out: str, shop: Path, run: Run) -> None:
    before = held(shop)

    assert run("build", "--out", out).code == 2
    assert held(shop) == before


@pytest.mark.parametrize("out", [".", "src", "alvara.yaml", "/proc/bundle", "/dev/null/bundle"])
def test_a_place_that_cannot_be_written_is_left_as_it_was(out: str, shop: Path, run: Run) -> None:
    write(shop, {"src/code.ts": ""})
    before = held(shop)
    ran = run("build", "--out", out)

    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert held(shop) == before


def test_an_archive_is_not_written_into_the_bundle(shop: Path, run: Run) -> None:
    assert run("build", "--tar", "dist/bundle/b.tar").code == 2
    assert not (shop / "dist").exists()


def test_paths_are_relative_to_the_root(shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shop / "docs")

    assert run("build", "--out", "out").code == 0
    assert (shop / "out/agent-manifest.json").is_file()
    assert run("verify", "out").code == 0


def test_a_moment_that_is_none_is_a_usage_error(shop: Path, run: Run) -> None:
    assert run("build", "--now", "yesterday").code == 2
    assert run("verify", "x", "--now", "yesterday").code == 2


def test_a_later_minor_version_is_not_said_to_be_as_it_has_to_be(shop: Path, run: Run) -> None:
    run("build")
    whole = run("verify", "dist/bundle")
    manifest = shop / "dist/bundle/agent-manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(b'"alvara.bundle/1.1"', b'"alvara.bundle/1.2"'))
    ran = run("verify", "dist/bundle")
    printed = keeps("bundle-verification-1", run("verify", "dist/bundle", "--format", "json").json)

    assert "all as they have to be" in whole.out
    assert ran.code == 0
    assert "all as they have to be" not in ran.out
    assert ran.out.startswith("agent-manifest.json: warning: has the format `alvara.bundle/1.2`")
    assert ran.out.endswith("what they say together was not judged\n")
    assert (printed["holds"], printed["together"]) == (True, False)
