"""What a run of the command left behind."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs

SCHEMAS = Path(__file__).resolve().parents[1] / "schemas/output"


@dataclass(frozen=True)
class Ran:
    """Its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The document that was printed, which has the schema that its format names."""
        document = json.loads(self.out)
        name = document["format"].removeprefix("alvara.").replace("/", "-")
        schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))

        assert [error.message for error in jsonschema_rs.validator_for(schema).iter_errors(document)] == []
        return document
