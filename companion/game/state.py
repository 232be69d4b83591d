"""The state of a game, its parts, and the questions it answers.

As events, these are frozen and in no circle: `gc=False` keeps the garbage collector from them.
"""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import Literal

import msgspec

from companion.editions.model import BoardSpace, Edition
from companion.editions.parameters import Parameters
from companion.game.postings import BANK, POT, seat_account
from companion.game.terms import Banker, Facts, Feed, Goods, Party, Reason, Share
from companion.ledger.books import Books, balance_key
from companion.ledger.entries import Unit
from companion.words import Money, RuleKey, Seat, Space, SpeedFace


class Player(msgspec.Struct, frozen=True, gc=False):
    """Who sits at a seat, and where the token stands."""

    name: str
    at: Space = Space(0)
    laps: int = 0  # times Go was reached or passed forward
    jailed: int | None = None  # turns already spent in jail; None: not in jail
    freed: bool = False  # out of jail by fine or card, for the roll that is to come
    built: int = 0  # buildings bought since the end of their last turn
    out: bool = False


class Lot(msgspec.Struct, frozen=True, gc=False):
    """Who owns a lot and what stands on it."""

    owner: Seat | None = None  # None: the Bank
    level: int = 0  # 1 to 4 houses, 5 a hotel
    mortgaged: bool = False


class Turn(msgspec.Struct, frozen=True, gc=False):
    """Whose turn it is and how far it has come."""

    seat: Seat = Seat(0)
    rolled: bool = False  # the first roll of this turn has been made
    roll_due: bool = False  # a further roll, after a double
    doubles: int = 0  # in succession, in this turn
    dice: tuple[int, int] | None = None  # the last roll
    speed: SpeedFace | None = None  # the speed die in it
    onward: bool = False  # Mr. Monopoly: the second part of the move is still to come
    laps: int = 0  # times Go was reached or passed in this turn
    held_move: int = 0  # spaces still to be moved once the jail fine is paid


class FirstRolls(msgspec.Struct, frozen=True, gc=False):
    """The rolls for who begins."""

    waiting: tuple[Seat, ...]  # those who have still to roll, in order
    totals: Mapping[Seat, int] = {}  # of this round


class Purchase(msgspec.Struct, frozen=True, gc=False):
    """A visitor may buy or decline."""

    seat: Seat
    lot: Space
    price: Money


class OpenDraw(msgspec.Struct, frozen=True, gc=False):
    """A card is to be drawn."""

    seat: Seat
    deck: str


BUS, TRIPLE = "bus", "triple"
"""What a choice of the speed die is about: by which dice to move, or to which space."""


class OpenChoice(msgspec.Struct, frozen=True, gc=False):
    """The player must choose."""

    seat: Seat
    options: tuple[str, ...]
    about: str  # a card's id, a tax space's key, or the speed die's `bus` or `triple`
    worth: Money = 0  # all that the player owned then, where a share of it may be chosen
    counted: Mapping[str, Money] = {}  # what that consists of


class EarlierBid(msgspec.Struct, frozen=True, gc=False):
    """A bid that was raised; *lot* is where a building was to stand."""

    seat: Seat
    amount: Money
    lot: Space


class Auction(msgspec.Struct, frozen=True, gc=False):
    """The running auction: of *lot*, or of one building, which the leader puts on *lot*."""

    lot: Space
    bidders: tuple[Seat, ...]  # who may bid and has not passed
    passed: tuple[Seat, ...] = ()
    leader: Seat | None = None
    price: Money = 0
    kind: Literal["lot", "house", "hotel"] = "lot"
    of_estate: bool = False  # a bankrupt's lot, not one that its visitor declined
    earlier: tuple[EarlierBid, ...] = ()  # the lowest first


class Rent(msgspec.Struct, frozen=True, gc=False):
    """A rent that may be claimed, or was claimed and waits for its roll."""

    visitor: Seat
    owner: Seat
    lot: Space
    amount: Money | None
    multiple: int = 0  # times the roll, where *amount* is None
    claimed: bool = False
    because: RuleKey = RuleKey("rent/due")
    also: tuple[RuleKey, ...] = ()
    facts: Facts = {}


class Debt(msgspec.Struct, frozen=True, gc=False):
    """A sum that cash did not cover."""

    debtor: Seat
    creditor: Party
    amount: Money
    reason: Reason
    because: RuleKey
    facts: Facts = {}
    feed: Feed | None = None  # once paid, it lies on Free Parking, as what it is


class StandingOffer(msgspec.Struct, frozen=True, gc=False):
    """A trade that waits for an answer."""

    giver: Seat
    to: Seat
    give: Goods
    take: Goods
    pays: bool = False  # accepted, it ends what *giver* owes *to*


class Wish(msgspec.Struct, frozen=True, gc=False):
    """What a player would like to build while the supply is short."""

    seat: Seat
    lots: tuple[tuple[Space, int], ...]  # so many buildings on each, in the order of wishing


class Transfer(msgspec.Struct, frozen=True, gc=False):
    """A mortgaged lot has a new owner, who must say: redeem, or pay the interest."""

    seat: Seat
    lot: Space


class Division(msgspec.Struct, frozen=True, gc=False):
    """How an estate is divided among several creditors."""

    debtor: Seat
    shares: tuple[Share, ...]  # what each is owed
    sums: tuple[Money, ...]  # what has been divided so far: the cash, then price by price

    def with_sum(self, price: Money) -> "Division":
        """Return the division after one more lot."""
        return Division(self.debtor, self.shares, (*self.sums, price))


class GameState(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything that the rules need to decide."""

    edition: Edition
    rules: Parameters  # the edition's, house rules included; here, as all rules ask for them
    players: tuple[Player, ...] = ()
    lots: Mapping[Space, Lot] = {}
    books: Books = Books()
    turn: Turn = Turn()
    parked: tuple[Seat, ...] = ()  # who stands on Free Parking, the first to arrive first
    holds: Mapping[str, Seat] = {}  # kept cards, by id
    deal_due: bool = False  # deeds are to be dealt before the first roll
    first: FirstRolls | None = None
    purchase: Purchase | None = None
    draw: OpenDraw | None = None
    choice: OpenChoice | None = None
    auction: Auction | None = None
    rents: tuple[Rent, ...] = ()  # oldest first
    past_rents: Mapping[Seat, Mapping[Space, bool]] = {}  # see `was_missed`
    debts: tuple[Debt, ...] = ()  # oldest first
    estate: tuple[Space, ...] = ()  # a bankrupt's lots that are still to be auctioned, in order
    heirs: Mapping[Space, Division] = {}  # of such lots: whose creditors alone bid and divide
    interest_paid: tuple[Space, ...] = ()  # mortgaged lots taken over since the last roll
    taken_over: tuple[Space, ...] = ()  # the same, as long as they stay mortgaged
    offers: tuple[StandingOffer, ...] = ()  # one at most to each player
    transfers: tuple[Transfer, ...] = ()  # in board order
    wishes: tuple[Wish, ...] = ()  # one at most of each player, oldest first
    banker: Banker | None = None  # who keeps the Bank, where it is said
    ends: str = ""  # when a game against the clock is over, as agreed before the start
    time_called: bool = False  # no new turn begins
    winners: tuple[Seat, ...] = ()

    # ---- who

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, also of those who are out."""
        return _seats(len(self.players))

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats of those who are still in the game."""
        return tuple([Seat(n) for n, player in enumerate(self.players) if not player.out])

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Return everybody else who is in the game, from the left of *seat*."""
        players = self.players
        return tuple([s for s in _from_left_of(seat, len(players)) if not players[s].out])

    def after(self, seat: Seat) -> Seat:
        """Return who has the turn after *seat*; *seat* itself if nobody else is left."""
        players = self.players
        for other in _from_left_of(seat, len(players)):
            if not players[other].out:
                return other
        return seat

    # ---- what they have

    def cash(self, seat: Seat) -> Money:
        """Return a player's cash."""
        return self.books.balances.get(_cash_key(seat), 0)

    @property
    def pot(self) -> Money:
        """What lies on Free Parking."""
        return self.books.balance(POT)

    def supply(self, unit: Unit) -> int:
        """Return how many houses or hotels the Bank has; below zero, it owes them to the board."""
        return self.books.balance(BANK, unit)

    def owned(self, seat: Seat | None) -> tuple[BoardSpace, ...]:
        """Return the lots of a seat, or of the Bank, in board order."""
        lots = self.lots
        return tuple([lot for lot in self.edition.lots if lots[lot.index].owner == seat])

    def owns_family(self, seat: Seat, lot: Space) -> bool:
        """Return whether *seat* owns all lots of the colour or kind of *lot*."""
        lots = self.lots
        for member in self.edition.family(lot):  # noqa: SIM110  # asked too often for a generator
            if lots[member].owner != seat:
                return False
        return True

    def family_built(self, lot: Space) -> bool:
        """Return whether a building stands on any lot of the colour of *lot*."""
        lots = self.lots
        for member in self.edition.family(lot):  # noqa: SIM110  # as above
            if lots[member].level:
                return True
        return False

    def family_mortgaged(self, lot: Space) -> bool:
        """Return whether any lot of the colour of *lot* is mortgaged."""
        lots = self.lots
        for member in self.edition.family(lot):  # noqa: SIM110  # as above
            if lots[member].mortgaged:
                return True
        return False

    def jail_cards(self, seat: Seat) -> tuple[str, ...]:
        """Return the ids of the cards that leave jail free which *seat* holds."""
        return tuple(sorted(card for card, holder in self.holds.items() if holder == seat))

    # ---- what is open

    @property
    def unsettled(self) -> bool:
        """Whether something is open that stops the dice; a debt is asked for by itself."""
        if self.purchase or self.draw or self.choice or self.auction or self.transfers:
            return True
        return bool(self.rents) and self.rent_roll is not None

    @property
    def nothing_open(self) -> bool:
        """Whether neither a debt nor anything else waits for an answer."""
        return not self.debts and not self.unsettled

    @property
    def rent_roll(self) -> Rent | None:
        """The claimed rent that waits for the visitor's roll."""
        for rent in self.rents:
            if rent.claimed and rent.amount is None:
                return rent
        return None

    @property
    def under_way(self) -> bool:
        """Whether players may do business: it is known who begins, or dealt deeds are theirs."""
        dealt = self.edition.dealt_deeds_of(len(self.players)) > 0
        return not self.deal_due if dealt else self.first is None

    @property
    def move_pending(self) -> bool:
        """Whether dice have been seen by which a token has still to move."""
        asked_where = self.choice is not None and self.choice.about in (BUS, TRIPLE)
        return self.turn.held_move > 0 or self.turn.onward or asked_where

    @property
    def in_gap(self) -> bool:
        """Whether play stands between two turns: nothing is open and no further roll is due."""
        return not (self.turn.rolled and self.turn.roll_due) and self.nothing_open

    def was_missed(self, owner: Seat, lot: Space | None) -> bool:
        """Return whether *owner* let the rent of the last stop (on *lot*, if named) lapse."""
        past = self.past_rents.get(owner, {})  # by lot, the latest last: whether it lapsed
        if lot is None:
            return bool(past) and [*past.values()][-1]
        return past.get(lot, False)

    def wish_of(self, seat: Seat) -> Wish | None:
        """Return what *seat* would like to build."""
        return next((wish for wish in self.wishes if wish.seat == seat), None)

    def offer_to(self, seat: Seat) -> StandingOffer | None:
        """Return the trade that stands offered to *seat*."""
        return next((offer for offer in self.offers if offer.to == seat), None)

    def debts_of(self, seat: Seat) -> tuple[Debt, ...]:
        """Return what *seat* owes, oldest first."""
        if not self.debts:
            return ()
        return tuple([debt for debt in self.debts if debt.debtor == seat])

    @property
    def phase(self) -> Literal["first-roll", "play", "over"]:
        """Where the game stands as a whole."""
        if self.winners:
            return "over"
        return "first-roll" if self.first else "play"


def parked_among(
    players: tuple[Player, ...], before: tuple[Seat, ...], edition: Edition
) -> tuple[Seat, ...]:
    """Return who stands on Free Parking: those who stood there *before*, then the others."""
    parking = edition.parking
    there = [Seat(n) for n, player in enumerate(players) if player.at in parking and not player.out]
    stayed = [seat for seat in before if seat in there]
    return (*stayed, *[seat for seat in there if seat not in stayed])


@cache
def _cash_key(seat: Seat) -> str:
    return balance_key(seat_account(seat))


@cache
def _seats(number: int) -> tuple[Seat, ...]:
    return tuple(map(Seat, range(number)))


@cache
def _from_left_of(seat: Seat, number: int) -> tuple[Seat, ...]:
    """Return the other seats of a table of so many, in the order of play."""
    return _seats(number)[seat + 1 :] + _seats(number)[:seat]


def blank(edition: Edition) -> GameState:
    """Return the state before the first event of a game of *edition*."""
    lots = {lot.index: Lot() for lot in edition.lots}
    return GameState(edition=edition, rules=edition.parameters, lots=lots)


def parts_of(state: GameState) -> dict[str, object]:
    """Return all that play changes, by name."""
    names = [name for name in state.__struct_fields__ if name not in ("edition", "rules")]
    return {name: getattr(state, name) for name in names}


def fingerprint(state: GameState) -> str:
    """Return 16 hexadecimal digits that are the same for the same state on every machine."""
    edition = state.edition
    told: list[object] = [edition.id, edition.variants, edition.house]
    if edition.corrections or edition.text:
        told += [edition.corrections, edition.text]
    # Plain first: dictionaries by seat or space have keys that are no text, and do not sort.
    plain = msgspec.to_builtins([told, parts_of(state)], str_keys=True)
    for part, later in (("auction", "earlier"), ("choice", "counted")):
        if plain[1][part]:
            del plain[1][part][later]  # older journals keep the fingerprint that they had
    return sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()[:16]
