"""Changes to the registry of this repository such as people make, by what they are."""

import shutil
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
_PARTS = ("alvara.yaml", "capabilities", "semantic-ids", "policies", "docs/work-permit", "docs/navigation", "docs/en",
          "schemas")  # fmt: skip


def copy_registry(target: Path) -> Path:
    """Copy the registry that this repository is."""
    for part in _PARTS:
        source = ROOT / part
        (target / part).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target / part)
    return target


def edit(path: Path, *replacements: tuple[str, str]) -> None:
    """Replace texts in a file, each of which stands there exactly once."""
    text = path.read_text(encoding="utf-8")
    for old, new in replacements:
        assert text.count(old) == 1, f"{path}: {text.count(old)} times {old!r}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8", newline="\n")


def _validity_is_limited(root: Path) -> None:
    edit(
        root / "capabilities/work-permit/update-validity.yaml",
        ("maxLength: 500, description: Why the validity changes.", "maxLength: 9, description: Why."),
        ("  riskThreshold: medium\n", "  riskThreshold: high\n"),
        ("permissions: [workPermit.update]", "permissions: [workPermit.update, workPermit.approve]"),
        ("input.validityDays > 90", "input.validityDays > 30"),
        ("counted from the start of the work.", "counted from today."),
    )


def _guard_is_taken_away(root: Path) -> None:
    (root / "policies/work-permit/delete/draft-only.yaml").unlink()
    edit(root / "policies/work-permit/automation/no-endings.yaml", ('["workPermit.*"]', '["workPermit.components.*"]'))


def _risk_decides_on_guards(root: Path) -> None:
    edit(
        root / "capabilities/work-permit/update-validity.yaml",
        ("\nrisk: medium\n", "\nrisk: high\n"),
        ("semanticIds: [workPermit, workPermit.validity]", "semanticIds: [workPermit]"),
    )


def _field_is_renamed(root: Path) -> None:
    edit(
        root / "semantic-ids/work-permit/validity.yaml",
        ("id: workPermit.validity.until\n", "id: workPermit.validity.end\n    aliases: [workPermit.validity.until]\n"),
    )


def _field_is_renamed_silently(root: Path) -> None:
    edit(
        root / "semantic-ids/work-permit/validity.yaml",
        ("id: workPermit.validity.until\n", "id: workPermit.validity.end\n"),
    )


def _capability_retires(root: Path) -> None:
    clone = root / "capabilities/work-permit/clone.yaml"
    end = 'deprecation: {since: "2026-09-01", removeAfter: "2027-03-01", replacedBy: workPermit.create}'
    edit(clone, ("\nstatus: active\n", f"\nstatus: deprecated\n{end}\n"))
    edit(root / "alvara.yaml", ("minimumDays: 90", "minimumDays: 120"))
    edit(root / "docs/work-permit/cloning.md", ("# Duplicar uma", "# Copiar uma"))


def _capability_is_new(root: Path) -> None:
    source = (root / "capabilities/work-permit/cancel.yaml").read_text(encoding="utf-8")
    new = source.replace("id: workPermit.cancel\n", "id: workPermit.suspend\n").replace(
        "\nstatus: active\n", "\nstatus: draft\n"
    )
    (root / "capabilities/work-permit/suspend.yaml").write_text(new, encoding="utf-8", newline="\n")


CHANGES: dict[str, Callable[[Path], None]] = {
    "validity-is-limited": _validity_is_limited,
    "guard-is-taken-away": _guard_is_taken_away,
    "risk-decides-on-guards": _risk_decides_on_guards,
    "field-is-renamed": _field_is_renamed,
    "field-is-renamed-silently": _field_is_renamed_silently,
    "capability-retires": _capability_retires,
    "capability-is-new": _capability_is_new,
}
