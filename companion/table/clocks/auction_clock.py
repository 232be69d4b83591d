"""Time -> `hammer`: going once, going twice, sold. The rules see no clock."""

from typing import Literal

from companion.game.state import GameState
from companion.table.clocks.timing import Timing
from companion.table.view import AuctionCall

_NEXT: dict[str, Literal["going-once", "going-twice"]] = {
    "": "going-once",
    "going-once": "going-twice",
}


class AuctionClock:
    """Runs while an auction does; each bid starts it anew, an open debt stops it.

    So does what waits to be confirmed: nobody may bid meanwhile.

    After a restart of the companion it starts with its full time: nobody loses a lot to a
    power cut.
    """

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._stand: tuple[object, ...] | None = None  # of the auction the clock runs for
        self.call: AuctionCall | None = None

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
        stand = (auction.lot, auction.leader, auction.price, alone, stops)
        if stand == self._stand:
            return
        self._stand = stand
        if stops:
            self.call = AuctionCall(word="", deadline=now, stopped=True)
        elif alone:  # nobody is left to bid: no need to wait
            self.call = AuctionCall(word="going-twice", deadline=now + self._timing.auction_call)
        else:
            self.call = AuctionCall(word="", deadline=now + self._timing.auction_quiet)

    @property
    def deadline(self) -> float | None:
        """When the next word or the hammer is due, monotonic seconds; None while it stands."""
        return self.call.deadline if self.call and not self.call.stopped else None

    def tick(self, now: float) -> bool:
        """Say the next word if it is due; return whether the hammer falls.

        Should the hammer fail (a full disk, say), it falls again after another call.
        """
        call = self.call
        if call is None or call.stopped or now < call.deadline:
            return False
        word = _NEXT.get(call.word, "going-twice")
        self.call = AuctionCall(word=word, deadline=now + self._timing.auction_call)
        return call.word == "going-twice"
