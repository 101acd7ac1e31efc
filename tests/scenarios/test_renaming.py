"""`rename` keeps the names in scenarios right; what is expected afterwards is what was expected before."""

import pytest

from tests.scenarios.conftest import SUITE, Shop


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("order.postpone", "order.delay", "capability: order.delay\n"),
        ("order.closed", "order.shut", "decidedBy: [order.shut]}\n"),
    ],
)
def test_names_follow_and_everything_still_passes(shop: Shop, old: str, new: str, line: str) -> None:
    before = (shop.root / SUITE).read_text()
    assert shop.run(old, new, verb="rename").code == 0
    after = (shop.root / SUITE).read_text()

    assert line in after
    assert after.replace(new, old) == before
    assert shop.test().code == 0


def test_a_version_stays_with_the_name(shop: Shop) -> None:
    shop.change(SUITE, "capability: order.postpone", "capability: order.postpone@1")
    assert shop.run("order.postpone", "order.delay", verb="rename").code == 0

    assert (shop.root / SUITE).read_text().startswith("capability: order.delay@1\n")
    assert shop.test().code == 0


def test_codes_and_values_are_nobodys_names(shop: Shop) -> None:
    shop.change(SUITE, "name: Ana", "name: order.closed")
    assert shop.run("order.closed", "order.shut", verb="rename").code == 0

    text = (shop.root / SUITE).read_text()
    assert "reasons: [ORDER_CLOSED], decidedBy: [order.shut]" in text
    assert "name: order.closed" in text
