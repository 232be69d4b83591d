"""What is disputed at the table, the vote that runs, and how this table settles such things."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.errors import SettingsError
from companion.files import keep, read_kept
from companion.game.commands import Claim, Command, Correct
from companion.game.events import (
    Disputed,
    Rewound,
    Ruled,
    VoteAsked,
    Voted,
    VoteFailed,
    WaitEnded,
)
from companion.game.refusals import Refusal
from companion.journal.record import Cause, Record
from companion.journal.replay import in_force, retold_by
from companion.table.ports import Clock
from companion.words import RuleKey, Seat

FILE = Path("disputes.json")
"""In a home: how this table settles disputes."""

DISPUTE = RuleKey("table/dispute")
"""What a refusal rests on here."""

HOLD_S = 120
"""Play waits so long for the banker at most; the dispute stays open."""

PAUSE_S = 300.0
"""So long after a vote that failed the same seat may not ask for another one."""

MOST_VOICES = 10
"""So often a seat may speak in one vote."""

_log = logging.getLogger(__name__)


class Customs(msgspec.Struct, frozen=True, kw_only=True):
    """How this table settles disputes; the banker may change it."""

    window_s: Annotated[int, Meta(ge=10, le=3600)] = 120  # so long a booking may be disputed
    waits: bool = False  # play waits for the ruling
    vote: bool = False  # the table may vote to go back
    vote_s: Annotated[int, Meta(ge=10, le=600)] = 60  # so long for a vote: silence is no


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """A record that somebody says is wrong, and the banker has not ruled on."""

    seq: int  # that record's number
    by: Seat | None  # None: the banker
    why: str


class Vote(msgspec.Struct, frozen=True, kw_only=True):
    """Whether to go back to just after a record."""

    id: int  # the number of the record that asked for it
    by: Seat  # who asked, and so votes for it
    back_to: int
    why: str
    voters: tuple[Seat, ...]
    yes: tuple[Seat, ...]
    no: tuple[Seat, ...] = ()
    heard: tuple[Seat, ...] = ()  # every voice after the first one, in order
    ends: float  # monotonic seconds; who is silent until then has said no

    @property
    def needed(self) -> int:
        """So many make a majority: more than half of all who may vote."""
        return len(self.voters) // 2 + 1

    @property
    def is_lost(self) -> bool:
        """Whether so many are against it that it cannot be won any more."""
        return len(self.voters) - len(self.no) < self.needed

    def with_voice(self, seat: Seat, *, yes: bool) -> "Vote":
        """Return the vote with one more voice; who changes their mind counts once."""
        sides = {True: self.yes, False: self.no}
        if seat in sides[yes]:
            return self
        others = {side: tuple(one for one in sides[side] if one != seat) for side in sides}
        others[yes] += (seat,)
        return replace(self, yes=others[True], no=others[False], heard=(*self.heard, seat))

    def may_change(self, seat: Seat) -> bool:
        """Whether a seat may still say something else: each change is a record."""
        return self.heard.count(seat) < MOST_VOICES


def known_since(records: Sequence[Record], record: Record) -> Cause:
    """Return the cause since when people know what a record booked.

    It is its own; where a retelling booked it otherwise than before, that of the retelling.
    """
    earlier = record.cause.repeats
    if earlier is None or not 0 < earlier < record.seq:
        return record.cause
    if records[earlier - 1].events == record.events:
        return known_since(records, records[earlier - 1])
    told = (one for one in reversed(records[: record.seq]) if record.seq in retold_by(one))
    return next(told, record).cause


class Game(Protocol):
    """What is asked of the running game."""

    @property
    def name(self) -> str:
        """The name of its journal."""
        ...

    def records(self, since: int = 0) -> tuple[Record, ...]:
        """Return the records with numbers above *since*."""
        ...


class Disputes:
    """The open disputes of the running game and the vote that runs: made of its records alone.

    What runs against the clock goes on after a restart as long as the machine has stayed on: its
    monotonic clock knows how long it was. After a power cut it begins anew, with the voices that
    were heard: no clock has counted meanwhile, and phones must find their way back first.

    Args:
        home: the folder where the table's customs are kept.
        clock: the times.
    """

    def __init__(self, home: Path, clock: Clock) -> None:
        self._file, self._clock = home / FILE, clock
        self.since = clock.mono()  # since when this table has been on: what was before is as old
        self.customs = self._read()
        self.vote: Vote | None = None
        self.held: float | None = None  # until when play waits, monotonic seconds
        self.open: dict[int, Dispute] = {}
        self.ruled: frozenset[int] = frozenset()  # records on which the banker has ruled
        self._retold: dict[int, Dispute] = {}  # open, of records that a retelling may repeat
        self._denied: frozenset[Seat] = frozenset()  # whose last dispute was turned down
        self._asked: dict[Seat, float] = {}  # when a seat's vote failed, monotonic seconds
        self._game, self._seq = "", 0
        self._came = self.since  # when this game came to the table, monotonic seconds

    # ---- what the records say

    def see(self, game: Game) -> None:
        """Bring the open disputes up to the newest record of the running game."""
        if game.name != self._game:
            self._game, self._seq, self.vote, self.held = game.name, 0, None, None
            self.open, self._retold, self.ruled, self._denied = {}, {}, frozenset(), frozenset()
            self._asked, self._came = {}, self._clock.mono()
        for record in game.records(self._seq):
            self._seq = record.seq
            if record.cause.repeats is not None:
                self._follow(record.cause.repeats, record.seq)
            for event in record.events:
                self._see(event, record)
        if self.vote is not None and not self._counts(self.vote.back_to, game):
            self.vote = None
        if not self.open:
            self.held = None

    def _see(self, event: object, record: Record) -> None:
        match event:
            case Disputed():
                self.open[event.seq] = Dispute(seq=event.seq, by=event.seat, why=event.why)
                if event.waits:
                    self.held = self._when(record.cause) + event.waits
            case Ruled():
                self._rule(event)
            case WaitEnded():
                self.held = None
            case Rewound():  # what is taken back need not be ruled on
                self._go_back(event)
            case VoteAsked():
                self.vote = _asked(event, record.seq, self._when(record.cause))
            case Voted() if self.vote is not None and self.vote.id == event.vote:
                self.vote = self.vote.with_voice(event.seat, yes=event.yes)
            case VoteFailed():
                self.vote = None
                self._asked[event.seat] = self._when(record.cause)

    def _go_back(self, event: Rewound) -> None:
        later = {seq: one for seq, one in self.open.items() if seq > event.back_to}
        self.open = {seq: one for seq, one in self.open.items() if seq not in later}
        self._retold = later if event.retold else {}
        if not event.retold:
            self.vote = None

    def _follow(self, earlier: int, now: int) -> None:
        """Let what was said of a record be said of the one that repeats it."""
        if earlier in self._retold:
            self.open[now] = replace(self._retold.pop(earlier), seq=now)
        if earlier in self.ruled:
            self.ruled |= {now}
        if self.vote is not None and self.vote.back_to == earlier:
            self.vote = replace(self.vote, back_to=now)

    @staticmethod
    def _counts(seq: int, game: Game) -> bool:
        return any(record.seq == seq for record in in_force(game.records()))

    def _when(self, cause: Cause) -> float:
        """Return when it was, in monotonic seconds of this boot; of another boot: just now."""
        return cause.mono if cause.boot == self._clock.boot else self._came

    def _rule(self, event: Ruled) -> None:
        self.ruled |= {event.seq}
        dispute = self.open.pop(event.seq, None)
        if dispute is None or dispute.by is None:
            return
        if event.ruling == "stands":
            self._denied |= {dispute.by}
        else:
            self._denied -= {dispute.by}

    # ---- play that waits

    def wait_for(self, by: Seat | None) -> int:
        """Return how long play waits for the ruling on a dispute of *by*, in seconds.

        Nobody waits for somebody whose last dispute was turned down: else play could be stopped
        at will.
        """
        return HOLD_S if self.customs.waits and by not in self._denied else 0

    def why_not(self, command: Command, cause: Cause, now: float) -> Refusal | None:
        """Return why play waits, or None: a claim never waits, nor does the banker.

        A correction that is a ruling is refused where nobody disputes that record (any more).
        """
        if isinstance(command, Correct) and command.dispute not in (None, *self.open):
            return Refusal("not-asked", DISPUTE)
        if self.held is None or now >= self.held or isinstance(command, Claim):
            return None
        if cause.role not in ("seat", "camera"):
            return None
        return Refusal("play-waits", DISPUTE, {"seconds": int(self.held - now) + 1})

    # ---- votes

    def may_ask(self, seat: Seat, now: float) -> bool:
        """Return whether a seat may ask for a vote: not soon after one that failed."""
        return now >= self._asked.get(seat, -PAUSE_S) + PAUSE_S

    # ---- time

    @property
    def due(self) -> float | None:
        """When something ends by itself, monotonic seconds; None: nothing does."""
        ends = [self.held, self.vote.ends if self.vote else None]
        return min((one for one in ends if one is not None), default=None)

    def over(self, now: float) -> Iterator[WaitEnded | VoteFailed]:
        """End what is over by time, and yield the events that say so, to be recorded.

        It is over whether or not they can be: a full disk holds nobody's game up.
        """
        if self.held is not None and now >= self.held:
            self.held = None
            yield WaitEnded(because=DISPUTE)
        if self.vote is not None and now >= self.vote.ends:
            failed, self.vote = self.vote, None
            self._asked[failed.by] = now
            yield VoteFailed(seat=failed.by, vote=failed.id, because=DISPUTE)

    # ---- settings

    def set_customs(self, customs: Customs) -> None:
        """Set how this table settles disputes.

        Raises:
            SettingsError: it cannot be kept.
        """
        keep(customs, self._file)
        self.customs = customs

    @property
    def shown(self) -> Mapping[str, Any]:
        """What everybody may see, as fields of the view."""
        return {
            "disputes": tuple(self.open.values()),
            "held": self.held,
            "vote": self.vote,
            "customs": self.customs,
        }

    def _read(self) -> Customs:
        try:
            return read_kept(self._file, Customs, mend="it is written anew") or Customs()
        except SettingsError as error:
            _log.warning("%s", error)
            return Customs()


def _asked(event: VoteAsked, seq: int, when: float) -> Vote:
    """Return a vote as it begins."""
    return Vote(
        id=seq,
        by=event.seat,
        back_to=event.back_to,
        why=event.why,
        voters=event.voters,
        yes=(event.seat,),
        ends=when + event.seconds,
    )
