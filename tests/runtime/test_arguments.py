"""What a program gives by mistake is refused by name; nothing is widened, and no message carries what nobody sees."""

from collections.abc import Mapping
from typing import Any

import pytest

from alvara.registry.places import UnknownName
from tests.registry.held import own_registry

_TEXTS: Mapping[str, tuple[Mapping[str, Any], tuple[str, ...]]] = {
    "find_resources": ({}, ("text", "type", "domain")),
    "discover": ({}, ("page", "tab", "focus", "selection", "tenant", "locale")),
    "resolve": ({"text": "altere isso"}, ("text", "page", "tab", "focus", "selection", "tenant", "locale")),
    "expand": ({"id": "workPermit"}, ("id", "kind", "tenant")),
    "plan_hints": ({"resource": "workPermit"}, ("resource", "tenant")),
    "context": ({"scope": "workPermit"}, ("scope", "locale", "tenant")),
}
_NUMBERS = (("discover", "limit"), ("discover", "offset"), ("expand", "hops"), ("context", "budget"))
_NAMES = ("discover", "resolve", "expand", "plan_hints", "context")


def _ask(method: str, **more: Any) -> Any:
    return getattr(own_registry(), method)(**{**_TEXTS[method][0], **more})


@pytest.mark.parametrize(("method", "name"), [(m, name) for m, (_, names) in _TEXTS.items() for name in names])
def test_what_is_no_text_is_refused_by_name(method: str, name: str) -> None:
    for value in (0, True, 1.5, b"workPermit", ["workPermit"], {"a": 1}, object()):
        with pytest.raises(TypeError, match=f"`{name}` is a text"):
            _ask(method, **{name: value})


@pytest.mark.parametrize(("method", "name"), _NUMBERS)
def test_what_is_no_whole_number_is_refused_by_name(method: str, name: str) -> None:
    for value in (True, 1.0, float("nan"), "1", None):
        with pytest.raises(TypeError, match=f"`{name}` is a whole number"):
            _ask(method, **{name: value})


@pytest.mark.parametrize("method", _NAMES)
@pytest.mark.parametrize("names", [{"workPermit.update": False}, b"workPermit.update", ["workPermit.update", None], 5])
def test_permissions_that_may_be_misunderstood_are_refused(method: str, names: Any) -> None:
    with pytest.raises(TypeError):
        _ask(method, permissions=names)


def test_there_is_no_page_behind_the_last_however_far_one_looks() -> None:
    everything = own_registry().discover(limit=10**40)

    assert len(everything.capabilities) == everything.total
    assert own_registry().discover(offset=10**40, limit=10**40) == (everything.total, ())


@pytest.mark.parametrize("place", ["page", "focus"])
@pytest.mark.parametrize("name", ["\x1b[31mred", "\u202eyawa", "a\nb", "half \ud800", "x" * 5_000_000])
def test_a_name_that_nobody_knows_is_repeated_legibly_and_briefly(name: str, place: str) -> None:
    with pytest.raises(UnknownName) as told:
        own_registry().discover(**{place: name})

    assert str(told.value).isprintable()
    assert len(str(told.value)) < 400
