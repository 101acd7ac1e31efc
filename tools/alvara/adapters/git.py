"""Git as a constant number of processes, none of which may write, ask, page or run anything configured."""

import errno
import os
from collections.abc import Iterable

PATIENCE = 30.0
"""Seconds of silence from git before a run gives up: a pipe or a dead network disk below `.git` hangs it for ever."""

_KEPT = ("GIT_CEILING_DIRECTORIES", "GIT_CONFIG", "GIT_EXEC_PATH", "GIT_TEST_", "GIT_AUTHOR_", "GIT_COMMITTER_")
_OPTIONS = ("--no-pager", "-c", "core.quotepath=off", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")


def environment() -> dict[str, str]:
    """Give git an environment in which a hook's variables and the user's language change nothing."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GIT_") or k.startswith(_KEPT)}
    return kept | {
        "GIT_GRAFT_FILE": f"{os.devnull}/none",  # other parents than the commits have
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
        "LANGUAGE": "",
    }


class Result:
    """What a git process left: its exit code (127: there is no git), standard output and standard error."""

    def __init__(self, code: int, output: bytes, errors: bytes) -> None:
        """Keep the three."""
        self.code, self.output, self.errors = code, output, errors

    @property
    def reason(self) -> str:
        """What git complained about, in a line; where a setting would help, the command that makes it."""
        lines = self.errors.decode("utf-8", "replace").splitlines()
        if not lines:
            return ""
        failure = next((line for line in lines if line.startswith("fatal: ")), lines[0])
        cures = [line.strip() for line in lines[1:] if line.strip().startswith("git config --global")]
        return "; to allow it: ".join([failure.removeprefix("fatal: "), *cures[:1]])


class Process:
    """A git process that runs while we do something else."""

    def __init__(self, root: str, *arguments: str, given: bytes = b"") -> None:
        """Start `git <arguments>` in a folder, with something to read."""
        self._result: Result | None = None
        source = _readable(given)
        self._out, out_end = os.pipe()
        self._err, err_end = os.pipe()
        self._pid = start(root, arguments, (source, out_end, err_end))
        for descriptor in (out_end, err_end, source):
            os.close(descriptor)

    def result(self) -> Result:
        """Wait for the process; asked again, give the same."""
        if self._result is None:
            self._result = self._wait()
        return self._result

    def _wait(self) -> Result:
        try:
            said = {self._out: b"", self._err: b""}
            if self._pid:
                said = _read_to_the_end((self._out, self._err))
        except TimeoutError:
            os.kill(self._pid, 9)
            raise
        finally:
            os.close(self._out)
            os.close(self._err)
        if not self._pid:
            return Result(127, b"", b"git is not on the PATH")
        _, status = os.waitpid(self._pid, 0)
        return Result(os.waitstatus_to_exitcode(status), said[self._out], said[self._err])


def _readable(data: bytes) -> int:
    """Open something that gives some bytes and then ends: a file, since a pipe that nobody empties blocks us."""
    if not data:
        return os.open(os.devnull, os.O_RDONLY)
    from tempfile import TemporaryFile

    with TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        return os.dup(file.fileno())


def wait_for(descriptors: Iterable[int]) -> None:
    """Wait until git has something to say. Raises `TimeoutError` when its silence lasts too long."""
    from select import poll  # only where there is time to wait, there is time to import

    poller = poll()
    for descriptor in descriptors:
        poller.register(descriptor)
    if not poller.poll(PATIENCE * 1000):
        raise TimeoutError(errno.ETIMEDOUT, f"no answer for {PATIENCE:g} seconds; a file below `.git` may hang", "git")


def _read_to_the_end(descriptors: Iterable[int]) -> dict[int, bytes]:
    said: dict[int, list[bytes]] = {descriptor: [] for descriptor in descriptors}
    for descriptor in said:
        os.set_blocking(descriptor, False)
    pending = list(said)
    while pending := [descriptor for descriptor in pending if not _is_read(descriptor, said[descriptor])]:
        wait_for(pending)
    return {descriptor: b"".join(pieces) for descriptor, pieces in said.items()}


def _is_read(descriptor: int, pieces: list[bytes]) -> bool:
    """Read what there is, and tell whether that was all."""
    try:
        while piece := os.read(descriptor, 1 << 16):
            pieces.append(piece)
    except BlockingIOError:
        return False
    return True


def start(root: str, arguments: tuple[str, ...], descriptors: tuple[int, int, int]) -> int:
    """Start `git <arguments>` in a folder with these as input, output and errors; give its ID, 0 where there is no git.

    Spawned directly: importing subprocess costs more than git itself.
    """
    program = _find()
    if program is None:
        return 0
    actions = [(os.POSIX_SPAWN_DUP2, descriptor, number) for number, descriptor in enumerate(descriptors)]
    command = ["git", *_OPTIONS, "-C", root, *arguments]
    return os.posix_spawn(program, command, environment(), file_actions=actions)


def _find() -> str | None:
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        candidate = os.path.join(folder, "git")
        if os.access(candidate, os.X_OK) and os.path.isfile(candidate):
            return candidate
    return None
