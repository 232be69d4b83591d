"""A running game in one language for one reader: what all its views are made of."""

from collections.abc import Collection, Iterator
from functools import cached_property
from math import inf
from typing import Self

import msgspec
from msgspec.structs import replace

from companion.accounts.causes import late_for
from companion.accounts.explainer import Explainer
from companion.accounts.headlines import Headlines
from companion.editions.rulebook import Rulebook
from companion.game import events as e
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.journal.record import Record
from companion.journal.replay import (
    first_told,
    in_force,
    is_played,
    is_told,
    retellings,
    retold_by,
    taken_back,
)
from companion.rules.asked import Permit, may, on_turn
from companion.sayings.said import marked as _
from companion.speaker import Speaker, ToldLine, change_of
from companion.table.view import Notice, View
from companion.words import Seat
from web.shared.bankruptcies import folded
from web.shared.chronicle import told
from web.shared.context import Context
from web.shared.parts import Person, Retold, StoryRow, signed_row

HIDDEN = "•••"
"""Stands for a balance that is not the reader's to know."""


class Scene:
    """Everything a view asks about.

    Args:
        context: the app's.
        view: a snapshot with a game in it.
        speaker: who speaks to the reader.
        reader: whose phone it is; None for the table screen.
        knows: whose balances the reader may know beside the own one, where balances are hidden.
        banks: whether the reader keeps the Bank as well.
    """

    def __init__(
        self,
        context: Context,
        view: View,
        speaker: Speaker,
        reader: Seat | None = None,
        *,
        knows: Collection[Seat] = (),
        banks: bool = False,
    ) -> None:
        assert view.state is not None
        self.context, self.view, self.speaker, self.reader = context, view, speaker, reader
        self.state: GameState = view.state
        self._hidden = context.manners.hidden and not view.state.winners
        self._knows, self.banks = knows, banks
        self.records = context.chronicle.records(view.game, view.seq)

    def at(self, state: GameState) -> Self:
        """Return the same for the same reader, with the game in another *state*."""
        view = replace(self.view, state=state)
        return type(self)(
            self.context, view, self.speaker, self.reader, knows=self._knows, banks=self.banks
        )

    @property
    def now(self) -> float:
        """The time at the table, monotonic seconds."""
        return self.context.table.mono()

    # ---- people

    def person(self, seat: Seat) -> Person:
        """Return who sits at *seat*."""
        player = self.state.players[seat]
        note = ""
        if player.out:
            note = self.speaker.say(_("out"))
        elif player.jailed is not None:
            note = self.speaker.say(_("in jail"))
        return Person(
            seat=seat,
            name=player.name,
            letter=player.name[:1].upper(),
            colour=self.context.phones.colour(seat),
            cash=self.speaker.money(self.state.cash(seat)) if self.sees(seat) else HIDDEN,
            note=note,
            turn=seat == self.on_turn,
            out=player.out,
        )

    def sees(self, seat: Seat) -> bool:
        """Return whether the reader may know how much *seat* has."""
        return not self._hidden or seat == self.reader or seat in self._knows

    @property
    def sees_all(self) -> bool:
        """Whether the reader may know how much everybody has."""
        return all(map(self.sees, self.state.seats))

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody, in seating order."""
        return tuple(self.person(seat) for seat in self.state.seats)

    @property
    def on_turn(self) -> Seat | None:
        """Whose turn it is: of who rolls next, once a turn is played out.

        Nobody's before the first roll and after the end.
        """
        return on_turn(self.state, self.view.asked)

    def permits(self, seat: Seat) -> tuple[Permit, ...]:
        """Return what *seat* may do now."""
        return may(self.state, seat)

    # ---- what happened

    def rows(
        self, most: int | None, *, story: bool = False, among: slice = slice(None)
    ) -> tuple[StoryRow, ...]:
        """Return the newest *most* events as rows, newest first; with the whole *story*, or not.

        *among*: which of the records, counted from 0.
        """
        late = self._late_entries() if story else {}
        found: list[StoryRow] = []
        for record, event in told(self.records[among]):
            found += late.pop(record.seq, ())
            line = self.line(event, record.cause.arbiter) if story else self.news_of(record, event)
            shown = story or self._is_own_press(event)
            if line is None or line.rank == "why" or (line.rank == "story" and not shown):
                continue
            if not story and self.retold(record.seq).again:
                continue  # it is told where it counts
            found.append(self._row(record, line, story=story))
            if most is not None and len(found) >= most:
                break
        return tuple(found)

    def news_of(self, record: Record, event: e.AnyEvent) -> ToldLine | None:
        """Return an event as a short list has it; None if another line says it too."""
        return folded(
            self.speaker, record, event, self.line(event, record.cause.arbiter), self.reader
        )

    def _is_own_press(self, event: e.AnyEvent) -> bool:
        """Return whether the reader pressed too late: who did may ask why at once."""
        return isinstance(event, e.PressRefused) and event.seat == self.reader

    def _row(self, record: Record, line: ToldLine, *, story: bool = True) -> StoryRow:
        row = signed_row(self.speaker, record.seq, line.text, line.change, line.amount)
        row = replace(row, undone=record.seq in self.undone)
        return replace(row, **msgspec.structs.asdict(self.retold(record.seq))) if story else row

    def retold(self, seq: int) -> Retold:
        """Return what a late entry has to do with a record."""
        record = self.records[seq - 1]
        return Retold(
            again=self._told_again.get(first_told(self.records, seq), 0)
            if seq in self.undone
            else 0,
            repeats=record.cause.repeats or 0,
            put_in=seq > 1 and seq in retold_by(self.records[seq - 2])[:1],
        )

    @cached_property
    def _told_again(self) -> dict[int, int]:
        """The number of what was first told -> that of the record that repeats it and counts."""
        told = (r.seq for r in in_force(self.records) if r.cause.repeats is not None)
        return {first_told(self.records, seq): seq for seq in told}

    def _late_entries(self) -> dict[int, list[StoryRow]]:
        """Return what was booked late, by the record after which each entry has its place."""
        found: dict[int, list[StoryRow]] = {}
        for record, event in told(self.records):
            place = late_for(event)
            if place:
                line = self.line(event, record.cause.arbiter)
                row = replace(self._row(record, line), late=record.seq)
                found.setdefault(place, []).append(row)
        return found

    @cached_property
    def headlines(self) -> Headlines:
        """Says records and events to the reader."""
        hidden = [seat for seat in self.state.seats if not self.sees(seat)]
        return Headlines(self.speaker, self.records, self.reader, hidden)

    @cached_property
    def explainer(self) -> Explainer:
        """Says to the reader what is explained."""
        chronicle, game, seq = self.context.chronicle, self.view.game, self.view.seq
        return Explainer(self.headlines, lambda one: chronicle.holdings(game, seq).since(one))

    def line(self, event: e.AnyEvent, arbiter: str = "") -> ToldLine:
        """Return an event as the reader is told it; *arbiter*: who ordered it from the club."""
        return self.headlines.line(event, arbiter)

    @cached_property
    def undone(self) -> frozenset[int]:
        """The numbers of the records that were taken back."""
        return taken_back(self.records)

    @property
    def last_step(self) -> tuple[e.AnyEvent, ...]:
        """What the last step in force came to."""
        played = (r for r in reversed(self.records) if is_played(r) and r.seq not in self.undone)
        last = next(played, None)
        return last.events if last is not None else ()

    def headline(self, seq: int) -> str:
        """Return what happened in a record, in one sentence."""
        return self.headlines.of(seq)

    def last_change(self) -> tuple[StoryRow, str] | None:
        """Return the newest change of the reader's cash, and its reason: a card's is one sum."""
        for record, event in told(self.records):
            if change_of(event, self.reader) and record.seq not in self.undone:
                line = self.speaker.event(event, self.reader, arbiter=record.cause.arbiter)
                beside = (self.speaker.event(other, self.reader) for other in record.events)
                change = sum(one.change for one in beside if one.reason == line.reason)
                row = signed_row(self.speaker, record.seq, line.text, change, abs(change))
                return row, line.reason or line.text
        return None

    def origin(self, kind: type[e.Event], **fields: object) -> int:
        """Return the number of the newest record in force with such an event; 0 without one."""
        for record, event in told(self.records):
            if not isinstance(event, kind) or record.seq in self.undone:
                continue
            if all(getattr(event, name) == value for name, value in fields.items()):
                return record.seq
        return 0

    def rolls(self) -> Iterator[tuple[Record, e.FirstRolled | e.Rolled | e.RolledForRent]]:
        """Yield every roll, the newest first."""
        for record, event in told(self.records):
            if not isinstance(event, e.FirstRolled | e.Rolled | e.RolledForRent):
                continue
            if record.seq not in self.undone:
                yield record, event

    @property
    def rolled(self) -> int:
        """The number of the record of the last roll; 0 before the first."""
        return next((record.seq for record, _roll in self.rolls()), 0)

    @property
    def news(self) -> tuple[Notice, ...]:
        """The newest notice that the reader may hear, as long as nothing was done since."""
        heard = [one for one in self.view.notices if None in (self.reader, one.to) or
                 one.to == self.reader]  # fmt: skip
        return tuple(one for one in heard[-1:] if one.mono > self.done_at)

    @cached_property
    def done_at(self) -> float:
        """When something was last done, monotonic seconds; long ago if nothing was."""
        again = retellings(self.records)  # of these the cause is an old one
        fresh = (r.cause for r in reversed(self.records) if not is_told(r) and r.seq not in again)
        done = next(fresh, None)
        return done.mono if done is not None else -inf

    def refusal(self, refusal: Refusal) -> str:
        """Return why something is refused, whoever asked; whose cash is named, they alone know."""
        if not self.sees_all:
            facts = {name: fact for name, fact in refusal.facts.items() if name != "cash"}
            refusal = replace(refusal, facts=facts)
        return self.speaker.refusal(refusal)

    def rulebook(self) -> Rulebook:
        """Return the catalogue of the rules that are played by."""
        return self.context.parts.editions.rulebook(self.state.edition.catalogue)

    def what(self, seat: Seat, they: str, you: str, **facts: object) -> str:
        """Return a sentence about *seat* as the reader is told it."""
        facts = {"name": self.speaker.name(seat), **facts}
        return self.speaker.say(you if seat == self.reader else they, **facts)
