"""`alvara store` on a registry, as its users run it."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from alvara.adapters.bundles import write_folder
from alvara.cli.main import main
from tests.oci.bundles import about, first, second
from tests.oci.misbehaving import reply, saying
from tests.ran import Ran
from tests.release.world import NOW, pin, world
from tests.store.releases import ANOTHER_REGISTRY, release

ROOT = pin(dict(world()))
Run = Callable[..., Ran]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run a verb in a folder with both bundles, outside of any registry."""
    write_folder(first(), str(tmp_path / "one"))
    write_folder(second(), str(tmp_path / "two"))
    monkeypatch.delenv("ALVARA_ROOT", raising=False)
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str) -> Ran:
        code = main(list(arguments))
        out, err = capfd.readouterr()
        return Ran(code, out, err)

    return command


def test_a_registry_is_worked_on_as_a_folder_is(run: Run, repository: str, tmp_path: Path) -> None:
    at = ("--store", repository, "--format", "json")
    trust = ("--root", ROOT, "--now", NOW)
    told = [
        run("store", "publish", "one", *at), run("store", "publish", "two", *at),
        run("store", "publish", "two", *at), run("store", "activate", "1", *at, *trust),
        run("store", "activate", about(second()).digest, *at, *trust), run("store", "activate", "1", *at, *trust),
        run("store", "rollback", *at, *trust), run("store", "status", *at, "--now", NOW),
    ]  # fmt: skip

    assert [ran.code for ran in told] == [0, 0, 0, 0, 0, 1, 0, 0]
    assert all(ran.json for ran in told)
    assert told[-1].json["active"]["version"] == "1"
    assert [one["version"] for one in told[-1].json["versions"]] == ["1", "2"]


def test_what_is_not_there_is_said_with_the_place_once(run: Run, repository: str) -> None:
    done = run("store", "activate", "9", "--store", repository)

    assert done.code == 2
    assert done.err.count(repository) == 1
    assert "`alvara store status` lists what is there" in done.err


def test_another_registry_takes_no_version_where_one_is_active(run: Run, repository: str, tmp_path: Path) -> None:
    write_folder(release(2, ANOTHER_REGISTRY), str(tmp_path / "other"))
    run("store", "publish", "one", "--store", repository)
    run("store", "activate", "1", "--store", repository, "--root", ROOT, "--now", NOW)

    foreign = run("store", "publish", "other", "--store", repository)
    own = run("store", "publish", "two", "--store", repository)

    assert (foreign.code, own.code) == (1, 0)
    assert "each registry has a store of its own" in foreign.err


def test_a_bundle_is_brought_from_a_registry_into_a_folder(run: Run, repository: str, tmp_path: Path) -> None:
    run("store", "publish", "one", "--store", repository)
    by_version = run("store", "publish", f"{repository}:1", "--store", "here")
    by_digest = run("store", "publish", f"{repository}@{about(first()).digest}", "--store", "here")

    assert (by_version.code, by_digest.code) == (0, 0)
    folder = tmp_path / "here/bundles" / about(first()).digest[7:]
    assert {path: (folder / path).read_bytes() for path in first()} == first()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("activate", "9", "--root", ROOT), "there is no `9` in oci://"),
        (("activate", "1"), "--root SHA256"),
        (("pin", "run-1"), "an execution is pinned on the machine that it runs on"),
        (("unpin", "run-1"), "an execution is pinned on the machine that it runs on"),
        (("gc",), "what a registry keeps is its own"),
        (("publish", "oci://localhost:1/shop"), "does not say which bundle"),
        (("publish", "oci://localhost:1/shop:1"), "Connection refused"),
        (("publish", "nowhere"), "nowhere"),
    ],
)
def test_what_cannot_be_done_is_told_and_ends_in_two(
    run: Run, repository: str, arguments: tuple[str, ...], said: str
) -> None:
    run("store", "publish", "one", "--store", repository)
    ran = run("store", *arguments, "--store", repository)

    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


@pytest.mark.parametrize(
    "place", ["oci://localhost", "oci://127.0.0.1:1/shop", "oci://nowhere.invalid/shop", "s3://a/b"]
)
def test_a_registry_that_is_not_there_ends_in_two(run: Run, place: str) -> None:
    for arguments in (("status",), ("publish", "one"), ("activate", "1"), ("rollback",)):
        ran = run("store", *arguments, "--store", place)

        assert (ran.code, ran.out) == (2, "")
        assert place in ran.err


def test_a_registry_that_hangs_ends_in_two_in_bounded_time(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alvara.adapters.oci.transport.Patience.__new__.__defaults__", (0.3, 1.0, 1 << 30))
    since = time.monotonic()
    with saying(lambda line, say: time.sleep(2)) as server:
        ran = run("store", "status", "--store", f"oci://{server.address}/shop")

    assert (ran.code, ran.out) == (2, "")
    assert "did not answer in full" in ran.err
    assert time.monotonic() - since < 10


def test_a_server_that_is_no_registry_does_not_pass_for_an_empty_one(run: Run) -> None:
    with saying(reply(404, b"<html>")) as server:
        ran = run("store", "status", "--store", f"oci://{server.address}/shop")

    assert ran.code == 2
    assert "does not answer as an OCI registry does" in ran.err


def test_plain_http_is_not_spoken_over_a_network_unless_asked_for(run: Run) -> None:
    """`nowhere.invalid` is found by nobody; what is looked for is the port that would be spoken to."""
    from alvara.adapters.oci.references import parse_repository

    assert parse_repository("oci://nowhere.invalid/shop").origin.port == 443
    assert run("store", "status", "--store", "oci://nowhere.invalid/shop", "--plain-http").code == 2


def test_of_processes_that_activate_at_once_one_wins(run: Run, repository: str, tmp_path: Path) -> None:
    for bundle in ("one", "two"):
        run("store", "publish", bundle, "--store", repository)
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "alvara", "store", "activate", which, "--store", repository, "--root", ROOT,
             "--now", NOW, "--format", "json"],
            cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        for which in ("1", "2")
    ]  # fmt: skip
    told = [process.communicate(timeout=120) for process in processes]
    codes = [process.returncode for process in processes]
    active = run("store", "status", "--store", repository, "--format", "json").json["active"]["version"]

    assert active in ("1", "2")
    if active == "2" and codes == [0, 0]:  # the first had ended before the second began
        assert json.loads(told[1][0])["changed"]
    else:
        assert codes == ([0, 1] if active == "1" else [1, 0])
