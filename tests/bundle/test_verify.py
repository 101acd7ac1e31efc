"""A bundle holds exactly as it was made, and in no other way."""

import json
from collections.abc import Callable, Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from alvara.bundle.layout import MANIFEST
from alvara.bundle.manifest import files_of, identity
from alvara.bundle.verify import (
    LARGEST_BUNDLE,
    LARGEST_FILE,
    LARGEST_MANIFEST,
    Defect,
    HeldFiles,
    Verdict,
    verify,
)
from alvara.identity.digests import canonical, digest
from tests.bundle.conftest import FILES, VALIDATORS, bundle

MADE = bundle(FILES)
TODAY = "2026-09-01"


def judge(files: Mapping[str, bytes], today: str = TODAY) -> Verdict:
    return verify(HeldFiles(files), today, VALIDATORS)


def resealed(made: Mapping[str, bytes], /, **changes: object) -> dict[str, bytes]:
    """Give changed files a manifest that lists them as they are, as someone who tampers would."""
    manifest = json.loads(made[MANIFEST])
    listed = files_of(made)
    sealed = {**manifest, "files": [list(file) for file in listed], "digest": identity(listed), **changes}
    return {**made, MANIFEST: canonical(sealed)}


def test_a_bundle_holds_as_it_was_made() -> None:
    assert judge(MADE).defects == ()
    assert judge(MADE).together


class Claimed(HeldFiles):
    """Files that claim a size, as a sparse file or the header of an archive may, and are watched as they are read."""

    def __init__(self, files: Mapping[str, bytes], claims: Mapping[str, int]) -> None:
        super().__init__(files)
        self._claims, self.asked = claims, set[str]()

    def sizes(self) -> Mapping[str, int]:
        return {**super().sizes(), **self._claims}

    def read(self, path: str) -> bytes:
        self.asked.add(path)
        return super().read(path)


def listing(path: str, size: int) -> dict[str, bytes]:
    """A bundle whose manifest gives a file another size, and says so in its digest."""
    files = [[p, size if p == path else s, h] for p, s, h in json.loads(MADE[MANIFEST])["files"]]
    sealed = {**json.loads(MADE[MANIFEST]), "files": files, "digest": digest(files)}
    return {**MADE, MANIFEST: canonical(sealed)}


@pytest.mark.parametrize("size", [LARGEST_FILE + 1, LARGEST_BUNDLE + 1, 10**14])
def test_a_file_that_is_too_large_is_not_read_whatever_the_manifest_says(size: int) -> None:
    for made in (MADE, listing("index.json", size)):
        files = Claimed(made, {"index.json": size})
        verdict = verify(files, TODAY, VALIDATORS)

        assert not verdict.holds
        assert "index.json" in {defect.file for defect in verdict.defects}
        assert "index.json" not in files.asked


def test_many_files_that_are_too_large_together_are_not_read() -> None:
    files = Claimed(listing("index.json", LARGEST_FILE), {"index.json": LARGEST_FILE})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("alvara.bundle.verify.LARGEST_BUNDLE", LARGEST_FILE)
        verdict = verify(files, TODAY, VALIDATORS)

    assert [defect.file for defect in verdict.defects] == [MANIFEST]
    assert files.asked == {MANIFEST}


def test_a_manifest_that_is_too_large_is_not_read() -> None:
    files = Claimed(MADE, {MANIFEST: LARGEST_MANIFEST + 1})
    verdict = verify(files, TODAY, VALIDATORS)

    assert (verdict.holds, verdict.manifest, files.asked) == (False, None, set())


def test_a_file_of_which_less_is_read_than_was_listed_does_not_hold() -> None:
    files = HeldFiles(MADE)
    files.read = lambda path: MADE[path][: None if path == MANIFEST else -1]  # type: ignore[method-assign]

    assert not verify(files, TODAY, VALIDATORS).holds


def test_the_bundle_of_the_own_registry_holds(own: dict[str, bytes]) -> None:
    assert judge(own).defects == ()


paths = st.sampled_from(sorted(MADE))
many = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@many
@given(path=paths, data=st.data())
def test_any_changed_byte_is_found(path: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(MADE[path]) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != MADE[path][place]))
    changed = MADE[path][:place] + bytes([byte]) + MADE[path][place + 1 :]
    verdict = judge({**MADE, path: changed})

    assert not verdict.holds
    assert {defect.file for defect in verdict.defects} & {path, MANIFEST}


@many
@given(path=paths, data=st.data())
def test_any_byte_put_in_is_found(path: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(MADE[path])))
    extra = data.draw(st.binary(min_size=1, max_size=3))

    assert not judge({**MADE, path: MADE[path][:place] + extra + MADE[path][place:]}).holds


@many
@given(path=paths, data=st.data())
def test_any_byte_left_out_is_found(path: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(MADE[path]) - 1))

    assert not judge({**MADE, path: MADE[path][:place] + MADE[path][place + 1 :]}).holds


@pytest.mark.parametrize("path", sorted(MADE))
def test_a_missing_file_is_found_and_named(path: str) -> None:
    verdict = judge({other: data for other, data in MADE.items() if other != path})

    assert Defect(path, "is missing") in verdict.defects


@given(path=st.text(min_size=1).filter(lambda path: path not in MADE), data=st.binary(max_size=5))
def test_an_extra_file_is_found_and_named(path: str, data: bytes) -> None:
    assert judge({**MADE, path: data}).defects == (Defect(path, "is not in the manifest"),)


@given(first=paths, second=paths)
def test_files_that_swapped_places_are_found(first: str, second: str) -> None:
    swapped = {**MADE, first: MADE[second], second: MADE[first]}

    assert judge(swapped).holds == (MADE[first] == MADE[second])


def test_what_is_no_file_is_found_and_named() -> None:
    verdict = verify(HeldFiles(MADE, {"public/x": "a symbolic link"}), TODAY, VALIDATORS)

    assert verdict.defects == (Defect("public/x", "is a symbolic link; a bundle holds files only"),)


def edited(path: str, edit: Callable[[dict[str, object]], None]) -> dict[str, bytes]:
    value = json.loads(MADE[path])
    edit(value)
    return resealed({**MADE, path: canonical(value)})


TAMPERED = {
    "a public file that says more than the private one": edited(
        "public/capabilities/order.postpone.json", lambda value: value.update(risk="read")
    ),
    "a private file that says something else": edited(
        "private/capabilities/order.postpone.json", lambda value: value.update(risk="read")
    ),
    "a draft made public by its status alone": edited(
        "private/resources/order.sketch.json", lambda value: value.update(status="active")
    ),
    "an index without a row": edited("index.json", lambda value: value.update(entities=[])),
    "another registry": edited("registry.json", lambda value: value.update(registry="0")),
    "a later moment": edited("registry.json", lambda value: value.update(asOf="2027-01-01T00:00:00Z")),
    "a public file of a draft": resealed(
        {**MADE, "public/capabilities/order.cancel.json": MADE["private/capabilities/order.cancel.json"]}
    ),
    "a stray file": resealed({**MADE, "public/pages/stray.md": b"", "stray.json": b"{}"}),
    "an endpoint that a public file was given": edited(
        "public/capabilities/order.postpone.json", lambda value: value.update(endpoint={"path": "/x"})
    ),
    "JSON that is not canonical": resealed({**MADE, "registry.json": MADE["registry.json"] + b"\n"}),
    "a file that is not JSON": resealed({**MADE, "private/schemas/context.json": b"{"}),
    "a body that is a list": resealed({**MADE, "private/policies/order.closed.json": b"[]"}),
    "a manifest with a key of its own": resealed(MADE, note="hello"),
    "a manifest with another count": resealed(MADE, capabilities=3),
    "a manifest with another source": resealed(MADE, source={"commit": "0" * 40, "dirty": False}),
    "a manifest with another version": resealed(MADE, version="2026.09.01"),
}


@pytest.mark.parametrize("change", TAMPERED)
def test_a_change_is_found_even_where_the_manifest_was_written_anew(change: str) -> None:
    verdict = judge(TAMPERED[change])

    assert not verdict.holds
    assert verdict.manifest is not None


MANIFESTS = {
    "nothing": b"",
    "a list": b"[]",
    "no format": b"{}",
    "another format": canonical({"format": "alvara.check/1"}),
    "a format without a minor": canonical({"format": "alvara.bundle/1"}),
    "a later major": resealed(MADE, format="alvara.bundle/2.0")[MANIFEST],
    "a missing key": canonical({k: v for k, v in json.loads(MADE[MANIFEST]).items() if k != "sequence"}),
    "a count that is a text": resealed(MADE, policies="1")[MANIFEST],
    "a count that is true": resealed(MADE, policies=True)[MANIFEST],
    "a list of files that is none": resealed(MADE, files={})[MANIFEST],
    "a file above the bundle": resealed(MADE, files=[["../x", 0, "0" * 64]])[MANIFEST],
    "a file at the root of the disk": resealed(MADE, files=[["/etc/passwd", 0, "0" * 64]])[MANIFEST],
    "itself among the files": resealed(MADE, files=[[MANIFEST, 0, "0" * 64]])[MANIFEST],
    "files out of order": resealed(MADE, files=json.loads(MADE[MANIFEST])["files"][::-1])[MANIFEST],
    "nesting without end": b"[" * 100_000,
    "UTF-16": MADE[MANIFEST].decode().encode("utf-16"),
}


@pytest.mark.parametrize("manifest", MANIFESTS)
def test_a_manifest_that_is_none_is_refused(manifest: str) -> None:
    verdict = judge({**MADE, MANIFEST: MANIFESTS[manifest]})

    assert [defect.file for defect in verdict.defects] == [MANIFEST]
    assert not verdict.holds
    assert verdict.manifest is None


def test_a_later_minor_version_holds_with_a_warning() -> None:
    files = {**MADE, "private/news.json": b"{}"}
    verdict = judge(resealed(files, format="alvara.bundle/1.2", news=7))

    assert verdict.holds
    assert not verdict.together
    assert [(defect.severity, defect.file) for defect in verdict.defects] == [("warning", MANIFEST)]


@pytest.mark.parametrize("change", TAMPERED)
def test_a_later_minor_version_is_never_said_to_be_judged_whole(change: str) -> None:
    verdict = judge(resealed(TAMPERED[change], format="alvara.bundle/1.2"))

    assert not verdict.together
    assert any("was not judged" in defect.message for defect in verdict.defects)


@pytest.mark.parametrize("value", [[], 1, None, {}, {"status": []}, {"status": "active", "expires": 7},
                                   {"status": "active", "deprecation": [1]}])  # fmt: skip
def test_a_later_minor_version_may_have_anything_in_a_body(value: object) -> None:
    path = "private/policies/order.closed.json"

    assert judge(resealed({**MADE, path: canonical(value)}, format="alvara.bundle/1.9"), "2030-01-01").holds


def test_a_later_minor_version_is_still_held_to_its_list_of_files() -> None:
    later = resealed(MADE, format="alvara.bundle/1.2")

    assert not judge({**later, "index.json": b"{}"}).holds


def test_what_has_expired_since_it_was_made_is_a_warning() -> None:
    path = "policies/order/closed.yaml"
    made = bundle({**FILES, path: FILES[path] + 'expires: "2026-10-15"\n'})

    assert judge(made, "2026-10-15").defects == ()
    assert judge(made, "2026-10-16").defects == (
        Defect("private/policies/order.closed.json", "`order.closed` has passed its `expires`, 2026-10-15", "warning"),
    )
    assert judge(made, "2026-10-16").holds


def test_what_had_expired_when_it_was_made_is_not_said_again() -> None:
    path = "policies/order/closed.yaml"
    made = bundle({**FILES, path: FILES[path] + 'expires: "2026-08-31"\n'})

    assert judge(made, "2026-10-16").defects == ()
