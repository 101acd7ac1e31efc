"""The same for programs: `alvara.root/1` is the file, `alvara.root-chain/1` what is said of all of them."""

from typing import Any

from alvara.approvals.root_chain import Chain, Version
from alvara.report.document_json import render as write


def render(chain: Chain) -> str:
    """Write all versions with the verdict."""
    return write({
        "format": "alvara.root-chain/1",
        "registry": chain.registry,
        "pinned": chain.verdict.pinned,
        "holds": bool(chain.versions) and not chain.verdict.objections,
        "versions": [_version(version) for version in chain.versions],
        "problems": [
            {"version": one.version or None, "message": one.words, "help": one.tip} for one in chain.verdict.objections
        ],
    })  # fmt: skip


def _version(version: Version) -> dict[str, Any]:
    root = version.root
    return {
        "version": version.number,
        "pin": version.pin,
        "fault": version.fault or None,
        "keys": [] if root is None else [
            {"person": id, "fingerprint": key.fingerprint} for id, key in sorted(root.keys.items())
        ],
        "threshold": None if root is None else root.threshold,
        "governance": None if root is None else dict(root.governance),
        "signatures": [{"person": one.id, "fault": one.fault or None} for one in version.signatures],
        "missing": version.lacking or None,
    }  # fmt: skip
