"""What a seat may do carries the amount that its button shows."""

from collections.abc import Mapping
from functools import reduce
from typing import Any

from companion.editions.load import load_edition
from companion.game import commands as c
from companion.game.apply import apply
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.rules import decide
from companion.rules.asked import Permit, asked, may
from companion.rules.setup import begin
from companion.words import Seat, Space

ANN, BOB = Seat(0), Seat(1)


def after(*commands: c.AnyCommand, **given: Any) -> GameState:
    """Return the state of a game for two after a correction and *commands*."""
    edition = load_edition("us-classic")
    state = reduce(apply, begin(edition, ("Ann", "Bob"), first_roll=False), blank(edition))
    for command in (c.Correct(why="given", **given), *commands):
        outcome = decide(state, command)
        assert not isinstance(outcome, Refusal), outcome
        state = reduce(apply, outcome, state)
    return state


def by_word(state: GameState, seat: Seat, lot: int | None = None) -> Mapping[str, Permit]:
    """Return what *seat* may do, of *lot* if one is named."""
    return {p.do: p for p in may(state, seat) if lot is None or p.lot == Space(lot)}


def owned(*lots: int) -> dict[Space, Seat | None]:
    """Return these lots as Ann's."""
    return {Space(lot): ANN for lot in lots}


def test_a_purchase_shows_its_price() -> None:
    state = after(c.Roll(by=ANN, dice=(2, 4)))
    assert by_word(state, ANN)["buy"] == Permit("buy", 100, Space(6))
    assert "buy" not in by_word(state, BOB)


def test_what_cash_does_not_cover_is_not_offered() -> None:
    state = after(c.Roll(by=ANN, dice=(2, 4)), cash={ANN: 99})
    assert asked(state) == {ANN: {"buy", "decline"}}
    assert "buy" not in by_word(state, ANN)


def test_the_next_bid_is_shown_to_everybody_but_the_leader() -> None:
    bid = c.Bid(by=BOB, amount=40)
    state = after(c.Roll(by=ANN, dice=(2, 4)), c.Decline(by=ANN), bid)
    assert by_word(state, ANN)["bid"] == Permit("bid", 41, Space(6))
    assert "bid" not in by_word(state, BOB)


def test_a_rent_shows_who_owes_how_much_for_what() -> None:
    state = after(c.Roll(by=ANN, dice=(2, 4)), owner={Space(6): BOB})
    assert by_word(state, BOB)["claim"] == Permit("claim", 6, Space(6), ANN)


def test_a_debt_shows_its_creditor_once_it_can_be_paid() -> None:
    roll, claim = c.Roll(by=ANN, dice=(2, 4)), c.Claim(by=BOB)
    owner = {Space(6): BOB, Space(5): ANN}
    state = after(roll, claim, cash={ANN: 3}, owner=owner)
    assert "pay" not in by_word(state, ANN)
    mortgage = c.Mortgage(by=ANN, lots=(Space(5),))
    state = after(roll, claim, mortgage, cash={ANN: 3}, owner=owner)
    assert by_word(state, ANN)["pay"] == Permit("pay", 6, other=BOB)


def test_lots_show_what_can_be_done_with_them_and_what_it_brings_or_costs() -> None:
    state = after(owner=owned(16, 18, 19, 12), mortgaged={Space(12): True})
    street, utility = by_word(state, ANN, 16), by_word(state, ANN, 12)
    assert {word: street[word].amount for word in ("mortgage", "build")} == {
        "mortgage": 90,
        "build": 100,
    }
    assert "sell" not in street
    assert utility == {"redeem": Permit("redeem", 83, Space(12))}


def test_a_house_shows_what_the_bank_pays_for_it() -> None:
    state = after(owner=owned(16, 18, 19), buildings={Space(16): 1})
    assert by_word(state, ANN, 16)["sell"].amount == 50
    assert "build" not in by_word(state, ANN, 16)


def test_who_is_out_and_everybody_at_the_end_may_do_nothing() -> None:
    state = after(c.Leave(by=ANN))
    assert state.winners == (BOB,)
    assert may(state, ANN) == may(state, BOB) == ()
    assert asked(state) == {}


def test_hotels_for_which_no_houses_are_left_are_sold_with_their_group() -> None:
    """One by one the Bank cannot take them back; all together it can."""
    hotels = {Space(37): 5, Space(39): 5}
    state = after(owner=owned(37, 39), buildings=hotels, bank={"houses": 3})
    group = ((Space(37), 5), (Space(39), 5))
    assert by_word(state, ANN, 37)["sell"] == Permit("sell", 1000, Space(37), lots=group)
    sold = c.Sell(by=ANN, lots=dict(group))
    assert not isinstance(decide(state, sold), Refusal)


def test_a_lower_lot_of_such_a_group_waits_for_the_hotel() -> None:
    uneven = {Space(37): 4, Space(39): 5}
    state = after(owner=owned(37, 39), buildings=uneven, bank={"houses": 0})
    assert "sell" not in by_word(state, ANN, 37)
    group = ((Space(37), 4), (Space(39), 5))
    assert by_word(state, ANN, 39)["sell"] == Permit("sell", 900, Space(39), lots=group)
