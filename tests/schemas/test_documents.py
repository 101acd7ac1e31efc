"""Documents judged by the published schemas: good ones pass, and one mistake is one error at its place."""

import copy
from collections.abc import Callable
from typing import Any

import jsonschema_rs
import pytest
import yaml

Complaints = Callable[[str, Any], list[tuple[str, str]]]
GONE = object()
JUDGED_FROM_OUTSIDE = {"required", "additionalProperties", "maxProperties"}
"""The keywords that object to a map for what is or is not in it."""


def kind_of(name: str) -> str:
    """Tell the kind of a good document, with which its name begins."""
    return name.partition(",")[0]


def changed(document: Any, path: str, value: Any) -> Any:
    """Copy a document with the value at `path` replaced, added or (`GONE`) removed."""
    result = copy.deepcopy(document)
    *way, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    place = result
    for step in way:
        place = place[step]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return result


GOOD: dict[str, str] = {
    "capability, as the requirements show one": """
        id: workPermit.updateValidity
        version: 1.0.0
        description: Atualiza a validade de uma permissão de trabalho.
        risk: medium
        confirmation:
          required: true
        authorization:
          permissions:
            - workPermit.update
          tenantScoped: true
          resourceScoped: true
        endpoint:
          service: sst-api
          method: PATCH
          path: /work-permits/{workPermitId}/validity
        inputSchema:
          type: object
          additionalProperties: false
          required: [workPermitId, validityDays]
          properties: {workPermitId: {type: string}, validityDays: {type: integer}}
        verification:
          method: read-after-write
        """,
    "capability, atomic": """
        id: workPermit.updateValidity
        version: "1.0.0"
        name: Update the validity of a work permit
        description: {pt-BR: Define por quantos dias a permissão vale., en: Sets for how many days a permit is valid.}
        domain: workPermit
        type: atomic
        action: update
        status: active
        owner: permits-team
        proposedBy: [ana]
        labels: {pt-BR: [Alterar validade], en: Change validity}
        synonyms: [prorrogar, extend]
        examples: {pt-BR: [Coloque a validade para 30 dias.]}
        aliases: []
        semanticIds: [workPermit, workPermit.validity]
        knowledgeReferences: [docs/work-permit/validity]
        target: {resource: workPermit, idFrom: input.workPermitId}
        inputSchema: {$ref: "../schemas/permit.json#/$defs/change"}
        outputSchema: true
        endpoint: {service: sst-api, method: PATCH, path: "/work-permits/{workPermitId}/validity"}
        implementation: {module: workPermit, function: updateValidity, source: src/domain/workPermit/service.ts}
        authorization: {permissions: [workPermit.update], roles: {any: [x]}, tenantScoped: true, resourceScoped: true}
        risk: medium
        effects: [financial]
        confirmation:
          required: false
          riskThreshold: medium
          when:
            any:
              - {id: long, expr: input.validityDays > 90, text: {pt-BR: Mais de 90 dias.}}
              - all:
                  - expr: input.validityDays > 30
                  - not: [{id: trusted, expr: '"safetyEngineer" in principal.roles'}]
          messageTemplate: {pt-BR: "Alterar a validade da permissão {input.workPermitId}?"}
          ttlSeconds: 600
        preconditions:
          - id: is-a-change
            expr: input.validityDays != resource.validityDays
            error: WORK_PERMIT_VALIDITY_UNCHANGED
            text: {pt-BR: A permissão já tem essa validade.}
        postconditions:
          - {id: validity-set, expr: output.validityDays == input.validityDays}
        execution:
          timeoutMs: 5000
          idempotent: true
          idempotencyStrategy: natural
          retry: {enabled: true, maxAttempts: 3, retryableErrors: [timeout]}
        verification:
          enabled: true
          method: read-after-write
          capability: workPermit.read
          with: {workPermitId: input.workPermitId}
          expect: [{id: stored, expr: after.validityDays == input.validityDays}]
          expectError: WORK_PERMIT_NOT_FOUND
        errors:
          - code: WORK_PERMIT_VALIDITY_UNCHANGED
            category: business
            message: The permit has this validity already.
            retryable: false
        observability: {redact: [/input/reason]}
        deprecation: {since: "2026-09-01", removeAfter: "2027-03-01", replacedBy: workPermit.extend@2, reason: New API.}
        """,
    "capability, composite": """
        id: workPermit.clone
        version: "1.0.0"
        description: Creates a new draft from a permit.
        type: composite
        risk: medium
        authorization: {}
        inputSchema: {type: object}
        steps:
          - {id: source, capability: workPermit.read, with: {workPermitId: input.workPermitId}}
          - id: copies
            forEach: steps.source.output.components
            as: component
            capability: workPermit.components.add
            with: {name: component.name}
        output: {workPermitId: steps.draft.output.workPermitId}
        """,
    "capability, opening one page": """
        id: navigation.openWorkPermitComponents
        version: "1.0.0"
        description: Opens a permit on its components.
        action: navigate
        risk: low
        authorization: {roles: {all: [supervisor]}}
        inputSchema: {type: object}
        navigation: {page: workPermit, tab: components, params: {workPermitId: input.workPermitId}}
        """,
    "capability, opening the page asked for": """
        id: navigation.navigate
        version: "1.0.0"
        description: Opens a page.
        action: navigate
        risk: low
        authorization: {permissions: [app.use]}
        inputSchema: {type: object}
        navigation: {pageFrom: input.page, tabFrom: input.tab, params: {}}
        """,
    "domain, what a folder shares": """
        owner: permits-team
        errors:
          - {code: WORK_PERMIT_NOT_FOUND, category: not_found, message: {pt-BR: Não encontrei.}, retryable: false}
        execution:
          read: {timeoutMs: 2000, idempotent: true}
          write: {timeoutMs: 5000, retry: {enabled: false}}
        """,
    "resource, a field": """
        id: workPermit.validity
        type: field
        name: Validity
        description: For how many days the permit is valid.
        status: active
        owner: permits-team
        labels: {pt-BR: Validade, en: Validity}
        parentId: workPermit
        aliases: [permit.validity, workPermit.validityPeriod]
        synonyms: {pt-BR: [prazo, período de validade, tempo válido], en: [valid for]}
        knowledgeRefs: [docs/work-permit/validity]
        capabilityRefs: [workPermit.read, {ref: workPermit.updateValidity, confidence: VERIFIED}]
        policyRefs: [workPermit.validity.update]
        uiRefs: [ui.workPermit.validity]
        apiRefs: []
        sourceRefs: [{path: apps/web/src/pages/work-permits.tsx, symbol: ValidityField}]
        relations: [{type: DOCUMENTED_BY, target: docs/work-permit/validity, confidence: VERIFIED}]
        confidence: VERIFIED
        recordPath: /validityDays
        valueSchema: {type: integer}
        values: {DRAFT: {pt-BR: rascunho}}
        metadata: {anything: [{goes: here}]}
        """,
    "resource, several in a file": """
        resources:
          - id: workPermit
            type: entity
            name: {pt-BR: Permissão de trabalho, en: Work permit}
            labels: [Work permit]
            recordSchema: {$ref: ../schemas/records/work-permit.json}
            recordVersion: /revision
          - {id: safety, type: domain, name: Safety, deprecation: {since: "2026-09-01", reason: Merged.}}
        """,
    "policy, a deny": """
        id: workPermit.validity.update
        version: "1.0.0"
        status: active
        description: An approved permit is not edited.
        effect: deny
        appliesTo:
          capabilities: [workPermit.updateValidity, "workPermit.components.*"]
          resources: [workPermit.validity]
          risk: [medium, high]
        when:
          all:
            - {id: approved, expr: resource.status == "APPROVED", text: {pt-BR: A permissão já foi aprovada.}}
        reason: {code: WORK_PERMIT_ALREADY_APPROVED, message: This permit is already approved.}
        owner: permits-team
        expires: "2027-06-30"
        """,
    "page, knowledge": """
        title: Validade da permissão
        sidebar_position: 3
        semanticId: workPermit.validity
        entity: workPermit
        type: field
        capabilities: [workPermit.updateValidity]
        policies: [workPermit.validity.update]
        relatedCapabilities: []
        relatedPolicies: []
        """,
    "page, anything else": "{title: Home}",
    "config, full": """
        registry: 5f0d3d2e-7a11-4c9e-9b7a-0d6f3f1a2b3c
        name: sst
        defaultBranch: main
        releaseTagPrefix: v
        locales: [pt-BR, en]
        naming: {capability: {style: camel, segments: [2, 6]}, resource: {style: kebab}, policy: {segments: [1, 4]}}
        knowledge: {roots: [docs], translations: {en: docs/en}, external: [approval.rules]}
        sources: {roots: [apps, packages, src, docs, scripts], present: false}
        ui: {attributes: [semanticId], wrappers: [AgentSemantic], hooks: [useSemanticContext]}
        principal: {schema: schemas/records/principal.json}
        context: {schema: schemas/records/context.json}
        deprecation: {minimumDays: 90}
        severity: {missing-documentation: warning, unknown-key: "off"}
        waivers:
          - {rule: missing-documentation, subject: x.y, reason: Being written., owner: ana, expires: "2027-01-31"}
        """,
    "config, smallest": "{registry: 5f0d3d2e-7a11-4c9e-9b7a-0d6f3f1a2b3c, name: sst}",
}
DOCUMENTS: dict[str, Any] = {name: yaml.safe_load(text) for name, text in GOOD.items()}
CAPABILITY, COMPOSITE = "capability, atomic", "capability, composite"
OPENING, NAVIGATION = "capability, opening one page", "capability, opening the page asked for"
FIELD, RESOURCES, POLICY, CONFIG = "resource, a field", "resource, several in a file", "policy, a deny", "config, full"
DOMAIN, PAGE = "domain, what a folder shares", "page, knowledge"

# What is done to which good document, at which path and with which value, and the keyword that objects.
BAD: list[tuple[str, str, str, Any, str]] = [
    ("a capability without a risk", CAPABILITY, "risk", GONE, "required"),
    ("a capability without authorization", CAPABILITY, "authorization", GONE, "required"),
    ("a capability without an input schema", CAPABILITY, "inputSchema", GONE, "required"),
    ("an unknown key", CAPABILITY, "route", "/x", "additionalProperties"),
    ("a schema key", CAPABILITY, "$schema", "x", "additionalProperties"),
    ("a key by an older name", CAPABILITY, "authorization/requiredPermissions", [], "additionalProperties"),
    ("a timeout beside the endpoint's path", CAPABILITY, "endpoint/timeoutMs", 1, "additionalProperties"),
    ("a number for a version", CAPABILITY, "version", 1.1, "type"),
    ("an empty ID", CAPABILITY, "id", "", "minLength"),
    ("a very long ID", CAPABILITY, "id", "a" * 201, "maxLength"),
    ("nothing for an ID", CAPABILITY, "id", None, "type"),
    ("a number for a risk", CAPABILITY, "risk", 3, "enum"),
    ("a misspelt risk", CAPABILITY, "risk", "hihg", "enum"),
    ("an unknown action", CAPABILITY, "action", "clone", "enum"),
    ("an unknown status", CAPABILITY, "status", "live", "enum"),
    ("an unknown type", CAPABILITY, "type", "simple", "enum"),
    ("an unknown effect", CAPABILITY, "effects/0", "sad", "enum"),
    ("an empty description", CAPABILITY, "description", "", "minLength"),
    ("a description in no language", CAPABILITY, "description", {}, "minProperties"),
    ("a description in an odd language", CAPABILITY, "description/english", "x", "additionalProperties"),
    ("an empty translation", CAPABILITY, "description/en", "", "minLength"),
    ("a list of descriptions", CAPABILITY, "description", ["x"], "type"),
    ("one text for labels", CAPABILITY, "labels", "Validity", "type"),
    ("a number among labels", CAPABILITY, "labels/pt-BR/0", 5, "type"),
    ("an empty synonym", CAPABILITY, "synonyms/0", "", "minLength"),
    ("one text for aliases", CAPABILITY, "aliases", "permit.validity", "type"),
    ("a target without a resource", CAPABILITY, "target/resource", GONE, "required"),
    ("a list for a schema", CAPABILITY, "inputSchema", [], "type"),
    ("an endpoint without a path", CAPABILITY, "endpoint/path", GONE, "required"),
    ("a method that is not supported", CAPABILITY, "endpoint/method", "HEAD", "enum"),
    ("an empty implementation", CAPABILITY, "implementation", {}, "minProperties"),
    ("a list of roles", CAPABILITY, "authorization/roles", ["supervisor"], "type"),
    ("roles of both sorts", CAPABILITY, "authorization/roles/all", ["x"], "maxProperties"),
    ("any of no roles", CAPABILITY, "authorization/roles/any", [], "minItems"),
    ("yes for true", CAPABILITY, "confirmation/required", "yes", "type"),
    ("a confirmation that is good for ever", CAPABILITY, "confirmation/ttlSeconds", 86401, "maximum"),
    ("a list of conditions without a word that joins them", CAPABILITY, "confirmation/when", [], "type"),
    ("conditions joined in two ways", CAPABILITY, "confirmation/when/not", [{"expr": "true"}], "maxProperties"),
    ("conditions joined by an odd word", CAPABILITY, "confirmation/when/some", [], "additionalProperties"),
    ("no condition to join", CAPABILITY, "confirmation/when/any", [], "minItems"),
    ("a bare expression for a condition", CAPABILITY, "confirmation/when/any/0", "true", "type"),
    ("a condition without an expression", CAPABILITY, "confirmation/when/any/0/expr", GONE, "required"),
    ("a truth value for an expression", CAPABILITY, "confirmation/when/any/0/expr", True, "type"),
    ("an unknown key of a condition", CAPABILITY, "confirmation/when/any/0/why", "x", "additionalProperties"),
    ("a group that is a condition too", CAPABILITY, "confirmation/when/any/1/text", "x", "additionalProperties"),
    ("a mistake deep in a group", CAPABILITY, "confirmation/when/any/1/all/1/not/0/expr", "", "minLength"),
    ("a group for a precondition", CAPABILITY, "preconditions/0/all", [], "additionalProperties"),
    ("an error code in lower case", CAPABILITY, "preconditions/0/error", "unchanged", "pattern"),
    ("an error of a postcondition", CAPABILITY, "postconditions/0/error", "X", "additionalProperties"),
    ("a timeout with a unit", CAPABILITY, "execution/timeoutMs", "5s", "type"),
    ("no time at all", CAPABILITY, "execution/timeoutMs", 0, "minimum"),
    ("half a millisecond", CAPABILITY, "execution/timeoutMs", 1.5, "type"),
    ("a timeout beyond 64 bits", CAPABILITY, "execution/timeoutMs", 2**70, "maximum"),
    ("too many attempts", CAPABILITY, "execution/retry/maxAttempts", 11, "maximum"),
    ("an unknown strategy", CAPABILITY, "execution/idempotencyStrategy", "hope", "enum"),
    ("an unknown way to verify", CAPABILITY, "verification/method", "look", "enum"),
    ("a number for an expression", CAPABILITY, "verification/with/days", 30, "type"),
    ("an error without a code", CAPABILITY, "errors/0/code", GONE, "required"),
    ("an error of an unknown sort", CAPABILITY, "errors/0/category", "bad", "enum"),
    ("a pointer without a slash", CAPABILITY, "observability/redact/0", "input.reason", "pattern"),
    ("a date written the local way", CAPABILITY, "deprecation/since", "31/12/2026", "pattern"),
    ("a day that does not exist", CAPABILITY, "deprecation/since", "2026-02-31", "format"),
    ("a number for a date", CAPABILITY, "deprecation/since", 2026, "type"),
    ("a step without a capability", COMPOSITE, "steps/0/capability", GONE, "required"),
    ("a name for the items of no list", COMPOSITE, "steps/1/forEach", GONE, "required"),
    ("a list of outputs", COMPOSITE, "output", ["x"], "type"),
    ("a navigation that leads nowhere", OPENING, "navigation/page", GONE, "required"),
    ("a fixed page with a tab from the input", OPENING, "navigation/tabFrom", "input.tab", "falseSchema"),
    ("a page both fixed and from the input", NAVIGATION, "navigation/page", "workPermit", "falseSchema"),
    ("a parameter that is no expression", OPENING, "navigation/params/id", 5, "type"),
    ("an unknown key of a folder", DOMAIN, "risk", "low", "additionalProperties"),
    ("an unknown sort of execution", DOMAIN, "execution/delete", {}, "additionalProperties"),
    ("a slow folder", DOMAIN, "execution/read/timeoutMs", 600001, "maximum"),
    ("a resource without a name", FIELD, "name", GONE, "required"),
    ("a resource of an unknown type", FIELD, "type", "table", "enum"),
    ("a resource with a version", FIELD, "version", "1.0.0", "additionalProperties"),
    ("a binding to nothing", FIELD, "capabilityRefs/1/ref", GONE, "required"),
    ("an empty binding", FIELD, "capabilityRefs/0", "", "minLength"),
    ("an unknown confidence", FIELD, "capabilityRefs/1/confidence", "SURE", "enum"),
    ("an unknown relation", FIELD, "relations/0/type", "LIKES", "enum"),
    ("a relation to nothing", FIELD, "relations/0/target", GONE, "required"),
    ("a plain path for a source", FIELD, "sourceRefs/0", "apps/web", "type"),
    ("a record path with dots", FIELD, "recordPath", "validity.days", "pattern"),
    ("a list of words for values", FIELD, "values/DRAFT", ["rascunho"], "type"),
    ("a list for metadata", FIELD, "metadata", [], "type"),
    ("a mistake in one resource of a file", RESOURCES, "resources/1/type", "x", "enum"),
    ("a key beside the resources of a file", RESOURCES, "owner", "x", "additionalProperties"),
    ("a map of resources", RESOURCES, "resources", {}, "type"),
    ("a policy without a status", POLICY, "status", GONE, "required"),
    ("a policy in review", POLICY, "status", "review", "enum"),
    ("a policy of an unknown effect", POLICY, "effect", "require_confirmation", "enum"),
    ("a policy that applies to nothing", POLICY, "appliesTo", {}, "minProperties"),
    ("a policy for one risk", POLICY, "appliesTo/risk", "high", "type"),
    ("a policy without a reason's code", POLICY, "reason/code", GONE, "required"),
    ("a dotted reason code", POLICY, "reason/code", "permit.approved", "pattern"),
    ("a policy with a month too many", POLICY, "expires", "2027-13-01", "format"),
    ("a policy that joins nothing", POLICY, "when", {}, "minProperties"),
    ("a page for one capability", PAGE, "capabilities", "workPermit.read", "type"),
    ("a page about two things", PAGE, "semanticId", ["a", "b"], "type"),
    ("a configuration without an identity", CONFIG, "registry", GONE, "required"),
    ("an unknown setting", CONFIG, "plugins", [], "additionalProperties"),
    ("a setting with another kind's name", CONFIG, "naming/page", {}, "additionalProperties"),
    ("an unknown naming style", CONFIG, "naming/capability/style", "pascal", "enum"),
    ("one bound for segments", CONFIG, "naming/capability/segments", [2], "minItems"),
    ("a locale with an underscore", CONFIG, "locales/0", "pt_BR", "pattern"),
    ("no language", CONFIG, "locales", [], "minItems"),
    ("a translation of an odd language", CONFIG, "knowledge/translations/english", "x", "additionalProperties"),
    ("an unknown severity", CONFIG, "severity/unknown-key", "fatal", "enum"),
    ("a severity that YAML 1.1 reads as false", CONFIG, "severity/unknown-key", False, "enum"),
    ("a waiver without a reason", CONFIG, "waivers/0/reason", GONE, "required"),
    ("a waiver without an end", CONFIG, "waivers/0/expires", GONE, "required"),
    ("a principal without a schema", CONFIG, "principal/schema", GONE, "required"),
    ("a negative number of days", CONFIG, "deprecation/minimumDays", -1, "minimum"),
]


@pytest.mark.parametrize("name", GOOD)
def test_accepted(name: str, complaints: Complaints) -> None:
    assert complaints(kind_of(name), DOCUMENTS[name]) == []


@pytest.mark.parametrize("position", [0, 1], ids=["the first", "the second"])
def test_a_resource_of_a_file_can_be_judged_alone(position: int, schemas: dict[str, dict[str, Any]]) -> None:
    alone = jsonschema_rs.validator_map_for(schemas["resource"], offline=True)["#/$defs/resource"]
    resource = DOCUMENTS[RESOURCES]["resources"][position]

    assert list(alone.iter_errors(resource)) == []
    assert [error.kind.name for error in alone.iter_errors(changed(resource, "type", GONE))] == ["required"]


@pytest.mark.parametrize(("base", "path", "value", "keyword"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_refused_with_one_error(base: str, path: str, value: Any, keyword: str, complaints: Complaints) -> None:
    place = path.rpartition("/")[0] if keyword in JUDGED_FROM_OUTSIDE else path

    assert complaints(kind_of(base), changed(DOCUMENTS[base], path, value)) == [(keyword, place)]


@pytest.mark.parametrize("document", [None, [], "text", 5], ids=["nothing", "a list", "a word", "a number"])
def test_what_is_no_map_is_refused_with_one_error(kind: str, document: Any, complaints: Complaints) -> None:
    assert complaints(kind, document) == [("type", "")]
