"""Texts that are nearly registry files."""

from pathlib import Path

from hypothesis import strategies as st

ROOT = Path(__file__).parents[2]
SEEDS = [
    path.read_text(encoding="utf-8")
    for folder in ("capabilities", "semantic-ids", "policies")
    for path in sorted((ROOT / folder).rglob("*.yaml"))
]
SPICES = [
    ": ", " #", "#", ":", "- ", "? ", "!", "!!str ", "&a ", "*a", "<<: ", "|", ">", "'", '"', "[", "]", "{", "}", ",",
    "\n", "\r\n", "\r", "\t", "  ", "---\n", "...\n", "%YAML 1.1\n", "\\", "\\u0301", "\ufeff", "\u2028", "\x00",
    "\x85", "🚧", "a\u0303", "<<<<<<< x\n", "~", "null", ".nan", "0x1F", "1e999", "9" * 30, "@", "`", "(", ")", "é",
    "=", "- - - ", "[" * 70, "{a: " * 70,
]  # fmt: skip
PLAIN = [
    "a: yes\n", "a: 0o17\n", "a: 017\n", "a: 1_0\n", "a: 12:30\n", "a: 2026-09-01\n", "a: 1e3\n", "a: .5\n",
    "a: -0x1F\n", "a: 0b11\n", "a: ~\n", "a: Null\n", "a: +7\n", "a: 1.\n", "a: 'x''y'\n", 'a: "\\t\\x41"\n',
    "a: >-\n  x\n\n  y\n", "a: |+\n  x\n\n", "a: [x,]\n", "a: {x, y: 1}\n", "a: [x: 1]\n", "? a\n: b\n",
    "a: x\n  y\n\n  z\n",
]  # fmt: skip
"""Values that readers of YAML are known to differ on, and styles that they fold in their own ways."""


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A stretch of a real definition with a few characters put in, taken out or moved."""
    seed = draw(st.sampled_from(SEEDS))
    start = draw(st.integers(0, len(seed)))
    text = seed[start : start + draw(st.integers(0, 400))]
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.sampled_from([0, 0, 0, 1, 2, 7]))
        text = text[:at] + draw(st.sampled_from(SPICES) | st.text(max_size=3)) + text[at + cut :]
    return text


@st.composite
def plausible(draw: st.DrawFn) -> str:
    """Some whole lines of a real definition, a little of them changed: most of it parses."""
    lines = draw(st.sampled_from(SEEDS)).splitlines(keepends=True)
    start = draw(st.sampled_from([number for number, line in enumerate(lines) if line[:1] not in (" ", "-")]))
    text = "".join(lines[start : start + draw(st.integers(1, 12))])
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(SPICES) | st.sampled_from(PLAIN)) + text[at:]
    return text
