"""The expressions in a bundle: the language that they are written in, and whether each can be evaluated at all."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from alvara.conditions.engine import NotCompiled, Program
from alvara.conditions.profile import LANGUAGE, PROFILE
from alvara.diagnostics.site import Pointer, json_pointer
from alvara.model.condition import atoms
from alvara.workspace.subjects import Body

WRITTEN_IN = {"language": LANGUAGE, "profile": PROFILE}
"""What `registry.json` says of it. A bundle that says nothing was made before there was more than one."""


class Expression(NamedTuple):
    """An expression and its place in a definition; `names` may be read in it beside the roots."""

    pointer: Pointer
    source: str
    names: tuple[str, ...] = ()


def known_language(registry: Mapping[str, Any]) -> bool:
    """Whether the expressions of a bundle are in the language that is evaluated here."""
    return bool(registry.get("conditions", WRITTEN_IN) == WRITTEN_IN)


def troubles(bodies: Iterable[Body]) -> Iterator[str]:
    """Say of each definition what is wrong with its first expression that is no CEL; empty where all of them are."""
    known: dict[tuple[str, tuple[str, ...]], str] = {}
    for body in bodies:
        found = ""
        for pointer, source, names in expressions_of(body):
            if (source, names) not in known:
                known[source, names] = _trouble(source, names)
            if trouble := known[source, names]:
                found = f"`{json_pointer(pointer)}` cannot be evaluated: {trouble}"
                break
        yield found


def expressions_of(body: Body) -> Iterator[Expression]:
    """List every expression of a capability or a policy."""
    confirmation, verification = body.get("confirmation", {}), body.get("verification", {})
    for place, held in ((("when",), body), (("confirmation", "when"), confirmation)):
        if "when" in held:
            yield from (Expression((*at, "expr"), atom["expr"]) for atom, at in atoms(held["when"], place))
    for place, listed in (
        (("preconditions",), body.get("preconditions", ())), (("postconditions",), body.get("postconditions", ())),
        (("verification", "expect"), verification.get("expect", ())),
    ):  # fmt: skip
        yield from (Expression((*place, i, "expr"), atom["expr"]) for i, atom in enumerate(listed))
    yield from _mapped(("verification", "with"), verification.get("with", {}))
    if "idFrom" in body.get("target", {}):
        yield Expression(("target", "idFrom"), body["target"]["idFrom"])
    for i, step in enumerate(body.get("steps", ())):
        if "forEach" in step:
            yield Expression(("steps", i, "forEach"), step["forEach"])
        yield from _mapped(("steps", i, "with"), step.get("with", {}), (step["as"],) if "as" in step else ())
    yield from _mapped(("output",), body.get("output", {}))
    navigation = body.get("navigation", {})
    yield from _mapped(("navigation",), {key: navigation[key] for key in ("pageFrom", "tabFrom") if key in navigation})
    yield from _mapped(("navigation", "params"), navigation.get("params", {}))


def _mapped(place: Pointer, held: Mapping[str, str], names: tuple[str, ...] = ()) -> Iterator[Expression]:
    return (Expression((*place, key), source, names) for key, source in held.items())


def _trouble(source: str, names: tuple[str, ...]) -> str:
    try:
        Program(source, names)
    except NotCompiled as error:
        return error.message
    return ""
