"""What stands beside a tag: an edition's names and colours, the item's number, the code's end."""

from collections.abc import Sequence

import msgspec

from cards_qr.keyring import Keyring
from cards_qr.printing.ink import DECKS, GREY, GROUPS, Ink, ink
from cards_qr.printing.words import Words, words_in
from cards_qr.tag import CARDS, DEEDS, SEATS, Item, Kind, Side, Tag
from companion.editions.colours import band
from companion.editions.model import BoardSpace, Edition
from companion.errors import KeyringError, SheetError

CODE_LETTERS = 4
"""So many of a tag's last characters are printed: enough to tell two apart by voice."""

COUNTS = {"deed": DEEDS, "card": CARDS, "seat": SEATS}


class FigureRow(msgspec.Struct, frozen=True):
    """A line of figures on a whole card."""

    label: str
    value: str
    houses: int = 0  # small houses drawn in place of the label
    hotel: bool = False


class PrintedSide(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a deed or card, or a seat."""

    name: str
    note: str
    colour: Ink
    tag: Tag | None = None  # the back of a card of the piles has none
    rows: tuple[FigureRow, ...] = ()
    head: str = ""  # in the band of a whole card, if not the name
    said: str = ""  # large, in its middle

    @property
    def code(self) -> str:
        """The last characters of the tag, to be read aloud."""
        return self.tag.text[-CODE_LETTERS:] if self.tag else ""

    @property
    def foot(self) -> str:
        """The line beneath the name."""
        return f"{self.note} · {self.code}" if self.tag else self.note


def numbers_of(kind: Kind, only: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers to be printed: those asked for, or all.

    Raises:
        SheetError: there is no such number.
    """
    wrong = [number for number in only if not 1 <= number <= COUNTS[kind]]
    if wrong:
        mend = f"{kind}s are numbered 1 to {COUNTS[kind]}"
        raise SheetError(f"there is no {kind} {wrong[0]}", mend=mend)
    return tuple(dict.fromkeys(only)) or tuple(range(1, COUNTS[kind] + 1))


def deed_faces(edition: Edition, keyring: Keyring, number: int) -> tuple[PrintedSide, PrintedSide]:
    """Return front and back of a title deed, numbered from 1 in board order."""
    lot, words = edition.lots[number - 1], words_in(edition.language)
    colour = ink(GROUPS[band(edition, lot)])
    front = PrintedSide(
        name=lot.name,
        note=f"{number} · {words.front}",
        colour=colour,
        tag=_tag(keyring, "deed", number),
        rows=_figures(edition, lot, words),
    )
    back = PrintedSide(
        name=lot.name,
        note=f"{number} · {words.back}",
        colour=colour,
        tag=_tag(keyring, "deed", number, "back"),
        rows=(FigureRow(words.mortgage, edition.currency.written(lot.mortgage)),),
        said=words.mortgaged,
    )
    return front, back


def card_faces(edition: Edition, keyring: Keyring, number: int) -> tuple[PrintedSide, PrintedSide]:
    """Return front and back of a card of the piles, numbered from 1, chance first.

    The back has no tag: in the pile all cards must look alike.
    """
    card = edition.cards[number - 1]
    deck = next(deck.name for deck in edition.decks if deck.id == card.deck)
    colour = ink(DECKS[card.deck])
    front = PrintedSide(
        name=card.text,
        note=f"{number} · {deck}",
        colour=colour,
        tag=_tag(keyring, "card", number),
        head=deck,
        said=card.text,
    )
    return front, PrintedSide(name=deck, note="", colour=colour, said=deck)


def seat_face(edition: Edition, keyring: Keyring, number: int) -> PrintedSide:
    """Return the card of a seat, numbered from 1 clockwise."""
    words = words_in(edition.language)
    return PrintedSide(
        name=f"{words.seat.capitalize()} {number}",
        note=words.scan,
        colour=GREY,
        tag=_tag(keyring, "seat", number),
    )


def _tag(keyring: Keyring, kind: Kind, number: int, side: Side = "front") -> Tag:
    tag = keyring.tag_of(Item(kind, number, side))
    if tag is None:
        detail = f"{kind} {number} {side}"
        raise KeyringError(code="keyring-lacks-tag", detail=detail, number=number)
    return tag


def _figures(edition: Edition, lot: BoardSpace, words: Words) -> tuple[FigureRow, ...]:
    written = edition.currency.written
    price = FigureRow(words.price, written(lot.price))
    mortgage = FigureRow(words.mortgage, written(lot.mortgage))
    if lot.kind == "street":
        bare, *built, hotel = lot.rents
        houses = [FigureRow("", written(rent), houses=n) for n, rent in enumerate(built, 1)]
        rents = [
            FigureRow(words.rent, written(bare)),
            *houses,
            FigureRow("", written(hotel), hotel=True),
        ]
        rents.append(FigureRow(words.house, written(lot.house_cost)))
    elif lot.kind == "station":
        rents = [
            FigureRow(f"{words.rent} × {n}", written(rent)) for n, rent in enumerate(lot.rents, 1)
        ]
    else:
        rents = [
            FigureRow(f"{words.rent} × {n}", f"× {m}") for n, m in enumerate(lot.dice_multiples, 1)
        ]
    return price, *rents, mortgage
