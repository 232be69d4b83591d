"""What is to be checked against the board at set-up, as fields; and what was typed into them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from companion.editions import effects
from companion.editions.model import BoardSpace, Card, Edition
from companion.editions.typed import shown
from companion.editions.unconfirmed import FIGURES, named_in
from companion.errors import EditionError
from companion.sayings.said import marked as _
from companion.speaker import Speaker
from web.setup.facts import is_named, titled

LABELS: Mapping[str, str] = {
    "name": _("Name"),
    "price": _("Price"),
    "rents": _("Rents"),
    "house_cost": _("Price of a house"),
    "mortgage": _("Mortgage"),
    "dice_multiples": _("Multiple of the dice"),
    "amount": _("Amount"),
    "percent": _("Per cent"),
    "text": _("What it says"),
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
    label: str
    now: str


class Part(NamedTuple):
    """One space or card that a fact names."""

    title: str
    fields: tuple[BoardFact, ...]
    turn: str = ""  # the name of a box that turns paying into receiving, or the other way round


class Fact(NamedTuple):
    """One fact that no source settles, in the reader's language."""

    title: str
    reading: str
    named: bool  # whether the reading is a name, in the board's language
    why: str
    parts: tuple[Part, ...]

    @property
    def names(self) -> set[str]:
        """The names of all its inputs."""
        return {field.name for part in self.parts for field in part.fields}


def facts_of(edition: Edition, speaker: Speaker) -> tuple[Fact, ...]:
    """Return what is to be checked against the board."""
    return tuple(
        Fact(
            speaker.say(titled(fact)),
            fact.reading if named else speaker.say(fact.reading),
            named,
            speaker.say(fact.why),
            (
                *(_space(speaker, edition.space(s), k) for s, k in about.spaces.items()),
                *(_card(speaker, card) for c in about.cards if (card := edition.card(c))),
            ),
        )
        for fact in edition.unconfirmed
        for about, named in ((named_in(fact, edition), is_named(fact.reading, edition)),)
    )


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


def _space(speaker: Speaker, space: BoardSpace, keys: tuple[str, ...]) -> Part:
    fields = (
        BoardFact(
            f"space-{space.index}-{key}", speaker.say(LABELS[key]), shown(getattr(space, key))
        )
        for key in keys
    )
    return Part(f"{space.index} {space.name}", tuple(fields))


def _card(speaker: Speaker, card: Card) -> Part:
    name = f"card-{card.id}"
    fields = [BoardFact(f"{name}-text", speaker.say(LABELS["text"]), card.text)]
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
