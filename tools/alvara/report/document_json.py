"""An answer for programs: a JSON document whose `format` names its schema under `schemas/output/`."""

import json
from collections.abc import Mapping
from typing import Any

from alvara.report.escape import in_json


def render(document: Mapping[str, Any]) -> str:
    """Write a document; what it holds and in which order never depends on the machine."""
    return in_json(json.dumps(document, ensure_ascii=False, indent=2)) + "\n"
