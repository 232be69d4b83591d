"""What may be otherwise on the table's board, as fields of set-up; and what was typed into them."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from companion.editions import effects
from companion.editions.model import BoardSpace, Card, Edition
from companion.editions.typed import shown
from companion.editions.unconfirmed import FIGURES, named_in
from companion.errors import EditionError
from companion.sayings.said import marked as _
from companion.speaker import Speaker
from companion.words import Space

LABELS: Mapping[str, str] = {
    "price": _("Price"),
    "rents": _("Rents"),
    "house_cost": _("Price of a house"),
    "mortgage": _("Mortgage"),
    "dice_multiples": _("Multiple of the dice"),
    "amount": _("Amount"),
    "percent": _("Per cent"),
    "pay": _("You pay"),
    "collect": _("You receive"),
    "pay_each": _("You pay everybody"),
    "collect_each": _("Everybody pays you"),
    "back": _("Spaces back"),
    "repairs": _("For each house, each hotel"),
}

_TURNED = {
    "pay": "collect",
    "collect": "pay",
    "pay_each": "collect_each",
    "collect_each": "pay_each",
}


class BoardFact(NamedTuple):
    """One thing that may be otherwise on the table's board; left empty, it is as shown."""

    name: str  # of the input
    label: str  # what the space or card is called, where that may be otherwise
    now: str


class Part(NamedTuple):
    """One space or card that printings differ in."""

    title: str
    fields: tuple[BoardFact, ...]
    turn: str = ""  # the name of a box that turns paying into receiving, or the other way round


class BoardSection(NamedTuple):
    """The spaces, or the cards of one deck."""

    title: str
    printed: bool  # whether the title is the board's own
    parts: tuple[Part, ...]

    @property
    def names(self) -> set[str]:
        """The names of all its inputs."""
        fields = {field.name for part in self.parts for field in part.fields}
        return fields | {part.turn for part in self.parts if part.turn}


def different_board(edition: Edition, speaker: Speaker) -> tuple[BoardSection, ...]:
    """Return what may be otherwise, each space and card once; nothing where nothing is in doubt."""
    keys: dict[Space, set[str]] = {}
    cards: set[str] = set()
    for about in (named_in(fact, edition) for fact in edition.unconfirmed):
        cards.update(about.cards)
        for space, asked in about.spaces.items():
            keys.setdefault(space, set()).update(asked)
    spaces = (_space(speaker, edition.space(space), keys[space]) for space in sorted(keys))
    piles = (
        BoardSection(deck.name, printed=True, parts=tuple(_card(speaker, card) for card in found))
        for deck in edition.decks
        if (found := [c for c in edition.cards if c.deck == deck.id and c.id in cards])
    )
    board = BoardSection(speaker.say(_("Spaces")), printed=False, parts=tuple(spaces))
    return (*([board] if board.parts else []), *piles)


def corrections_typed(form: MultiDict[str, str], edition: Edition) -> dict[str, Any]:
    """Return what was typed into the fields, in the form of a printing.

    Raises:
        EditionError: a figure is none.
    """
    spaces = [table for space in edition.spaces if (table := _typed_space(form, space))]
    cards = [table for card in edition.cards if (table := _typed_card(form, card))]
    return {name: found for name, found in (("spaces", spaces), ("cards", cards)) if found}


def typed_before(corrections: Mapping[str, Any], edition: Edition) -> dict[str, str]:
    """Return what was typed at an earlier set-up, field by field; see `corrections_typed`."""
    found: dict[str, str] = {}
    for table in corrections.get("spaces", ()):
        keys = (key for key in table if key != "index")
        found |= {f"space-{table['index']}-{key}": shown(table[key]) for key in keys}
    for table in corrections.get("cards", ()):
        name, card = f"card-{table['id']}", edition.card(table["id"])
        if "text" in table:
            found[f"{name}-text"] = table["text"]
        for key, figures in table.get("effect", {}).items():
            found[f"{name}-figures"] = shown(figures)
            if card is None or key != figures_of(card)[0]:
                found[f"{name}-turn"] = "1"
    return found


def _space(speaker: Speaker, space: BoardSpace, keys: Collection[str]) -> Part:
    labels = {"name": space.name, **{key: speaker.say(label) for key, label in LABELS.items()}}
    fields = (
        BoardFact(f"space-{space.index}-{key}", label, shown(getattr(space, key)))
        for key, label in labels.items()
        if key in keys
    )
    return Part(space.name, tuple(fields))


def _card(speaker: Speaker, card: Card) -> Part:
    name = f"card-{card.id}"
    fields = [BoardFact(f"{name}-text", card.text, card.text)]
    kind, figures = figures_of(card)
    if kind:
        fields.append(BoardFact(f"{name}-figures", speaker.say(LABELS[kind]), shown(figures)))
    return Part(card.text, tuple(fields), f"{name}-turn" if kind in _TURNED else "")


def figures_of(card: Card) -> tuple[str, tuple[int, ...]]:
    """Return the key by which a file says what a card does, and its figures; nothing without."""
    match card.effect:
        case effects.Pay(amount=amount):
            return "pay", (amount,)
        case effects.Collect(amount=amount):
            return "collect", (amount,)
        case effects.PayEach(amount=amount):
            return "pay_each", (amount,)
        case effects.CollectEach(amount=amount):
            return "collect_each", (amount,)
        case effects.Back(spaces=spaces):
            return "back", (spaces,)
        case effects.Repairs(house=house, hotel=hotel):
            return "repairs", (house, hotel)
        case _:
            return "", ()


def _typed_space(form: MultiDict[str, str], space: BoardSpace) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in ("name", *FIGURES.get(space.kind, ())):
        text = _typed(form, f"space-{space.index}-{key}")
        if text:
            found[key] = _read(key, text, f"{space.index} {space.name}")
    return {"index": int(space.index), **found} if found else {}


def _typed_card(form: MultiDict[str, str], card: Card) -> dict[str, Any]:
    name = f"card-{card.id}"
    kind, figures = figures_of(card)
    text, typed = _typed(form, f"{name}-text"), _typed(form, f"{name}-figures")
    found: dict[str, Any] = {"text": text} if text else {}
    turned = kind in _TURNED and f"{name}-turn" in form
    if kind and (typed or turned):
        numbers = _whole_numbers(typed, card.text) if typed else list(figures)
        key = _TURNED[kind] if turned else kind
        found["effect"] = {key: numbers if kind == "repairs" else numbers[0]}
    return {"id": card.id, **found} if found else {}


def _typed(form: MultiDict[str, str], name: str) -> str:
    """Return what was typed under *name*; two facts may ask about the same thing."""
    return next((text.strip() for text in form.getlist(name) if text.strip()), "")


def _read(key: str, text: str, what: str) -> object:
    readers: Mapping[str, Callable[[], object]] = {
        "name": lambda: text,
        "rents": lambda: _whole_numbers(text, what),
        "dice_multiples": lambda: _whole_numbers(text, what),
    }
    return readers.get(key, lambda: _whole_numbers(text, what)[0])()


def _whole_numbers(text: str, of: str) -> list[int]:
    return list(_numbers(text, of))


def _numbers(text: str, of: str) -> Iterator[int]:
    for part in text.split(","):
        digits = "".join(part.split())
        if not (digits.isascii() and digits.isdecimal()) or len(digits) > 10:
            value, kind = part.strip(), "a whole number"
            raise EditionError(code="not-of-kind", where=of, value=value, kind=kind)
        yield int(digits)
