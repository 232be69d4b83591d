"""One edition of the game: board, deeds, decks, amounts. Pure data and questions to it."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

import msgspec

from companion.editions.effects import AnyEffect
from companion.editions.parameters import Parameters, at_table_of
from companion.words import Money, Space

Kind = Literal[
    "go",
    "street",
    "station",
    "utility",
    "chance",
    "chest",
    "tax",
    "jail",
    "parking",
    "go-to-jail",
]

BOARD_SIZE = 40
GO = Space(0)


class Currency(msgspec.Struct, frozen=True):
    """How the edition writes amounts."""

    symbol: str
    code: str
    unit: int  # so many of the currency's own units are one of ours
    write: str  # "${n}"
    separator: str  # between thousands

    def written(self, amount: Money, separator: str | None = None) -> str:
        """Return *amount* as the edition writes it: `$1,500`, `1 500 тыс. руб.`."""
        digits = f"{abs(amount):,}".replace(",", self.separator if separator is None else separator)
        return ("−" if amount < 0 else "") + self.write.replace("{n}", digits)


class BoardSpace(msgspec.Struct, frozen=True, kw_only=True):
    """One of the 40 spaces; a lot also carries the figures of its title deed."""

    index: Space
    key: str
    kind: Kind
    name: str
    name_en: str = ""
    name_ru: str = ""
    group: str = ""  # streets: the colour
    price: Money = 0
    rents: tuple[Money, ...] = ()  # streets: bare, 1 to 4 houses, hotel; stations: 1 to 4 owned
    house_cost: Money = 0  # a hotel costs the same once more
    mortgage: Money = 0
    dice_multiples: tuple[int, ...] = ()  # utilities: with one owned, with both
    amount: Money = 0  # taxes
    percent: int = 0  # taxes: a share of all possessions may be paid instead

    @property
    def is_lot(self) -> bool:
        """Whether it can be owned."""
        return self.kind in ("street", "station", "utility")

    @property
    def family(self) -> str:
        """The colour of a street, or `station`, or `utility`: lots that belong together."""
        return self.group or self.kind


class DeedFigures(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Figures of a title deed, as many as are meant; fields as of a space."""

    price: Money | None = None
    rents: tuple[Money, ...] = ()
    house_cost: Money | None = None
    mortgage: Money | None = None
    dice_multiples: tuple[int, ...] = ()

    @property
    def meant(self) -> dict[str, Any]:
        """Those that are meant, by name."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: figure for name, figure in fields.items() if figure not in (None, ())}


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A card of one of the two decks."""

    id: str  # `deck/slug`
    deck: str
    text: str
    text_en: str = ""
    effect: AnyEffect


def deck_of(card: str) -> str:
    """Return the deck that a card's id names."""
    return card.partition("/")[0]


class Deck(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two piles: `chance` or `chest`, whatever stands on the board."""

    id: str
    name: str
    name_en: str = ""
    confirmed: bool = True


class Unconfirmed(msgspec.Struct, frozen=True):
    """A fact that no source settles: to be checked against the board at set-up."""

    fact: str
    reading: str
    why: str


class Printing(msgspec.Struct, frozen=True):
    """Another printing of the same box, or a rule set; its id may stand among the variants."""

    id: str
    about: str
    excludes: tuple[str, ...] = ()  # variants that are not played together with it
    is_rule_set: bool = False  # a way to play, not another print
    negotiation: int = 0  # minutes after the deal for which the first roll waits


class Edition(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One edition as it is played: printings, variants and house rules are already in it."""

    id: str
    name: str
    name_en: str = ""
    language: str
    currency: Currency
    notes: tuple[Money, ...]  # the banknotes there are, ascending
    start_notes: Mapping[Money, int]
    words: Mapping[str, str]
    colours: Mapping[str, str]
    spaces: tuple[BoardSpace, ...]
    decks: tuple[Deck, ...]
    cards: tuple[Card, ...]
    parameters: Parameters
    came_from: str = ""  # the edition that it was begun from, whose rulebook it is played by
    unconfirmed: tuple[Unconfirmed, ...] = ()
    printings: tuple[Printing, ...] = ()
    variants: tuple[str, ...] = ()  # chosen: printings and rule sets
    house: Mapping[str, object] = {}  # parameters that differ from the edition's own
    corrections: Mapping[str, Any] = {}  # what the board on the table says otherwise
    text: str = ""  # the whole file, where it does not ship with the companion

    @property
    def catalogue(self) -> str:
        """The edition whose rulebook holds: its own, or that of the one it was begun from."""
        return self.came_from or self.id

    def starting_cash_of(self, players: int) -> Money:
        """Return what each of so many players begins with."""
        rules = self.parameters
        extra = rules.speed_die_extra_cash if rules.speed_die else 0
        return at_table_of(players, rules.starting_cash, rules.players_min) + extra

    def dealt_deeds_of(self, players: int) -> int:
        """Return how many deeds each of so many players is dealt before the first roll."""
        return at_table_of(players, self.parameters.dealt_deeds, self.parameters.players_min)

    def space(self, index: Space) -> BoardSpace:
        """Return the space with this number."""
        return self.spaces[index]

    def printed_otherwise(self, deeds: Mapping[Space, DeedFigures]) -> "Edition":
        """Return the edition with figures of *deeds* as a game has them from now on.

        They stand on the lots themselves, where all who ask for a figure look it up, and among the
        corrections, by which one edition is told from another.
        """
        told = {table["index"]: dict(table) for table in self.corrections.get("spaces", ())}
        spaces = [*self.spaces]
        for lot, figures in deeds.items():
            spaces[lot] = msgspec.structs.replace(spaces[lot], **figures.meant)
            plain = msgspec.to_builtins(figures)
            told[int(lot)] = {"index": int(lot), **told.get(int(lot), {}), **plain}
        corrections = {**self.corrections, "spaces": [*told.values()]}
        return msgspec.structs.replace(self, spaces=tuple(spaces), corrections=corrections)

    @cached_property
    def lots(self) -> tuple[BoardSpace, ...]:
        """All lots in board order; title deeds are numbered from 1 in this order."""
        return tuple(space for space in self.spaces if space.is_lot)

    @cached_property
    def street_groups(self) -> tuple[tuple[Space, ...], ...]:
        """The streets of each colour, in board order."""
        streets = dict.fromkeys(lot.group for lot in self.lots if lot.kind == "street")
        return tuple(self._families[group] for group in streets)

    @cached_property
    def jail(self) -> Space:
        """Where prisoners stand."""
        return next(space.index for space in self.spaces if space.kind == "jail")

    @cached_property
    def parking(self) -> frozenset[Space]:
        """Where tokens rest."""
        return frozenset(space.index for space in self.spaces if space.kind == "parking")

    @cached_property
    def _by_key(self) -> dict[str, Space]:
        return {space.key: space.index for space in self.spaces}

    @cached_property
    def _by_card(self) -> dict[str, Card]:
        return {card.id: card for card in self.cards}

    @cached_property
    def _families(self) -> dict[str, tuple[Space, ...]]:
        names = {lot.family for lot in self.lots}
        return {n: tuple(lot.index for lot in self.lots if lot.family == n) for n in names}

    @cached_property
    def _family_of(self) -> dict[Space, tuple[Space, ...]]:
        return {lot.index: self._families[lot.family] for lot in self.lots}

    def space_named(self, key: str) -> Space:
        """Return the number of the space that cards call *key*."""
        return self._by_key[key]

    def card(self, card_id: str) -> Card | None:
        """Return the card with this id, or None if the decks have no such card."""
        return self._by_card.get(card_id)

    def family(self, lot: Space) -> tuple[Space, ...]:
        """Return the lots of the same colour or kind, *lot* among them, in board order."""
        return self._family_of[lot]

    def deed_number(self, lot: Space) -> int:
        """Return the number of a lot's title deed, 1 to 28 in board order."""
        return 1 + next(n for n, space in enumerate(self.lots) if space.index == lot)

    def lot_of_deed(self, number: int) -> Space | None:
        """Return the lot whose title deed has this number, or None."""
        return self.lots[number - 1].index if 0 < number <= len(self.lots) else None
