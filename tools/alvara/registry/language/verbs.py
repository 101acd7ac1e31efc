"""The forms of verbs: which one a word may be, and what kind of thing that asks for."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from alvara.registry.language.english import ENGLISH
from alvara.registry.language.grammar import Deed, Grammar
from alvara.registry.language.portuguese import PORTUGUESE

GRAMMARS: tuple[Grammar, ...] = (PORTUGUESE, ENGLISH)


class Verbs(NamedTuple):
    """Verbs by their forms, by the nouns made of them, and what each may ask for."""

    forms: Mapping[str, tuple[str, ...]]
    nouns: Mapping[str, tuple[str, ...]]
    deeds: Mapping[str, frozenset[Deed]]


@cache
def known_verbs() -> Verbs:
    """Give the verbs of both languages that are understood in every registry."""
    deeds: dict[str, set[Deed]] = {}
    inflected: dict[str, Grammar] = {}
    for grammar in GRAMMARS:
        for deed, verbs in grammar.deeds.items():
            for verb in verbs.split():
                deeds.setdefault(verb, set()).add(deed)
                inflected[verb] = grammar
    forms: dict[str, list[str]] = {}
    nouns: dict[str, list[str]] = {}
    for verb, grammar in inflected.items():
        _note(forms, grammar.inflect(verb), verb)
        _note(nouns, grammar.nouns(verb), verb)
    return Verbs(_frozen(forms), _frozen(nouns), {verb: frozenset(kinds) for verb, kinds in deeds.items()})


def with_own(verbs: Iterable[str]) -> Verbs:
    """Give the known verbs with those that only a registry has: `vistoriar`, where a capability is called by it."""
    known = known_verbs()
    forms = {form: list(verbs) for form, verbs in known.forms.items()}
    for verb in sorted(set(verbs) - known.deeds.keys()):
        _note(forms, _inflect(verb), verb)
    return known._replace(forms=_frozen(forms))


def without(verbs: Verbs, own: Iterable[str]) -> Verbs:
    """Take verbs away that only a registry has."""
    forms = dict(verbs.forms)
    for verb in own:
        for form in _inflect(verb):
            rest = tuple(other for other in forms.pop(form, ()) if other != verb)
            if rest:
                forms[form] = rest
    return verbs._replace(forms=forms)


def _inflect(verb: str) -> Iterable[str]:
    """Give the forms of a verb; `deliver` could be one of either language."""
    return (*(PORTUGUESE.inflect(verb) if PORTUGUESE.is_infinitive(verb) else ()), *ENGLISH.inflect(verb))


def _note(forms: dict[str, list[str]], words: Iterable[str], verb: str) -> None:
    for word in words:
        listed = forms.setdefault(word, [])
        if verb not in listed:
            listed.append(verb)


def _frozen(forms: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {form: tuple(verbs) for form, verbs in forms.items()}
