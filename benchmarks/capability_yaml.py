"""The text of a capability in this product's file shapes, one form of operation at a time."""

from __future__ import annotations

from collections.abc import Iterator

from attributes import Attribute
from blueprint import Capability, Domain, Entity
from naming import kebab, upper_snake
from resource_yaml import flow, schema_of

UP = "../../../"
RETRY = "{enabled: true, maxAttempts: 3, retryableErrors: [timeout, system]}"
ACTIONS = {
    "read": ("get", "GET", "read", "read"),
    "search": ("search", "GET", "read", "read"),
    "open": ("navigate", "", "low", "read"),
    "create": ("create", "POST", "medium", "create"),
    "set": ("update", "PATCH", "medium", "update"),
    "choose": ("update", "PATCH", "medium", "update"),
    "approve": ("approve", "POST", "high", "approve"),
}
VERBS = {
    "read": ("consultar", "read", ("mostrar", "abrir a ficha de"), ("show", "look up"), "Mostre", "Show me"),
    "search": ("procurar", "search", ("listar", "filtrar"), ("list", "filter"), "Procure", "Find"),
    "open": ("ir para", "go to", ("abrir a página de", "navegar até"), ("open the page of", "jump to"), "Abra", "Open"),
    "create": ("criar", "create", ("cadastrar", "emitir"), ("register", "issue"), "Crie", "Create"),
    "set": ("alterar", "set", ("mudar", "corrigir"), ("change", "correct"), "Altere", "Set"),
    "choose": ("definir", "choose", ("trocar", "reclassificar"), ("switch", "reclassify"), "Defina", "Choose"),
    "approve": ("aprovar", "approve", ("liberar", "dar o aceite em"), ("sign off", "clear"), "Aprove", "Approve"),
}


def render_capability(capability: Capability, domain: Domain, number: int) -> Iterator[str]:
    """The lines of one capability."""
    entity, form = capability.entity, capability.form
    action, _, risk, permission = ACTIONS[form]
    yield f"# {domain.en}: {VERBS[form][1]}"
    yield f"id: {capability.id}"
    yield f'version: "1.{number % 5}.{number % 3}"'
    yield from render_words(capability, domain)
    yield f"domain: {domain.key}"
    yield "type: atomic"
    yield f"action: {action}"
    yield f"status: {'review' if risk == 'high' else 'active'}"
    if number % 2:
        yield f"owner: {kebab(domain.key)}-team"
    yield "semanticIds:"
    for ref in capability.semantic_ids:
        yield f"  - {ref}"
    yield "knowledgeReferences:"
    for ref in capability.knowledge:
        yield f"  - {ref}"
    if form in ("search", "create"):
        yield f"target: {{resource: {entity.id}}}"
    elif form != "open":
        yield f"target: {{resource: {entity.id}, idFrom: input.{entity.key}}}"
    yield "inputSchema:"
    yield from (f"  {line}" for line in render_input(capability))
    yield "outputSchema:"
    yield from (f"  {line}" for line in render_output(capability))
    yield from render_executor(capability)
    scoped = "false" if form in ("search", "create", "open") else "true"
    roles = ", roles: {any: [supervisor, safetyEngineer]}" if form == "approve" else ""
    yield (
        f"authorization: {{permissions: [{domain.area}.{permission}]{roles}, "
        f"tenantScoped: true, resourceScoped: {scoped}}}"
    )
    yield f"risk: {risk}"
    yield from render_confirmation(capability)
    if permission != "read":
        yield from render_conditions(capability)
        strategy = "key" if form == "create" else "natural"
        yield f"execution: {{timeoutMs: 5000, idempotent: true, idempotencyStrategy: {strategy}, retry: {RETRY}}}"
        yield from render_verification(capability)
    yield from render_errors(capability)


def render_words(capability: Capability, domain: Domain) -> Iterator[str]:
    """What the capability is called, what people say when they mean it, and one utterance each."""
    pt_verb, en_verb, pt_others, en_others, pt_say, en_say = VERBS[capability.form]
    noun, attribute = capability.entity.noun, capability.attribute
    pt = f"{attribute.noun.pt} {noun.of_pt}" if attribute else noun.pt
    en = f"{attribute.noun.en} of the {noun.en}" if attribute else noun.en
    record = f"{capability.entity.prefix}-{1000 + len(capability.id) * 37}"
    yield f"name: {en_verb.capitalize()} {en}"
    yield "description:"
    yield f"  pt-BR: Permite {pt_verb} {pt} em {domain.pt}."
    yield f"  en: Lets people {en_verb} the {en} in {domain.en}."
    yield f"labels: {{pt-BR: {pt_verb.capitalize()} {pt}, en: {en_verb.capitalize()} {en}}}"
    yield "synonyms:"
    yield f"  pt-BR: [{', '.join(f'{verb} {pt}' for verb in pt_others)}]"
    yield f"  en: [{', '.join(f'{verb} {en}' for verb in en_others)}]"
    yield "examples:"
    yield f"  pt-BR: [{pt_say} {pt} {record}.]"
    yield f"  en: [{en_say} {en} {record}.]"


def defined(entity: Entity, name: str) -> str:
    """A reference to a definition in the entity's record schema."""
    return f'{{$ref: "{UP}{entity.record}#/$defs/{name}"}}'


def render_object(required: list[str], properties: dict[str, str]) -> Iterator[str]:
    """A closed object schema; every property has its schema in flow style."""
    yield "type: object"
    yield "additionalProperties: false"
    if required:
        yield f"required: [{', '.join(required)}]"
    yield "properties:"
    for key, schema in properties.items():
        yield f"  {key}: {schema}"


def render_input(capability: Capability) -> Iterator[str]:
    """The input schema: the record's number, what changes, and a nested object about the change."""
    entity, form, attribute = capability.entity, capability.form, capability.attribute
    identified = {entity.key: defined(entity, entity.key)}
    if form == "read":
        yield from render_object([entity.key], identified)
        yield f"  include: {{type: array, maxItems: 5, uniqueItems: true, items: {{enum: [{entity.collection.key}]}}}}"
        yield "  asOf: {type: string, format: date-time}"
    elif form == "search":
        yield from render_object([], {"text": "{type: string, minLength: 2, maxLength: 120}"})
        yield from render_filter(entity)
        yield "  page: {type: integer, minimum: 1, maximum: 1000, default: 1}"
        yield "  pageSize: {type: integer, minimum: 1, maximum: 50, default: 20}"
    elif form == "open":
        yield from render_object([entity.key], identified)
        yield f"  tab: {{enum: [{entity.collection.key}, history]}}"
    elif form == "create":
        fields = {one.noun.key: flow(schema_of(one)) for one in entity.attributes if one.kind != "status"}
        yield from render_object(list(fields), fields)
        yield from render_change(entity)
    elif attribute:
        key = attribute.noun.key
        yield from render_object([entity.key, key], identified | {key: flow(schema_of(attribute))})
        yield from render_change(entity)
    else:
        yield from render_object([entity.key], identified)
        yield from render_change(entity)


def render_filter(entity: Entity) -> Iterator[str]:
    """What a search may narrow."""
    yield "  filter:"
    yield "    type: object"
    yield "    additionalProperties: false"
    yield "    properties:"
    yield f"      status: {{type: array, maxItems: 5, uniqueItems: true, items: {defined(entity, 'status')}}}"
    for attribute in entity.attributes[1:4]:
        yield f"      {attribute.noun.key}: {flow(schema_of(attribute))}"


def render_change(entity: Entity) -> Iterator[str]:
    """Why something changes, with attachments."""
    yield "  change:"
    yield "    type: object"
    yield "    additionalProperties: false"
    yield "    required: [reason]"
    yield "    properties:"
    yield "      reason: {type: string, minLength: 3, maxLength: 500}"
    yield f"      origin: {{enum: [{entity.collection.key}, inspection, complaint, planning]}}"
    yield "      attachments:"
    yield "        type: array"
    yield "        maxItems: 10"
    yield "        items:"
    yield "          type: object"
    yield "          additionalProperties: false"
    yield "          required: [name, size]"
    yield "          properties:"
    yield "            name: {type: string, maxLength: 120}"
    yield "            size: {type: integer, minimum: 0, maximum: 10000000}"


def render_output(capability: Capability) -> Iterator[str]:
    """The output schema."""
    entity, form, attribute = capability.entity, capability.form, capability.attribute
    number, status = defined(entity, entity.key), defined(entity, "status")
    if form == "read":
        fields = {one.noun.key: flow(schema_of(one)) for one in entity.attributes if one.kind != "status"}
        yield from render_object([entity.key, "status", *fields], {entity.key: number, "status": status} | fields)
        yield f"  {entity.collection.key}:"
        yield "    type: array"
        yield "    maxItems: 50"
        yield "    items:"
        parts = {part.key: "{type: string, maxLength: 120}" for part in entity.parts}
        yield from (f"      {line}" for line in render_object(list(parts), parts))
    elif form == "search":
        yield from render_object(["total", "items"], {"total": "{type: integer, minimum: 0}"})
        yield "  items:"
        yield "    type: array"
        yield "    maxItems: 50"
        yield "    items:"
        fields = {one.noun.key: flow(schema_of(one)) for one in entity.attributes[1:4]}
        item = {entity.key: number, "status": status} | fields
        yield from (f"      {line}" for line in render_object([entity.key, "status"], item))
    elif form == "open":
        yield from render_object([entity.key], {entity.key: number, "page": "{type: string, maxLength: 60}"})
    else:
        changed = {attribute.noun.key: flow(schema_of(attribute))} if attribute else {}
        fields = {entity.key: number, "status": status} | changed
        yield from render_object(list(fields), fields)
        yield "  revision: {type: integer, minimum: 1}"


def render_executor(capability: Capability) -> Iterator[str]:
    """Where the capability runs."""
    entity, form = capability.entity, capability.form
    domain = kebab(entity.domain)
    if form == "open":
        yield f"navigation: {{page: {entity.id}, params: {{{entity.key}: input.{entity.key}}}}}"
        return
    path = f"/{domain}/{kebab(entity.noun.key)}"
    if form not in ("search", "create"):
        path += f"/{{{entity.key}}}"
    if capability.attribute:
        path += f"/{kebab(capability.attribute.noun.key)}"
    elif form == "approve":
        path += "/approval"
    function = capability.id.rpartition(".")[2]
    yield f'endpoint: {{service: {domain}-api, method: {ACTIONS[form][1]}, path: "{path}"}}'
    source = f"src/domain/{domain}/{kebab(entity.noun.key)}.ts"
    yield f"implementation: {{module: {entity.domain}, function: {function}, source: {source}}}"


def render_confirmation(capability: Capability) -> Iterator[str]:
    """When the user is asked first."""
    entity, form, attribute = capability.entity, capability.form, capability.attribute
    noun = entity.noun
    if ACTIONS[form][3] == "read":
        yield "confirmation: {required: false}"
        return
    yield "confirmation:"
    if attribute is None:
        yield "  required: true"
        subject = "" if form == "create" else f" {{input.{entity.key}}}"
        yield "  messageTemplate:"
        pt, en = VERBS[form][:2]
        yield f'    pt-BR: "{pt.capitalize()} {noun.the_pt}{subject}?"'
        yield f'    en: "{en.capitalize()} the {noun.en}{subject}?"'
    else:
        key = attribute.noun.key
        yield "  required: false"
        yield "  riskThreshold: high"
        yield "  when:"
        yield "    any:"
        yield from (f"      {line}" for line in render_causes(attribute))
        yield "  messageTemplate:"
        yield f'    pt-BR: "Alterar {attribute.noun.the_pt} de {{input.{entity.key}}} para {{input.{key}}}?"'
        yield f'    en: "Set the {attribute.noun.en} of {{input.{entity.key}}} to {{input.{key}}}?"'
    yield "  ttlSeconds: 600"


def render_causes(attribute: Attribute) -> Iterator[str]:
    """The conditions under which a change is confirmed."""
    key, noun = attribute.noun.key, attribute.noun
    if attribute.kind == "days":
        yield "- id: long"
        yield f"  expr: input.{key} > 90"
        yield f"  text: {{pt-BR: {noun.pt} acima de 90., en: {noun.en} above 90.}}"
        yield "- id: shorter-than-now"
        yield f"  expr: input.{key} < resource.{key}"
        yield f"  text: {{pt-BR: {noun.pt} menor que a atual., en: {noun.en} below the present one.}}"
    else:
        value = last_choice(attribute)
        yield "- id: unusual"
        yield f'  expr: input.{key} == "{value}"'
        yield f"  text: {{pt-BR: {noun.pt} fora do comum., en: {noun.en} out of the ordinary.}}"


def last_choice(attribute: Attribute) -> object:
    """The last value of a choice."""
    values = schema_of(attribute)["enum"]
    assert isinstance(values, list)
    return values[-1]


def render_conditions(capability: Capability) -> Iterator[str]:
    """What must hold before and after."""
    entity, form, attribute = capability.entity, capability.form, capability.attribute
    if attribute:
        key = attribute.noun.key
        expression, code = f"input.{key} != resource.{key}", own_code(capability)
        after = f"output.{key} == input.{key}"
        texts = f"{{pt-BR: {attribute.noun.pt} diferente da atual., en: {attribute.noun.en} differs from now.}}"
    elif form == "approve":
        expression, code = 'resource.status == "PENDING"', own_code(capability)
        after = 'output.status == "APPROVED"'
        texts = f"{{pt-BR: {entity.noun.pt} aguardando aprovação., en: {entity.noun.en} waiting for approval.}}"
    else:
        yield "postconditions:"
        yield '  - {id: is-draft, expr: output.status == "DRAFT"}'
        return
    yield "preconditions:"
    yield f"  - id: {'is-a-change' if attribute else 'is-pending'}"
    yield f"    expr: {expression}"
    yield f"    error: {code}"
    yield f"    text: {texts}"
    yield "postconditions:"
    yield f"  - {{id: stored, expr: {after}}}"


def render_verification(capability: Capability) -> Iterator[str]:
    """How a write is checked: the record is read again."""
    entity, attribute = capability.entity, capability.attribute
    source = "output" if capability.form == "create" else "input"
    after = (
        f"after.{attribute.noun.key} == input.{attribute.noun.key}" if attribute else "after.status == output.status"
    )
    yield "verification:"
    yield "  enabled: true"
    yield "  method: read-after-write"
    yield f"  capability: {entity.id}.read"
    yield f"  with: {{{entity.key}: {source}.{entity.key}}}"
    yield "  expect:"
    yield "    - id: read-again"
    yield f"      expr: {after}"


def own_code(capability: Capability) -> str:
    """The error code that only this capability has."""
    reason = f"{upper_snake(capability.attribute.noun.key)}_UNCHANGED" if capability.attribute else "NOT_PENDING"
    return f"{upper_snake(capability.entity.id)}_{reason}"


def render_errors(capability: Capability) -> Iterator[str]:
    """What can go wrong beside the errors of the domain."""
    noun = capability.entity.noun
    if capability.attribute or capability.form == "approve":
        yield "errors:"
        yield f"  - code: {own_code(capability)}"
        yield "    category: business"
        yield f"    message: {{pt-BR: Nada mudou em {noun.pt}., en: Nothing changed in the {noun.en}.}}"
        yield "    retryable: false"
        yield "observability: {redact: [/input/change/reason]}"
