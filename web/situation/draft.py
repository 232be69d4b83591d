"""How a table stands, as a form: typed in for a game taken over, or to set the books right."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from companion.editions.model import deck_of
from companion.game.state import GameState
from companion.rules.plausibility import jail_free_card
from companion.table.check.laid_deeds import TABLE, Cardboard
from companion.table.view import LyingDeed
from companion.words import Seat, Space
from web.shared.forms import amount_of

Fields = MultiDict[str, str]

NOBODY = ""
FREE = ""
MORTGAGED = "m"


class SeatDraft(msgspec.Struct, frozen=True, kw_only=True):
    """One player, in the words of the form."""

    cash: str
    at: str
    jailed: str = FREE  # turns spent there
    laps: str = "0"
    out: bool = False


class LotDraft(msgspec.Struct, frozen=True):
    """One lot: whose it is, and what stands on it (`m`: it is mortgaged)."""

    owner: str = NOBODY
    stands: str = ""


class TypedTable(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table."""

    seats: tuple[SeatDraft, ...]
    lots: Mapping[Space, LotDraft]
    cards: Mapping[str, str]  # deck -> who holds its card that leaves jail free
    turn: str
    pot: str = "0"  # on Free Parking


def draft_of(state: GameState) -> TypedTable:
    """Return the table as the books have it."""
    seats = tuple(
        SeatDraft(
            cash=str(state.cash(Seat(seat))),
            at=str(player.at),
            jailed=FREE if player.jailed is None else str(player.jailed),
            laps=str(player.laps),
            out=player.out,
        )
        for seat, player in enumerate(state.players)
    )
    lots = {
        lot: LotDraft(
            NOBODY if held.owner is None else str(held.owner),
            MORTGAGED if held.mortgaged else str(held.level or ""),
        )
        for lot, held in state.lots.items()
    }
    cards = {deck: _holder(state, deck) for deck in decks_of(state)}
    return TypedTable(
        seats=seats, lots=lots, cards=cards, turn=str(state.turn.seat), pot=str(state.pot)
    )


def decks_of(state: GameState) -> tuple[str, ...]:
    """Return the decks with a card that leaves jail free."""
    decks = (deck.id for deck in state.edition.decks)
    return tuple(deck for deck in decks if jail_free_card(state, deck) is not None)


def typed(form: Fields, state: GameState) -> TypedTable:
    """Return what a form says; what it leaves out is as the books have it."""
    known = draft_of(state)
    seats = tuple(
        SeatDraft(
            cash=form.get(f"cash-{n}", draft.cash),
            at=form.get(f"at-{n}", draft.at),
            jailed=form.get(f"jailed-{n}", draft.jailed),
            laps=form.get(f"laps-{n}", draft.laps),
            out=draft.out or f"out-{n}" in form,
        )
        for n, draft in enumerate(known.seats)
    )
    lots = {
        lot: LotDraft(
            form.get(f"owner-{lot}", draft.owner), form.get(f"stands-{lot}", draft.stands)
        )
        for lot, draft in known.lots.items()
    }
    cards = {deck: form.get(f"card-{deck}", holder) for deck, holder in known.cards.items()}
    turn, pot = form.get("turn", known.turn), form.get("pot", known.pot)
    return TypedTable(seats=seats, lots=lots, cards=cards, turn=turn, pot=pot)


def scanned(
    draft: TypedTable, seat: Seat, lying: tuple[LyingDeed, ...], state: GameState
) -> tuple[TypedTable, tuple[Space, ...]]:
    """Return *draft* with the deeds in the scan field given to *seat*, and which those are."""
    found = {state.edition.lot_of_deed(deed.number): deed for deed in lying}
    lots = {
        lot: LotDraft(str(seat), MORTGAGED if deed.mortgaged else "")
        for lot, deed in found.items()
        if lot is not None
    }
    return replace(draft, lots={**draft.lots, **lots}), tuple(sorted(lots))


def with_piles(draft: TypedTable, laid: Cardboard, state: GameState) -> TypedTable:
    """Return *draft* with deeds and cards of every pile given to the one who laid them out.

    What lies in two piles stays with the Bank: nobody can tell which of them is the true one.
    """
    times = Counter(thing for pile in laid.piles.values() for thing in pile.things)
    lots = {
        lot: LotDraft(str(holder), MORTGAGED if deed.back else "")
        for holder, pile in laid.piles.items()
        if holder != TABLE
        for number, deed in pile.deeds.items()
        if times[number] == 1 and (lot := state.edition.lot_of_deed(number)) is not None
    }
    cards = {
        deck_of(card): str(holder)
        for holder, pile in laid.piles.items()
        if holder != TABLE
        for card in pile.cards
        if times[card] == 1
    }
    return replace(draft, lots={**draft.lots, **lots}, cards={**draft.cards, **cards})


def fields_of(draft: TypedTable) -> dict[str, Any]:
    """Return the whole draft as the fields of a command.

    Raises:
        ValueError: something is no number.
    """
    seats = dict(enumerate(draft.seats))
    return {
        "cash": {n: _amount(seat.cash) for n, seat in seats.items() if not seat.out},
        "at": {n: int(seat.at) for n, seat in seats.items()},
        "jailed": {n: _turns(seat.jailed) for n, seat in seats.items()},
        "laps": {n: int(seat.laps or 0) for n, seat in seats.items()},
        "owner": {lot: _seat(held.owner) for lot, held in draft.lots.items()},
        "buildings": {lot: _level(held.stands) for lot, held in draft.lots.items()},
        "mortgaged": {lot: held.stands == MORTGAGED for lot, held in draft.lots.items()},
        "holds": {n: _decks(draft, n) for n in seats},
    }


def differences(draft: TypedTable, known: TypedTable) -> dict[str, Any]:
    """Return the fields of a correction: only what differs from what is *known*.

    Raises:
        ValueError: something is no number.
    """
    wanted, before = fields_of(draft), fields_of(known)
    changed = {
        name: {key: value for key, value in table.items() if before[name].get(key) != value}
        for name, table in wanted.items()
    }
    pot = {} if draft.pot == known.pot else {"pot": _amount(draft.pot)}
    return {name: table for name, table in changed.items() if table} | pot


def take_over_fields(draft: TypedTable) -> dict[str, Any]:
    """Return the fields of a command that takes a game over.

    Raises:
        ValueError: something is no number.
    """
    fields = fields_of(draft)
    jailed = {n: turns for n, turns in fields["jailed"].items() if turns is not None}
    out = [n for n, seat in enumerate(draft.seats) if seat.out]
    return {
        **fields,
        "jailed": jailed,
        "at": {n: at for n, at in fields["at"].items() if n not in jailed},
        "owner": {lot: owner for lot, owner in fields["owner"].items() if owner is not None},
        "buildings": {lot: level for lot, level in fields["buildings"].items() if level},
        "mortgaged": {lot: True for lot, off in fields["mortgaged"].items() if off},
        "holds": {n: decks for n, decks in fields["holds"].items() if decks},
        "turn": int(draft.turn),
        **({} if draft.pot == "0" else {"pot": _amount(draft.pot)}),
        "out": out,
    }


def _holder(state: GameState, deck: str) -> str:
    holder = state.holds.get(jail_free_card(state, deck) or "")
    return NOBODY if holder is None else str(holder)


def _decks(draft: TypedTable, seat: int) -> list[str]:
    return [deck for deck, holder in draft.cards.items() if holder == str(seat)]


def _amount(text: str) -> int:
    amount = amount_of(text)
    if amount is None:
        raise ValueError(f"{text!r} is no amount")
    return amount


def _turns(text: str) -> int | None:
    return None if text == FREE else int(text)


def _seat(text: str) -> int | None:
    return None if text == NOBODY else int(text)


def _level(text: str) -> int:
    return 0 if text in ("", MORTGAGED) else int(text)
