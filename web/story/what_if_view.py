"""What if: the ways in which a record could have been otherwise, and what would have come of it."""

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from companion.accounts.movements import before_record
from companion.accounts.options import option_of
from companion.disputes.alternatives import NOTHING, Alternative, alternatives
from companion.disputes.comparison import Changed, compared, why_stopped
from companion.disputes.differences import Deviation
from companion.disputes.what_if import Outcome
from companion.editions.typed import shown
from companion.game import commands as c
from companion.game.state import GameState
from companion.sayings.said import marked as _
from companion.table.story.redecision import Stop, command_of
from companion.words import SpeedFace
from web.seat.foot import Pick
from web.setup.house_rules import GROUPS
from web.shared.scene import HIDDEN, Scene

Thrown: TypeAlias = c.Roll | c.FirstRoll

BUTTONS = 6
"""So many alternatives stand there as buttons; more are picked from a list."""

CHOICES: dict[str, str] = {
    "buy": _("If it had been bought"),
    "decline": _("If nobody had bought it"),
    "accept": _("If the trade had been accepted"),
    "reject": _("If the trade had been rejected"),
    NOTHING: _("If it had not been done"),
    "option:redeem": _("If the mortgage had been redeemed"),
    "option:interest": _("If only the interest had been paid"),
}
"""Alternatives that are called the same wherever they are met."""


class Supposed(msgspec.Struct, frozen=True, kw_only=True):
    """What would have come of it."""

    refused: str  # why it cannot have been so
    stop: str  # from where on it no longer fits, and why
    stop_seq: int
    followed: int  # so many records later ones fit
    until: str  # the last that was followed
    rows: tuple[Changed, ...]


class WhatIfView(msgspec.Struct, frozen=True, kw_only=True):
    """The form for one record."""

    seq: int
    headline: str
    dice: tuple[int, ...]  # as booked; empty if it was no roll
    speed: SpeedFace | None
    choices: tuple[Pick, ...]
    more: tuple[Pick, ...]  # choices too many for buttons
    rules: tuple[tuple[str, tuple[Pick, ...]], ...]  # by group: parameter, sentence and value


def what_if_view(scene: Scene, seq: int) -> WhatIfView:
    """Return in which ways record *seq* could have been otherwise; it is no going back."""
    state = before_record(scene.records, seq, where=scene.view.game)
    command = command_of(scene.records[seq - 1])
    known = alternatives(state, command) if command is not None else ()
    picks = tuple(Pick(one.id, _choice(scene, state, one)) for one in known)
    thrown = command if isinstance(command, Thrown) else None
    return WhatIfView(
        seq=seq,
        headline=scene.headline(seq),
        dice=thrown.dice if thrown else (),
        speed=thrown.speed if isinstance(thrown, c.Roll) else None,
        choices=picks if len(picks) <= BUTTONS else (),
        more=picks if len(picks) > BUTTONS else (),
        rules=_rules(scene, state),
    )


def chosen_commands(scene: Scene, seq: int, wanted: str) -> tuple[c.AnyCommand, ...] | None:
    """Return the commands of an alternative by its id; None if there is no such."""
    state = before_record(scene.records, seq, where=scene.view.game)
    command = command_of(scene.records[seq - 1])
    known = alternatives(state, command) if command is not None else ()
    return next((one.commands for one in known if one.id == wanted), None)


def _choice(scene: Scene, state: GameState, one: Alternative) -> str:
    if one.id in CHOICES:
        return scene.speaker.say(CHOICES[one.id])
    kind, _colon, what = one.id.partition(":")
    if kind == "card":
        return scene.speaker.card(what)
    return option_of(scene.speaker, state, state.choice, what)


def _rules(scene: Scene, state: GameState) -> tuple[tuple[str, tuple[Pick, ...]], ...]:
    say = scene.speaker.say
    return tuple(
        (
            say(group.title),
            tuple(
                Pick(name, f"{say(sentence)} ({shown(getattr(state.rules, name))})")
                for name, sentence in group.rules.items()
            ),
        )
        for group in GROUPS
    )


# ---- the outcome


def told_of(scene: Scene, outcome: Outcome) -> Supposed:
    """Return an outcome in sentences."""
    stop = outcome.stop
    return Supposed(
        refused=scene.refusal(outcome.refused) if outcome.refused else "",
        stop=stop_of(scene, stop) if stop else "",
        stop_seq=stop.seq if stop else 0,
        followed=outcome.followed,
        until=scene.headline(outcome.until),
        rows=changes_of(scene, outcome.differences),
    )


def changes_of(scene: Scene, found: Iterable[Deviation]) -> tuple[Changed, ...]:
    """Return differences in words; what somebody has, the reader may not know."""
    return tuple(_changed(scene, one) for one in found)


def stop_of(scene: Scene, stop: Stop) -> str:
    """Return what it was that fits no more, and why."""
    refused = scene.refusal(stop.refusal) if stop.refusal else ""
    return why_stopped(scene.speaker, stop, scene.headline(stop.seq), refused)


def _changed(scene: Scene, one: Deviation) -> Changed:
    told = compared(scene.speaker, one)
    if one.kind == "cash" and one.seat is not None and not scene.sees(one.seat):
        return Changed(told.label, HIDDEN, HIDDEN)
    return told
