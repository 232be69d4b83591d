"""What cannot be so on any table, whoever says it: a correction, a game taken over, a scenario."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from companion.editions.effects import JailFree
from companion.game.correcting import NewSituation
from companion.game.postings import HOTEL, stock_of
from companion.game.state import GameState
from companion.words import Seat, Space

Kind = Literal[
    "no-seat",
    "no-stock",
    "two-holders",
    "no-lot",
    "no-street",
    "no-level",
    "built-and-mortgaged",
    "nobodys",
    "out-owns",
    "out-has-cash",
    "out-turn",
    "nobody-left",
    "houses-over",
    "hotels-over",
    "none-to-deal",
    "not-on-deed",
    "figures-counted",
    "figure-too-low",
    "figure-too-high",
    "times-beyond",
    "mortgage-too-high",
    "rents-falling",
    "deed-so-already",
]


class Nonsense(NamedTuple):
    """One thing that cannot be, with the facts for its sentence in `companion.sayings`."""

    kind: Kind
    facts: Mapping[str, int | str]


def nonsense(state: GameState, event: NewSituation) -> Iterator[Nonsense]:
    """Yield what names no player, lot or stock, or cannot be so on any table."""
    yield from (_of("no-seat", seat=seat) for seat in seats_of(event) if seat not in state.seats)
    yield from (_of("no-stock", stock=kind) for kind in event.bank if kind not in STOCKS)
    cards = [card for held in event.holds.values() for card in held]
    yield from (_of("two-holders", card=c) for c in sorted(cards) if cards.count(c) > 1)
    for lot in sorted({*event.owner, *event.mortgaged, *event.buildings}):
        if lot not in state.lots:
            yield _of("no-lot", space=lot)
        else:
            yield from _impossible(state, lot, event)


STOCKS = ("houses", "hotels")


def nonsense_about_out(state: GameState, event: NewSituation, out: tuple[Seat, ...],
                       turn: Seat) -> Iterator[Nonsense]:  # fmt: skip
    """Yield what cannot be of those who are out of the game."""
    if len({*out}) >= len(state.seats):
        yield _of("nobody-left")
    elif turn in out:
        yield _of("out-turn", seat=turn)
    owners = {*event.owner.values(), *(seat for seat, held in event.holds.items() if held)}
    for seat in out:
        if seat in owners:
            yield _of("out-owns", seat=seat)
        if event.cash.get(seat):
            yield _of("out-has-cash", seat=seat, amount=event.cash[seat])


def too_many_buildings(state: GameState, event: NewSituation) -> Iterator[Nonsense]:
    """Yield what would stand on the board beyond what the box has."""
    houses = sum(stock_of(level)[0] for level in event.buildings.values())
    hotels = sum(stock_of(level)[1] for level in event.buildings.values())
    if houses > state.rules.houses:
        yield _of("houses-over", count=houses, left=state.rules.houses)
    if hotels > state.rules.hotels:
        yield _of("hotels-over", count=hotels, left=state.rules.hotels)


def too_few_to_deal(state: GameState, event: NewSituation) -> Iterator[Nonsense]:
    """Yield that the Bank would not have the deeds that are still to be dealt."""
    if not state.deal_due:
        return
    left = [lot for lot, held in state.lots.items() if event.owner.get(lot, held.owner) is None]
    count = state.edition.dealt_deeds_of(len(state.seats)) * len(state.playing)
    if len(left) < count:
        yield _of("none-to-deal", count=count, left=len(left))


def jail_free_card(state: GameState, deck: str) -> str | None:
    """Return the id of a deck's card that leaves jail free."""
    cards = (card for card in state.edition.cards if card.deck == deck)
    return next((card.id for card in cards if isinstance(card.effect, JailFree)), None)


def seats_of(event: NewSituation) -> Iterator[Seat]:
    """Yield every seat that *event* names, some more than once."""
    for named in (event.cash, event.at, event.jailed, event.holds, event.laps):
        yield from named
    yield from (owner for owner in event.owner.values() if owner is not None)


def _impossible(state: GameState, lot: Space, event: NewSituation) -> Iterator[Nonsense]:
    held = state.lots[lot]
    level = event.buildings.get(lot, held.level)
    mortgaged = event.mortgaged.get(lot, held.mortgaged)
    if level and state.edition.space(lot).kind != "street":
        yield _of("no-street", lot=lot)
    if state.rules.houses_per_hotel < level < HOTEL:
        yield _of("no-level", lot=lot, houses=level)
    if level and mortgaged:
        yield _of("built-and-mortgaged", lot=lot)
    if (level or mortgaged) and event.owner.get(lot, held.owner) is None:
        yield _of("nobodys", lot=lot)


def _of(kind: Kind, **facts: int | str) -> Nonsense:
    return Nonsense(kind, facts)
