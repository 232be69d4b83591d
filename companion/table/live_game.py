"""The running game: its state, and the journal that always knows it first. One thread only."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.errors import CompanionError, JournalError
from companion.game.commands import AnyCommand, FirstRoll, Roll
from companion.game.events import AnyEvent, Rewound
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.journal.games import Games
from companion.journal.record import Cause, Record
from companion.journal.replay import after, in_force, is_played, replayed
from companion.journal.store import CommitError, Draft, Journal
from companion.rules import decide
from companion.table.answers import Accepted, Answer, Broken, broken_by
from companion.table.state import told_by
from companion.words import RuleKey

BANKER = RuleKey("bank/banker")
"""What going back rests on: the banker's word."""

TRIES = 2
"""Commits: after a failed one the journal is opened anew, and once more it is tried."""


class LiveGame:
    """One game that goes on.

    Args:
        home: where its journal lives.
        journal: its records, of which there is at least one.
    """

    def __init__(self, home: Games, journal: Journal) -> None:
        self._home = home
        self._journal = journal
        self.table = told_by(journal.records, where=journal.name)
        self.trouble: CompanionError | None = None  # while the journal cannot be written
        self._open = True
        self._disk_full = False  # what the last failure was

    @property
    def state(self) -> GameState:
        """How the game stands."""
        return self.table.game

    @property
    def seq(self) -> int:
        """The number of its last record."""
        return self.table.seq

    @property
    def name(self) -> str:
        """The name of the game's journal."""
        return self._journal.name

    @property
    def is_over(self) -> bool:
        """Whether it has winners."""
        return bool(self.state.winners)

    def records(self, since: int = 0) -> tuple[Record, ...]:
        """Return the records with numbers above *since*; any thread may ask."""
        return tuple(self._journal.records[max(since, 0) :])

    def answered(self, command_id: str | None) -> Accepted | None:
        """Return the answer that a command with this id already got, if it was accepted."""
        seq = self._journal.seq_of(command_id) if command_id else None
        if seq is None:
            return None
        return Accepted(seq, self._journal.records[seq - 1].events, self.name)

    def settled(self, cause: Cause) -> Accepted | Broken | None:
        """Return the answer that is certain before anything is decided, or None.

        The same command was accepted before; or, after a failure, nothing can be saved yet.
        """
        return self._made_ready() or self.answered(cause.command_id)

    def decide(
        self, command: AnyCommand, cause: Cause, *, told: tuple[AnyEvent, ...] = ()
    ) -> Answer:
        """Decide, save, apply. A record that was saved after all is found by its command's id.

        *told* is what the same record says beside the rules.
        """
        before = self.settled(cause)
        if before:
            return before
        outcome = decide(self.state, command)
        if isinstance(outcome, Refusal):
            return outcome
        return self.save(self.story().play((*outcome, *told), cause, command))

    def note(self, events: tuple[AnyEvent, ...], cause: Cause, command: object) -> Answer:
        """Save what is beside play, as a word about an earlier record: the game stands as it stood.

        That of a command that is known by its id already is not saved again.
        """
        return self.settled(cause) or self.save(self.story().note(events, cause, command))

    def story(self) -> "Story":
        """Return the beginning of what is to be saved at once: nothing yet."""
        return Story(self.state)

    def story_from(
        self,
        back_to: int | None,
        cause: Cause,
        command: object,
        **told: Any,
    ) -> "Story | Refusal":
        """Return what goes on from just after an earlier record; None: the last step is taken back.

        The record of it names that one; all of them stay. *told* are further fields of `Rewound`:
        why, who took a step of their own back, who voted.
        """
        records = self._journal.records
        if back_to is None:
            back_to = next(r.seq for r in reversed(in_force(records)) if is_played(r)) - 1
        if not 1 <= back_to < self.seq:
            return Refusal("nothing-to-undo", BANKER, {"records": self.seq})
        reached = replayed(records[:back_to], where=self.name)
        event = self._rewound(back_to, reached, **told)
        return Story(reached, back=True).note((event,), cause, command)

    def save(self, story: "Story") -> Answer:
        """Save what belongs together and stand where it has led; the answer is of the first."""
        saved = self._made_ready() or self._saved(story.drafts)
        if isinstance(saved, Broken):
            return saved
        self.trouble = None
        self._catch_up(story.state if len(story.drafts) == 1 else None)
        return Accepted(saved.seq, saved.events, self.name)

    def _rewound(self, back_to: int, reached: GameState, **told: Any) -> Rewound:
        cash = {seat: reached.cash(seat) for seat in reached.seats}
        changed = {seat: now for seat, now in cash.items() if now != self.state.cash(seat)}
        return Rewound(
            back_to=back_to,
            cash=changed,
            before={seat: self.state.cash(seat) for seat in changed},
            because=BANKER,
            **told,
        )

    def evidence(self) -> frozenset[str]:
        """Return the SHA-256 of every picture that a record rests on."""
        kept = (record.cause.evidence for record in self._journal.records)
        return frozenset(digest for digest in kept if digest)

    @property
    def is_open(self) -> bool:
        """Whether the journal can be written, for all that is known."""
        return self._open

    def notice_if_moved(self) -> None:
        """Close the journal if its file was moved or deleted, and say so: nobody has to press."""
        if self._open and not self._journal.is_in_place:
            self._reopened()

    def reopen(self) -> None:
        """Open the journal if it could not be opened; `trouble` says what hinders still."""
        self._made_ready()

    def close(self) -> None:
        """Close the journal."""
        self._journal.close()

    def _made_ready(self) -> Broken | None:
        """Open the journal again after a failure; return what hinders, or None."""
        if self._open:
            return None
        broken = self._reopened()
        if broken is None:
            self.trouble = None
            self._catch_up()
        return broken

    def _saved(self, drafts: Sequence[Draft]) -> Record | Broken:
        """Return the first of what was saved; the others follow it."""
        broken = None
        for _ in range(TRIES):
            try:
                return self._journal.append_all(drafts)[0]
            except CommitError as error:
                broken = self._failed(error)
            if not self._open:
                return broken
            records = self._journal.records
            if len(records) > self.seq and records[self.seq].cause == drafts[0].cause:
                return records[self.seq]  # the commit failed and yet all of it is there
        assert broken is not None
        return broken

    def _failed(self, error: CommitError) -> Broken:
        self.trouble, self._disk_full = error.kept(), error.disk_full
        if error.disk_full:
            self._home.make_room(spare=self.evidence())
        return self._reopened() or self._unsaved(error)

    def _unsaved(self, error: CompanionError) -> Broken:
        return broken_by("disk-full" if self._disk_full else "not-saved", error)

    def _reopened(self) -> Broken | None:
        """Open the journal anew and look what is in it; return what hinders, or None."""
        self._journal.close()
        self._open = False
        try:
            journal = self._home.open(self.name)
        except JournalError as error:
            if error.code == "journal-gone":  # it was there a moment ago
                error = JournalError(code="journal-moved", where=error.where)
            self.trouble = error.kept()
            lost = error.code == "records-lost"
            return broken_by("damaged", error) if lost else self._unsaved(error)
        self._journal, self._open = journal, True
        return None

    def _catch_up(self, game: GameState | None = None) -> None:
        """Come up to the last record; *game* is how the game stands then, where it is known."""
        records = self._journal.records
        while self.seq < len(records):
            self.table = self.table.after(records, game, where=self.name)


class Story:
    """Records that are saved together or not at all, and the state that they lead to.

    Args:
        state: before the first of them.
        back: whether it goes on from an earlier record than the last.
    """

    def __init__(self, state: GameState, *, back: bool = False) -> None:
        self.state, self.back = state, back
        self.is_whole = not back  # all that was seen and rolled meanwhile is in it
        self.drafts: list[Draft] = []
        self.rolls: list[tuple[int, Roll | FirstRoll, Cause]] = []  # by their places in it

    def play(self, events: tuple[AnyEvent, ...], cause: Cause, command: object) -> "Story":
        """Go on by a record in which something is played; what is saved can be applied."""
        self.state = after(self.state, events)
        return self.note(events, cause, command)

    def roll(self, command: Roll | FirstRoll, cause: Cause) -> "Story":
        """Note that the last record is of dice which were thrown just now."""
        self.rolls.append((len(self.drafts) - 1, command, cause))
        return self

    def note(self, events: tuple[AnyEvent, ...], cause: Cause, command: object) -> "Story":
        """Go on by a record that leaves the state as it is."""
        self.drafts.append(Draft(events, cause, msgspec.to_builtins(command, str_keys=True)))
        return self


def begun(
    home: Games, state: GameState, events: tuple[AnyEvent, ...], cause: Cause, command: object
) -> LiveGame:
    """Return a new game whose first record is on disk.

    Args:
        home: where its journal is made.
        state: the state before the first event.
        events: what begins it.
        cause: who began it.
        command: what was asked for, as plain data.

    Raises:
        JournalError: it cannot be saved; nothing refers to the new journal then.
    """
    after(state, events)  # before saving: what is saved can be applied
    journal = home.create(state.edition.id)
    try:
        journal.append(events, cause=cause, command=msgspec.to_builtins(command, str_keys=True))
        home.note_current(journal.name)
    except JournalError:
        journal.close()
        raise
    return LiveGame(home, journal)


def resumed(home: Games, name: str, *, shortened_too: bool = False) -> LiveGame:
    """Return the game of this name as it stood after its last record.

    Raises:
        JournalError, EditionError: it is damaged, has no record, or cannot be read any more; or
            its last records are lost, and it is not to go on *shortened_too*.
    """
    journal = home.open(name, shortened_too=shortened_too)
    try:
        return LiveGame(home, journal)
    except Exception:
        journal.close()  # an open connection would falsify the next opening
        raise


def last_played(home: Games) -> LiveGame | None:
    """Return the game that was played last: the noted one, else the newest unfinished one.

    Raises:
        JournalError, EditionError: that game is damaged.
    """
    noted = home.current
    for name in [noted] if noted else reversed(home.games()):
        try:
            game = resumed(home, name)
        except JournalError:
            if noted is None and not _has_records(home, name):
                continue  # the plug was pulled while it was made
            raise
        if noted or not game.is_over:
            return game
        game.close()
    return None


def _has_records(home: Games, name: str) -> bool:
    try:
        journal = home.open(name)
    except JournalError:
        return True  # something is in it, if only damage
    journal.close()
    return bool(journal.records)
