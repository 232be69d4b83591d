"""What a command asked for is said by the types of its fields, the table's as the game's."""

from typing import Any

import pytest

from companion.accounts.wording import Wording
from companion.editions.load import load_edition

WORDING = Wording(load_edition("us-classic"), ("Ann", "Bob"))
LATE = {"do": "book-late", "payer": 0, "payee": "bank", "amount": 5}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"do": "claim", "by": 1, "lot": 39}, "by Bob, lot Boardwalk (39)"),
        ({"do": "ask-vote", "by": 1, "to": 5}, "by Bob, to 5"),
        ({"do": "confirm", "by": 1, "proposal": 4, "typed": {"0": 90}}, "typed 0 $90"),
        ({"do": "put-in", "place": 3, "command": LATE, "seen": 4}, "payee bank, amount $5"),
        ({"do": "claim", "whose": 1}, "whose 1"),  # as no version writes it
    ],
)
def test_a_command_is_said_by_its_types(asked: dict[str, Any], said: str) -> None:
    assert said in WORDING.command(asked)
