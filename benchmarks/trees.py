"""The registries that are measured: generated once, kept if asked, copied where a run changes them."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
MADE_BY = ("generate", "design", "blueprint", "naming", "census", "attributes", "vocabulary", "phrases")
KINDS = {"domain1": ("domain", 1), "resource1": ("resource", 1), "domain10": ("domain", 10)}
SYNONYMS = re.compile(r"^( *synonyms:\n *pt-BR: \[[^\]\n]*\]\n *en: \[)([^\]\n]*)(\])$", re.MULTILINE)
ENTITY = re.compile(r"^ *type: entity$", re.MULTILINE)
FIRST_ID = re.compile(r"^( *-? *id: )(\S+)$", re.MULTILINE)


def make(folder: Path, kind: str) -> Path:
    """The tree of one kind below a folder; one that the same generator made there before is taken as it is."""
    layout, scale = KINDS[kind]
    tree, stamp = folder / kind, folder / f"{kind}.stamp"
    made_by = fingerprint()
    if not (stamp.exists() and stamp.read_text() == made_by and is_clean(tree)):
        shutil.rmtree(tree, ignore_errors=True)
        subprocess.run(
            (sys.executable, HERE / "generate.py", tree, "--layout", layout, "--scale", str(scale)),
            check=True,
            stdout=subprocess.DEVNULL,
        )
        stamp.write_text(made_by)
    return tree


def fingerprint() -> str:
    """A digest of the generator's own source."""
    sources = sorted({*(HERE / f"{name}.py" for name in MADE_BY), *HERE.glob("*_yaml.py")})
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()


def is_clean(tree: Path) -> bool:
    """True when nothing in the tree differs from its commit."""
    command = ("git", "-C", tree, "status", "--porcelain")
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return found.returncode == 0 and not found.stdout


def copy(tree: Path, target: Path) -> Path:
    """A copy of a tree in which git knows the files again."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(tree, target, symlinks=True)
    subprocess.run(("git", "-C", target, "update-index", "-q", "--refresh"), check=True)
    return target


@dataclass(slots=True)
class Editor:
    """Changes one resource file at a time, never the same one twice."""

    tree: Path
    waiting: list[Path] = field(default_factory=list)
    edits: int = 0

    def __post_init__(self) -> None:
        files = sorted(path for path in self.files() if SYNONYMS.search(path.read_text(encoding="utf-8")))
        step = max(1, len(files) // 40)
        self.waiting = files[::step]

    def files(self) -> list[Path]:
        """The resource files, without those of screens and APIs."""
        root = self.tree / "semantic-ids"
        return [path for path in root.rglob("*.yaml") if path.relative_to(root).parts[0] not in ("ui", "api")]

    def edit(self) -> None:
        """Give the first resource of the next file one more synonym."""
        path = self.waiting.pop(0)
        self.edits += 1
        text = path.read_text(encoding="utf-8")
        changed = SYNONYMS.sub(rf"\g<1>\g<2>, benchmark wording {self.edits}\g<3>", text, count=1)
        path.write_text(changed, encoding="utf-8", newline="\n")

    def commit(self) -> None:
        """Commit what was changed, so that the commit before is a base in which it is not."""
        who = ("-c", "user.name=benchmark", "-c", "user.email=benchmark@example.org", "-c", "commit.gpgsign=false")
        command = ("git", "-C", self.tree, *who, "commit", "--quiet", "--all", "--message", "One file changed")
        subprocess.run(command, check=True)

    def break_reference(self) -> tuple[Path, str]:
        """Take an entity away and leave what refers to it; the path of its file and the old text.

        A file of several is edited. A file that is named after its only resource is deleted, since a new ID in it is
        another mistake: the file and the ID disagree.
        """
        found = (path for path in sorted(self.files()) if ENTITY.search(path.read_text(encoding="utf-8")))
        path = next(found)
        self.waiting = [other for other in self.waiting if other != path]
        text = path.read_text(encoding="utf-8")
        if len(FIRST_ID.findall(text)) == 1:
            path.unlink()
        else:
            path.write_text(FIRST_ID.sub(r"\g<1>\g<2>Gone", text, count=1), encoding="utf-8", newline="\n")
        return path, text
