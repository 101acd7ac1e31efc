"""One thing as a line of Markdown, for a model to read: public projections only, in one language."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from alvara.bundle.public import PublicCapability, PublicResource, Words
from alvara.registry.edges import UNSURE
from alvara.registry.ground import Ground
from alvara.registry.locales import in_first
from alvara.registry.scopes import Item
from alvara.registry.shown import Shown
from alvara.texts.hidden import without_hidden

_TOLD = frozenset({"RELATED_TO", "USES", "REQUIRES", "DEPENDS_ON", "VALIDATED_BY", "NAVIGATES_TO", "WORKFLOW"})
"""The relations that are told with a resource; the others show in its place, its capabilities, policies and pages."""


class Writer(NamedTuple):
    """What entries are written from, and in which languages, the first preferred."""

    ground: Ground
    shown: Shown
    locales: Sequence[str]

    def write(self, item: Item) -> str:
        """Write one thing on one line."""
        id = item.name.id
        if item.name.kind == "page":
            return f"- `{id}`: {self._title(id)}"
        if item.name.kind == "policy":
            policy = self.shown.policies[id]
            told = policy and f" ({policy.effect}): {self._text(policy.reason['message'])}"
            return f"- `{id}`{told or ''}"
        if item.name.kind == "capability":
            capability = self.shown.capabilities[id]
            return f"- `{id}`" if capability is None else self._capability(capability, item.by)
        thing = self.shown.resources[id]
        return f"- `{id}`" if thing is None else self._resource(thing, item.section == "rules")

    def _resource(self, thing: PublicResource, rule: bool) -> str:
        known = self.ground.atlas.things[thing.id]
        about = [] if rule else [thing.type]
        about += [f"in `{known.parent}`"] if known.parent in self.ground.atlas.things else []
        about += [thing.status] if thing.status != "active" else []
        called = self._called(thing)
        said = thing.description or (thing.name if rule else None)
        sentences = [called, self._text(said) if said is not None else "", *self._words(thing, called)]
        return f"- `{thing.id}`{_in_brackets(about)}: {_joined(sentences)}"

    def _capability(self, capability: PublicCapability, by: str) -> str:
        asked = " and always confirmed" if (capability.confirmation or {}).get("required") is True else ""
        called = self._called(capability)
        sentences = [called, self._text(capability.description), _also(self._synonyms(capability, called))]
        on = f" on `{by}`" if by else ""
        return f"- `{capability.id}` ({capability.action}{on}, risk {capability.risk}{asked}): {_joined(sentences)}"

    def _words(self, thing: PublicResource, called: str) -> Iterator[str]:
        """Yield what else is told of a resource."""
        yield _also(self._synonyms(thing, called))
        if thing.values:
            values = (f"{in_line(value)} is {self._text(text)}" for value, text in thing.values.items())
            yield f"Values: {', '.join(values)}"
        relations = list(dict.fromkeys(self._relations(thing)))
        if relations:
            yield f"Relations: {', '.join(relations)}"

    def _relations(self, thing: PublicResource) -> Iterator[str]:
        """Yield the relations to other resources that models may know of."""
        for relation in thing.relations or ():
            target = self.ground.atlas.named(relation["target"]) if relation["type"] in _TOLD else None
            if target is not None and target.id != thing.id:
                confidence = relation.get("confidence", "MANUAL")
                doubt = [confidence.lower()] if confidence in UNSURE else []
                yield f"{relation['type']} `{target.id}`{_in_brackets(doubt)}"

    def _title(self, id: str) -> str:
        """Give the title of a page; what is kept elsewhere has none here."""
        page = self.ground.holdings.pages.get(id)
        if page is None:
            return "kept elsewhere"
        titles: dict[str, str] = {}
        for text in page.get("texts", ()):
            titles.setdefault(text["locale"] or self.ground.holdings.about.locales[0], text["title"])
        return self._text(titles) if titles else id

    def _called(self, thing: PublicResource | PublicCapability) -> str:
        """Give what people call a thing: its label, else its name."""
        return next(iter(self._in_locale(thing.labels)), "") or self._text(thing.name)

    def _synonyms(self, thing: PublicResource | PublicCapability, called: str) -> list[str]:
        words = [*list(self._in_locale(thing.labels))[1:], *self._in_locale(thing.synonyms)]
        return [word for word in dict.fromkeys(words) if word != called]

    def _in_locale(self, words: Words | None) -> Iterator[str]:
        """Yield the words of the language that is asked for; plain lists are of every language."""
        listed = words.get(self.locales[0], ()) if isinstance(words, Mapping) else words or ()
        yield from map(in_line, (listed,) if isinstance(listed, str) else listed)

    def _text(self, text: str | Mapping[str, str]) -> str:
        return in_line(in_first(self.locales, text))


def _in_brackets(words: Sequence[str]) -> str:
    return f" ({', '.join(words)})" if words else ""


def _also(words: Sequence[str]) -> str:
    return f"Also called {', '.join(words)}" if words else ""


def _joined(sentences: Sequence[str]) -> str:
    """Join sentences, each once and with an end."""
    ended = (s if s[-1] in ".!?" else f"{s}." for s in sentences if s)
    return " ".join(dict.fromkeys(ended))


def in_line(text: str) -> str:
    """Bring a text to one line, without what nobody sees: an author's line break begins no entry."""
    return " ".join(without_hidden(text).split())
