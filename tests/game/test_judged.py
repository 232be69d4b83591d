"""Whoever adds a command or an event has judged what it is, or what is safe holds of it."""

from typing import get_args

import pytest

from companion.game import commands as c
from companion.game import events as e
from companion.game.event import Event, ThreadKey
from companion.game.terms import PURPOSE_OF, Reason
from companion.table.story import redecision
from companion.words import RuleKey, Seat, Space

EVENTS: tuple[type[Event], ...] = get_args(e.AnyEvent)
COMMANDS: tuple[type[c.Command], ...] = get_args(c.AnyCommand)


def test_every_command_is_judged_by_what_it_is_about() -> None:
    assert set(redecision._MATTERS) == set(COMMANDS)


def test_commands_are_found_by_their_verbs() -> None:
    assert set(c.GAME_COMMANDS.values()) == set(COMMANDS)
    assert c.GAME_COMMANDS["jail-pay"] is c.JailPay


def test_nothing_is_taken_back_or_said_to_be_paid_by_default() -> None:
    """The banker takes back what nobody has judged, and its amounts wait to be confirmed."""
    assert (c.Command.is_own, Event.is_own, c.Command.says_amounts) == (False, False, False)


def test_every_reason_for_cash_has_a_purpose() -> None:
    assert PURPOSE_OF.keys() == set(get_args(Reason))


@pytest.mark.parametrize("kind", [kind for kind in EVENTS if issubclass(kind, e.Booked)])
def test_what_is_posted_says_what_for(kind: type[e.Booked]) -> None:
    assert kind.purpose not in (Event.purpose, e.Booked.purpose)


def test_what_nobody_has_judged_is_booked_as_nothing_else() -> None:
    passed = e.Declined(seat=Seat(0), lot=Space(1), because=RuleKey("purchase/first-right"))
    assert type(passed).purpose is Event.purpose
    assert passed.purpose == "other"


def keys(name: str) -> dict[type[Event], ThreadKey]:
    return {kind: getattr(kind, name) for kind in EVENTS if getattr(kind, name)}


@pytest.mark.parametrize("name", ["opens", "answers"])
def test_threads_are_told_apart_by_fields_that_are_there(name: str) -> None:
    for kind, (_, *fields) in keys(name).items():
        assert set(fields) <= set(kind.__struct_fields__)


def test_whatever_waits_for_an_answer_is_answered_by_something() -> None:
    by_itself = {("bid", 1), ("wish", 2)}  # answered by the hammer, by an auction that opens
    opened = {(key[0], len(key)) for key in keys("opens").values()}
    answered = {(key[0], len(key)) for key in keys("answers").values()}
    assert opened == answered | by_itself
