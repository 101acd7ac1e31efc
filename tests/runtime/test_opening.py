"""A bundle is opened if it is one, byte for byte, and whatever is wrong with it ends in one kind of error."""

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from alvara import DamagedBundle, Registry
from alvara.adapters.bundles import write_tar
from alvara.bundle.layout import MANIFEST
from alvara.identity.digests import canonical
from tests.release.world import bundle_of, pin, signed, world
from tests.runtime.bundles import Files, on_disk, tampered

NOW = "2026-09-01T12:00:00Z"
DEADLINE = "private/resources/order.deadline.json"
POSTPONE = "private/capabilities/order.postpone.json"
CLOSED = "private/policies/order.closed.json"


def ask_everything(registry: Registry) -> list[Any]:
    """Put every question to a registry that it answers."""
    names = [*registry._holdings.ids("resource"), *registry._holdings.ids("capability"), "order.due", "nothing"]
    asked: list[Any] = [registry.find_resources(), registry.find_resources("pra order"), registry.source_mappings()]
    asked += [registry.discover(), registry.discover(focus="order"), registry.context("app"), registry.find("order")]
    asked += [registry.resolve("Altere o prazo do pedido."), registry.resolve("change it", focus="order")]
    for name in names:
        asked += [registry.get_resource(name), registry.get_capability(name), registry.get_policy(name)]
        asked += [registry.get_capabilities(name), registry.get_policies(name), registry.get_knowledge_refs(name)]
        asked += [registry.expand(name), registry.plan_hints(name), registry.resolve(name)]
        asked += [registry.get_ui_refs(name), registry.decide(name, input={}, principal={"id": "a"}, now=NOW)]
    return asked


def test_a_folder_and_a_tar_archive_are_the_same_registry(little: Files, tmp_path: Path) -> None:
    write_tar(little, str(tmp_path / "bundle.tar"))

    folder, archive = Registry.open(on_disk(little, tmp_path / "bundle")), Registry.open(tmp_path / "bundle.tar")

    assert (folder.digest, folder.version) == (archive.digest, archive.version)
    assert ask_everything(folder) == ask_everything(archive)


def test_a_file_with_another_byte_in_it_is_named(little: Files, tmp_path: Path) -> None:
    for path in (DEADLINE, POSTPONE, CLOSED, "private/bindings.json", "registry.json"):
        place = on_disk({**little, path: little[path].replace(b"o", b"0", 1)}, tmp_path / path.replace("/", "-"))

        with pytest.raises(DamagedBundle, match=f"{path} has other bytes than the manifest says"):
            Registry.open(place)


def test_a_file_that_is_longer_than_listed_or_missing_is_named(little: Files, tmp_path: Path) -> None:
    longer = on_disk({**little, CLOSED: little[CLOSED] + b" "}, tmp_path / "longer")
    missing = on_disk(little, tmp_path / "missing")
    (Path(missing) / CLOSED).unlink()

    with pytest.raises(DamagedBundle, match=f"{CLOSED} has other bytes"):
        Registry.open(longer)
    with pytest.raises(DamagedBundle, match=f"{CLOSED} is missing"):
        Registry.open(missing)


def test_a_link_in_place_of_a_file_or_a_folder_is_not_followed(little: Files, tmp_path: Path) -> None:
    for name in (CLOSED, "private/policies"):
        place = on_disk(little, tmp_path / name.replace("/", "-"))
        (Path(place) / name).rename(f"{place}/elsewhere")
        (Path(place) / name).symlink_to(f"{place}/elsewhere")

        with pytest.raises(OSError, match=r"symbolic links|Not a directory"):
            Registry.open(place)


def test_a_pipe_in_place_of_a_file_does_not_hang(little: Files, tmp_path: Path) -> None:
    place = on_disk(little, tmp_path / "bundle")
    (Path(place) / CLOSED).unlink()
    os.mkfifo(f"{place}/{CLOSED}")

    with pytest.raises((DamagedBundle, OSError)):
        Registry.open(place)


def test_what_is_no_bundle_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"text")

    with pytest.raises(DamagedBundle, match=f"there is no {MANIFEST}"):
        Registry.open(tmp_path)
    with pytest.raises(DamagedBundle, match="not a plain tar archive"):
        Registry.open(tmp_path / "file")
    with pytest.raises(FileNotFoundError):
        Registry.open(tmp_path / "nothing")
    with pytest.raises(DamagedBundle):
        Registry.open("a\0b")


def test_a_manifest_with_another_list_than_its_digest_names_is_refused(little: Files, tmp_path: Path) -> None:
    manifest = little[MANIFEST].replace(b'"order.closed.json"', b"").replace(b"closed.json", b"opened.json")

    with pytest.raises(DamagedBundle, match="digest that is not that of its list of files"):
        Registry.open(on_disk({**little, MANIFEST: manifest}, tmp_path / "bundle"))


@pytest.mark.parametrize(
    ("path", "size"),
    [
        ("private/policies/../../../../etc/passwd", "5"), ("private/policies/", "5"), ("private/policies//a", "5"),
        ("private/policies/.", "5"), ("private/policies/a", "5.0"), ("private/policies/a", "-5"),
        ("private/policies/a", '"5"'), ("private/policies/a", "99999999999"), ("private/policies/\\u0061\\n", "5"),
        ("private/policies/a", "1" * 5000),
    ],
)  # fmt: skip
def test_a_line_of_the_list_that_is_none_is_refused(little: Files, tmp_path: Path, path: str, size: str) -> None:
    said = json.loads(little[MANIFEST])
    line = f'["{path}",{size},"{"0" * 64}"]'
    listing = f"{canonical(said.pop('files')).decode()[:-1]},{line}]".encode()
    digest = f"sha256:{sha256(listing).hexdigest()}"
    manifest = canonical({**said, "files": [["x"]], "digest": digest}).replace(b'[["x"]]', listing)

    with pytest.raises(DamagedBundle, match=MANIFEST):
        Registry.open(on_disk({**little, MANIFEST: manifest}, tmp_path / "bundle"))


def test_a_newer_minor_format_is_opened_and_told(little: Files, tmp_path: Path) -> None:
    deadline = canonical({**json.loads(little[DEADLINE]), "colour": "red"})
    strange = canonical({**json.loads(little[DEADLINE]), "id": "order.strange", "type": "hologram", "aliases": []})
    newer = tampered(
        little, {DEADLINE: deadline, "private/resources/order.strange.json": strange}, format="alvara.bundle/1.99"
    )

    registry = Registry.open(on_disk(newer, tmp_path / "bundle"))

    assert len(registry.remarks) == 1
    assert "`alvara.bundle/1.99`, newer than" in registry.remarks[0]
    assert registry.get_resource("order.deadline") is not None
    assert registry.get_resource("order.strange") is None
    assert "order.strange" not in [each.id for each in registry.find_resources()]


def test_nothing_is_decided_where_a_newer_format_says_more_of_what_decides(little: Files, tmp_path: Path) -> None:
    closed = canonical({**json.loads(little[CLOSED]), "unlessRaining": True})
    newer = tampered(little, {CLOSED: closed}, format="alvara.bundle/1.99")

    registry = Registry.open(on_disk(newer, tmp_path / "bundle"))

    with pytest.raises(DamagedBundle, match=f"{CLOSED}: its shape is not known here, and it may decide"):
        registry.decide("order.postpone", input={}, principal={}, now=NOW)


@pytest.mark.parametrize("written", ["alvara.bundle/2.0", "alvara.bundle/0.9", "other/1.0", "", None, 1])
def test_another_major_format_is_refused(little: Files, tmp_path: Path, written: object) -> None:
    place = on_disk(tampered(little, {}, format=written), tmp_path / "bundle")

    with pytest.raises(DamagedBundle, match="format"):
        Registry.open(place)


def test_a_pinned_root_is_verified_and_another_one_refused(tmp_path: Path) -> None:
    released = signed(bundle_of(dict(world())))
    place = on_disk(released, tmp_path / "bundle")

    assert Registry.open(place, root=pin(dict(world()))).digest == Registry.open(place).digest
    with pytest.raises(DamagedBundle, match="root"):
        Registry.open(place, root="0" * 64)


@pytest.mark.parametrize("root", ["", "latest", "0" * 63])
def test_what_is_no_pin_never_means_unpinned(own_folder: str, root: str) -> None:
    with pytest.raises(DamagedBundle, match="`root` is not a SHA-256"):
        Registry.open(own_folder, root=root)


def test_with_a_root_what_the_files_say_together_is_verified(tmp_path: Path) -> None:
    path = "private/resources/order.json"
    released = bundle_of(dict(world()))
    changed = tampered(released, {path: canonical({**json.loads(released[path]), "owner": "somebody"})})
    place = on_disk(signed(changed), tmp_path / "bundle")

    assert Registry.open(place).get_resource("order") is not None
    with pytest.raises(DamagedBundle, match="something else than the other files say together"):
        Registry.open(place, root=pin(dict(world())))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab.@/", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "a", "status"]), inner),
    max_leaves=4,
)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_stands_in_a_file_with_the_right_digest_ends_in_an_answer_or_in_damage(
    little: Files, tmp_path: Path, data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from(sorted(path for path in little if path.endswith(".json") and path != MANIFEST)))
    said = json.loads(little[path])
    keys = sorted(said) if isinstance(said, dict) else []
    if keys and data.draw(st.booleans()):
        said[data.draw(st.sampled_from(keys))] = data.draw(JSON)
        written = canonical(said)
    else:
        written = data.draw(st.builds(canonical, JSON) | st.binary(max_size=9) | st.just(b"[" * 9999))
    place = on_disk(tampered(little, {path: written}), tmp_path / "bundle")

    try:
        ask_everything(Registry.open(place))
    except DamagedBundle as error:
        assert str(error)  # noqa: PT017 - both ends are right
    except LookupError as error:
        assert type(error).__name__ == "UnknownName"  # noqa: PT017 - the focus may be gone


def test_a_definition_under_the_name_of_another_is_damage(little: Files, tmp_path: Path) -> None:
    swapped = tampered(little, {DEADLINE: little["private/resources/order.json"]})

    with pytest.raises(DamagedBundle, match=f"{DEADLINE} holds the definition of something else"):
        Registry.open(on_disk(swapped, tmp_path / "bundle")).get_resource("order.deadline")


_NOT_FILLED_IN = [
    *((DEADLINE, key) for key in ("id", "status", "confidence")),
    *((POSTPONE, key) for key in ("status", "action", "domain", "type", "name")),
]


@pytest.mark.parametrize(("path", "key"), _NOT_FILLED_IN)
def test_what_authors_may_leave_out_and_a_bundle_may_not_is_damage(
    little: Files, tmp_path: Path, path: str, key: str
) -> None:
    body = json.loads(little[path])
    del body[key]
    place = on_disk(tampered(little, {path: canonical(body)}), tmp_path / "bundle")

    with pytest.raises(DamagedBundle, match="does not have the shape of"):
        ask_everything(Registry.open(place))


@pytest.mark.parametrize("written", [{"resources": []}, {"description": {"a": {"b": []}}}, {"labels": {"1": {}}}])
def test_what_only_looks_like_a_definition_is_damage(little: Files, tmp_path: Path, written: Any) -> None:
    said = written if "resources" in written else {**json.loads(little[DEADLINE]), **written}
    place = on_disk(tampered(little, {DEADLINE: canonical(said)}), tmp_path / "bundle")

    with pytest.raises(DamagedBundle, match="does not have the shape of a resource"):
        Registry.open(place).get_resource("order.deadline")


def test_a_definition_that_is_nested_without_end_is_damage(little: Files, tmp_path: Path) -> None:
    deep: Any = {}
    for _ in range(300):
        deep = {"properties": {"a": deep}}
    body = canonical({**json.loads(little[POSTPONE]), "inputSchema": deep})

    registry = Registry.open(on_disk(tampered(little, {POSTPONE: body}), tmp_path / "bundle"))

    with pytest.raises(DamagedBundle, match="nested more than 200 levels deep"):
        registry.get_capability("order.postpone")
    with pytest.raises(DamagedBundle, match="nested more than 200 levels deep"):
        registry.decide("order.postpone", input={}, principal={}, now=NOW)
