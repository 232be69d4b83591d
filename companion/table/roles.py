"""Who may do what: the one table of rights, for every command and everything else asked for.

To add something that can be asked for, add one line to `MAY`. What a page or an address of the
web asks for stands in `web/server/rights.py`, by the names of these lines.
"""

from collections.abc import Collection, Mapping
from typing import Literal, TypeAlias

from companion.game.commands import GAME_COMMANDS, Command
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.command import TableCommand
from companion.table.commands import Submitted
from companion.words import RuleKey, Seat

RIGHTS = RuleKey("table/rights")
"""What a refusal rests on that is no rule of the game."""

Asker: TypeAlias = Literal[
    "banker", "seat", "spectator", "stranger", "button", "camera", "clock", "start"
]
"""Who asks.

`banker`: a phone that gave the PIN. `seat`: a phone that holds one seat or several. `spectator`: a
phone that joined to look on. `stranger`: any browser of the home network that has not joined, the
table screen's among them. `button`: that of a seat. `camera`, `clock`: the table's own parts.
`start`: the companion itself when it is started, and its command line.
"""

Reach: TypeAlias = Literal["own", "all"]
"""For the own seat and what belongs to it, or for every seat."""

Rights: TypeAlias = Mapping[Asker, Reach]

EVERY_VERB = frozenset(GAME_COMMANDS)

BANKER: Rights = {"banker": "all"}
PLAYERS: Rights = {**BANKER, "seat": "own"}
PRESSED: Rights = {**PLAYERS, "button": "own"}
SEEN: Rights = {**PLAYERS, "camera": "all"}
SEEN_OR_PRESSED: Rights = {**PRESSED, **SEEN}
PHONES: Rights = {**BANKER, "seat": "all", "spectator": "all"}
ANYBODY: Rights = {**PHONES, "stranger": "all"}

MAY: Mapping[str, Rights] = {
    # ---- commands of the game, each by its verb
    "first-roll": SEEN,
    "roll": SEEN,
    "buy": SEEN_OR_PRESSED,
    "decline": PRESSED,
    "bid": PRESSED,
    "pass": PRESSED,
    "claim": PRESSED,
    "draw": SEEN,
    "choose": PRESSED,
    "jail-pay": PRESSED,
    "jail-card": PRESSED,
    "build": PRESSED,
    "want": PLAYERS,
    "sell": PRESSED,
    "mortgage": SEEN_OR_PRESSED,
    "redeem": SEEN_OR_PRESSED,
    "pay": PRESSED,
    "offer": PLAYERS,
    "accept": PRESSED,
    "reject": PRESSED,
    "bankrupt": PRESSED,
    "leave": PLAYERS,
    "end": PRESSED,
    "hammer": {**BANKER, "clock": "all"},
    "deal": BANKER,
    "fine": BANKER,
    "time-up": BANKER,
    "book-late": BANKER,
    "correct": BANKER,
    "correct-deed": BANKER,
    "take-over": BANKER,
    # ---- what the table is asked for beside the game's commands
    "govern": {**BANKER, "start": "all"},  # begin, resume, go back, rule, settings of the table
    "challenge": PRESSED,  # say that dice were read, or something was booked, wrong
    "take-back": PLAYERS,  # the last step, as long as nothing came of it; own: whose it was
    "end-dispute": {"clock": "all"},  # what is over by time
    "vote": PRESSED,  # on going back, or ask for it; own: whose voice it is
    "check": PLAYERS,  # begin a check of the table, or end it
    "lead-check": PLAYERS,  # own: the seat that began it, or whose pile it is
    "agree": PLAYERS,  # to how a game stands that is taken over; own: for whom it is said
    "answer-doubt": PRESSED,  # own: whose dice they are; a button says yes to them as guessed
    "answer-turned": PRESSED,  # own: whose deed was turned over
    "call-arbiter": PLAYERS,  # of the club, or take that back; own: who calls
    "note-seats": {**ANYBODY, "start": "all"},  # who plays for whom, as the phones have it
    "hand-over": PRESSED,  # say that notes were handed over; own: who got them
    "confirm": PRESSED,  # that what is proposed is so; own: who pays, or is paid by the Bank
    "contest": PLAYERS,  # say that it is not so; own: whose voice it is
    # ---- what pages ask for
    "suppose": PLAYERS,  # ask what if: it takes a while to reckon
    "look": ANYBODY,  # what the table screen shows, the story, a printed tag, the doctor
    "join": ANYBODY,  # take a free chair, look on, bring a code
    "try-pin": ANYBODY,
    "eye": ANYBODY,  # be the camera with this phone: ask to; send pictures, once it was let in
    "play": PLAYERS,  # the pages of a seat, and whatever is sent from them
    "hold": PLAYERS,  # a seat: hand it over, lend it, give the phone up
    "simulate": PLAYERS,  # the simulated table's hands: own dice, deeds, cards, button
    "bank": BANKER,  # the banker's pages: set-up, corrections, sheets, camera, teaching, backups
}
"""What may be asked for -> who may. Who is not named may not."""

NOBODYS = frozenset(verb for verb in EVERY_VERB if "seat" not in MAY[verb])
"""What no player does for the own seat: the banker's business."""


def right_to(kind: type[Command]) -> str:
    """Return the line of the table that a kind of command needs."""
    return kind.right if issubclass(kind, TableCommand) else str(kind.__struct_config__.tag)


def asker_of(cause: Cause) -> Asker:
    """Return with what right a cause asks."""
    return "button" if cause.origin == "button" and cause.role == "seat" else cause.role


def reach(what: str, asker: Asker) -> Reach | None:
    """Return how far the right of *asker* to *what* goes; None: there is none.

    Raises:
        KeyError: *what* is no line of the table.
    """
    return MAY[what].get(asker)


def why_may_not(what: str, cause: Cause, *owners: Seat | None) -> Refusal | None:
    """Return why a cause may not ask for *what*, or None if it may.

    Args:
        what: a line of the table.
        cause: who asks.
        owners: to which seats it belongs, where a right is for the own seat.
    """
    granted = reach(what, asker_of(cause))
    if granted == "all" or (granted == "own" and cause.seat is not None and cause.seat in owners):
        return None
    return Refusal("not-allowed", RIGHTS, {"do": what} if what in EVERY_VERB else {})


def why_not(command: Submitted, cause: Cause) -> Refusal | None:
    """Return why whoever sent *command* has no right to, or None.

    Whose a command of the table is that says nothing of a seat, its game knows: it asks again.
    """
    right, game_knows = right_to(type(command)), "by" not in command.__struct_fields__
    if game_knows and isinstance(command, TableCommand) and reach(right, asker_of(cause)):
        return None
    return why_may_not(right, cause, getattr(command, "by", None))


def may_govern(cause: Cause) -> Refusal | None:
    """Return why a cause may not begin or change games, or None: the banker and the start may."""
    return why_may_not("govern", cause)


def may_challenge(cause: Cause, seats: Collection[Seat]) -> Refusal | None:
    """Return why a cause may not say that dice were read wrong, or None: every player may."""
    return why_may_not("challenge", cause, *seats)


def may_check(cause: Cause, seats: Collection[Seat]) -> Refusal | None:
    """Return why a cause may not begin or end a check of the table, or None: every player may.

    *seats*: of those who may. Ending is everybody's as well, for while deeds are laid out the
    camera reads no move.
    """
    return why_may_not("check", cause, *seats)


def may_lead(cause: Cause, leader: Seat | None, own: Seat | None) -> Refusal | None:
    """Return why a cause may not go on with a check, or None.

    The banker and who began it (*leader*) may in all of it, a player with the *own* pile. What
    comes of it in the books is a correction: the banker's.
    """
    return why_may_not("lead-check", cause, leader, own)
