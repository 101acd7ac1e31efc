"""An answer for programs: a JSON document whose `format` names its schema under `schemas/output/`."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from alvara.report.escape import in_json


def render(document: Mapping[str, Any] | Sequence[Any]) -> str:
    """Write a document, or an array in a shape that others ask for; nothing of it depends on the machine."""
    return in_json(json.dumps(document, ensure_ascii=False, indent=2)) + "\n"
