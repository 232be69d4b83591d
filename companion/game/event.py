"""What every event is: a past fact that says which rule it rests on, and what it changes."""

from abc import abstractmethod
from collections.abc import Hashable
from typing import ClassVar, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.game.state import GameState
from companion.game.terms import Purpose
from companion.ledger.entries import Entry
from companion.words import RuleKey

Thread: TypeAlias = tuple[Hashable, ...]
"""Something that one record opens and a later one answers: a purchase, a rent, a debt."""


ThreadKey: TypeAlias = tuple[str, ...]
"""The name of a thread, and the fields that tell one of them from another; without a name: none."""


class Event(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="is", omit_defaults=True, gc=False
):
    """Base of all events; *because* names the rule, *also* further rules that had a say.

    What is frozen is in no circle of references: the garbage collector need not go through it.
    """

    is_own: ClassVar[bool] = False
    """Whether it is no chance and nobody else's: who caused it may take it back alone."""

    opens: ClassVar[ThreadKey] = ()
    """What waits for an answer after it."""
    answers: ClassVar[ThreadKey] = ()
    """What it is an answer to."""

    because: RuleKey
    also: tuple[RuleKey, ...] = ()

    @property
    def purpose(self) -> Purpose:
        """What is booked by it, if anything is."""
        return "other"

    def threads(self, key: ThreadKey) -> tuple[Thread, ...]:
        """Return what a key names, with this event's own fields."""
        return ((key[0], *(getattr(self, name) for name in key[1:])),) if key else ()

    @property
    def answered(self) -> tuple[Thread, ...]:
        """What it is an answer to."""
        return self.threads(self.answers)

    @property
    def after(self) -> int:
        """The number of an earlier record that it names as what it came behind; 0: none."""
        return 0

    @abstractmethod
    def change(self, state: GameState) -> GameState:
        """Return the state after this event."""


class Booked(Event, frozen=True, kw_only=True):
    """Base of events that are posted to the books."""

    @property
    @abstractmethod
    def purpose(self) -> Purpose:
        """What is booked by it."""

    @abstractmethod
    def entry(self) -> Entry:
        """Return what this does to the books."""

    @abstractmethod
    def besides(self, state: GameState) -> GameState:
        """Return *state* with what this changes besides the books."""

    def change(self, state: GameState) -> GameState:
        """Return the state after this event: first the books, then all else."""
        return self.besides(replace(state, books=state.books.posted(self.entry())))
