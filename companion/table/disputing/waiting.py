"""How long is waited for rulings and votes, and how this table settles disputes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.files import Folder, Remembered
from companion.game.commands import Claim, Command, Correct
from companion.game.events import VoteFailed, WaitEnded
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.disputing.disputes import DISPUTE, Customs, Disputes, Vote
from companion.table.ports import Clock
from companion.words import Seat

FILE = Path("disputes.json")
"""In a home: how this table settles disputes."""

HOLD_S = 120
"""Play waits so long for the banker at most; the dispute stays open."""

PAUSE_S = 300.0
"""So long after a vote that failed the same seat may not ask for another one."""


class Waiting:
    """What runs against the clock goes on after a restart as long as the machine has stayed on.

    Its monotonic clock knows how long it was. After a power cut it begins anew, with the voices
    that were heard: no clock has counted meanwhile, and phones must find their way back first.

    Args:
        home: the folder where the table's customs are kept.
        clock: the times.
    """

    def __init__(self, home: Folder, clock: Clock) -> None:
        self._customs, self._clock = Remembered(home / FILE, Customs()), clock
        self.since = clock.mono()  # since when this table has been on: what was before is as old
        self.now = Disputes()  # of the game on the table
        self._game, self._came = "", self.since  # when it came to the table, monotonic seconds
        self._over = frozenset[object]()  # what has ended, whether or not that could be recorded

    def see(self, game: str, disputes: Disputes) -> None:
        """Take what the newest record of the *game* on the table has made of its disputes."""
        if game != self._game:
            self._game, self._came, self._over = game, self._clock.mono(), frozenset()
        self.now = disputes

    def when(self, cause: Cause) -> float:
        """Return when it was, in monotonic seconds of this boot; of another boot: just now."""
        return cause.mono if cause.boot == self._clock.boot else self._came

    @property
    def held(self) -> float | None:
        """Until when play waits, monotonic seconds; None: it does not."""
        wait = self.now.wait
        if wait is None or wait in self._over:
            return None
        return self.when(wait.since) + wait.seconds

    @property
    def vote(self) -> Vote | None:
        """The vote that runs, and when it ends."""
        vote = self.now.vote
        if vote is None or vote.id in self._over:
            return None
        return replace(vote, ends=self.when(vote.asked) + vote.seconds)

    def wait_for(self, by: Seat | None) -> int:
        """Return how long play waits for the ruling on a dispute of *by*, in seconds.

        Nobody waits for somebody whose last dispute was turned down: else play could be stopped
        at will.
        """
        return HOLD_S if self.customs.waits and by not in self.now.denied else 0

    def why_not(self, command: Command, cause: Cause, now: float) -> Refusal | None:
        """Return why play waits, or None: a claim never waits, nor does the banker.

        A correction that is a ruling is refused where nobody disputes that record (any more).
        """
        if isinstance(command, Correct) and command.dispute not in (None, *self.now.open):
            return Refusal("not-asked", DISPUTE)
        held = self.held
        if held is None or now >= held or isinstance(command, Claim):
            return None
        if cause.role not in ("seat", "camera"):
            return None
        return Refusal("play-waits", DISPUTE, {"seconds": int(held - now) + 1})

    def may_ask(self, seat: Seat, now: float) -> bool:
        """Return whether a seat may ask for a vote: not soon after one that failed."""
        failed = self.now.failed.get(seat)
        return failed is None or now >= self.when(failed) + PAUSE_S

    # ---- time

    @property
    def due(self) -> float | None:
        """When something ends by itself, monotonic seconds; None: nothing does."""
        vote = self.vote
        ends = [self.held, vote.ends if vote else None]
        return min((one for one in ends if one is not None), default=None)

    def over(self, now: float) -> tuple[WaitEnded | VoteFailed, ...]:
        """End what is over by time, and return the events that say so, to be recorded.

        It is over whether or not they can be: a full disk holds nobody's game up.
        """
        held, vote = self.held, self.vote
        events: list[WaitEnded | VoteFailed] = []
        if held is not None and now >= held:
            self._over |= {self.now.wait}
            events.append(WaitEnded(because=DISPUTE))
        if vote is not None and now >= vote.ends:
            self._over |= {vote.id}
            events.append(VoteFailed(seat=vote.by, vote=vote.id, because=DISPUTE))
        return tuple(events)

    # ---- settings

    @property
    def customs(self) -> Customs:
        """How this table settles disputes."""
        return self._customs.now

    def set_customs(self, customs: Customs) -> None:
        """Set how this table settles disputes.

        Raises:
            SettingsError: it cannot be kept.
        """
        self._customs.set(customs)

    @property
    def shown(self) -> Mapping[str, Any]:
        """What everybody may see, as fields of the view."""
        return {
            "disputes": tuple(self.now.open.values()),
            "held": self.held,
            "vote": self.vote,
            "customs": self.customs,
        }
