"""Write what is generated into docs/: run `make docs`, or `python -m tests.docs.generate`."""

from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from alvara.diagnostics.rule import Rule
from alvara.report.rule_catalogue import render_markdown
from alvara.report.rule_page import Example, render
from alvara.rules import all_rules
from tests.docs.walkthrough import walk

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs/rules"
CASES = ROOT / "tests/rules"
TUTORIAL = ROOT / "docs/tutorial.md"


def rule_pages() -> dict[str, str]:
    """Render the page of every rule and the catalogue, by file name."""
    pages = {f"{rule.name}.md": render(rule, _example(rule, "bad"), _example(rule, "good")) for rule in all_rules()}
    return {"README.md": render_markdown(_groups()), **pages}


def _groups() -> dict[str, list[Rule]]:
    """Sort the rules by the folder they live in; a folder is titled by what its package says of itself."""
    groups: dict[str, list[Rule]] = {}
    for rule in all_rules():
        package = import_module(rule.check.__module__.rpartition(".")[0])
        title = (package.__doc__ or "").partition("\n")[0].rstrip(".")
        groups.setdefault(title, []).append(rule)
    return dict(sorted(groups.items()))


def _example(rule: Rule, kind: str) -> Example | None:
    folder = CASES / rule.name / kind / "example"
    if not (folder / "current").is_dir():
        return None
    expected = folder / "expected.txt"
    said = expected.read_text(encoding="utf-8") if expected.exists() else ""
    return Example(_files(folder / "current"), _files(folder / "base"), said)


def _files(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): _text(path) for path in folder.rglob("*") if not path.is_dir()}


def _text(path: Path) -> str:
    if path.is_symlink():
        return f"(a link to {path.readlink()})"
    return path.read_bytes().decode("utf-8", "backslashreplace")


def main() -> None:
    """Write the pages, remove those of rules that are no more, and walk through the tutorial."""
    pages = rule_pages()
    PAGES.mkdir(parents=True, exist_ok=True)
    for path in PAGES.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        (PAGES / name).write_text(text, encoding="utf-8", newline="\n")
    with TemporaryDirectory() as folder:
        told = walk(TUTORIAL.read_text(encoding="utf-8"), Path(folder))
    TUTORIAL.write_text(told, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
