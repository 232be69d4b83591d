"""Claims that were pressed while the dice rolled: held until it is known what the dice were."""

from collections.abc import Callable

from companion.game.commands import Claim
from companion.game.state import GameState
from companion.journal.record import Cause
from companion.rules.rent import claimable
from companion.table.answers import Answer
from companion.table.view import HeldClaim

Reply = Callable[[Answer], None]
Held = tuple[Claim, Cause, Reply]


class HeldClaims:
    """Which claims wait, and for what: the motion, or the doubt that it led to."""

    def __init__(self) -> None:
        self.motion: float | None = None  # since when something moves, monotonic seconds
        self._held: list[Held] = []

    @property
    def shown(self) -> tuple[HeldClaim, ...]:
        """What everybody may see at once: who pressed."""
        return tuple(HeldClaim(c.by, c.lot, cause.mono) for c, cause, _ in self._held)

    def waits(self, state: GameState, claim: Claim, cause: Cause, doubt: float | None) -> bool:
        """Return whether *claim* must wait to know whether the next player has rolled.

        Args:
            state: the game's.
            claim: what was pressed.
            cause: when it was pressed.
            doubt: since when the dice of an open doubt moved, if there is one.
        """
        since = min((t for t in (self.motion, doubt) if t is not None), default=None)
        if since is None or cause.mono <= since:
            return False
        return next_roll_closes(state) and claimable(state, claim.by, claim.lot) is not None

    def hold(self, claim: Claim, cause: Cause, reply: Reply) -> None:
        """Keep a claim until `release`."""
        self._held.append((claim, cause, reply))

    def release(self) -> tuple[Held, ...]:
        """Return what was held, in the order in which it was pressed, and hold it no more."""
        ready = sorted(self._held, key=lambda held: held[1].mono)
        self._held = []
        return tuple(ready)

    def end(self, answer: Answer) -> None:
        """Give everybody who waits this answer."""
        for _claim, _cause, reply in self.release():
            reply(answer)


def next_roll_closes(state: GameState) -> bool:
    """Return whether the next roll is a new turn's first: the only one that closes claims.

    The roller's own second roll closes nothing, nor does a roll for a rent.
    """
    if state.first is not None or state.winners or state.rent_roll is not None:
        return False
    return not (state.turn.rolled and state.turn.roll_due)
