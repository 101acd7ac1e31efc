"""The JSON Schemas that ship with the package."""

from pathlib import Path

_PACKAGE = Path(__file__).parent.parent
_SHIPPED = _PACKAGE / "schemas"
_CHECKOUT = _PACKAGE.parent.parent / "schemas"


def folder() -> Path:
    """Find the folder: beside the code in a wheel, at the top of a checkout."""
    return _SHIPPED if _SHIPPED.is_dir() else _CHECKOUT


def read_schema(kind: str) -> bytes:
    """Read the schema of a file kind."""
    return (folder() / f"{kind}.schema.json").read_bytes()


def read_output_schema(name: str) -> bytes:
    """Read the schema of a verb's JSON, such as `get-1`."""
    return (folder() / "output" / f"{name}.schema.json").read_bytes()
