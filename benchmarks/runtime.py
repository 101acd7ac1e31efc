"""The registry at run time, at the seeds' scale and with 3,000 capabilities, beside the same lookups in SQLite.

    python benchmarks/runtime.py [--bundle DIR] [--rounds N] [--strict]

`DIR` is a bundle of a registry that `generate.py` wrote; without it one is made. A table in Markdown is printed: what
was measured, its median and its worst in a hundred, the ratio to a peer that took turns with it, and what is asked.
Times are CPU time: what else runs on the machine does not count, and files are taken to be in the system's memory.
Questions come out of the registry's own texts, the same in every run: names and synonyms in both languages, some with
two letters the wrong way round, some among words that say nothing. The peers are a dict, a loop that reads and hashes
the same files, and an FTS5 table of the same texts (`unicode61 remove_diacritics 2`, ranked by bm25).
"""

from __future__ import annotations

import argparse
import gc
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from crowd import crowd

from alvara import Registry

HERE = Path(__file__).parent
NOW = "2026-09-01T12:00:00Z"
USER = {"id": "u", "tenant": "t1", "roles": [], "permissions": []}
Call = Callable[[], Any]


class Row(NamedTuple):
    """One line of the table: times in seconds, those of a peer, and the limit that is asked."""

    name: str
    times: Sequence[float]
    peer: str = ""
    peers: Sequence[float] = ()
    most: tuple[str, float] | None = None


def main() -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bundle", default="", help="a bundle of a generated registry; else one is made")
    parser.add_argument("--rounds", type=int, default=5, help="how often a bundle is opened, and all questions are put")
    parser.add_argument("--strict", action="store_true", help="exit 1 where something asked is not reached")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bundle = given.bundle or make_bundle(Path(folder))
        rows = [*opening(bundle, given.rounds), *memory(bundle)]
        registry = Registry.open(bundle)
        rows += [*first_uses(bundle), *lookups(registry, given.rounds), *resolution(registry, given.rounds)]
        rows += around(registry)
        rows += discovery(Registry(crowd(bundle, 3000)), given.rounds)
    missed = [row.name for row in rows if not reached(row)]
    print("\n".join(["| measured | median | p99 | peer | ratio | asked | verdict |", "|---|--:|--:|---|--:|--:|---|"]))
    print("\n".join(map(line, rows)))
    return int(given.strict and bool(missed))


def make_bundle(folder: Path) -> str:
    """Generate a registry of the seeds' scale, and bundle it."""
    tree, bundle = folder / "registry", folder / "bundle"
    subprocess.run([sys.executable, HERE / "generate.py", tree], check=True, stdout=subprocess.DEVNULL)
    command = [sys.executable, "-m", "alvara", "-C", str(tree), "bundle", "build", "--out", str(bundle)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return str(bundle)


def opening(bundle: str, rounds: int) -> list[Row]:
    """Open the bundle, taking turns with a loop that only reads and hashes the same files."""
    manifest = json.loads((Path(bundle) / "agent-manifest.json").read_bytes())
    wanted = [path for path, _, _ in manifest["files"] if path.startswith(("private/", "public/knowledge/"))]

    def read_all() -> None:
        for path in wanted:
            with open(f"{bundle}/{path}", "rb", buffering=0) as file:  # noqa: PTH123 - a path object takes twice as long
                sha256(file.read()).hexdigest()

    ours, theirs = turns([lambda: Registry.open(bundle), read_all], rounds)
    return [Row("open, folder", ours, "read and hash the files", theirs, ("ms", 150))]


def memory(bundle: str) -> list[Row]:
    """Take the peak memory of a process of its own that opens the bundle and asks."""
    command = [sys.executable, HERE / "footprint.py", bundle]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    peaks = json.loads(ran.stdout)
    return [Row(f"memory, {name}", [peak], most=("MB", 100)) for name, peak in peaks.items()]


def first_uses(bundle: str) -> list[Row]:
    """Put each sort of question to a registry that was asked nothing yet."""
    known = Registry.open(bundle)._holdings
    id, capability = known.ids("resource")[0], known.ids("capability")[0]
    known_scope = id.partition(".")[0]
    asks: dict[str, Callable[[Registry], Any]] = {
        "get_resource": lambda registry: registry.get_resource(id),
        "get_capabilities": lambda registry: registry.get_capabilities(id),
        "find_resources": lambda registry: registry.find_resources("temperatura"),
        "discover": lambda registry: registry.discover(focus=id),
        "resolve": lambda registry: registry.resolve("temperatura", locale="pt-BR"),
        "decide": lambda registry: registry.decide(capability, input={}, principal=USER, now=NOW),
        "expand": lambda registry: registry.expand(id),
        "context": lambda registry: registry.context(known_scope),
    }
    return [Row(f"first {name}", [timed(partial(ask, Registry.open(bundle)))]) for name, ask in asks.items()]


def lookups(registry: Registry, rounds: int) -> list[Row]:
    """Look resources up that are known already, beside a dict and a table with a key."""
    ids = ids_of(registry)
    plain = {id: registry.get_resource(id) for id in ids}
    table = sqlite3.connect(":memory:")
    table.execute("CREATE TABLE things (id TEXT PRIMARY KEY, body TEXT) WITHOUT ROWID")
    table.executemany("INSERT INTO things VALUES (?, ?)", ((id, id) for id in ids))

    def ask() -> None:
        for id in ids:
            registry.get_resource(id)

    def ask_dict() -> None:
        for id in ids:
            plain[id]

    def ask_table() -> None:
        for id in ids:
            table.execute("SELECT body FROM things WHERE id = ?", (id,)).fetchone()

    ours, dicts, tables = ([one / len(ids) for one in each] for each in turns([ask, ask_dict, ask_table], rounds * 5))
    return [
        Row("get_resource", ours, "a dict", dicts, ("x", 5)),
        Row("get_resource", ours, "SQLite by primary key", tables),
    ]


def resolution(registry: Registry, rounds: int) -> list[Row]:
    """Resolve sentences, beside the same words in FTS5."""
    table = sqlite3.connect(":memory:")
    table.execute("CREATE VIRTUAL TABLE texts USING fts5(id UNINDEXED, text, tokenize='unicode61 remove_diacritics 2')")
    table.executemany("INSERT INTO texts VALUES (?, ?)", ((id, " ".join(said)) for id, said in texts(registry)))
    asked = sentences(registry)
    select = "SELECT id FROM texts WHERE texts MATCH ? ORDER BY bm25(texts), id LIMIT 5"

    def ask_table(sentence: str) -> None:
        words = " OR ".join(f'"{word}"' for word in sentence.split())
        table.execute(select, (words,)).fetchall()

    ours: list[float] = []
    theirs: list[float] = []
    for sentence in asked[:50]:
        registry.resolve(sentence, locale="pt-BR")
    for _ in range(rounds):
        for sentence in asked:
            ours.append(timed(partial(registry.resolve, sentence, locale="pt-BR")))
            theirs.append(timed(partial(ask_table, sentence)))
    return [Row(f"resolve, {len(asked)} sentences", ours, "FTS5, words with OR", theirs, ("p99 ms", 2))]


def around(registry: Registry) -> list[Row]:
    """Expand things by two steps, at first and again, and tell of them, and of everything, in 2,000 tokens."""
    things = [id for id in ids_of(registry)[::67] if registry.get_resource(id)]
    registry.expand(things[0])
    registry.context(things[0])
    return [
        Row("expand by 2 hops, a thing for the first time", [timed(partial(registry.expand, id)) for id in things[1:]]),
        Row("expand by 2 hops, a known thing", [timed(partial(registry.expand, things[-1])) for _ in things]),
        Row("context of a thing, 2,000 tokens", [timed(partial(registry.context, id)) for id in things]),
        Row("context of everything, 2,000 tokens", [timed(partial(registry.context, "app")) for _ in range(20)]),
    ]


def discovery(registry: Registry, rounds: int) -> list[Row]:
    """Ask what applies among 3,000 active capabilities: at places that were asked about before, and at fresh ones."""
    places = ids_of(registry)[::97]
    permissions = sorted({name for offer in registry._ground.atlas.offers for name in offer.requirement.permissions})
    held = [frozenset(permissions[start::7]) for start in range(7)]
    registry.discover()
    rows = []
    for name, count in (("place asked about for the first time", 1), ("known place", rounds)):
        times = [
            timed(partial(registry.discover, focus=place, permissions=held[i % 7], tenant="t1"))
            for _ in range(count) for i, place in enumerate(places)
        ]  # fmt: skip
        rows.append(Row(f"discover among {len(registry._ground.atlas.offers):,}, {name}", times, most=("p99 ms", 1)))
    return rows


def ids_of(registry: Registry) -> list[str]:
    """The resources that models may see."""
    return [each.id for each in registry.find_resources()]


def texts(registry: Registry) -> Iterator[tuple[str, list[str]]]:
    """What each resource is called, in both languages."""
    for each in registry.find_resources():
        said = json.dumps([each.as_json().get(key) for key in ("name", "labels", "synonyms")], ensure_ascii=False)
        yield each.id, [word for word in said.split('"')[1::2] if word not in ("pt-BR", "en")]


def sentences(registry: Registry) -> list[str]:
    """Five hundred questions, commands and mere names."""
    made = []
    known = list(texts(registry))
    for number, (_, said) in enumerate(known[:: max(1, len(known) // 500)]):
        name = said[number % len(said)]
        if number % 4 == 1 and len(name) > 5:  # two letters the wrong way round
            name = f"{name[:2]}{name[3]}{name[2]}{name[4:]}"
        made.append(("{}", "altere o {} desta permissão", "como funciona {}?", "change the {} of this one")[number % 4])
        made[-1] = made[-1].format(name)
    return made


def turns(asks: Sequence[Call], rounds: int) -> list[list[float]]:
    """Time each in turn, round after round; the first round does not count."""
    gc.collect()
    taken: list[list[float]] = [[] for _ in asks]
    for number in range(rounds + 1):
        for ask, times in zip(asks, taken, strict=True):
            took = timed(ask)
            if number:
                times.append(took)
    return taken


def timed(ask: Call) -> float:
    """Time one call, in seconds."""
    began = time.thread_time()
    ask()
    return time.thread_time() - began


def worst(times: Sequence[float]) -> float:
    """The worst but one in a hundred."""
    return sorted(times)[min(len(times) - 1, len(times) * 99 // 100)]


def reached(row: Row) -> bool:
    """Whether what is asked was reached."""
    return row.most is None or figure(row) <= row.most[1]


def figure(row: Row) -> float:
    """The figure that something is asked of, in the unit in which it is asked."""
    unit = row.most[0] if row.most else "ms"
    if unit == "x":
        return median(row.times) / median(row.peers)
    if unit == "MB":
        return row.times[0]
    return (worst if unit.startswith("p99") else median)(row.times) * 1000


def line(row: Row) -> str:
    """A line of the table."""
    if row.most and row.most[0] == "MB":
        return f"| {row.name} | {row.times[0]:.0f} MB |  |  |  | {row.most[1]:.0f} MB | {verdict(row)} |"
    peer = f"{row.peer} ({shown(median(row.peers))})" if row.peers else ""
    ratio = f"{median(row.times) / median(row.peers):.2f}x" if row.peers else ""
    p99 = shown(worst(row.times)) if len(row.times) >= 100 else ""
    asked = f"{row.most[0]} {row.most[1]:g}" if row.most else ""
    return f"| {row.name} | {shown(median(row.times))} | {p99} | {peer} | {ratio} | {asked} | {verdict(row)} |"


def verdict(row: Row) -> str:
    """Whether it was reached, in a word."""
    return "" if row.most is None else "met" if reached(row) else "**missed**"


def shown(seconds: float) -> str:
    """A time in the unit that fits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


if __name__ == "__main__":
    sys.exit(main())
