"""A press says yes to a doubtful reading: by whom, when, and what it never takes away."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.game.commands import Claim, Correct, Roll
from companion.game.events import Banknotes
from companion.journal.record import Cause
from companion.table.answers import Accepted, Answer
from companion.table.buttons.conditions import guess_confirmed
from companion.table.buttons.meanings import light, meaning, too_late
from companion.table.cash.commands import SetBanknotes
from companion.table.dice.commands import AnswerDoubt
from companion.table.dice.readings import KeptReading
from companion.table.disputing.commands import RaiseDispute, RuleOn, SetCustoms
from companion.table.disputing.disputes import Customs
from companion.table.view import Doubt
from companion.words import Seat, Space
from tests.support.table import (
    ANN,
    BOB,
    CY,
    Hands,
    cash,
    code,
    hands,
    plugged_in_again,
    reading,
    rent_is_due,
)

SEATS = (ANN, BOB, CY)


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        yield at_table


def throw(at: Hands, *pips: int, **more: Any) -> Doubt:
    """Let the camera be unsure of dice that rolled for a second; half a second passes."""
    began = at.clock.now = at.clock.now + 1
    at.eyes.motion(began)
    at.clock.now += 1
    at.see_dice(*pips, verdict="unsure", began=began, **more)
    at.clock.now += 0.5
    doubt = at.view.doubt
    assert doubt is not None
    return doubt


def pressed(at: Hands, seat: Seat) -> Cause:
    return at.cause("seat", "button", seat=seat)


def press(at: Hands, seat: Seat, when: float | None = None) -> Answer | None:
    """Press a seat's button now, or hear only now that it was; None if it has to wait."""
    state, when, before = at.view.state, when or at.clock.now, len(at.replies)
    assert state is not None
    wish = meaning(at.view, seat, "short", when) or too_late(at.view, seat, when)
    assert wish is not None
    cause = replace(pressed(at, seat), mono=when)
    at.pipeline.submit(wish, cause, at.replies.append)
    return at.replies[-1] if len(at.replies) > before else None


def last(at: Hands) -> KeptReading:
    return at.desk.readings.all[-1]


def test_a_press_of_who_rolled_books_the_dice_as_guessed(at: Hands) -> None:
    at.begin()
    doubt = throw(at, 4, 3)
    assert doubt.guess == (4, 3)
    assert [light(at.view, seat) for seat in SEATS] == ["blink-slow", "off", "off"]
    assert isinstance(press(at, ANN), Accepted)
    record = at.records[-1]
    assert (record.command["do"], record.command["dice"]) == ("roll", [4, 3])
    assert (record.cause.origin, record.cause.mono) == ("button", doubt.began)
    assert at.view.doubt is None
    assert (last(at).fate, last(at).said, last(at).pressed) == ("answered", (4, 3), True)


@pytest.mark.parametrize("seat", [BOB, CY])
def test_nobody_elses_press_says_yes(at: Hands, seat: Seat) -> None:
    at.begin()
    doubt = throw(at, 4, 3)
    assert code(press(at, seat)) == "nothing-to-claim"
    forged = AnswerDoubt(doubt=doubt.id, dice=doubt.guess)
    assert code(at.answer(forged, pressed(at, seat))) == "not-allowed"
    assert at.view.doubt == doubt


def test_two_presses_book_one_roll(at: Hands) -> None:
    at.begin()
    doubt = throw(at, 2, 2)  # a double: the same player is to roll again
    again = AnswerDoubt(doubt=doubt.id, dice=doubt.guess)
    assert isinstance(press(at, ANN), Accepted)
    seq = at.view.seq
    assert code(at.answer(again, pressed(at, ANN))) == "not-asked"  # it was meant for the same
    at.clock.now += 0.2
    assert code(press(at, ANN)) == "nothing-to-claim"
    assert at.view.seq == seq


def test_phone_and_button_at_once_book_one_roll(at: Hands) -> None:
    at.begin()
    doubt = throw(at, 4, 3)
    yes = AnswerDoubt(doubt=doubt.id, dice=doubt.guess)
    assert isinstance(at.answer(yes, at.cause("banker", "phone")), Accepted)
    seq = at.view.seq
    assert code(at.answer(yes, at.cause(seat=ANN))) == "not-asked"
    assert code(at.answer(yes, pressed(at, ANN))) == "not-asked"
    assert at.view.seq == seq
    assert not last(at).pressed


def test_a_press_from_before_the_question_is_no_yes(at: Hands) -> None:
    """The edge counts, not when it was heard: whoever pressed then has not seen the question."""
    at.begin()
    doubt = throw(at, 4, 3)
    for early in (doubt.began - 0.1, doubt.began + 0.1, doubt.shown):
        assert code(press(at, ANN, early)) == "nothing-to-claim"
        forged = AnswerDoubt(doubt=doubt.id, dice=doubt.guess)
        cause = replace(pressed(at, ANN), mono=early)
        assert code(at.answer(forged, cause)) == "not-asked"
    assert at.view.doubt == doubt
    assert isinstance(press(at, ANN, doubt.shown + 0.01), Accepted)


def test_a_press_that_was_meant_for_one_throw_confirms_no_other(at: Hands) -> None:
    at.begin()
    old = throw(at, 4, 3)
    new = throw(at, 6, 5)
    stale = AnswerDoubt(doubt=old.id, dice=old.guess)
    assert code(at.answer(stale, pressed(at, ANN))) == "not-asked"
    assert at.view.doubt == new


def test_while_something_moves_in_the_tray_no_press_says_yes(at: Hands) -> None:
    at.begin()
    doubt = throw(at, 4, 3)
    at.eyes.motion(at.clock.now)
    at.clock.now += 0.5
    assert light(at.view, ANN) == "turn"
    assert code(press(at, ANN)) == "nothing-to-claim"
    forged = AnswerDoubt(doubt=doubt.id, dice=doubt.guess)
    assert code(at.answer(forged, pressed(at, ANN))) == "not-asked"
    at.eyes.calm()
    assert light(at.view, ANN) == "blink-slow"
    assert isinstance(press(at, ANN), Accepted)


def test_a_press_from_before_the_motion_still_says_yes(at: Hands) -> None:
    at.begin()
    throw(at, 4, 3)
    when = at.clock.now
    at.eyes.motion(when + 0.01)
    assert isinstance(press(at, ANN, when), Accepted)


def test_a_dice_reading_that_names_no_whole_throw_is_picked(at: Hands) -> None:
    at.begin()
    doubt = throw(at, 4)
    assert doubt.guess == ()
    assert light(at.view, ANN) == "turn"
    assert code(press(at, ANN)) == "nothing-to-claim"
    assert at.view.doubt == doubt


def test_with_the_speed_die_there_is_no_yes(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin(edition="got-2015", variants=("speed-die",))
        been = Correct(why="a test", laps={ANN: 1}, at={ANN: Space(10)})
        assert isinstance(at.answer(been, at.cause("banker", "phone")), Accepted)
        doubt = throw(at, 4, 3, speed=reading(2).dice[0])
        assert doubt.speed
        assert doubt.guess == ()
        assert guess_confirmed(at.view, ANN) is None


def test_who_begins_is_said_by_button_too(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin(edition="de-dm", first_roll=True)
        assert throw(at, 5).guess == (5,)
        assert isinstance(press(at, ANN), Accepted)
        assert at.records[-1].command["do"] == "first-roll"
        assert throw(at, 2).seat == BOB
        assert code(press(at, ANN)) == "nothing-to-claim"
        assert isinstance(press(at, BOB), Accepted)


def visited(at: Hands, owner: Seat, visitor: Seat) -> None:
    """Let *visitor*, who rolls just before *owner*, stand on a lot of *owner*; nobody claims."""
    at.begin()
    given = at.answer(Correct(why="a test", owner={Space(3): owner}), at.cause("banker", "phone"))
    assert isinstance(given, Accepted), given
    for seat in SEATS:
        at.play(Roll(by=seat, dice=(1, 2) if seat == visitor else (1, 3)))  # else onto a tax
        if seat == visitor:
            return


def test_a_rent_of_who_rolled_is_claimed_first_and_no_press_closes_it(at: Hands) -> None:
    """Cy has not claimed yet what Bob owes him, and throws: his presses are claims."""
    visited(at, owner=CY, visitor=BOB)
    doubt, before = throw(at, 4, 3), cash(at, CY)
    assert doubt.seat == CY
    for _hammered in range(3):
        assert light(at.view, CY) == "blink"
        assert press(at, CY) is None  # it waits
        at.clock.now += 0.1
    assert at.view.doubt == doubt
    said = AnswerDoubt(doubt=doubt.id)  # it was no roll
    assert isinstance(at.answer(said, at.cause(seat=CY)), Accepted)
    assert cash(at, CY) > before
    assert [code(one) for one in at.replies[-2:]] == ["nothing-to-claim"] * 2  # the other presses


def test_the_claim_of_somebody_else_waits_for_the_yes_and_is_too_late(at: Hands) -> None:
    rent_is_due(at)  # to Ann; Cy rolls
    throw(at, 1, 3)
    assert [light(at.view, seat) for seat in SEATS] == ["blink", "off", "blink-slow"]
    assert press(at, ANN) is None
    assert [claim.seat for claim in at.view.claims] == [ANN]
    assert isinstance(press(at, CY), Accepted)
    assert "claim-too-late" in [code(one) for one in at.replies if not isinstance(one, Accepted)]


def test_a_press_during_the_throw_that_claims_stays_a_claim(at: Hands) -> None:
    rent_is_due(at)
    doubt = throw(at, 1, 3)
    assert press(at, ANN, doubt.began + 0.2) is None
    assert isinstance(at.answer(AnswerDoubt(doubt=doubt.id), at.cause(seat=CY)), Accepted)
    assert isinstance(at.replies[-1], Accepted)  # no roll: the rent is hers


@pytest.mark.parametrize("mode", ["on", "wait"])
def test_notes_come_before_the_dice(at: Hands, mode: Banknotes) -> None:
    """Who is to say that notes were handed over says that; the press after it says yes."""
    visited(at, owner=ANN, visitor=CY)
    at.answer(SetBanknotes(banknotes=mode), at.cause("banker", "banker"))
    at.play(Claim(by=ANN))
    doubt = throw(at, 4, 3)
    assert light(at.view, ANN) == "pulse"
    assert isinstance(press(at, ANN), Accepted)
    assert at.records[-1].command["do"] == "hand-over"
    assert at.view.doubt == doubt
    assert light(at.view, ANN) == "blink-slow"
    assert isinstance(press(at, ANN), Accepted)
    assert at.view.doubt is None


def test_no_lamp_promises_a_yes_that_would_be_refused(at: Hands) -> None:
    """The dice wait until Cy has his notes: till then Bob's yes could book nothing."""
    visited(at, owner=CY, visitor=ANN)
    at.answer(SetBanknotes(banknotes="wait"), at.cause("banker", "banker"))
    at.play(Claim(by=CY))
    doubt = throw(at, 4, 3)
    assert doubt.seat == BOB
    assert light(at.view, BOB) == "turn"
    assert code(press(at, BOB)) == "nothing-to-claim"
    yes = AnswerDoubt(doubt=doubt.id, dice=doubt.guess)
    assert code(at.answer(yes, at.cause(seat=BOB))) == "not-handed-over"
    assert isinstance(press(at, CY), Accepted)
    assert light(at.view, BOB) == "blink-slow"
    assert isinstance(press(at, BOB), Accepted)


def test_while_play_waits_for_a_ruling_no_press_says_yes(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 3)))
    doubt = throw(at, 4, 3)
    at.answer(SetCustoms(customs=Customs(waits=True)), at.cause("banker", "banker"))
    assert isinstance(at.answer(RaiseDispute(seq=2), at.cause(seat=ANN)), Accepted)
    assert light(at.view, BOB) == "turn"
    assert code(press(at, BOB)) == "nothing-to-claim"
    assert at.view.doubt == doubt
    ruled = RuleOn(seq=2, ruling="stands")
    assert isinstance(at.answer(ruled, at.cause("banker", "phone")), Accepted)
    assert light(at.view, BOB) == "blink-slow"


def test_a_question_that_is_asked_again_after_a_restart_takes_no_older_press(at: Hands) -> None:
    at.begin()
    throw(at, 4, 3)
    with plugged_in_again(at) as again:
        doubt = again.view.doubt
        assert doubt is not None
        assert doubt.guess == (4, 3)
        assert doubt.shown == 5.0
        assert code(press(again, ANN, 5.0)) == "nothing-to-claim"
        again.clock.now += 1
        assert isinstance(press(again, ANN), Accepted)


def test_a_yes_by_button_is_known_after_a_crash(at: Hands) -> None:
    """The journal has the roll; that the reading was answered by button could not be kept."""
    at.begin()
    seen = replace(at.cause("camera", "camera"), evidence="e" * 64)
    at.eyes.dice(reading(4, 3, verdict="unsure"), seen)
    at.clock.now += 1
    (asked,) = at.desk.readings.all
    assert isinstance(press(at, ANN), Accepted)
    at.desk.readings.keep(asked)
    with plugged_in_again(at) as again:
        assert again.view.doubt is None
        assert (last(again).fate, last(again).pressed) == ("answered", True)
