"""The chain of roots: what carries on from one version to the next, and what does not."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from alvara.approvals.roots import (
    NAMESPACE,
    BadRoot,
    RootVerdict,
    decode,
    governance_digests,
    is_pinned,
    judge_signatures,
    pin_of,
    signed_bytes,
    walk,
)  # fmt: skip
from alvara.identity.digests import digest
from alvara.model.governance import GovernanceValues
from tests.governance.chains import DIGESTS, REGISTRY, SIGNERS, root, signed
from tests.signatures.ssh_keygen import accepts, make_key, needs_ssh_keygen, sign

FIRST = root(signed(1, ["ana", "bea", "caio"]), ["ana", "bea", "caio"])
NEXT = signed(2, ["bea", "caio", "dora"])
SECOND = root(NEXT, ["bea", "caio", "ana"])


def _walk(roots: Mapping[int, bytes], pin: str | None = None, revoked: tuple[str, ...] = ()) -> RootVerdict:
    return walk(roots, pin, REGISTRY, DIGESTS, revoked)


def test_a_chain_signed_by_old_and_new_keys_holds() -> None:
    verdict = _walk({1: FIRST, 2: SECOND})

    assert verdict.faults == ()
    assert verdict.newest == decode(SECOND)
    assert not verdict.pinned


@pytest.mark.parametrize("pinned", [FIRST, SECOND])
def test_a_pin_of_any_version_is_where_trust_begins(pinned: bytes) -> None:
    verdict = _walk({1: FIRST, 2: SECOND}, sha256(pinned).hexdigest())

    assert verdict.pinned
    assert verdict.faults == ()
    assert verdict.newest == decode(SECOND)


def test_versions_before_the_pinned_one_are_not_needed() -> None:
    verdict = _walk({2: SECOND}, pin_of(SECOND))

    assert verdict.pinned
    assert verdict.faults == ()


def test_what_is_wrong_before_the_pinned_version_is_past() -> None:
    assert _walk({1: b"{}", 2: SECOND}, pin_of(SECOND)).faults == ()


THE_KEYS_OF_1 = "the keys of version 1"


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (root(NEXT, ["bea", "dora"]), f"2 of {THE_KEYS_OF_1} have to sign it and one did (`ana`, `caio` did not)"),
        (root(NEXT, ["ana", "bea"]), "2 of its own keys have to sign it and one did (`caio`, `dora` did not)"),
        (root(signed(2, ["dora", "eva"], 1), ["dora", "eva"]), f"2 of {THE_KEYS_OF_1} have to sign it and none did"),
        (root(NEXT, []), "2 of its own keys have to sign it and none did"),
        (root(NEXT, ["bea", "caio", "eva"]), "the signature under `eva` does not hold: `eva` holds no key"),
        (root(NEXT, ["bea", "caio"], "alvara-approval@v1"), "made for another purpose than `alvara-root@v1`"),
        (root(NEXT, ["bea", "caio"], "git"), "made for another purpose than `alvara-root@v1`"),
        (root(signed(2, ["bea", "caio"], 2, "another"), ["bea", "caio"]), "the root of the registry `another`"),
        (root(signed(3, ["bea", "caio"]), ["bea", "caio"]), "the file says that it is version 3, and its name 2"),
        (root(signed(2, ["bea", "caio"], 3), ["bea", "caio"]), "3 of its keys have to sign, and it has 2"),
        (root(NEXT, ["bea", "bea", "bea"]), "2 of its own keys have to sign it and one did"),
        (
            root(signed(2, dict.fromkeys(("bea", "bia"), SIGNERS["bea"].public.text)), ["bea"]),
            "`bea` and `bia` are one key, which vouches once",
        ),
        (
            root(signed(2, {"bea": SIGNERS["bea"].public.text + " old", "caio": SIGNERS["bea"].public.text}), []),
            "`bea` and `caio` are one key, which vouches once",
        ),
        (SECOND.replace(b'"threshold": 2', b'"threshold": 1'), "it does not belong to what it is said to sign"),
        (SECOND.replace(b'"key": "bea"', b'"key": "dora"'), "it was not made with the key"),
        (SECOND.replace(b'{\n  "signed"', b'{\n  "extra": 1,\n  "signed"'), "does not hold just `signed` and"),
        (SECOND.replace(b'"threshold": 2', b'"threshold": 2, "threshold": 1'), "this is no root"),
        (b"\xef\xbb\xbf" + SECOND, "this is no root: the file starts with a byte order mark"),
        (b"", "this is no root"),
        (root({**NEXT, "keys": {"bea": "ssh-rsa AAAA"}}, []), "the key of `bea` cannot be used"),
        (root({**NEXT, "threshold": True}, []), "not whole numbers"),
        (root({**NEXT, "version": 2.0}, []), "not whole numbers"),
        (root({**NEXT, "governance": {**DIGESTS, "more": "x"}}, []), "does not say what it vouches for"),
    ],
)  # fmt: skip
def test_a_next_version_that_does_not_carry_on_is_refused(second: bytes, words: str) -> None:
    verdict = _walk({1: FIRST, 2: second}, pin_of(FIRST))

    assert verdict.pinned
    assert [version for version, _ in verdict.faults] == [2]
    assert words in verdict.faults[0][1]
    assert verdict.newest == decode(FIRST)


def test_the_first_version_is_signed_by_all_of_its_keys() -> None:
    first = root(signed(1, ["ana", "bea", "caio"]), ["ana", "caio"])

    assert _walk({1: first}).faults == ((1, "all of its own keys have to sign it and 2 did (`bea` did not)"),)


def test_a_version_that_is_skipped_is_missed() -> None:
    third = root(signed(3, ["bea", "caio", "dora"]), ["bea", "caio"])

    assert _walk({1: FIRST, 3: third}).faults == ((2, "version 2 is missing, and later ones rest on it"),)
    assert _walk({2: SECOND}).faults == ((1, "version 1 is missing, and later ones rest on it"),)


def test_a_pin_of_nothing_that_is_here_trusts_nothing() -> None:
    for roots, words in (({}, "a root is pinned, and none is here"), ({1: FIRST}, "is the pinned one")):
        verdict = _walk(roots, "0" * 64)
        assert not verdict.pinned
        assert verdict.newest is None
        assert [words in said for _, said in verdict.faults] == [True]
    assert _walk({}) == RootVerdict(False)


def test_a_fork_from_the_first_version_is_not_the_pinned_one() -> None:
    evil = root(signed(1, ["dora", "eva"]), ["dora", "eva"])

    assert _walk({1: evil}, pin_of(FIRST)).faults == ((0, "none of the versions that are here is the pinned one"),)


def test_the_newest_version_vouches_for_what_governs() -> None:
    other = {**DIGESTS, "people": "sha256:" + "0" * 64, "policy": "sha256:" + "1" * 64}
    verdict = walk({1: FIRST, 2: SECOND}, None, REGISTRY, other)

    words = "version 2 vouches for `people` and `policy` in another state than `governance/` is in"
    assert verdict.faults == ((2, words),)
    assert walk({1: FIRST, 2: SECOND}, None, REGISTRY, None).faults == ()


def test_an_older_version_may_vouch_for_what_governed_then() -> None:
    first = root(signed(1, ["ana", "bea"], digests=dict.fromkeys(DIGESTS, "sha256:" + "0" * 64)), ["ana", "bea"])
    second = root(signed(2, ["ana", "bea"]), ["ana", "bea"])

    assert _walk({1: first, 2: second}).faults == ()


def test_line_ends_of_a_checkout_change_nothing() -> None:
    roots = {1: FIRST.replace(b"\n", b"\r\n"), 2: SECOND.replace(b"\n", b"\r\n")}

    assert _walk(roots).faults == ()
    assert _walk(roots, sha256(FIRST).hexdigest()).pinned
    assert _walk(roots, sha256(roots[1]).hexdigest()).pinned
    assert pin_of(FIRST) == pin_of(roots[1]) == sha256(FIRST).hexdigest()
    assert not is_pinned(FIRST.replace(b"\n", b"\n\n"), pin_of(FIRST))


def test_layout_changes_a_pin_and_no_verdict() -> None:
    compact = json.dumps(json.loads(FIRST), sort_keys=True).encode()

    assert _walk({1: compact, 2: SECOND}).faults == ()
    assert not _walk({1: compact, 2: SECOND}, pin_of(FIRST)).pinned


def test_a_revoked_key_vouches_for_no_newest_version() -> None:
    bea = SIGNERS["bea"].public.fingerprint
    without = signed(2, ["ana", "caio", "dora"])

    assert "the key of `bea` is revoked and still vouches" in _walk({1: FIRST, 2: SECOND}, revoked=(bea,)).faults[0][1]
    signed_by_bea = {1: FIRST, 2: root(without, ["ana", "bea", "dora"])}
    assert _walk(signed_by_bea).faults == ()
    assert _walk(signed_by_bea, revoked=(bea,)).faults == (
        (2, "2 of the keys of version 1 have to sign it and one did (`caio` did not)"),
    )
    assert _walk({1: FIRST, 2: root(without, ["ana", "caio"])}, revoked=(bea,)).faults == ()


def test_a_key_may_be_exchanged_under_its_name() -> None:
    first = root(signed(1, ["ana", "bea"]), ["ana", "bea"])
    says = signed(2, {"ana": SIGNERS["eva"].public.text, "bea": SIGNERS["bea"].public.text})
    by_new = json.loads(root(says, ["eva", "bea"]))
    by_new["signatures"][0]["key"] = "ana"
    by_old = json.loads(root(says, ["ana"]))
    both = {"signed": says, "signatures": [*by_new["signatures"], *by_old["signatures"]]}

    assert _walk({1: first, 2: json.dumps(by_new).encode()}).faults[0][1].startswith("all of the keys of version 1")
    assert _walk({1: first, 2: json.dumps(both).encode()}).faults == ()


def test_signatures_are_judged_one_by_one() -> None:
    found = judge_signatures(decode(root(NEXT, ["ana", "eva", "dora"])), decode(FIRST))

    assert [(one.id, not one.fault, len(one.raw)) for one in found] == [
        ("ana", True, 32), ("eva", False, 0), ("dora", True, 32),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ['"\\ud800"', "9007199254740993", "1e400"])
def test_what_has_no_one_form_is_no_root(text: str) -> None:
    data = FIRST.replace(json.dumps(REGISTRY).encode(), text.encode())
    with pytest.raises(BadRoot):
        decode(data)


def test_an_absent_file_is_digested_as_null() -> None:
    assert governance_digests(GovernanceValues()) == {
        "people": digest({}), "teams": digest(None), "policy": digest(None), "revocations": digest(None),
    }  # fmt: skip
    values = GovernanceValues({"ana": {"name": "Ana", "kind": "human"}}, {}, {"levels": {}}, {"revocations": []})
    assert governance_digests(values) == {
        "people": digest({"ana": {"kind": "human", "name": "Ana"}}), "teams": digest({}),
        "policy": digest({"levels": {}}), "revocations": digest({"revocations": []}),
    }  # fmt: skip


@needs_ssh_keygen
def test_ssh_keygen_signs_a_root_and_checks_one(tmp_path: Path) -> None:
    path = make_key(tmp_path)
    line = path.with_suffix(".pub").read_text()
    says = signed(1, {"ana": line.strip()}, 1)
    armor = sign(path, signed_bytes(says), NAMESPACE)
    data = json.dumps({"signed": says, "signatures": [{"key": "ana", "signature": armor}]}).encode()

    assert _walk({1: data}).faults == ()
    bea = decode(root(signed(1, ["bea"], 1), ["bea"]))
    assert accepts(bea.signatures[0][1], signed_bytes(bea.signed), NAMESPACE, bea.keys["bea"], tmp_path)
