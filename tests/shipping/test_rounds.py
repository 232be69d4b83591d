"""A table hears from its hub which round sits there; silence makes it forget none."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.shipping import order_taker
from companion.shipping.order_taker import OrderTaker
from companion.shipping.wire import TableRound
from companion.table.clocks.heard_round import HeardRound
from tests.support.shipping import Shipping
from tests.support.small_hub import Mood, SmallHub
from tests.support.waiting import soon

ROUND = TableRound(
    tournament="Spring\ncup",
    number=2,
    players=("Ann", "Bob"),
    edition="us-classic",
    minutes=90,
    left_s=1000.0,
    lineups=(("Ann", "Cy\nD"),),
)


@pytest.fixture
def taker(shipping: Shipping, monkeypatch: pytest.MonkeyPatch) -> Iterator[OrderTaker]:
    monkeypatch.setattr(order_taker, "ASK_S", 0.02)
    monkeypatch.setattr(order_taker, "LAST_WAIT_S", 0.1)
    taker = OrderTaker(shipping.table, lambda: shipping.shipper.membership)
    taker.start()
    yield taker
    taker.stop()


@pytest.fixture
def table(shipping: Shipping, hub: SmallHub, taker: OrderTaker) -> Shipping:
    assert taker
    shipping.join(hub)
    return shipping


def heard(table: Shipping) -> HeardRound | None:
    return table.table.view.round


def asked(hub: SmallHub, path: str) -> bool:
    """Wait until something was asked twice from now on."""
    before = hub.asked.count(path)
    return soon(lambda: hub.asked.count(path) > before + 1)


def test_it_hears_of_a_round_of_the_next_one_and_of_none(table: Shipping, hub: SmallHub) -> None:
    assert asked(hub, "GET /ship/round")
    assert heard(table) is None
    hub.round = ROUND
    assert soon(lambda: heard(table) is not None)
    told = heard(table)
    assert told is not None
    assert (told.tournament, told.number, told.players) == ("Spring cup", 2, ("Ann", "Bob"))
    assert told.lineups == (("Ann", "Cy D"),)
    assert told.ends is not None
    hub.round = replace(ROUND, number=3, left_s=None)
    assert soon(lambda: getattr(heard(table), "number", 0) == 3)
    assert getattr(heard(table), "ends", 0) is None
    hub.round = None
    assert soon(lambda: heard(table) is None)


def test_while_the_hub_is_away_the_round_goes_on(table: Shipping, hub: SmallHub) -> None:
    hub.round = ROUND
    assert soon(lambda: heard(table) is not None)
    before = heard(table)
    hub.close()
    assert heard(table) == before
    hub.open()
    assert asked(hub, "GET /ship/round")
    assert heard(table) == before


@pytest.mark.parametrize("mood", ["babbles", "refuses", "hangs-up", "floods"])
def test_a_hub_that_talks_nonsense_changes_nothing(
    table: Shipping, hub: SmallHub, mood: Mood
) -> None:
    hub.round = ROUND
    assert soon(lambda: heard(table) is not None)
    before = heard(table)
    hub.does = mood
    assert asked(hub, "GET /ship/round")
    assert heard(table) == before


def test_an_older_hub_knows_of_no_rounds_and_orders_all_the_same(
    table: Shipping, hub: SmallHub
) -> None:
    hub.is_old = True
    assert asked(hub, "GET /ship/orders")
    assert heard(table) is None


def test_who_leaves_the_club_has_no_round(table: Shipping, hub: SmallHub) -> None:
    hub.round = ROUND
    assert soon(lambda: heard(table) is not None)
    table.shipper.leave()
    assert soon(lambda: heard(table) is None)
