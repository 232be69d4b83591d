"""Commands come in as plain data: what is malformed is told from what is refused."""

from typing import Any, get_args

import msgspec
import pytest

from companion.game import commands as c
from companion.words import Seat, Space


def test_plain_data_becomes_a_command() -> None:
    plain = {"do": "build", "by": 1, "lots": {"16": 1, "18": 2}}
    assert c.command_from(plain) == c.Build(by=Seat(1), lots={Space(16): 1, Space(18): 2})


def test_a_command_and_its_plain_data_are_the_same() -> None:
    offer = c.Offer(
        by=Seat(0), to="bank", give=c.NamedGoods(cash=5), take=c.NamedGoods(cards=("chest",))
    )
    for command in (c.Hammer(), offer, c.Fine(player=Seat(1), reason="out-of-turn")):
        assert c.command_from(msgspec.to_builtins(command, str_keys=True)) == command


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"do": "fly", "by": 0},
        {"do": "buy"},
        {"do": "buy", "by": -1},
        {"do": "buy", "by": 32},
        {"do": "buy", "by": "Ann"},
        {"do": "buy", "by": 0, "wind": 1},
        {"do": "roll", "by": 0, "dice": [1, 7]},
        {"do": "roll", "by": 0, "dice": [1]},
        {"do": "bid", "by": 0, "amount": -1},
        {"do": "bid", "by": 0, "amount": 10**12},
        {"do": "bid", "by": 0, "amount": 1.5},
        {"do": "build", "by": 0, "lots": {}},
        {"do": "build", "by": 0, "lots": {"40": 1}},
        {"do": "build", "by": 0, "lots": {"16": 101}},
        {"do": "mortgage", "by": 0, "lots": []},
        {"do": "draw", "by": 0, "card": "x" * 81},
        {"do": "correct", "why": "x" * 401},
    ],
    ids=str,
)
def test_what_is_malformed_is_no_command(plain: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        c.command_from(plain)


def test_every_command_has_a_word_of_its_own() -> None:
    words = [str(kind.__struct_config__.tag) for kind in get_args(c.AnyCommand)]
    assert len(set(words)) == len(words)
    assert c.verb(c.JailPay(by=Seat(0))) == "jail-pay"


def test_every_command_stands_in_the_union() -> None:
    kinds = {k for k in vars(c).values() if isinstance(k, type) and issubclass(k, c.Command)}
    assert kinds - {c.Command, c.Situation} == set(get_args(c.AnyCommand))
