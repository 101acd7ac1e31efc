"""A decision for programs."""

import json
from collections.abc import Mapping
from typing import Any

from alvara.report.escape import in_json


def render(view: Mapping[str, Any]) -> str:
    """Write one view of a decision, keys sorted, so that the same decision is the same bytes."""
    return in_json(json.dumps(view, ensure_ascii=False, indent=2, sort_keys=True)) + "\n"
