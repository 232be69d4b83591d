"""The same command id twice is one command: every one there is, whatever comes between."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.commands import Command, TakeOver
from companion.journal.home import Home
from companion.table.answers import Accepted, Answer
from companion.table.cash.commands import SetBanknotes
from companion.table.check.commands import BeginCheck
from companion.table.commands import COMMANDS
from companion.table.disputing.commands import RaiseDispute, RefusedPress, SetCustoms
from companion.table.disputing.disputes import Customs
from companion.table.games.commands import Begin
from companion.table.help.commands import SetHelp
from tests.durability.damage import in_memory
from tests.support.asking import WAYS, Everybody
from tests.support.table import ANN, SMALL_RESERVE, FakeClock, Hands

EVENINGS = (
    ("ru-2004", ()),
    ("de-dm", ("deal-two",)),
    ("got-2015", ("speed-die",)),
    ("ports", ()),
)
STEPS = 250
MOST = 360
"""Evenings until every command has been accepted."""


def nothing(_at: Hands) -> Hands:
    """Its answer was lost, that is all."""
    return _at


def killed(at: Hands) -> Hands:
    """Pull the plug, and put it in again."""
    folder, now = at.home.folder, at.clock.now
    at.desk.close()
    at.home.close()
    again = Hands(Home(folder, ballast=SMALL_RESERVE), FakeClock(now))
    again.pipeline.wake()
    return again


def changed(at: Hands) -> Hands:
    """Let everything stand in the way that can."""
    banker, seq = at.cause("banker", "banker"), at.view.seq
    at.answer(SetBanknotes(banknotes="wait"), banker)
    at.answer(SetHelp(helps="announce"), banker)
    at.answer(SetCustoms(customs=Customs(waits=True, vote=False)), banker)
    at.answer(RaiseDispute(seq=seq), banker)
    at.answer(BeginCheck(), banker)
    return at


def another_game(at: Hands) -> Hands:
    """Let another game be played meanwhile."""
    begin = Begin(edition="it-eg", players=("Eve", "Fay"), first_roll=False, instead=True)
    assert isinstance(at.answer(begin, at.cause("banker", "banker")), Accepted)
    return at


def said(answer: Answer) -> tuple[str, int] | Answer:
    """Return what an answer told a phone: done, and where it stands."""
    return (answer.game, answer.seq) if isinstance(answer, Accepted) else answer


def stands(at: Hands) -> tuple[object, ...]:
    """Return all that a command may change."""
    view, home = at.view, at.home
    seen = (view.game, view.state, view.proposal, view.vote, view.disputes, view.handing)
    return (*seen, view.check, view.doubt, view.turned, home.games(), home.archived(), at.records)


def evening(
    folder: Path, number: int, meanwhile: Callable[[Hands], Hands], missing: set[type[Command]]
) -> None:
    """Ask for everything by chance, and send again what was accepted and not yet seen twice."""
    at = Hands(Home(folder, ballast=SMALL_RESERVE), FakeClock())
    edition, variants = EVENINGS[number % len(EVENINGS)]
    at.begin(edition=edition, variants=variants, first_roll=True)
    who = Everybody(at, number, edition, variants)
    if number % 3 == 0:
        at.answer(BeginCheck(purpose="take-over", situation=TakeOver(turn=ANN)), who.banker())
    elif number % 3 == 1:
        who.come_to_the_middle()
    for _ in range(STEPS):
        kind = who.chance.choice([*WAYS]) if who.chance.random() < 0.4 else None
        wanted = who.play() if kind is None else who.wish(kind)
        if wanted is None:
            continue
        command, cause = wanted
        first = who.at.answer(command, cause)
        if not isinstance(first, Accepted) or type(command) not in missing:
            continue
        who.at = meanwhile(who.at)
        stood = stands(who.at)
        again = replace(cause, mono=cause.mono + 3.0)
        assert said(who.at.answer(command, again)) == said(first), command
        assert stands(who.at) == stood, command
        missing.discard(type(command))
        if meanwhile in (changed, another_game):
            break  # nothing goes on as before
    who.at.desk.close()
    who.at.home.close()


@pytest.mark.parametrize("meanwhile", [nothing, killed, changed, another_game])
def test_every_command_that_is_sent_twice_is_one(meanwhile: Callable[[Hands], Hands]) -> None:
    missing = {*COMMANDS.values()} - {RefusedPress}  # which nobody asks for
    most = MOST if meanwhile in (nothing, killed) else 10 * MOST
    for number in range(most):
        with in_memory() as folder:
            evening(folder, number, meanwhile, missing)
        if not missing:
            break
    assert missing == set()
