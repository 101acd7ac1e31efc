"""The registry of the tests beside a bundle of it."""

from pathlib import Path

BUNDLE = "dist/bundle"
POSTPONE = "capabilities/order/postpone.yaml"
NOW = ("--now", "2026-09-01T12:00:00Z")


COMPLETE = """\
outputSchema: {type: object}
implementation: {module: orders, function: postpone}
execution: {idempotent: true, idempotencyStrategy: natural}
verification: {enabled: true, method: response}
confirmation: {required: true}
"""


def edit(root: Path, path: str, *changes: tuple[str, str]) -> None:
    text = (root / path).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (root / path).write_text(text, encoding="utf-8", newline="\n")


def raise_risk(root: Path) -> None:
    edit(root, POSTPONE, ("risk: medium", "risk: high"))


def take_away(root: Path) -> None:
    (root / POSTPONE).unlink()
    edit(root, "semantic-ids/order.yaml", ("    capabilityRefs: [{ref: order.postpone, confidence: VERIFIED}]\n", ""),
         ("      - {type: UPDATED_BY, target: order.postpone, confidence: VERIFIED}\n", ""))  # fmt: skip
