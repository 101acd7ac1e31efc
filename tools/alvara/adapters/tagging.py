"""What a release asks of git beyond reading: whether everything is committed, and an annotated tag."""

from alvara.adapters.git import Process


def uncommitted(root: str, folders: tuple[str, ...]) -> list[str]:
    """List what is not as the last commit has it: tracked files anywhere below the root, and new ones in some folders.

    Raises `OSError` where git does not say.
    """
    literal = tuple(f":(literal){folder}" for folder in folders)
    status = ("status", "--porcelain", "-z")
    tracked = Process(root, *status, "--untracked-files=no", "--", ".")
    fresh = Process(root, *status, "--untracked-files=all", "--", *literal)
    found: list[str] = []
    for result in (tracked.result(), fresh.result()):
        if result.code != 0:
            raise OSError(0, result.reason or "git did not say", "git")
        lines = result.output.decode("utf-8", "surrogateescape").split("\0")
        found += [line[3:] for line in lines if line[2:3] == " "]
    return sorted(set(found))


def make_tag(root: str, name: str, commit: str, message: str) -> str:
    """Make an annotated tag, as the user's settings say, signed for example. Gives the reason where git refuses."""
    result = Process(root, "tag", "--annotate", "-m", message, "--end-of-options", name, commit).result()
    return "" if result.code == 0 else result.reason or "git did not say why"
