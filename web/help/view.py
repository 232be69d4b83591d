"""What waits to be confirmed, as each reader is told it: who pays whom, by which rule, how much."""

from collections.abc import Iterator

import msgspec

from companion.accounts.explainer import Clause, Figure
from companion.accounts.explanation import cited, equation
from companion.game import events as e
from companion.game.commands import FirstRoll, Roll
from companion.game.events_beside import Beside
from companion.sayings.events import PAID
from companion.sayings.said import marked as _
from companion.table.help.dues import reckoned
from companion.table.help.proposal import Proposal
from companion.words import Money, Seat
from web.shared.scene import Scene

TOLD = (e.Moved, e.RentClaimed)
"""Events that are told here although they are no news elsewhere."""


class DueLine(msgspec.Struct, frozen=True, kw_only=True):
    """One amount that waits."""

    place: int
    title: str
    amount: str  # nothing where people are to type it
    reason: str
    arithmetic: str
    counted: tuple[Figure, ...]  # what is counted, where the amount is to be typed
    rules: tuple[Clause, ...]
    owed: str  # that cash does not cover it
    mine: bool  # the reader confirms it
    takes: bool  # the reader is paid by the Bank
    typed: str  # what was typed otherwise than the rules say
    figure: Money | None  # the amount as a figure, where it may be told
    wanted: Money | None  # what was typed, as a figure


class ProposalCard(msgspec.Struct, frozen=True, kw_only=True):
    """What waits to be confirmed."""

    id: int
    happened: tuple[str, ...]
    dice: tuple[int, ...]
    dues: tuple[DueLine, ...]
    types: bool  # the amounts are typed
    unit: str  # in what
    mine: bool  # the reader has to say it
    differs: bool  # the reader typed something else
    button: str  # what the reader's tap says
    waits: str  # who has to say it
    contested: tuple[str, ...]
    blocked: bool  # it waits for the banker
    why: int  # number of the record; 0 where it would tell the amounts
    rolls: int  # so many dice, where it is a roll


def card_of(scene: Scene) -> ProposalCard | None:
    """Return what waits, or None."""
    waits = scene.view.proposal
    if waits is None:
        return None
    reader = scene.reader
    mine = reader is not None and reader in waits.awaited
    dues = tuple(_due(scene, waits, place) for place in range(len(waits.dues)))
    own = tuple(due for due in dues if due.mine)
    command = waits.command
    dice = command.dice if isinstance(command, Roll | FirstRoll) else ()
    return ProposalCard(
        id=waits.id,
        happened=tuple(_happened(scene, waits)),
        dice=tuple(dice),
        dues=dues,
        types=waits.helps == "announce",
        unit=scene.speaker.unit,
        mine=mine,
        differs=any(due.typed for due in own),
        button=_button(scene, waits, own) if mine else "",
        waits=_waits(scene, waits),
        contested=tuple(_contested(scene, waits)),
        blocked=bool(waits.contested) and set(waits.contested) != {reader},
        why=0 if waits.helps == "announce" else waits.id,
        rolls=len(dice),
    )


def _happened(scene: Scene, waits: Proposal) -> Iterator[str]:
    asked = reckoned(waits.command, waits.events)
    for event in waits.events:
        if event in asked or isinstance(event, Beside):
            continue
        line = scene.line(event)
        if line.rank != "why" or isinstance(event, TOLD):
            yield line.text


def _due(scene: Scene, waits: Proposal, place: int) -> DueLine:
    due, speaker = waits.dues[place], scene.speaker
    event = _source(waits, place)
    typed = waits.typed.get(place)
    told = waits.helps != "announce" or typed is not None
    mine = scene.reader is not None and due.says == scene.reader
    facts = getattr(event, "facts", {})
    return DueLine(
        place=place,
        title=_title(scene, due),
        amount=speaker.money(due.amount) if told else "",
        reason=_reason(scene, due, event),
        arithmetic=equation(event, speaker.edition) if told and event else "",
        counted=scene.explainer.counted(facts) if not told else (),
        rules=tuple(_rules(scene, event)),
        owed=speaker.say(_("The cash does not cover it: it is owed until it is paid."))
        if due.owed and told
        else "",
        mine=mine and due.says not in waits.confirmed,
        takes=mine and due.payee == scene.reader,
        typed=speaker.money(typed) if typed is not None else "",
        figure=due.amount if told else None,
        wanted=typed,
    )


def _source(waits: Proposal, place: int) -> e.Paid | e.DebtOpened | None:
    """Return the event from which an amount comes; None while it cannot be told."""
    found = reckoned(waits.command, waits.events)
    return found[place] if place < len(found) else None


def _rules(scene: Scene, event: e.Paid | e.DebtOpened | None) -> Iterator[Clause]:
    if event is not None:
        rules = cited((event.because, *event.also), scene.rulebook())
        yield from scene.explainer.clauses(rules)


def _title(scene: Scene, due: e.Due) -> str:
    reader, speaker = scene.reader, scene.speaker
    sentence = _("{payer} pays {payee}")
    if reader is not None and due.payer == reader:
        sentence = _("You pay {payee}")
    elif reader is not None and due.payee == reader:
        sentence = _("{payer} pays you")
    payer, payee = speaker.name(due.payer), speaker.name(due.payee)
    return speaker.begun(speaker.say(sentence, payer=payer, payee=payee))


def _reason(scene: Scene, due: e.Due, event: e.Paid | e.DebtOpened | None) -> str:
    """Return what an amount is for, in a word or two."""
    facts = scene.speaker.written(event.facts) if event else {}
    try:
        return scene.speaker.say(PAID[due.reason].reason, **facts)
    except KeyError:
        return ""


def _button(scene: Scene, waits: Proposal, own: tuple[DueLine, ...]) -> str:
    speaker, sums = scene.speaker, [waits.dues[due.place].amount for due in own]
    if any(due.typed for due in own):
        return speaker.say(_("Book what the rules say"))
    if waits.helps == "announce":
        return speaker.say(_("Book it"))
    amount = speaker.money(sum(sums))
    if all(due.takes for due in own):
        return speaker.say(_("Take {amount}"), amount=amount)
    if any(due.takes for due in own):
        return speaker.say(_("It is so"))
    return speaker.say(_("Pay {amount}"), amount=amount)


def _waits(scene: Scene, waits: Proposal) -> str:
    """Return who has still to say it, to everybody but the reader."""
    others = tuple(seat for seat in waits.awaited if seat != scene.reader)
    if waits.contested or not others:
        return ""
    sentence = _("First {names} or the banker must confirm it.")
    if waits.helps == "announce" and len(waits.typed) < len(waits.dues):
        sentence = _("First {names} or the banker must type the amount.")
    return scene.speaker.say(sentence, names=scene.speaker.people(others))


def _contested(scene: Scene, waits: Proposal) -> Iterator[str]:
    for seat, why in waits.contested.items():
        yield _objection(scene, seat, why)


def _objection(scene: Scene, seat: Seat, why: str) -> str:
    they, you = _("{name} says that it is not so"), _("You say that it is not so")
    said = scene.what(seat, they, you)
    return f"{said}: {why}" if why else said
