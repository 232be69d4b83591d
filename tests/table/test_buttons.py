"""A lamp says what a press of its button would do, at each level of help, with notes or without."""

from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from companion.game.commands import Bid, Claim, Roll
from companion.game.events import Banknotes, Help
from companion.game.refusals import Refusal
from companion.rules import decide
from companion.table.answers import Accepted
from companion.table.buttons import confirmed, light, meaning
from companion.table.cash.commands import SetBanknotes
from companion.table.command import TableCommand
from tests.support.helping import bots_game, helping, say_so, submitted
from tests.support.table import ANN, Hands, hands

GAME = 150  # commands
MODES: tuple[Banknotes, ...] = ("off", "on")


def wrong_light(at: Hands) -> str:
    """Return which lamp says something else than a press would do, nothing if none does."""
    state = at.view.state
    assert state is not None
    for seat in state.seats:
        said, press = light(at.view, seat), meaning(at.view, state, seat)
        says_so = isinstance(press, TableCommand)
        does = not isinstance(press, TableCommand) and not isinstance(decide(state, press), Refusal)
        told = f"{seat}: {said}, {press} after record {at.view.seq}"
        if said == "blink" and not (does and isinstance(press, Claim)):
            return told
        if said == "off" and (says_so or (does and at.view.proposal is None)):
            return told
        bids = state.auction is not None and isinstance(press, Bid) and at.view.proposal is None
        if said == "pulse" and bids and not does:
            return told
    return ""


@pytest.mark.parametrize(("helps", "notes"), [*product(get_args(Help), MODES)])
def test_no_lamp_says_anything_else_than_its_button(
    tmp_path: Path, helps: Help, notes: Banknotes
) -> None:
    lights = set()
    with hands(tmp_path) as at:
        at.begin(edition="ru-2004", first_roll=True)
        helping(at, helps)
        at.answer(SetBanknotes(banknotes=notes), at.cause("banker", "banker"))
        for command in bots_game("ru-2004", (), 3, GAME):
            answer = submitted(at, command)
            assert isinstance(answer, Accepted), (command, answer)
            while at.view.proposal is not None:
                assert wrong_light(at) == ""
                say_so(at, at.view.proposal.awaited[0])
            assert wrong_light(at) == ""
            assert at.view.state is not None
            lights |= {light(at.view, seat) for seat in at.view.state.seats}
    assert lights == {"off", "on", "blink", "pulse"}


def test_an_amount_that_is_to_be_typed_is_no_buttons_to_confirm(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        helping(at, "announce")
        at.play(Roll(by=ANN, dice=(1, 3)))  # onto a tax
        assert at.view.asked == {ANN: frozenset({"confirm"})}
        assert confirmed(at.view, ANN) is None
        assert light(at.view, ANN) == "off"


def test_one_after_the_other_rolls_for_who_begins(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin(first_roll=True)
        assert at.view.state is not None
        for seat in at.view.state.seats:
            assert at.view.asked == {seat: frozenset({"first-roll"})}
            lit = [one for one in at.view.state.seats if light(at.view, one) != "off"]
            assert lit == [seat]
            at.see_dice(1, 2 + seat, began=at.clock.now)
