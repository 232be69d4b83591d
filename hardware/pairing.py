"""Which button is whose, as people have said by pressing; kept in the home."""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from companion.files import Remembered
from companion.words import Seat

FILE = Path("buttons", "pairs.json")
"""In a home."""


class _Pairs(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...] = ()  # of each button, in the order of the pins' file


class Pairing:
    """Gives each button to a seat: its own, until somebody has pressed another for it.

    Whoever is asked presses, and gets that button; who had it gets theirs. Meanwhile no press does
    anything else. What cannot be written counts as long as the companion runs.

    Args:
        home: where it is kept; None: nowhere.
        seats: how many there are.
    """

    def __init__(self, home: Path | None, seats: int) -> None:
        own = tuple(map(Seat, range(seats)))
        self._path = None if home is None else home / FILE
        there = self._path is not None and self._path.exists()
        kept = Remembered(self._path, _Pairs()).now.seats if self._path and there else ()
        self._seats = kept if sorted(kept) == list(own) else own
        self._asked: tuple[Seat, ...] = ()
        self._given: frozenset[Seat] = frozenset()  # buttons, since people were asked
        self.tell: Callable[[], object] = lambda: None
        """Called when somebody else is asked; from any thread."""

    @property
    def asked(self) -> Seat | None:
        """Who is to press now; None: nobody is asked."""
        return next(iter(self._asked), None)

    def ask(self, seats: Sequence[Seat]) -> None:
        """Let these press their buttons, one after the other; none: ask nobody any more."""
        self._asked, self._given = tuple(seat for seat in seats if seat in self._seats), frozenset()
        self.tell()

    def skip(self) -> None:
        """Ask the next one."""
        self._asked = self._asked[1:]
        self.tell()

    def seat_of(self, button: Seat) -> Seat:
        """Return whose a button is."""
        return self._seats[button] if button < len(self._seats) else button

    def button_of(self, seat: Seat) -> Seat:
        """Return which button a seat has."""
        return Seat(self._seats.index(seat)) if seat in self._seats else seat

    def takes(self, button: Seat) -> bool:
        """Take a press; return whether it was for this, and means nothing else.

        A button that somebody has just been given is nobody else's.
        """
        seat = self.asked
        if seat is None or button >= len(self._seats):
            return False
        if button in self._given:
            return True
        self._given |= {button}
        others = {seat: self.seat_of(button), self.seat_of(button): seat}
        self._seats = tuple(others.get(one, one) for one in self._seats)
        if self._path is not None:
            Remembered(self._path, _Pairs()).follow(_Pairs(self._seats))
        self.skip()
        return True
