"""The published schemas, read once and compiled as the toolkit compiles them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import pytest

FOLDER = Path(__file__).resolve().parents[2] / "schemas"
KINDS = (
    "capability", "config", "domain", "fixtures", "page", "policy", "resource", "scenario", "utterances",
)  # fmt: skip


@pytest.fixture(scope="session")
def schemas() -> dict[str, dict[str, Any]]:
    """The schema of each kind of file."""
    return {kind: json.loads((FOLDER / f"{kind}.schema.json").read_text(encoding="utf-8")) for kind in KINDS}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """Each kind of file in turn."""
    return str(request.param)


@pytest.fixture
def schema(kind: str, schemas: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The schema of each kind in turn."""
    return schemas[kind]


@pytest.fixture(scope="session")
def compiled() -> Callable[[dict[str, Any]], jsonschema_rs.Validator]:
    """Compile a schema: nothing is fetched, patterns take linear time, formats are asserted."""
    options = jsonschema_rs.RegexOptions()
    return lambda schema: jsonschema_rs.validator_for(
        schema, offline=True, pattern_options=options, validate_formats=True
    )


@pytest.fixture(scope="session")
def validators(
    schemas: dict[str, dict[str, Any]], compiled: Callable[[dict[str, Any]], jsonschema_rs.Validator]
) -> dict[str, jsonschema_rs.Validator]:
    """The compiled schema of each kind."""
    return {kind: compiled(schema) for kind, schema in schemas.items()}


@pytest.fixture(scope="session")
def complaints(
    schemas: dict[str, dict[str, Any]], validators: dict[str, jsonschema_rs.Validator]
) -> Callable[[str, Any], list[tuple[str, str]]]:
    """List what is wrong with a document: which keyword objects, and where; the reference validator must agree."""

    def complain(kind: str, document: Any) -> list[tuple[str, str]]:
        errors = list(validators[kind].iter_errors(document))
        checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
        oracle = jsonschema.Draft202012Validator(schemas[kind], format_checker=checker)

        assert len(errors) == len(list(oracle.iter_errors(document)))
        return sorted((error.kind.name, "/".join(map(str, error.instance_path))) for error in errors)

    return complain
