"""The keys that people sign with: in files, in agents, behind a touch; and those that sign nothing any longer."""

import socket
from pathlib import Path

import pytest

from alvara.signatures.keys import SECURITY_KEY, parse_public_key
from alvara.signatures.wire import Reader, string
from tests.approvals.office import NOW, agent, person, public_of, records, signing
from tests.bundle.repository import commit, write
from tests.cli.conftest import Run
from tests.signatures.agents import needs_agent, pretending
from tests.signatures.signers import SoftSecurityKey
from tests.signatures.ssh_keygen import needs_ssh_keygen

pytestmark = [needs_ssh_keygen, needs_agent]

QUESTION = ("order.cancel", "--as", "tom", "--now", NOW)


def test_a_key_that_is_closed_or_revoked_signs_nothing(office: Path, run: Run) -> None:
    path = office / "governance/people/tom.yaml"
    text = path.read_text()
    path.write_text(text.replace('from: "2026-01-01"}]\nroles', 'from: "2026-01-01", until: "2026-08-31"}]\nroles'))
    commit(office)
    closed = run("approve", *signing("tom"))
    path.write_text(text)
    key = parse_public_key(public_of(office / "keys/tom")).fingerprint
    revoked = f'revocations: [{{key: "{key}", since: "2026-09-01", reason: lost}}]\n'
    write(office, {"governance/revocations.yaml": revoked})
    commit(office)
    lost = run("approve", *signing("tom"))

    assert (closed.code, lost.code) == (1, 1)
    assert "the key `laptop` of `tom` does not count on 2026-09-02" in closed.err
    assert "the key `laptop` of `tom` is revoked" in lost.err
    assert not records(office)


def test_an_agent_signs_with_the_key_of_who_asks(office: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with agent(office / "keys/bia", office / "keys/tom") as socket:
        monkeypatch.setenv("SSH_AUTH_SOCK", socket)
        held = run("approve", *QUESTION, "--yes", "order.cancel")
        public = run("approve", "order.cancel", "--as", "bia", "--now", NOW, "--key", "keys/bia.pub", "--yes",
                     "order.cancel")  # fmt: skip
        other = run("approve", "order.cancel", "--as", "tina", "--role", "technical", "--now", NOW, "--yes",
                    "order.cancel", "--key", "keys/tina.pub")  # fmt: skip

    assert (held.code, public.code, len(records(office))) == (0, 0, 2)
    assert other.code == 0  # everybody has agreed already


def test_an_agent_without_the_key_is_told(office: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with agent(office / "keys/bia") as socket:
        monkeypatch.setenv("SSH_AUTH_SOCK", socket)
        none = run("approve", *QUESTION, "--yes", "order.cancel")
        named = run("approve", *QUESTION, "--yes", "order.cancel", "--key", "keys/tom.pub")

    assert (none.code, named.code, records(office)) == (2, 2, [])
    assert "the agent holds no key of `tom` that counts today; `ssh-add FILE` brings one" in none.err
    assert "the agent does not hold SHA256:" in named.err


def test_an_agent_that_refuses_leaves_nothing(office: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_ASKPASS", "/bin/false")
    monkeypatch.setenv("SSH_ASKPASS_REQUIRE", "force")
    with agent(office / "keys/tom", options=("-c",)) as socket:  # -c: ask somebody before each signature
        monkeypatch.setenv("SSH_AUTH_SOCK", socket)
        done = run("approve", *QUESTION, "--yes", "order.cancel")

    assert (done.code, records(office)) == (2, [])
    assert "nothing was signed: the agent did not sign" in done.err


def test_no_agent_is_told(office: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    unset = run("approve", *QUESTION, "--yes", "order.cancel")
    monkeypatch.setenv("SSH_AUTH_SOCK", str(tmp_path / "gone"))
    gone = run("approve", *QUESTION, "--yes", "order.cancel")

    assert (unset.code, gone.code, records(office)) == (2, 2, [])
    assert "no agent is named in SSH_AUTH_SOCK" in unset.err
    assert "name a key with --key FILE" in gone.err


class Touched:
    """An agent in front of a security key: it says which key it holds, and signs."""

    def __init__(self, flags: int = 1) -> None:
        self.key = SoftSecurityKey(flags=flags)

    def __call__(self, connection: socket.socket) -> None:
        request = connection.recv(65_536)
        if request[4] == 11:
            answer = bytes([12]) + (1).to_bytes(4, "big") + string(self.key.public.wire) + string(b"")
        else:
            reader = Reader(request[5:])
            reader.string()
            answer = bytes([14]) + string(self.key.sign(reader.string()))
        connection.sendall(string(answer))


@pytest.mark.parametrize(("flags", "code"), [(1, 0), (0, 2)])
def test_a_security_key_has_to_be_touched(
    office: Path, run: Run, monkeypatch: pytest.MonkeyPatch, flags: int, code: int
) -> None:
    touched = Touched(flags)
    text = person("tom", ("technical",), touched.key.public.text).replace("ssh-ed25519,", f"{SECURITY_KEY!r},", 1)
    write(office, {"governance/people/tom.yaml": text})
    commit(office)
    with pretending(touched) as path:
        monkeypatch.setenv("SSH_AUTH_SOCK", path)
        done = run("approve", *QUESTION, "--yes", "order.cancel")

    assert (done.code, len(records(office))) == (code, 1 - bool(code))
    assert "touch your key" in done.err
    assert code == 0 or "nobody touched the security key that made it" in done.err
