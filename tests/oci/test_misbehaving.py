"""Registries that hang, drip, lie or lead elsewhere: one message, in bounded time, and nothing given away."""

import json
import threading
import time
from io import BytesIO
from pathlib import Path

import pytest

from alvara.adapters.oci.artifacts import Blob, blob_of
from alvara.adapters.oci.client import Client
from alvara.adapters.oci.credentials import Credentials, read_credentials
from alvara.adapters.oci.references import Origin, parse_repository
from alvara.adapters.oci.transport import NoAnswer, Patience
from tests.oci.misbehaving import Answer, Say, Server, reply, saying

SECRET = "Basic YW5hOnNlY3JldA=="
SHORT = Patience(silence=0.3, whole=1.0, rate=1 << 30)
ABSENT = json.dumps({"errors": [{"code": "MANIFEST_UNKNOWN", "message": "unknown"}]}).encode()


def client_of(server: Server, patience: Patience = SHORT) -> Client:
    return Client(parse_repository(f"oci://{server.address}/shop"), Credentials(SECRET), patience)


def refusal(answer: Answer | bytes, patience: Patience = SHORT) -> str:
    """What is said of a server that answers so when it is asked for a tag."""
    with saying(answer) as server, pytest.raises(NoAnswer) as caught:
        client_of(server, patience).tagged("1")
    assert len(server.heads) <= 4
    return str(caught.value.strerror).replace(server.address, "HOST")


def drip(line: str, say: Say) -> None:
    say(b"HTTP/1.1 200 OK\r\n")
    for _ in range(100):
        say(b"X: y\r\n")
        time.sleep(0.1)


def drip_trailers(line: str, say: Say) -> None:
    say(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
    for _ in range(100):
        say(b"X: y\r\n")
        time.sleep(0.1)


def go_on(line: str, say: Say) -> None:
    for _ in range(100):
        say(b"HTTP/1.1 100 Continue\r\n\r\n")
        time.sleep(0.1)


def hang(line: str, say: Say) -> None:
    time.sleep(2)


@pytest.mark.parametrize("answer", [hang, drip, drip_trailers, go_on])
def test_a_registry_that_does_not_come_to_an_end_is_left_in_bounded_time(answer: Answer) -> None:
    since = time.monotonic()
    said = refusal(answer)

    assert "did not answer in full within 0.3 s of silence or 1 s in all" in said
    assert time.monotonic() - since < 15  # the server itself goes on for ten seconds at most


def test_a_registry_that_accepts_and_says_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    with saying(lambda line, say: released.wait(5)) as server:
        since = time.monotonic()
        with pytest.raises(NoAnswer, match="did not answer"):
            client_of(server).tagged("1")
        took = time.monotonic() - since
        released.set()

    assert took < 2


def test_a_body_without_end_is_cut_off() -> None:
    def endless(line: str, say: Say) -> None:
        say(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            say(b"10000\r\n" + b"x" * 65_536 + b"\r\n")

    said = refusal(endless, Patience(silence=2, whole=10))

    assert "sends more than the 1,048,576 bytes" in said


def test_a_layer_gets_no_more_room_than_its_manifest_says() -> None:
    def endless(line: str, say: Say) -> None:
        say(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            say(b"x" * 65_536)

    into = BytesIO()
    with saying(endless) as server, pytest.raises(NoAnswer, match="sends more than"):
        client_of(server, Patience(silence=2, whole=10)).fetch(Blob("0" * 64, 3 << 20), into)

    assert len(into.getvalue()) <= 3 << 20


def test_an_error_is_not_held_whatever_room_a_layer_has() -> None:
    def endless(line: str, say: Say) -> None:
        say(b"HTTP/1.1 404 Not Found\r\n\r\n")
        while True:
            say(b"x" * 65_536)

    with saying(endless) as server, pytest.raises(NoAnswer, match="sends more than the 8,388,608 bytes"):
        client_of(server, Patience(silence=5, whole=30)).fetch(Blob("0" * 64, 1 << 30), BytesIO())


def test_a_list_without_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alvara.adapters.oci.client._LISTING", 0.5)
    page = reply(200, b'{"tags": ["a"]}', Link='</v2/shop/tags/list?last=a>; rel="next"')
    with saying(page) as server, pytest.raises(NoAnswer, match="more tags than it tells"):
        list(client_of(server).tags())


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (reply(500), "HOST cannot answer now, HTTP 500; try again later"),
        (reply(503, b"<html>"), "HOST cannot answer now, HTTP 503; try again later"),
        (reply(429, ABSENT), "HOST cannot answer now, HTTP 429: MANIFEST_UNKNOWN unknown; try again later"),
        (reply(403), "HOST does not allow this; ask whoever runs it"),
        (reply(404, b"<html>not found</html>"), "HOST does not answer as an OCI registry does (HTTP 404)"),
        (reply(204), "HOST does not answer as an OCI registry does (HTTP 204)"),
        (reply(200, b"x")[:-1], "HOST sends 0 bytes and had promised 1; try again"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort", "HOST sends 5 bytes and had promised 99; try again"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "its answer is not HTTP"),
        (b"SSH-2.0-OpenSSH\r\n", "its answer is not HTTP"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n", "its answer is not HTTP"),
        (b"", "HOST cannot be asked"),
        (reply(302), "leads to something that is no address of the web"),
        (reply(302, Location="file:///etc/passwd"), "leads to something that is no address of the web"),
        (reply(302, Location="http://ana:x@127.0.0.1/"), "leads to something that is no address of the web"),
        (reply(302, Location="http://[::1/"), "leads to something that is no address of the web"),
        (reply(302, Location="http://example.com/"), "leads to example.com in plain HTTP, which is only used with"),
        (reply(307, Location="/v2/shop/manifests/1"), "sends from one place to the next, 3 times and more"),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_said_in_a_line(answer: bytes, said: str) -> None:
    assert said in refusal(answer)


def test_what_a_registry_says_is_shown_short_and_harmless() -> None:
    body = json.dumps({"errors": [{"code": "DENIED\x1b[31m", "message": "\u202e" + "long " * 1000}]}).encode()
    said = refusal(reply(400, body))

    assert "DENIED\\x1b[31m \\u202elong" in said
    assert len(said) < 300


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"errors": []}', b'{"errors": [1]}', b"[" * 100_000, b"\xff"])
def test_an_error_that_is_none_is_no_registry(body: bytes) -> None:
    assert "does not answer as an OCI registry does" in refusal(reply(404, body))


@pytest.mark.parametrize(
    "body",
    [
        b"<html>",
        b"[]",
        b"{}",
        b'{"tags": 1}',
        b'{"tags": [1]}',
        b"[" * 100_000,
        b'{"tags": ["../../other/manifests/1"]}',
        b'{"tags": ["a\\r\\nHost: b"]}',
        b'{"tags": ["a?b"]}',
    ],
)
def test_a_list_of_tags_that_is_none_is_no_registry(body: bytes) -> None:
    with saying(reply(200, body)) as server, pytest.raises(NoAnswer, match="does not answer as an OCI registry does"):
        list(client_of(server).tags())


def test_pages_of_tags_are_followed_at_the_registry_only() -> None:
    def pages(line: str, say: Say) -> None:
        if "last=" in line:
            say(reply(200, b'{"tags": ["b"]}'))
        else:
            say(reply(200, b'{"tags": ["a"]}', Link='</v2/shop/tags/list?last=a&n=1>; rel="next"'))

    with saying(pages) as server:
        assert list(client_of(server).tags()) == ["a", "b"]
    led_away = saying(reply(200, b'{"tags": []}', Link='<http://localhost:9/more>; rel="next"'))
    with led_away as server, pytest.raises(NoAnswer, match="goes to nobody else"):
        list(client_of(server).tags())


def test_a_password_goes_to_the_registry_and_to_nobody_else() -> None:
    with saying(reply(200, b"the layer")) as elsewhere:
        away = reply(307, Location=f"http://{elsewhere.address}/blob?signature=x")
        with saying(away) as server:
            into = BytesIO()
            client_of(server).fetch(blob_of(b"the layer"), into)

    assert into.getvalue() == b"the layer"
    assert [SECRET in head for head in (*server.heads, *elsewhere.heads)] == [True, False]
    assert "authorization" not in elsewhere.heads[0].lower()


def test_an_upload_goes_to_the_registry_itself_only() -> None:
    with saying(reply(201)) as elsewhere:
        led_away = saying(reply(202, Location=f"http://{elsewhere.address}/upload"))
        with led_away as server, pytest.raises(NoAnswer, match="goes to nobody else"):
            client_of(server).put_blob(b"secret")

    assert elsewhere.heads == []


def test_nobody_is_led_out_of_tls() -> None:
    client = Client(parse_repository("oci://example.com/shop"), Credentials(), SHORT)

    with pytest.raises(NoAnswer, match="leads from TLS to plain HTTP"):
        client._led(Origin("example.com", 443, tls=True), "/v2/", "http://127.0.0.1/blob")


def test_a_name_of_this_machine_that_leads_elsewhere_is_not_spoken_to(monkeypatch: pytest.MonkeyPatch) -> None:
    with saying(reply(404, ABSENT)) as server:
        monkeypatch.setattr("alvara.adapters.oci.transport.ip_address", lambda text: FarAway())
        with pytest.raises(NoAnswer, match="is not this machine, and plain HTTP over a network"):
            client_of(server).tagged("1")

    assert server.heads == []


class FarAway:
    """An address in a network."""

    is_loopback = False


def test_a_server_without_tls_is_told_from_one_that_is_down() -> None:
    with saying(reply(404, ABSENT)) as server:
        at = parse_repository(f"oci://{server.address}/shop")
        client = Client(at._replace(origin=at.origin._replace(tls=True)), Credentials(), SHORT)
        with pytest.raises(NoAnswer, match=r"does not speak TLS as it should.*--plain-http"):
            client.tagged("1")
        port = server.port
    with pytest.raises(NoAnswer, match="cannot be asked: Connection refused"):
        Client(parse_repository(f"oci://127.0.0.1:{port}/shop"), Credentials(), SHORT).tagged("1")


@pytest.mark.parametrize(
    ("header", "helped", "asks", "said"),
    [
        ("", False, "Basic", "`docker login` writes a name and a password"),
        ("", True, "Basic", "leaves them to a helper, which alvara does not run"),
        (SECRET, False, "Basic", "does not take the name and password"),
        (SECRET, False, 'Bearer realm="http://evil.example/"', "takes tokens only"),
    ],
)
def test_who_is_not_let_in_is_told_the_way(header: str, helped: bool, asks: str, said: str) -> None:
    with saying(reply(401, WWW_Authenticate=asks)) as server:
        client = Client(parse_repository(f"oci://{server.address}/shop"), Credentials(header, helped), SHORT)
        with pytest.raises(NoAnswer) as caught:
            client.tagged("1")

    assert said in str(caught.value)
    assert "YW5h" not in f"{caught.value}{client._credentials}"


def configure(home: Path, text: str) -> None:
    (home / ".docker").mkdir(parents=True, exist_ok=True)
    (home / ".docker/config.json").write_text(text)


@pytest.mark.parametrize("key", ["shop.example:5000", "https://shop.example:5000", "https://SHOP.example:5000/v1/"])
def test_a_name_and_password_are_found_by_host_and_port(home: Path, key: str) -> None:
    configure(home, json.dumps({"auths": {"other.example": {"auth": "eDp5"}, key: {"auth": "YW5hOnNlY3JldA=="}}}))

    assert read_credentials(Origin("shop.example", 5000, tls=True)).header == SECRET
    assert read_credentials(Origin("shop.example", 443, tls=True)).header == ""
    assert read_credentials(Origin("shop.example.evil", 5000, tls=True)).header == ""


def test_nothing_is_found_where_nothing_is(home: Path) -> None:
    assert read_credentials(Origin("localhost", 80, tls=False)) == Credentials()
    configure(home, json.dumps({"auths": {"localhost": {}}, "credsStore": "desktop"}))

    assert read_credentials(Origin("localhost", 80, tls=False)) == Credentials(helped=True)


@pytest.mark.parametrize(
    ("text", "why"),
    [("{", "is not JSON"), ('{"auths": {"localhost": {"auth": "!"}}}', "an `auth` that is no name and password"),
     ('{"auths": {"localhost": {"auth": "YW5h"}}}', "an `auth` that is no name and password")],
)  # fmt: skip
def test_a_configuration_that_is_broken_is_said(home: Path, text: str, why: str) -> None:
    configure(home, text)

    with pytest.raises(NoAnswer, match=why):
        read_credentials(Origin("localhost", 80, tls=False))


def test_a_configuration_of_another_kind_has_nothing(home: Path) -> None:
    for text in ("[]", '{"auths": []}', '{"auths": {"localhost": 1}}', '{"credHelpers": 1}'):
        configure(home, text)

        assert read_credentials(Origin("localhost", 80, tls=False)) == Credentials()
