"""Time the static checking of 1,000 conditions, beside the CEL library's own type checker.

    python -m benchmarks.conditions [RUNS]

Prints the median of some runs, in seconds of the processor, over the schemas of this repository's registry. Both read
each expression anew. The library's checker has the types only: it knows of no lists of values, no optional fields, no
dates and no roles.
"""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from time import process_time

from alvara.conditions.decoding import parse
from alvara.conditions.inference import Surroundings, judge
from alvara.documents.load import load
from alvara.model.schemas import Shape
from alvara.subschemas.references import References, embedded
from alvara.subschemas.shapes import shape_of
from tests.conditions.checker import Checker

ROOT = Path(__file__).parent.parent
NUMBER = 1_000
FORMS = (
    'resource.status == "APPROVED" && resource.validityDays > {0}',
    'resource.status in ["DRAFT", "PENDING"] || resource.revision != {0}',
    '"supervisor" in principal.roles && principal.tenant == resource.tenant && size(principal.permissions) > {0}',
    "has(resource.validUntil) && timestamp(resource.validUntil) > now - duration('{0}h')",
    'resource.components.exists(c, c.name == "part {0}" && has(c.inspectionRequired) && c.inspectionRequired)',
    "resource.components.all(c, has(c.inspectedUntil) ? timestamp(c.inspectedUntil) > now : size(c.name) < {0})",
    "input.validityDays != resource.validityDays && input.validityDays <= {0}",
    'has(context.channel) && context.channel == "automation" && input.validityDays > {0}',
    "resource.allRequiredDocuments && resource.responsiblePersonAssigned && size(resource.risks) > {0}",
    '!has(input.reason) || input.reason.startsWith("reason {0}")',
)
MISTAKES = (
    'resource.statu == "APPROVED" && resource.validityDays > {0}',
    'resource.status == "APROVED" && resource.validityDays > {0}',
    "resource.validUntil > now && resource.validityDays > {0}",
    'resource.validityDays == "{0}"',
)
"""One in ten is wrong: to say so costs more than to find nothing."""


def main() -> None:
    """Print the times."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    sources = [
        (MISTAKES[i // 10 % len(MISTAKES)] if i % 10 == 0 else FORMS[i % len(FORMS)]).format(i) for i in range(NUMBER)
    ]
    roots = _shapes()
    surroundings, checker = Surroundings(roots), Checker(roots)

    def ours() -> int:
        parse.cache_clear()
        return sum([bool(judge(parse(source), source, surroundings)) for source in sources])

    def theirs() -> int:
        return sum([bool(checker.objection(source)) for source in sources])

    mine, peer = [median(_seconds(work) for _ in range(runs)) for work in (ours, theirs)]
    print(f"{NUMBER} conditions, {ours()} with a finding: {mine:.3f} s")
    print(f"the library's checker, {theirs()} refused: {peer:.3f} s; ratio {mine / peer:.2f}")


def _shapes() -> Mapping[str, Shape]:
    """Give the shapes of the roots: the record, the principal and the context of the pilot, and an input."""
    references = References(lambda path: load(path, (ROOT / path).read_bytes()) if (ROOT / path).is_file() else None)
    files = {"resource": "work-permit", "principal": "principal", "context": "context"}
    shapes = {
        root: shape_of(embedded("alvara.yaml", (root,), {"$ref": f"schemas/records/{name}.json"}), references)
        for root, name in files.items()
    }
    text = '{"type": "object", "required": ["validityDays"], "properties": {"validityDays": {"type": "integer"}, '
    value = json.loads(text + '"reason": {"type": "string"}}}')
    return {**shapes, "input": shape_of(embedded("alvara.yaml", ("input",), value), references)}


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


if __name__ == "__main__":
    main()
