"""Time to bargain before the first roll: a quarter of an hour, unless the banker ends it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.commands import Accept, Deal, FirstRoll, NamedGoods, Offer, Roll
from companion.game.refusals import Refusal
from companion.table.answers import Accepted, Answer
from companion.table.buttons.meanings import light
from companion.table.dice.commands import AnswerDoubt
from companion.words import Seat, Space
from tests.support.table import ANN, BOB, CY, Hands, hands

NINE_EACH = {
    ANN: (1, 3, 5, 6, 8, 9, 11, 12, 13),
    BOB: (14, 15, 16, 18, 19, 21, 23, 24, 25),
    CY: (26, 27, 28, 29, 31, 32, 34, 35, 37),
}
DEAL = Deal(lots={seat: tuple(map(Space, lots)) for seat, lots in NINE_EACH.items()})
QUARTER = 15 * 60


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        at_table.begin(edition="de-dm", variants=("deal-all",), first_roll=True)
        yield at_table


def dealt(at: Hands) -> None:
    answer = at.answer(DEAL, at.cause("banker", "banker"))
    assert isinstance(answer, Accepted)


def throws(at: Hands, seat: Seat, pips: int) -> Answer:
    """Return what a throw for who begins, typed on the phone, is answered with."""
    return at.answer(FirstRoll(by=seat, dice=(pips,)), at.cause(seat=seat))


def test_the_dice_wait_for_a_quarter_of_an_hour(at: Hands) -> None:
    dealt(at)
    refused = throws(at, ANN, 5)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.facts["minutes"]) == ("negotiating", 15)
    at.clock.now += QUARTER - 61
    refused = throws(at, ANN, 5)
    assert isinstance(refused, Refusal)
    assert refused.facts["minutes"] == 2
    at.clock.now += 61
    assert isinstance(throws(at, ANN, 5), Accepted)


def test_meanwhile_everybody_bargains(at: Hands) -> None:
    """Nothing but the dice waits."""
    dealt(at)
    give, take = NamedGoods(lots=(Space(6),)), NamedGoods(cash=9000)
    at.play(Offer(by=ANN, to=BOB, give=give, take=take), Accept(by=BOB))
    assert at.view.state is not None
    assert at.view.state.lots[Space(6)].owner == BOB
    assert at.view.negotiation == 1000 + QUARTER


def test_if_all_agree_the_banker_lets_the_dice_go(at: Hands) -> None:
    """From then on everybody may throw."""
    dealt(at)
    banker = at.cause("banker", "banker")
    assert isinstance(at.answer(FirstRoll(by=ANN, dice=(6,)), banker), Accepted)
    assert at.view.negotiation is None
    for seat in (BOB, CY):
        assert isinstance(throws(at, seat, 2), Accepted)
    assert isinstance(at.answer(Roll(by=ANN, dice=(1, 2)), at.cause(seat=ANN)), Accepted)


def test_what_the_camera_sees_meanwhile_is_no_throw(at: Hands) -> None:
    dealt(at)
    at.see_dice(4, began=1001.0)
    assert at.view.state is not None
    assert at.view.state.first is not None
    assert at.view.state.first.totals == {}
    assert at.view.notices[-1].code == "refused"
    assert at.view.notices[-1].facts["code"] == "negotiating"


def test_meanwhile_no_button_says_yes_to_dice(at: Hands) -> None:
    dealt(at)
    at.see_dice(4, verdict="unsure", began=1001.0)
    assert at.view.doubt is not None
    assert light(at.view, ANN) == "turn"  # to roll
    banker = at.cause("banker", "banker")
    at.answer(AnswerDoubt(doubt=at.view.doubt.id, dice=(4,)), banker)
    at.see_dice(5, verdict="unsure", began=1002.0)
    assert light(at.view, BOB) == "blink-slow"


def test_no_other_game_waits(tmp_path: Path) -> None:
    with hands(tmp_path) as at_table:
        at_table.begin(edition="de-dm", variants=("deal-two",), first_roll=False)
        two = {seat: tuple(map(Space, lots[:2])) for seat, lots in NINE_EACH.items()}
        dealt_two = at_table.answer(Deal(lots=two), at_table.cause("banker", "banker"))
        assert isinstance(dealt_two, Accepted)
        assert at_table.view.negotiation is None
        at_table.play(Roll(by=ANN, dice=(1, 2)))
