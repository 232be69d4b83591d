"""Orders go to the table that has the game, and are answered once."""

import pytest

from companion.hub.hub import Hub
from companion.hub.orders import MOST
from companion.shipping.wire import OrderAnswer, Refused, TableOrder
from tests.support.clubs import chain, joined, leased

TEN = chain(10)
COMMAND = '{"do":"pause"}'


@pytest.fixture
def seven(hub: Hub) -> int:
    return joined(hub)[0]


@pytest.fixture
def game(hub: Hub, seven: int) -> str:
    return leased(hub, TEN, seven)


def given(hub: Hub, game: str) -> int:
    number = hub.orders.give(game, "Judge", COMMAND)
    assert isinstance(number, int)
    return number


def test_the_table_of_the_game_is_told_until_it_answers(hub: Hub, game: str, seven: int) -> None:
    number = given(hub, game)
    assert hub.orders.open_for(seven) == (
        TableOrder(number=number, game=game, by="Judge", command=COMMAND),
    )
    assert hub.orders.of(game)[0].accepted is None
    assert hub.orders.answered(number, seven, OrderAnswer(accepted=False, told="nothing-to-undo"))
    assert hub.orders.open_for(seven) == ()
    (told,) = hub.orders.of(game)
    assert (told.by, told.accepted, told.told) == ("Judge", False, "nothing-to-undo")
    assert not hub.orders.answered(number, seven, OrderAnswer(accepted=True))
    assert hub.orders.of(game) == (told,)


def test_another_table_is_told_nothing_and_answers_nothing(hub: Hub, game: str, seven: int) -> None:
    eight, _ = joined(hub, "Table 8")
    number = given(hub, game)
    assert hub.orders.open_for(eight) == ()
    assert not hub.orders.answered(number, eight, OrderAnswer(accepted=True))
    hub.moves.offer(game, eight)
    hub.moves.take(game, eight)
    assert [order.number for order in hub.orders.open_for(eight)] == [number]
    assert hub.orders.open_for(seven) == ()


def test_orders_are_told_in_their_order_and_not_all_at_once(
    hub: Hub, game: str, seven: int
) -> None:
    numbers = [given(hub, game) for _ in range(MOST + 2)]
    assert [order.number for order in hub.orders.open_for(seven)] == numbers[:MOST]


def test_what_nobody_has_answered_is_withdrawn(hub: Hub, game: str, seven: int) -> None:
    number = given(hub, game)
    assert hub.orders.withdraw(number)
    assert not hub.orders.withdraw(number)
    assert hub.orders.open_for(seven) == ()
    answered = given(hub, game)
    hub.orders.answered(answered, seven, OrderAnswer(accepted=True))
    assert not hub.orders.withdraw(answered)


def test_a_game_that_nobody_knows_has_no_orders(hub: Hub) -> None:
    assert hub.orders.give("ab" * 32, "Judge", COMMAND) == Refused("game-unknown")
