"""Our quick way to canonical JSON writes what the reference implementation writes."""

import json

import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from alvara.bundle.wire import LARGEST_INTEGER, Malformed, freeze, parse_json, thaw
from alvara.identity.digests import canonical

texts = st.text(st.characters(exclude_categories=["Cs"]))
numbers = st.integers(-LARGEST_INTEGER, LARGEST_INTEGER) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
)


@given(values)
@example({"\ue000": 1, "\U00010000": 2})
@example([1e21, 1.0, -0.0, 5e-324, 1e16])
@example([1.5])
@example({"a": [{"b": 1e-7}]})
@example({"a": "b:1.5", "c": '":1.5,2.5'})
@example({"digest": "sha256:1e5"})
def test_it_is_written_as_the_reference_does(value: object) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@given(values)
@example(1e20)
@example([12345678901234567890123.0])
def test_it_reads_back_as_it_was_written(value: object) -> None:
    written = canonical(value)

    assert canonical(parse_json(written)) == written


@given(values, st.sampled_from([{"indent": 1}, {"separators": (", ", ":")}, {"ensure_ascii": True}]))
def test_any_other_spelling_is_refused(value: object, style: dict[str, object]) -> None:
    other = json.dumps(value, **style).encode()  # type: ignore[arg-type]
    if other != canonical(value):
        with pytest.raises(Malformed):
            parse_json(other)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 2**53, "\ud800", ["\ud800"], {"\ud800": 1}, [2**60]])
def test_what_has_no_canonical_form_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        canonical(value)


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[NaN]", b'{"a":1,"a":1}', b"\xef\xbb\xbf1", b"[1.0]", b"01"])
def test_what_is_no_canonical_json_is_refused(data: bytes) -> None:
    with pytest.raises(Malformed):
        parse_json(data)


@given(values)
def test_what_is_frozen_thaws_to_what_it_was(value: object) -> None:
    assert thaw(freeze(value)) == value
