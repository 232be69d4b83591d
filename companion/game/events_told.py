"""What is told of people, phones and presses. Nothing moves by it: no money and no game."""

from typing import Literal, TypeAlias

from companion.game.events_beside import Beside
from companion.words import Money, Seat, Space

Device: TypeAlias = str
"""Which phone, as causes name it: never its cookie."""

SeatHow: TypeAlias = Literal[
    "held", "joined", "shared", "handed", "given", "released", "given-up", "lost"
]
"""How a seat came to its phones, or from them.

`held`: it had them when the game came to the table. `joined`: a phone took it that nobody held.
`shared`: one phone more has it. `handed`: its player brought it to another phone, `given`: the
banker did. `released`: the banker freed it. `given-up`: its phone let go of it. `lost`: its phones
are known no more, nobody saw why.
"""

BankerHow: TypeAlias = Literal["held", "pin", "reset"]
"""`held`: as for seats. `pin`: a phone gave the PIN. `reset`: it was reset at the machine."""

Contest: TypeAlias = Literal["claim", "bid", "vote"]
"""What one may be too late for."""

CallAbout: TypeAlias = Literal["rules", "booking", "people", "help", "other"]
"""What the arbiter is called for."""


class Told(Beside, frozen=True, kw_only=True):
    """Base of what only tells: who looked at the game before it has seen all that counts."""


class SeatMoved(Told, frozen=True, kw_only=True, tag="seat-moved"):
    """A seat has other phones than before."""

    seat: Seat
    how: SeatHow
    phones: tuple[Device, ...] = ()  # all that hold it now


class BankerMoved(Told, frozen=True, kw_only=True, tag="banker-moved"):
    """Other phones than before have the banker's rights."""

    how: BankerHow
    phones: tuple[Device, ...] = ()  # all that have them now


class PressRefused(Told, frozen=True, kw_only=True, tag="press-refused"):
    """Somebody pressed too late, or too low; the record's cause has the time of the press."""

    seat: Seat
    do: Contest
    code: str  # of the refusal
    lot: Space | None = None  # whose rent was claimed
    amount: Money | None = None  # what was bid
    against: int = 0  # the number of the record that it came behind
    decided: float  # when it was refused: seconds of the monotonic clock, of the cause's boot
    times: int = 1  # which press of its kind against that record it was

    @property
    def after(self) -> int:
        return self.against


class VoteAsked(Told, frozen=True, kw_only=True, tag="vote-asked"):
    """A seat asks the table to go back, and so is for it; the record's number names the vote."""

    seat: Seat
    back_to: int  # the number of the record just after which the game would go on
    why: str = ""
    voters: tuple[Seat, ...]
    seconds: int  # who is silent until then has said no


class Voted(Told, frozen=True, kw_only=True, tag="voted"):
    """Somebody has said yes or no; the voice that decides for it stands in `Rewound`."""

    seat: Seat
    vote: int
    yes: bool


class VoteFailed(Told, frozen=True, kw_only=True, tag="vote-failed"):
    """Too few were for going back."""

    seat: Seat  # who had asked for it
    vote: int


class WaitEnded(Told, frozen=True, kw_only=True, tag="wait-ended"):
    """Play that waited for a ruling goes on without one."""


class Paused(Told, frozen=True, kw_only=True, tag="paused"):
    """The banker lets the game rest: no clock runs, and nothing counts."""


class PauseEnded(Told, frozen=True, kw_only=True, tag="pause-ended"):
    """The game goes on after it has rested."""


class ArbiterCalled(Told, frozen=True, kw_only=True, tag="arbiter-called"):
    """Somebody calls the club's arbiter; the record's number names the call. Play goes on."""

    seat: Seat | None = None  # None: the banker
    about: CallAbout = "other"
    why: str = ""


class CallAnswered(Told, frozen=True, kw_only=True, tag="call-answered"):
    """An arbiter of the club says a word to a call; without one: is coming."""

    call: int
    arbiter: str  # by name
    why: str = ""


class CallEnded(Told, frozen=True, kw_only=True, tag="call-ended"):
    """A call is taken back, or the arbiter has done with it."""

    call: int


ToldEvent: TypeAlias = (
    SeatMoved
    | BankerMoved
    | PressRefused
    | VoteAsked
    | Voted
    | VoteFailed
    | WaitEnded
    | Paused
    | PauseEnded
    | ArbiterCalled
    | CallAnswered
    | CallEnded
)
"""What is told of people, phones and presses."""
