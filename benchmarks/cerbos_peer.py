"""Cerbos as a peer: the policies of a registry in its words, and a server of it that decides over a local socket.

    npm install @cerbos/cerbos-linux-x64      in the folder that the benchmark is run from

The server is asked over HTTP on a Unix socket that stays open, which is the fastest way in that needs no client. It
reports nothing to anybody. Cerbos has no word for a confirmation: a policy that asks for one is a rule on an action of
its own, and a decision asks for both actions in one call.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RUN, CONFIRM = "run", "confirm"
KIND = "record"
PATIENCE = 20.0
_ROOT_NAME = re.compile(r"(?<![\w.\"'])(input|resource|context)(?=[.\[])")
_PRINCIPAL = re.compile(r"(?<![\w.\"'])principal(?=[.\[])")
_NOW = re.compile(r"(?<![\w.\"'])now(?![\w(])")
_JOINTS = {"all": "all", "any": "any", "not": "none"}


def program() -> str | None:
    """The server's binary, in a local node_modules or on the PATH; None where it is not installed."""
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    package = f"cerbos-{sys.platform}-{machine}"
    places = [folder / "node_modules/@cerbos" / package / package for folder in (ROOT, Path.cwd())]
    found = next((os.fspath(place) for place in places if place.is_file()), None)
    return found or shutil.which("cerbos") or shutil.which(package)


def translate(policies: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Write policies of ours as the rules of one Cerbos policy: what nothing denies may run."""
    rules: list[dict[str, Any]] = [{"actions": [RUN], "effect": "EFFECT_ALLOW", "roles": ["*"], "name": "granted"}]
    for number, policy in enumerate(policies):
        effect = policy["effect"]
        rules.append({
            "name": f"rule-{number}",
            "actions": [CONFIRM if effect == "require-confirmation" else RUN],
            "effect": "EFFECT_DENY" if effect == "deny" else "EFFECT_ALLOW",
            "roles": ["*"],
            **({"condition": {"match": _match(policy["when"])}} if "when" in policy else {}),
        })  # fmt: skip
    schemas = {
        "principalSchema": {"ref": "cerbos:///principal.json"}, "resourceSchema": {"ref": "cerbos:///record.json"}
    }  # fmt: skip
    policy = {"resource": KIND, "version": "default", "rules": rules, "schemas": schemas}
    return {"apiVersion": "api.cerbos.dev/v1", "resourcePolicy": policy}


def _match(condition: Mapping[str, Any]) -> dict[str, Any]:
    if "expr" in condition:
        expression = _ROOT_NAME.sub(r"request.resource.attr.\1", condition["expr"])
        return {"expr": _NOW.sub("now()", _PRINCIPAL.sub("request.principal.attr", expression))}
    ((joint, items),) = condition.items()
    return {_JOINTS[joint]: {"of": [_match(item) for item in items]}}


class Cerbos:
    """A running server, asked over a connection that stays open."""

    def __init__(self, connection: HTTPConnection) -> None:
        self._connection = connection

    def decide(self, principal: Mapping[str, Any], values: Mapping[str, Any]) -> tuple[bool, bool]:
        """Whether the action may run, and whether it has to be confirmed. `values` has input, resource, context."""
        answer = self.ask(self.request(principal, values))
        actions = answer["results"][0]["actions"]
        return actions[RUN] == "EFFECT_ALLOW", actions[CONFIRM] == "EFFECT_ALLOW"

    @staticmethod
    def request(principal: Mapping[str, Any], values: Mapping[str, Any], times: int = 1) -> bytes:
        """Write a request, which can be sent again and again, for one decision or for several at once."""
        who = {"id": principal["id"], "roles": principal.get("roles") or ["none"], "attr": principal}
        records = [{"kind": KIND, "id": f"r{i}", "attr": values} for i in range(times)]
        resources = [{"actions": [RUN, CONFIRM], "resource": record} for record in records]
        return json.dumps({"requestId": "b", "principal": who, "resources": resources}).encode()

    def ask(self, request: bytes) -> Any:
        """Send a request, and read the answer."""
        self._connection.request("POST", "/api/check/resources", request, {"Content-Type": "application/json"})
        answer = self._connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"cerbos answers {answer.status}: {body[:300]!r}")
        return json.loads(body)


@contextmanager
def serve(
    binary: str, policies: Sequence[Mapping[str, Any]], schemas: Mapping[str, Any], times: int = 1
) -> Iterator[Cerbos]:
    """Run a server over these policies; `schemas` are those of `principal`, `input`, `resource` and `context`.

    Raises `RuntimeError` where it does not start.
    """
    with TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "policies/_schemas").mkdir(parents=True)
        parts = {name: schemas[name] for name in ("input", "resource", "context") if name in schemas}
        record = {"type": "object", "required": sorted(parts), "properties": parts}
        (place / "policies/record.json").write_text(json.dumps(translate(policies)))
        (place / "policies/_schemas/record.json").write_text(json.dumps(record))
        (place / "policies/_schemas/principal.json").write_text(json.dumps(schemas.get("principal", {})))
        address = place / "http.sock"
        settings = {
            "server": {
                "httpListenAddr": f"unix:{address}", "grpcListenAddr": f"unix:{place / 'grpc.sock'}",
                "requestLimits": {"maxResourcesPerRequest": max(50, times)},
            },
            "storage": {"driver": "disk", "disk": {"directory": os.fspath(place / "policies")}},
            "schema": {"enforcement": "reject"}, "telemetry": {"disabled": True}, "audit": {"enabled": False},
        }  # fmt: skip
        (place / "config.json").write_text(json.dumps(settings))
        command = [binary, "server", f"--config={place / 'config.json'}", "--log-level=error", "--debug-listen-addr="]
        with (place / "log").open("w+") as log:
            server = subprocess.Popen(command, stdout=log, stderr=log)
            try:
                yield Cerbos(_connect(address, server, place / "log"))
            finally:
                server.terminate()
                server.wait()


def _connect(address: Path, server: subprocess.Popen[bytes], log: Path) -> HTTPConnection:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and server.poll() is None:
        try:
            connection = _UnixConnection(address)
            connection.request("GET", "/_cerbos/health")
            if connection.getresponse().read() and connection.sock is not None:
                return connection
        except (OSError, HTTPException):
            time.sleep(0.02)
    raise RuntimeError(f"cerbos does not answer: {log.read_text()[-600:]}")


class _UnixConnection(HTTPConnection):
    def __init__(self, address: Path) -> None:
        super().__init__("localhost")
        self._address = os.fspath(address)

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(self._address)
