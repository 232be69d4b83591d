"""The pages on what the editions differ in: each parameter that is not alike in all of them."""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple, get_type_hints

from companion.editions.load import edition_ids, load_edition
from companion.editions.model import Edition
from companion.editions.parameters import ByPlayers, Parameters
from companion.speaker import NBSP, Speaker
from companion.words import Money
from tests.docs.tables import table
from web.setup.house_rules import GROUPS, value_of
from web.shared.language import catalogues

_KINDS = get_type_hints(Parameters, include_extras=True)
_AMOUNTS = {"starting_cash"}
"""Parameters that are money, and may be several for different numbers of players."""

_LEADS = {"group_rent_multiplier"}
"""Alike in all, but the sentences after it begin with "That holds also"."""


class _Words(NamedTuple):
    """What the page says in one language."""

    title: str
    intro: str
    rule: str


_SAYS = {
    "en": _Words(
        "What the editions differ in",
        "All else is alike in all of them. Several figures: for two players, three, and so on;"
        " of turns in jail: in which it may be done. Each may be set otherwise as a house rule.",
        "rule",
    ),
    "de": _Words(
        "Worin sich die Ausgaben unterscheiden",
        "Alles Übrige ist in allen gleich. Mehrere Zahlen: bei zwei, drei und mehr Spielern; bei"
        " Runden im Gefängnis: in welchen es erlaubt ist. Alles lässt sich als Hausregel ändern.",
        "Regel",
    ),
    "it": _Words(
        "In che cosa differiscono le edizioni",
        "Tutto il resto è uguale in tutte. Più cifre: con due giocatori, con tre e così via; per"
        " i turni in prigione: in quali è permesso. Ogni regola si può cambiare come regola della"
        " casa.",
        "regola",
    ),
    "ru": _Words(
        "Чем отличаются издания",
        "Всё остальное во всех изданиях одинаково. Несколько чисел: для двух игроков, трёх и так"
        " далее; о ходах в тюрьме: в какие это можно. Любое правило можно изменить как домашнее.",
        "правило",
    ),
}


def pages() -> dict[str, str]:
    """Return the page of each language, by its code."""
    return {code: _page(code) for code in _SAYS}


def _page(code: str) -> str:
    says, catalogue = _SAYS[code], catalogues()[code]
    editions = [load_edition(edition_id) for edition_id in edition_ids()]
    names = "\n".join(f"- `{one.id}`: {one.name}" for one in editions)
    parts = [f"# {says.title}", names, says.intro]
    speakers = [Speaker(catalogue, one, ()) for one in editions]
    for group in GROUPS:
        rows = list(_rows(tuple(group.rules), editions, speakers))
        if rows:
            head = (says.rule, *(f"`{one.id}`" for one in editions))
            told = [(speakers[0].say(group.rules[name]), *values) for name, values in rows]
            parts += [f"## {speakers[0].say(group.title)}", table(head, told)]
    return "\n\n".join(parts).replace(NBSP, " ") + "\n"


def _rows(
    names: tuple[str, ...], editions: list[Edition], speakers: list[Speaker]
) -> Iterator[tuple[str, list[str]]]:
    """Yield each parameter that is not alike in all, and what it is in each."""
    for name in names:
        values = [getattr(one.parameters, name) for one in editions]
        if name in _LEADS or len(set(values)) > 1:
            pairs = zip(speakers, values, strict=True)
            yield name, [_written(speaker, name, value) for speaker, value in pairs]


def _written(speaker: Speaker, name: str, value: object) -> str:
    if isinstance(value, Decimal):
        return f"{value * 100:.0f} %"
    if _KINDS[name] == Money and isinstance(value, int):
        return speaker.money(Money(value))
    if name in _AMOUNTS and _KINDS[name] == ByPlayers:
        assert isinstance(value, int | tuple)
        amounts = value if isinstance(value, tuple) else (value,)
        return ", ".join(speaker.money(Money(amount)) for amount in amounts)
    return value_of(speaker, value)
