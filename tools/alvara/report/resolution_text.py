"""What is meant, for people: how clear it is, the matches, what does it, and what to ask back."""

from alvara.registry.language.resolution import Resolution
from alvara.report.escape import one_line
from alvara.report.table import render as render_table

_INTENTS = {"question": "a question", "command": "a command", "unclear": "neither question nor command"}


def render(found: Resolution) -> str:
    """Write a heading, a table of matches, and a line for the capabilities and for the question back."""
    blocks = [f"{found.outcome}, {_INTENTS[found.intent]}\n"]
    if found.matches:
        rows = [(match.id, match.kind, match.step, f"{match.score:.3f}") for match in found.matches]
        blocks.append(render_table(("ID", "KIND", "STEP", "SCORE"), rows))
    if found.capabilities:
        blocks.append(f"by {', '.join(found.capabilities)}\n")
    elif found.outcome == "resolved" and found.intent == "command":
        blocks.append("by no capability\n")
    if found.clarification is not None:
        blocks.append(f"ask: {one_line(found.clarification)}\n")
    return "\n".join(blocks)
