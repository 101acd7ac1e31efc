"""What the tree itself has to say: links, devices, and files that nobody would read."""

from collections.abc import Iterator, Sequence
from unicodedata import normalize

from alvara.app.locating import Locator
from alvara.diagnostics.finding import Diagnostic, Finding
from alvara.diagnostics.site import START, Site
from alvara.documents.reading import Reading
from alvara.files.tree import Entry
from alvara.identity.ids import FOLDERS
from alvara.model.config import Config
from alvara.model.filekind import APPROVALS, GOVERNANCE, LEDGER, SCENARIOS, kind_of
from alvara.rules import rules_on
from alvara.workspace.setting import Catalogue, Setting

_FOLDERS = tuple(f"{folder}/" for folder in FOLDERS.values())
_HELD = {
    LEDGER: "the ledger has `releases`, `tombstones` and `migrations` of `.yaml` files",
    APPROVALS: "approvals are `.yaml` files, each in a folder named after what it is about",
    GOVERNANCE: "governance is `people/*.yaml`, `teams.yaml`, `policy.yaml`, `revocations.yaml` and `root/<n>.json`",
    SCENARIOS: "scenarios are `.yaml` files",
}
"""What the folders hold that define nothing."""

_WELCOME = (".yaml", ".json", ".md")


def judge_entries(entries: Sequence[Entry], config: Config) -> tuple[list[Diagnostic], list[str]]:
    """Judge the entries of a tree by their kind and name. Returns diagnostics, and notes on what was passed over."""
    found: dict[str, dict[str, tuple[Finding, ...]]] = {}
    notes = []
    files = sorted(entry.path for entry in entries if entry.kind == "file")
    for path, kind, _ in sorted(entry for entry in entries if entry.kind != "file"):
        if kind == "symlink":
            place = Site(path, span=START)
            found[path] = {"symlink": (Finding(place, "this is a symbolic link; a registry holds files only"),)}
        elif kind == "special":
            notes.append(f"{path} is neither a file nor a folder and was passed over")
        elif kind == "directory":
            notes.append(f"{path} is a folder with the name of a file; only what is in it was looked at")
    for path in files:
        if path.startswith(_FOLDERS) and not path.endswith(_WELCOME):
            message = "no part of a registry has this file name ending, so the file is not read"
            found[path] = {"unread-file": (Finding(Site(path, span=START), message),)}
        elif (
            not path.endswith(".md")
            and (held := _HELD.get(path.partition("/")[0]))
            and kind_of(path, config) == "other"
        ):
            message = f"{held}; this one is not read"
            found[path] = {"unread-file": (Finding(Site(path, span=START), message, "move it to where it is read"),)}
    for path, twin in _twins(files):
        how = "case" if twin.casefold() == path.casefold() else "how its accents are stored"
        message = f"the path differs from `{twin}` only in {how}"
        related = ((Site(twin, span=START), "the other file"),)
        twins = (Finding(Site(path, span=START), message, related=related),)
        found.setdefault(path, {})["path-case-twins"] = twins
    setting = Setting(config, Catalogue(), lambda path: None)
    locator = Locator(lambda path: None)
    rules = rules_on(Reading) if found else ()
    diagnostics = [
        locator.diagnose(rule, finding, rule.severity, path)
        for path, said in found.items()
        for rule in rules
        for finding in rule.check(Reading(path, said), setting)
    ]
    return diagnostics, notes


def _twins(paths: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each path that another one before it is the same as but for case and the form of its accents."""
    folded = [path.lower() if path.isascii() else normalize("NFC", path).casefold() for path in paths]
    if len(set(folded)) == len(folded):
        return
    first: dict[str, str] = {}
    for path, spelling in zip(paths, folded, strict=True):
        if (twin := first.setdefault(spelling, path)) != path:
            yield path, twin
