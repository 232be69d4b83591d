"""A table that keeps its banknotes: who may say that they changed hands, and what waits for it."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from companion.game.commands import AnyCommand, FirstRoll, Roll
from companion.game.events import Banknotes, BanknotesSet, HandedOver
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.answers import Accepted, Answer
from companion.table.handing import BANKNOTES, Handing, Purses
from companion.table.live import LiveGame
from companion.table.roles import may_govern, why_may_not
from companion.words import Seat

if TYPE_CHECKING:
    from companion.table.desk import Desk


class CashMode:
    """Follows the notes of the running game; the desk's."""

    def __init__(self) -> None:
        self._game: LiveGame | None = None
        self._purses: Purses | None = None

    def follow(self, game: LiveGame) -> Handing:
        """Return how the notes stand after the last record of *game*."""
        if self._purses is None or self._game is not game or self._purses.seq > game.seq:
            self._game, self._purses = game, Purses(game.state.edition)
        self._purses.follow(game.records(self._purses.seq))
        return self._purses.now

    def why_not(self, command: AnyCommand, cause: Cause) -> Refusal | None:
        """Return why the dice wait for notes to be handed over, or None; the banker lets them go.

        Only where the table wants it so: else a roll counts whatever is open.
        """
        if self._purses is None or not isinstance(command, Roll | FirstRoll):
            return None
        now = self._purses.now
        if not now.holds_dice or cause.role == "banker":
            return None
        return Refusal("not-handed-over", BANKNOTES, {"payments": len(now.open)})


def hand_over(desk: "Desk", payments: Collection[str], cause: Cause) -> Answer:
    """Note that *payments* were handed over: said by who got them, or by the banker.

    Refused with `not-allowed` for anybody else, and with `not-asked` where one is open no more.
    Nothing is noted then.
    """
    game, handing = desk.game, desk.view.handing
    if game is None:
        return Refusal("no-game", BANKNOTES)
    known = game.answered(cause.command_id)
    if known:
        return known
    found = [handing.of(one) for one in payments]
    there = [one for one in found if one is not None]
    if not there or len(there) < len(found):
        return Refusal("not-asked", BANKNOTES)
    for payment in there:
        refusal = why_may_not("hand-over", cause, payment.receiver)
        if refusal:
            return refusal
    events = tuple(
        HandedOver(
            payment=one.id, giver=one.giver, to=one.taker, amount=one.amount, because=BANKNOTES
        )
        for one in there
    )
    answer = game.note(events, cause, {"do": "hand-over", "payments": [*payments]})
    desk.settle()
    return answer


def oldest_for(handing: Handing, seat: Seat) -> str | None:
    """Return the payment that *seat* says first that it got, None if it waits for none."""
    return next((one.id for one in handing.open if one.receiver == seat), None)


def set_banknotes(desk: "Desk", mode: Banknotes, cause: Cause) -> Answer:
    """Let the table keep its banknotes from now on, or no longer; the banker only.

    What each holds then is taken to be what the books say, and nothing is open.
    """
    refusal = may_govern(cause)
    game = desk.game
    if refusal or game is None:
        return refusal or Refusal("no-game", BANKNOTES)
    was = desk.view.handing.mode
    if mode == was:
        return Accepted(game.seq, (), game.name)
    cash = {seat: game.state.cash(seat) for seat in game.state.seats} if was == "off" else None
    event = BanknotesSet(banknotes=mode, cash={} if mode == "off" else cash, because=BANKNOTES)
    answer = game.note((event,), cause, {"do": "banknotes", "banknotes": mode})
    desk.settle()
    return answer
