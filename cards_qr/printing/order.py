"""What somebody wants printed, and the sheets that come of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec

from cards_qr.keyring import Keyring
from cards_qr.keyrings import Keyrings
from cards_qr.printing.described_labels import is_described, labels_described
from cards_qr.printing.faces import card_faces, deed_faces, numbers_of, seat_face
from cards_qr.printing.formats import (
    LABEL,
    LabelGrid,
    Paper,
    label_sheets,
    labels_named,
    paper_named,
)
from cards_qr.printing.join_card import join_sheet
from cards_qr.printing.mat import mat_sheets
from cards_qr.printing.stickers import Stock, sticker_sheets
from cards_qr.printing.trial_sheet import trial_sheet
from cards_qr.printing.whole_cards import card_sheets, seat_sheets
from cards_qr.printing.words import words_in
from cards_qr.tag import Item, Kind
from cards_qr.tag_drawing import STICKER_MM
from companion.editions.library import Library
from companion.editions.model import Edition
from companion.errors import SheetError

Tagged: TypeAlias = Literal["deeds", "cards", "seats"]
What: TypeAlias = Literal["deeds", "cards", "seats", "mat", "join", "test"]
WHATS: tuple[What, ...] = get_args(What)

TAGGED: Mapping[str, Kind] = {"deeds": "deed", "cards": "card", "seats": "seat"}
"""Sheets that carry tags of a set."""

SEAT_CARD_MM, SEAT_TAG_MM = (85.0, 55.0), 30.0

Pdf: TypeAlias = tuple[bytes, int]
"""A file, and how many pages it has."""


class PrintOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What is wanted, on which paper."""

    what: What
    paper: Paper
    labels: LabelGrid | None = None
    size: float | None = None  # of a tag with its quiet zone, millimetres; None: what suits it
    card: tuple[float, float] | None = None  # of a whole card, millimetres; None: stickers
    only: tuple[int, ...] = ()  # numbers of the items; none: all
    skip: int = 0  # labels of the first sheet that are used up already
    wifi: tuple[str, str] | None = None  # name and password
    address: str = ""  # of the page that the join card opens

    @property
    def numbers(self) -> tuple[int, ...]:
        """The items to be printed.

        Raises:
            SheetError: there is one that does not exist.
        """
        return numbers_of(TAGGED[self.what], self.only)


def stock_named(name: str) -> tuple[Paper, LabelGrid | None]:
    """Return a paper, or the paper of a label sheet and its labels.

    Raises:
        SheetError: there is none of this name, or none can be as it is described.
    """
    if name.lower().startswith(LABEL):
        labels = labels_described(name) if is_described(name) else labels_named(name)
        return labels.paper, labels
    return paper_named(name), None


def tagged_sheets(order: PrintOrder, edition: Edition, keyring: Keyring) -> Pdf:
    """Return deeds, cards or seats of an edition.

    Raises:
        SheetError: they cannot be printed as it is wanted.
        KeyringError: the register lacks a tag.
    """
    words = words_in(edition.language)
    title = f"{edition.name} · {getattr(words, order.what)} · {keyring.set_number}"
    if order.card and order.labels:
        raise SheetError("whole cards are not printed on labels", mend="paper a4 or letter")
    if order.what == "seats" and not order.labels:
        seats = [seat_face(edition, keyring, number) for number in order.numbers]
        card, size = order.card or SEAT_CARD_MM, order.size or SEAT_TAG_MM
        return seat_sheets(seats, order.paper, card, size=size, title=title, words=words)
    size = order.size or STICKER_MM
    if order.card:
        faces = deed_faces if order.what == "deeds" else card_faces
        cards = [faces(edition, keyring, number) for number in order.numbers]
        return card_sheets(cards, order.paper, order.card, size=size, title=title, words=words)
    stock = Stock(paper=order.paper, labels=order.labels, size=size, skip=order.skip)
    if order.what == "deeds":
        deeds = [deed_faces(edition, keyring, number) for number in order.numbers]
        return sticker_sheets(deeds, stock, title=title, words=words, told=words.stick_deeds)
    if order.what == "cards":
        fronts = [card_faces(edition, keyring, number)[:1] for number in order.numbers]
        told = words.stick_cards
        return sticker_sheets(fronts, stock, title=title, words=words, told=told, lines=4)
    places = [(seat_face(edition, keyring, number),) for number in order.numbers]
    return sticker_sheets(places, stock, title=title, words=words, told=words.lay_seats)


def plain_sheets(order: PrintOrder, language: str) -> Pdf:
    """Return the mat, the join card or the test sheet, with words in a language.

    Raises:
        SheetError: it cannot be printed as it is wanted.
    """
    words = words_in(language)
    if order.what == "test":
        return trial_sheet(order.paper, order.labels, title=words.trial, words=words)
    if order.labels:
        raise SheetError(code="not-on-labels")
    if order.what == "mat":
        return mat_sheets(order.paper, title=words.mat, words=words)
    return join_sheet(order.paper, order.address, order.wifi, title=words.join, words=words)


def sides_of(kind: Kind, number: int) -> tuple[Item, ...]:
    """Return what carries a tag of its own: both sides of a deed, else the front."""
    front = Item(kind, number)
    return (front, Item(kind, number, "back")) if kind == "deed" else (front,)


class PrintPress:
    """Prints for the pages of one companion, whatever needs no further question.

    Args:
        home: the companion's folder.
        keyrings: its sets.
    """

    papers = ("a4", "letter", *(f"{LABEL}{name}" for name, _grid in label_sheets()))

    def __init__(self, home: Path, keyrings: Keyrings) -> None:
        self._library, self._keyrings = Library(home), keyrings

    def printed(
        self,
        what: str,
        edition_id: str,
        paper: str,
        address: str,
        *,
        only: Sequence[int] = (),
        wifi: tuple[str, str] | None = None,
        language: str = "",
    ) -> bytes:
        """Return a PDF.

        Args:
            what: one of `WHATS`.
            edition_id: whose deeds and cards, and whose language.
            wifi: name and password for the join card.
            language: of a sheet that is of no edition; none: the edition's.
            paper: one of `papers`.
            address: of the page that the join card opens.
            only: numbers of deeds, cards or seats; none: all.

        Raises:
            SheetError: there is no such sheet, or it is not printed on such paper.
            EditionError: there is no such edition.
            KeyringError: the set's keyring cannot be used.
        """
        known = next((one for one in WHATS if one == what), None)
        if known is None:
            raise SheetError(code="no-such-sheet", name=what, there=", ".join(WHATS))
        edition = self._library.edition(edition_id)
        on, labels = stock_named(paper)
        order = PrintOrder(
            what=known, paper=on, labels=labels, address=address, only=tuple(only), wifi=wifi
        )
        if known in TAGGED:
            return tagged_sheets(order, edition, self._keyrings.of(edition.id))[0]
        return plain_sheets(order, language or edition.language)[0]

    def reissued(self, what: str, number: int, edition_id: str, paper: str) -> bytes:
        """Return a PDF with a new tag for what was lost; from now on the old one counts no more.

        What cannot be drawn revokes nothing, and no sticker is printed that no register knows.

        Args:
            what: one of `TAGGED`.
            number: of the deed, the card or the seat.
            edition_id: whose.
            paper: one of `papers`.

        Raises:
            SheetError: there is no such thing, or it is not printed on such paper.
            EditionError: there is no such edition.
            KeyringError: the set's keyring cannot be used, or it was issued as often as can be.
        """
        known = next((one for one in WHATS if one == what and one in TAGGED), None)
        if known is None:
            raise SheetError(code="no-such-sheet", name=what, there=", ".join(WHATS))
        edition = self._library.edition(edition_id)
        on, labels = stock_named(paper)
        order = PrintOrder(what=known, paper=on, labels=labels, only=(number,))
        before = self._keyrings.of(edition.id)
        items = [item for n in order.numbers for item in sides_of(TAGGED[known], n)]
        keyring = self._keyrings.reissued(edition.id, items)
        content = tagged_sheets(order, edition, keyring)[0]
        self._keyrings.save(keyring, before)
        return content
