"""A mapping to the record of an approval."""

from collections.abc import Mapping
from typing import Any

from alvara.model.approval import Approval, Guard, Shown


def approval(value: Mapping[str, Any], path: str) -> Approval:
    """Read a record, whose shape holds."""
    statement = value["statement"]
    (subject,) = statement["subject"]
    said = statement["predicate"]
    kind, _, id = subject["name"].partition(":")
    return Approval(
        path, statement, value["signature"], kind, id, subject["digest"]["sha256"], said["decision"], said["role"],
        said["approver"], said.get("onBehalfOf") or "", said["repository"], said["target"], said["version"],
        said["risk"], said["issuedAt"], said["expiresAt"],
        tuple(Guard(guard["id"], guard["digest"]) for guard in said["guards"]), Shown(**said["shown"]),
    )  # fmt: skip
