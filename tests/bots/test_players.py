"""What built-in players want in a given situation."""

from functools import reduce
from typing import Any

from companion.bots import answers, estate, trading
from companion.bots.values import asking_price, worth_to
from companion.editions.load import load_edition
from companion.game import commands as c
from companion.game.apply import apply
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.rules import decide
from companion.rules.means import raising, whole_groups
from companion.rules.setup import begin
from companion.words import Seat, Space

CAREFUL, BOLD, STEADY = Seat(0), Seat(1), Seat(2)
BROWN = Space(1), Space(3)
LIGHT_BLUE = Space(6), Space(8), Space(9)
EDITION = load_edition("us-classic")


def told(state: GameState, *commands: c.AnyCommand) -> GameState:
    """Return the state after *commands*, none of which is refused."""
    for command in commands:
        outcome = decide(state, command)
        assert not isinstance(outcome, Refusal), outcome
        state = reduce(apply, outcome, state)
    return state


def situation(edition: str = "us-classic", **known: Any) -> GameState:
    """Return a game of three just begun, with what is *known* as in a correction."""
    played = load_edition(edition)
    events = begin(played, ("Ann", "Bob", "Cy"), first_roll=False)
    state = reduce(apply, events, blank(played))
    return told(state, c.Correct(why="given", **known)) if known else state


def test_a_rich_visitor_buys() -> None:
    state = told(situation(), c.Roll(by=CAREFUL, dice=(2, 4)))
    assert [c.Buy(by=CAREFUL), c.Decline(by=CAREFUL)] == [*answers.purchase(state, CAREFUL)]


def test_a_visitor_who_keeps_a_reserve_leaves_the_lot() -> None:
    state = told(situation(cash={CAREFUL: 200}), c.Roll(by=CAREFUL, dice=(2, 4)))
    assert [c.Decline(by=CAREFUL)] == [*answers.purchase(state, CAREFUL)]


def test_the_last_lot_of_a_group_is_worth_the_last_dollar() -> None:
    owner = dict.fromkeys(LIGHT_BLUE[1:], CAREFUL)
    state = situation(cash={CAREFUL: 100}, owner=owner)
    state = told(state, c.Roll(by=CAREFUL, dice=(2, 4)))
    assert c.Buy(by=CAREFUL) in answers.purchase(state, CAREFUL)


def test_a_bidder_passes_above_the_worth() -> None:
    state = told(situation(), c.Roll(by=CAREFUL, dice=(2, 4)), c.Decline(by=CAREFUL))
    assert [c.Bid(by=BOLD, amount=11)] == [*answers.bid(state, BOLD)]
    state = told(state, c.Bid(by=STEADY, amount=130))
    assert [c.Pass(by=BOLD)] == [*answers.bid(state, BOLD)]


def test_bids_are_in_whole_notes() -> None:
    state = told(situation("de-dm"), c.Roll(by=CAREFUL, dice=(2, 4)), c.Decline(by=CAREFUL))
    bid, *_ = answers.bid(state, BOLD)
    assert isinstance(bid, c.Bid)
    assert bid.amount % 10 == 0


def test_houses_go_on_the_lowest_lots_of_a_whole_group() -> None:
    owner = dict.fromkeys(LIGHT_BLUE, BOLD)
    state = situation(owner=owner, buildings={LIGHT_BLUE[0]: 1})
    best, *_ = estate.improving(state, BOLD)
    assert c.Build(by=BOLD, lots=dict.fromkeys(LIGHT_BLUE[1:], 1)) == best


def test_nobody_builds_out_of_the_reserve() -> None:
    state = situation(owner=dict.fromkeys(LIGHT_BLUE, CAREFUL), cash={CAREFUL: 300})
    assert [*estate.improving(state, CAREFUL)] == []


def test_buildings_that_are_scarce_are_wished_for() -> None:
    state = situation(owner=dict.fromkeys(LIGHT_BLUE, BOLD), bank={"houses": 2})
    best, *_ = estate.improving(state, BOLD)
    assert c.Want(by=BOLD, lots=dict.fromkeys(LIGHT_BLUE, 1)) == best


def test_the_rich_redeem_whole_groups_first() -> None:
    owner = {**dict.fromkeys(BROWN, BOLD), Space(5): BOLD}
    mortgaged = {BROWN[1]: True, Space(5): True}
    first, *_ = estate.redeeming(situation(owner=owner, mortgaged=mortgaged), BOLD)
    assert c.Redeem(by=BOLD, lots=(BROWN[1],)) == first


def test_a_debtor_pledges_lone_lots_before_a_whole_group() -> None:
    owner = {**dict.fromkeys(BROWN, CAREFUL), Space(5): CAREFUL, Space(39): BOLD}
    state = situation(owner=owner, cash={CAREFUL: 10}, at={CAREFUL: Space(35)})
    state = told(state, c.Roll(by=CAREFUL, dice=(1, 3)), c.Claim(by=BOLD))
    assert c.Mortgage(by=CAREFUL, lots=(Space(5),)) == next(raising(state, CAREFUL))


def test_a_debtor_who_has_the_money_pays() -> None:
    owner = {Space(5): CAREFUL, Space(39): BOLD}
    state = situation(owner=owner, cash={CAREFUL: 10}, at={CAREFUL: Space(35)})
    state = told(
        state,
        c.Roll(by=CAREFUL, dice=(1, 3)),
        c.Claim(by=BOLD),
        c.Mortgage(by=CAREFUL, lots=(Space(5),)),
    )
    assert c.PayDebt(by=CAREFUL, to=BOLD) == next(answers.debt(state, CAREFUL))


def test_a_lot_is_dearer_to_whom_it_completes_a_group() -> None:
    state = situation(owner={LIGHT_BLUE[0]: BOLD, LIGHT_BLUE[1]: BOLD, LIGHT_BLUE[2]: STEADY})
    price = EDITION.space(LIGHT_BLUE[2]).price
    assert worth_to(state, BOLD, LIGHT_BLUE[2]) == 3 * price
    assert price < asking_price(state, STEADY, LIGHT_BLUE[2], BOLD) <= 3 * price


def test_who_lacks_one_lot_offers_for_it_and_its_owner_agrees() -> None:
    owner = {LIGHT_BLUE[0]: BOLD, LIGHT_BLUE[1]: BOLD, LIGHT_BLUE[2]: STEADY}
    state = situation(owner=owner)
    offered = next(trading.proposals(state, BOLD))
    assert (offered.to, offered.take.lots) == (STEADY, (LIGHT_BLUE[2],))
    state = told(state, offered)
    assert c.Accept(by=STEADY) == next(answers.offer(state, STEADY))
    assert whole_groups(told(state, c.Accept(by=STEADY)), BOLD) == [LIGHT_BLUE]


def test_a_trade_that_loses_is_rejected() -> None:
    state = situation(owner={Space(5): STEADY})
    cheap = c.Offer(
        by=BOLD, to=STEADY, give=c.NamedGoods(cash=50), take=c.NamedGoods(lots=(Space(5),))
    )
    assert [c.Reject(by=STEADY)] == [*answers.offer(told(state, cheap), STEADY)]


def test_the_cheaper_tax_is_chosen() -> None:
    poor, rich = situation("de-dm"), situation("de-dm", cash={CAREFUL: 60_000})
    for state, option in ((poor, "percent"), (rich, "flat")):
        asked = told(state, c.Roll(by=CAREFUL, dice=(1, 3)))
        assert c.Choose(by=CAREFUL, option=option) == answers.choose(asked, CAREFUL)
