"""Measures how long it takes to judge what people have agreed on in a registry of the seeds' size, read already."""

from __future__ import annotations

import gc
import json
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from statistics import median
from time import process_time

from blueprint import SEEDS
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from alvara.adapters.published import read_schema
from alvara.app.agreeing import Seen, agree
from alvara.app.check import Outcome, examine
from alvara.app.settings import read_settings
from alvara.app.subjects import Definer
from alvara.documents.shape import Validators
from alvara.files.tree import DictTree
from alvara.identity.digests import canonical
from alvara.model.approval import NAMESPACE, PREDICATE_TYPE, STATEMENT_TYPE, path_of_approval
from alvara.signatures.signing import PrivateKey
from alvara.signatures.sshsig import verify, write_armor
from alvara.workspace.workspace import View

NOW = "2026-09-01T12:00:00Z"
REGISTRY = "5f0d3d2e-7a11-4c9e-9b7a-0d6f3f1a2b3c"
ROUNDS = 7
LIMIT = 0.5
SIGNERS = (("technical", 40), ("business", 40))
"""Roles, and among how many people each is spread."""

VALIDATORS = Validators(read_schema)


def main() -> int:
    """Print the medians; 1 where judging takes longer than is asked."""
    gc.disable()  # as the command does
    unsigned = _files()
    signed = {**unsigned, **_records(unsigned)}
    seen = _seen(signed)
    found = agree(seen)
    counted = Counter(one.satisfied for one in found.agreements)
    assert counted == {True: SEEDS.capabilities}, counted
    assert all(standing.fault is None for standing in found.standings)
    view = View(seen.sight.workspace, NOW[:10])

    def read_all() -> None:
        definer = Definer(seen.sight.extractor, view)
        for agreement in found.agreements:
            definer.body(*agreement.subject.place)

    def verify_all() -> None:
        for record in (standing.record for standing in found.standings):
            verify(record.signature, canonical(dict(record.statement)), NAMESPACE, _key(record.approver).public)

    whole, reading, signatures = _time(lambda: agree(seen)), _time(read_all), _time(verify_all)
    print(f"{SEEDS.capabilities} capabilities, {len(found.standings)} records, {len(signed)} files")
    print(f"medians of {ROUNDS} rounds, in time of the processor:")
    print(f"  judging what people agreed on:  {(whole - reading) * 1000:4.0f} ms, and at most {LIMIT * 1000:.0f} ms")
    print(f"  of that, the signatures:        {signatures * 1000:4.0f} ms")
    print(f"  reading the definitions for it: {reading * 1000:4.0f} ms")
    return int(whole - reading > LIMIT)


def _time(act: Callable[[], object]) -> float:
    times: list[float] = []
    for _ in range(ROUNDS):
        began = process_time()
        act()
        times.append(process_time() - began)
    return median(times)


def _seen(files: dict[str, str]) -> Seen:
    tree = DictTree(files)
    settings = read_settings(tree, VALIDATORS)
    assert settings.config is not None
    outcome: Outcome = examine(
        tree, settings, VALIDATORS, NOW[:10], lambda extract, paths: ((extract(path), None) for path in paths), None
    )
    assert outcome.sight is not None
    return Seen(outcome.sight, tree, settings.config, VALIDATORS, NOW)


@cache
def _key(name: str) -> PrivateKey:
    return PrivateKey(Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest()))


def _files() -> dict[str, str]:
    """Write a registry in which every capability is active and of high risk, with a schema and a policy each domain."""
    files = {"alvara.yaml": f"registry: {REGISTRY}\nname: seeds\ndefaultBranch: main\nlocales: [en]\n"}
    policy = {"levels": {"high": {"slots": ["technical", "business"], "maxAgeDays": 180}}}
    files["governance/policy.yaml"] = json.dumps(policy)
    for role, number in SIGNERS:
        for one in range(number):
            name = f"{role}-{one}"
            keys = [{"id": "laptop", "type": "ssh-ed25519", "publicKey": _key(name).public.text}]
            roles = [{"role": role, "scope": ["*"]}]
            said = {"name": name, "kind": "human", "emails": [f"{name}@example.org"], "keys": keys, "roles": roles}
            files[f"governance/people/{name}.yaml"] = json.dumps(said)
    text = (Path(__file__).parent / "approved.yaml").read_text()
    domains = 40
    for domain in range(domains):
        files[f"schemas/d{domain}.json"] = json.dumps({"$defs": {"id": {"type": "string", "maxLength": 20}}})
        files[f"policies/d{domain}/closed.yaml"] = (
            f'id: d{domain}.closed\nversion: "1.0.0"\nstatus: active\ndescription: What is closed is not cancelled.\n'
            f'effect: deny\nappliesTo: {{capabilities: ["d{domain}.*"]}}\n'
            'when: {all: [{id: closed, expr: resource.status == "CLOSED", text: {en: It is closed.}}]}\n'
            "reason: {code: CLOSED, message: {en: This is closed.}}\nowner: a-team\n"
        )
    for number in range(SEEDS.capabilities):
        domain = number % domains
        files[f"capabilities/d{domain}/cancel{number}.yaml"] = text.replace("DOMAIN", f"d{domain}").replace(
            "NAME", f"cancel{number}"
        )
    return files


def _records(files: dict[str, str]) -> dict[str, str]:
    """Have two people sign every capability."""
    records: dict[str, str] = {}
    for number, agreement in enumerate(agree(_seen(files)).agreements):
        subject = agreement.subject
        for role, people in SIGNERS:
            who = f"{role}-{number % people}"
            predicate = {
                "decision": "approve", "role": role, "approver": who, "onBehalfOf": None, "repository": REGISTRY,
                "target": "refs/heads/main", "version": subject.version, "risk": subject.risk, "issuedAt": NOW,
                "expiresAt": "2027-01-01T00:00:00Z",
                "guards": [{"id": one.id, "digest": one.digest} for one in subject.attached],
                "shown": {"renderer": "alvara.page/1", "locale": "en", "sha256": "0" * 64},
            }  # fmt: skip
            statement = {
                "_type": STATEMENT_TYPE,
                "subject": [{"name": f"capability:{subject.id}", "digest": {"sha256": subject.digest}}],
                "predicateType": PREDICATE_TYPE,
                "predicate": predicate,
            }
            armor = write_armor(_key(who), canonical(statement), NAMESPACE)
            path = path_of_approval("capability", subject.id, subject.version, subject.digest, role, who, "approve")
            records[path] = json.dumps({"statement": statement, "signature": armor})
    return records


if __name__ == "__main__":
    sys.exit(main())
