"""The registry that scenarios start from: it holds, and its high capability waits in review."""

NOW = "2026-09-01T12:00:00Z"
REGISTRY = "5f0d3d2e-7a11-4c9e-9b7a-0d6f3f1a2b3c"
CANCEL, READ, COPY = "payment.cancel", "payment.read", "payment.copy"
CANCEL_FILE = "capabilities/payment/cancel.yaml"
READ_FILE = "capabilities/payment/read.yaml"
COPY_FILE = "capabilities/payment/copy.yaml"
DOMAIN_FILE = "capabilities/payment/domain.yaml"
RULE_FILE = "policies/payment/settled.yaml"
SCHEMA_FILE = "schemas/payment.json"
PAGE_FILE = "docs/payment.md"

CONFIG = f"""\
registry: {REGISTRY}
name: shop
defaultBranch: main
locales: [en]
"""

CANCEL_TEXT = """\
id: payment.cancel
version: "1.0.0"
name: Cancel a payment
description: Cancels one payment for good.
action: cancel
status: review
proposedBy: [ana]
labels: {en: Cancel a payment}
semanticIds: [payment]
knowledgeReferences: [docs/payment]
target: {resource: payment, idFrom: input.paymentId}
inputSchema:
  type: object
  additionalProperties: false
  required: [paymentId]
  properties:
    paymentId: {$ref: "../../schemas/payment.json#/$defs/paymentId"}
outputSchema:
  type: object
  required: [status]
  properties:
    status: {type: string}
endpoint: {service: shop-api, method: POST, path: "/payments/{paymentId}/cancellation"}
implementation: {module: payment, function: cancel}
authorization: {permissions: [payment.cancel], roles: {any: [clerk]}, tenantScoped: true, resourceScoped: true}
risk: high
confirmation:
  required: true
  messageTemplate: {en: "Cancel payment {input.paymentId} for good?"}
execution: {idempotent: true, idempotencyStrategy: natural}
verification:
  enabled: true
  method: read-after-write
  capability: payment.read
  with: {paymentId: input.paymentId}
  expect:
    - id: cancelled
      expr: after.status == "CANCELLED"
errors:
  - {code: PAYMENT_SETTLED, category: business, message: {en: This payment is settled.}, retryable: false}
"""

READ_TEXT = """\
id: payment.read
version: "1.0.0"
name: Read a payment
description: Reads one payment.
action: get
status: active
labels: {en: Read a payment}
semanticIds: [payment]
knowledgeReferences: [docs/payment]
target: {resource: payment, idFrom: input.paymentId}
inputSchema:
  type: object
  additionalProperties: false
  required: [paymentId]
  properties:
    paymentId: {type: string, maxLength: 20}
outputSchema:
  type: object
  required: [status]
  properties:
    status: {type: string}
endpoint: {service: shop-api, method: GET, path: "/payments/{paymentId}"}
implementation: {module: payment, function: read}
authorization: {permissions: [payment.read], roles: {any: [clerk]}, tenantScoped: true, resourceScoped: true}
risk: read
"""

COPY_TEXT = """\
id: payment.copy
version: "1.0.0"
name: Replace a payment
description: Reads one payment and cancels it.
type: composite
action: cancel
status: review
labels: {en: Replace a payment}
semanticIds: [payment]
knowledgeReferences: [docs/payment]
target: {resource: payment, idFrom: input.paymentId}
inputSchema:
  type: object
  additionalProperties: false
  required: [paymentId]
  properties:
    paymentId: {type: string, maxLength: 20}
outputSchema:
  type: object
  required: [status]
  properties:
    status: {type: string}
authorization:
  permissions: [payment.cancel, payment.read]
  roles: {any: [clerk]}
  tenantScoped: true
  resourceScoped: true
risk: high
confirmation:
  required: true
  messageTemplate: {en: "Replace payment {input.paymentId}?"}
execution: {idempotent: true, idempotencyStrategy: natural}
steps:
  - {id: source, capability: payment.read, with: {paymentId: input.paymentId}}
output: {status: steps.source.output.status}
verification: {enabled: true, method: response, expect: [{id: some, expr: output.status != ""}]}
"""

RULE_TEXT = """\
id: payment.settled
version: "1.0.0"
status: active
description: What is settled is not cancelled.
effect: deny
appliesTo: {capabilities: [payment.cancel]}
when:
  all:
    - id: settled
      expr: resource.status == "SETTLED"
      text: {en: The payment is settled.}
reason: {code: PAYMENT_SETTLED, message: {en: This payment is settled.}}
owner: payments-team
"""

FILES: dict[str, str | bytes] = {
    "alvara.yaml": CONFIG,
    CANCEL_FILE: CANCEL_TEXT,
    READ_FILE: READ_TEXT,
    DOMAIN_FILE: "owner: payments-team\nexecution: {write: {timeoutMs: 4000}}\n",
    RULE_FILE: RULE_TEXT,
    SCHEMA_FILE: """\
{"$defs": {"paymentId": {"type": "string", "maxLength": 20}, "note": {"type": "string", "maxLength": 100}}}
""",
    PAGE_FILE: "---\nsemanticId: payment\ntype: entity\n---\n# Payments\n\nWhat is paid.\n",
    "semantic-ids/payment.yaml": """\
id: payment
type: entity
name: Payment
labels: {en: Payment}
knowledgeRefs: [docs/payment]
capabilityRefs: [payment.cancel, payment.read]
recordSchema:
  type: object
  required: [id, tenant, status]
  properties:
    id: {type: string}
    tenant: {type: string}
    status: {type: string, enum: [OPEN, SETTLED, CANCELLED]}
""",
}
