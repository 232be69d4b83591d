"""What is true of every state that play can reach; for tests and for `companion verify`."""

from collections.abc import Callable, Iterator

from companion.game.postings import BOARD, stock_of
from companion.game.state import GameState, parked_among
from companion.ledger.entries import Unit
from companion.rules.asked import asked
from companion.words import Seat

Invariant = Callable[[GameState], Iterator[str]]


def broken(state: GameState) -> tuple[str, ...]:
    """Return in words what is wrong with *state*; nothing, if it is sound."""
    return tuple(wrong for invariant in _INVARIANTS for wrong in invariant(state))


def _books(state: GameState) -> Iterator[str]:
    """Cash, houses and hotels are neither made nor lost."""
    for unit, total in state.books.totals().items():
        if total:
            yield f"the books are out of balance by {total} {unit}"


def _cash(state: GameState) -> Iterator[str]:
    """Nobody's cash is below zero, nor the pot, and who is out has none."""
    for seat in state.seats:
        cash = state.cash(seat)
        if cash < 0 or (state.players[seat].out and cash):
            yield f"seat {seat} has {cash}"
    if state.pot < 0 or (state.pot and not state.rules.parking_jackpot):
        yield f"{state.pot} lie on Free Parking"


def _stock(state: GameState) -> Iterator[str]:
    """The supply is not below zero where it must not be, and the board carries what is booked."""
    stocks = [stock_of(lot.level) for lot in state.lots.values()]
    for unit, standing in (
        (Unit.HOUSE, sum(houses for houses, _ in stocks)),
        (Unit.HOTEL, sum(hotels for _, hotels in stocks)),
    ):
        owed = unit is Unit.HOUSE and not state.rules.hotel_downgrade_needs_houses
        if state.supply(unit) < 0 and not owed:
            yield f"the Bank has {state.supply(unit)} {unit}s"
        booked = state.books.balance(BOARD, unit)
        if booked != standing:
            yield f"{standing} {unit}s stand on the board, but {booked} are booked there"


def _lots(state: GameState) -> Iterator[str]:
    """What is built on or mortgaged has an owner who plays, and never both are true of a lot."""
    for lot, held in state.lots.items():
        if held.owner is None and (held.level or held.mortgaged):
            yield f"lot {lot} is built on or mortgaged and nobody owns it"
        if held.owner is not None and state.players[held.owner].out:
            yield f"lot {lot} belongs to seat {held.owner}, who is out"
        if held.level and held.mortgaged:
            yield f"lot {lot} is built on and mortgaged"
        if held.level and state.edition.space(lot).kind != "street":
            yield f"lot {lot} is built on and no street"


def _parked(state: GameState) -> Iterator[str]:
    """Those who are on Free Parking, and nobody else, stand there in the order of arrival."""
    if sorted(state.parked) != list(parked_among(state.players, (), state.edition)):
        yield f"{state.parked} are not all who stand on Free Parking"


def _on_offer(state: GameState) -> Iterator[str]:
    """What is on offer belongs to the Bank, and only one thing is on offer at a time."""
    auction = state.auction
    sold = auction if auction and auction.kind == "lot" else None
    for lot in (offer.lot for offer in (state.purchase, sold) if offer):
        if state.lots[lot].owner is not None:
            yield f"lot {lot} is on offer and has an owner"
    one_at_a_time = (state.purchase, state.auction, state.draw, state.choice)
    if len([thing for thing in one_at_a_time if thing is not None]) > 1:
        yield "two things are open at once"
    if auction and auction.leader is not None and auction.leader not in auction.bidders:
        yield f"seat {auction.leader} leads an auction without bidding in it"


def _people(state: GameState) -> Iterator[str]:
    """Prisoners stand in jail; who is out has no turn, no card, no debt and no rent."""
    for seat in state.seats:
        player = state.players[seat]
        if player.jailed is not None and player.at != state.edition.jail:
            yield f"seat {seat} is a prisoner on space {player.at}"
        if player.out and seat in _involved(state):
            yield f"seat {seat} is out and still has something open"


def _involved(state: GameState) -> Iterator[Seat]:
    """Yield every seat that something open or kept belongs to."""
    if not state.winners:
        yield state.turn.seat
    yield from state.holds.values()
    for rent in state.rents:
        yield from (rent.visitor, rent.owner)
    for debt in state.debts:
        yield debt.debtor
        if debt.creditor != "bank":
            yield debt.creditor
    if state.auction:
        yield from state.auction.bidders
    yield from (thing.seat for thing in (state.purchase, state.draw, state.choice) if thing)


def _going_on(state: GameState) -> Iterator[str]:
    """As long as nobody has won, somebody is asked for something, or an auction waits."""
    waiting = state.deal_due or state.auction is not None or bool(asked(state))
    if not state.winners and not waiting:
        yield "nobody is asked for anything"
    if state.turn.onward and state.nothing_open and not state.winners:
        yield "a move has a second part, and nothing holds it up"


_INVARIANTS: tuple[Invariant, ...] = (
    _books,
    _cash,
    _stock,
    _lots,
    _parked,
    _on_offer,
    _people,
    _going_on,
)
