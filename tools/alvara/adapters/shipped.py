"""What ships with the package beside its code: the pages about rules, and the files that new ones start from."""

from pathlib import Path

_PACKAGE = Path(__file__).parent.parent
_PAGES = _PACKAGE / "pages"
_PAGES_OF_CHECKOUT = _PACKAGE.parent.parent / "docs/rules"


def read_page(rule: str) -> str | None:
    """Read the page of a rule; None where it is not written yet."""
    path = (_PAGES if _PAGES.is_dir() else _PAGES_OF_CHECKOUT) / f"{rule}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else None


def read_template(name: str) -> str:
    """Read the template of a file."""
    return (_PACKAGE / "scaffold" / name).read_text(encoding="utf-8")
