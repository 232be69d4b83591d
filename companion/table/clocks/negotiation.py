"""Time to bargain, between the deal and the first roll, where a rule set gives it."""

from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.journal.record import Cause
from companion.rules.setup import minutes_to_negotiate
from companion.words import RuleKey

NEGOTIATION = RuleKey("variant/deal-all-negotiation")


class Negotiation:
    """Holds the dice back while the players bargain; if all agree, the banker lets them go.

    After a restart of the companion it begins with its full time.
    """

    def __init__(self) -> None:
        self.ends: float | None = None  # monotonic seconds; None: there is none now
        self._over = False

    def see(self, state: GameState, now: float) -> None:
        """Begin, go on or be over, as *state* wants it; *now* in monotonic seconds."""
        minutes = minutes_to_negotiate(state)
        if self._over or not minutes:
            self.ends = None
        elif self.ends is None:
            self.ends = now + 60 * minutes

    def later(self, seconds: float) -> None:
        """Last so much longer: the game has rested meanwhile."""
        if self.ends is not None:
            self.ends += seconds

    def thrown(self) -> None:
        """Be over: dice were thrown, after the time or by the banker's leave."""
        self._over, self.ends = True, None

    def why_not(self, cause: Cause, now: float) -> Refusal | None:
        """Return why this is no time for the dice, or None; the banker speaks for everybody."""
        if self.ends is None or now >= self.ends or cause.role == "banker":
            return None
        left = -int(-(self.ends - now) // 60)
        return Refusal("negotiating", NEGOTIATION, {"minutes": left})
