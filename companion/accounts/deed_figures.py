"""Figures of deeds that were set right: what they are called, and which amounts rest on them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.editions.model import BoardSpace, DeedFigures
from companion.game import events as e
from companion.game.postings import HOTEL
from companion.game.state import GameState
from companion.game.terms import Facts
from companion.journal.record import Record
from companion.journal.replay import in_force, replayed
from companion.rules.worth import taxed_parts
from companion.sayings.explanations import DEED_FIGURES
from companion.speaker import Speaker
from companion.words import Seat, Space


class DeedChange(NamedTuple):
    """One figure of a deed, in words: as the game had it, and as it is printed."""

    label: str
    before: str
    after: str

    @property
    def line(self) -> str:
        """All of it in one line."""
        return f"{self.label}: {self.before} → {self.after}"


class _Changed(NamedTuple):
    """One figure that was set right, by its place on the deed."""

    lot: Space
    name: str
    nth: int  # in a row of rents or multiples
    before: int
    after: int


def changes_of(
    speaker: Speaker, space: BoardSpace, before: DeedFigures, after: DeedFigures
) -> Iterator[DeedChange]:
    """Yield the figures of a deed that differ, in the order of the deed."""
    for one in _changed(space.index, before, after):
        yield _told(speaker, space, one)


def resting_on(
    speaker: Speaker, records: Sequence[Record], record: Record, event: e.AnyEvent
) -> Iterator[tuple[DeedChange, Record, e.DeedCorrected]]:
    """Yield each figure set right before a record on which an amount of its *event* rests.

    What was agreed before rests on none, nor what has nothing to do with that figure.
    """
    line = in_force(records[: record.seq])[:-1]
    told = [(by, one) for by in line for one in by.events if isinstance(one, e.DeedCorrected)]
    rests = _Rests(record, event, line)
    for by, correction in told:
        for lot, after in correction.figures.items():
            for one in _changed(lot, correction.before[lot], after):
                if rests.on(one):
                    yield _told(speaker, speaker.edition.space(lot), one), by, correction


def _changed(lot: Space, before: DeedFigures, after: DeedFigures) -> Iterator[_Changed]:
    for name, figure in after.meant.items():
        row = figure if isinstance(figure, tuple) else (figure,)
        was = before.meant[name]
        pairs = zip(was if isinstance(was, tuple) else (was,), row, strict=True)
        for nth, (old, new) in enumerate(pairs):
            if old != new:
                yield _Changed(lot, name, nth, old, new)


def _told(speaker: Speaker, space: BoardSpace, one: _Changed) -> DeedChange:
    said = str if one.name == "dice_multiples" else speaker.money
    return DeedChange(
        figure_label(speaker, space, one.name, one.nth), said(one.before), said(one.after)
    )


def figure_label(speaker: Speaker, space: BoardSpace, name: str, nth: int = 0) -> str:
    """Return what a figure of a deed is called, the *nth* of its row."""
    if name == "dice_multiples":
        return speaker.count(
            "Times the roll with {n} owned", "Times the roll with {n} owned", nth + 1
        )
    if name == "rents" and space.kind == "station":
        return speaker.count("Rent with {n} owned", "Rent with {n} owned", nth + 1)
    if name == "rents" and 0 < nth < HOTEL:
        return speaker.count("Rent with {n} house", "Rent with {n} houses", nth)
    if name == "rents":
        return speaker.say(DEED_FIGURES["hotel" if nth else "bare"])
    return speaker.say(DEED_FIGURES[name])


class _Rests:
    """Knows on which figures of deeds the amount of one event rests."""

    def __init__(self, record: Record, event: e.AnyEvent, line: Sequence[Record]) -> None:
        self._record, self._event, self._line = record, event, line
        self._facts: Facts = getattr(event, "facts", {})
        self._state: GameState | None = None

    def on(self, one: _Changed) -> bool:
        """Return whether the amount rests on a figure as it was set right."""
        event, facts = self._event, self._facts
        lot = facts.get("lot", getattr(event, "lot", None))
        match event:
            case e.PurchaseOffered() | e.Bought():
                priced = facts.get("from") != "bid" and event.price == one.after
                return one.name == "price" and lot == one.lot and priced
            case e.Built() | e.BuildingsSold():
                reckoned = facts.get("from") != "bid" and facts.get("base") == one.after
                return one.name == "house_cost" and lot == one.lot and reckoned
            case e.Mortgaged() | e.Redeemed():
                return one.name == "mortgage" and lot == one.lot and event.value == one.after
            case e.RentOpened() | e.RentClaimed() | e.RolledForRent():
                return lot == one.lot and self._is_rent(one)
            case e.Paid() | e.DebtOpened() | e.DebtPaid() | e.DebtSettled():
                return self._is_paid_by(one, event.reason, lot)
            case e.GameEnded():
                return self._is_owned(one)
        return False

    def _is_rent(self, one: _Changed) -> bool:
        """Return whether the rent of a lot is reckoned by this figure."""
        facts = self._facts
        if one.name == "dice_multiples":
            by_number = facts.get("by") in ("utility/one", "utility/both")
            return by_number and facts.get("multiplier") == one.after
        if one.name != "rents" or facts.get("base") != one.after:
            return False
        by_count = str(facts.get("by", "")).partition("/")[0] in ("station", "card")
        return one.nth == (int(facts["count"]) - 1 if by_count else facts.get("level", 0))

    def _is_paid_by(self, one: _Changed, reason: str, lot: object) -> bool:
        """Return whether what is paid for a *reason* is reckoned by this figure."""
        match reason:
            case "rent":
                return lot == one.lot and self._is_rent(one)
            case "deal":
                paid = getattr(self._event, "amount", None) == one.after
                return one.name == "price" and lot == one.lot and paid
            case "interest":
                named = {getattr(each, "lot", None) for each in self._record.events}
                reckoned = self._facts.get("base", one.after) == one.after
                return one.name == "mortgage" and one.lot in named and reckoned
            case "tax":
                return self._is_taxed(one)
        return False

    def _is_taxed(self, one: _Changed) -> bool:
        """Return whether a share of all possessions was reckoned with this figure."""
        payer = getattr(self._event, "payer", getattr(self._event, "debtor", None))
        part = {"price": "prices", "house_cost": "costs"}.get(one.name)
        if part is None or part not in self._facts or not isinstance(payer, int):
            return False
        counted = taxed_parts(self._before, Seat(payer))
        owned = self._before.lots[one.lot].owner == payer
        return owned and counted[part] == self._facts[part] and self._counts(one)

    def _is_owned(self, one: _Changed) -> bool:
        """Return whether the figure counts for somebody at the end."""
        owner = self._before.lots[one.lot].owner
        return one.name in ("price", "house_cost") and owner is not None and self._counts(one)

    def _counts(self, one: _Changed) -> bool:
        """Return whether the figure is the last word, and of a house that stands."""
        now = getattr(self._before.edition.space(one.lot), one.name)
        built = one.name == "price" or self._before.lots[one.lot].level > 0
        return now == one.after and built

    @property
    def _before(self) -> GameState:
        """The state before the record; seldom asked for, as it is played up to there."""
        if self._state is None:
            self._state = replayed(self._line)
        return self._state
