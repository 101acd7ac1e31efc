"""The review for programs: `alvara.diff/1`, described by `schemas/output/diff-1.schema.json`."""

import json

from alvara.compare.change import NO_WITNESS
from alvara.report.escape import in_json
from alvara.review.review import Point, Review


def render(review: Review) -> str:
    """Write the review as `alvara.diff/1`: every change, in the order in which they are told."""
    document = {
        "format": "alvara.diff/1",
        "now": review.now,
        "changes": [_change(point) for thing in review.things for point in thing.points],
        "bumps": [
            {"id": thing.id, "from": thing.versions[0], "smallest": thing.smallest}
            for thing in sorted(review.things, key=lambda thing: (thing.id, thing.kind, thing.versions))
            if thing.smallest
        ],
    }
    return in_json(json.dumps(document, ensure_ascii=False, indent=2)) + "\n"


def _change(point: Point) -> dict[str, object]:
    return {
        "kind": point.kind,
        "subject": point.subject,
        "aspect": point.aspect,
        "impact": point.impact,
        "before": point.before,
        "after": point.after,
        "witness": None if point.witness is NO_WITNESS else point.witness,
        "bump": point.bump,
        "file": point.file,
        "line": point.line,
    }
