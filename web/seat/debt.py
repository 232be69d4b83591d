"""A debt that cash does not cover: what everybody sees of it, and the plan to raise it."""

import math

import msgspec

from companion.game import events as e
from companion.game.commands import Mortgage, PayDebt, Sell
from companion.rules.means import RaisingStep, way_out
from companion.rules.worth import owed
from companion.sayings.said import marked as _
from companion.table.buttons.meanings import situation
from companion.words import Seat
from web.shared.parts import Action
from web.shared.scene import Scene


class OpenDebt(msgspec.Struct, frozen=True, kw_only=True):
    """The oldest debt, as everybody sees it."""

    title: str
    amount: str
    missing: str  # a sentence, where the reader may know it
    why: int  # number of the record that opened it
    button: str  # what a press of the debtor's button does, if there is one


class Raising(msgspec.Struct, frozen=True, kw_only=True):
    """How the reader could raise what is owed."""

    title: str
    steps: tuple[Action, ...]


def debt_of(scene: Scene) -> OpenDebt | None:
    """Return the debt that play waits for, or None."""
    debt = next(iter(scene.state.debts), None)
    if debt is None:
        return None
    speaker, seat = scene.speaker, debt.debtor
    creditor = speaker.name(debt.creditor)
    missing = owed(scene.state, seat) - scene.state.cash(seat)
    said = speaker.say(_("{amount} are still missing"), amount=speaker.money(missing))
    return OpenDebt(
        title=scene.what(
            seat, _("{name} owes {creditor}"), _("You owe {creditor}"), creditor=creditor
        ),
        amount=speaker.money(debt.amount),
        missing=said if missing > 0 and scene.sees(seat) else "",
        why=scene.origin(e.DebtOpened, debtor=seat),
        button=press_for_debt(scene, seat),
    )


def press_for_debt(scene: Scene, seat: Seat) -> str:
    """Return what a press of the button of *seat* does about its debt; nothing without one."""
    act = situation(scene.view, seat).short if seat in scene.context.button_seats else None
    asked = act.asks(scene.view, seat, math.inf) if act is not None else None
    say = scene.speaker.say
    if isinstance(asked, PayDebt):
        return say(_("The button pays."))
    if isinstance(asked, Mortgage | Sell):
        mortgages = isinstance(asked, Mortgage)
        words = _("The button mortgages {lots}."), _("The button sells buildings of {lots}.")
        lots = ", ".join(map(scene.speaker.space, asked.lots))
        return say(words[0] if mortgages else words[1], lots=lots)
    return ""


def raising_of(scene: Scene) -> Raising | None:
    """Return the steps that raise what the reader owes; None if nothing does, or has to."""
    assert scene.reader is not None
    steps = way_out(scene.state, scene.reader)
    if not steps:
        return None
    brings = scene.speaker.money(sum(step.brings for step in steps))
    title = scene.speaker.count("{n} step gets you there", "{n} steps get you there", len(steps))
    return Raising(
        title=f"{title}: {brings}",
        steps=tuple(_action(scene, step) for step in steps),
    )


def _action(scene: Scene, step: RaisingStep) -> Action:
    speaker, command = scene.speaker, step.command
    facts = {
        "lots": ", ".join(map(speaker.space, command.lots)),
        "amount": speaker.money(step.brings),
    }
    if isinstance(command, Mortgage):
        label, do = speaker.say(_("Mortgage {lots}: {amount}"), **facts), "mortgage"
        fields = tuple(("lots", str(lot)) for lot in command.lots)
    else:
        label, do = speaker.say(_("Sell buildings of {lots}: {amount}"), **facts), "sell"
        fields = tuple(("lots", str(lot)) for lot, n in command.lots.items() for _each in range(n))
    return Action(label=label, do=do, fields=fields, tone="quiet")
