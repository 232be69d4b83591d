"""The table of who decides what: every command there is, each by a rule made for it."""

from typing import get_args, get_type_hints

from companion.game.commands import AnyCommand
from companion.rules import deciders


def test_every_command_is_decided() -> None:
    assert set(deciders) == set(get_args(AnyCommand))


def test_every_decider_is_made_for_its_command() -> None:
    for kind, decider in deciders.items():
        taken = [hint for name, hint in get_type_hints(decider).items() if "command" in name]
        assert taken == [kind], kind
