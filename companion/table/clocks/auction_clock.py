"""Time -> `hammer`: going once, going twice, sold. The rules see no clock."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.files import Folder, Remembered
from companion.game.state import GameState
from companion.table.clocks.timing import COME_BACK_S, PACES, Pace
from companion.table.view import AuctionCall
from companion.words import Seat

FILE = Path("auction", "settings.json")
"""In a home: how fast its auctions are."""

NEVER = float("inf")

_NEXT: dict[str, Literal["going-once", "going-twice"]] = {
    "": "going-once",
    "going-once": "going-twice",
}


class _Settings(msgspec.Struct, frozen=True):
    pace: Pace = "ordinary"


class AuctionClock:
    """Runs while an auction does; each bid starts it anew, an open debt stops it.

    So does what waits to be confirmed: nobody may bid meanwhile. When nobody is left to bid the
    hammer falls at once, but not where that is come back to: then it was perhaps a mistake.

    After a restart of the companion it waits until the phones are back that play, and starts with
    its full time: nobody loses a lot to a power cut.

    Args:
        home: the folder of the companion.
    """

    def __init__(self, home: Folder) -> None:
        self._settings = Remembered(home / FILE, _Settings())
        self._stand: tuple[object, ...] | None = None  # of the auction the clock runs for
        self._missing = frozenset[Seat]()  # whose phones are not back since the start
        self.call: AuctionCall | None = None

    @property
    def pace(self) -> Pace:
        """How fast auctions are."""
        return self._settings.now.pace

    def set_pace(self, pace: Pace) -> None:
        """Set how fast auctions are; one that runs is seen anew.

        Raises:
            SettingsError: it cannot be kept.
        """
        self._settings.set(_Settings(pace))

    def see(self, state: GameState, now: float, *, waits: bool = False) -> None:
        """Start, restart, stop or go on, as *state* wants it; *now* in monotonic seconds.

        *waits*: play waits for something else.
        """
        auction = state.auction
        if auction is None or state.winners:
            self._stand = self.call = None
            return
        alone = all(seat == auction.leader for seat in auction.bidders)
        stops = waits or bool(state.debts)
        stand = (auction.lot, auction.leader, auction.price, alone, stops, self.pace)
        if stand == self._stand:
            return
        is_new, self._stand = self._stand is None, stand
        if stops:
            self.call = AuctionCall(deadline=NEVER, waits="play")
        elif alone and not (is_new and auction.passed):
            self.call = AuctionCall(word="going-twice", deadline=now)
        elif is_new and self._missing:
            self.call = AuctionCall(deadline=NEVER, waits="phones")
        else:
            self._begin(now)

    def await_phones(self, seats: Iterable[Seat]) -> None:
        """Let the next auction that is seen wait until the phones of *seats* are back."""
        self._missing = frozenset(seats)

    def come_back(self, seats: Iterable[Seat], now: float) -> None:
        """Note that a phone that plays for *seats* is there."""
        found = self._missing.intersection(seats)
        self._missing -= found
        call = self.call
        if not found or call is None or call.waits != "phones":
            return
        if not self._missing:
            self._begin(now)
        elif call.deadline == NEVER:
            self.call = replace(call, deadline=now + COME_BACK_S)

    @property
    def deadline(self) -> float | None:
        """When the next word or the hammer is due, monotonic seconds; None while it stands."""
        return self.call.deadline if self.call and self.call.deadline < NEVER else None

    def tick(self, now: float) -> bool:
        """Say the next word if it is due; return whether the hammer falls.

        Should the hammer fail (a full disk, say), it falls again after another call.
        """
        call = self.call
        if call is None or now < call.deadline:
            return False
        if call.waits == "phones":
            self._begin(now)
            return False
        word = _NEXT.get(call.word, "going-twice")
        again = PACES.get(self.pace, PACES["ordinary"]).call
        self.call = AuctionCall(word=word, deadline=now + again)
        return call.word == "going-twice"

    def _begin(self, now: float) -> None:
        """Run with the full time, if there is a clock."""
        self._missing = frozenset()
        times = PACES.get(self.pace)
        if times is None:
            self.call = AuctionCall(deadline=NEVER, waits="banker")
        else:
            self.call = AuctionCall(deadline=now + times.quiet)
