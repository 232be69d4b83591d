"""A phone acts for its own seat; the banker for anybody; parts of the table for themselves."""

from typing import get_args

import pytest
from msgspec.structs import replace

from companion.game.commands import AnyCommand, Bid, Buy, Claim, Correct, End, Hammer, Roll, verb
from companion.journal.record import Role
from companion.table.roles import EVERY_VERB, MAY_SEND, may_govern, why_not
from companion.words import Seat
from tests.support.table import ANN, BOB, some_cause

COMMANDS: tuple[AnyCommand, ...] = (
    Roll(by=ANN, dice=(1, 2)),
    Buy(by=ANN),
    Bid(by=ANN, amount=1),
    Claim(by=ANN),
    End(by=ANN),
    Hammer(),
    Correct(why="x"),
)


def allowed(role: Role, seat: Seat | None = None) -> set[str]:
    """Return which of the commands a role may send."""
    cause = replace(some_cause(), role=role, seat=seat)
    return {verb(command) for command in COMMANDS if why_not(command, cause) is None}


def test_a_phone_acts_for_its_own_seat() -> None:
    assert allowed("seat", ANN) == {"roll", "buy", "bid", "claim", "end"}


@pytest.mark.parametrize("seat", [BOB, None])
def test_a_phone_acts_for_no_other_seat(seat: Seat | None) -> None:
    assert allowed("seat", seat) == set()


def test_the_banker_may_do_everything_for_everybody() -> None:
    assert allowed("banker") == {verb(command) for command in COMMANDS}


def test_the_camera_rolls_and_buys_but_never_bids_nor_corrects() -> None:
    assert allowed("camera") == {"roll", "buy"}


def test_the_clock_only_lets_the_hammer_fall() -> None:
    assert allowed("clock") == {"hammer"}


def test_every_role_and_every_command_is_in_the_table() -> None:
    assert set(MAY_SEND) == set(get_args(Role))
    assert set().union(*MAY_SEND.values()) == EVERY_VERB


@pytest.mark.parametrize("role", get_args(Role))
def test_only_the_banker_and_the_start_change_games(role: Role) -> None:
    refused = may_govern(replace(some_cause(), role=role)) is not None
    assert refused == (role not in ("banker", "start"))
