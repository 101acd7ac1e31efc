"""Signing by an agent, and agents that are not there, say no, say nothing or say anything at all."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from alvara.adapters import ssh_agent
from alvara.adapters.ssh_agent import AgentSigner, NoAgent, identities
from alvara.signatures.keys import parse_public_key
from alvara.signatures.signing import Signer
from alvara.signatures.sshsig import BadSignature, verify, write_armor
from alvara.signatures.wire import string
from tests.signatures.agents import needs_agent, place, pretending, running_agent, ssh_add
from tests.signatures.signers import SoftSecurityKey, plain_key
from tests.signatures.ssh_keygen import accepts, make_key, needs_ssh_keygen

KEY = plain_key().public
NOT_ONE = "what answers in the agent's place is not one"


def listed(*keys: bytes) -> bytes:
    return string(b"\x0c" + len(keys).to_bytes(4, "big") + b"".join(string(key) + string(b"a comment") for key in keys))


def saying(answer: bytes) -> Callable[[socket.socket], None]:
    def answers(connection: socket.socket) -> None:
        connection.recv(65_536)
        connection.sendall(answer)

    return answers


def reasons(path: str, seconds: float = 5) -> set[str]:
    """Why neither listing nor signing comes about."""
    found = set()
    for ask in (lambda: identities(path, seconds), lambda: AgentSigner(path, KEY, seconds).sign(b"data")):
        with pytest.raises(NoAgent) as caught:
            ask()
        found.add(str(caught.value))
    return found


@needs_agent
@needs_ssh_keygen
def test_agent_signs_with_each_of_its_keys_that_is_taken(tmp_path: Path) -> None:
    ours = [make_key(tmp_path, name=name) for name in ("one", "two")]
    with running_agent() as path:
        assert identities(path) == ()
        for key in (
            ours[0],
            make_key(tmp_path, kind="rsa", name="rsa"),
            make_key(tmp_path, kind="ecdsa", name="ec"),
            ours[1],
        ):
            assert ssh_add(path, key).returncode == 0
        keys = identities(path)

        assert keys == tuple(parse_public_key(key.with_suffix(".pub").read_text()) for key in ours)
        for key in keys:
            signer: Signer = AgentSigner(path, key)
            for message in (b"", b"message", b"x" * 1_000_000):
                armor = write_armor(signer, message, "purpose@v1")

                verify(armor, message, "purpose@v1", key)
                assert accepts(armor, message, "purpose@v1", key, tmp_path)


@needs_agent
@needs_ssh_keygen
def test_agent_that_is_locked_or_lost_the_key_did_not_sign(tmp_path: Path) -> None:
    with running_agent() as path:
        assert ssh_add(path, make_key(tmp_path)).returncode == 0
        (key,) = identities(path)
        assert AgentSigner(path, key).sign(b"data")
        assert ssh_add(path, "-D").returncode == 0

        assert identities(path) == ()
        with pytest.raises(NoAgent, match="the agent did not sign"):
            AgentSigner(path, key).sign(b"data")


@needs_agent
def test_agent_that_went_away_does_not_run() -> None:
    with running_agent() as path:
        assert identities(path) == ()

    assert reasons(path) == {"the agent named in SSH_AUTH_SOCK does not run"}


def test_no_agent_is_told_from_one_that_does_not_run(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with place() as path:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as left_behind:
            left_behind.bind(path)

        assert reasons(path) == {"the agent named in SSH_AUTH_SOCK does not run"}
    assert reasons("") == {"no agent is named in SSH_AUTH_SOCK"}
    assert reasons(str(tmp_path / "none")) == {"the agent named in SSH_AUTH_SOCK does not run"}
    assert reasons(str(tmp_path / "file")) == {"the agent named in SSH_AUTH_SOCK does not run"}
    assert reasons("/" + "x" * 300) == {"the agent cannot be asked: its socket cannot be opened"}
    assert all("agent" in reason for reason in reasons("a\0b"))


def test_agent_that_says_nothing_is_given_up(tmp_path: Path) -> None:
    start = time.monotonic()
    with pretending(lambda connection: (connection.recv(65_536), time.sleep(0.6))) as path:
        assert reasons(path, seconds=0.2) == {"the agent did not answer within 0.2 seconds"}
    assert time.monotonic() - start < 5


def test_agent_that_says_a_byte_now_and_then_is_given_up() -> None:
    def drip(connection: socket.socket) -> None:
        connection.recv(65_536)
        connection.sendall((1000).to_bytes(4, "big"))
        for _ in range(40):
            connection.sendall(b"\x0c")
            time.sleep(0.05)

    start = time.monotonic()
    with pretending(drip) as path, pytest.raises(NoAgent, match=r"within 0\.3 seconds"):
        identities(path, 0.3)
    assert time.monotonic() - start < 5


def test_time_is_that_of_the_whole_answer() -> None:
    def hesitate(connection: socket.socket) -> None:
        connection.recv(65_536)
        time.sleep(0.8)
        connection.sendall(b"\0")
        time.sleep(1.2)

    with pretending(hesitate) as path:
        start = time.monotonic()
        with pytest.raises(NoAgent, match="within 1 seconds"):
            identities(path, 1)

        assert time.monotonic() - start < 1.5


def test_agent_that_reads_nothing_is_given_up() -> None:
    start = time.monotonic()
    with pretending(lambda connection: time.sleep(0.6)) as path, pytest.raises(NoAgent, match=r"within 0\.2 seconds"):
        AgentSigner(path, KEY, 0.2).sign(b"x" * 5_000_000)
    assert time.monotonic() - start < 5


def test_agent_that_hangs_up_is_told() -> None:
    for part in (b"", b"\0\0", b"\0\0\0\x09", b"\0\0\0\x09\x0c\0"):
        with pretending(saying(part)) as path:
            assert reasons(path) == {"the agent went away without an answer"}


def test_agent_that_hangs_up_at_once_is_told() -> None:
    with pretending(lambda connection: None) as path:
        assert all("agent" in reason for reason in reasons(path))


@pytest.mark.parametrize("size", [0, 256 * 1024 + 1, 2**31, 2**32 - 1])
def test_answer_of_no_size_or_of_a_huge_one_is_not_read(size: int) -> None:
    with pretending(saying(size.to_bytes(4, "big") + bytes(100))) as path:
        assert reasons(path) == {NOT_ONE}


@pytest.mark.parametrize("answer", [b"\x06", b"\xff" * 50, b"\x0b", b"\0"])
def test_answer_of_another_kind_is_no_agents(answer: bytes) -> None:
    with pretending(saying(string(answer))) as path:
        assert reasons(path) == {NOT_ONE}


def test_right_answer_to_another_question_is_no_agents() -> None:
    keys, signature = listed(KEY.wire)[5:], string(KEY.wire)
    with pretending(saying(string(b"\x0e" + keys))) as path, pytest.raises(NoAgent, match=NOT_ONE):
        identities(path)
    with pretending(saying(string(b"\x0c" + signature))) as path, pytest.raises(NoAgent, match=NOT_ONE):
        AgentSigner(path, KEY).sign(b"data")


@pytest.mark.parametrize("cut", [1, 3, 5, 40])
def test_list_of_keys_that_does_not_hold_is_no_agents(cut: int) -> None:
    right = listed(KEY.wire)[4:]
    for wrong in (right[:-cut], right + bytes(cut), b"\x0c\xff\xff\xff\xff" + right[5:], b"\x0c\0\0\0\0" + right[5:]):
        with pretending(saying(string(wrong))) as path, pytest.raises(NoAgent, match=NOT_ONE):
            identities(path)


def test_signature_with_something_behind_it_is_no_agents() -> None:
    for wrong in (b"", b"\0\0\0\4abc", string(b"abc") + b"\0"):
        with pretending(saying(string(b"\x0e" + wrong))) as path, pytest.raises(NoAgent, match=NOT_ONE):
            AgentSigner(path, KEY).sign(b"data")


def test_refusal_is_told() -> None:
    with pretending(saying(string(b"\5"))) as path:
        assert reasons(path) == {
            "the agent did not say which keys it holds",
            "the agent did not sign: it may be locked, or was told not to when it asked",
        }


def test_keys_that_are_not_taken_are_left_out_and_one_is_given_once() -> None:
    small = string(b"ssh-ed25519") + string(b"\1" + bytes(31))
    touched = SoftSecurityKey().public
    with pretending(saying(listed(small, b"", b"junk", KEY.wire, touched.wire, KEY.wire))) as path:
        assert identities(path) == (KEY, touched)


@pytest.mark.parametrize(
    "signature", [b"", b"junk", string(b"ssh-ed25519") + string(bytes(64)), plain_key(2).sign(b"message")]
)
def test_signature_that_does_not_hold_is_found_out(signature: bytes) -> None:
    with pretending(saying(string(b"\x0e" + string(signature)))) as path, pytest.raises(BadSignature):
        write_armor(AgentSigner(path, KEY), b"message", "purpose@v1")


def test_security_key_may_take_a_minute_to_be_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {}
    monkeypatch.setattr(ssh_agent, "_ask", lambda path, request, answer, seconds: asked.setdefault(seconds, None))
    for signer in (AgentSigner("socket", KEY), AgentSigner("socket", SoftSecurityKey().public)):
        with pytest.raises(NoAgent, match="did not sign"):
            signer.sign(b"data")

    assert list(asked) == [10, 60]


def answer_of(ask: Callable[[], object]) -> object:
    with suppress(NoAgent):
        return ask()
    return ()


@pytest.fixture(scope="module")
def agent_of_many_words() -> Iterator[tuple[str, list[bytes]]]:
    """An agent that says what stands in a list."""
    words: list[bytes] = [b""]
    with pretending(lambda connection: saying(words[0])(connection)) as path:
        yield path, words


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=80))
def test_any_answer_is_understood_or_refused_and_nothing_else_happens(
    data: bytes, agent_of_many_words: tuple[str, list[bytes]]
) -> None:
    path, words = agent_of_many_words
    for words[0] in (data, string(b"\x0c" + data), string(b"\x0e" + data)):
        assert isinstance(answer_of(lambda: identities(path, 5)), tuple)
        assert isinstance(answer_of(lambda: AgentSigner(path, KEY, 5).sign(b"data")), (tuple, bytes))
