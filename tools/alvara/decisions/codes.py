"""The codes that every registry has, beside those that its capabilities and policies declare."""

BUILT_IN = frozenset(
    {
        "request.unknown_capability", "request.denied", "request.not_active", "request.principal_invalid",
        "request.context_invalid", "request.resource_invalid", "input.invalid", "authz.permission_missing",
        "authz.role_missing", "authz.tenant_mismatch", "authz.resource_mismatch", "authz.no_grant",
        "policy.evaluation_error", "precondition.evaluation_error", "precondition.not_met", "confirmation.required",
        "confirmation.condition", "confirmation.risk",
    }
)  # fmt: skip
"""Reasons that no definition has to declare."""
