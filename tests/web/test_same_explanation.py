"""Terminal and English page explain each record by the same sentences in the same order."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from companion.cli import main
from companion.editions.load import edition_ids
from companion.speaker import JOINER, NBSP
from tests.support.games import NAMES, RandomGame
from tests.support.pages import Living, living_room
from tests.web.test_whole_games import deal

STEPS = 150
PLAYERS = 3
SEEDS = dict.fromkeys(edition_ids(), 5) | {"it-eg": 2}

TAGS = re.compile(r"<[^>]+>")
LINK = re.compile(r"<li>(.*?)</li>", re.DOTALL)
CHAIN = re.compile(r'<ol class="chain">.*?</ol>', re.DOTALL)
EVENT = re.compile(r'<section class="panel">\s*<h2 class="happened">(.*?)</section>', re.DOTALL)
LINE = re.compile(r"<dt>(.*?)</dt><dd[^>]*>(.*?)</dd>", re.DOTALL)
RULE = re.compile(r'<p class="rule">(.*?)</p>', re.DOTALL)


def plain(html: str) -> str:
    return " ".join(unescape(TAGS.sub(" ", html)).replace(NBSP, " ").replace(JOINER, "").split())


def shown(html: str) -> Iterator[str]:
    """Yield what a page explains, line for line."""
    for event in EVENT.findall(html):
        yield plain(event.split("</h2>")[0])
        yield from (f"{plain(label)}: {plain(value)}" for label, value in LINE.findall(event))
        for rule in RULE.findall(event):
            cited, says, *section = map(plain, rule.split("<br>"))
            yield plain(f"{cited} {says} {' '.join(f'[{one}]' for one in section)}")


def chain(html: str) -> Iterator[str]:
    """Yield the records that led to it, and who was too late, as a page names them."""
    for link in LINK.findall("".join(CHAIN.findall(html))):
        text, who = link.split("<br>")
        yield f"{plain(text)} ({plain(who).replace(' ,', ',')})"


def explained(room: Living, capsys: pytest.CaptureFixture[str]) -> dict[int, list[str]]:
    """Return what the terminal explains, by record."""
    journal = next((room.home / "games").glob("*.journal"))
    assert main(["explain", str(journal)]) == 0
    blocks: dict[int, list[str]] = {}
    for line in capsys.readouterr().out.splitlines():
        number = re.match(r"(\d+)  ", line)
        here = blocks.setdefault(int(number[1]) if number else max(blocks), [])
        here.append(" ".join(line.split()))
    return blocks


@pytest.mark.parametrize("edition", edition_ids())
def test_every_record_is_explained_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], edition: str
) -> None:
    game = RandomGame(SEEDS[edition], edition=edition, players=PLAYERS)
    with living_room(tmp_path) as room:
        room.begin(*NAMES[:PLAYERS], edition=edition)
        deal(room, game)
        for _ in range(STEPS):
            assert room.table.view.state is not None
            game.state = room.table.view.state
            room.ask(game.next_command(), banker=True)
        told = explained(room, capsys)
        assert len(told) == room.table.view.seq
        amounts = 0
        for seq, lines in told.items():
            html = room.client().get(f"/why/{seq}").text
            page = [*shown(html)]
            assert lines[-len(page) :] == page, seq
            named = [re.sub(r"^\d+: ", "", line) for line in lines if re.match(r"\d+: ", line)]
            assert named == [*chain(html)], seq
            amounts += sum(" → " in line for line in page)
        assert amounts > 20
