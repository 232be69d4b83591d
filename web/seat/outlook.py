"""What there is to look at for who waits: the others, the board, what the next throw could cost."""

from collections.abc import Iterator
from itertools import product

import msgspec

from companion.editions.colours import band
from companion.game.state import GameState
from companion.rules.rent import rent_ahead
from companion.rules.speed_die import is_due
from companion.words import Money, Seat, Space
from web.draw.board import SmallBoard, small_board_of
from web.seat.holdings import Holding, holdings_of
from web.shared.scene import Scene

SUMS = [sum(dice) for dice in product(range(1, 7), repeat=2)]


class Risk(msgspec.Struct, frozen=True, kw_only=True):
    """A space that the next throw may lead to, and what it would cost."""

    name: str
    colour: str
    rent: Money
    amount: str  # the same, written
    ways: int  # of 36


class Missing(msgspec.Struct, frozen=True, kw_only=True):
    """A lot that would complete a group."""

    name: str
    colour: str
    family: str
    owner: str


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """What a phone shows that is asked nothing."""

    holdings: tuple[Holding, ...]
    board: SmallBoard
    risks: tuple[Risk, ...]
    missing: tuple[Missing, ...]


def outlook_of(scene: Scene) -> Outlook | None:
    """Return what the reader may look at while waiting; None who is asked something."""
    seat, state = scene.reader, scene.state
    assert seat is not None
    if not _waits(scene, seat):
        return None
    plays = not state.players[seat].out
    return Outlook(
        holdings=holdings_of(scene),
        board=small_board_of(state, scene.context.phones.colour),
        risks=tuple(risks_of(scene, seat)) if plays else (),
        missing=tuple(_missing(scene, seat)) if plays else (),
    )


def _waits(scene: Scene, seat: Seat) -> bool:
    """Return whether nothing on the page waits for *seat*, and nothing runs that it may join."""
    state, view = scene.state, scene.view
    asked = view.asked.get(seat) or any(permit.do == "claim" for permit in scene.permits(seat))
    between = state.auction or state.winners or state.first or view.proposal
    return state.phase == "play" and not asked and not between


def risks_of(scene: Scene, seat: Seat) -> Iterator[Risk]:
    """Yield what the next throw of *seat* may cost in rent.

    Nothing where that depends on more than the sum of two dice.
    """
    state = scene.state
    if not _moves_by_the_sum(state, seat) or scene.view.types_amounts:
        return
    for roll in range(2, 13):
        ahead = rent_ahead(state, seat, roll)
        if ahead is not None:
            lot, amount = ahead
            yield Risk(
                name=scene.speaker.space(lot),
                colour=band(state.edition, state.edition.space(lot)),
                rent=amount,
                amount=scene.speaker.money(amount),
                ways=SUMS.count(roll),
            )


def _moves_by_the_sum(state: GameState, seat: Seat) -> bool:
    """Return whether any throw moves *seat* by its sum: no prison, third double or third die."""
    jailed, turn = state.players[seat].jailed is not None, state.turn
    begins = turn.seat != seat or not turn.rolled
    return not jailed and begins and not is_due(state, seat)


def _missing(scene: Scene, seat: Seat) -> Iterator[Missing]:
    for lot in scene.state.edition.lots:
        if _completes(scene.state, seat, lot.index):
            yield Missing(
                name=scene.speaker.space(lot.index),
                colour=band(scene.state.edition, lot),
                family=scene.speaker.family(lot),
                owner=scene.speaker.name(scene.state.lots[lot.index].owner),
            )


def _completes(state: GameState, seat: Seat, lot: Space) -> bool:
    owners = {one: state.lots[one].owner for one in state.edition.family(lot)}
    return [one for one, owner in owners.items() if owner != seat] == [lot]
