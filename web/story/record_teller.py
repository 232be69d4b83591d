"""One record told whole, for its table's page and for the hub's: as `companion explain` has it."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

import msgspec
from msgspec.structs import asdict

from companion.accounts.causes import Causes
from companion.accounts.explainer import Clause, Explainer, Figure, Link, ToldEvent
from companion.accounts.explanation import Explanation, explained
from companion.accounts.movements import before_record, moved_by
from companion.editions.rulebook import Rulebook
from companion.game.events import AnyEvent
from companion.game.state import GameState
from companion.journal.record import Record
from companion.journal.replay import stepped
from web.shared.parts import StoryRow, signed_row


class ToldStep(Link, frozen=True, kw_only=True):
    """One link of the chain of causes."""

    held: int  # the record by which its phone came to the seat during the game; 0: it always had it


class Happened(msgspec.Struct, frozen=True, kw_only=True):
    """One event with what it rests on."""

    row: StoryRow
    facts: tuple[Figure, ...]
    rules: tuple[Clause, ...]
    booked: tuple[Figure, ...]  # each account that it moved


class RecordTeller:
    """Tells records of one game, with their causes, rules, arithmetic and postings.

    Args:
        explainer: speaks to the reader, and has the records.
        state: of the game now: its edition and its players.
        rulebook: the catalogue that the edition is played by.
        causes: who led to whom.
        game: its name, for the error.
    """

    def __init__(
        self,
        explainer: Explainer,
        state: GameState,
        rulebook: Rulebook,
        causes: Causes,
        game: str = "",
    ) -> None:
        self._explainer, self._state, self._rulebook = explainer, state, rulebook
        self._causes, self._game = causes, game
        self._records = explainer.headlines.records

    def explanation(self, record: Record) -> Explanation:
        """Return a record, explained as data.

        Raises:
            JournalError: what is before it is no game.
        """
        earlier, state = self._records[: record.seq - 1], self._state
        before = before_record(self._records, record.seq, where=self._game)
        reached = stepped(before, record, earlier=earlier)
        return explained(
            *(record, state.edition, self._rulebook, tuple(one.name for one in state.players)),
            booked=moved_by(before, record, reached),
            led=[self._records[seq - 1] for seq in self._causes.of(record.seq)],
            held=self._explainer.since(record.seq),
            reached=reached,
        )

    def happened(
        self,
        record: Record,
        explanation: Explanation,
        only_counted: Callable[[AnyEvent], bool] = lambda _event: False,
    ) -> tuple[Happened, ...]:
        """Return each event of a record; see `Explainer.events`."""
        told = self._explainer.events(record, explanation, only_counted)
        return tuple(self._happened(record.seq, event) for event in told)

    def _happened(self, seq: int, event: ToldEvent) -> Happened:
        told = event.told
        return Happened(
            row=signed_row(self._explainer.speaker, seq, told.text, told.change, told.amount),
            facts=event.facts,
            rules=event.rules,
            booked=event.booked,
        )

    def chain(self, record: Record, explanation: Explanation) -> tuple[ToldStep, ...]:
        """Return how it came to a record, from the dice or the button on; empty if it is alone."""
        led = [self._records[step.seq - 1] for step in explanation.led]
        return tuple(self._steps(self._explainer.chain((*led, record) if led else ())))

    def too_late(self, record: Record) -> tuple[ToldStep, ...]:
        """Return who pressed too late because of a record."""
        return tuple(self._steps(self._explainer.too_late(record)))

    def _steps(self, links: Iterable[Link]) -> Iterator[ToldStep]:
        for link in links:
            held = self._explainer.since(link.seq)
            yield ToldStep(**asdict(link), held=held if held > 1 else 0)


def when_of(record: Record) -> str:
    """Return what the wall clock said, in the time of the place; nothing if that is no time."""
    try:
        return f"{datetime.fromtimestamp(record.cause.wall).astimezone():%Y-%m-%d %H:%M:%S}"
    except (OverflowError, OSError, ValueError):
        return ""
