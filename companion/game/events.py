"""What happened. One Struct an event, a past fact; `is` names it in the journal."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from companion.words import Money, RuleKey, Seat, Space

Party: TypeAlias = Seat | Literal["bank"]
"""Who gives or takes: a seat's number, or the Bank."""

Facts: TypeAlias = Mapping[str, int | str]
"""The arithmetic behind an amount: base, multiplier, dice, count, rounding."""

Reason: TypeAlias = Literal[
    "start", "salary", "tax", "card", "rent", "jail-fine", "estate", "interest"
]


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", omit_defaults=True):
    """Base of all events; *because* names the rule, *also* further rules that had a say."""

    because: RuleKey
    also: tuple[RuleKey, ...] = ()


# ---- setting up


class GameBegan(Event, frozen=True, kw_only=True, tag="game-began"):
    """A new game of an edition; always the first event of a journal."""

    edition: str
    variants: tuple[str, ...]
    house: Mapping[str, Any]
    players: tuple[str, ...]  # in seating order
    first_roll: bool  # whether the dice decide who begins; else the first seat does


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
    doubles: int = 0  # in succession in this turn, this one counted
    again: bool = False  # whether the player rolls once more


class RolledForRent(Event, frozen=True, kw_only=True, tag="rolled-for-rent"):
    """The dice were thrown for a rent; nothing moves and no double counts."""

    seat: Seat
    dice: tuple[int, int]
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


class Paid(Event, frozen=True, kw_only=True, tag="paid"):
    """Cash changed hands."""

    payer: Party
    payee: Party
    amount: Money
    reason: Reason
    facts: Facts = {}


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


class AuctionOpened(Event, frozen=True, kw_only=True, tag="auction-opened"):
    """A lot is on offer."""

    lot: Space
    bidders: tuple[Seat, ...]


class BidMade(Event, frozen=True, kw_only=True, tag="bid-made"):
    """The new leader's bid."""

    seat: Seat
    amount: Money


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


# ---- rent


class RentOpened(Event, frozen=True, kw_only=True, tag="rent-opened"):
    """A visitor stands on somebody's lot.

    *amount* is None where a roll decides it; the rent is then *multiple* times that roll.
    """

    visitor: Seat
    owner: Seat
    lot: Space
    amount: Money | None
    multiple: int = 0
    claimed: bool = False  # due at once, where the edition needs no claim
    facts: Facts = {}


class RentClaimed(Event, frozen=True, kw_only=True, tag="rent-claimed"):
    """The owner asked in time."""

    owner: Seat
    visitor: Seat
    lot: Space
    amount: Money | None


class RentSettled(Event, frozen=True, kw_only=True, tag="rent-settled"):
    """A claimed rent is out of the list: paid, or turned into a debt."""

    owner: Seat
    visitor: Seat
    lot: Space


class RentLapsed(Event, frozen=True, kw_only=True, tag="rent-lapsed"):
    """The claim window closed before the owner asked."""

    owner: Seat
    visitor: Seat
    lot: Space


# ---- cards and choices


class DrawDue(Event, frozen=True, kw_only=True, tag="draw-due"):
    """A card is to be drawn."""

    seat: Seat
    deck: str


class CardDrawn(Event, frozen=True, kw_only=True, tag="card-drawn"):
    """This card came from the pile; *kept* until it is used or sold."""

    seat: Seat
    card: str
    kept: bool = False


class CardReturned(Event, frozen=True, kw_only=True, tag="card-returned"):
    """A kept card went back under its pile."""

    seat: Seat
    card: str


class ChoiceOffered(Event, frozen=True, kw_only=True, tag="choice-offered"):
    """The player must choose; *about* is the card or the tax that asks."""

    seat: Seat
    options: tuple[str, ...]
    about: str


class Chosen(Event, frozen=True, kw_only=True, tag="chosen"):
    """The player chose."""

    seat: Seat
    option: str


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


class Built(Event, frozen=True, kw_only=True, tag="built"):
    """Buildings went up on one lot: from one level to another, a hotel being level 5."""

    seat: Seat
    lot: Space
    start: int
    to: int
    cost: Money
    houses: int  # taken from the supply; below zero: given back
    hotels: int


class BuildingsSold(Event, frozen=True, kw_only=True, tag="buildings-sold"):
    """Buildings of one lot went back to the Bank."""

    seat: Seat
    lot: Space
    start: int
    to: int
    paid: Money
    houses: int  # given back to the supply; below zero: taken
    hotels: int


class Mortgaged(Event, frozen=True, kw_only=True, tag="mortgaged"):
    """A deed was turned over for its mortgage value."""

    seat: Seat
    lot: Space
    value: Money


class Redeemed(Event, frozen=True, kw_only=True, tag="redeemed"):
    """A mortgage was paid back, with interest."""

    seat: Seat
    lot: Space
    value: Money
    interest: Money
    facts: Facts = {}


# ---- debts and the end


class DebtOpened(Event, frozen=True, kw_only=True, tag="debt-opened"):
    """A sum that cash does not cover; play waits until it is settled."""

    debtor: Seat
    creditor: Party
    amount: Money
    reason: Reason
    facts: Facts = {}


class DebtPaid(Event, frozen=True, kw_only=True, tag="debt-paid"):
    """A debt was paid from cash."""

    debtor: Seat
    creditor: Party
    amount: Money
    reason: Reason


class WentBankrupt(Event, frozen=True, kw_only=True, tag="went-bankrupt"):
    """A player is out; money and deeds follow in events of their own."""

    seat: Seat
    creditor: Party


class LotHandedOver(Event, frozen=True, kw_only=True, tag="lot-handed-over"):
    """A deed changed hands without a sale; *to* None is the Bank, which lifts the mortgage."""

    lot: Space
    giver: Seat
    to: Seat | None
    interest_paid: bool = False  # redeeming before the next roll costs no interest any more


class EstateFell(Event, frozen=True, kw_only=True, tag="estate-fell"):
    """A bankrupt's lots are the Bank's and are auctioned one after another."""

    seat: Seat
    lots: tuple[Space, ...]  # in the order of the auctions


class CardHandedOver(Event, frozen=True, kw_only=True, tag="card-handed-over"):
    """A kept card changed hands."""

    card: str
    giver: Seat
    to: Seat


class GameEnded(Event, frozen=True, kw_only=True, tag="game-ended"):
    """There is a winner, or there are several."""

    winners: tuple[Seat, ...]


class Corrected(Event, frozen=True, kw_only=True, tag="corrected"):
    """The banker set the books right; fields as in the command `correct`."""

    why: str
    cash: dict[Seat, Money] = {}
    before: dict[Seat, Money] = {}  # the balances of those seats until then
    at: dict[Seat, Space] = {}
    owner: dict[Space, Seat | None] = {}
    mortgaged: dict[Space, bool] = {}
    buildings: dict[Space, int] = {}
    jailed: dict[Seat, int | None] = {}
    holds: dict[Seat, tuple[str, ...]] = {}  # card ids
    laps: dict[Seat, int] = {}
    bank: dict[str, int] = {}


AnyEvent: TypeAlias = (
    GameBegan
    | FirstRolled
    | FirstTied
    | FirstPlayerFound
    | TurnEnded
    | Rolled
    | RolledForRent
    | Moved
    | Paid
    | PurchaseOffered
    | Declined
    | Bought
    | AuctionOpened
    | BidMade
    | BidVoided
    | Passed
    | AuctionClosed
    | RentOpened
    | RentClaimed
    | RentSettled
    | RentLapsed
    | DrawDue
    | CardDrawn
    | CardReturned
    | ChoiceOffered
    | Chosen
    | Jailed
    | JailTurnSpent
    | Freed
    | MoveHeld
    | Built
    | BuildingsSold
    | Mortgaged
    | Redeemed
    | DebtOpened
    | DebtPaid
    | WentBankrupt
    | LotHandedOver
    | EstateFell
    | CardHandedOver
    | GameEnded
    | Corrected
)
