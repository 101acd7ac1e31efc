"""What a registry publishes, as the record of a release keeps it."""

from collections import Counter
from collections.abc import Mapping, Sequence

from alvara.compare.definition import PUBLISHED
from alvara.identity.versions import parse
from alvara.model.ledger import Entry
from alvara.workspace.subjects import Body, Subjects


def entries_in(kinds: Mapping[str, Sequence[Body]]) -> dict[str, Entry]:
    """Say of everything that others may rely on where it stands, by the keys of `Release.ids`."""
    subjects = Subjects(kinds["capability"])
    found: dict[str, Entry] = {}
    for kind, bodies in kinds.items():
        numbers = Counter(body["id"] for body in bodies)
        for body in bodies:
            if body["status"] not in PUBLISHED:
                continue
            version = body.get("version", "")
            major = parse(version)
            several = numbers[body["id"]] > 1 and major is not None
            key = f"{kind}/{body['id']}" + (f"@{major.major}" if several and major is not None else "")
            aliases = tuple(sorted(body.get("aliases", ())))
            found[key] = Entry(body["status"], subjects.digest(body), version, body.get("risk", ""), aliases)
    return found
