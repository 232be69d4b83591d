"""Whole games at every level of help: the same words lead to the same state and the same money."""

import tempfile
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.accounts.verification import pictures_beside, verify
from companion.game.apply import apply
from companion.game.commands import AnyCommand
from companion.game.events import Help
from companion.game.refusals import Refusal
from companion.game.state import GameState, fingerprint
from companion.rules import decide
from companion.table.answers import Accepted
from tests.support.games import RandomGame
from tests.support.helping import bots_game, confirm_all, helping, replay_at, submitted
from tests.support.table import hands

LEVELS: tuple[Help, ...] = ("book", "propose", "announce")
GAMES = {"ru-2004": (), "got-2015": ("speed-die",)}
"""Rents with and without a claim, and dice that move a second time by themselves."""

COMMANDS = 60


@pytest.mark.parametrize(("edition", "variants"), GAMES.items(), ids=GAMES)
def test_an_evening_ends_the_same_at_every_level(
    tmp_path: Path, edition: str, variants: tuple[str, ...]
) -> None:
    said = tuple(bots_game(edition, variants, 7, COMMANDS))
    ends: dict[Help, GameState] = {}
    taps: dict[Help, int] = {}
    for helps in LEVELS:
        with hands(tmp_path / helps) as at:
            taps[helps] = replay_at(at, helps, edition, variants, said)
            assert at.view.state is not None
            ends[helps] = at.view.state
            journal = tmp_path / helps / "games" / f"{at.view.game}.journal"
        assert verify(journal, pictures_beside(journal)).damages == ()
    assert len({fingerprint(state) for state in ends.values()}) == 1
    cash = [[state.cash(seat) for seat in state.seats] for state in ends.values()]
    assert cash == [cash[0]] * len(LEVELS)
    assert (taps["book"], taps["announce"]) == (0, taps["propose"])
    assert taps["propose"] > 0


class Middle(RandomGame):
    """Random play in the middle of a game that runs at a table."""

    def set_up(self) -> None:
        self.dealt: list[AnyCommand] = []

    def _take(self, command: AnyCommand) -> None:
        self.dealt.append(command)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32), st.sampled_from(["ru-2004", "us-classic", "disney"]))
def test_whatever_is_played_confirming_all_leads_where_booking_leads(
    seed: int, edition: str
) -> None:
    game = Middle(seed, edition=edition)
    with tempfile.TemporaryDirectory() as folder, hands(Path(folder)) as at:
        at.begin(edition=edition)
        assert at.view.state is not None
        game.state = at.view.state
        game.deal_groups()
        assert isinstance(submitted(at, game.dealt[0]), Accepted)
        helping(at, "propose")
        for _step in range(20):
            game.state = at.view.state
            command = game.next_command()
            outcome = decide(game.state, command)
            answer = submitted(at, command)
            if isinstance(outcome, Refusal):
                assert isinstance(answer, Refusal)
                assert answer.code == outcome.code
                continue
            assert isinstance(answer, Accepted)
            confirm_all(at)
            booked = reduce(apply, outcome, game.state)
            assert fingerprint(at.view.state) == fingerprint(booked)
