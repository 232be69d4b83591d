"""A check of the table: who lays out now, and what differs from the books."""

from collections.abc import Iterator, Sequence

import msgspec

from companion.disputes.check_table import Difference, Fix, Kind, Report, check_table
from companion.editions.colours import band
from companion.editions.model import deck_of
from companion.sayings.said import marked as _
from companion.table.check.laid_deeds import TABLE, Holder, Pile, TableCheck, Thing
from web.check.shots import Shot, shots_about, shots_of
from web.shared.parts import standing
from web.shared.scene import Scene
from web.situation.view import CorrectedThing, changes_of

SENTENCES: dict[Kind, str] = {
    "missing": _("{lot} is missing. By the books {books} has it."),
    "wrong-owner": _("{lot} lies with {table}. By the books {books} has it."),
    "of-the-bank": _("{lot} lies with {table}. By the books the Bank has it."),
    "wrong-side": _("{lot} lies face up. By the books it is mortgaged."),
    "twice": _("{lot} lies in two places, so one is a copy. Take the false one away."),
    "buildings": _("{lot}: {counted} on the board, {booked} by the books."),
    "impossible": _(
        "{lot}: {counted} cannot stand there. Nobody has the deed, or it is mortgaged."
    ),
    "cash": _("{table} has {counted} in notes. By the books it is {booked}."),
    "card-missing": _("The jail card of {deck} is missing. By the books {books} has it."),
    "card-elsewhere": _("The jail card of {deck} lies with {table}. By the books {books} has it."),
    "card-of-the-pile": _(
        "The jail card of {deck} lies with {table}. By the books it is in its pile."
    ),
    "card-twice": _("The jail card of {deck} lies in two places, so one is a copy."),
    "revoked": _("With {table} lies a sticker that was replaced by a new one. It counts no more."),
    "other-set": _("With {table} lies a deed of another box. It does not belong to this game."),
    "forged": _("With {table} lies a sticker that this box never had."),
    "no-such-deed": _("With {table} lies a deed that this edition does not have."),
}
"""What differs -> sentence."""

MORE_CASH = _("{table} has {difference} more in notes than the books say.")
LESS_CASH = _("{table} has {difference} less in notes than the books say.")
FACE_DOWN = _("{lot} lies face down. By the books it is not mortgaged.")
HERE = _("{lot} lies here. By the books the Bank has it.")
JAIL_CARD = _("Jail card: {deck}")
CARDS_TOO = _("Cards that leave jail free belong there too.")
CARD_HERE = _("The jail card of {deck} lies here. By the books it is in its pile.")


class LaidName(msgspec.Struct, frozen=True):
    """A deed or a card that was seen or ticked."""

    name: str
    colour: str
    back: bool
    here: bool  # it lies there now


class PileView(msgspec.Struct, frozen=True, kw_only=True):
    """One pile."""

    holder: Holder
    name: str
    count: str  # how many deeds and cards
    whole: bool
    now: bool
    mine: bool  # the reader may tick and finish it


class Mending(msgspec.Struct, frozen=True):
    """A way to correct the books."""

    number: int
    label: str


class FoundDifference(msgspec.Struct, frozen=True, kw_only=True):
    """One difference."""

    number: int  # from 1, as in the pictures
    key: str
    text: str
    mended: bool
    again: tuple[tuple[Holder, str], ...]  # whose piles tell whether it is mended
    shots: tuple[Shot, ...]  # where it lies, and where it is missed
    choices: tuple[Mending, ...]


class CheckView(msgspec.Struct, frozen=True, kw_only=True):
    """All that pages show of a check."""

    id: str
    taking_over: bool
    title: str
    line: str  # what to do now
    now: PileView | None
    leads: bool
    piles: tuple[PileView, ...]
    laid: tuple[LaidName, ...]  # of the pile that is laid out now
    leave: bool  # deeds of the one before must first be taken away
    items: tuple[FoundDifference, ...]
    shots: tuple[Shot, ...]
    done: bool
    blind: bool  # no camera looks


def check_view(scene: Scene, *, banker: bool = False) -> CheckView | None:
    """Return the running check as the reader may see it, or None."""
    check = scene.view.check
    if check is None:
        return None
    report = report_of(scene, check)
    leads = banker or (scene.reader is not None and scene.reader == check.leader)
    piles = tuple(_pile(scene, check, holder, leads=leads) for holder in check.order)
    now = next((pile for pile in piles if pile.now), None)
    shown = () if check.purpose == "take-over" or now is not None else report.differences
    camera = scene.view.deeds_camera or scene.view.camera
    return CheckView(
        id=check.id,
        taking_over=check.purpose == "take-over",
        title=_title(scene, check, report),
        line=_line(scene, check, report),
        now=now,
        leads=leads,
        piles=piles,
        laid=tuple(_laid(scene, check)),
        leave=bool(check.clearing),
        items=tuple(_item(scene, check, n, shown) for n in range(1, len(shown) + 1)),
        shots=shots_of(check, shown),
        done=now is None,
        blind=camera is None or not camera.ok,
    )


def report_of(scene: Scene, check: TableCheck) -> Report:
    """Return how the table differs from the books as they are now."""
    handing = scene.view.handing
    notes = handing.held if handing.mode != "off" else {}
    return check_table(scene.state, check.laid, check.order, notes)


def call_of(scene: Scene) -> str:
    """Return what a player's page says while a check goes on; nothing if none does."""
    check = scene.view.check
    if check is None:
        return ""
    if check.proposal is not None:
        return scene.speaker.say(_("Is this how the game stands? Look at it."))
    title = _title(scene, check, report_of(scene, check))
    if check.now is not None or check.purpose == "take-over":
        return title
    return scene.speaker.say(_("The table was checked: {result}."), result=title)


def whose(scene: Scene, holder: Holder | None) -> str:
    """Return whose pile it is, in words."""
    return scene.speaker.say(_("everybody")) if holder == TABLE else scene.speaker.name(holder)


# ---- in words


def _title(scene: Scene, check: TableCheck, report: Report) -> str:
    say = scene.speaker.say
    if check.proposal is not None:
        return say(_("Is this how the game stands?"))
    if check.now == TABLE:
        return say(_("Lay out all your deeds"))
    if check.now is not None:
        return scene.what(check.now, _("{name}, lay out your deeds"), _("Lay out your deeds"))
    if check.purpose == "take-over":
        return say(_("All deeds are laid out"))
    if not report.differences:
        return say(_("The table is as the books say"))
    return scene.speaker.count("{n} difference", "{n} differences", len(report.differences))


def _line(scene: Scene, check: TableCheck, report: Report) -> str:
    say, speaker = scene.speaker.say, scene.speaker
    if check.proposal is not None:
        return say(
            _("Look at it together. Each of you says on your own phone whether it is right.")
        )
    if check.clearing:
        left = [one for one in check.clearing if one in check.lying] or check.clearing
        lots = ", ".join(_name(scene, thing) for thing in left)
        return say(_("First take the others away: {lots}."), lots=lots)
    if check.now is not None:
        line = say(_("Mortgaged ones face down. In any order, in several goes if need be."))
        holders = {check.now} if check.now != TABLE else {*scene.state.seats}
        keeps = holders & {*scene.state.holds.values()} or check.purpose == "take-over"
        return f"{line} {say(CARDS_TOO)}" if keeps else line
    if check.purpose == "take-over":
        return say(_("The banker types in the rest: buildings, cash, who is where."))
    return speaker.count("{n} deed lies as the books say.", "{n} deeds lie as the books say.",
                         report.right)  # fmt: skip


def _name(scene: Scene, thing: Thing) -> str:
    if isinstance(thing, str):
        return scene.speaker.say(JAIL_CARD, deck=scene.speaker.deck(deck_of(thing)))
    lot = scene.state.edition.lot_of_deed(thing)
    return scene.speaker.space(lot) if lot is not None else f"No. {thing}"


def sentence_of(scene: Scene, one: Difference) -> str:
    """Return a difference as a sentence."""
    speaker = scene.speaker
    told = SENTENCES[one.kind]
    if one.kind == "wrong-side" and one.back:
        told = FACE_DOWN
    if one.kind == "of-the-bank" and one.table == TABLE:
        told = HERE
    if one.kind == "card-of-the-pile" and one.table == TABLE:
        told = CARD_HERE
    if one.kind == "cash" and one.books is not None and not scene.sees(one.books):
        told = MORE_CASH if one.counted > one.booked else LESS_CASH
    counted, booked = (
        speaker.money(n) if one.kind == "cash" else _stands(scene, n)
        for n in (one.counted, one.booked)
    )
    return speaker.say(
        told,
        lot=speaker.space(one.lot) if one.lot is not None else "",
        deck=speaker.deck(deck_of(one.card)) if one.card is not None else "",
        books=speaker.name(one.books),
        table=whose(scene, one.table),
        counted=counted,
        booked=booked,
        difference=speaker.money(abs(one.counted - one.booked)) if one.kind == "cash" else "",
    )


def _stands(scene: Scene, level: int) -> str:
    return standing(scene.speaker, level, mortgaged=False) or scene.speaker.say(_("no building"))


def _choice(scene: Scene, one: Difference, number: int, fix: Fix) -> Mending:
    say = scene.speaker.say
    if fix.owner is not None:
        label = say(_("Correct the books: {name} has it"), name=scene.speaker.name(fix.owner))
    elif one.kind == "missing":
        label = say(_("Correct the books: back to the Bank"))
    elif one.kind == "card-missing":
        label = say(_("Correct the books: back in its pile"))
    else:
        label = say(_("Correct the books"))
    return Mending(number, label)


def fix_of(report: Report, key: str, number: int) -> Fix | None:
    """Return a way to correct the books, None if the difference is no more, or never was."""
    one = report.of(key)
    return one.fixes[number] if one is not None and 0 <= number < len(one.fixes) else None


def before_and_after(scene: Scene, fix: Fix) -> tuple[CorrectedThing, ...]:
    """Return what a correction changes."""
    return changes_of(scene, dict(fix.fields))


# ---- piles and differences


def _pile(scene: Scene, check: TableCheck, holder: Holder, *, leads: bool) -> PileView:
    pile, count = check.laid.piles.get(holder, Pile()), scene.speaker.count
    counts = [count("{n} deed", "{n} deeds", len(pile.deeds))]
    if pile.cards:
        counts.append(count("{n} card", "{n} cards", len(pile.cards)))
    return PileView(
        holder=holder,
        name=whose(scene, holder),
        count=", ".join(counts),
        whole=pile.whole,
        now=check.now == holder,
        mine=leads or (scene.reader is not None and holder == scene.reader),
    )


def _laid(scene: Scene, check: TableCheck) -> Iterator[LaidName]:
    edition = scene.state.edition
    for thing, laid in check.pile.things.items():
        lot = edition.lot_of_deed(thing) if isinstance(thing, int) else None
        colour = band(edition, edition.space(lot)) if lot is not None else "station"
        yield LaidName(_name(scene, thing), colour, laid.back, thing in check.lying)


def _item(
    scene: Scene, check: TableCheck, number: int, shown: Sequence[Difference]
) -> FoundDifference:
    one = shown[number - 1]
    return FoundDifference(
        number=number,
        key=one.key,
        text=sentence_of(scene, one),
        mended=one.key in check.mended,
        again=tuple((holder, whose(scene, holder)) for holder in one.piles),
        shots=shots_about(check, one, shown),
        choices=tuple(_choice(scene, one, n, fix) for n, fix in enumerate(one.fixes)),
    )
