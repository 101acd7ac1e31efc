"""The conditions of a definition as facts: where each stands, and what kind of question it answers."""

from collections.abc import Iterator, Mapping
from typing import Any

from alvara.diagnostics.site import Pointer
from alvara.model.capability import Capability
from alvara.model.policy import Policy
from alvara.model.schemas import ANYTHING
from alvara.workspace.setting import Setting

Atom = tuple[str, Pointer]
"""An expression, and where it stands."""

Tree = tuple[Any, ...]
"""An `Atom`, or how trees are joined (`all`, `any`, `not`), those trees, and where the group stands."""

Condition = tuple[str, Tree, str, str]
"""A role, what is asked, and for some roles a capability and a name.

Roles are `when`, `idFrom`, `precondition`, `postcondition`, `confirmation` (with `required` where the user is asked in
any case), `expectation` (with the capability that reads again, where one does), `with` (with that, and the property),
`navigation` (with the key). Of a composite: `call` (nothing is asked: from here on it is about a step that calls this
capability and has this name), `forEach` (with the name that an item has), `step` (with the capability and the property)
and `output` (with the property).
"""

Conditions = tuple[Condition, ...]
Shapes = tuple[tuple[str, tuple[Any, ...]], ...]
"""What the schemas of a definition let be, by key: `model.schemas.Shape`, packed."""

_HOLDERS = (
    "target", "preconditions", "postconditions", "confirmation", "verification", "steps", "output", "navigation",
)  # fmt: skip


def conditions_of(model: Capability | Policy) -> Conditions:
    """List what a definition asks in CEL."""
    written, pointer = model.written, model.pointer
    if isinstance(model, Policy):
        return (("when", tree_of(written["when"], (*pointer, "when")), "", ""),) if "when" in written else ()
    return () if written.keys().isdisjoint(_HOLDERS) else tuple(_of_capability(written, pointer))


def shapes_of(model: Any, keys: tuple[str, ...], setting: Setting) -> Shapes:
    """Give the shapes of some schemas of a definition. One that does not hold excuses whoever reads it."""
    from alvara.subschemas.shapes import shape_of
    from alvara.workspace.authored import schemas

    found = schemas(model, setting)
    roots = {key: found.sound(key) for key in keys if key in model.written}
    shapes = {key: ANYTHING if root is None else shape_of(root, found.references) for key, root in roots.items()}
    return tuple([(key, shape.packed()) for key, shape in shapes.items()])


def rely_on_surroundings(setting: Setting) -> None:
    """Have whoever reads `principal` and `context` judged again when their schemas change."""
    for path in (setting.config.principal_schema, setting.config.context_schema):
        if path:
            setting.document(path)


def atoms_of(tree: Tree) -> Iterator[Atom]:
    """Yield the atoms of a condition, in the order of the text."""
    if len(tree) == 2:
        yield tree[0], tree[1]
    elif tree:
        for item in tree[1]:
            yield from atoms_of(item)


def expressions_of(tree: Tree) -> list[str]:
    """List the expressions of a condition, in the order of the text."""
    return [expr for expr, _ in atoms_of(tree)]


def _of_capability(written: Mapping[str, Any], pointer: Pointer) -> Iterator[Condition]:
    target = written.get("target", {})
    if "idFrom" in target:
        yield "idFrom", (target["idFrom"], (*pointer, "target", "idFrom")), "", ""
    for key, role in (("preconditions", "precondition"), ("postconditions", "postcondition")):
        for i, atom in enumerate(written.get(key, ())):
            yield role, tree_of(atom, (*pointer, key, i)), "", ""
    when = written.get("confirmation", {}).get("when")
    if when is not None:
        required = "required" if written["confirmation"].get("required") is True else ""
        yield "confirmation", tree_of(when, (*pointer, "confirmation", "when")), required, ""
    yield from _of_verification(written.get("verification", {}), (*pointer, "verification"))
    yield from _of_navigation(written.get("navigation", {}), (*pointer, "navigation"))
    for i, step in enumerate(written.get("steps", ())):
        place = (*pointer, "steps", i)
        yield "call", (), step["capability"], step["id"]
        if "forEach" in step:
            yield "forEach", (step["forEach"], (*place, "forEach")), step["capability"], step.get("as", "")
        for name, expression in step.get("with", {}).items():
            yield "step", (expression, (*place, "with", name)), step["capability"], name
    for name, expression in written.get("output", {}).items():
        yield "output", (expression, (*pointer, "output", name)), "", name


def _of_verification(written: Mapping[str, Any], pointer: Pointer) -> Iterator[Condition]:
    reading = written.get("capability", "")
    for name, expression in written.get("with", {}).items():
        yield "with", (expression, (*pointer, "with", name)), reading, name
    after = {"read-after-write": reading, "response": "response"}.get(written.get("method", ""), "")
    for i, atom in enumerate(written.get("expect", ())):
        yield "expectation", tree_of(atom, (*pointer, "expect", i)), after, ""


def _of_navigation(written: Mapping[str, Any], pointer: Pointer) -> Iterator[Condition]:
    for key in ("pageFrom", "tabFrom"):
        if key in written:
            yield "navigation", (written[key], (*pointer, key)), "", key
    for name, expression in written.get("params", {}).items():
        yield "navigation", (expression, (*pointer, "params", name)), "", "params"


def tree_of(item: Mapping[str, Any], pointer: Pointer) -> Tree:
    """Take what is said about a condition from it: what decides is its expressions, and how they are joined."""
    if "expr" in item:
        return item["expr"], (*pointer, "expr")
    ((joint, items),) = item.items()
    return joint, tuple([tree_of(inner, (*pointer, joint, i)) for i, inner in enumerate(items)]), pointer
