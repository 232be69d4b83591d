"""A lamp says what a press of its button would do, at each level of help, with notes or without."""

from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from companion.game.commands import Bid, Buy, Claim, Pass, Roll
from companion.game.events import Banknotes, Help
from companion.game.refusals import Refusal
from companion.table.buttons.conditions import confirmed
from companion.table.buttons.meanings import (
    ELSEWHERE,
    SITUATIONS,
    Gesture,
    Light,
    light,
    meaning,
    situation,
)
from companion.table.buttons.wishes import CHALLENGE, REPEAT
from companion.table.cash.commands import HandOver, SetBanknotes
from companion.table.dice.commands import AnswerDoubt, Challenge
from companion.table.help.commands import Confirm
from companion.table.roles import MAY
from companion.words import Seat
from tests.durability.damage import in_memory
from tests.support.asking import Everybody
from tests.support.helping import helping
from tests.support.table import ANN, BOB, Hands, hands

STEPS, EVENINGS = 160, 6

UNSURE = 0.3
"""So often the camera is unsure of dice that are thrown just then."""

LATE = 0.3
"""So often the banker says at once that notes were handed over; else the buttons do."""


def press(at: Hands, seat: Seat, gesture: Gesture = "short") -> str:
    """Press a button; return what its lamp promised, and what came of it, if they differ."""
    now, wish = situation(at.view, seat), meaning(at.view, seat, gesture)
    at.clock.now += 0.5
    if wish is None:
        act = getattr(now, gesture)
        return "" if act in (None, REPEAT, CHALLENGE) else f"{now.when}: {act} asks for nothing"
    before = len(at.replies)
    at.pipeline.submit(wish, at.cause("seat", "button", seat=seat), at.replies.append)
    answer = at.replies[-1] if len(at.replies) > before else None  # a claim waits: it was heard
    return f"{now.when}: {wish} gave {answer}" if isinstance(answer, Refusal) else ""


def test_a_lamp_that_invites_stands_where_a_short_press_acts() -> None:
    for row in SITUATIONS:
        assert (row.short is not None) == (row.lamp in ("blink", "pulse", "ask", "debt")) or (
            row.lamp == "blink-slow"  # yes to dice, or all lamps: a pause
        )
        assert row.double is None or row.short is None  # else the first press would have acted


def test_what_no_button_can_say_has_another_way() -> None:
    players = {what for what, rights in MAY.items() if "seat" in rights}
    pages = {"note-seats", "suppose", "look", "join", "try-pin", "play", "hold", "eye", "simulate"}
    pressed = {what for what, rights in MAY.items() if "button" in rights}
    assert {*ELSEWHERE} == players - pressed - pages


@pytest.mark.parametrize(("helps", "notes"), [*product(get_args(Help), get_args(Banknotes))])
def test_a_button_does_what_its_lamp_says(helps: Help, notes: Banknotes) -> None:
    lights, presses = set(), set()
    for seed in range(EVENINGS):
        with in_memory() as folder, hands(folder) as at:
            at.begin(edition="ru-2004", first_roll=True)
            who = Everybody(at, seed, "ru-2004")
            who.come_to_the_middle()
            helping(at, helps)
            at.answer(SetBanknotes(banknotes=notes), who.banker())
            for _ in range(STEPS):
                if who.chance.random() < UNSURE:
                    who.throw(sure=False)
                for seat in who.state.seats:
                    lights.add(light(at.view, seat))
                    gesture = who.chance.choices(get_args(Gesture), (0.9, 0.06, 0.04))[0]
                    presses.add(type(meaning(at.view, seat, gesture)))
                    assert press(at, seat, gesture) == ""
                wanted = who.play() if who.proposal is None else who.wish(Confirm)
                if wanted is not None:
                    at.answer(*wanted)
                handed = who.wish(HandOver) if who.chance.random() < LATE else None
                if handed is not None:
                    at.answer(*handed)
    assert lights == {*get_args(Light)}
    assert presses >= {AnswerDoubt, Bid, Claim, Pass, Buy}
    assert (Confirm in presses) == (helps == "propose")
    assert (HandOver in presses) == (notes != "off")


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


def test_two_quick_presses_say_once_that_the_dice_of_the_last_roll_were_read_wrong(
    tmp_path: Path,
) -> None:
    with hands(tmp_path) as at:
        at.begin()
        assert meaning(at.view, BOB, "double") is None
        at.see_dice(1, 3, began=at.clock.now)  # onto a tax
        wish = meaning(at.view, BOB, "double")
        assert isinstance(wish, Challenge)
        cause = at.cause("seat", "button", seat=BOB)
        assert not isinstance(at.answer(wish, cause), Refusal)
        assert [one.challenger for one in at.view.challenged] == [BOB]
        assert meaning(at.view, BOB, "double") is None
