"""A capability in words that its approvers understand, section by section; what is left is told at the end."""

from collections.abc import Iterator, Mapping
from typing import Any

from alvara.model.capability import READS, RISKS
from alvara.review.approval_layout import Item, code, token, words
from alvara.review.approval_policies import Section, about_deprecation, about_policies
from alvara.review.approval_schemas import about_schema
from alvara.review.approval_steps import about_steps
from alvara.review.approval_technical import technical
from alvara.review.approval_voice import Voice
from alvara.workspace.subjects import Body


def capability_sections(
    body: Body, policies: tuple[Body, ...], steps: tuple[Body, ...], required: str, voice: Voice
) -> Iterator[Section]:
    """Tell all that a capability says but its status, with what decides on it and what it runs."""
    yield "does", tuple(_does(body, voice))
    yield "risk", tuple(_stake(body, required, voice))
    yield "callers", tuple(_callers(body.get("authorization", {}), voice))
    schema = about_schema(body["inputSchema"], voice)
    yield "input", tuple(item._replace(aspect="inputSchema") for item in schema)
    yield "confirmation", tuple(_confirmation(body, voice))
    yield "guards", (*_preconditions(body, voice), *_policies(policies, voice))
    if body.get("steps"):
        yield "steps", tuple(about_steps(body, steps, voice))
    yield "answer", tuple(_answer(body, voice))
    if body.get("errors"):
        yield "errors", tuple(_errors(body, voice))
    yield "retries", tuple(_retries(body, voice))
    yield "behind", tuple(_behind(body, voice))
    yield "words", tuple(_words(body, voice))
    yield "technical", tuple(technical(body, voice))
    yield "others", tuple(voice.others)


def _does(body: Body, voice: Voice) -> Iterator[Item]:
    yield voice.item("does.name", voice.text(body["name"], "name", voice.say("what.name")), aspect="name")
    said = voice.text(body["description"], "description", voice.say("what.description"))
    yield voice.item("does.description", said, aspect="description")
    yield Item(voice.among("action", body["action"]), aspect="action", name="action")
    if "navigation" not in body or body["type"] != "atomic":
        yield Item(voice.say(f"type.{body['type']}.sentence"), aspect="type", name="type")
    target = body.get("target", {})
    if "resource" in target:
        yield voice.item("does.target", resource=voice.resource(target["resource"]), aspect="target")
    if body.get("semanticIds"):
        names = voice.listed(map(voice.resource, body["semanticIds"]))
        yield voice.item("does.semanticIds", resources=names, aspect="semanticIds")
    navigation = body.get("navigation", {})
    for key in ("page", "tab"):
        if key in navigation:
            yield voice.item(f"does.{key}", page=token(navigation[key]), tab=token(navigation[key]),
                             aspect="navigation")  # fmt: skip
    computed = {voice.say(f"navigation.{key}"): navigation[f"{key}From"] for key in ("page", "tab")
                if f"{key}From" in navigation}  # fmt: skip
    parameters = navigation.get("params", {})
    computed |= {voice.say("navigation.parameter", name=token(key)): parameters[key] for key in sorted(parameters)}
    if computed:
        values = [voice.item("steps.value", code(text), name=what, what=what) for what, text in computed.items()]
        yield voice.item("does.navigation", *values, aspect="navigation")


def _stake(body: Body, required: str, voice: Voice) -> Iterator[Item]:
    yield voice.item("stake.risk", risk=voice.among("risk", body["risk"]), aspect="risk")
    yield voice.item("stake.required", risk=voice.among("risk", required))
    effects = list(body.get("effects", ()))
    for effect in effects:
        yield Item(voice.among("effects", effect), aspect="effects", name=f"effect {effect}")
    if body["action"] == "delete":
        yield voice.item("stake.delete", aspect="action")
    elif not effects and body["action"] not in READS:
        yield voice.item("stake.none", aspect="effects")


def _callers(block: Mapping[str, Any], voice: Voice) -> Iterator[Item]:
    aspect = "authorization"
    permissions = block.get("permissions", ())
    key = "callers.permissions" if len(permissions) > 1 else "callers.permission"
    key = key if permissions else "callers.permissions.none"
    yield voice.item(key, names=voice.listed(map(token, permissions)), aspect=aspect, name="permissions")
    roles = block.get("roles", {})
    for sort in sorted(roles):
        names = voice.listed(map(token, roles[sort]), "or" if sort == "any" else "and")
        key = f"callers.{sort}" if len(roles[sort]) > 1 else "callers.role"
        yield voice.item(key, names=names, aspect=aspect, name="roles")
    if not roles:
        yield voice.item("callers.roles.none", aspect=aspect, name="roles")
    for scope in ("tenantScoped", "resourceScoped"):
        yield voice.item(f"callers.{scope}.{block.get(scope)}", aspect=aspect, name=scope)


def _confirmation(body: Body, voice: Voice) -> Iterator[Item]:
    aspect, block = "confirmation", body.get("confirmation", {})
    if not block:
        yield voice.item("confirmation.none", aspect=aspect)
        return
    if "required" in block:
        yield voice.item(f"confirmation.required.{block['required']}", aspect=aspect, name="required")
    if "riskThreshold" in block:
        reached = _rank(body["risk"]) >= _rank(block["riskThreshold"])
        levels = {"risk": voice.among("risk", block["riskThreshold"]), "own": voice.among("risk", body["risk"])}
        yield voice.item(f"confirmation.threshold.{reached}", **levels, aspect=aspect, name="threshold")
    if "when" in block:
        told = voice.condition(block["when"], aspect, voice.say("what.confirmation"))
        yield voice.item("confirmation.when", *told, aspect=aspect)
    if "messageTemplate" in block:
        said = voice.text(block["messageTemplate"], aspect, voice.say("what.message"))
        yield voice.item("confirmation.message", said, aspect=aspect)
    if "ttlSeconds" in block:
        yield Item(voice.counted("confirmation.ttl", block["ttlSeconds"]), aspect=aspect, name="ttl")


def _rank(risk: str) -> int:
    return RISKS.index(risk) if risk in RISKS else len(RISKS)


def _preconditions(body: Body, voice: Voice) -> Iterator[Item]:
    aspect, where = "preconditions", voice.say("what.precondition")
    found = []
    for atom in body.get(aspect, ()):
        error = [voice.item("guards.error", code=token(atom["error"]))] if "error" in atom else []
        found.append(voice.atom(atom, aspect, where, *error))
    key = "guards.preconditions" if found else "guards.preconditions.none"
    yield voice.item(key, *found, aspect=aspect, name=aspect)


def _policies(policies: tuple[Body, ...], voice: Voice) -> Iterator[Item]:
    yield from about_policies(policies, voice)
    if not policies:
        yield voice.item("guards.policies.none", aspect="policies")


def _answer(body: Body, voice: Voice) -> Iterator[Item]:
    if "outputSchema" in body:
        for item in about_schema(body["outputSchema"], voice):
            yield item._replace(aspect="outputSchema")
    else:
        yield voice.item("answer.none", aspect="outputSchema")
    where = voice.say("what.postcondition")
    found = [voice.atom(atom, "postconditions", where) for atom in body.get("postconditions", ())]
    if found:
        yield voice.item("answer.postconditions", *found, aspect="postconditions")


def _errors(body: Body, voice: Voice) -> Iterator[Item]:
    for error in body["errors"]:
        name = token(error["code"])
        said = voice.text(error["message"], "errors", voice.say("what.error", code=name))
        again = voice.say(f"errors.retryable.{error['retryable']}") if "retryable" in error else ""
        category = voice.among("category", error["category"])
        yield voice.item("errors.error", said, code=name, category=category, retryable=again, aspect="errors",
                         name=f"error {error['code']}")  # fmt: skip


def _retries(body: Body, voice: Voice) -> Iterator[Item]:
    aspect, block = "execution", body["execution"]
    yield voice.item(f"retries.idempotent.{block.get('idempotent')}", aspect=aspect, name="idempotent")
    if "idempotencyStrategy" in block:
        yield Item(voice.among("strategy", block["idempotencyStrategy"]), aspect=aspect, name="strategy")
    retry = block.get("retry", {})
    attempts = voice.value(retry.get("maxAttempts", 1))
    yield voice.item(f"retries.retry.{bool(retry.get('enabled'))}", n=attempts, aspect=aspect, name="retry")
    if retry.get("retryableErrors"):
        names = voice.listed([voice.among("category", name) for name in retry["retryableErrors"]], "or")
        yield voice.item("retries.errors", names=names, aspect=aspect)
    if retry.get("enabled") and not block.get("idempotent"):
        yield voice.item("retries.danger", aspect=aspect)


def _behind(body: Body, voice: Voice) -> Iterator[Item]:
    owner = {"owner": token(body["owner"])} if "owner" in body else {}
    yield voice.item("behind.owner" if owner else "behind.owner.none", **owner, aspect="owner", name="owner")
    proposers = voice.listed(map(voice.person, body.get("proposedBy", ())))
    key = "behind.proposed" if proposers else "behind.proposed.none"
    yield voice.item(key, names=proposers, aspect="proposedBy", name="proposedBy")
    if body.get("knowledgeReferences"):
        names = voice.listed(map(token, body["knowledgeReferences"]))
        yield voice.item("behind.pages", names=names, aspect="knowledgeReferences")
    if "deprecation" in body:
        yield about_deprecation(body["deprecation"], voice)


def _words(body: Body, voice: Voice) -> Iterator[Item]:
    for key in ("labels", "synonyms", "examples"):
        block, what = body.get(key), voice.say(f"words.{key}")
        if isinstance(block, list) and block:
            yield Item(voice.say("words.list", what=what), below=tuple(map(words, block)), aspect=key, name=key)
        elif isinstance(block, Mapping):
            for locale in voice.locales(block):
                said = block[locale] if isinstance(block[locale], list) else [block[locale]]
                text = voice.say("words.locale", what=what, locale=voice.among("locale", locale))
                yield Item(text, below=tuple(map(words, said)), aspect=key, name=f"{key} {locale}")
    if body.get("aliases"):
        yield voice.item("words.aliases", names=voice.listed(map(token, body["aliases"])), aspect="aliases")
