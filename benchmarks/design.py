"""Lays out one domain of a generated registry, reference by reference, with the exact number of each."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from attributes import ATTRIBUTES, Attribute
from blueprint import SEEDS, Capability, Domain, Entity, Policy, Resource, share
from naming import capital, domain_key, entity_nouns, kebab, places
from phrases import FACTS
from vocabulary import COLLECTIONS, PARTS, PROCESSES, RULES, Noun

STATUS = Attribute(Noun("status", "f", "situação", "status"), "status", "andamento", "progress")
CHOICE_KINDS = ("choice", "shift", "result")
OPERATIONS = {
    2: ("read", "set"),
    3: ("read", "search", "set"),
    4: ("read", "search", "create", "set"),
    5: ("read", "open", "set", "choose", "approve"),
}
POLICIES = ("immutable", "automation", "contractor")


def design(seed: int, index: int) -> Domain:
    """One domain, always the same for a seed and an index."""
    chance = Random(f"{seed}/{index}")
    sector, area = places(seed)[index]
    domain = Domain(domain_key(seed, index), f"{area.pt} {sector.of_pt}", f"{sector.en} {area.en}", area.key, [])
    names = entity_nouns(seed, index, share(SEEDS.entities, index))
    for position, (noun, size) in enumerate(zip(names, sizes(chance, index, len(names)), strict=True)):
        domain.entities.append(design_entity(chance, domain, noun, size, operable=position == 0))
    operate(chance, domain, index)
    guard(domain, index)
    for entity in domain.entities:
        relate(chance, entity, neighbour(chance, seed, index))
    top_up(chance, domain, index)
    return domain


def sizes(chance: Random, index: int, entities: int) -> list[int]:
    """How many resources each entity of the domain has: uneven, with the right sum."""
    resources = share(SEEDS.resources, index)
    counts = [resources // entities + (position < resources % entities) for position in range(entities)]
    for position in range(0, entities - 1, 2):
        moved = chance.randint(0, max(0, min(3, min(counts) - 11)))
        counts[position] += moved
        counts[position + 1] -= moved
    return counts


def design_entity(chance: Random, domain: Domain, noun: Noun, size: int, operable: bool) -> Entity:
    """One entity with the resources that describe and show it."""
    screens = max(2, size // 4)
    parts = chance.sample(PARTS, 1 + (size > 13))
    count = size - screens - len(parts) - 4
    attributes = pick_attributes(chance, count) if operable else chance.sample(ATTRIBUTES, count)
    entity = Entity(
        f"{domain.key}.{noun.key}", domain.key, noun, operable, attributes, chance.choice(COLLECTIONS), parts
    )
    entity.resources = list(describe(chance, domain, entity))
    entity.resources += show(chance, domain, entity, screens)
    for resource in entity.resources:
        resource.knowledge.append(entity.page)
    assert len(entity.resources) == size, (entity.id, len(entity.resources), size)
    return entity


def pick_attributes(chance: Random, count: int) -> list[Attribute]:
    """The attributes of an entity that capabilities operate on: a status, a number of days, a choice and others."""
    days = chance.choice([attribute for attribute in ATTRIBUTES if attribute.kind == "days"])
    choice = chance.choice([attribute for attribute in ATTRIBUTES if attribute.kind in CHOICE_KINDS])
    others = [attribute for attribute in ATTRIBUTES if attribute.kind not in ("days", *CHOICE_KINDS)]
    return [STATUS, days, choice, *chance.sample(others, count - 3)]


def describe(chance: Random, domain: Domain, entity: Entity) -> Iterator[Resource]:
    """The entity and what it is made of."""
    noun, collection = entity.noun, entity.collection
    source = f"src/domain/{kebab(domain.key)}/{kebab(noun.key)}.ts"
    root = Resource(entity.id, "entity", capital(noun.pt), capital(noun.en), facts(chance))
    root.synonyms_pt = [f"{noun.pt} ({domain.pt})", f"cadastro {noun.of_pt}", f"ficha {noun.of_pt}"]
    root.synonyms_en = [f"{domain.en} {noun.en}", f"{noun.en} sheet"]
    root.source = (source, capital(noun.key))
    yield root
    for attribute in entity.attributes:
        found = describe_part(chance, f"{entity.id}.{attribute.noun.key}", "field", attribute.noun, noun)
        found.attribute = attribute
        found.synonyms_pt.append(f"{attribute.other_pt} ({noun.pt})")
        found.synonyms_en.append(f"{attribute.other_en} ({noun.en})")
        found.record_path = f"/{attribute.noun.key}" if entity.operable else None
        found.source = (source, attribute.noun.key) if chance.random() < 0.6 else None
        if chance.random() < 0.12:
            found.aliases.append(f"{found.id}Old")
        yield found
    section = describe_part(chance, f"{entity.id}.{collection.key}", "section", collection, noun)
    section.record_path = f"/{collection.key}" if entity.operable else None
    yield section
    for part in entity.parts:
        words = Noun(part.key, part.gender, f"{part.pt} em {collection.pt}", f"{part.en} in {collection.en}")
        child = describe_part(chance, f"{section.id}.{part.key}", "field", words, noun)
        child.record_path = f"/{collection.key}/*/{part.key}" if entity.operable else None
        yield child
    process, kind = chance.choice([(one, "workflow") for one in PROCESSES] + [(one, "rule") for one in RULES])
    yield describe_part(chance, f"{entity.id}.{process.key}", kind, process, noun)


def describe_part(chance: Random, identifier: str, kind: str, part: Noun, noun: Noun) -> Resource:
    """One part of an entity, with words that name both."""
    pt, en = f"{part.pt} {noun.of_pt}", f"{part.en} of the {noun.en}"
    inside = f"{part.pt} {'na' if noun.gender == 'f' else 'no'} {noun.pt}"
    found = Resource(identifier, kind, capital(pt), capital(en), facts(chance))
    found.synonyms_pt, found.synonyms_en = [inside], [f"{noun.en} {part.en}"]
    return found


def show(chance: Random, domain: Domain, entity: Entity, screens: int) -> Iterator[Resource]:
    """The page and the components that show the entity and the API that serves it, each bound to what it shows."""
    noun, path = entity.noun, f"{kebab(domain.key)}/{kebab(entity.noun.key)}"
    root, fields = entity.resources[0], entity.resources[1:]
    words = (f"{noun.of_pt} de {domain.pt}", f"of the {noun.en} in {domain.en}")
    screen = (f"apps/web/src/pages/{path}.tsx", f"{capital(noun.key)}Page")
    yield shown(chance, root, "page", ("Página", "Page"), words, screen)
    for found in fields[: screens - 1]:
        assert found.attribute is not None
        part = found.attribute.noun
        names = (f"Campo {part.pt}", f"{capital(part.en)} input")
        yield shown(chance, found, "component", names, words, (screen[0], f"{capital(part.key)}Input"))
    served = Resource(f"api.{entity.id}", "api", f"API {words[0]}", f"API {words[1]}", facts(chance))
    served.source = (f"apps/api/src/routes/{path}.ts", f"{noun.key}Routes")
    root.api.append(served.id)
    yield served


def shown(
    chance: Random, of: Resource, kind: str, names: tuple[str, str], words: tuple[str, str], source: tuple[str, str]
) -> Resource:
    """One screen or part of a screen, bound to the resource that it shows."""
    found = Resource(f"ui.{of.id}", kind, f"{names[0]} {words[0]}", f"{names[1]} {words[1]}", facts(chance))
    found.source = source
    of.ui.append(found.id)
    return found


def operate(chance: Random, domain: Domain, index: int) -> None:
    """Give the first entity its capabilities, stated on both sides."""
    entity, beside = domain.entities[0], domain.entities[1]
    days, choice = entity.of_kind("days"), entity.of_kind(*CHOICE_KINDS)
    subjects = {
        "read": [resource.id for resource in entity.described],
        "search": [entity.id, f"{entity.id}.{STATUS.noun.key}", beside.id],
        "create": [entity.id, f"{entity.id}.{days.noun.key}", f"{entity.id}.{choice.noun.key}"],
        "set": [entity.id, f"{entity.id}.{days.noun.key}"],
        "choose": [entity.id, f"{entity.id}.{choice.noun.key}"],
        "approve": [entity.id, f"{entity.id}.{STATUS.noun.key}"],
        "open": [f"ui.{entity.id}"],
    }
    changed = {"set": days, "choose": choice}
    for form in OPERATIONS[share(SEEDS.capabilities, index) + (1 if index % 2 == 0 else -1)]:
        attribute = changed.get(form)
        verb = f"set{capital(attribute.noun.key)}" if attribute else form
        knowledge = [entity.page, beside.page] if form == "search" else [entity.page]
        capability = Capability(f"{entity.id}.{verb}", form, entity, attribute, subjects[form], knowledge)
        domain.capabilities.append(capability)
        for resource in domain.resources:
            if resource.id in capability.semantic_ids and chance.random() < 0.8:
                resource.capabilities.append(capability.id)


def guard(domain: Domain, index: int) -> None:
    """Give the first entity its policies, documented on the resources that they name."""
    entity = domain.entities[0]
    writes = [one.id for one in domain.capabilities if one.form in ("set", "choose")]
    named = [entity.id, *(f"{entity.id}.{attribute.noun.key}" for attribute in entity.attributes[:3])]
    for form in POLICIES[: share(SEEDS.policies, index)]:
        applies = ([], named) if form == "automation" else (writes, [])
        policy = Policy(f"{entity.id}.{form}", form, entity, *applies)
        domain.policies.append(policy)
        for resource in entity.resources:
            if resource.id in (named if form == "automation" else named[:1]):
                resource.policies.append(policy.id)


def neighbour(chance: Random, seed: int, index: int) -> str:
    """An entity of an earlier domain; the first domain has none, and names its own."""
    earlier = chance.randrange(index) if index else 0
    noun = chance.choice(entity_nouns(seed, earlier, share(SEEDS.entities, earlier)))
    return f"{domain_key(seed, earlier)}.{noun.key}"


def relate(chance: Random, entity: Entity, other: str) -> None:
    """Relations inside the entity, and one to an entity of another domain."""
    root, *parts = entity.described
    last = parts[-1]
    if other != root.id:
        root.relations.append(("RELATED_TO", other))
    root.relations += [("CONTAINS", part.id) for part in chance.sample(parts[:-1], 3)]
    root.relations.append(("WORKFLOW" if last.type == "workflow" else "VALIDATED_BY", last.id))
    root.relations += [("NAVIGATES_TO", root.ui[0]), ("DOCUMENTED_BY", entity.page), ("EXPOSED_BY", root.api[0])]
    for position, part in enumerate(parts):
        part.relations.append(("BELONGS_TO", root.id))
        if position and chance.random() < 0.6:
            part.relations.append(("DEPENDS_ON", parts[chance.randrange(position)].id))
        if last.type == "rule" and part is not last:
            part.relations.append(("VALIDATED_BY", last.id))
        part.relations += [("UPDATED_BY", one) for one in part.capabilities if ".set" in one]
        part.relations += [("PROTECTED_BY", one) for one in part.policies]
        if part.source:
            part.relations.append(("IMPLEMENTED_BY", "#".join(part.source)))
    for screen in entity.resources[len(entity.described) :]:
        screen.relations.append(("RELATED_TO", root.id))


def top_up(chance: Random, domain: Domain, index: int) -> None:
    """Bind described resources to their page and their API until the domain has its share of pairs."""
    missing = share(SEEDS.bindings, index) - len(domain.bindings())
    free = [
        (target, ref)
        for entity in domain.entities
        for resource in entity.described[1:]
        for target, ref in ((resource.ui, f"ui.{entity.id}"), (resource.api, f"api.{entity.id}"))
    ]
    for target, ref in chance.sample(free, missing):
        target.append(ref)
    assert len(domain.bindings()) == share(SEEDS.bindings, index), domain.key


def facts(chance: Random) -> tuple[tuple[str, str], ...]:
    """Sentences about a resource."""
    return tuple(chance.sample(FACTS, 2))
