"""Three moments of a game that is over: by a plain rule, with the dice that led to them."""

import re

import pytest

from companion.game.commands import (
    Bankrupt,
    Bid,
    Claim,
    Correct,
    Decline,
    End,
    Hammer,
    Leave,
    Roll,
    TimeUp,
)
from companion.table.games.commands import Resume
from companion.table.story.commands import Undo
from companion.table.witness import TableWitness
from companion.vision.readings import DiceReading
from companion.words import Seat, Space
from tests.support.doubtful import tray, unsure
from tests.support.pages import Living, sent, told

ANN, BEN = Seat(0), Seat(1)
ORIENTAL, VERMONT, CONNECTICUT = map(Space, (6, 8, 9))
PICTURE = re.compile(r'<img src="/pictures/([0-9a-f]{64})\.jpg"')


def thrown(room: Living) -> None:
    """Let the camera see a one and a three."""
    table = room.table
    seen = DiceReading(verdict="sure", dice=unsure(0.99, 0.99).dice, confidence=0.99)
    TableWitness(table).dice(seen, tray(), table.mono(), table.mono())
    table.submit(Resume(game=table.view.game), table.cause("banker", "banker"))


def moments(room: Living, path: str = "/story", language: str = "en") -> list[str]:
    """Return the moments that a page shows, as HTML."""
    html = room.client().get(path, headers={"Accept-Language": language}).text
    found = re.search(r'<section class="moments".*?</section>', html, re.DOTALL)
    return re.findall(r"<li>.*?</li>", found[0], re.DOTALL) if found else []


def evening(room: Living) -> list[str]:
    """Let Ann throw under the camera and pay a tax, and Ben win an auction; return the cookies."""
    tokens = room.begin("Ann", "Ben")
    thrown(room)
    room.play(Roll(by=BEN, dice=(2, 4)), Decline(by=BEN), Bid(by=BEN, amount=30))
    room.ask(Hammer(), banker=True)
    assert room.state.lots[ORIENTAL].owner == BEN
    return tokens


def stopped(room: Living) -> None:
    """Let time be up, and the turn that is under way be the last one."""
    room.ask(TimeUp(), banker=True)
    if not room.state.winners:
        room.play(End(by=room.state.turn.seat))
    assert room.state.winners


@pytest.mark.parametrize("path", ["/table", "/story", "/watch"])
def test_the_largest_payment_and_the_dearest_auction_are_shown(room: Living, path: str) -> None:
    evening(room)
    assert not moments(room, path)  # the game goes on
    stopped(room)
    tax, auction = moments(room, path)
    assert re.search(
        r"The largest payment, turn 1, \d\d:\d\d Ann paid Income Tax: \$200", told(tax)
    )
    assert re.search(
        r"The dearest auction, turn 2, \d\d:\d\d Ben bought Oriental Avenue: \$30", told(auction)
    )
    assert PICTURE.search(tax)
    assert not PICTURE.search(auction)  # those dice were typed in


def test_they_are_told_in_each_language(room: Living) -> None:
    evening(room)
    stopped(room)
    for language, said in (
        ("de", "Die größte Zahlung, Zug 1"),
        ("it", "Il pagamento più alto, turno 1"),
        ("ru", "Самый крупный платёж, ход 1"),
    ):
        assert said in told(moments(room, language=language)[0])


def test_a_picture_that_is_kept_no_more_is_not_shown(room: Living) -> None:
    evening(room)
    stopped(room)
    found = PICTURE.search(moments(room)[0])
    assert found
    for kept in room.home.rglob(f"{found[1]}*"):
        kept.unlink()
    assert not PICTURE.search(moments(room)[0])


def test_what_was_taken_back_is_no_moment(room: Living) -> None:
    room.begin("Ann", "Ben")
    room.play(Roll(by=ANN, dice=(1, 3)))
    room.table.submit(Undo(), room.table.cause("banker", "phone"))
    room.play(Roll(by=ANN, dice=(4, 6)), End(by=ANN))
    stopped(room)
    assert not moments(room)


def test_a_bankruptcy_stands_in_place_of_an_auction(room: Living) -> None:
    room.begin("Ann", "Ben")
    poor = Correct(
        why="so", cash={ANN: 5}, owner=dict.fromkeys((ORIENTAL, VERMONT, CONNECTICUT), BEN)
    )
    room.play(poor, Roll(by=ANN, dice=(2, 4)), Claim(by=BEN), Bankrupt(by=ANN))
    (moment,) = moments(room)
    assert "The last bankruptcy, turn 1" in told(moment)
    assert "Ann is bankrupt" in told(moment)


def test_who_leaves_is_no_bankruptcy(room: Living) -> None:
    room.begin("Ann", "Ben")
    room.play(Leave(by=ANN))
    assert not moments(room)


def test_what_was_disputed_is_shown_with_the_throw_before_it(room: Living) -> None:
    tokens = evening(room)
    paid = 2  # the throw, and what it cost
    assert sent(room.client(tokens[BEN]), "/dispute", seq=paid, why="too much") == 303
    disputed = room.table.view.seq
    stopped(room)
    last = moments(room)[-1]
    assert "Disputed, turn 2" in told(last)
    assert f"Ben disputes number {paid} (Ann paid Income Tax): too much" in told(last)
    assert PICTURE.search(last)
    assert f'href="/why/{disputed}"' in last
