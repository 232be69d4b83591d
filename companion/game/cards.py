"""Cards that are drawn and kept, and the choices that they and others offer."""

from typing import ClassVar, TypeAlias

from msgspec import field
from msgspec.structs import replace

from companion.game.event import Event, ThreadKey
from companion.game.state import GameState, OpenChoice, OpenDraw
from companion.words import CardId, DeckId, Money, Seat


class DrawDue(Event, frozen=True, kw_only=True, tag="draw-due"):
    """A card is to be drawn."""

    opens: ClassVar[ThreadKey] = ("draw", "seat")

    seat: Seat
    deck: DeckId

    def change(self, state: GameState) -> GameState:
        return replace(state, draw=OpenDraw(self.seat, self.deck))


class CardDrawn(Event, frozen=True, kw_only=True, tag="card-drawn"):
    """This card came from the pile; *kept* until it is used or sold."""

    answers: ClassVar[ThreadKey] = ("draw", "seat")

    seat: Seat
    card: CardId
    kept: bool = False

    def change(self, state: GameState) -> GameState:
        holds = {**state.holds, self.card: self.seat} if self.kept else state.holds
        return replace(state, draw=None, holds=holds)


class CardReturned(Event, frozen=True, kw_only=True, tag="card-returned"):
    """A kept card went back under its pile."""

    is_own: ClassVar[bool] = True

    seat: Seat
    card: CardId

    def change(self, state: GameState) -> GameState:
        return replace(state, holds={c: h for c, h in state.holds.items() if c != self.card})


class ChoiceOffered(Event, frozen=True, kw_only=True, tag="choice-offered"):
    """The player must choose; *about* is the card or the tax that asks."""

    opens: ClassVar[ThreadKey] = ("choice", "seat")

    seat: Seat
    options: tuple[str, ...]
    about: str
    worth: Money = 0  # all that the player owned then, where a share of it may be chosen
    counted: dict[str, Money] = field(default_factory=dict)  # what that consists of

    def change(self, state: GameState) -> GameState:
        choice = OpenChoice(self.seat, self.options, self.about, self.worth, self.counted)
        return replace(state, choice=choice)


class Chosen(Event, frozen=True, kw_only=True, tag="chosen"):
    """The player chose."""

    answers: ClassVar[ThreadKey] = ("choice", "seat")

    seat: Seat
    option: str

    def change(self, state: GameState) -> GameState:
        return replace(state, choice=None)


CardsEvent: TypeAlias = DrawDue | CardDrawn | CardReturned | ChoiceOffered | Chosen
