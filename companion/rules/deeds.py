"""Deeds whose figures are printed otherwise in this box: set right in the middle of a game.

This is the one rule that changes a figure of a deed; whoever asks for one asks the state's edition.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.editions.model import BoardSpace, DeedFigures
from companion.game.commands import CorrectDeed
from companion.game.events import DeedCorrected
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.rules.plausibility import Kind, Nonsense
from companion.rules.play import Outcome, game_over, key, refuse
from companion.rules.rounding import settles
from companion.rules.trade import lapsed_with
from companion.words import Money, Space

MOST, MOST_TIMES = 1_000_000_000, 1_000
"""No figure of a deed is larger, nor does any take a roll more often."""

FIGURES_OF: Mapping[str, tuple[str, ...]] = {
    "street": ("price", "rents", "house_cost", "mortgage"),
    "station": ("price", "rents", "mortgage"),
    "utility": ("price", "dice_multiples", "mortgage"),
}
"""What a deed says, by the kind of its lot, in the order in which people read it."""

_ROWS = ("rents", "dice_multiples")


def correct_deed(state: GameState, command: CorrectDeed) -> Outcome:
    """Have a deed as it is printed in this box, from now on; see the event for what stays.

    Who was offered it in a trade has read another deed: such an offer lapses.
    """
    event = corrected_deed(state, command)
    if isinstance(event, Refusal):
        return event
    return (event, *lapsed_with(state, event.figures))


def corrected_deed(state: GameState, command: CorrectDeed) -> DeedCorrected | Refusal:
    """Return what such a correction changes, or why it is refused."""
    if state.winners:
        return game_over(state)
    if not command.why.strip():
        return refuse("bad-command", "bank/banker", wanted="why")
    if command.lot not in state.lots:
        return refuse("no-such-lot", "bank/banker", lot=command.lot)
    space = state.edition.space(command.lot)
    for wrong in _nonsense(space, command):
        return refuse("bad-command", "bank/banker", **wrong.facts, kind=wrong.kind)
    fresh = {n: figure for n, figure in _given(command).items() if figure != getattr(space, n)}
    if not all(settles(state.rules, figure) for figure in _amounts(fresh)):
        return refuse("bad-command", "bank/smallest-amount", step=state.rules.smallest_amount)
    if not fresh:
        return _refused("deed-so-already", lot=command.lot)
    figures = {command.lot: DeedFigures(**fresh)}
    if "house_cost" in fresh:
        alike = DeedFigures(house_cost=fresh["house_cost"])
        figures |= {lot: alike for lot in state.edition.family(command.lot) if lot not in figures}
    before = {lot: _as_it_was(state, lot, changed) for lot, changed in figures.items()}
    return DeedCorrected(
        lot=command.lot,
        why=command.why.strip(),
        figures=dict(sorted(figures.items())),
        before=dict(sorted(before.items())),
        because=key("bank/banker"),
    )


def _given(command: CorrectDeed) -> dict[str, Any]:
    """Return the figures that the banker names."""
    named = {name: getattr(command, name) for name in DeedFigures.__struct_fields__}
    return DeedFigures(**named).meant


def _as_it_was(state: GameState, lot: Space, changed: DeedFigures) -> DeedFigures:
    space = state.edition.space(lot)
    return DeedFigures(**{name: getattr(space, name) for name in changed.meant})


def _nonsense(space: BoardSpace, command: CorrectDeed) -> Iterator[Nonsense]:
    """Yield what no deed of this kind can say, as the check of an edition's file has it."""
    given, lot = _given(command), space.index
    for name in given:
        if name not in FIGURES_OF[space.kind]:
            yield _of("not-on-deed", lot=lot)
    for name in _ROWS:
        count = len(getattr(space, name))
        if name in given and len(given[name]) != count:
            yield _of("figures-counted", lot=lot, count=count)
    for amount in _amounts(given):
        if amount < 1:
            yield _of("figure-too-low", amount=amount)
        if amount > MOST:
            yield _of("figure-too-high", amount=amount, most=MOST)
    if not all(1 <= times <= MOST_TIMES for times in given.get("dice_multiples", ())):
        yield _of("times-beyond", most=MOST_TIMES)
    mortgage, price = given.get("mortgage", space.mortgage), given.get("price", space.price)
    if mortgage >= price:
        yield _of("mortgage-too-high", amount=mortgage, lot=lot)
    for name in _ROWS:
        row = given.get(name, ())
        if list(row) != sorted(row) and not command.as_printed:
            yield _of("rents-falling", lot=lot)


def _amounts(figures: Mapping[str, Any]) -> Iterator[Money]:
    """Yield the amounts among figures, each rent by itself."""
    for name, figure in figures.items():
        if name != "dice_multiples":
            yield from figure if isinstance(figure, tuple) else (figure,)


def _of(kind: Kind, **facts: int | str) -> Nonsense:
    return Nonsense(kind, facts)


def _refused(kind: Kind, **facts: int | str) -> Refusal:
    return refuse("bad-command", "bank/banker", **facts, kind=kind)
