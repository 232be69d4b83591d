"""What happens to one player or between a player and the Bank."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import field

from companion.game.event import Event
from companion.game.terms import Banker, Facts, Purse, Reason
from companion.words import Money, Seat, Space, SpeedFace

# ---- setting up


class GameBegan(Event, frozen=True, kw_only=True, tag="game-began"):
    """A new game of an edition; always the first event of a journal."""

    edition: str
    variants: tuple[str, ...]
    house: Mapping[str, Any]
    players: tuple[str, ...]  # in seating order
    first_roll: bool  # whether the dice decide who begins; else the first seat does
    corrections: Mapping[str, Any] = field(default_factory=dict)  # of the edition, by the board
    text: str = ""  # the edition's file, where it does not ship with the companion
    banker: Banker | None = None  # where it is said
    ends: str = ""  # when, in a game against the clock, as agreed before the start


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """The deeds are dealt; their purchase follows in events of its own."""


class FirstRolled(Event, frozen=True, kw_only=True, tag="first-rolled"):
    """A roll for who begins."""

    seat: Seat
    dice: tuple[int, ...]


class FirstTied(Event, frozen=True, kw_only=True, tag="first-tied"):
    """The highest totals are equal: these roll again."""

    seats: tuple[Seat, ...]


class FirstPlayerFound(Event, frozen=True, kw_only=True, tag="first-player-found"):
    """This player has the first turn."""

    seat: Seat


# ---- turn and movement


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn-ended"):
    """The turn passes on."""

    seat: Seat
    next: Seat


class Rolled(Event, frozen=True, kw_only=True, tag="rolled"):
    """The dice were thrown for a move or for leaving jail."""

    seat: Seat
    dice: tuple[int, int]
    speed: SpeedFace | None = None  # the speed die, where it was thrown
    doubles: int = 0  # in succession in this turn, this one counted
    again: bool = False  # whether the player rolls once more
    onward: bool = False  # whether the move has a second part


class WentOn(Event, frozen=True, kw_only=True, tag="went-on"):
    """The second part of a move with Mr. Monopoly: on to this lot; None: there is none."""

    seat: Seat
    to: Space | None


class RolledForRent(Event, frozen=True, kw_only=True, tag="rolled-for-rent"):
    """The dice were thrown for a rent; nothing moves and no double counts."""

    seat: Seat
    dice: tuple[int, int]
    speed: SpeedFace | None = None
    owner: Seat
    lot: Space
    amount: Money
    facts: Facts


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """A token went from one space to another; *laps* more times round Go."""

    seat: Seat
    start: Space
    to: Space
    laps: int = 0
    back_laps: int = 0  # over Go against the arrow, where that earns a salary


class NothingDue(Event, frozen=True, kw_only=True, tag="nothing-due"):
    """The space on which a token stopped asks for nothing."""

    seat: Seat
    space: Space


class Paid(Event, frozen=True, kw_only=True, tag="paid"):
    """Cash changed hands."""

    payer: Purse
    payee: Purse
    amount: Money
    reason: Reason
    facts: Facts = field(default_factory=dict)


# ---- property


class PurchaseOffered(Event, frozen=True, kw_only=True, tag="purchase-offered"):
    """A visitor may buy the unowned lot or leave it to the auction."""

    seat: Seat
    lot: Space
    price: Money


class Declined(Event, frozen=True, kw_only=True, tag="declined"):
    """The visitor does not buy."""

    seat: Seat
    lot: Space


class Bought(Event, frozen=True, kw_only=True, tag="bought"):
    """A lot was bought from the Bank, at its printed price or at an auction."""

    seat: Seat
    lot: Space
    price: Money
    facts: Facts = field(default_factory=dict)


class AuctionOpened(Event, frozen=True, kw_only=True, tag="auction-opened"):
    """A lot is on offer."""

    lot: Space
    bidders: tuple[Seat, ...]


class BidMade(Event, frozen=True, kw_only=True, tag="bid-made"):
    """The new leader's bid; for a building *lot* is where it is to stand."""

    seat: Seat
    amount: Money
    lot: Space | None = None


class BidVoided(Event, frozen=True, kw_only=True, tag="bid-voided"):
    """The leader can no longer pay; the auction goes on from no bid."""

    seat: Seat


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    """A player takes no further part in the auction."""

    seat: Seat


class AuctionClosed(Event, frozen=True, kw_only=True, tag="auction-closed"):
    """The hammer fell; without a leader the lot stays with the Bank."""

    lot: Space
    leader: Seat | None
    price: Money


# ---- jail


class Jailed(Event, frozen=True, kw_only=True, tag="jailed"):
    """A player was sent to jail; the turn is over."""

    seat: Seat
    start: Space


class JailTurnSpent(Event, frozen=True, kw_only=True, tag="jail-turn-spent"):
    """A try for a double failed."""

    seat: Seat
    turns: int  # now spent


class Freed(Event, frozen=True, kw_only=True, tag="freed"):
    """A prisoner is out."""

    seat: Seat
    by: Literal["double", "fine", "card"]


class MoveHeld(Event, frozen=True, kw_only=True, tag="move-held"):
    """The fine must be paid before the token moves by the roll."""

    seat: Seat
    spaces: int


# ---- buildings and mortgages


class Wished(Event, frozen=True, kw_only=True, tag="wished"):
    """A player would like so many buildings on each lot, in the order of wishing."""

    seat: Seat
    lots: tuple[tuple[Space, int], ...]


class WishLapsed(Event, frozen=True, kw_only=True, tag="wish-lapsed"):
    """What is left of a player's wishes is open no more."""

    seat: Seat


class BuildingAuctionOpened(Event, frozen=True, kw_only=True, tag="building-auction-opened"):
    """One building is on offer, as more are wanted than there are; *lot* is a lot wished for."""

    kind: Literal["house", "hotel"]
    lot: Space
    bidders: tuple[Seat, ...]


class Built(Event, frozen=True, kw_only=True, tag="built"):
    """Buildings went up on one lot: from one level to another, a hotel being level 5."""

    seat: Seat
    lot: Space
    start: int
    to: int
    cost: Money
    houses: int  # taken from the supply; below zero: given back
    hotels: int
    facts: Facts = field(default_factory=dict)


class BuildingsSold(Event, frozen=True, kw_only=True, tag="buildings-sold"):
    """Buildings of one lot went back to the Bank."""

    seat: Seat
    lot: Space
    start: int
    to: int
    paid: Money
    houses: int  # given back to the supply; below zero: taken
    hotels: int
    facts: Facts = field(default_factory=dict)


class Mortgaged(Event, frozen=True, kw_only=True, tag="mortgaged"):
    """A deed was turned over for its mortgage value."""

    seat: Seat
    lot: Space
    value: Money
    facts: Facts = field(default_factory=dict)


class Redeemed(Event, frozen=True, kw_only=True, tag="redeemed"):
    """A mortgage was paid back, with interest."""

    seat: Seat
    lot: Space
    value: Money
    interest: Money
    facts: Facts = field(default_factory=dict)
