"""Neighbouring tools, measured on the same files where they are installed."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from measure import Job

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 30.0
NAMES = ("yamllint", "ryl", "check-jsonschema", "spectral")
STYLE = "{extends: relaxed, rules: {line-length: disable}}"
RULES = """\
rules:
  id-is-camel-case:
    given: $.id
    severity: error
    then: {function: pattern, functionOptions: {match: "^[a-z][A-Za-z0-9.]*$"}}
  version-is-three-numbers:
    given: $.version
    severity: error
    then: {function: pattern, functionOptions: {match: "^[0-9]+[.][0-9]+[.][0-9]+$"}}
  description-is-there:
    given: $
    severity: error
    then: {field: description, function: truthy}
  risk-is-known:
    given: $.risk
    severity: error
    then: {function: enumeration, functionOptions: {values: [read, low, medium, high, critical]}}
  input-is-closed:
    given: $.inputSchema
    severity: error
    then: {field: additionalProperties, function: falsy}
"""


def peer_jobs(tree: Path, work: Path, runs: int) -> tuple[list[Job], list[str]]:
    """A job for each tool that is installed, and a line for each that is not."""
    jobs: list[Job] = []
    skipped: list[str] = []
    for name in NAMES:
        program = find(name)
        command = arguments(name, tree, work)
        if program and command:
            title = f"{name}, {scope(name)}"
            accepted = frozenset({0, 1})
            jobs.append(Job(title, (program, *command), tree, accepted=accepted, runs=runs, patience=PATIENCE))
        elif program:
            skipped.append(f"{name}: skipped, schemas/capability.schema.json is missing")
        else:
            skipped.append(f"{name}: skipped, not installed")
    return jobs, skipped


def find(name: str) -> str | None:
    """The program beside this Python, in a local node_modules (where npx looks), or on the PATH."""
    places = (Path(sys.executable).parent, ROOT / "node_modules/.bin", Path.cwd() / "node_modules/.bin")
    return shutil.which(name, path=os.pathsep.join((*map(str, places), os.environ.get("PATH", os.defpath))))


def scope(name: str) -> str:
    """What the tool is asked to do, and on which files."""
    return {
        "yamllint": "style of every file",
        "ryl": "style of every file",
        "check-jsonschema": "shape of the capabilities",
        "spectral": "five rules on the capabilities",
    }[name]


def arguments(name: str, tree: Path, work: Path) -> tuple[str, ...]:
    """The arguments that make a tool do its part; empty when it cannot."""
    capabilities = tree / "capabilities"
    definitions = sorted(path for path in capabilities.rglob("*.yaml") if path.name != "domain.yaml")
    if name == "yamllint":
        return ("-d", STYLE, ".")
    if name == "ryl":
        return ("check", "--no-cache", "-d", STYLE, ".")
    if name == "check-jsonschema":
        schema = ROOT / "schemas/capability.schema.json"
        return ("--schemafile", str(schema), *map(str, definitions)) if schema.exists() else ()
    rules = work / "spectral.yaml"
    rules.write_text(RULES, encoding="utf-8")
    return ("lint", "--quiet", "--ruleset", str(rules), *(str(path.relative_to(tree)) for path in definitions))
