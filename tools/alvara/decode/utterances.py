"""Mappings to utterances."""

from collections.abc import Mapping
from typing import Any

from alvara.diagnostics.site import Pointer
from alvara.model.utterance import Understanding, Utterance


def utterances(value: Mapping[str, Any]) -> tuple[Utterance, ...]:
    """Read a file of utterances, whose shape holds."""
    return tuple(_utterance(one, ("utterances", i)) for i, one in enumerate(value["utterances"]))


def _utterance(value: Mapping[str, Any], pointer: Pointer) -> Utterance:
    return Utterance(
        value["id"], pointer, value["say"], value.get("locale"), value.get("page"), value.get("tab"),
        value.get("focus"), value.get("selection"), _understanding(value["expect"], pointer),
    )  # fmt: skip


def _understanding(value: Mapping[str, Any], pointer: Pointer) -> Understanding:
    matches, capabilities = (tuple(value[key]) if key in value else None for key in ("matches", "capabilities"))
    return Understanding((*pointer, "expect"), value["outcome"], value.get("intent"), matches, capabilities)
