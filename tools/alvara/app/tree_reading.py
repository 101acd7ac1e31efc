"""What the tree itself has to say: links, devices, and files that nobody would read."""

from collections.abc import Sequence
from unicodedata import normalize

from alvara.app.locating import Locator
from alvara.diagnostics.finding import Diagnostic, Finding
from alvara.diagnostics.site import START, Site
from alvara.documents.reading import Reading
from alvara.files.tree import Entry
from alvara.identity.ids import FOLDERS
from alvara.model.config import Config
from alvara.rules import rules_on
from alvara.workspace.setting import Catalogue, Setting

_FOLDERS = tuple(f"{folder}/" for folder in FOLDERS.values())
_WELCOME = (".yaml", ".json", ".md")


def judge_entries(entries: Sequence[Entry], config: Config) -> tuple[list[Diagnostic], list[str]]:
    """Judge the entries of a tree by their kind and name. Returns diagnostics, and notes on what was passed over."""
    found: dict[str, dict[str, tuple[Finding, ...]]] = {}
    notes = []
    spellings: dict[str, str] = {}
    for entry in sorted(entries):
        place = Site(entry.path, span=START)
        if entry.kind == "symlink":
            found[entry.path] = {"symlink": (Finding(place, "this is a symbolic link; a registry holds files only"),)}
        elif entry.kind == "special":
            notes.append(f"{entry.path} is neither a file nor a folder and was passed over")
        elif entry.kind == "directory":
            notes.append(f"{entry.path} is a folder with the name of a file; only what is in it was looked at")
        elif entry.kind == "file":
            if entry.path.startswith(_FOLDERS) and not entry.path.endswith(_WELCOME):
                message = "no part of a registry has this file name ending, so the file is not read"
                found[entry.path] = {"unread-file": (Finding(place, message),)}
            twin = spellings.setdefault(normalize("NFC", entry.path).casefold(), entry.path)
            if twin != entry.path:
                how = "case" if twin.casefold() == entry.path.casefold() else "how its accents are stored"
                message = f"the path differs from `{twin}` only in {how}"
                related = ((Site(twin, span=START), "the other file"),)
                found.setdefault(entry.path, {})["path-case-twins"] = (Finding(place, message, related=related),)
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
