"""What happens between players: rents, cards, choices, debts, the end, corrections."""

from typing import Literal, TypeAlias

from msgspec import field

from companion.game.event import Event
from companion.game.terms import Facts, Feed, Goods, Party, Reason, Share
from companion.words import Money, Seat, Space

Ruling: TypeAlias = Literal["stands", "corrected", "taken-back"]
"""What the banker makes of a disputed record."""

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
    facts: Facts = field(default_factory=dict)


class RentClaimed(Event, frozen=True, kw_only=True, tag="rent-claimed"):
    """The owner asked in time."""

    owner: Seat
    landlord: Seat | None = None  # who owned the lot at the landing, where that was another
    visitor: Seat
    lot: Space
    amount: Money | None
    multiple: int = 0
    facts: Facts = field(default_factory=dict)


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
    worth: Money = 0  # all that the player owned then, where a share of it may be chosen
    counted: dict[str, Money] = field(default_factory=dict)  # what that consists of


class Chosen(Event, frozen=True, kw_only=True, tag="chosen"):
    """The player chose."""

    seat: Seat
    option: str


# ---- trades


class OfferMade(Event, frozen=True, kw_only=True, tag="offer-made"):
    """A trade stands offered; *pays*: accepted, it ends what *giver* owes *to*."""

    giver: Seat
    to: Seat
    give: Goods
    take: Goods
    pays: bool = False


class OfferRejected(Event, frozen=True, kw_only=True, tag="offer-rejected"):
    """The other player does not want the trade."""

    giver: Seat
    to: Seat


class OfferLapsed(Event, frozen=True, kw_only=True, tag="offer-lapsed"):
    """A trade stands offered no more: too late, or no longer possible."""

    giver: Seat
    to: Seat


class Traded(Event, frozen=True, kw_only=True, tag="traded"):
    """Both sides of a trade changed hands."""

    giver: Seat
    to: Seat
    give: Goods
    take: Goods
    facts: Facts = field(default_factory=dict)


class TransferOpened(Event, frozen=True, kw_only=True, tag="transfer-opened"):
    """The new owner of a mortgaged lot is asked: redeem it, or pay the interest?"""

    seat: Seat
    lot: Space


class TransferAnswered(Event, frozen=True, kw_only=True, tag="transfer-answered"):
    """The new owner answered; what is due follows in an event of its own."""

    seat: Seat
    lot: Space
    option: str  # `redeem` or `interest`


# ---- debts and the end


class DebtOpened(Event, frozen=True, kw_only=True, tag="debt-opened"):
    """A sum that cash does not cover; play waits until it is settled."""

    debtor: Seat
    creditor: Party
    amount: Money
    reason: Reason
    facts: Facts = field(default_factory=dict)
    feed: Feed | None = None  # once paid, it lies on Free Parking, as what it is


class DebtPaid(Event, frozen=True, kw_only=True, tag="debt-paid"):
    """A debt was paid from cash."""

    debtor: Seat
    creditor: Party
    amount: Money
    reason: Reason
    feed: Feed | None = None  # it lies on Free Parking now
    facts: Facts = field(default_factory=dict)


class DebtSettled(Event, frozen=True, kw_only=True, tag="debt-settled"):
    """The creditor took property in payment: the whole debt is ended."""

    debtor: Seat
    creditor: Party
    amount: Money
    reason: Reason
    facts: Facts = field(default_factory=dict)


class DebtLifted(Event, frozen=True, kw_only=True, tag="debt-lifted"):
    """A kept card stood for what was owed to the Bank: the debt is ended."""

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
    facts: Facts = field(default_factory=dict)


class EstateFell(Event, frozen=True, kw_only=True, tag="estate-fell"):
    """A bankrupt's lots are the Bank's and are auctioned one after another."""

    seat: Seat
    lots: tuple[Space, ...]  # in the order of the auctions
    heirs: tuple[Share, ...] = ()  # creditors who bid alone, and divide the prices as they are owed
    shared: Money = 0  # the cash that these have divided already


class CardHandedOver(Event, frozen=True, kw_only=True, tag="card-handed-over"):
    """A kept card changed hands."""

    card: str
    giver: Seat
    to: Seat
    facts: Facts = field(default_factory=dict)


class TimeCalled(Event, frozen=True, kw_only=True, tag="time-called"):
    """No new turn begins any more."""

    rolls_on: bool = True  # a roll after a double is still due


class GameEnded(Event, frozen=True, kw_only=True, tag="game-ended"):
    """There is a winner, or there are several."""

    winners: tuple[Seat, ...]


class Situation(Event, frozen=True, kw_only=True):
    """How the table stands from now on; fields as in the command `correct`."""

    why: str
    cash: dict[Seat, Money] = field(default_factory=dict)
    before: dict[Seat, Money] = field(
        default_factory=dict
    )  # the balances of those seats until then
    at: dict[Seat, Space] = field(default_factory=dict)
    owner: dict[Space, Seat | None] = field(default_factory=dict)
    mortgaged: dict[Space, bool] = field(default_factory=dict)
    buildings: dict[Space, int] = field(default_factory=dict)
    jailed: dict[Seat, int | None] = field(default_factory=dict)
    holds: dict[Seat, tuple[str, ...]] = field(default_factory=dict)  # card ids
    laps: dict[Seat, int] = field(default_factory=dict)
    bank: dict[str, int] = field(default_factory=dict)
    pot: Money | None = None


class Corrected(Situation, frozen=True, kw_only=True, tag="corrected"):
    """The banker set the books right."""

    dispute: int | None = None  # number of the disputed record on which it is the ruling


class TakenOver(Situation, frozen=True, kw_only=True, tag="taken-over"):
    """A game that was begun without the companion goes on with it; *turn* rolls next."""

    turn: Seat
    out: tuple[Seat, ...] = ()


class Rewound(Event, frozen=True, kw_only=True, tag="rewound"):
    """The game goes on from where it stood just after an earlier record; nothing is erased."""

    back_to: int  # that record's number
    why: str = ""
    cash: dict[Seat, Money] = field(default_factory=dict)  # of those for whom it changes
    before: dict[Seat, Money] = field(default_factory=dict)  # theirs until then
    seat: Seat | None = None  # who took back a step of their own; None: the banker, or a vote
    voted: tuple[Seat, ...] = ()  # who voted for it, where the table did
    retold: int = 0  # so many records follow that are one with it: see `companion.table.story.late`


class Disputed(Event, frozen=True, kw_only=True, tag="disputed"):
    """Somebody says that what an earlier record booked is wrong; nothing moves by that."""

    seat: Seat | None = None  # None: the banker
    seq: int  # that record's number
    why: str = ""
    waits: int = 0  # so many seconds play waits for the ruling at most


class Ruled(Event, frozen=True, kw_only=True, tag="ruled"):
    """The banker has looked at a disputed record; what moves by that is booked by itself."""

    seq: int  # that record's number
    ruling: Ruling
    why: str = ""
    by: int | None = None  # number of an earlier record that corrected it
