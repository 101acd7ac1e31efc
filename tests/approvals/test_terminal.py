"""The question and the passphrase, asked at a terminal and nowhere else."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.approvals.office import NOW, records
from tests.cli.conftest import Run
from tests.signatures.ssh_keygen import needs_ssh_keygen

pytestmark = needs_ssh_keygen

COMMAND = (sys.executable, "-m", "alvara", "approve", "order.cancel", "--as", "tom", "--now", NOW)
PATIENCE = 60.0


class Ended(NamedTuple):
    """How a run at a terminal ended, and what stood there."""

    code: int
    seen: str


def at_a_terminal(*options: str, answers: tuple[tuple[str, bytes], ...], root: Path) -> Ended:
    """Run a command at a terminal of its own, and answer what it asks with bytes: each when its words appear."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *options], cwd=root, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        env={**os.environ, "TERM": "dumb"}, preexec_fn=lambda: _make_controlling(theirs),
    )  # fmt: skip
    os.close(theirs)
    seen, waiting, end = "", list(answers), time.monotonic() + PATIENCE
    try:
        while select.select([ours], [], [], max(0.0, end - time.monotonic()))[0]:
            try:
                part = os.read(ours, 65_536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            seen += part.decode("utf-8", "replace")
            if waiting and re.search(waiting[0][0], seen):
                os.write(ours, waiting.pop(0)[1])
        return Ended(process.wait(PATIENCE), seen)
    finally:
        os.close(ours)
        if process.poll() is None:
            process.kill()
            process.wait(PATIENCE)


def _make_controlling(terminal: int) -> None:
    import fcntl
    import termios

    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)


ASKED = r"Type order\.cancel to approve it as technical, or anything else to stop: $"
KEY = ("--key", "keys/tom")


def test_the_id_is_typed(office: Path) -> None:
    done = at_a_terminal(*KEY, answers=((ASKED, b"order.cancel\n"),), root=office)

    assert done.code == 0, done.seen
    assert done.seen.index("End of the page.") < done.seen.index("Type order.cancel")
    assert len(records(office)) == 1


@pytest.mark.parametrize("answer", [b"yes\n", b"\n", b"order.cance\n", b"ORDER.CANCEL\n", b"order.cancel x\n", b"\x04"])
def test_anything_else_stops(office: Path, answer: bytes) -> None:
    done = at_a_terminal(*KEY, answers=((ASKED, answer),), root=office)

    assert done.code == 1, done.seen
    assert "that was not order.cancel, so nothing was signed; the same command asks again" in done.seen
    assert not (office / "approvals").exists()


def test_an_interrupt_leaves_nothing(office: Path) -> None:
    done = at_a_terminal(*KEY, answers=((ASKED, b"\x03"),), root=office)

    assert done.code == 130
    assert "Traceback" not in done.seen
    assert not (office / "approvals").exists()


def lock(root: Path, passphrase: str) -> None:
    """Put a passphrase on Tom's key."""
    command = ["ssh-keygen", "-q", "-p", "-P", "", "-N", passphrase, "-f", "keys/tom", "-a", "1"]
    subprocess.run(command, cwd=root, check=True, timeout=60, capture_output=True)


def test_a_passphrase_is_asked_for_and_not_shown(office: Path) -> None:
    lock(office, "open sesame")
    answers = ((ASKED, b"order.cancel\n"), (r"Passphrase of keys/tom: $", b"open sesame\n"))
    done = at_a_terminal(*KEY, answers=answers, root=office)

    assert done.code == 0, done.seen
    assert "open sesame" not in done.seen
    assert len(records(office)) == 1


def test_a_wrong_passphrase_may_be_followed_by_the_right_one(office: Path) -> None:
    lock(office, "open sesame")
    wrong = (r"Passphrase of keys/tom: $", b"open barley\n")
    right = (r"(?s)does not open the key.*Passphrase of keys/tom: $", b"open sesame\n")
    done = at_a_terminal(*KEY, answers=((ASKED, b"order.cancel\n"), wrong, right), root=office)

    assert done.code == 0, done.seen
    assert len(records(office)) == 1


def test_wrong_passphrases_come_to_an_end(office: Path) -> None:
    lock(office, "open sesame")
    again = tuple((rf"(?s)(does not open the key.*){{{n}}}Passphrase of keys/tom: $", b"no\n") for n in range(3))
    done = at_a_terminal(*KEY, answers=((ASKED, b"order.cancel\n"), *again), root=office)

    assert done.code == 2, done.seen
    assert done.seen.count("Passphrase of") == 3
    assert done.seen.count("does not open the key") == 3
    assert not (office / "approvals").exists()


@pytest.mark.parametrize("answer", [b"\x03", b"\x04"])
def test_a_passphrase_that_is_not_given_leaves_nothing(office: Path, answer: bytes) -> None:
    lock(office, "open sesame")
    answers = ((ASKED, b"order.cancel\n"), (r"Passphrase of keys/tom: $", answer))
    done = at_a_terminal(*KEY, answers=answers, root=office)

    assert done.code == (130 if answer == b"\x03" else 2), done.seen
    assert "Traceback" not in done.seen
    assert not (office / "approvals").exists()


def test_without_a_terminal_nobody_is_asked_for_a_passphrase(office: Path) -> None:
    lock(office, "open sesame")
    done = subprocess.run(
        [*COMMAND, *KEY, "--yes", "order.cancel"], cwd=office, capture_output=True, text=True, timeout=PATIENCE,
        input="open sesame\n", start_new_session=True, check=False,
    )  # fmt: skip

    assert done.returncode == 2
    assert "it has a passphrase, and there is no terminal to ask for it; `ssh-add keys/tom`" in done.stderr
    assert not (office / "approvals").exists()


@pytest.mark.parametrize("given", ["", "order.cancel\n"])
def test_without_a_terminal_nothing_is_signed_unasked(office: Path, given: str) -> None:
    done = subprocess.run([*COMMAND, *KEY], cwd=office, capture_output=True, text=True, timeout=PATIENCE, input=given,
                          check=False)  # fmt: skip

    assert (done.returncode, done.stdout.splitlines()[-1]) == (2, "End of the page.")
    assert "so nothing was signed; whoever has read this signs with --yes order.cancel" in done.stderr
    assert not (office / "approvals").exists()


def test_a_closed_standard_input_is_no_answer(office: Path) -> None:
    command = " ".join([*COMMAND, *KEY, "<&-"])
    done = subprocess.run(
        command, shell=True, cwd=office, capture_output=True, text=True, timeout=PATIENCE, check=False
    )

    assert done.returncode == 2
    assert "there is no terminal to ask at" in done.stderr
    assert not (office / "approvals").exists()


def test_an_agent_that_hangs_can_be_interrupted(office: Path, tmp_path: Path, run: Run) -> None:
    import socket

    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as silent:
        silent.bind(str(tmp_path / "silent"))
        silent.listen()
        process = subprocess.Popen(
            [*COMMAND, "--yes", "order.cancel"], cwd=office, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "SSH_AUTH_SOCK": str(tmp_path / "silent")}, text=True,
        )  # fmt: skip
        silent.settimeout(PATIENCE)
        connection, _ = silent.accept()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        connection.close()

    assert process.returncode == 130
    assert "Traceback" not in errors
    assert not (office / "approvals").exists()
