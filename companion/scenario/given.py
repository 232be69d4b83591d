"""The situation that a scenario begins with."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.errors import ScenarioError
from companion.game.apply import apply
from companion.game.events import Corrected, RentOpened
from companion.game.state import GameState, Turn
from companion.rules.correcting import jail_free_card
from companion.rules.play import key, keys
from companion.rules.rent import tariff_of
from companion.scenario.reading import Reader
from companion.words import Seat, Space

KEYS = (
    *("turn", "cash", "at", "owns", "mortgaged", "buildings", "jailed", "holds", "laps"),
    *("bank", "pot", "out", "doubles", "rent"),
)


def given_state(state: GameState, given: Mapping[str, Any], reader: Reader) -> GameState:
    """Return *state* as `[given]` has it.

    Raises:
        ScenarioError: a key that is not known, or something that cannot be.
    """
    for name in given:
        if name not in KEYS:
            raise ScenarioError(f"given has no key {name!r}", where="given", mend=_words(KEYS))
    state = apply(state, _corrected(state, given, reader))
    state = replace(state, first=None, turn=_turn(given, reader))
    state = _with_out(state, given, reader)
    if "rent" in given:
        state = apply(state, _rent(state, given["rent"], reader))
    return state


def _corrected(state: GameState, given: Mapping[str, Any], reader: Reader) -> Corrected:
    owner: dict[Space, Seat | None] = {}
    for seat, lots in reader.by_seat(given.get("owns", {}), "given.owns").items():
        for number in lots:
            lot = _lot(state, reader, number, "given.owns")
            if lot in owner:
                raise ScenarioError(f"lot {lot} has two owners", where="given.owns")
            owner[lot] = seat
    jailed = reader.by_seat(given.get("jailed", {}), "given.jailed")
    at = reader.by_seat(given.get("at", {}), "given.at")
    mortgaged = [_lot(state, reader, n, "given.mortgaged") for n in given.get("mortgaged", [])]
    return Corrected(
        why="given",
        cash={s: _whole(n, "given.cash") for s, n in _seats(given, reader, "cash").items()},
        at={seat: reader.space(space, "given.at") for seat, space in at.items()},
        owner=owner,
        mortgaged=dict.fromkeys(mortgaged, True),
        buildings=_buildings(state, given, reader),
        jailed={seat: None if turns is False else turns for seat, turns in jailed.items()},
        holds=_holds(state, given, reader),
        laps=_seats(given, reader, "laps"),
        bank=_bank(given),
        because=key("bank/banker"),
    )


def _turn(given: Mapping[str, Any], reader: Reader) -> Turn:
    seat = reader.seat(given["turn"], "given.turn") if "turn" in given else Seat(0)
    doubles = _whole(given.get("doubles", 0), "given.doubles")
    return Turn(seat, rolled=doubles > 0, roll_due=doubles > 0, doubles=doubles)


def _buildings(state: GameState, given: Mapping[str, Any], reader: Reader) -> dict[Space, int]:
    where = "given.buildings"
    levels = reader.by_space(given.get("buildings", {}), where)
    for lot, level in levels.items():
        if state.edition.space(lot).kind != "street":
            raise ScenarioError(f"nothing can be built on space {lot}", where=where)
        if isinstance(level, bool) or level not in range(6):
            raise ScenarioError(f"{level!r} buildings on lot {lot}", where=where, mend="0 to 5")
    return levels


def _holds(
    state: GameState, given: Mapping[str, Any], reader: Reader
) -> dict[Seat, tuple[str, ...]]:
    held: dict[Seat, tuple[str, ...]] = {}
    for seat, decks in reader.by_seat(given.get("holds", {}), "given.holds").items():
        cards = [jail_free_card(state, deck) for deck in decks]
        if None in cards:
            raise ScenarioError(f"no such card in {decks}", where="given.holds")
        held[seat] = tuple(card for card in cards if card)
    told = [card for cards in held.values() for card in cards]
    if len(set(told)) < len(told):
        raise ScenarioError("one card with two holders", where="given.holds")
    return held


def _bank(given: Mapping[str, Any]) -> dict[str, int]:
    bank = given.get("bank", {})
    for kind, count in bank.items():
        if kind not in ("houses", "hotels"):
            raise ScenarioError(f"the Bank has no {kind!r}", where="given.bank")
        _whole(count, "given.bank")
    return dict(bank)


def _with_out(state: GameState, given: Mapping[str, Any], reader: Reader) -> GameState:
    out = {reader.seat(name, "given.out") for name in given.get("out", [])}
    players = (replace(p, out=seat in out) for seat, p in enumerate(state.players))
    return replace(state, players=tuple(players))


def _rent(state: GameState, rent: Mapping[str, Any], reader: Reader) -> RentOpened:
    where = "given.rent"
    lot = _lot(state, reader, rent.get("lot"), where)
    visitor, owner = (reader.seat(rent.get(end), where) for end in ("from", "to"))
    tariff = tariff_of(state, lot, by_card=False, multiple=None)
    if state.edition.space(lot).kind == "utility" and "amount" not in rent:
        raise ScenarioError("the rent of a utility needs its amount", where=where)
    return RentOpened(
        visitor=visitor,
        owner=owner,
        lot=lot,
        amount=rent.get("amount", tariff.amount),
        facts={"lot": lot, **tariff.facts},
        because=key("rent/due"),
        also=keys(*tariff.rules),
    )


def _lot(state: GameState, reader: Reader, number: object, where: str) -> Space:
    space = reader.space(number, where)
    if space not in state.lots:
        raise ScenarioError(f"space {space} cannot be owned", where=where)
    return space


def _seats(given: Mapping[str, Any], reader: Reader, name: str) -> dict[Seat, Any]:
    return reader.by_seat(given.get(name, {}), f"given.{name}")


def _whole(number: object, where: str) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise ScenarioError(f"{number!r} is no whole amount", where=where)
    return number


def _words(names: tuple[str, ...]) -> str:
    return "there are " + ", ".join(sorted(names))
