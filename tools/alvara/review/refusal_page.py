"""What somebody reads before they say no: shortly, since nothing becomes possible by it."""

from typing import Literal

from alvara.report.escape import one_line

RENDERER = "alvara.refusal/1"
"""The name under which records keep the digest of this text. Whoever changes what it says changes it."""

_ENGLISH = {
    "reject": "You are about to reject {what}, speaking as {role}.",
    "revoke": "You are about to take back what was approved: {what}, speaking as {role}.",
    "capability": "{id} {version}, a capability whose risk is {risk}",
    "policy": "{id} {version}, a policy",
    "technical": "technical",
    "business": "business",
    "risks": {},
    "effect": (
        "This holds for good, for exactly this content, and whoever else approves it: it can never be used again as it",
        "stands. Other content, in a new version, can be approved. The record stays in the registry under your name.",
    ),
}  # fmt: skip
_PORTUGUESE = {
    "reject": "Você está prestes a rejeitar {what}, falando como responsável {role}.",
    "revoke": "Você está prestes a retirar o que foi aprovado: {what}, falando como responsável {role}.",
    "capability": "{id} {version}, uma capacidade cujo risco é {risk}",
    "policy": "{id} {version}, uma política",
    "technical": "pela área técnica",
    "business": "pelo negócio",
    "effect": (
        "Isso vale para sempre, para exatamente este conteúdo, seja quem for que o aprove: ele nunca mais pode ser",
        "usado como está. Outro conteúdo, em uma nova versão, pode ser aprovado. O registro fica com o seu nome.",
    ),
    "risks": {"read": "leitura", "low": "baixo", "medium": "médio", "high": "alto", "critical": "crítico"},
}  # fmt: skip


def render_refusal(
    kind: str, id: str, version: str, risk: str, decision: Literal["reject", "revoke"], role: str, locale: str
) -> str:  # fmt: skip
    """Say what a refusal does, in a locale: one of Portuguese gives Portuguese, any other English."""
    words = _PORTUGUESE if locale.lower().startswith("pt") else _ENGLISH
    risks = words["risks"]
    told = risks.get(risk, risk) if isinstance(risks, dict) else risk
    what = str(words[kind]).format(id=one_line(id), version=one_line(version), risk=told)
    first = str(words[decision]).format(what=what, role=words.get(role, role))
    return "\n".join((first, "", *words["effect"], ""))
