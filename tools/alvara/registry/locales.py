"""A text in the language of whoever reads it."""

from collections.abc import Mapping, Sequence


def in_first(locales: Sequence[str], text: str | Mapping[str, str]) -> str:
    """Give a text in the first of some languages that it has, else in any."""
    if isinstance(text, str):
        return text
    return next((text[locale] for locale in locales if locale in text), next(iter(text.values())))
