"""Values that begin as another: fixtures, what is laid over them, and what is left out of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.site import Pointer, Site
from alvara.model.scenario import FIXTURE_KINDS, FROM, UNSET, FixtureKind, Fixtures
from alvara.scenarios.guesses import Guesses

Name = tuple[FixtureKind, str]
"""What a fixture is called, among those of its kind."""

MOST_VALUES = 50_000
"""Values in one that is laid out. Those that begin as one another multiply."""

MOST_IN_ALL = 1_000_000
"""Values in all that a suite can name or gives."""

MOST_UNSET = 200
"""Paths that one value may leave out."""

MOST_STEPS = 32
"""Fixtures that one may go back through."""

_ONE: Mapping[FixtureKind, str] = {
    "principals": "principal", "resources": "resource", "inputs": "input", "contexts": "context",
}  # fmt: skip


class Trouble(NamedTuple):
    """Something that keeps scenarios from being run as they were meant; `rule` names the rule that reports it."""

    rule: str
    finding: Finding


class Shelf(NamedTuple):
    """The fixtures that the scenarios of a file can name. `unsure` says that some of them could not be read."""

    held: Mapping[Name, tuple[Site, Mapping[str, Any]]]
    unsure: bool = False


class Unlaid(Exception):
    """A value cannot be had. Why is told already."""


class Overlays:
    """Lays values out. What is wrong with one is in `troubles`, once, however many begin as it."""

    def __init__(self, shelf: Shelf) -> None:
        """Take the fixtures that there are."""
        self.shelf = shelf
        self.guesses = Guesses()
        self._weight = 0
        self._names = {kind: [name for of, name in shelf.held if of == kind] for kind in FIXTURE_KINDS}
        self.troubles: list[Trouble] = []
        self._laid: dict[Name, dict[str, Any] | None] = {}

    def fixture(self, name: Name, above: tuple[Name, ...] = ()) -> dict[str, Any]:
        """Lay out a fixture that is there; `above` are those that begin as it. Raises `Unlaid`."""
        if name not in self._laid:
            site, value = self.shelf.held[name]
            self._laid[name] = None  # so it stays where something is wrong with it
            laid = self._over(name[0], value, site, {}, (*above, name))
            self._weigh(laid, site)
            self._laid[name] = laid
        found = self._laid[name]
        if found is None:
            raise Unlaid
        return found

    def value(self, kind: FixtureKind, value: Any, at: Site) -> Any:
        """Lay out what a scenario gives: the name of a fixture, or a value. Raises `Unlaid`."""
        if isinstance(value, str):
            return self._named(kind, value, at, ())
        laid = self._any(kind, value, at, None, ())
        self._weigh(laid, at)
        return laid

    def _weigh(self, laid: Any, at: Site) -> None:
        """Refuse what has grown out of all proportion to what is written."""
        number = count(laid)
        self._weight += number
        if number > MOST_VALUES:
            words = f"there are more than {MOST_VALUES:,} values here, once what it begins as is in it"
            self._object("scenario-too-large", at, words, "begin it, and what is in it, as less")
        if self._weight > MOST_IN_ALL:
            words = f"with this one the fixtures and scenarios here have more than {MOST_IN_ALL:,} values in all"
            self._object("scenario-too-large", at, words, "split the file")

    def _named(self, kind: FixtureKind, name: Any, at: Site, above: tuple[Name, ...]) -> dict[str, Any]:
        if (kind, name) in above:
            way = " > ".join(f"`{each}`" for _, each in (*above[above.index((kind, name)) :], (kind, name)))
            self._object("fixture-ring", at, f"the fixture begins as itself: {way}", "begin one of them as another")
        if len(above) > MOST_STEPS:
            self._object(
                "fixture-ring", at, f"more than {MOST_STEPS} fixtures begin as one another", "write one in full"
            )
        if not isinstance(name, str) or (kind, name) not in self.shelf.held:
            if self.shelf.unsure:
                raise Unlaid  # it may be in the file that cannot be read, and that is told there
            known = self._names[kind]
            tip = self.guesses.tip(name, known) if isinstance(name, str) else f"`{FROM}` takes the name of a fixture"
            words = (
                f"`{name}` is not among the `{kind}`" if known else f"there are no `{kind}`, and `{name}` is to be one"
            )
            self._object("unknown-scenario-name", at, words, tip or self._elsewhere(kind, name))
        return self.fixture((kind, name), above)

    def _elsewhere(self, kind: FixtureKind, name: Any) -> str:
        other = next((other for other in FIXTURE_KINDS if (other, name) in self.shelf.held), None)
        return f"it is the name of {_a(_ONE[other])}, not of {_a(_ONE[kind])}" if other else ""

    def _any(self, kind: FixtureKind, value: Any, at: Site, below: Any, above: tuple[Name, ...]) -> Any:
        if isinstance(value, dict):
            return self._over(kind, value, at, below if isinstance(below, dict) else {}, above)
        if isinstance(value, list):
            return [self._any(kind, item, _in(at, i), None, above) for i, item in enumerate(value)]
        return value

    def _over(
        self, kind: FixtureKind, value: Mapping[str, Any], at: Site, below: Mapping[str, Any], above: tuple[Name, ...]
    ) -> dict[str, Any]:
        if FROM in value:
            below = self._named(kind, value[FROM], _in(at, FROM), above)
        laid = dict(below)
        for path, place in self._unset(value, at):
            if not _leave_out(laid, path.split(".")):
                self._object(
                    "unknown-scenario-path", place, f"there is no `{path}` to leave out", self._like(path, laid)
                )
        for key, item in value.items():
            if key in (FROM, UNSET):
                continue
            if key.startswith("$"):
                tip = self.guesses.tip(key, (FROM, UNSET)) or f"there are `{FROM}` and `{UNSET}`"
                self._object("unknown-scenario-path", at._replace(pointer=(*at.pointer, key), part="key"),
                             f"`{key}` says nothing about a fixture", tip)  # fmt: skip
            laid[key] = self._any(kind, item, _in(at, key), laid.get(key), above)
        return laid

    def _unset(self, value: Mapping[str, Any], at: Site) -> Iterator[tuple[str, Site]]:
        paths = value.get(UNSET, ())
        if not isinstance(paths, (list, tuple)):
            self._object("unknown-scenario-path", _in(at, UNSET), f"`{UNSET}` takes a list of paths", "write `[path]`")
        if len(paths) > MOST_UNSET:
            words = f"{len(paths):,} paths are left out, and {MOST_UNSET} may be"
            self._object("scenario-too-large", _in(at, UNSET), words, "begin it as less")
        for i, path in enumerate(paths):
            if not isinstance(path, str):
                self._object("unknown-scenario-path", _in(at, UNSET, i), f"`{UNSET}` takes paths", "write a text")
            yield path, _in(at, UNSET, i)

    def _like(self, path: str, laid: Any) -> str:
        *outer, last = path.split(".")
        for step in outer:
            laid = laid.get(step) if isinstance(laid, dict) else None
        match = self.guesses.tip(last, laid) if isinstance(laid, dict) else ""
        return match or "a path is written with dots, from the value that it is left out of"

    def _object(self, rule: str, at: Site, message: str, tip: str = "") -> None:
        self.troubles.append(Trouble(rule, Finding(at, message, tip)))
        raise Unlaid


def count(value: Any) -> int:
    """Count the values in a value, itself among them, as far as it is not too large anyway."""
    number, pending = 0, [value]
    while pending and number <= MOST_VALUES:
        held = pending.pop()
        number += 1
        if isinstance(held, dict):
            pending.extend(held.values())
        elif isinstance(held, list):
            pending.extend(held)
    return number


def names_in(kind: FixtureKind, value: Any) -> Iterator[Name]:
    """Yield the fixtures that a value names, as it is written."""
    if isinstance(value, str):
        yield kind, value
    else:
        yield from begun_as(kind, value)


def begun_as(kind: FixtureKind, value: Any) -> Iterator[Name]:
    """Yield the fixtures that a value, or something in it, begins as."""
    if isinstance(value, dict):
        if isinstance(value.get(FROM), str):
            yield kind, value[FROM]
        for item in value.values():
            yield from begun_as(kind, item)
    elif isinstance(value, list):
        for item in value:
            yield from begun_as(kind, item)


def shelved(files: Sequence[tuple[str, Pointer, Fixtures]], on_twin: Callable[[Name, Site, Site], None]) -> Shelf:
    """Put the fixtures of several files together; `on_twin` is told of a name that is there already."""
    held: dict[Name, tuple[Site, Mapping[str, Any]]] = {}
    for path, pointer, fixtures in files:
        for kind, values in fixtures.items():
            for name, value in values.items():
                site = Site(path, (*pointer, kind, name))
                if (kind, name) in held:
                    on_twin((kind, name), held[kind, name][0], site)
                else:
                    held[kind, name] = (site, value)
    return Shelf(held)


def _leave_out(laid: dict[str, Any], steps: list[str]) -> bool:
    """Take a path out of a value, of which only what changes is copied; False where there is no such path."""
    if steps[0] not in laid:
        return False
    if len(steps) == 1:
        del laid[steps[0]]
        return True
    inner = laid[steps[0]]
    if not isinstance(inner, dict):
        return False
    laid[steps[0]] = inner = dict(inner)
    return _leave_out(inner, steps[1:])


def _in(at: Site, *steps: str | int) -> Site:
    return at._replace(pointer=(*at.pointer, *steps), part="value")


def _a(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
