"""What an `oci://` reference says, and which ones are none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.adapters.oci.references import (
    BadReference,
    Origin,
    digest_tag,
    parse_reference,
    parse_repository,
    version_tag,
)

DIGEST = f"sha256:{'0a' * 32}"


@pytest.mark.parametrize(
    ("given", "origin", "name", "which"),
    [
        ("oci://registry.example/shop", Origin("registry.example", 443, tls=True), "shop", None),
        ("oci://Registry.Example:5000/a/b-c", Origin("registry.example", 5000, tls=True), "a/b-c", None),
        ("oci://localhost/shop:1", Origin("localhost", 80, tls=False), "shop", "1"),
        ("oci://127.0.0.1:5000/shop:2026.09.01", Origin("127.0.0.1", 5000, tls=False), "shop", "2026.09.01"),
        ("oci://127.8.9.1:5000/shop", Origin("127.8.9.1", 5000, tls=False), "shop", None),
        (f"oci://[::1]:5000/shop@{DIGEST}", Origin("::1", 5000, tls=False), "shop", DIGEST),
        ("oci://[2001:db8::1]/shop", Origin("2001:db8::1", 443, tls=True), "shop", None),
        ("oci://10.0.0.1/shop", Origin("10.0.0.1", 443, tls=True), "shop", None),
        ("oci://localhost.example/shop", Origin("localhost.example", 443, tls=True), "shop", None),
        ("oci://127.0.0.1.example/shop", Origin("127.0.0.1.example", 443, tls=True), "shop", None),
    ],
)
def test_a_reference_is_taken_apart(given: str, origin: Origin, name: str, which: str | None) -> None:
    repository, found = parse_reference(given)

    assert (repository.origin, repository.name, found) == (origin, name, which)


def test_plain_http_leads_over_a_network_where_it_is_asked_for() -> None:
    asked = parse_repository("oci://registry.example/shop", plain_http=True)

    assert asked.origin == Origin("registry.example", 80, tls=False)
    assert asked.plain


@pytest.mark.parametrize(
    "given",
    [
        "registry.example/shop", "oci://", "oci:///shop", "oci://registry.example", "oci://registry.example/",
        "oci://registry.example/../etc", "oci://registry.example/a/../b", "oci://registry.example//a",
        "oci://registry.example/a/", "oci://registry.example/Shop", "oci://registry.example/a b",
        "oci://registry.example/a?b", "oci://registry.example/a#b", "oci://registry.example/a%2fb",
        "oci://registry.example:0/a", "oci://registry.example:99999/a", "oci://registry.example:x/a",
        "oci://ana:secret@registry.example/a", "oci://[::1/a", "oci://[zz]/a", "oci://::1/a", "oci://-a/a",
        "oci://registry.example/a:", "oci://registry.example/a:x/y", "oci://registry.example/a@sha256:00",
        f"oci://registry.example/a@{DIGEST.upper()}", "oci://registry.example/a\r\nHost: b", "oci://räger.example/a",
        "https://registry.example/a", f"oci://registry.example/{'a' * 256}", "oci://registry.example/a:..",
    ],
)  # fmt: skip
def test_what_is_no_reference_is_refused(given: str) -> None:
    with pytest.raises(BadReference) as caught:
        parse_reference(given)

    assert "secret" not in str(caught.value)


def test_a_store_is_a_whole_repository() -> None:
    with pytest.raises(BadReference, match="a store is a whole repository, `oci://localhost/shop`"):
        parse_repository("oci://localhost/shop:1")


@given(st.from_regex(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,63}", fullmatch=True), st.data())
def test_each_version_has_a_tag_of_its_own(version: str, data: st.DataObject) -> None:
    other = data.draw(st.from_regex(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,63}", fullmatch=True))

    assert (version_tag(version) == version_tag(other)) == (version == other)


@pytest.mark.parametrize("version", ["alvara-active-1", f"alvara-bundle-{'0' * 64}", "", ".1", "a" * 200, "a_b", "a/b"])
def test_a_version_never_has_a_tag_of_the_stores_own(version: str) -> None:
    with pytest.raises(BadReference):
        version_tag(version)


def test_a_bundle_has_a_tag_by_its_digest() -> None:
    assert digest_tag(DIGEST) == f"alvara-bundle-{'0a' * 32}"
