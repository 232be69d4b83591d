"""The situation that a scenario begins with."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.errors import ScenarioError
from companion.game.apply import apply
from companion.game.events import RentOpened, TakenOver
from companion.game.state import GameState
from companion.rules.plausibility import Kind, jail_free_card, nonsense, nonsense_about_out
from companion.rules.play import key, keys
from companion.rules.tariff import tariff_of
from companion.scenario.file import Given, GivenRent
from companion.speaker import Speaker
from companion.words import Seat, Space


def given_state(state: GameState, given: Given) -> GameState:
    """Return *state* as `[given]` has it.

    Raises:
        ScenarioError: something that cannot be.
    """
    if given.pot and not state.rules.parking_jackpot:
        raise ScenarioError("this game has no pot", where="given.pot")
    event, names = _taken_over(state, given), tuple(player.name for player in state.players)
    about_out = nonsense_about_out(state, event, event.out, event.turn)
    for wrong in (*nonsense(state, event), *about_out):
        what = Speaker.english(state.edition, names).impossible(wrong.kind, wrong.facts)
        raise ScenarioError(what, where=f"given.{_KEYS.get(wrong.kind, '')}")
    state = apply(state, event)
    if given.doubles:
        turn = replace(state.turn, rolled=True, roll_due=True, doubles=given.doubles)
        state = replace(state, turn=turn)
    rents = given.rent if isinstance(given.rent, list) else [given.rent]
    for rent in rents:
        state = apply(state, _rent(state, rent))
    return state


_KEYS: Mapping[Kind, str] = {
    "no-stock": "bank",
    "two-holders": "holds",
    "no-street": "buildings",
    "no-level": "buildings",
    "built-and-mortgaged": "mortgaged",
    "nobodys": "owns",
    "out-owns": "out",
    "out-has-cash": "out",
    "out-turn": "turn",
    "nobody-left": "out",
}
"""Where to look first for what cannot be."""


def _taken_over(state: GameState, given: Given) -> TakenOver:
    out = tuple(sorted(given.out))
    gone = {seat: 0 for seat in out if seat not in given.cash}
    turn = next((seat for seat in state.seats if seat not in out), Seat(0))
    return TakenOver(
        why="given",
        turn=turn if given.turn is None else given.turn,
        out=out,
        cash=given.cash | gone,
        at=given.at,
        owner=_owners(given),
        mortgaged=dict.fromkeys(given.mortgaged, True),
        buildings=given.buildings,
        jailed=given.jailed,
        holds=_holds(state, given),
        laps=given.laps,
        bank={
            kind: count
            for kind in ("houses", "hotels")
            if (count := getattr(given.bank, kind)) is not None
        },
        pot=given.pot or None,
        because=key("bank/banker"),
    )


def _owners(given: Given) -> dict[Space, Seat | None]:
    owner: dict[Space, Seat | None] = {}
    for seat, lots in given.owns.items():
        for lot in lots:
            if lot in owner:
                raise ScenarioError(f"lot {lot} has two owners", where="given.owns")
            owner[lot] = seat
    return owner


def _holds(state: GameState, given: Given) -> dict[Seat, tuple[str, ...]]:
    held: dict[Seat, tuple[str, ...]] = {}
    for seat, decks in given.holds.items():
        cards = [jail_free_card(state, deck) for deck in decks]
        if None in cards:
            raise ScenarioError(f"no such card in {decks}", where="given.holds")
        held[seat] = tuple(card for card in cards if card)
    return held


def _rent(state: GameState, rent: GivenRent) -> RentOpened:
    where = "given.rent"
    lot, visitor, owner = rent.lot, rent.from_, rent.to
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
