"""The table as everybody may see it: one immutable snapshot, read without a lock."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from companion.errors import CompanionError
from companion.game.events import Help
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.table.calling.calls import ArbiterCall
from companion.table.cash.handing import Handing
from companion.table.check.laid_deeds import TableCheck
from companion.table.clocks.heard_round import HeardRound
from companion.table.clocks.pauses import Pauses
from companion.table.clocks.timing import Pace
from companion.table.deeds.scan_field import ShownDeeds, TurnedDeed, Turning
from companion.table.dice.readings import KeptReading
from companion.table.disputing.disputes import Customs, Dispute, Vote
from companion.table.help.proposal import Proposal
from companion.vision.readings import Remark
from companion.words import Seat, Space, SpeedFace

Face: TypeAlias = int  # 1 to 6
CHANCE = 0.17
"""No surer than this is who has no idea of a face."""


class DoubtfulDie(msgspec.Struct, frozen=True):
    """One die of a doubtful reading."""

    faces: tuple[Face, ...]  # all six, the likeliest first
    confidence: float  # 0 to 1, of the likeliest
    centre: tuple[float, float] | None = None  # x, y in pixels of the picture; None: not seen
    edge: float = 0.0  # pixels

    @property
    def is_named(self) -> bool:
        """Whether one face is likelier than by chance."""
        return self.centre is not None and self.confidence > CHANCE


class Doubt(msgspec.Struct, frozen=True, kw_only=True):
    """A reading that is not sure: one question to one person, answered once.

    `AnswerDoubt` takes the answer from the phone of *seat* or from the banker; that the guess is
    right also from the button of *seat*.
    """

    id: str
    seat: Seat  # who rolled
    dice: tuple[DoubtfulDie, ...]  # as many white ones as the roll needs, from left to right
    sure: bool = False  # whether the white dice are known, and only the speed die is asked for
    seen: int = 0  # how many dice the camera saw, the speed die among them if it took it for one
    speed: bool = False  # whether the speed die's face is asked for as well
    third: DoubtfulDie | None = None  # the speed die, where the camera told it from the others
    face: SpeedFace | None = None  # what that shows, where its faces were taught
    remark: Remark | None = None  # what else the camera saw
    evidence: str | None  # SHA-256 of the picture; None if it could not be kept
    began: float  # monotonic seconds at which the dice began to move
    shown: float  # monotonic seconds at which it was put up: no earlier press answers it

    @property
    def guess(self) -> tuple[Face, ...]:
        """What the dice show if the camera is right; empty where it names no whole throw.

        So it is where a die was not seen, or is none that was shown, or the speed die's face is
        asked for.
        """
        if self.speed or not all(die.is_named for die in self.dice):
            return ()
        return tuple(die.faces[0] for die in self.dice)


NoticeCode: TypeAlias = Literal[
    "dice-not-due",
    "dice-not-awaited",
    "dice-differ",
    "dice-turned",
    "dice-in-check",
    "dice-in-pause",
    "wrong-deed",
    "deed-of",
    "deed-of-the-bank",
    "turned-in-vain",
    "wrong-card",
    "not-proven",
    "tag-revoked",
    "tag-copied",
    "tag-of-another-set",
    "tag-foreign",
    "no-keyring",
    "refused",
    "lost-records",
    "check-cut-off",
    "vote-failed",
    "play-goes-on",
    "game-elsewhere",
]


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Something the table saw that is no command; pages make a sentence of code and facts.

    `dice-not-due`: the dice were thrown, but *seat* (facts) must first do one of *asked* (facts,
    verbs with commas between). `dice-not-awaited`: thrown, but nobody may roll. `dice-differ`: a
    roll was typed while the dice moved, and they show something else (facts: typed, read: pips with
    commas). `dice-turned`: after they were read some dice show something else (facts: read), and
    the others were not thrown. `dice-in-check`: thrown while the table is checked, so they do not
    count. `dice-in-pause`: thrown while the game is paused.
    `wrong-deed`: a deed (facts: lot) was laid that is not the one on offer. `deed-of`: it
    is *owner*'s, and another is on offer (facts: lot, owner, space). `deed-of-the-bank`: nobody
    owns it (facts: lot). `turned-in-vain`: it was turned over, and the
    rules refuse what that means (facts: lot, owner). `wrong-card`: a card of another deck (facts:
    deck, due). `not-proven`: a tag of ours with a wrong checksum. `tag-revoked`: one that was
    reissued since. `tag-copied`: the same tag lies at two places. `tag-of-another-set`: a tag like
    ours of other cardboard (facts: text). `tag-foreign`: a code that is none of ours (facts:
    about, as `SeenTag` has it). `no-keyring`: no tag can be proven, for the set's keyring cannot
    be used. `refused`: what was seen is against the rules (facts: code, seat).
    `lost-records`: a phone knows a later number than the journal (facts: seq, head).
    `check-cut-off`: the companion stopped while the table was checked; nothing of it is left.
    `vote-failed`: too few were for going back, as *seat* (facts) had asked. `play-goes-on`: it has
    waited for a ruling long enough. `game-elsewhere`: it goes on at *table* (facts) of the club.
    """

    id: int  # counts up
    code: NoticeCode
    facts: Mapping[str, int | str] = {}
    mono: float  # when, monotonic seconds
    evidence: str | None = None  # SHA-256 of the picture
    refusal: Refusal | None = None  # why the rules do not allow what was seen
    to: Seat | None = None  # whose phone says it beside the table screen; None: every phone


class AuctionCall(msgspec.Struct, frozen=True, kw_only=True):
    """How far the auction's clock is."""

    word: Literal["", "going-once", "going-twice"] = ""
    # Monotonic seconds of the next word, of the hammer, or of the end of the wait for phones;
    # infinity while nobody knows.
    deadline: float
    # Why it stands: a debt is open or something waits to be confirmed; phones are not back yet
    # after a restart; the hammer is the banker's.
    waits: Literal["", "play", "phones", "banker"] = ""


class HeldClaim(msgspec.Struct, frozen=True):
    """A claim that was pressed while the dice rolled and waits for what they are."""

    seat: Seat
    lot: Space | None
    mono: float  # when it was pressed


class LyingDeed(msgspec.Struct, frozen=True, order=True):
    """A deed of our set that lies in the scan field now."""

    number: int  # 1 to 28 in board order
    mortgaged: bool = False  # its back is up


class CameraState(msgspec.Struct, frozen=True):
    """What the watcher last said about its camera."""

    ok: bool
    status: str
    trouble: CompanionError | None = None  # the same for pages, where it has a code


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The table at one instant."""

    game: str = ""  # name of the running game's journal; "" if there is none
    state: GameState | None = None
    asked: Mapping[Seat, frozenset[str]] = {}  # which commands are waited for, by seat
    seq: int = 0  # of the last record
    revision: int = 0  # counts every change, also those that are no record; from 0 at each start
    doubt: Doubt | None = None
    read: str | None = None  # id of the sure reading that was rolled last; not one that is disputed
    challenged: tuple[KeptReading, ...] = ()  # said to be read wrong, of any game; oldest first
    notices: tuple[Notice, ...] = ()  # the last few, oldest first
    auction: AuctionCall | None = None
    pace: Pace = "ordinary"  # how fast auctions are
    negotiation: float | None = None  # until when the first roll waits, monotonic seconds
    time_left: int | None = None  # minutes to the agreed end; None: more than a few, or no such end
    round: HeardRound | None = None  # of a tournament, that sits here; its end may be a bit old
    round_left: int | None = None  # minutes of it, where the game is the round's; None: it is not
    claims: tuple[HeldClaim, ...] = ()
    motion: float | None = None  # since when something moves in the tray, monotonic seconds
    camera: CameraState | None = None
    deeds_camera: CameraState | None = None  # of a camera that sees only where deeds are laid
    lying: tuple[LyingDeed, ...] = ()  # ascending
    turned: tuple[TurnedDeed, ...] = ()  # deeds turned over: their owners are asked
    shown: tuple[ShownDeeds, ...] = ()  # deeds laid down for their owners to look at
    turning: Turning = "ask"  # what turning a deed over does
    check: TableCheck | None = None  # deeds are laid out: nothing that lies there is a move
    disputes: tuple[Dispute, ...] = ()  # records said to be wrong, oldest dispute first
    held: float | None = None  # until when play waits for the banker, monotonic seconds
    vote: Vote | None = None  # whether to go back
    customs: Customs = Customs()  # how this table settles disputes
    handing: Handing = Handing()  # what waits to be handed over in banknotes
    pauses: Pauses = Pauses()  # whether the game rests, and how long it has
    calls: tuple[ArbiterCall, ...] = ()  # for the club's arbiter, the oldest first
    in_club: bool = False  # whether there is an arbiter to call
    helps: Help = "book"  # how far the companion helps in booking
    proposal: Proposal | None = None  # what waits to be confirmed: nothing of it is booked
    trouble: CompanionError | None = None  # for all pages: no journal can be written or read

    @property
    def id(self) -> str:
        """The id that live events carry: `GAME:SEQ`."""
        return f"{self.game}:{self.seq}"

    @property
    def types_amounts(self) -> bool:
        """Whether people reckon what is due: nobody is told an amount before it is typed."""
        waits = self.proposal
        return self.helps == "announce" or (waits is not None and waits.helps == "announce")
