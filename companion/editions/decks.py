"""The tables `[[deck]]` and `[[card]]` of an edition file -> decks, cards and their effects."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, cast

from companion.editions.effects import (
    Advance,
    AdvanceNearest,
    AnyEffect,
    Back,
    Choice,
    Collect,
    CollectEach,
    DrawAgain,
    GoBackTo,
    JailFree,
    Pay,
    PayEach,
    Repairs,
    ToJail,
)
from companion.editions.model import Card, Deck
from companion.editions.tomlfile import TomlTable, likeliest

DECKS = ("chance", "chest")
_KINDS = ("fee", "fine", "tax")
_MULTIPLES = {"station": "rent_multiple", "utility": "dice_multiple"}


def read_decks(file: TomlTable, cards: Sequence[Card]) -> tuple[Deck, ...]:
    """Return the decks; what is wrong, also with the number of cards, is noted in *file*."""
    decks = tuple(_deck(table, cards) for table in file.tables("deck", known_by="id"))
    if sorted(deck.id for deck in decks) != [*DECKS]:
        file.wrong("decks-counted", "deck")
    return decks


def read_cards(file: TomlTable) -> tuple[Card, ...]:
    """Return the cards of both decks; what is wrong is noted in *file*."""
    return tuple(_card(table) for table in file.tables("card", known_by="id"))


def _deck(table: TomlTable, cards: Sequence[Card]) -> Deck:
    table.knows("id", "name", "name_en", "cards", "confirmed", "derived")
    table.yes("derived", otherwise=False)
    size, there = table.whole("cards"), sum(card.deck == table.raw.get("id") for card in cards)
    if size != there:
        table.wrong("cards-counted", "cards", size=size, there=there)
    return Deck(
        id=table.word("id", DECKS),
        name=table.text("name"),
        name_en=table.text("name_en", ""),
        confirmed=table.yes("confirmed", otherwise=True),
    )


def _card(table: TomlTable) -> Card:
    table.knows("deck", "id", "text", "text_en", "effect", "keep")
    card = Card(
        id=table.text("id"),
        deck=table.word("deck", DECKS),
        text=table.text("text"),
        text_en=table.text("text_en", ""),
        effect=read_effect(table.table("effect")),
    )
    if card.id and not card.id.startswith(f"{card.deck}/"):
        table.wrong("card-of-no-deck", "id", like=f"{card.deck}/...")
    if table.yes("keep", otherwise=False) != isinstance(card.effect, JailFree):
        table.wrong("card-kept", "keep")
    if isinstance(card.effect, DrawAgain):
        table.wrong("draw-alone", "effect", like="choice = [{ pay = N }, { draw = DECK }]")
    return card


def read_effect(table: TomlTable) -> AnyEffect:
    """Return what a card does; a stand-in where that is not exactly one thing."""
    kinds = [key for key in table.raw if key in _EFFECTS]
    if len(kinds) == 1:
        return _EFFECTS[kinds[0]](table)
    if kinds:
        table.wrong("effects-counted", found=len(kinds), words=", ".join(kinds))
    else:
        value = " ".join(table.raw) or "{ }"
        near, words = likeliest(value, _EFFECTS), ", ".join(_EFFECTS)
        table.wrong("no-such-effect", value=value, words=words, near=near)
    return Pay(0)


def _pay(table: TomlTable) -> AnyEffect:
    table.knows("pay", "kind")
    kind = table.word("kind", _KINDS) if "kind" in table.raw else "fee"
    return Pay(table.whole("pay"), cast(Literal["fee", "fine", "tax"], kind))


def _nearest(table: TomlTable) -> AnyEffect:
    kind = table.word("advance_nearest", _MULTIPLES)
    multiple = _MULTIPLES.get(kind, "")
    table.knows("advance_nearest", multiple)
    return AdvanceNearest(
        cast(Literal["station", "utility"], kind),
        table.whole(multiple) if multiple in table.raw else None,
    )


def _repairs(table: TomlTable) -> AnyEffect:
    table.knows("repairs")
    costs = table.wholes("repairs", least=0)
    if len(costs) != 2:
        table.wrong("repairs-counted", "repairs")
        return Repairs(0, 0)
    return Repairs(*costs)


def _choice(table: TomlTable) -> AnyEffect:
    table.knows("choice")
    effects = [read_effect(option) for option in table.tables("choice", "option")]
    options = tuple(effect for effect in effects if isinstance(effect, Pay | DrawAgain))
    if len(options) < len(effects):
        table.wrong("choice-of-others", "choice", detail="pay = N or draw = DECK")
    elif len(options) < 2:
        table.wrong("choice-too-small", "choice", like="[{ pay = 10 }, { ... }]")
    return Choice(options)


def _amount(key: str, effect: Callable[[int], AnyEffect]) -> Callable[[TomlTable], AnyEffect]:
    def read(table: TomlTable) -> AnyEffect:
        table.knows(key)
        return effect(table.whole(key))

    return read


def _name(key: str, effect: Callable[[str], AnyEffect]) -> Callable[[TomlTable], AnyEffect]:
    def read(table: TomlTable) -> AnyEffect:
        table.knows(key)
        return effect(table.text(key))

    return read


def _always(key: str, effect: Callable[[], AnyEffect]) -> Callable[[TomlTable], AnyEffect]:
    def read(table: TomlTable) -> AnyEffect:
        table.knows(key)
        if not table.yes(key, otherwise=False):
            table.wrong("key-false", key, like=f"{key} = true")
        return effect()

    return read


_EFFECTS: Mapping[str, Callable[[TomlTable], AnyEffect]] = {
    "pay": _pay,
    "collect": _amount("collect", Collect),
    "pay_each": _amount("pay_each", PayEach),
    "collect_each": _amount("collect_each", CollectEach),
    "advance": _name("advance", Advance),
    "go_back_to": _name("go_back_to", GoBackTo),
    "advance_nearest": _nearest,
    "back": _amount("back", Back),
    "jail": _always("jail", ToJail),
    "jail_free": _always("jail_free", JailFree),
    "repairs": _repairs,
    "choice": _choice,
    "draw": _name("draw", DrawAgain),
}
