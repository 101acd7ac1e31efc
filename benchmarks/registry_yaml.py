"""The text of policies, domain defaults, knowledge pages and the registry's own settings."""

from __future__ import annotations

import json
from collections.abc import Iterator

from blueprint import Domain, Entity, Policy
from naming import capital, kebab, upper_snake
from vocabulary import AREAS

PERMISSIONS = tuple(f"{area.key}.{verb}" for area in AREAS for verb in ("read", "create", "update", "approve"))
ROLES = ("worker", "requester", "contractor", "supervisor", "safetyEngineer", "administrator")
CONFIG = """\
registry: 3b6f0c52-6d0e-4a39-8a43-5a1f2e0c7d11
name: benchmark
defaultBranch: main
releaseTagPrefix: v
locales: [pt-BR, en]
knowledge: {roots: [docs]}
sources: {roots: [apps, packages, src, docs, scripts], present: false}
principal: {schema: schemas/records/principal.json}
context: {schema: schemas/records/context.json}
deprecation: {minimumDays: 90}
"""
CONDITIONS = {
    "immutable": (
        ("approved", 'resource.status == "APPROVED"', "O registro está aprovado.", "The record is approved."),
        (
            "ended",
            'resource.status in ["CANCELLED", "CLOSED"]',
            "O registro foi cancelado ou encerrado.",
            "The record is cancelled or closed.",
        ),
    ),
    "automation": (
        (
            "automated",
            'has(context.channel) && context.channel == "automation"',
            "O pedido veio de uma automação.",
            "The request came from an automation.",
        ),
    ),
    "contractor": (
        ("is-contractor", '"contractor" in principal.roles', "Quem pede é um terceiro.", "A contractor asks."),
        (
            "of-somebody-else",
            "principal.id != resource.requestedBy",
            "O registro foi aberto por outra pessoa.",
            "Another person opened the record.",
        ),
    ),
}
POLICY_TEXTS = {
    "immutable": (
        "deny",
        "any",
        "keeps its contents once it is approved or has ended",
        "LOCKED",
        "já foi aprovado ou terminou",
        "is already approved or has ended",
    ),
    "automation": (
        "require-confirmation",
        "any",
        "is changed by an automation only after a person agrees",
        "NEEDS_A_PERSON",
        "pede a confirmação de uma pessoa",
        "asks for the agreement of a person",
    ),
    "contractor": (
        "deny",
        "all",
        "is changed by a contractor only where the contractor opened it",
        "NOT_OWN",
        "foi aberto por outra pessoa",
        "was opened by another person",
    ),
}


def render_policy(policy: Policy, number: int) -> Iterator[str]:
    """The lines of one policy."""
    effect, combine, rule, code, pt, en = POLICY_TEXTS[policy.form]
    noun = policy.entity.noun
    yield f"id: {policy.id}"
    yield f'version: "1.{number % 4}.0"'
    yield "status: active"
    yield f"description: The {noun.en} {rule}."
    yield f"effect: {effect}"
    yield "appliesTo:"
    for key, refs in (("capabilities", policy.capabilities), ("resources", policy.resources)):
        if refs:
            yield f"  {key}:"
            for ref in refs:
                yield f"    - {ref}"
    if policy.resources:
        yield "  risk: [medium, high]"
    yield "when:"
    yield f"  {combine}:"
    for identifier, expression, text_pt, text_en in CONDITIONS[policy.form]:
        quoted = f"'{expression}'" if expression.startswith('"') else expression
        yield f"    - id: {identifier}"
        yield f"      expr: {quoted}"
        yield f"      text: {{pt-BR: {text_pt}, en: {text_en}}}"
    yield "reason:"
    yield f"  code: {upper_snake(policy.entity.id)}_{code}"
    yield "  message:"
    yield f"    pt-BR: O registro de {noun.pt} {pt}."
    yield f"    en: The {noun.en} {en}."
    yield f"owner: {kebab(policy.entity.domain)}-team"


def render_defaults(domain: Domain) -> Iterator[str]:
    """What the capabilities of a domain share."""
    code, retry = upper_snake(domain.key), "retry: {enabled: true, maxAttempts: 3, retryableErrors: [timeout, system]}"
    yield f"owner: {kebab(domain.key)}-team"
    yield "errors:"
    yield f"  - code: {code}_NOT_FOUND"
    yield "    category: not_found"
    yield f"    message: {{pt-BR: Não existe este registro em {domain.pt}., en: No such record in {domain.en}.}}"
    yield "    retryable: false"
    yield f"  - code: {code}_UNAVAILABLE"
    yield "    category: system"
    yield f"    message: {{pt-BR: Sistema de {domain.pt} fora do ar., en: The system of {domain.en} is down.}}"
    yield "    retryable: true"
    yield "execution:"
    yield f"  read: {{timeoutMs: 2000, idempotent: true, idempotencyStrategy: natural, {retry}}}"
    yield f"  write: {{timeoutMs: 5000, idempotent: true, idempotencyStrategy: key, {retry}}}"


def render_page(entity: Entity, domain: Domain) -> Iterator[str]:
    """The lines of the knowledge page about one entity."""
    root, first = entity.described[0], entity.described[1]
    yield "---"
    yield f"title: {root.pt}"
    yield f"semanticId: {entity.id}"
    yield f"entity: {entity.id}"
    yield "type: entity"
    for key, refs in (("capabilities", domain.listed_on(entity)), ("policies", domain.guards_of(entity))):
        if refs:
            yield f"{key}:"
            for ref in refs:
                yield f"  - {ref.id}"
    yield "---"
    yield ""
    yield f"# {root.pt}"
    yield ""
    yield f"Este cadastro pertence a {domain.pt}. {root.facts[0][0]}"
    yield ""
    for part in entity.described[1:]:
        yield f"- **{part.pt}**: {part.facts[0][0]}"
    yield ""
    yield f"{capital(entity.noun.the_pt)} começa por [[{first.id}]]."


def render_principal() -> str:
    """The JSON Schema of who asks; its enums are the only roles and permissions."""
    return render_schema(
        "The user on whose behalf the agent acts",
        ["id", "tenant", "roles", "permissions"],
        {
            "id": {"type": "string", "minLength": 1},
            "tenant": {"type": "string", "minLength": 1},
            "roles": {"type": "array", "maxItems": 20, "uniqueItems": True, "items": {"enum": ROLES}},
            "permissions": {"type": "array", "maxItems": 200, "uniqueItems": True, "items": {"enum": PERMISSIONS}},
        },
    )


def render_context() -> str:
    """The JSON Schema of where the question is asked from."""
    text = {"type": "string", "maxLength": 60}
    channel = {"enum": ["chat", "voice", "automation"]}
    return render_schema(
        "Where in the application the request is made",
        [],
        {"page": text, "tab": text, "focus": text, "channel": channel},
    )


def render_schema(title: str, required: list[str], properties: dict[str, object]) -> str:
    """A closed JSON Schema as a file."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "additionalProperties": False,
        "required": required,
        "properties": properties,
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
