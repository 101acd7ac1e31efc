"""What the business needs not read and the approvers sign all the same: where and how a capability is carried out."""

from collections.abc import Iterator, Mapping

from alvara.review.approval_layout import Item, code, token
from alvara.review.approval_voice import Voice
from alvara.workspace.subjects import Body

_TOLD = frozenset({
    "id", "version", "status", "name", "description", "domain", "type", "action", "owner", "proposedBy", "labels",
    "synonyms", "examples", "aliases", "semanticIds", "knowledgeReferences", "target", "inputSchema", "outputSchema",
    "endpoint", "implementation", "authorization", "risk", "effects", "confirmation", "preconditions",
    "postconditions", "execution", "verification", "errors", "observability", "steps", "output", "navigation",
    "deprecation",
})  # fmt: skip


def technical(body: Body, voice: Voice) -> Iterator[Item]:
    """Tell what is left, and last of all what there are no sentences for."""
    yield voice.item("technical.id", id=token(body["id"]), version=token(body["version"]), aspect="version")
    yield voice.item("technical.domain", domain=token(body["domain"]), aspect="domain")
    endpoint = body.get("endpoint", {})
    if endpoint:
        call = code(f"{endpoint['method']} {endpoint['path']}")
        yield voice.item("technical.endpoint", call, service=token(endpoint["service"]), aspect="endpoint")
    if "implementation" in body:
        block = body["implementation"]
        found = [voice.item(f"technical.{key}", value=token(block[key])) for key in ("module", "function", "source")
                 if key in block]  # fmt: skip
        yield voice.item("technical.implementation", *found, aspect="implementation")
    if "timeoutMs" in body["execution"]:
        number = voice.value(body["execution"]["timeoutMs"])
        yield voice.item("technical.timeout", n=number, aspect="execution")
    if "idFrom" in body.get("target", {}):
        yield voice.item("technical.target", code(body["target"]["idFrom"]), aspect="target")
    if "output" in body:
        yield voice.item("technical.output", *about_expressions(body["output"], voice), aspect="output")
    if "verification" in body:
        yield _verification(body, voice)
    if body.get("observability", {}).get("redact"):
        names = voice.listed(map(token, body["observability"]["redact"]))
        yield voice.item("technical.redact", names=names, aspect="observability")
    yield from voice.computed
    for key in sorted(body.keys() - _TOLD):
        yield voice.item("technical.rest", voice.outline(key, body[key]), aspect=key, name=f"rest {key}")


def about_expressions(block: Mapping[str, str], voice: Voice) -> tuple[Item, ...]:
    """Tell what is computed under each name."""
    return tuple(
        voice.item("steps.value", code(block[name]), name=f"value {name}", what=token(name)) for name in sorted(block)
    )


def _verification(body: Body, voice: Voice) -> Item:
    block, where = body["verification"], voice.say("what.expect")
    found = []
    if "method" in block:
        found.append(Item(voice.among("method", block["method"]), name="method"))
    if "capability" in block:
        found.append(voice.item("technical.reader", capability=token(block["capability"])))
    if "with" in block:
        found.append(voice.item("technical.with", *about_expressions(block["with"], voice)))
    if block.get("expect"):
        atoms = [voice.atom(atom, "verification", where) for atom in block["expect"]]
        found.append(voice.item("technical.expect", *atoms))
    if "expectError" in block:
        found.append(voice.item("technical.expectError", code=token(block["expectError"])))
    return voice.item(f"technical.verification.{block.get('enabled')}", *found, aspect="verification",
                      name="verification")  # fmt: skip
