"""What may follow what, what is remembered of it, and what goes: decided without a disk."""

import json
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.bundle.layout import MANIFEST
from alvara.bundle.manifest import Manifest, NamedRoot, parse_manifest
from alvara.bundle.wire import parse_json
from alvara.store.activation import needs_root, objection, pointer_to
from alvara.store.collecting import collect
from alvara.store.pins import Pin, latest, parse_pin, write_pin
from alvara.store.pointer import MOST_BEFORE, Pointer, parse_pointer, write_pointer
from alvara.store.published import Published, parse_published, write_published
from alvara.store.wire import BadRecord
from tests.store.releases import NOW, release

ONE = parse_manifest(parse_json(release(1)[MANIFEST]))
ROOT = NamedRoot(1, "a" * 64)

digests = st.text("0123456789abcdef", min_size=64, max_size=64).map("sha256:{}".format)
versions = st.from_regex(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,79}", fullmatch=True)
moments = st.datetimes().map(lambda moment: moment.replace(microsecond=0).isoformat() + "Z")
counts = st.integers(0, 2**53 - 1)
roots = st.none() | st.builds(NamedRoot, counts, st.just("b" * 64))
pointers = st.builds(
    Pointer, st.uuids().map(str), counts, versions, digests, roots, moments,
    st.lists(digests, max_size=MOST_BEFORE).map(tuple),
)  # fmt: skip
pins = st.builds(Pin, st.from_regex(r"[0-9A-Za-z][\w.-]{0,127}", fullmatch=True).filter(str.isascii), versions, digests,
                 moments, st.none() | moments)  # fmt: skip
published = st.builds(Published, versions, counts, digests)


def made(number: int, version: str = "", root: NamedRoot | None = None) -> Manifest:
    """Give the manifest of a release, or of a tree after it."""
    name = version or str(number)
    return replace(ONE, sequence=number, version=name, digest=f"sha256:{name:0>64}", root=root)


def active(*numbers: int, root: NamedRoot | None = None) -> Pointer:
    """Point to one release after the other."""
    pointer: Pointer | None = None
    for number in numbers:
        pointer = pointer_to(made(number, root=root), pointer, NOW, rollback=False)
    assert pointer is not None
    return pointer


@given(pointers, pins, published)
def test_what_is_written_is_read_again(pointer: Pointer, pin: Pin, version: Published) -> None:
    assert parse_pointer(write_pointer(pointer)) == pointer
    assert parse_pin(write_pin(pin)) == pin
    assert parse_published(write_published(version)) == version


@given(pointers, st.data())
def test_a_pointer_that_lost_or_gained_a_byte_is_none_or_another(pointer: Pointer, data: st.DataObject) -> None:
    written = write_pointer(pointer)
    place = data.draw(st.integers(0, len(written) - 1))
    other = data.draw(st.sampled_from([written[:place], written[:place] + b"0" + written[place:]]))

    try:
        read = parse_pointer(other)
    except BadRecord:
        return
    assert read != pointer


@pytest.mark.parametrize(
    ("candidate", "words"),
    [
        (made(4), ""),
        (made(9), ""),
        (made(3), ""),
        (made(3, "0.0.0+abc"), ""),
        (made(2, "0.0.0+abc"), "to go back on purpose: store rollback 0.0.0+abc"),
        (made(1), "to go back on purpose: store rollback 1"),
        (made(3, "3-bis"), "are both release number 3"),
        (replace(made(4), registry="another"), "of the registry another"),
    ],
)
def test_only_what_follows_becomes_active(candidate: Manifest, words: str) -> None:
    found = objection(candidate, active(3), rollback=False)

    assert (found is None) is (words == "")
    assert words in str(found)


@pytest.mark.parametrize("candidate", [made(1), made(2), made(4), made(3, "3-bis"), made(1, root=ROOT)])
def test_a_rollback_goes_anywhere_in_its_registry(candidate: Manifest) -> None:
    assert objection(candidate, active(3, root=NamedRoot(2, "b" * 64)), rollback=True) is None
    assert objection(replace(candidate, registry="another"), active(3), rollback=True) is not None


@pytest.mark.parametrize(
    ("root", "may"), [(NamedRoot(2, "b" * 64), True), (NamedRoot(3, "c" * 64), True), (ROOT, False), (None, False)]
)
def test_an_older_root_of_trust_does_not_come_back_by_a_newer_release(root: NamedRoot | None, may: bool) -> None:
    found = objection(made(4, root=root), active(3, root=NamedRoot(2, "b" * 64)), rollback=False)

    assert (found is None) is may


def test_a_root_is_needed_once_either_side_has_one() -> None:
    assert not needs_root(made(1), None)
    assert not needs_root(made(2), active(1))
    assert needs_root(made(2), active(1, root=ROOT))
    assert needs_root(made(2, root=ROOT), active(1))


def test_the_same_again_changes_nothing() -> None:
    pointer = active(1, 2)

    assert pointer_to(made(2), pointer, "2030-01-01T00:00:00Z", rollback=False) == pointer
    assert pointer_to(made(2), pointer, "2030-01-01T00:00:00Z", rollback=True) == pointer


def test_a_rollback_takes_off_what_it_went_past() -> None:
    one, two = made(1).digest, made(2).digest
    pointer = active(1, 2, 3)

    assert pointer.before == (two, one)
    assert pointer_to(made(2), pointer, NOW, rollback=True).before == (one,)
    assert pointer_to(made(1), pointer, NOW, rollback=True).before == ()
    assert pointer_to(made(0), pointer, NOW, rollback=True).before == ()


def test_what_is_newer_is_no_way_back_and_leaves_one() -> None:
    pointer = active(1, 2)

    assert pointer_to(made(3), pointer, NOW, rollback=True).before == (pointer.digest, made(1).digest)


def test_what_is_remembered_has_an_end() -> None:
    assert len(active(*range(1, 40)).before) == MOST_BEFORE


@pytest.mark.parametrize(("one", "other", "end"), [(None, "a", None), ("a", "b", "b"), ("b", "a", "b")])
def test_the_later_end_of_a_lease_counts(one: str | None, other: str, end: str | None) -> None:
    assert latest(one, other) == end


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
)


@given(st.binary() | json_values.map(lambda value: json.dumps(value).encode()), st.data())
def test_whatever_else_stands_there_is_refused_in_words(junk: bytes, data: st.DataObject) -> None:
    said = data.draw(st.sampled_from([active(1).as_json(), Pin("E", "1", active(1).digest, NOW).as_json()]))
    key, value = data.draw(st.sampled_from(sorted(said))), data.draw(json_values)

    for parse, format in ((parse_pointer, "pointer"), (parse_pin, "pin"), (parse_published, "version")):
        for written in (junk, json.dumps({"format": f"alvara.store-{format}/1", **said, key: value}).encode()):
            with suppress(BadRecord):
                assert write_of(parse(written)) == written


def write_of(record: Pointer | Pin | Published) -> bytes:
    """Write a record of whatever kind."""
    if isinstance(record, Pointer):
        return write_pointer(record)
    return write_pin(record) if isinstance(record, Pin) else write_published(record)


def test_nothing_goes_before_anything_is_active() -> None:
    found = collect([made(1).digest, made(2).digest], None, (), (), NOW)

    assert found.bundles == ()
    assert {kept.reason for kept in found.kept} == {"nothing is active yet"}


numbers = st.integers(1, 6)
ends = st.sampled_from([None, "2026-01-01T00:00:00Z", NOW, "2030-01-01T00:00:00Z"])


@given(
    st.sets(numbers),
    st.lists(numbers, min_size=1, max_size=5, unique=True).map(sorted),
    st.lists(st.tuples(numbers, ends)),
)
def test_just_what_nobody_needs_goes(
    held: set[int], activated: list[int], leases: list[tuple[int, str | None]]
) -> None:
    pointer = active(*activated)
    pins = [
        Pin(f"E{place}", str(number), made(number).digest, NOW, until) for place, (number, until) in enumerate(leases)
    ]
    versions = [Published(str(number), number, made(number).digest) for number in range(1, 7)]

    found = collect([made(number).digest for number in held], pointer, versions, pins, NOW)
    running = {number for number, until in leases if until is None or until > NOW}
    needed = {*activated[-2:], *running, *range(activated[-1] + 1, 7)}

    assert set(found.bundles) == {made(number).digest for number in held - needed}
    assert {kept.digest for kept in found.kept} == {made(number).digest for number in held & needed}
    assert {pin.execution for pin in found.pins} == {pin.execution for pin in pins if not pin.holds(NOW)}
