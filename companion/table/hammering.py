"""Whoever goes on pressing too late is counted, and recorded now and then: it fills no card."""

from msgspec.structs import replace

from companion.game.commands import AnyCommand, Bid, Claim
from companion.game.events import PressRefused
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.answers import Accepted
from companion.table.disputing.commands import RefusedPress
from companion.table.live_game import LiveGame
from companion.table.presses import PRESS, PRESSED, Key, LatePress, PressCount, late_for


class Hammering:
    """Counts presses that are refused again and again: only some of them are recorded."""

    def __init__(self) -> None:
        self._times: dict[tuple[str, Key], int] = {}  # of a game

    def refused(
        self, game: LiveGame, command: AnyCommand, cause: Cause, refusal: Refusal, now: float
    ) -> Refusal:
        """Record a refused command if it competed; return its refusal, which names the record.

        *now*: when it was refused, monotonic seconds.
        """
        if cause.role != "seat" or not isinstance(command, Bid | Claim):
            return refusal
        late = late_for(game.records(), command, cause, refusal.code)
        return refusal if late is None else self.kept(game, late, cause, refusal, now)

    def kept(
        self, game: LiveGame, late: LatePress, cause: Cause, refusal: Refusal, now: float
    ) -> Refusal:
        """Record that somebody was too late; return the refusal, which names the first record.

        What cannot be saved is refused all the same.
        """
        key = (late.seat, late.do, late.against)
        known = game.table.presses.kept.get(key, PressCount(0, 0))
        times = max(known.times, self._times.get((game.name, key), 0)) + 1
        if _is_recorded(times):
            event = PressRefused(
                code=refusal.code,
                decided=now,
                times=times,
                because=PRESS,
                **late._asdict(),
            )
            # Without its id: a command that was refused may be sent again, and be accepted then.
            answer = game.note((event,), replace(cause, command_id=None), RefusedPress())
            if not isinstance(answer, Accepted):
                return refusal
        self._times[game.name, key] = times
        first = game.table.presses.kept[key].seq
        return replace(refusal, facts={**refusal.facts, PRESSED: first})


def _is_recorded(times: int) -> bool:
    """Return whether a press is the first of its kind, the tenth, the hundredth and so on."""
    return str(times).strip("0") == "1"
