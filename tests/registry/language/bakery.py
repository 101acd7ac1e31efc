"""A registry that has nothing to do with permits: what people may order at a bakery, in two languages."""

from functools import cache

from alvara.runtime.registry import Registry
from tests.registry.held import registry_of

_CAPABILITY = """\
id: {id}
version: "1.0.0"
description: {description}
status: active
action: {action}
owner: sales
labels: {labels}
synonyms: {synonyms}
examples: {examples}
semanticIds: [{resources}]
target: {{resource: order}}
inputSchema: {{type: object, additionalProperties: false, properties: {{}}}}
endpoint: {{service: shop-api, method: POST, path: /do}}
authorization: {{permissions: [{permission}], tenantScoped: {scoped}}}
risk: {risk}
"""


def _capability(
    id: str, action: str, labels: str, resources: str, *, synonyms: str = "{}", examples: str = "{}",
    permission: str = "order.update", scoped: str = "true", risk: str = "medium",
) -> str:  # fmt: skip
    return _CAPABILITY.format(
        id=id, description=f"It is about {resources}.", action=action, labels=labels, resources=resources,
        synonyms=synonyms, examples=examples, permission=permission, scoped=scoped, risk=risk,
    )  # fmt: skip


FILES = {
    "alvara.yaml": """\
registry: 6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e22
name: bakery
locales: [en, pt-BR]
""",
    "semantic-ids/order.yaml": """\
resources:
  - id: order
    type: entity
    name: Order
    labels: {en: Order, pt-BR: Encomenda}
    synonyms: {pt-BR: [pedido]}
    uiRefs: [ui.order]
  - id: order.deliveryDate
    type: field
    name: Delivery date
    labels: {en: Delivery date, pt-BR: Data de entrega}
    synonyms: {en: [when it arrives], pt-BR: [quando chega]}
  - id: order.customer
    type: field
    name: Customer
    labels: {en: Customer, pt-BR: Cliente}
    relations: [{type: RELATED_TO, target: customer, confidence: VERIFIED}]
  - id: order.items
    type: section
    name: Items
    labels: {en: Items, pt-BR: Itens da encomenda}
    synonyms: {en: [goods], pt-BR: [produtos]}
    uiRefs: [ui.order.items]
  - id: order.notes
    type: field
    name: Notes
    labels: {en: Notes of the order, pt-BR: Observações da encomenda}
    aliases: [order.remarks]
""",
    "semantic-ids/customer.yaml": """\
resources:
  - id: customer
    type: entity
    name: Customer
    labels: {en: Customer, pt-BR: Cliente}
    synonyms: {en: [buyer], pt-BR: [comprador]}
  - id: customer.notes
    type: field
    name: Notes
    labels: {en: Notes of the customer, pt-BR: Observações do cliente}
""",
    "semantic-ids/ui.yaml": """\
resources:
  - {id: ui.order, type: page, name: Order page, labels: {en: Order page, pt-BR: Tela da encomenda}}
  - {id: ui.orders, type: page, name: Orders page, labels: {en: Orders page, pt-BR: Tela de encomendas}}
  - {id: ui.order.items, type: section, name: Items tab}
""",
    "capabilities/order/read.yaml": _capability(
        "order.read", "get", "{en: Read an order, pt-BR: Consultar encomenda}", "order", permission="order.read",
        risk="read",
    ),
    "capabilities/order/search.yaml": _capability(
        "order.search", "search", "{en: Search orders, pt-BR: Procurar encomendas}", "order", permission="order.read",
        risk="read",
    ),
    "capabilities/order/postpone.yaml": _capability(
        "order.postpone", "update", "{en: Postpone an order, pt-BR: Adiar a entrega}", "order, order.deliveryDate",
    ),
    "capabilities/order/glaze.yaml": _capability(
        "order.glaze", "custom", "{en: Glaze cake, pt-BR: Glacear o bolo}", "order", permission="order.bake",
    ),
    "capabilities/order/items/add.yaml": _capability(
        "order.items.add", "update", "{en: Add an item, pt-BR: Adicionar item}", "order.items",
        examples="{en: [Two more buns please.], pt-BR: [Mais dois sonhos.]}",
    ),
    "capabilities/order/items/remove.yaml": _capability(
        "order.items.remove", "update", "{en: Remove an item, pt-BR: Tirar item}", "order.items",
        permission="order.drop",
    ),
}  # fmt: skip


@cache
def bakery() -> Registry:
    """Open it for questions."""
    return registry_of(FILES)
