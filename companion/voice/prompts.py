"""What somebody is asked besides the dice, as a croupier asks it: yes or no, this or that. Pure.

A press of the seat's button says yes, or takes what is named first; held down it says no, or takes
the second (`companion.table.buttons`). Of what a player has nothing is told but by who owes: what
is proposed then is what the debt asks for.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from companion.accounts.options import mortgage_option, option_of
from companion.game.commands import Mortgage
from companion.game.state import GameState
from companion.rules.asked import coverable
from companion.rules.transfer import OPTIONS
from companion.sayings import announcements as say
from companion.table.buttons.conditions import (
    choices,
    owing,
    raised_by,
    to_build_on,
    turned_over,
)
from companion.table.view import View
from companion.voice.croupier import Croupier


class Prompt(NamedTuple):
    """What one seat is asked."""

    id: str  # as long as it stays the same question
    text: str


def prompt(croupier: Croupier, view: View, state: GameState) -> Prompt | None:
    """Return what is asked now, the most urgent; None: nothing."""
    kinds = (kind(croupier, view, state) for kind in (_turned, _debts, _choices, _building))
    return next(chain.from_iterable(kinds), None)


def _turned(croupier: Croupier, view: View, state: GameState) -> Iterator[Prompt]:
    for seat in state.playing if view.turned else ():
        turned = turned_over(view, seat)
        if turned is not None:
            sentence = say.MORTGAGE if turned.do == "mortgage" else say.REDEEM
            facts = {"name": croupier.name(seat), "lots": croupier.space(turned.lot)}
            yield Prompt(turned.id, croupier.say(sentence, **facts))


def _debts(croupier: Croupier, view: View, state: GameState) -> Iterator[Prompt]:
    for seat in dict.fromkeys(debt.debtor for debt in state.debts):
        stage, name = owing(view, seat), croupier.name(seat)
        if stage == "pay" and (debt := coverable(state, seat)) is not None:
            amount = croupier.money(debt.amount)
            yield Prompt(
                f"pay-{seat}-{debt.amount}", croupier.say(say.PAY, name=name, amount=amount)
            )
        elif stage == "raise" and (step := raised_by(view, seat)) is not None:
            sentence = say.MORTGAGE if isinstance(step, Mortgage) else say.SELL
            lots = ", ".join(map(croupier.space, step.lots))
            stands = sum(state.lots[lot].level for lot in step.lots)
            key = f"raise-{seat}-{min(step.lots)}-{stands}"
            yield Prompt(key, croupier.say(sentence, name=name, lots=lots))
        elif stage == "give-up":
            yield Prompt(f"give-up-{seat}", croupier.say(say.GIVE_UP, name=name))


def _choices(croupier: Croupier, view: View, state: GameState) -> Iterator[Prompt]:
    due = [*(transfer.seat for transfer in state.transfers)]
    for seat in dict.fromkeys((*due, *((state.choice.seat,) if state.choice else ()))):
        wishes = choices(view, seat)
        if not wishes:
            continue
        lot = wishes[0].lot
        if lot is not None:
            both = [mortgage_option(croupier, state, lot, one) for one in sorted(OPTIONS)]
        else:
            both = [option_of(croupier, state, state.choice, one.option) for one in wishes]
        facts = {"name": croupier.name(seat), "first": both[0], "second": both[-1]}
        yield Prompt(f"choose-{seat}-{lot}-{state.turn.rolled}", croupier.say(say.EITHER, **facts))


def _building(croupier: Croupier, view: View, state: GameState) -> Iterator[Prompt]:
    for seat in dict.fromkeys(one.seat for one in view.shown):
        lot = to_build_on(view, seat)
        if lot is not None:
            amount = croupier.money(state.edition.space(lot).house_cost)
            facts = {"name": croupier.name(seat), "lots": croupier.space(lot), "amount": amount}
            key = f"build-{seat}-{lot}-{state.lots[lot].level}"
            yield Prompt(key, croupier.say(say.BUILD, **facts))
