"""What every event is: a past fact that says which rule it rests on, and what it changes."""

from abc import abstractmethod

import msgspec
from msgspec.structs import replace

from companion.game.state import GameState
from companion.ledger.entries import Entry
from companion.words import RuleKey


class Event(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="is", omit_defaults=True, gc=False
):
    """Base of all events; *because* names the rule, *also* further rules that had a say.

    What is frozen is in no circle of references: the garbage collector need not go through it.
    """

    because: RuleKey
    also: tuple[RuleKey, ...] = ()

    @abstractmethod
    def change(self, state: GameState) -> GameState:
        """Return the state after this event."""


class Booked(Event, frozen=True, kw_only=True):
    """Base of events that are posted to the books."""

    @abstractmethod
    def entry(self) -> Entry:
        """Return what this does to the books."""

    @abstractmethod
    def besides(self, state: GameState) -> GameState:
        """Return *state* with what this changes besides the books."""

    def change(self, state: GameState) -> GameState:
        """Return the state after this event: first the books, then all else."""
        return self.besides(replace(state, books=state.books.posted(self.entry())))
