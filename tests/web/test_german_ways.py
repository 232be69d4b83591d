"""What pages show of the German ways to play: the pot, and the time to bargain."""

from pathlib import Path

from companion.game.commands import Choose, Deal, FirstRoll, Roll
from companion.game.refusals import Refusal
from companion.speaker import JOINER, NBSP
from companion.table.answers import Accepted
from companion.table.games.commands import Begin
from companion.words import Seat, Space
from tests.support.pages import Living, living_room

ANN, BEN = Seat(0), Seat(1)


def begun(room: Living, variant: str, *, first_roll: bool) -> str:
    """Begin a game and return Ann's phone's token."""
    tokens = room.seated("Ann", "Ben")
    answer = room.table.submit(
        Begin(edition="de-dm", variants=(variant,), players=("Ann", "Ben"), first_roll=first_roll),
        room.table.cause("banker", "banker"),
    )
    assert isinstance(answer, Accepted), answer
    return tokens[0]


def test_the_table_shows_what_lies_on_free_parking(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        begun(room, "jackpot", first_roll=False)
        assert "DM lie on Frei Parken" not in room.client().get("/table").text
        room.ask(Roll(by=ANN, dice=(1, 3)))
        room.ask(Choose(by=ANN, option="flat"))
        told = f"4.000,-{JOINER}{NBSP}DM lie on Frei Parken"
        assert told in room.client().get("/table").text


def test_nobody_is_told_his_wealth_before_he_chooses_the_tax(tmp_path: Path) -> None:
    """30000 and no deeds: neither that nor its tenth stands on a page about the choice."""
    with living_room(tmp_path) as room:
        ann = room.client(begun(room, "jackpot", first_roll=False))
        answer = room.ask(Roll(by=ANN, dice=(1, 3)))
        assert isinstance(answer, Accepted)
        seat = ann.get("/seat").text
        assert "Pay 10 % of all you own" in seat
        assert "3.000" not in seat
        assert "30.000" not in ann.get(f"/why/{answer.seq}").text
        game = ann.get("/api/game").json
        assert game is not None
        assert game["state"]["choice"]["options"]
        assert game["state"]["choice"]["worth"] == 0


def test_the_dice_wait_for_those_who_bargain(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        ann = room.client(begun(room, "deal-all", first_roll=True))
        assert room.table.view.state is not None
        lots = [lot.index for lot in room.table.view.state.edition.lots]
        hands = {ANN: tuple(map(Space, lots[:14])), BEN: tuple(map(Space, lots[14:]))}
        dealt = room.table.submit(Deal(lots=hands), room.table.cause("banker", "banker"))
        assert isinstance(dealt, Accepted)
        refused = room.ask(FirstRoll(by=ANN, dice=(3,)))
        assert isinstance(refused, Refusal)
        assert refused.code == "negotiating"
        assert "all prices are free" in room.client().get("/table").text
        assert "Bargain" in ann.get("/seat").text
