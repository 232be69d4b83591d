"""What is to be handed over in banknotes, as each reader is told it, and a count of notes."""

from collections.abc import Mapping

import msgspec

from companion.game.postings import POT
from companion.rules.rounding import settles
from companion.sayings.said import marked as _
from companion.speaker import NBSP
from companion.table.cash.banknotes import Notes, worth
from companion.table.cash.handing import Payment
from companion.words import Money, Seat
from web.shared.scene import Scene


class Handover(msgspec.Struct, frozen=True, kw_only=True):
    """One payment that is open."""

    id: str
    seq: int
    title: str
    notes: str  # which notes; nothing where they are not known
    back: str  # what comes back, or nothing
    button: str  # what the reader says when it was handed over; nothing: another says so
    concerns: bool  # the reader gives or gets it
    by_banker: bool  # the banker says so: the Bank or the pot gets it


class NoteCount(msgspec.Struct, frozen=True, kw_only=True):
    """A player's notes, counted or not yet."""

    held: str  # what there should be
    amount: Money
    booked: str  # what the books say
    likely: Mapping[Money, int]  # so many of each, as far as can be known
    notes: tuple[Money, ...]  # the values, the largest first
    counted: str = ""
    difference: str = ""  # signed; nothing where the count fits, or there is none
    short: bool = False
    mend: str = ""  # how the notes are put right
    right: Money | None = None  # what the books would say, put right; None: they cannot


def handovers_of(scene: Scene) -> tuple[Handover, ...]:
    """Return what is open: what concerns the reader first, the oldest first."""
    told = [_handover(scene, one) for one in scene.view.handing.open]
    return tuple(sorted(told, key=lambda one: not one.concerns))


def in_words(scene: Scene, notes: Notes) -> str:
    """Return notes as they are counted out: `1 × 50, 2 × 20`."""
    pairs = ((value, count) for value, count in notes.items() if count)
    return ", ".join(f"{count}{NBSP}×{NBSP}{scene.speaker.digits(value)}" for value, count in pairs)


def count_of(scene: Scene, seat: Seat, counted: Money | None) -> NoteCount:
    """Return what *seat* should have in notes, and how the sum *counted* differs from it."""
    handing, speaker, booked = scene.view.handing, scene.speaker, scene.state.cash(seat)
    held = handing.held.get(seat, booked)
    told = NoteCount(
        held=speaker.money(held),
        amount=held,
        booked=speaker.money(booked),
        likely=handing.purses.get(seat, {}),
        notes=tuple(reversed(handing.notes)),
    )
    if counted is None:
        return told
    change = counted - held
    right = booked + change
    can = right >= 0 and settles(scene.state.rules, right) and seat in scene.state.playing
    return msgspec.structs.replace(
        told,
        counted=speaker.money(counted),
        difference=speaker.signed(change) if change else "",
        short=change < 0,
        mend=_mend(scene, change) if change else "",
        right=right if can and change else None,
    )


def summed(counts: Mapping[Money, int | None]) -> Money | None:
    """Return what counted notes come to; None where nothing was counted."""
    known = {value: count for value, count in counts.items() if count is not None}
    return worth(known) if known else None


def _mend(scene: Scene, change: Money) -> str:
    amount = scene.speaker.money(abs(change))
    sentence = _("The Bank gives {amount}.") if change < 0 else _("The Bank takes {amount}.")
    return scene.speaker.say(sentence, amount=amount)


def _handover(scene: Scene, payment: Payment) -> Handover:
    giver, taker = payment.giver, payment.taker
    reader = scene.reader
    gives, gets = reader is not None and giver == reader, reader is not None and taker == reader
    banks = gives and payment.receiver is None and scene.banks
    # Which notes somebody pays with tells what is in that purse.
    tells = gives or gets or not isinstance(giver, int) or scene.sees(giver)
    return Handover(
        id=payment.id,
        seq=payment.seq,
        title=_title(scene, payment, gives=gives, gets=gets),
        notes=_notes(scene, payment) if tells else "",
        back=_back(scene, payment, gives=gives, gets=gets) if tells else "",
        button=_button(scene, payment) if gets or banks else "",
        concerns=gives or gets,
        by_banker=payment.receiver is None,
    )


def _button(scene: Scene, payment: Payment) -> str:
    if payment.receiver is not None:
        return scene.speaker.say(_("I have it"))
    if payment.taker == POT:
        return scene.speaker.say(_("It is handed over"))
    return scene.speaker.say(_("The Bank has it"))


def _title(scene: Scene, payment: Payment, *, gives: bool, gets: bool) -> str:
    speaker = scene.speaker
    sentence = _("{giver} gives {taker} {amount}")
    if gives:
        sentence = _("Give {taker} {amount}")
    elif gets:
        sentence = _("{giver} gives you {amount}")
    told = speaker.say(
        sentence,
        giver=speaker.name(payment.giver),
        taker=speaker.name(payment.taker),
        amount=speaker.money(payment.amount),
    )
    return speaker.begun(told)


def _notes(scene: Scene, payment: Payment) -> str:
    told = scene.view.handing.in_notes(payment)
    return in_words(scene, told.gives) if told else ""


def _back(scene: Scene, payment: Payment, *, gives: bool, gets: bool) -> str:
    told = scene.view.handing.in_notes(payment)
    if told is None or not told.back:
        return ""
    if told.by_bank:
        sentence = _("Change it at the Bank: {notes} come back")
    elif gives:
        sentence = _("You get back: {notes}")
    elif gets:
        sentence = _("You give back: {notes}")
    else:
        sentence = _("Back: {notes}")
    return scene.speaker.say(sentence, notes=in_words(scene, told.back))
