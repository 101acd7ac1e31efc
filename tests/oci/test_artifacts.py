"""Manifests as a registry may give them: what alvara wrote is read, and anything else is refused in one way."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.adapters.oci.artifacts import BUNDLE, Foreign, blob_of, read_artifact, write_artifact

WRITTEN = write_artifact(BUNDLE, b"{}", blob_of(b"layer"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List where something stands in a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(place for key, item in inner for place in places(item, (*at, key)))]


@given(st.binary(max_size=200_000), st.binary(max_size=64))
def test_what_is_written_is_read(words: bytes, layer: bytes) -> None:
    artifact = read_artifact(write_artifact(BUNDLE, words, blob_of(layer)), BUNDLE, 64)

    assert (artifact.words, artifact.layer) == (blob_of(words), blob_of(layer))
    assert artifact.said in (words, None)


@given(st.sampled_from(places(json.loads(WRITTEN))[1:]), VALUES)
def test_a_manifest_with_anything_in_any_place_is_read_or_refused(place: tuple[Any, ...], value: Any) -> None:
    said = json.loads(WRITTEN)
    inner = said
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    try:
        artifact = read_artifact(json.dumps(said).encode(), BUNDLE, 64)
    except Foreign:
        return

    assert 0 <= artifact.layer.size <= 64
    assert artifact.words == blob_of(b"{}") or artifact.said is None


@given(st.binary(max_size=64))
def test_what_is_no_manifest_is_refused(data: bytes) -> None:
    with pytest.raises(Foreign):
        read_artifact(data, BUNDLE, 64)
