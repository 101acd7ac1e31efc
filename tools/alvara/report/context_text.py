"""What a model is told of a scope, as it is told: Markdown, of which a terminal obeys nothing."""

from alvara.registry.context import Context
from alvara.report.escape import visible


def render(context: Context) -> str:
    """Write the text."""
    return "".join(f"{visible(line)}\n" for line in context.text.splitlines())
