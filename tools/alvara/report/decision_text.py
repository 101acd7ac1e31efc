"""A decision for people: what came of it, why, and what to do next; or every condition that was judged."""

from collections.abc import Iterator, Mapping
from json import dumps
from typing import Any

from alvara.decisions.decision import Decision
from alvara.report.escape import one_line, visible

_NEXT = {
    "allow": "It may be carried out.",
    "confirm": "Ask the user; their yes is the JSON of this answer, given with `--confirmed` before it ends.",
    "blocked": "It can be asked again once what the reasons name has changed.",
    "deny": "It is not to be carried out; `--explain` shows every condition that was judged.",
}
_HEADS = {
    "deny": "policies that deny", "grant": "policies that allow", "precondition": "preconditions",
    "confirmation": "confirmation",
}  # fmt: skip


def render(decision: Decision) -> str:
    """Write the outcome, the reasons with their places, and what comes next."""
    return "\n".join(map(visible, _answer(decision))) + "\n"


def render_for_agent(view: Mapping[str, Any]) -> str:
    """Write what an agent may see: the outcome, the codes and the question."""
    lines = [_head(view["decision"], view["capability"], view["version"])]
    lines += [f"  {reason['code']}" for reason in view["reasons"]]
    if view["confirmation"]:
        lines += _question(**view["confirmation"])
    return "\n".join(map(visible, lines)) + "\n"


def explain(decision: Decision) -> str:
    """Write every phase with its policies and their atoms, what each came to, where it is written and what it read.

    All of it is taken from the record, where what is secret is masked.
    """
    return "\n".join(map(one_line, (*_summary(decision), *_tree(decision.trace)))) + "\n"


def _answer(decision: Decision) -> Iterator[str]:
    yield from _summary(decision)
    if decision.question is not None:
        question = decision.question
        yield from _question(question.message, question.digest, question.expires_at)
    for duty in decision.trace.get("obligations", ()):
        yield f"  whoever carries it out keeps to the tenant {dumps(duty['tenant'], ensure_ascii=False)}"
    yield _NEXT[decision.outcome]


def _summary(decision: Decision) -> Iterator[str]:
    yield f"{_head(decision.outcome, decision.capability, decision.version)}, as of {decision.trace['now']}"
    for reason in decision.reasons:
        what = f" {reason.policy}" if reason.policy else ""
        what += f", {reason.atom}" if reason.policy and reason.atom else f" {reason.atom}" if reason.atom else ""
        yield f"  {reason.code}{f' ({what.strip()})' if what else ''}"
        yield from (f"    {line}" for line in _texts(reason.message))
        if reason.file:
            yield f"    {reason.file}:{reason.line}"


def _head(outcome: str, capability: str, version: str | None) -> str:
    return f"{outcome}: {capability}{f' {version}' if version else ''}"


def _question(message: Any, digest: str, expiresAt: str) -> list[str]:  # noqa: N803 - the key of the view
    return [f"  ask until {expiresAt}:", *(f"    {line}" for line in _texts(message)), f"    {digest}"]


def _texts(message: Any) -> list[str]:
    if isinstance(message, Mapping):
        return [f"{locale}: {text}" for locale, text in message.items()]
    return [str(message)] if message else []


def _tree(trace: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    source = trace["source"]
    yield f"source: {source['kind']} {source['version'] or ''}{' ' if source['version'] else ''}{source['digest']}"
    for root, words in trace.get("objections", {}).items():
        yield f"{root}: {words}"
    phases = trace.get("phases")
    if phases is None:
        return
    yield f"authorization: {_authorization(trace)}"
    for reason in phases["authorization"]:
        yield f"  {reason['code']}: {reason['message']}{_at(reason)}"
    for phase, head in _HEADS.items():
        always = phases["built-in"] if phase == "confirmation" else []
        if phases[phase] or always:
            yield f"{head}:"
        for clause in phases[phase]:
            yield from _clause(clause)
        if always:
            yield f"  always: {', '.join(always)}"
    policies = trace["policies"]
    yield f"{policies['attached']} of {policies['considered']} policies are attached"
    confirmation = trace["confirmation"]
    if confirmation is not None and confirmation["state"] != "none":
        yield f"the yes that was given: {_STATES[confirmation['state']]}"
    if trace["masked"]:
        yield f"masked: {', '.join(trace['masked'])}"


def _authorization(trace: Mapping[str, Any]) -> str:
    phases = trace["phases"]
    if phases["authorization"]:
        return "refused"
    if any(one["id"].startswith("request.") for one in trace["determining"]):
        return "not judged"
    return "passed" if any(phases[phase] for phase in _HEADS) or trace["decision"] == "allow" else "not refused"


_STATES = {
    "accepted": "it is good for this call",
    "mismatch": "it is for something else than this call",
    "expired": "its time is over",
    "spent": "it was used before",
    "not_needed": "nobody has asked for it",
}


def _clause(clause: Mapping[str, Any]) -> Iterator[str]:
    yield f"  {clause['truth']:<5}  {clause['id']}{_at(clause)}"
    for atom in clause["atoms"]:
        name = f"{atom['id']}: " if clause["kind"] in ("policy", "confirmation") else ""
        yield f"    {atom['truth']:<5}  {name}{atom['expr']}{_at(atom) if name else ''}"
        for way, value in atom["reads"].items():
            yield f"             {way} = {dumps(value, ensure_ascii=False, sort_keys=True)}"
        if "message" in atom:
            yield f"             {atom['code']}: {atom['message']}"


def _at(written: Mapping[str, Any]) -> str:
    return f"  {written['file']}:{written['line']}" if written.get("file") else ""
