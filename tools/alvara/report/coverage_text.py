"""The coverage of a registry for people: the six figures, then the names of what is missing."""

from collections.abc import Iterable

from alvara.registry.coverage import Coverage
from alvara.report.escape import one_line, visible


def render(coverage: Coverage) -> str:
    """Write the figures one below the other, and below them each name that a figure leaves out."""
    figures = {
        "Entities": coverage.entities,
        "Documented": coverage.documented,
        "Capabilities": coverage.capabilities,
        "Bound capabilities": coverage.bound,
        "Missing bindings": len(coverage.unbound),
        "Broken references": len(coverage.broken),
    }
    width = max(len(str(figure)) for figure in figures.values())
    lines = [f"{name + ':':<20}{figure:>{width}}" for name, figure in figures.items()]
    lines += _section("Entities without a page", map(visible, coverage.undocumented))
    lines += _section("Capabilities that lack a binding", (f"{visible(id)}: {lack}" for id, lack in coverage.unbound))
    broken = (f"{visible(b.path)}: {one_line(b.message)}" for b in coverage.broken)
    lines += _section("References that lead nowhere", broken)
    return "\n".join(lines) + "\n"


def _section(title: str, names: Iterable[str]) -> list[str]:
    listed = [f"  {name}" for name in names]
    return ["", f"{title}:", *listed] if listed else []
