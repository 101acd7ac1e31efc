"""Findings as text for whoever reads them: in colour and as wide as the terminal where there is one."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

from alvara.diagnostics.finding import Diagnostic


class Told(Protocol):
    """What has findings, and a module for each format that it can be printed in."""

    @property
    def findings(self) -> Sequence[Diagnostic]:
        """What was found."""


def rendered(module: str, style: str, told: Told) -> str:
    """Write it in a style, by the module of `report/` that knows it; a log of SARIF brings what its rules say."""
    render = import_module(f"alvara.report.{module}").render
    if style == "sarif":
        from alvara.rules import rule_named

        return str(render(told, rules={d.rule: rule_named(d.rule).summary for d in told.findings}))
    if style == "text":
        width = os.get_terminal_size(sys.stdout.fileno()).columns if sys.stdout.isatty() else 100
        return str(render(told, colour=_wants_colour(), width=width))
    return str(render(told))


def _wants_colour() -> bool:
    """Whether standard output is a terminal whose user has not asked for plain text (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
