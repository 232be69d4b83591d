"""Every page stands in every situation that a game leads to."""

import re
from pathlib import Path

import pytest

from companion.game.commands import Correct
from companion.game.events import Corrected
from companion.table.answers import Accepted
from tests.support.games import NAMES, RandomGame
from tests.support.pages import Living, living_room

STEPS = 120
PLAYERS = 3


UNSAID = re.compile(r"\bNone\b|none \(|(&#39;|&#34;): ")
"""What a program writes, and no person."""

DRAWN = re.compile(r"<svg.*?</svg>|<[^>]*>", re.DOTALL)

BROKEN = re.compile(r"\d \d{3}\b|\d тыс|,- DM|тыс\. руб|руб\.\.|\bж/д")
"""Amounts and names that might be broken over a line, and a sentence with two full stops."""


@pytest.mark.parametrize(("edition", "seed"), [("us-classic", 1), ("ru-2004", 2), ("de-dm", 1)])
def test_no_page_stumbles_in_a_whole_game(tmp_path: Path, edition: str, seed: int) -> None:
    game = RandomGame(seed, edition=edition, players=PLAYERS)
    with living_room(tmp_path) as room:
        tokens = room.begin(*NAMES[:PLAYERS], edition=edition)
        pages = [(room.client(token), f"/api/view?seat={n}") for n, token in enumerate(tokens)]
        pages += [(phone, page) for phone, _ in pages for page in ("/seat", "/seat/deeds")]
        pages += [(pages[0][0], "/seat/story"), (room.banker(), "/banker")]
        pages += [(room.client(), "/table"), (room.client(), "/api/game")]
        deal(room, game)
        for _ in range(STEPS):
            assert room.table.view.state is not None
            game.state = room.table.view.state
            command = game.next_command()
            if isinstance(room.ask(command, banker=True), Accepted):
                why = (room.client(), f"/why/{room.table.view.seq}")
                told = {page: phone.get(page) for phone, page in (*pages, why)}
                assert not [page for page, one in told.items() if one.status_code != 200], command
                assert not UNSAID.search(told[why[1]].text), command
                html = (one.text for page, one in told.items() if not page.startswith("/api"))
                broken = (BROKEN.search(DRAWN.sub("", page)) for page in html)
                assert not [one.string[one.start() - 40 :][:80] for one in broken if one], command


def deal(room: Living, game: RandomGame) -> None:
    """Give the table the groups, buildings and cash that a random game begins with."""
    for event in game.events:
        if isinstance(event, Corrected):
            dealt = Correct(
                why="dealt",
                owner=event.owner,
                buildings=event.buildings,
                mortgaged=event.mortgaged,
                cash=event.cash,
            )
            assert isinstance(room.ask(dealt, banker=True), Accepted)
