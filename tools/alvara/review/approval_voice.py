"""In which language a page for approvers speaks, and which of an author's texts it shows."""

from collections.abc import Iterable, Mapping
from typing import Any

from alvara.identity.digests import canonical
from alvara.report.escape import visible
from alvara.review import approval_english, approval_portuguese
from alvara.review.approval_layout import Item, code, token, words

Text = str | Mapping[str, str]


def language_of(locale: str) -> str:
    """Give the language of a locale."""
    return locale.replace("_", "-").partition("-")[0].lower()


class Voice:
    """Says things in one locale, and remembers what else there is to show at the end of the page.

    `others` are texts in further languages, `computed` the expressions behind conditions that were told in words.
    """

    def __init__(self, locale: str, names: Mapping[str, str], people: Mapping[str, str]) -> None:
        """Take the locale, what resources are called, and what people are called."""
        self._locale, self._names, self._people = locale, names, people
        self._sentences = (
            approval_portuguese.SENTENCES if language_of(locale) == "pt" else approval_english.SENTENCES
        )  # fmt: skip
        self.others: list[Item] = []
        self.computed: list[Item] = []

    def say(self, key: str, **values: str | int) -> str:
        """Give a sentence; its values are tokens, numbers or other sentences."""
        return self._sentences[key].format(**values)

    def item(self, key: str, *below: Item, aspect: str = "", name: str = "", **values: str | int) -> Item:
        """Give a sentence with what belongs below it."""
        return Item(self.say(key, **values), below=below, aspect=aspect, name=name or key)

    def counted(self, key: str, number: Any) -> str:
        """Give a phrase in the singular or the plural."""
        return self.say(f"{key}.one" if number == 1 and number is not True else f"{key}.many", n=self.value(number))

    def among(self, group: str, value: str) -> str:
        """Say what one of the words of a closed list means; a word that is unknown, as it is."""
        key = f"{group}.{value}"
        return self._sentences.get(key) or token(value)

    def listed(self, texts: Iterable[str], joint: str = "and") -> str:
        """Join tokens as a sentence does."""
        found = list(texts)
        if len(found) < 2:
            return "".join(found)
        return f"{', '.join(found[:-1])} {self.say(f'joint.{joint}')} {found[-1]}"

    def resource(self, id: str) -> str:
        """Name a resource as people call it, with its ID."""
        name = self._names.get(id)
        return token(id) if name is None else f"{quoted(name)} ({token(id)})"

    def person(self, id: str) -> str:
        """Name a person, with the ID."""
        name = self._people.get(id)
        return token(id) if name is None else f"{quoted(name)} ({token(id)})"

    def text(self, value: Text, aspect: str, what: str) -> Item:
        """Quote a text in the locale of the page, and keep the others for the end."""
        if isinstance(value, str):
            return words(value)
        key = self._chosen(value)
        for locale in sorted(value):
            if locale != key:
                label = self.say("other", what=what, locale=self.among("locale", locale))
                self.others.append(Item(label, "sentence", (words(value[locale]),), aspect, f"{what} {locale}"))
        return words(value[key])

    def chosen(self, value: Text) -> str:
        """Give a text in the locale of the page, or what there is of it."""
        return value if isinstance(value, str) else value[self._chosen(value)]

    def locales(self, value: Mapping[str, Any]) -> list[str]:
        """Order the locales of a text, that of the page first."""
        own = self._chosen(value) if value else ""
        return sorted(value, key=lambda locale: (locale != own, locale))

    def _chosen(self, texts: Iterable[str]) -> str:
        """Choose the locale to show: that of the page, one of its language, English, or else the first."""
        own = language_of(self._locale)
        return min(texts, key=lambda key: (key != self._locale, language_of(key) != own, language_of(key) != "en", key))

    def value(self, value: Any) -> str:
        """Write a JSON value as people do: texts between quotation marks, names before what they stand for."""
        if isinstance(value, str):
            return quoted(value)
        if value is None or isinstance(value, bool):
            return self.say(f"value.{value}")
        if isinstance(value, Mapping):
            inside = ", ".join(f"{token(key)}: {self.value(value[key])}" for key in sorted(value))
            return f"({inside or self.say('value.nothing')})"
        if isinstance(value, (list, tuple)):
            return f"[{', '.join(map(self.value, value)) or self.say('value.nothing')}]"
        return number(value)

    def outline(self, key: str, value: Any) -> Item:
        """Write whatever there are no sentences for, level by level."""
        if isinstance(value, Mapping):
            return Item(f"{token(key)}:", below=tuple(self.outline(k, value[k]) for k in sorted(value)), name=key)
        if isinstance(value, (list, tuple)) and any(isinstance(item, (Mapping, list)) for item in value):
            rows = tuple(self.outline(str(n), item) for n, item in enumerate(value, 1))
            return Item(f"{token(key)}:", below=rows, name=key)
        return Item(f"{token(key)}: {self.value(value)}", name=key)

    def condition(self, block: Mapping[str, Any], aspect: str, where: str) -> tuple[Item, ...]:
        """Tell a condition: what its atoms say in words, or else what they compute."""
        found = []
        for joint in sorted(block):
            inner: list[Item] = []
            for item in block[joint]:
                if "expr" in item:
                    inner.append(self.atom(item, aspect, where))
                else:
                    inner += self.condition(item, aspect, where)
            found.append(Item(self.say(f"when.{joint}"), below=tuple(inner), name=joint))
        return tuple(found)

    def atom(self, atom: Mapping[str, Any], aspect: str, where: str, *also: Item) -> Item:
        """Tell one condition; the expression of one that is told in words is kept for the end."""
        id = atom.get("id", "")
        what = f"{where} ({token(id)})" if id else where
        expression = code(atom["expr"])
        if "text" not in atom:
            key = "atom.named" if id else "atom"
            return self.item(key, expression, *also, name=id or atom["expr"], what=what)
        told = self.text(atom["text"], aspect, what)
        below = (told._replace(sort="echo"), self.item("atom", expression))
        self.computed.append(
            Item(self.say("computed", what=what), "sentence", below, aspect, f"{what} {id or atom['expr']}")
        )
        return told._replace(below=also, name=id)


def quoted(text: str) -> str:
    """Write an author's text between quotation marks, whatever it is made of."""
    shown = token(text)
    return shown if shown.startswith('"') else f'"{shown}"'


def number(value: Any) -> str:
    """Write a number in its one form; one that has none, as Python has it."""
    try:
        return canonical([value]).decode()[1:-1]
    except (ValueError, TypeError):
        return visible(str(value))
