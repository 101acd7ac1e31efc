"""Write the approvals of case folders: `python -m tests.rules.records`.

A case whose `records.yaml` says who agreed gets its `approvals/` from it, signed over what its files say, so that
nobody signs anew when an example changes. One entry a record:

    id, role, by, on       what is approved, as what, by whom, on which day
    kind                   `capability`, or `policy`
    for                    whose place they take
    until                  the day on which it ends; else 90 days later
    decision               `approve`, `reject` or `revoke`
    in                     where the record lies: `current`, `base`, `published`; else in `current` alone
    content                which of these it is about; else the first that it lies in
    said                   keys of the predicate that say something else than they should
    number                 which of several it is in which one person says the same
    path                   where it lies instead of where it belongs
    fault                  `foreignKey`, `otherPurpose`, `editedAfterSigning`
"""

import shutil
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml

from alvara.app.check import Sight, examine
from alvara.app.settings import read_settings
from alvara.app.subjects import Definer
from alvara.approvals.candidates import light_subject
from alvara.approvals.subject import Subject
from alvara.documents.load import load
from alvara.model.approval import NAMESPACE, PREDICATE_TYPE, STATEMENT_TYPE, path_of_approval
from alvara.model.config import Config
from alvara.workspace.workspace import View
from tests.case import NOW, VALIDATORS, extract_all, tree_of
from tests.signing import sign_record

HERE = Path(__file__).parent
SIDES = ("current", "base", "published")
STRANGER = "mallory"
"""Whose key nobody has listed."""

Entry = Mapping[str, Any]


def cases() -> list[Path]:
    """List the cases that have records."""
    return sorted(path.parent for path in HERE.glob("*/*/*/records.yaml"))


def records_of(case: Path) -> dict[str, str]:
    """Write the records of a case, by their paths in its folder."""
    entries: list[Entry] = load("records.yaml", (case / "records.yaml").read_bytes()).value
    seen = {side: _look(case / side) for side in SIDES if (case / side).is_dir()}
    return {path: text for entry in entries for path, text in _records(entry, seen)}


def _records(entry: Entry, seen: Mapping[str, tuple[Sight, Config]]) -> Iterator[tuple[str, str]]:
    sides = entry.get("in", ["current"])
    sight, config = seen[entry.get("content", sides[0])]
    subject = _subject(sight, entry.get("kind", "capability"), entry["id"])
    statement = _statement(entry, subject, config)
    said = statement["predicate"]
    fault = entry.get("fault", "")
    purpose = "git" if fault == "otherPurpose" else NAMESPACE
    record = sign_record(statement, STRANGER if fault == "foreignKey" else entry["by"], purpose)
    if fault == "editedAfterSigning":
        said["issuedAt"] = f"{_later(entry['on'], 1)}T09:00:00Z"
    path = entry.get("path") or path_of_approval(
        subject.kind, subject.id, said["version"], subject.digest, said["role"], said["approver"], said["decision"],
        entry.get("number", 1),
    )  # fmt: skip
    text = yaml.dump(record, Dumper=_Block, sort_keys=False, allow_unicode=True, width=1000)
    yield from ((f"{side}/{path}", text) for side in sides)


def _statement(entry: Entry, subject: Subject, config: Config) -> dict[str, Any]:
    page = f"the page that {entry['by']} read of {subject.id} {subject.version}"
    return {
        "_type": STATEMENT_TYPE,
        "subject": [{"name": f"{subject.kind}:{subject.id}", "digest": {"sha256": subject.digest}}],
        "predicateType": PREDICATE_TYPE,
        "predicate": {
            "decision": entry.get("decision", "approve"),
            "role": entry["role"],
            "approver": entry["by"],
            "onBehalfOf": entry.get("for"),
            "repository": config.registry,
            "target": f"refs/heads/{config.default_branch}",
            "version": subject.version,
            "risk": subject.risk or "critical",
            "issuedAt": f"{entry['on']}T09:00:00Z",
            "expiresAt": f"{entry.get('until') or _later(entry['on'], 90)}T09:00:00Z",
            "guards": [attached.guard._asdict() for attached in subject.attached],
            "shown": {"renderer": "alvara.page/1", "locale": "en", "sha256": sha256(page.encode()).hexdigest()},
            **entry.get("said", {}),
        },
    }


def _look(folder: Path) -> tuple[Sight, Config]:
    tree = tree_of(folder)
    settings = read_settings(tree, VALIDATORS)
    outcome = examine(tree, settings, VALIDATORS, NOW[:10], extract_all, None)
    assert settings.config is not None
    assert outcome.sight is not None
    return outcome.sight, settings.config


def _subject(sight: Sight, kind: str, id: str) -> Subject:
    view = View(sight.workspace, NOW[:10])
    (entity,) = view.definitions(kind, id)
    subject = Definer(sight.extractor, view).complete(light_subject(entity))
    assert subject.digest, f"{id} does not say enough to be signed"
    return subject


def _later(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


class _Block(yaml.SafeDumper):
    """Writes each key on a line, and what has several lines as they are."""

    def ignore_aliases(self, data: Any) -> bool:
        """Write a value as often as it occurs."""
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)


_Block.add_representer(str, _text)


def main() -> None:
    """Write the records of all cases, and remove those that no `records.yaml` speaks of any more."""
    for case in cases():
        for side in SIDES:
            shutil.rmtree(case / side / "approvals", ignore_errors=True)
        for path, text in records_of(case).items():
            (case / path).parent.mkdir(parents=True, exist_ok=True)
            (case / path).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
