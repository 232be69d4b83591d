"""What `then` compares: each key by one function that says what differs."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.editions.model import deck_of
from companion.errors import ScenarioError
from companion.game.events import Party
from companion.game.state import Debt, GameState, Rent
from companion.ledger.entries import Unit
from companion.rules.asked import asked, may
from companion.rules.rent import open_rents
from companion.rules.worth import final_worth
from companion.scenario.reading import Reader
from companion.words import Seat, Space

Check = Callable[[GameState, Any, Reader], "str | None"]


def differences(state: GameState, then: Mapping[str, Any], reader: Reader) -> Iterable[str]:
    """Yield what is not as *then* says, `cites` and `refused` left to the caller.

    Raises:
        ScenarioError: a player or a space that there is not.
    """
    for name, expected in then.items():
        if name in ("cites", "refused"):
            continue
        difference = CHECKS[name](state, expected, reader)
        if difference is not None:
            yield f"{name}: {difference}"


def _by_seat(found: Callable[[GameState, Seat], Any]) -> Check:
    def check(state: GameState, expected: Any, reader: Reader) -> str | None:
        for seat, wanted in reader.by_seat(expected, "then").items():
            there = found(state, seat)
            if not _same(there, wanted):
                return f"{state.players[seat].name} {_said(there)}, not {_said(wanted)}"
        return None

    return check


def _by_lot(found: Callable[[GameState, Space], Any]) -> Check:
    def check(state: GameState, expected: Any, _reader: Reader) -> str | None:
        for lot, wanted in expected.items():
            there = found(state, lot)
            if not _same(there, wanted):
                return f"{lot} {_said(there)}, not {_said(wanted)}"
        return None

    return check


def _same(there: object, wanted: object) -> bool:
    """Compare by value and type: 0 turns in jail are not the same as no jail."""
    return there == wanted and isinstance(there, bool) == isinstance(wanted, bool)


def _said(value: object) -> str:
    return str(value or False).lower() if value is None or isinstance(value, bool) else repr(value)


def _holds(state: GameState, expected: Any, reader: Reader) -> str | None:
    for seat, decks in reader.by_seat(expected, "then.holds").items():
        there = sorted(deck_of(card) for card in state.jail_cards(seat))
        if there != sorted(decks):
            return f"{state.players[seat].name} {there}, not {sorted(decks)}"
    return None


def _owner(state: GameState, expected: Any, reader: Reader) -> str | None:
    for lot, name in expected.items():
        wanted, there = reader.party(name, "then.owner"), state.lots[lot].owner
        if there != wanted:
            return f"{lot} {_party(state, 'bank' if there is None else there)}'s, not {name}'s"
    return None


def _bank(state: GameState, expected: Any, _reader: Reader) -> str | None:
    there = {"houses": state.supply(Unit.HOUSE), "hotels": state.supply(Unit.HOTEL)}
    return None if _covers(there, expected) else f"{there}, not {expected}"


def _pot(state: GameState, expected: Any, _reader: Reader) -> str | None:
    return None if expected == state.pot else f"{state.pot}, not {expected}"


def _turn(state: GameState, expected: Any, reader: Reader) -> str | None:
    there, wanted = state.turn.seat, reader.seat(expected, "then.turn")
    return None if there == wanted else f"{state.players[there].name}'s, not {expected}'s"


def _asked(state: GameState, expected: Any, reader: Reader) -> str | None:
    wanted = {s: frozenset(words) for s, words in reader.by_seat(expected, "then").items()}
    there = asked(state)
    if there == wanted:
        return None
    told = {state.players[seat].name: sorted(words) for seat, words in there.items()}
    return f"{told}, not {dict(expected)}"


def _may(state: GameState, expected: Any, reader: Reader) -> str | None:
    for seat, words in reader.by_seat(expected, "then").items():
        there = {permit.do for permit in may(state, seat)}
        missing = sorted(set(words) - there)
        if missing:
            name = state.players[seat].name
            return f"{name} may not {', '.join(missing)}, only {', '.join(sorted(there))}"
    return None


def _party(state: GameState, party: Party) -> str:
    return "bank" if party == "bank" else state.players[party].name


def _rent(state: GameState, expected: Any, reader: Reader) -> str | None:
    _check_parties(expected, reader, "then.rent")
    return _listed(open_rents(state), expected, lambda rent: _told_rent(state, rent), newest=True)


def _debt(state: GameState, expected: Any, reader: Reader) -> str | None:
    _check_parties(expected, reader, "then.debt")
    return _listed(state.debts, expected, lambda debt: _told_debt(state, debt), newest=False)


def _check_parties(expected: Any, reader: Reader, where: str) -> None:
    if expected is True:
        raise ScenarioError("`true` is none", where=where, mend="a table, a list or false")
    items = expected if isinstance(expected, list) else [expected] if expected else []
    for item in items:
        for end in ("from", "to"):
            if end in item:
                reader.party(item[end], where)


def _told_rent(state: GameState, rent: Rent) -> dict[str, Any]:
    ends = {"from": _party(state, rent.visitor), "to": _party(state, rent.owner)}
    told = {**ends, "lot": rent.lot}
    return told if rent.amount is None else {**told, "amount": rent.amount}


def _told_debt(state: GameState, debt: Debt) -> dict[str, Any]:
    ends = {"from": _party(state, debt.debtor), "to": _party(state, debt.creditor)}
    return {**ends, "amount": debt.amount}


def _listed(
    items: tuple[Any, ...], expected: Any, tell: Callable[[Any], dict[str, Any]], *, newest: bool
) -> str | None:
    """Compare one item, a list without order, or that there is none."""
    there = [tell(item) for item in items]
    if expected is False:
        return None if not there else f"{there}, not none"
    if isinstance(expected, list):
        return None if _matched(there, expected) else f"{there}, not {expected}"
    if not there:
        return f"none, not {expected}"
    one = there[-1] if newest else there[0]
    return None if _covers(one, expected) else f"{one}, not {expected}"


def _matched(there: list[dict[str, Any]], expected: list[dict[str, Any]]) -> bool:
    """Return whether each expected item finds one of its own among those there are."""
    left = list(there)
    for wanted in expected:
        found = next((item for item in left if _covers(item, wanted)), None)
        if found is None:
            return False
        left.remove(found)
    return not left


def _covers(item: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(item.get(name) == value for name, value in wanted.items())


def _auction(state: GameState, expected: Any, reader: Reader) -> str | None:
    auction = state.auction
    if expected is True:
        raise ScenarioError("`true` is none", where="then.auction", mend="a table or false")
    if expected and expected.get("leader", "nobody") != "nobody":
        reader.seat(expected["leader"], "then.auction")
    if expected is False:
        return None if auction is None else f"for {auction.lot}, not none"
    if auction is None:
        return f"none, not {expected}"
    leader = "nobody" if auction.leader is None else state.players[auction.leader].name
    what = auction.lot if auction.kind == "lot" else auction.kind
    there = {"lot": what, "price": auction.price, "leader": leader}
    return None if _covers(there, expected) else f"{there}, not {expected}"


def _out(state: GameState, expected: Any, reader: Reader) -> str | None:
    wanted = {reader.seat(name, "then.out") for name in expected}
    there = {seat for seat in state.seats if state.players[seat].out}
    return None if there == wanted else f"{sorted(there)}, not {sorted(wanted)}"


def _winner(state: GameState, expected: Any, reader: Reader) -> str | None:
    names = expected if isinstance(expected, list) else [expected] if expected else []
    wanted = {reader.seat(name, "then.winner") for name in names}
    return None if set(state.winners) == wanted else f"{state.winners}, not {expected}"


CHECKS: dict[str, Check] = {
    "cash": _by_seat(lambda state, seat: state.cash(seat)),
    "at": _by_seat(lambda state, seat: state.players[seat].at),
    "laps": _by_seat(lambda state, seat: state.players[seat].laps),
    "jailed": _by_seat(lambda state, seat: state.players[seat].jailed),
    "holds": _holds,
    "worth": _by_seat(final_worth),
    "owner": _owner,
    "buildings": _by_lot(lambda state, lot: state.lots[lot].level),
    "mortgaged": _by_lot(lambda state, lot: state.lots[lot].mortgaged),
    "bank": _bank,
    "pot": _pot,
    "turn": _turn,
    "asked": _asked,
    "may": _may,
    "rent": _rent,
    "debt": _debt,
    "auction": _auction,
    "out": _out,
    "winner": _winner,
}
