"""A claim that is put in late comes to the game in which it was pressed in time."""

import random

import msgspec
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from companion.game.commands import AnyCommand, Claim
from companion.game.events import AnyEvent
from companion.game.refusals import Refusal
from companion.game.state import fingerprint
from companion.journal.record import FIRST_DIGEST, Cause, Record
from companion.journal.replay import replayed
from companion.table.story.late_entries import late_in
from companion.table.story.redecision import command_of, played_on
from tests.support.games import RandomGame

STEPS = 60
CLAIMED = ("ru-2004", "us-classic", "uk-classic", "it-eg", "de-dm", "disney", "ports")
CAUSE = Cause(role="banker", origin="banker", wall=0.0, mono=0.0, boot="test")


def record(seq: int, events: tuple[AnyEvent, ...], command: AnyCommand | None = None) -> Record:
    kept = {} if command is None else msgspec.to_builtins(command, str_keys=True)
    return Record(seq=seq, events=events, cause=CAUSE, command=kept, digest=FIRST_DIGEST)


def played(seed: int, edition: str) -> list[Record]:
    """Return a random game of accepted commands in which every other claim is pressed."""
    game = RandomGame(seed, edition=edition, wild=0.05)
    found = [record(1, tuple(game.events))]
    for step in game.steps(4 * STEPS):
        if not isinstance(step.outcome, Refusal):
            found.append(record(len(found) + 1, step.outcome, step.command))
        if len(found) > STEPS:
            break
    return found


@given(st.integers(0, 2**32), st.sampled_from(CLAIMED))
@settings(max_examples=25, suppress_health_check=[HealthCheck.filter_too_much])
def test_put_in_late_it_is_as_if_it_had_been_pressed_in_time(seed: int, edition: str) -> None:
    game = played(seed, edition)
    claims = [one.seq for one in game if isinstance(command_of(one), Claim)]
    assume(claims)
    pressed = random.Random(seed).choice(claims)
    before, claim, later = game[: pressed - 1], game[pressed - 1], game[pressed:]
    stood = replayed(before)
    without = played_on(replayed([*before, claim]), stood, later)
    assume(not without.stops)  # the game went on as it did without that claim, too
    forgotten = [
        *before,
        *(record(one.seq - 1, events, command_of(one)) for one, events in without.again),
    ]
    command = command_of(claim)
    assert command is not None
    late = late_in(forgotten, pressed - 1, command)
    assert late is not None
    assert late.fits
    assert late.events == claim.events
    assert [one.events for one in late.course.again] == [one.events for one in later]
    assert fingerprint(late.course.would) == fingerprint(replayed(game))
    assert fingerprint(late.course.was) == fingerprint(replayed(forgotten))
