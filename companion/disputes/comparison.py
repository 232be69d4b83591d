"""Differences between two states of a game in words, for the terminal and the pages alike."""

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.disputes.differences import Deviation, Kind
from companion.sayings import what_if as say
from companion.speaker import Speaker
from companion.table.story.redecision import Stop


class Changed(msgspec.Struct, frozen=True):
    """One line of the comparison."""

    label: str
    was: str
    would: str


def compared(speaker: Speaker, one: Deviation) -> Changed:
    """Return a difference in words."""
    name = speaker.name(one.seat) if one.seat is not None else ""
    lot = speaker.space(one.lot) if one.lot is not None else ""
    label = speaker.say(say.KINDS[one.kind], name=name, lot=lot)
    return Changed(label, *(_value(speaker, one.kind, value) for value in (one.was, one.would)))


def why_stopped(speaker: Speaker, stop: Stop, what: str, refused: str) -> str:
    """Return why a later record fits no more.

    Args:
        speaker: who says it.
        stop: at that record.
        what: what happened there.
        refused: why its command would be refused; empty if it would be about something else.
    """
    return f"{what}: {refused}" if stop.refusal else speaker.say(say.ELSEWHERE, what=what)


def _value(speaker: Speaker, kind: Kind, value: Any) -> str:
    if isinstance(value, bool):
        return speaker.say(say.YES if value else say.NO)
    if kind == "jailed" and value is None:
        return speaker.say(say.NO)
    written: Mapping[Kind, Any] = {
        "cash": speaker.money,
        "owes": speaker.money,
        "pot": speaker.money,
        "at": speaker.space,
        "owner": speaker.name,
        "jailed": lambda turns: speaker.count("{n} turn", "{n} turns", turns),
        "buildings": lambda level: speaker.standing(level) or speaker.say(say.NOTHING),
        "turn": speaker.name,
        "winners": lambda seats: speaker.people(seats) or speaker.say(say.NOBODY),
        "cards": lambda cards: str(len(cards)),
    }
    return str(written.get(kind, str)(value))
