"""Journals of random games, some steps of which were taken back."""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from companion.game.events import AnyEvent, Rewound
from companion.game.refusals import Refusal
from companion.journal.record import FIRST_DIGEST, Cause, Record
from companion.journal.replay import replayed
from companion.words import RuleKey
from tests.support.games import RandomGame

EDITIONS = (
    *("ru-2004", "us-classic", "uk-classic", "de-dm"),
    *("it-eg", "disney", "got-2015", "ports"),
)


def some_records(
    seed: int, *, edition: str = "us-classic", steps: int = 40, players: int = 3, backs: int = 2
) -> tuple[Record, ...]:
    """Return the records of a random game of so many accepted steps, which went *backs* times back.

    A record says who began the game; after that each step is one.
    """
    dice = random.Random(seed)
    game = RandomGame(seed, edition=edition, players=players, wild=0.1)
    records = [_record(1, tuple(game.events))]
    turnings = sorted(dice.sample(range(2, max(3, steps)), backs))
    for events in _played(game, 10 * steps):
        records.append(_record(len(records) + 1, events))
        if turnings and len(records) >= turnings[0]:
            turnings.pop(0)
            to = dice.randint(1, len(records) - 1)
            records.append(_record(len(records) + 1, (rewound(to),)))
            game.state = replayed(records)
        if len(records) >= steps:
            break
    return tuple(records)


def rewound(to: int) -> Rewound:
    """Return the event by which the banker goes back to just after record *to*."""
    return Rewound(back_to=to, because=RuleKey("bank/banker"))


def renamed(records: tuple[Record, ...], *names: str) -> tuple[Record, ...]:
    """Return the same game between players of other names."""
    began = records[0].events[0]
    first = (replace(began, players=names), *records[0].events[1:])
    return (replace(records[0], events=first), *records[1:])


def _played(game: RandomGame, most: int) -> Iterator[tuple[AnyEvent, ...]]:
    for step in game.steps(most):
        if not isinstance(step.outcome, Refusal) and step.outcome:
            yield step.outcome


def _record(seq: int, events: tuple[AnyEvent, ...]) -> Record:
    cause = Cause(role="banker", origin="banker", wall=1.7e9 + 60 * seq, mono=0.0, boot="test")
    return Record(seq=seq, events=events, cause=cause, command={"do": "x"}, digest=FIRST_DIGEST)
