"""What a table chose for a new game: from there to the events with which it begins."""

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.editions.library import Library
from companion.game.events import AnyEvent, Banker, Banknotes, BanknotesSet, Help, HelpSet
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.rules.setup import begin, why_banker_plays, why_no_end
from companion.table.handing import BANKNOTES
from companion.table.helping.proposal import HELP
from companion.table.seating import NOBODY, Seating, moves_between
from companion.words import Seat


class NewGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All answers of set-up; see `Table.begin`."""

    edition: str
    variants: tuple[str, ...]
    house: Mapping[str, Any]
    players: tuple[str, ...]
    first_roll: bool
    corrections: Mapping[str, Any] = {}
    banker: Banker | None = None
    ends: str = ""
    banknotes: Banknotes = "off"
    seating: Seating = NOBODY  # which phones play for whom, and for the banker
    helps: Help = "book"

    def command(self) -> dict[str, Any]:
        """Return what was asked for, as plain data for the record."""
        asked = {"do": "begin", **msgspec.to_builtins(self)}
        asked.pop("seating", None)
        return asked

    def opened(self, library: Library) -> tuple[GameState, tuple[AnyEvent, ...]] | Refusal:
        """Return the state before the first event and the events that begin the game.

        Raises:
            CompanionError: the edition cannot be played so, or the players cannot.
        """
        edition = library.edition(self.edition, self.variants, self.house, self.corrections)
        refusal = why_no_end(edition, self.ends.strip())
        if self.banker == "apart":
            refusal = refusal or why_banker_plays(edition, len(self.players))
        if refusal:
            return refusal
        events = begin(
            edition,
            self.players,
            first_roll=self.first_roll,
            banker=self.banker,
            ends=self.ends.strip(),
        )
        if self.banknotes != "off":  # before the opening money, which is handed over as well
            on = BanknotesSet(banknotes=self.banknotes, because=BANKNOTES)
            events = (events[0], on, *events[1:])
        if self.helps != "book":
            events = (events[0], HelpSet(helps=self.helps, because=HELP), *events[1:])
        seats = map(Seat, range(len(self.players)))
        return blank(edition), (*events, *moves_between(NOBODY, self.seating, seats))
