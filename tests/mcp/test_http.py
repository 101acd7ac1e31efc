"""Over HTTP the server is for this machine alone."""

import http.client
import json
import socket
from urllib.parse import urlsplit

import pytest

from alvara.cli.main import main
from tests.mcp.serving import over_http
from tests.mcp.test_raw_lines import ENVELOPE

BODY = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": ENVELOPE}})
HEADERS = {
    "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list",
}  # fmt: skip


def _status(address: str, body: str = BODY, **headers: str) -> int:
    place = urlsplit(address)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=30)
    try:
        connection.request("POST", place.path, body, {**HEADERS, **headers})
        return connection.getresponse().status
    finally:
        connection.close()


def test_pages_of_other_places_and_other_names_of_this_machine_are_refused() -> None:
    with over_http() as address:
        assert _status(address) == 200
        assert _status(address, Host="evil.example") in (403, 421)
        assert _status(address, Origin="https://evil.example") == 403
        assert _status(address, Origin="http://127.0.0.1:1") == 403
        assert _status(address, "{") == 400
        assert _status(address, "x" * (5 << 20)) in (400, 413)
        assert _status(address) == 200


def test_a_client_that_goes_away_in_the_middle_of_what_it_sends_does_no_harm() -> None:
    with over_http() as address:
        place = urlsplit(address)
        head = "".join(f"{name}: {value}\r\n" for name, value in {**HEADERS, "Content-Length": "1000"}.items())
        for _ in range(3):
            with socket.create_connection((place.hostname or "", place.port or 0), timeout=30) as client:
                client.sendall(f"POST {place.path} HTTP/1.1\r\nHost: {place.netloc}\r\n{head}\r\n{{".encode())
        assert _status(address) == 200


@pytest.mark.parametrize("place", ["0.0.0.0:1", "10.0.0.1:80", "example.com:80", "[::]:1", ":1", "1:2:3", "99999", "x"])
def test_no_other_machine_is_listened_to(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "mcp", "--http", place]) == 2
    assert "Traceback" not in capsys.readouterr().err
