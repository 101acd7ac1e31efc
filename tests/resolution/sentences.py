"""The sentences that the understanding of language is measured with, and the registry that they are asked of."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from alvara.cli.served import open_served
from alvara.runtime.registry import Registry
from tests.this_registry import ROOT

FOLDER = Path(__file__).parent
TUNING, HELD_BACK = FOLDER / "tuning.yaml", FOLDER / "held_back.yaml"


class Sentence(NamedTuple):
    """One sentence, where it is said, and what is expected. What is None is not compared."""

    id: str
    say: str
    where: Mapping[str, str]
    outcome: str
    intent: str | None
    matches: Sequence[str] | None
    capabilities: frozenset[str] | None


def read(path: Path) -> list[Sentence]:
    """Read the sentences of a file."""
    return [_sentence(**each) for each in yaml.safe_load(path.read_text(encoding="utf-8"))["utterances"]]


@cache
def this_registry() -> Registry:
    """Open the tree of this repository."""
    return open_served(str(ROOT), "").registry


def _sentence(id: str, say: str, expect: Mapping[str, Any], **where: str) -> Sentence:
    capabilities = expect.get("capabilities")
    return Sentence(
        id, say, where, expect["outcome"], expect.get("intent"), expect.get("matches"),
        None if capabilities is None else frozenset(capabilities),
    )  # fmt: skip
