"""Time what `check` does on 1,000 conditions, beside the CEL library's own type checker.

    python -m benchmarks.conditions [RUNS]

Prints the median of some runs, in seconds of the processor, with its parts: judging each condition by its schemas, and
the rules that try values. The registry is made up: ten domains, each with twenty capabilities of three conditions under
ten policies of four, over the schemas of this repository's own. One condition in ten is wrong, and no two are the same.
All is read anew in each run. The library's checker has the types only: it knows of no lists of values, no optional
fields, no dates and no roles.
"""

import gc
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from alvara.adapters.published import read_schema
from alvara.app.settings import read_settings
from alvara.app.survey import survey
from alvara.conditions.decoding import parse
from alvara.conditions.inference import Surroundings, judge
from alvara.diagnostics.rule import Rule
from alvara.documents.load import load
from alvara.documents.shape import Validators
from alvara.files.tree import DictTree
from alvara.model.schemas import Shape
from alvara.rules import condition_rules
from alvara.subschemas.references import References, embedded
from alvara.subschemas.shapes import shape_of
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View, Workspace
from tests.conditions.checker import Checker

ROOT = Path(__file__).parent.parent
DAY = "2026-09-01"
DOMAINS, CAPABILITIES, POLICIES = 10, 20, 10
FORMS = (
    'resource.status == "APPROVED" && resource.validityDays > {0}',
    'resource.status in ["DRAFT", "PENDING"] || resource.revision != {0}',
    '"supervisor" in principal.roles && principal.tenant == resource.tenant && size(principal.permissions) > {0}',
    "has(resource.validUntil) && timestamp(resource.validUntil) > now - duration('{0}h')",
    'resource.components.exists(c, c.name == "part {0}" && has(c.inspectionRequired) && c.inspectionRequired)',
    "resource.components.all(c, has(c.inspectedUntil) ? timestamp(c.inspectedUntil) > now : size(c.name) < {0})",
    "input.validityDays != resource.validityDays && input.validityDays >= {0}",
    'has(context.channel) && context.channel == "automation" && input.validityDays > {0}',
    "resource.allRequiredDocuments && resource.responsiblePersonAssigned && size(resource.risks) != {0}",
    '!has(input.reason) || input.reason.startsWith("reason {0}")',
)
MISTAKES = (
    'resource.statu == "APPROVED" && resource.validityDays > {0}',
    'resource.status == "APROVED" && resource.validityDays > {0}',
    "resource.validUntil > now && resource.validityDays > {0}",
    'resource.validityDays == "{0}"',
)
"""One in ten is wrong: to say so costs more than to find nothing."""

SETTINGS = """\
registry: 9f1d692f-85c3-4aad-ab30-e9d0ea589f5a
name: conditions
principal: {schema: schemas/records/principal.json}
context: {schema: schemas/records/context.json}
"""
INPUT = {
    "type": "object",
    "additionalProperties": False,
    "required": ["permitId", "validityDays"],
    "properties": {
        "permitId": {"type": "string", "maxLength": 20},
        "validityDays": {"type": "integer", "minimum": 1, "maximum": 365},
        "reason": {"type": "string", "maxLength": 200},
    },
}
BY_VALUES = ("capability-never-runs", "condition-never-decides", "confirmation-shadowed")
"""The rules that try values."""


def main() -> None:
    """Print the times."""
    gc.disable()  # as the command does
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    sources: list[str] = []
    workspace, read = _laid_out(sources)
    entities = [entity for path in sorted(workspace.contributions) for entity in workspace.contribution(path).entities]
    rules = sorted(condition_rules(), key=lambda rule: rule.name in BY_VALUES)

    taken, found = [], Counter[str]()
    for _ in range(runs):
        _forget()
        times, found = _judged(entities, rules, workspace, read)
        taken.append(times)
    roots = _shapes()
    checker = Checker(roots)
    bare, theirs = [
        median(_seconds(work) for _ in range(runs))
        for work in (lambda: _ours(sources, roots), lambda: [checker.objection(source) for source in sources])
    ]
    said = sum(found.values())
    print(f"{len(sources):,} conditions, {said} findings: {median(sum(each.values()) for each in taken):.3f} s")
    for name in taken[0]:
        print(f"  {name}: {median(each[name] for each in taken):.3f} s, {found[name]} findings")
    print(f"their types alone, judged by ours {bare:.3f} s, by the library {theirs:.3f} s; ratio {bare / theirs:.2f}")


def _judged(
    entities: list[Entity], rules: list[Rule], workspace: Workspace, read: Callable[[str], Any]
) -> tuple[dict[str, float], Counter[str]]:
    """Apply the rules as `check` does, rule by rule; all that is by the schemas is one part."""
    lasting: dict[Any, Any] = {}
    views = {entity.path: View(workspace, DAY, read, lasting) for entity in entities}
    times, found = dict.fromkeys(("by the schemas", *BY_VALUES), 0.0), Counter[str]()
    for rule in rules:
        part = rule.name if rule.name in BY_VALUES else "by the schemas"
        began = process_time()
        for entity in entities:
            if entity.kind in rule.kinds:
                found[part] += len(list(rule.check(entity, views[entity.path])))
        times[part] += process_time() - began
    return times, found


def _ours(sources: list[str], roots: Mapping[str, Shape]) -> None:
    _forget()
    surroundings = Surroundings(roots)
    for source in sources:
        judge(parse(source), source, surroundings)


def _forget() -> None:
    """Have every expression read and tried anew."""
    for name, module in list(sys.modules.items()):
        for value in vars(module).values() if name.startswith(("alvara.conditions", "alvara.decisions")) else ():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def _laid_out(sources: list[str]) -> tuple[Workspace, Callable[[str], Any]]:
    files = {path: (ROOT / path).read_text("utf-8") for path in _schemas().values()} | {"alvara.yaml": SETTINGS}
    files |= dict(_definitions(sources))
    tree = DictTree(files)
    validators = Validators(read_schema)
    settings = read_settings(tree, validators)
    found = survey(tree, settings, validators, DAY, lambda extract, paths: [(extract(path), None) for path in paths])
    documents = {path: load(path, text.encode()) for path, text in files.items()}
    return found.workspace, documents.get


def _definitions(sources: list[str]) -> Iterator[tuple[str, str]]:
    """Write the registry; `sources` are its conditions."""

    def condition() -> str:
        i = len(sources)
        form = MISTAKES[i // 10 % len(MISTAKES)] if i % 10 == 0 else FORMS[i % len(FORMS)]
        sources.append(form.format(i // 10))
        return sources[-1]

    for domain in (f"domain{letter}" for letter in "abcdefghij"[:DOMAINS]):
        record = {"$ref": f"../{_schemas()['resource']}"}
        yield (
            f"semantic-ids/{domain}.yaml",
            json.dumps({"id": domain, "type": "entity", "name": domain, "recordSchema": record}),
        )
        for i in range(CAPABILITIES):
            yield f"capabilities/{domain}/change-{i}.yaml", json.dumps(_capability(f"{domain}.change{i}", condition))
        for i in range(POLICIES):
            yield f"policies/{domain}/rule-{i}.yaml", json.dumps(_policy(f"{domain}.rule{i}", i, condition))


def _capability(id: str, condition: Callable[[], str]) -> dict[str, Any]:
    when = {"all": [{"expr": condition(), "text": "In words."}]}
    return {
        "id": id, "version": "1.0.0", "status": "draft", "description": "Changes one permit.", "action": "update",
        "target": {"resource": id.partition(".")[0], "idFrom": "input.permitId"}, "inputSchema": INPUT,
        "preconditions": [{"expr": condition(), "text": "In words."} for _ in range(2)],
        "confirmation": {"when": when}, "authorization": {"permissions": ["workPermit.update"], "tenantScoped": True},
        "endpoint": {"service": "api", "method": "PATCH", "path": "/permits/{permitId}"}, "risk": "medium",
    }  # fmt: skip


def _policy(id: str, number: int, condition: Callable[[], str]) -> dict[str, Any]:
    atoms = [{"id": f"a{i}", "expr": condition(), "text": "In words."} for i in range(4)]
    return {
        "id": id, "version": "1.0.0", "status": "active", "description": "Some permits are not changed like this.",
        "effect": ("deny", "deny", "require-confirmation")[number % 3], "when": {"all": atoms},
        "appliesTo": {"capabilities": [f"{id.partition('.')[0]}.*"]}, "owner": "permits-team",
        "reason": {"code": "PERMIT_RULE", "message": "Not like this."},
    }  # fmt: skip


def _schemas() -> dict[str, str]:
    """Give the paths of the schemas of what conditions read, by root."""
    files = {"resource": "work-permit", "principal": "principal", "context": "context"}
    return {root: f"schemas/records/{name}.json" for root, name in files.items()}


def _shapes() -> Mapping[str, Shape]:
    """Give the shapes of the roots: the record, the principal and the context of the pilot, and an input."""
    references = References(lambda path: load(path, (ROOT / path).read_bytes()) if (ROOT / path).is_file() else None)
    values = {root: {"$ref": path} for root, path in _schemas().items()} | {"input": INPUT}
    return {root: shape_of(embedded("alvara.yaml", (root,), value), references) for root, value in values.items()}


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


if __name__ == "__main__":
    main()
