"""What all releases come to: the fold of their records, in whatever order their files are read."""

from hypothesis import given
from hypothesis import strategies as st

from alvara.adapters.published import read_schema
from alvara.app.releasing import write_out
from alvara.decode.ledger import release as decode
from alvara.documents.load import load
from alvara.documents.shape import Validators
from alvara.model.ledger import Component, Entry, Ledger, Release, releases_among

VALIDATORS = Validators(read_schema)
WORDS = st.text(st.sampled_from("aAzZ09.-_@ :#é'\"\\{},🚧"), max_size=6)
ENTRIES = st.builds(
    Entry, st.sampled_from(["approved", "active", "deprecated"]), WORDS, WORDS, WORDS.map(lambda word: word and "low"),
    st.lists(WORDS, max_size=2).map(tuple),
)  # fmt: skip
KEYS = st.sampled_from(["policy/a", "policy/a@2", "resource/a.b", "capability/no"])
STATES = st.lists(st.dictionaries(KEYS, ENTRIES))
PARTS = st.dictionaries(st.sampled_from(["ui", "policy"]), WORDS)
NAMES = st.from_regex(r"[0-9A-Za-z][0-9A-Za-z.-]{0,63}", fullmatch=True)


def _records(states: list[dict[str, Entry]]) -> list[Release]:
    """The records of releases that each published one of some states."""
    records, before = [], {}
    for number, state in enumerate(states, 1):
        ids = {key: state.get(key) for key in before | state if before.get(key) != state.get(key)}
        previous = str(number - 1) if number > 1 else None
        records.append(Release(f"ledger/releases/{number}-{number}.yaml", str(number), number, previous, {}, ids))
        before = state
    return records


@given(STATES, st.randoms(use_true_random=False))
def test_fold_is_the_last_state_in_whatever_order(states: list[dict[str, Entry]], random: object) -> None:
    records = _records(states)
    random.shuffle(records)  # type: ignore[attr-defined]

    ledger = Ledger(tuple(records))

    assert ledger.published() == (states[-1] if states else {})
    assert (ledger.last.sequence if ledger.last else 0) == len(states)
    for key, (release, entry) in ledger.standing().items():
        assert release.ids[key] == entry


@given(NAMES, NAMES | st.none(), st.integers(1, 10**9), STATES, PARTS)
def test_record_reads_as_it_was_written(
    version: str, previous: str | None, sequence: int, states: list[dict[str, Entry]], parts: dict[str, str]
) -> None:  # fmt: skip
    ids = {**dict.fromkeys(states[0] if states else ()), **(states[-1] if states[1:] else {})}
    path = f"ledger/releases/{sequence}-{version}.yaml"
    components = {name: Component(1, digest) for name, digest in parts.items()}
    record = Release(path, version, sequence, previous, components, ids)

    document = load(path, write_out(record))

    assert document.problems == ()
    assert VALIDATORS.of("release").accepts(document.value)
    assert decode(document.value, path) == record


@given(st.lists(st.tuples(st.integers(1, 12), NAMES)))
def test_files_are_ordered_by_their_numbers(named: list[tuple[int, str]]) -> None:
    paths = [f"ledger/releases/{number}-{name}.yaml" for number, name in named]

    found = releases_among([*paths, "ledger/releases/x.yaml", "ledger/releases/0-1.yaml", "capabilities/1-1.yaml"])

    assert sorted(record.path for record in found) == sorted(paths)
    assert [record.sequence for record in found] == sorted(number for number, _ in named)
    assert found == releases_among(reversed(paths))
