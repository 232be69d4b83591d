"""What lies in the scan field and what came of it, kept on disk: a card left lying does it once."""

from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.files import Folder, Remembered
from companion.game.commands import AnyCommand, Mortgage, Redeem
from companion.game.state import GameState
from companion.journal.record import Cause
from companion.table.deeds.gestures import Gesture, Gestures, Item, Lies
from companion.words import Seat, Space

LYING, SETTINGS = Path("field", "lying.json"), Path("field", "settings.json")
"""In a home: what lies in the scan field, and what is done about it."""

Turning: TypeAlias = Literal["ask", "book"]
"""What turning a deed over does: its owner is asked on the phone, or it is booked at once."""

Business: TypeAlias = Literal["mortgage", "redeem"]


class TurnedDeed(msgspec.Struct, frozen=True):
    """A deed that was turned over: its owner is asked once whether that is meant."""

    id: str
    seat: Seat
    lot: Space
    do: Business
    evidence: str | None = None  # SHA-256 of the picture that shows it turned over


class ShownDeeds(msgspec.Struct, frozen=True):
    """Deeds that were laid down for a look, or two players' side by side for a trade."""

    id: str
    seat: Seat  # whose phone is led there
    lots: tuple[Space, ...]  # of that player, ascending
    deeds: frozenset[int]  # numbers of all that belong to it
    at: float  # when they were laid, monotonic seconds
    partner: Seat | None = None  # with whom a trade is begun
    theirs: tuple[Space, ...] = ()  # the partner's
    photographed: bool = False  # by that player, and they do not lie in the scan field


class _Field(msgspec.Struct, frozen=True, omit_defaults=True):
    lying: tuple[Lies, ...] = ()
    game: str = ""
    turned: tuple[TurnedDeed, ...] = ()


class _Settings(msgspec.Struct, frozen=True):
    turning: Turning = "ask"


class ScanField:
    """Remembers the scan field of one table, over restarts and from game to game.

    What cannot be written is remembered as long as the companion runs; a damaged file is as none.

    Args:
        home: the folder of the companion.
    """

    def __init__(self, home: Folder) -> None:
        self._field = Remembered(home / LYING, _Field())
        self._settings = Remembered(home / SETTINGS, _Settings())
        self._gestures = Gestures(self._field.now.lying)
        self._game = self._field.now.game
        self.turned = self._field.now.turned
        """Questions that are open, one a lot."""
        self.shown: tuple[ShownDeeds, ...] = ()
        """What was laid down last for each player, and lies there still."""

    @property
    def turning(self) -> Turning:
        """What is done when a deed is turned over."""
        return self._settings.now.turning

    def see(self, lying: Sequence[Lies]) -> tuple[Gesture, ...]:
        """Take what lies there now; return what was done, which is on disk as done."""
        done = self._gestures.see(lying)
        there = {one.number for one in self._gestures.lying if one.kind == "deed"}
        self.shown = tuple(one for one in self.shown if one.photographed or one.deeds <= there)
        self._keep()
        return done

    def spend(self, *items: Item) -> None:
        """Let things take part in nothing until they are laid anew."""
        for item in items:
            self._gestures.spend(item)
        self._keep()

    def follow(self, game: str, state: GameState) -> None:
        """Close what the game has answered: by a phone, by a trade, by another game."""
        same = game == self._game
        self._game = game
        self.turned = tuple(one for one in self.turned if same and _is_open(one, state))
        self.shown = tuple(one for one in self.shown if same and _is_owned(one, state))
        self._keep()

    def ask(self, seat: Seat, lot: Space, do: Business, evidence: str | None = None) -> None:
        """Ask the owner of a lot whether turning it over is meant; *evidence*: the picture."""
        asked = TurnedDeed(token_hex(8), seat, lot, do, evidence)
        self.turned = (*self._others(lot), asked)
        self._keep()

    @property
    def precious(self) -> frozenset[str]:
        """The pictures of open questions, by SHA-256: they are kept."""
        return frozenset(one.evidence for one in self.turned if one.evidence is not None)

    def witnessed(self, command: AnyCommand, cause: Cause) -> Cause:
        """Return the cause of a command; of an answer to a turned deed, with its picture."""
        if cause.evidence is not None or not isinstance(command, Mortgage | Redeem):
            return cause
        do = "mortgage" if isinstance(command, Mortgage) else "redeem"
        shown = (one for one in self.turned if one.do == do and one.lot in command.lots)
        evidence = next((one.evidence for one in shown if one.evidence), None)
        return cause if evidence is None else replace(cause, evidence=evidence)

    def withdraw(self, lot: Space) -> None:
        """Ask no more about a lot: it was turned back, or its owner has said no."""
        self.turned = self._others(lot)
        self._keep()

    def show(self, *shown: ShownDeeds) -> None:
        """Show deeds to their owners, in the place of what was shown to them before."""
        seats = {one.seat for one in shown}
        self.shown = (*(one for one in self.shown if one.seat not in seats), *shown)

    def set_turning(self, turning: Turning) -> None:
        """Set what turning a deed over does.

        Raises:
            SettingsError: it cannot be kept.
        """
        self._settings.set(_Settings(turning))

    def _others(self, lot: Space) -> tuple[TurnedDeed, ...]:
        return tuple(one for one in self.turned if one.lot != lot)

    def _keep(self) -> None:
        self._field.follow(_Field(self._gestures.lying, self._game, self.turned))


def _is_open(turned: TurnedDeed, state: GameState) -> bool:
    held = state.lots.get(turned.lot)
    return (
        held is not None
        and held.owner == turned.seat
        and held.mortgaged == (turned.do == "redeem")
        and not state.winners
    )


def _is_owned(shown: ShownDeeds, state: GameState) -> bool:
    mine = all(state.lots[lot].owner == shown.seat for lot in shown.lots if lot in state.lots)
    theirs = all(state.lots[lot].owner == shown.partner for lot in shown.theirs)
    return mine and theirs and not state.winners
