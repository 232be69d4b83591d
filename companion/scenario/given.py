"""The situation that a scenario begins with."""

from typing import Any

from msgspec.structs import replace

from companion.errors import ScenarioError
from companion.game.apply import apply
from companion.game.events import Corrected, RentOpened
from companion.game.state import GameState, Turn, parked_among
from companion.rules.correcting import jail_free_card, nonsense
from companion.rules.play import key, keys
from companion.rules.rent import tariff_of
from companion.scenario.file import Given, GivenRent
from companion.scenario.reading import Reader
from companion.words import Seat, Space


def given_state(state: GameState, given: Given, reader: Reader) -> GameState:
    """Return *state* as `[given]` has it.

    Raises:
        ScenarioError: something that cannot be.
    """
    if given.pot and not state.rules.parking_jackpot:
        raise ScenarioError("this game has no pot", where="given.pot")
    event = _corrected(state, given, reader)
    wrong = next(nonsense(state, event), None)
    if wrong:
        raise ScenarioError(wrong, where="given")
    state = apply(state, event)
    state = replace(state, first=None, deal_due=False, turn=_turn(given, reader))
    state = _with_out(state, given, reader)
    return state if given.rent is None else apply(state, _rent(state, given.rent, reader))


def _corrected(state: GameState, given: Given, reader: Reader) -> Corrected:
    cash: dict[Seat, int] = reader.by_seat(given.cash, "given.cash")
    gone = dict.fromkeys(_out(given, reader) - cash.keys(), 0)
    at = reader.by_seat(given.at, "given.at")
    mortgaged = [reader.lot(number, "given.mortgaged") for number in given.mortgaged]
    return Corrected(
        why="given",
        cash=cash | gone,
        at={seat: reader.space(space, "given.at") for seat, space in at.items()},
        owner=_owners(given, reader),
        mortgaged=dict.fromkeys(mortgaged, True),
        buildings={
            reader.lot(number, "given.buildings"): level
            for number, level in given.buildings.items()
        },
        jailed=reader.jailed(given.jailed, "given.jailed"),
        holds=_holds(state, given, reader),
        laps=reader.by_seat(given.laps, "given.laps"),
        bank={
            kind: count
            for kind in ("houses", "hotels")
            if (count := getattr(given.bank, kind)) is not None
        },
        pot=given.pot or None,
        because=key("bank/banker"),
    )


def _owners(given: Given, reader: Reader) -> dict[Space, Seat | None]:
    owner: dict[Space, Seat | None] = {}
    for seat, lots in reader.by_seat(given.owns, "given.owns").items():
        for number in lots:
            lot = reader.lot(number, "given.owns")
            if lot in owner:
                raise ScenarioError(f"lot {lot} has two owners", where="given.owns")
            owner[lot] = seat
    return owner


def _turn(given: Given, reader: Reader) -> Turn:
    out = _out(given, reader)
    first = next(seat for seat in range(len(reader.players)) if Seat(seat) not in out)
    seat = reader.seat(given.turn, "given.turn") if given.turn is not None else Seat(first)
    if seat in out:
        raise ScenarioError(f"{given.turn} is out of the game", where="given.turn")
    rolled = given.doubles > 0
    return Turn(seat, rolled=rolled, roll_due=rolled, doubles=given.doubles)


def _holds(state: GameState, given: Given, reader: Reader) -> dict[Seat, tuple[str, ...]]:
    held: dict[Seat, tuple[str, ...]] = {}
    for seat, decks in reader.by_seat(given.holds, "given.holds").items():
        cards = [jail_free_card(state, deck) for deck in decks]
        if None in cards:
            raise ScenarioError(f"no such card in {decks}", where="given.holds")
        held[seat] = tuple(card for card in cards if card)
    return held


def _out(given: Given, reader: Reader) -> set[Seat]:
    out = {reader.seat(name, "given.out") for name in given.out}
    if len(out) >= len(reader.players):
        raise ScenarioError("nobody is left in the game", where="given.out")
    return out


def _with_out(state: GameState, given: Given, reader: Reader) -> GameState:
    out = _out(given, reader)
    for seat in out:
        if state.owned(seat) or state.jail_cards(seat):
            name = state.players[seat].name
            raise ScenarioError(f"{name} is out and owns something", where="given.out")
    players = tuple(replace(p, out=seat in out) for seat, p in enumerate(state.players))
    return replace(state, players=players, parked=parked_among(players, (), state.edition))


def _rent(state: GameState, rent: GivenRent, reader: Reader) -> RentOpened:
    where = "given.rent"
    lot = reader.lot(rent.lot, where)
    visitor, owner = reader.seat(rent.from_, where), reader.seat(rent.to, where)
    if visitor == owner:
        raise ScenarioError("nobody owes rent to himself", where=where)
    told: tuple[str, ...] = ()
    amount, facts, multiple = rent.amount, _facts(lot), 0
    if amount is None:
        arriving = state.rules.utility_roll == "arriving"
        by_roll = arriving and state.edition.space(lot).kind == "utility"
        if by_roll or state.lots[lot].owner != owner:
            raise ScenarioError("this rent needs its amount", where=where)
        tariff = tariff_of(state, lot, by_card=False, multiple=None)
        amount, facts, told = tariff.amount, facts | tariff.facts, tariff.rules
        multiple = tariff.multiple
    return RentOpened(
        visitor=visitor,
        owner=owner,
        lot=lot,
        amount=amount,
        multiple=multiple,
        facts=facts,
        because=key("rent/due"),
        also=keys(*told),
    )


def _facts(lot: Space) -> dict[str, Any]:
    return {"lot": int(lot)}
