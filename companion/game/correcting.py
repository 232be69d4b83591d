"""Corrections by the banker, also of deeds, and games taken over: how it stands from now on."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from msgspec import field
from msgspec.structs import replace

from companion.editions.model import DeedFigures
from companion.game.event import Event
from companion.game.parts import without_bid
from companion.game.postings import BANK, BOARD, BOX, POT, moved_stock, seat_account, stock_of
from companion.game.state import (
    Auction,
    GameState,
    Lot,
    OpenChoice,
    OpenDraw,
    Player,
    Purchase,
    Transfer,
    Turn,
    parked_among,
)
from companion.game.terms import Purpose
from companion.ledger.entries import Entry, Unit, transfer
from companion.words import Accord, Money, Seat, Space

Open = TypeVar("Open", Purchase, OpenDraw, OpenChoice)


class NewSituation(Event, frozen=True, kw_only=True):
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

    def change(self, state: GameState) -> GameState:
        return _corrected(state, self)


class Corrected(NewSituation, frozen=True, kw_only=True, tag="corrected"):
    """The banker set the books right."""

    dispute: int | None = None  # number of the disputed record on which it is the ruling

    @property
    def purpose(self) -> Purpose:
        return "correction"


class TakenOver(NewSituation, frozen=True, kw_only=True, tag="taken-over"):
    """A game that was begun without the companion goes on with it; *turn* rolls next."""

    turn: Seat
    out: tuple[Seat, ...] = ()
    accord: Accord | None = None

    @property
    def purpose(self) -> Purpose:
        return "start"

    def change(self, state: GameState) -> GameState:
        state = super().change(state)
        players = tuple(replace(p, out=Seat(n) in self.out) for n, p in enumerate(state.players))
        return replace(
            state,
            players=players,
            parked=parked_among(players, (), state.edition),
            first=None,
            deal_due=False,
            turn=Turn(self.turn),
        )


class DeedCorrected(Event, frozen=True, kw_only=True, tag="deed-corrected"):
    """A deed is printed otherwise in this box than the game had it: it is so from now on.

    What was booked stays, and so does what was agreed: the price of a lot that is on offer to its
    visitor, bids, debts, a rent that was claimed, a share that was chosen of all possessions. A
    rent that nobody has claimed yet is what the edition makes of it: fixed at the landing it stays,
    else it is reckoned by the deed when it is claimed. A mortgage is paid back, and a building is
    taken back, by what the deed says then, as always. An offer of a trade with that lot lapses.
    """

    lot: Space
    why: str
    figures: dict[Space, DeedFigures]  # by lot: a house costs as much on all streets of a colour
    before: dict[Space, DeedFigures]  # the same figures until then

    @property
    def purpose(self) -> Purpose:
        return "correction"

    def change(self, state: GameState) -> GameState:
        return replace(state, edition=state.edition.printed_otherwise(self.figures))


def _corrected(state: GameState, event: NewSituation) -> GameState:
    """Return *state* with everything that *event* names set, by entries of its own."""
    books = state.books
    for entry in _entries(state, event):
        books = books.posted(entry)
    lots = {lot: _lot(event, lot, held) for lot, held in state.lots.items()}
    purchase, auction = _unless_arrested(state, event, state.purchase), state.auction
    auction = auction if auction and _on_offer(lots, auction) else None
    players = tuple(_player(state, event, seat) for seat in state.seats)
    return replace(
        state,
        books=books,
        # What is on offer and now has an owner is on offer no more.
        purchase=purchase if purchase and lots[purchase.lot].owner is None else None,
        auction=auction,
        debts=state.debts if auction else without_bid(state.debts),
        estate=tuple(lot for lot in state.estate if lots[lot].owner is None),
        transfers=tuple(t for t in state.transfers if _still_due(lots[t.lot], t)),
        taken_over=tuple(lot for lot in state.taken_over if lots[lot] == state.lots[lot]),
        interest_paid=tuple(lot for lot in state.interest_paid if lots[lot] == state.lots[lot]),
        # Who is put into jail has stopped nowhere: neither a card nor an answer moves a prisoner.
        draw=_unless_arrested(state, event, state.draw),
        choice=_unless_arrested(state, event, state.choice),
        players=players,
        parked=parked_among(players, state.parked, state.edition),
        lots=lots,
        holds=_holds(state, event),
    )


def _unless_arrested(state: GameState, event: NewSituation, thing: Open | None) -> Open | None:
    """Return what waits for somebody, but for one who was free and now is in jail."""
    if thing is None or event.jailed.get(thing.seat) is None:
        return thing
    return None if state.players[thing.seat].jailed is None else thing


def _entries(state: GameState, event: NewSituation) -> Iterator[Entry]:
    for seat, amount in event.cash.items():
        yield transfer(event.why, BANK, seat_account(seat), amount - state.cash(seat))
    if event.pot is not None:
        yield transfer(event.why, BANK, POT, event.pot - state.pot)
    houses, hotels = 0, 0
    for lot, level in event.buildings.items():
        now, before = stock_of(level), stock_of(state.lots[lot].level)
        houses += now[0] - before[0]
        hotels += now[1] - before[1]
    yield moved_stock(event.why, BANK, BOARD, houses, hotels)
    # What the named supply leaves out is out of play; what it lacks more comes out of the box.
    stock = {"houses": state.supply(Unit.HOUSE), "hotels": state.supply(Unit.HOTEL)}
    left = {"houses": stock["houses"] - houses, "hotels": stock["hotels"] - hotels}
    wanted = {kind: event.bank.get(kind, max(left[kind], min(stock[kind], 0))) for kind in stock}
    yield moved_stock(
        event.why, BANK, BOX, left["houses"] - wanted["houses"], left["hotels"] - wanted["hotels"]
    )


def _player(state: GameState, event: NewSituation, seat: Seat) -> Player:
    player = state.players[seat]
    changes: dict[str, Any] = {}
    if seat in event.at:
        changes["at"] = event.at[seat]
        if event.at[seat] != state.edition.jail:
            changes["jailed"] = None
    if seat in event.laps:
        changes["laps"] = event.laps[seat]
    if seat in event.jailed:
        changes["jailed"] = event.jailed[seat]
        if event.jailed[seat] is not None:
            changes["at"] = state.edition.jail
    return replace(player, **changes)


def _on_offer(lots: Mapping[Space, Lot], auction: Auction) -> bool:
    return auction.kind != "lot" or lots[auction.lot].owner is None


def _still_due(held: Lot, transfer: Transfer) -> bool:
    return held.mortgaged and held.owner == transfer.seat


def _lot(event: NewSituation, lot: Space, held: Lot) -> Lot:
    return Lot(
        owner=event.owner.get(lot, held.owner),
        level=event.buildings.get(lot, held.level),
        mortgaged=event.mortgaged.get(lot, held.mortgaged),
    )


def _holds(state: GameState, event: NewSituation) -> dict[str, Seat]:
    kept = {card: seat for card, seat in state.holds.items() if seat not in event.holds}
    return kept | {card: seat for seat, cards in event.holds.items() for card in cards}


CorrectingEvent: TypeAlias = Corrected | DeedCorrected | TakenOver
