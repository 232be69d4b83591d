"""Short or long: told in the order of the edges, and nobody waits longer than that takes."""

import math

from companion.words import Seat
from hardware.lengths import LONG_S, ShortOrLong

ANN, BOB = Seat(0), Seat(1)


class Held:
    """A button that is down until it is let go."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.let_go = seat, math.inf

    def is_over(self, _began: float, now: float) -> bool:
        return now >= self.let_go

    def ends(self, _began: float) -> float:
        return self.let_go


class Told:
    """What is told, at a table where presses act at their end, or at once."""

    def __init__(self, *acts_at_its_end: Seat) -> None:
        self.began, self.ended = list[Seat](), list[tuple[Seat, bool]]()
        self.lengths = ShortOrLong(self.begin, self.end)
        self._waits = acts_at_its_end

    def begin(self, seat: Seat, _at: float) -> bool:
        self.began.append(seat)
        return seat in self._waits

    def end(self, seat: Seat, _at: float, long: bool) -> None:  # noqa: FBT001  # as it is called
        self.ended.append((seat, long))


def test_a_long_press_is_told_while_it_is_held() -> None:
    told, ann = Told(ANN), Held(ANN)
    told.lengths.begin(ann, 0.0)
    assert told.lengths.due() == LONG_S
    told.lengths.step(LONG_S - 0.01)
    assert told.ended == []
    told.lengths.step(LONG_S)
    assert told.ended == [(ANN, True)]
    assert told.lengths.due() == math.inf


def test_who_pressed_first_is_told_first_however_long_it_took() -> None:
    told, ann, bob = Told(ANN, BOB), Held(ANN), Held(BOB)
    told.lengths.begin(ann, 0.0)
    told.lengths.begin(bob, 0.1)
    bob.let_go = 0.2
    told.lengths.step(0.2)
    assert told.ended == []
    ann.let_go = 0.3
    told.lengths.step(0.3)
    assert told.ended == [(ANN, False), (BOB, False)]


def test_who_leans_on_a_button_holds_others_up_no_longer_than_a_long_press() -> None:
    told, ann, bob = Told(ANN, BOB), Held(ANN), Held(BOB)
    told.lengths.begin(ann, 0.0)
    told.lengths.begin(bob, 0.1)
    bob.let_go = 0.2
    told.lengths.step(LONG_S)
    assert told.ended == [(ANN, True), (BOB, False)]


def test_what_acts_at_once_waits_for_nobody() -> None:
    told, ann, bob = Told(ANN), Held(ANN), Held(BOB)
    told.lengths.begin(ann, 0.0)
    told.lengths.begin(bob, 0.1)
    bob.let_go = 0.2
    told.lengths.step(0.2)
    assert told.began == [ANN, BOB]
    assert told.ended == [(BOB, False)]
