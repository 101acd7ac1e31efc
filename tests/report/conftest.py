"""A small report that every format is shown with, and a way to make others."""

from collections.abc import Callable

import pytest

from alvara.compare.bases import Base
from alvara.diagnostics.finding import Diagnostic, Related
from alvara.report.report import Report, Summary

BROKEN = Diagnostic(
    rule="broken-binding",
    severity="error",
    message="`workPermit.edit` is not a known capability",
    file="semantic-ids/work-permit/validity.yaml",
    line=12,
    column=24,
    end_line=12,
    end_column=39,
    revision="current",
    subject="workPermit.validity",
    pointer="/capabilityRefs/0/ref",
    fingerprint="5b1f",
    help="did you mean `workPermit.update`?",
    related=(Related("capabilities/work-permit/update.yaml", 1, 5, "the nearest ID"),),
    source="capabilityRefs: [{ref: workPermit.edit, confidence: VERIFIED}]",
)
REMOVED = Diagnostic(
    rule="removed-without-alias",
    severity="warning",
    message="`shop.order` was removed and has no alias",
    file="semantic-ids/shop/order.yaml",
    line=1,
    column=5,
    end_line=1,
    end_column=15,
    revision="base",
    subject="shop.order",
    pointer="/id",
    fingerprint="c0de",
    help="",
    source="id: shop.order",
)


@pytest.fixture(scope="session")
def small_report() -> Report:
    return Report(
        now="2026-09-01T12:00:00Z",
        summary=Summary(documents=41, resources=52, capabilities=15, policies=6, bindings=143),
        findings=(BROKEN, REMOVED),
        bases=(Base("pull-request", "origin/main", "9f" * 20),),
        notes=("root: not pinned",),
        rules=78,
    )


@pytest.fixture(scope="session")
def empty_report(small_report: Report) -> Report:
    return small_report._replace(findings=(), bases=(), notes=())


@pytest.fixture(scope="session")
def diagnostic() -> Callable[..., Diagnostic]:
    """Make a diagnostic without help and related places; keywords say what else is different."""

    def make(**changes: object) -> Diagnostic:
        return BROKEN._replace(**{"help": "", "related": (), **changes})  # type: ignore[arg-type]

    return make


@pytest.fixture(scope="session")
def report_of(empty_report: Report) -> Callable[..., Report]:
    """Make a report that holds these findings."""

    def make(*findings: Diagnostic) -> Report:
        return empty_report._replace(findings=findings)

    return make
