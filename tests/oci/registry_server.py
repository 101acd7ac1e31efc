"""Debian's docker-registry: found or fetched, started on a free port of this machine, and always stopped."""

import fcntl
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

PACKAGE = "docker-registry"
KEPT = Path(sys.prefix) / "share" / PACKAGE
"""Where the program lies that was fetched: it goes with the virtual environment, and nothing is installed."""

_FETCHING = 300
_STARTING = 30


class Unavailable(Exception):
    """The program is not here and cannot be had. The message says why."""


class RegistryServer(NamedTuple):
    """A registry that runs, and the folder of its data."""

    port: int
    data: Path

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def blob(self, hash: str) -> Path:
        """Where a blob or a manifest of this SHA-256 lies."""
        return self.data / f"docker/registry/v2/blobs/sha256/{hash[:2]}/{hash}/data"

    def get(self, path: str) -> bytes:
        """Ask for something as any client would, and believe the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", path, headers={"Accept": "application/vnd.oci.image.manifest.v1+json"})
            return connection.getresponse().read()
        finally:
            connection.close()

    def tags(self, repository: str) -> list[str]:
        return sorted(json.loads(self.get(f"/v2/{repository}/tags/list"))["tags"])


def find_program() -> str:
    """Find the program, or fetch its package and unpack it where only the tests look. Raises `Unavailable`."""
    found = shutil.which(PACKAGE)
    if found:
        return found
    program = KEPT / "usr/bin" / PACKAGE
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    with (KEPT.parent / f".{PACKAGE}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the processes of a run start at the same time
        if not program.is_file():
            _fetch()
    return str(program)


@contextmanager
def serving(folder: Path, accounts: str = "", tls: tuple[Path, Path] | None = None) -> Iterator[RegistryServer]:
    """Run a registry with its data below a folder, over TLS with a certificate and its key.

    `accounts` is an htpasswd file; without one everybody is let in.
    """
    program = find_program()
    data, log = folder / "data", folder / "log"
    data.mkdir(parents=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings: dict[str, Any] = {
        "version": 0.1,
        "log": {"level": "error", "accesslog": {"disabled": True}},
        "storage": {"filesystem": {"rootdirectory": str(data)}, "delete": {"enabled": False}},
        "http": {"addr": f"127.0.0.1:{port}"},
    }
    if tls is not None:
        settings["http"] |= {"tls": {"certificate": str(tls[0]), "key": str(tls[1])}}
    if accounts:
        (folder / "accounts").write_text(accounts)
        settings["auth"] = {"htpasswd": {"realm": "shop", "path": str(folder / "accounts")}}
    (folder / "settings.yml").write_text(json.dumps(settings))  # JSON is YAML
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith(("REGISTRY_", "OTEL_"))}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [program, "serve", str(folder / "settings.yml")], stdin=subprocess.DEVNULL, stdout=out, stderr=out,
            env=surroundings,
        )  # fmt: skip
        try:
            _wait(process, port, log)
            yield RegistryServer(port, data)
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    """Wait until somebody listens: requests are answered from then on."""
    until = time.monotonic() + _STARTING
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as probe:
            probe.settimeout(2)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"{PACKAGE} does not answer: {log.read_text(errors='replace')[-2000:]}")


def _fetch() -> None:
    """Fetch the package from where this machine has its packages from, and unpack it."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        raise Unavailable(f"{PACKAGE} is not here, and this machine has no Debian packages")
    waiting = KEPT.with_suffix(".new")
    shutil.rmtree(waiting, ignore_errors=True)
    waiting.mkdir(parents=True)
    try:
        download = ["apt-get", "download", "-q", "-o", "APT::Sandbox::User=root", PACKAGE]
        said = _run(download, waiting)
        if said and os.geteuid() == 0:  # its lists may be old, or not here at all
            said = _run(["apt-get", "update", "-q"], waiting) or _run(download, waiting)
        packages = sorted(waiting.glob("*.deb"))
        if said or not packages:
            raise Unavailable(f"{PACKAGE} is not here and cannot be fetched: {said}")
        if said := _run(["dpkg-deb", "-x", packages[0].name, "."], waiting):
            raise Unavailable(f"{PACKAGE} cannot be unpacked: {said}")
        packages[0].unlink()
        shutil.rmtree(KEPT, ignore_errors=True)
        waiting.rename(KEPT)
    finally:
        shutil.rmtree(waiting, ignore_errors=True)


def _run(command: list[str], folder: Path) -> str:
    """Run a command; give the end of what it says where it fails, empty where it does not."""
    try:
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_FETCHING, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if ran.returncode == 0 else (ran.stderr or ran.stdout).strip()[-300:] or "it failed"
