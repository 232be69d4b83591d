"""The lobby as data for one reader: every table, in words."""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from gettext import NullTranslations
from typing import Any

import msgspec

from companion.hub.lobby import Lobby, LobbyLine, LobbySeat, Waits
from companion.hub.time_left import TimeLeft
from companion.sayings.said import marked as _
from companion.speaker import Speaker
from web.phones.chairs import COLOURS

UNREADABLE = _("This game cannot be read here. Its table plays on.")

QUIET_S = 120
"""Where nothing has come for so long, it is said."""

WAITS: Mapping[Waits, str] = {
    "dispute": _("Waits for a ruling: a booking is disputed"),
    "contested": _("Waits for a ruling: an amount is contested"),
    "call": _("The arbiter is called for"),
    "vote": _("The table votes whether to go back"),
    "paused": _("Paused"),
}

ROLES: Mapping[str, str] = {
    "organiser": _("Organiser"),
    "arbiter": _("Arbiter"),
    "screen": _("Screen"),
}
"""What each member may be."""


class CardSeat(msgspec.Struct, frozen=True, kw_only=True):
    """One player on a card."""

    name: str
    letter: str
    colour: str
    cash: str
    worth: str
    leads: bool
    on_turn: bool
    out: bool


class TableCard(msgspec.Struct, frozen=True, kw_only=True):
    """One table in the lobby."""

    id: str
    game: str  # the digest of its first record
    table: str
    edition: str
    turn: int
    seats: tuple[CardSeat, ...]
    leads: str  # who, and with how much; nothing while nobody does
    waits: tuple[str, ...]  # the first is the gravest
    is_urgent: bool  # somebody waits for a ruling
    over: str  # who has won
    quiet: str  # for how long nothing came
    has_time: bool = False  # it ends by the clock
    left: str = ""  # so much is left, in figures; nothing: the time is up
    left_ms: int | None = None  # the same; None: the clock stands
    trouble: str  # why nothing can be shown of it


def cards_of(
    catalogue: NullTranslations, lobby: Lobby, now: float, find: str = ""
) -> tuple[TableCard, ...]:
    """Return the tables in whose card all words of *find* stand.

    Args:
        catalogue: of the reader's language.
        lobby: with all tables; a game that cannot be shown is set aside there.
        now: seconds since 1970, by the clock of the hub.
        find: what is looked for; nothing: all.
    """
    words = find.casefold().split()
    cards = [
        lobby.drawn(line, partial(_card, catalogue, line, now)) or _aside(catalogue, line)
        for line in lobby.lines
    ]
    return tuple(card for card in cards if all(word in _text(card) for word in words))


def _text(card: TableCard) -> str:
    return " ".join((card.table, card.edition, *(one.name for one in card.seats))).casefold()


def _card(catalogue: NullTranslations, line: LobbyLine, now: float) -> TableCard:
    if line.edition is None:
        return _aside(catalogue, line)
    speaker = Speaker(catalogue, line.edition, tuple(one.name for one in line.seats))
    leaders = line.leaders
    return TableCard(
        id=line.game[:12],
        game=line.game,
        table=line.table,
        edition=line.edition.name,
        turn=line.turn,
        seats=tuple(_seat(speaker, one, leads=one in leaders) for one in line.seats),
        leads=_leads(speaker, leaders),
        waits=tuple(speaker.say(WAITS[code]) for code in line.waits),
        is_urgent=bool({"dispute", "contested", "call"} & {*line.waits}),
        over=_over(speaker, line),
        quiet="" if line.is_over else quiet_words(catalogue, now - line.kept_at),
        trouble="",
        **_time(line.time, now),
    )


def _aside(catalogue: NullTranslations, line: LobbyLine) -> TableCard:
    return TableCard(
        id=line.game[:12],
        game=line.game,
        table=line.table,
        edition=line.edition_id,
        turn=0,
        seats=(),
        leads="",
        waits=(),
        is_urgent=False,
        over="",
        quiet="",
        trouble=catalogue.gettext(UNREADABLE),
    )


def _time(time: TimeLeft | None, now: float) -> dict[str, Any]:
    """Return how much time is left, as a card has it."""
    if time is None:
        return {}
    left = time.rests_s if time.ends is None else time.ends - now
    return {
        "has_time": True,
        "left": clock_words(left) if left > 0 else "",
        "left_ms": None if time.ends is None else int(left * 1000),
    }


def clock_words(left_s: float) -> str:
    """Return how much time is left, as a clock that counts down has it."""
    seconds = max(0, math.ceil(left_s))
    minutes = f"{seconds // 60 % 60}:{seconds % 60:02}"
    return f"{seconds // 3600}:{minutes:0>5}" if seconds >= 3600 else minutes


def _seat(speaker: Speaker, one: LobbySeat, *, leads: bool) -> CardSeat:
    return CardSeat(
        name=one.name,
        letter=one.name[:1].upper(),
        colour=COLOURS[one.seat % len(COLOURS)],
        cash=speaker.money(one.cash),
        worth=speaker.worth(one.worth),
        leads=leads,
        on_turn=one.on_turn,
        out=not one.place,
    )


def _leads(speaker: Speaker, leaders: Sequence[LobbySeat]) -> str:
    if not leaders:
        return ""
    names = speaker.people([one.seat for one in leaders])
    return f"{names}: {speaker.worth(leaders[0].worth)}"


def _over(speaker: Speaker, line: LobbyLine) -> str:
    winners = [one.seat for one in line.seats if one.won]
    if not winners:
        return ""
    together = _("{names} win together") if len(winners) > 1 else _("{names} wins")
    return speaker.say(together, names=speaker.people(winners))


def quiet_words(catalogue: NullTranslations, seconds: float) -> str:
    """Return for how long nothing came, where that is long."""
    return _ago(catalogue, seconds) if seconds >= QUIET_S else ""


def seen_words(catalogue: NullTranslations, now: float, seen_at: float | None) -> str:
    """Return when a table was heard of last; nothing if it never was."""
    return "" if seen_at is None else _ago(catalogue, now - seen_at)


def _ago(catalogue: NullTranslations, seconds: float) -> str:
    minutes = max(0, int(seconds // 60))
    if minutes < 1:
        return catalogue.gettext(_("just now"))
    if minutes < 120:
        said = catalogue.ngettext("{n} minute ago", "{n} minutes ago", minutes)
        return said.format(n=minutes)
    hours = minutes // 60
    if hours < 48:
        return catalogue.ngettext("{n} hour ago", "{n} hours ago", hours).format(n=hours)
    days = hours // 24
    return catalogue.ngettext("{n} day ago", "{n} days ago", days).format(n=days)
