"""Bundles in a real registry: what is pulled is what was pushed, and what was changed there is caught."""

import json
import threading
from hashlib import sha256
from io import BytesIO

import pytest

from alvara.adapters.oci.artifacts import BUNDLE, Foreign, blob_of, write_artifact
from alvara.adapters.oci.bundles import push_bundle
from alvara.adapters.oci.client import Altered, Client, Taken
from alvara.adapters.oci.transport import NoAnswer
from alvara.bundle.layout import SIGNATURE
from tests.oci.bundles import about, first, pull, push, second, unpacked
from tests.oci.registry_server import RegistryServer
from tests.release.world import Files, resealed


def manifest_of(client: Client, tag: str) -> bytes:
    data = client.tagged(tag)
    assert data is not None
    return data


def test_a_bundle_comes_back_byte_for_byte_by_version_and_by_digest(client: Client) -> None:
    push(client, first())
    archives = {pull(client, "1"), pull(client, about(first()).digest)}

    (archive,) = archives
    assert archive is not None
    assert unpacked(archive) == first()


def test_a_bundle_comes_back_by_the_digest_that_other_tools_print(client: Client) -> None:
    push(client, first())
    hash = sha256(manifest_of(client, "1")).hexdigest()

    assert pull(client, f"sha256:{hash}") == pull(client, "1")


def test_the_same_bundle_twice_is_one(client: Client, server: RegistryServer) -> None:
    news = [push(client, first()), push(client, first())]

    assert news == [True, False]
    assert server.tags(client.repository.name) == [
        "1", f"alvara-bundle-{about(first()).digest[7:]}",
        f"alvara-claim-{sha256(manifest_of(client, '1')).hexdigest()[:12]}-1",
    ]  # fmt: skip


@pytest.mark.parametrize("calls", range(1, 7))
def test_a_push_that_was_cut_off_is_finished_by_the_next(
    calls: int, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [calls]

    def cut(name: str) -> None:
        call = getattr(Client, name)

        def put(self: Client, *given: object) -> object:
            left[0] -= 1
            if not left[0]:
                raise NoAnswer("cut off")
            return call(self, *given)

        monkeypatch.setattr(Client, name, put)

    cut("put_blob")
    cut("put_manifest")
    with pytest.raises(NoAnswer, match="cut off"):
        push(client, first())
    seen = pull(client, "1")

    assert seen is None  # the tag that is looked for comes last
    assert push(client, first())
    assert unpacked(pull(client, "1") or b"") == first()


def test_other_content_under_a_version_is_refused_and_the_tag_stays(client: Client) -> None:
    push(client, first())
    before = manifest_of(client, "1")
    other = {**first(), "registry.json": first()["registry.json"].replace(b'"shop"', b'"shed"')}
    with pytest.raises(Taken, match="version `1` with other content"):
        push(client, resealed(other))

    assert manifest_of(client, "1") == before


def test_of_two_who_publish_a_version_at_once_no_more_than_one_does(client: Client) -> None:
    versions = [resealed({**first(), "registry.json": first()["registry.json"].replace(b'"shop"', name)}, version="7")
                for name in (b'"shed"', b'"shop"')]  # fmt: skip
    told: list[str] = []
    start = threading.Barrier(2)

    def publish(files: Files) -> None:
        start.wait()
        try:
            push(client, files)
            told.append(about(files).digest)
        except Taken:
            told.append("taken")

    publishers = [threading.Thread(target=publish, args=(files,)) for files in versions]
    for publisher in publishers:
        publisher.start()
    for publisher in publishers:
        publisher.join(60)
    there = pull(client, "7")

    assert len(told) == 2
    assert {one for one in told if one != "taken"} == (set() if there is None else {about(unpacked(there)).digest})


def test_the_same_bundle_without_its_signature_is_refused(client: Client) -> None:
    push(client, first())
    with pytest.raises(Taken, match="has this bundle with another signature, or with none"):
        push(client, {path: data for path, data in first().items() if path != SIGNATURE})

    assert unpacked(pull(client, "1") or b"") == first()


def test_there_is_no_bundle_that_nobody_pushed(client: Client) -> None:
    assert pull(client, "1") is None
    push(client, first())

    assert [pull(client, which) for which in ("2", "1.0", f"sha256:{'0' * 64}")] == [None, None, None]


def test_a_version_with_a_plus_is_found_again(client: Client) -> None:
    files = resealed(first(), version="0.0.0+1a2b3c4d")
    push_bundle(client, about(files), files)

    assert pull(client, "0.0.0+1a2b3c4d") is not None


def test_a_layer_that_was_edited_where_the_registry_keeps_it_is_caught(client: Client, server: RegistryServer) -> None:
    push(client, first())
    hash = json.loads(manifest_of(client, "1"))["layers"][0]["digest"][7:]
    path = server.blob(hash)
    kept = path.read_bytes()
    path.write_bytes(kept.replace(b"Reads one order", b"Reads all order"))
    served = server.get(f"/v2/{client.repository.name}/blobs/sha256:{hash}")
    try:
        with pytest.raises(Altered, match="other bytes"):
            pull(client, "1")
    finally:
        path.write_bytes(kept)

    assert b"Reads all order" in served  # the registry itself notices nothing


def test_a_manifest_that_was_edited_where_the_registry_keeps_it_is_caught(
    client: Client, server: RegistryServer
) -> None:
    push(client, first())
    data = manifest_of(client, "1")
    hash = sha256(data).hexdigest()
    server.blob(hash).write_bytes(data.replace(b"bundle.tar", b"bundle.rat"))
    try:
        with pytest.raises(Altered, match="another manifest"):
            client.manifest(hash)
        with pytest.raises(Taken):
            push(client, first())
    finally:
        server.blob(hash).write_bytes(data)


def test_a_version_that_leads_to_another_bundle_is_caught(client: Client) -> None:
    push(client, second())
    client.put_manifest(manifest_of(client, "2"), "1")
    client.put_manifest(manifest_of(client, "2"), f"alvara-bundle-{'0' * 64}")

    for which in ("1", f"sha256:{'0' * 64}"):
        with pytest.raises(Altered, match="gives the bundle `2`"):
            pull(client, which)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda value: value["layers"].append(value["layers"][0]), "exactly one layer"),
        (lambda value: value["layers"].clear(), "exactly one layer"),
        (lambda value: value["layers"][0].update(size=1 << 40), "larger than"),
        (lambda value: value["layers"][0].update(mediaType="application/x-tar"), "nothing of the type"),
        (lambda value: value["config"].update(mediaType="application/json"), "nothing of the type"),
        (lambda value: value["layers"][0].update(digest="sha512:" + "0" * 128), "no SHA-256"),
        (lambda value: value["layers"][0].update(size=True), "larger than"),
        (lambda value: value["config"].update(data="e30="), "not what its digest says"),
        (lambda value: value["config"].update(data="!"), "no base64"),
        (lambda value: value["config"].update(data=1), "no base64"),
        (lambda value: value.update(schemaVersion=1), "no OCI manifest"),
        (lambda value: value.update(mediaType="application/vnd.oci.image.index.v1+json"), "another kind"),
    ],
)
def test_a_manifest_of_something_else_is_refused(change: object, why: str, client: Client,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    push(client, first())
    value = json.loads(manifest_of(client, "1"))
    change(value)  # type: ignore[operator]
    data = json.dumps(value).encode()
    monkeypatch.setattr(Client, "tagged", lambda self, tag: data)

    with pytest.raises(Foreign, match=why):
        pull(client, "1")


def test_a_layer_of_another_size_than_the_manifest_says_is_caught(client: Client) -> None:
    layer = client.put_blob(b"a layer")

    with pytest.raises(Altered, match="other bytes"):
        client.fetch(layer._replace(size=6), BytesIO())


def test_a_tag_that_is_taken_is_not_moved(client: Client) -> None:
    client.put_blob(b"{}")
    one, two = (write_artifact(BUNDLE, b"{}", client.put_blob(data)) for data in (b"one", b"two"))
    client.put_manifest(one, "tag")
    client.put_manifest(one, "tag")
    with pytest.raises(Taken, match="tags are not moved"):
        client.put_manifest(two, "tag")

    assert client.tagged("tag") == one


def test_a_manifest_whose_blobs_are_not_there_is_not_taken(client: Client) -> None:
    with pytest.raises(NoAnswer, match="refuses this, HTTP 40"):
        client.put_manifest(write_artifact(BUNDLE, b"no", blob_of(b"none")), "tag")

    assert client.tagged("tag") is None


def test_every_tag_is_listed(client: Client) -> None:
    manifest = write_artifact(BUNDLE, b"{}", client.put_blob(b"{}"))
    for number in range(120):
        client.put_manifest(manifest, f"tag{number}")

    assert set(client.tags()) == {f"tag{number}" for number in range(120)}
