"""Judging a registry takes time in proportion to its size, however its parts are entangled."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from tests.fieldcases.checking import CAPABILITY, PAGE, SEED, run, sow, write
from tests.growth.measuring import MOST, growth

LIST = "semantic-ids/a.yaml"
ZONE = "semantic-ids/work-permit/zone.yaml"
ZONE_HEAD = "id: workPermit.zone\ntype: field\nname: Zone\n"
Files = dict[str, str]


def listed(words: Iterable[str]) -> str:
    return f"[{', '.join(words)}]"


def spelled(number: int) -> str:
    """Write sixteen letters in capitals and small ones, each number another way."""
    return "a" + "".join(c.upper() if number >> bit & 1 else c for bit, c in enumerate("bcdefghijklmnop"))


def parted(number: int) -> str:
    """Part the same letters by dots, each number another way."""
    return "a" + "".join(f".{c}" if number >> bit & 1 else c for bit, c in enumerate("bcdefghijklmnop"))


def resources(number: int, line: Callable[[int], str]) -> Files:
    items = (f"- {{type: field, name: x, {line(i)}}}\n" for i in range(number))
    return {LIST: f"resources:\n{''.join(items)}"}


def capability(old: str, new: str) -> Files:
    assert old in SEED[CAPABILITY]
    return {CAPABILITY: SEED[CAPABILITY].replace(old, new)}


def schema(words: Iterable[str]) -> Files:
    return capability("outputSchema: {type: object, ", f"outputSchema: {{type: object, $defs: {{{', '.join(words)}}}, ")


ENTANGLED: dict[str, Callable[[int], Files]] = {
    "a page bound to many": lambda n: {
        PAGE: f"---\nsemanticId: workPermit\ncapabilities: {listed(f'a.b{i}' for i in range(n))}\n---\n"
    },
    "many aliases": lambda n: {ZONE: f"{ZONE_HEAD}aliases: {listed(f'a.b{i}' for i in range(n))}\n"},
    "aliases in another case": lambda n: {ZONE: f"{ZONE_HEAD}aliases: {listed(map(spelled, range(n)))}\n"},
    "aliases parted by dots": lambda n: {ZONE: f"{ZONE_HEAD}aliases: {listed(map(parted, range(n)))}\n"},
    "one ID": lambda n: resources(n, lambda i: "id: a.b, aliases: [a.c]"),
    "IDs in another case": lambda n: resources(n, lambda i: f"id: {spelled(i)}"),
    "IDs parted by dots": lambda n: resources(n, lambda i: f"id: {parted(i)}"),
    "parents that are nowhere": lambda n: resources(n, lambda i: f"id: a.b{i}, parentId: a.c{i}"),
    "a chain of parents": lambda n: resources(n, lambda i: f"id: a.b{i}, recordPath: /x, parentId: a.b{i + 1}"),
    "a ring of parents": lambda n: resources(n, lambda i: f"id: a.b{i}, recordPath: /x, parentId: a.b{(i + 1) % n}"),
    "a ring of aliases": lambda n: resources(n, lambda i: f"id: a.b{i}, aliases: [a.b{(i + 1) % n}]"),
    "many bound to one": lambda n: (
        resources(n, lambda i: f"id: a.b{i}, capabilityRefs: [workPermit.updateValidity]")
        | capability("[workPermit.validUntil]", listed(f"a.b{i}" for i in range(n)))
    ),
    "placeholders of one property": lambda n: capability(
        "{required: true}", f'{{required: true, messageTemplate: {{en: "{"{input.x}" * n}"}}}}'
    ),
    "placeholders of many properties": lambda n: capability(
        "{required: true}",
        f'{{required: true, messageTemplate: {{en: "{"".join(f"{{input.x{i}}}" for i in range(n))}"}}}}',
    ),
    "schemas that are none": lambda n: schema(f"k{i}: 5" for i in range(n)),
    "types that are none": lambda n: schema(f"k{i}: {{type: strin}}" for i in range(n)),
    "keywords that are none": lambda n: schema(f"k{i}: {{typ{i}: 1, k{i}: 1}}" for i in range(n)),
    "examples that do not fit": lambda n: schema([f"k: {{type: string, examples: [{'1, ' * n}]}}"]),
    "links that are one": lambda n: {PAGE: f"{SEED[PAGE]}{'[[a]] ' * n}"},
    "links beside code": lambda n: {PAGE: f"{SEED[PAGE]}`x` {' '.join(f'[[a{i}]]' for i in range(n))}"},
    "synonyms that are one": lambda n: {ZONE: f"{ZONE_HEAD}synonyms: {listed(['w'] * n)}\n"},
    "synonyms with accents": lambda n: {
        ZONE: f"{ZONE_HEAD}synonyms: {listed(f'{c}{i}' for i in range(n) for c in 'eé')}\n"
    },
}  # fmt: skip


@pytest.fixture
def roots(tmp_path: Path) -> Iterator[Path]:
    """Folders for one registry after another."""
    return (tmp_path / str(number) / "seed" for number in range(100))


@pytest.mark.parametrize("make", ENTANGLED.values(), ids=ENTANGLED)
def test_time_grows_with_the_size_of_an_entangled_registry(make: Callable[[int], Files], roots: Iterator[Path]) -> None:
    def prepared(number: int) -> Files:
        return SEED | make(number)

    def check(files: Files) -> None:
        root = sow(next(roots))
        for path, text in files.items():
            write(root, path, text)
        done = run(root, "check", "--format", "json")
        assert done.code in (0, 1)

    assert growth(prepared, check, 800) < MOST
