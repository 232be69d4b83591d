"""What the middle of the table screen and the phones make of the last roll."""

import re

import msgspec

from companion.game.commands import Bankrupt, Claim, Correct, Draw, End, Leave, Roll
from companion.game.events import WentBankrupt
from companion.words import CardId, Seat, Space
from tests.support.pages import Living, text_of, told

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))
RAILS = (Space(5), Space(15), Space(25))
BOARDWALK, ORIENTAL = Space(39), Space(6)


def middle(room: Living) -> str:
    """Return what the middle of the board says."""
    inside = re.search(
        r'<section class="middle"[^>]*>(.*?)</section>', room.client().get("/table").text, re.DOTALL
    )
    assert inside
    return told(inside[1]).replace("\N{SOFT HYPHEN}", "")


def ruined(room: Living, creditor: Seat | None = BEN) -> list[str]:
    """Let Ann go bankrupt with three mortgaged lots, to Ben or to the Bank; return the cookies."""
    tokens = room.begin()
    room.play(
        Correct(
            why="so",
            cash={ANN: 5, BEN: 900},
            owner={**dict.fromkeys(RAILS, ANN), ORIENTAL: creditor},
            mortgaged=dict.fromkeys(RAILS, True),
            at={ANN: Space(0)},
        )
    )
    room.play(Roll(by=ANN, dice=(2, 4) if creditor is not None else (1, 3)))
    if creditor is not None:
        room.play(Claim(by=creditor))
    room.play(Bankrupt(by=ANN))
    return tokens


def test_a_bankruptcy_is_told_once_with_what_becomes_of_the_deeds(room: Living) -> None:
    tokens = ruined(room)
    assert middle(room) == "Ann is bankrupt: 3 deeds go to Ben"
    table = text_of(room.client(), "/table")
    assert table.count("Ann is bankrupt: 3 deeds go to Ben") == 3  # headline, middle, feed
    assert table.count("paid the interest on a mortgage") == 1
    ben = text_of(room.client(tokens[BEN]), "/seat")
    assert ben.count("Ann is bankrupt: 3 deeds go to you") == 2
    assert "You paid the interest on a mortgage (3 times) − 30" in ben
    assert "You are bankrupt: 3 deeds go to Ben" in text_of(room.client(tokens[ANN]), "/seat")
    whole = text_of(room.client(), "/story")
    assert whole.count("paid the interest on a mortgage") == 3  # nothing is folded there
    room.play(Roll(by=BEN, dice=(1, 3)))
    assert "Ann is bankrupt" not in middle(room)


def test_what_falls_to_the_bank_is_auctioned(room: Living) -> None:
    ruined(room, None)
    assert "Ann is bankrupt: 3 deeds are auctioned" in text_of(room.client(), "/table")


def test_a_card_can_be_read_until_the_next_roll(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(3, 4)))
    assert middle(room) == "Ann draws from Chance"
    card = next(one for one in room.state.edition.cards if "dividend" in one.text.lower())
    room.play(Draw(by=ANN, card=CardId(card.id)))
    assert middle(room) == f"Chance {card.text}"
    assert card.text in text_of(room.client(), "/watch")
    room.play(End(by=ANN), Roll(by=BEN, dice=(4, 6)))
    assert card.text not in middle(room)
    assert tokens


def test_who_comes_to_jail_by_the_dice_is_only_visiting(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(4, 6)))
    assert "Ann rolled 10 and is only visiting the jail" in text_of(room.client(), "/table")
    assert "You rolled 10 : you only visit the jail" in text_of(room.client(tokens[ANN]), "/seat")


def test_between_turns_the_middle_shows_who_owns_what_and_what_may_come(room: Living) -> None:
    room.begin()
    assert middle(room) == room.state.edition.name
    room.play(Correct(why="so", owner={BOARDWALK: BEN, ORIENTAL: CY}))
    ben, cy = "dark blue Boardwalk: dark blue", "light blue Oriental Avenue: light blue"
    ahead = "What the next throw could cost Ann Oriental Avenue 5 of 36 throws $6"
    assert middle(room) == f"B Ben {ben} C Cy {cy} {ahead}"


def test_who_leaves_without_a_debt_is_not_told_as_bankrupt(room: Living) -> None:
    tokens = room.begin()
    room.play(Correct(why="so", owner=dict.fromkeys(RAILS, ANN)))
    room.play(Leave(by=ANN))
    left = "leaves the game: 3 deeds are auctioned"
    assert f"Ann {left}" in text_of(room.client(), "/table")
    assert "You leave the game: 3 deeds are auctioned" in text_of(room.client(tokens[ANN]), "/seat")
    whole = text_of(room.client(), "/story")
    assert "Ann leaves the game" in whole
    assert "bankrupt" not in whole


def test_the_deeds_of_who_leaves_one_other_behind_go_to_the_bank(room: Living) -> None:
    room.begin("Ann", "Ben")
    room.play(Correct(why="so", owner={BOARDWALK: ANN}))
    room.play(Leave(by=ANN))
    assert "Ann leaves the game: 1 deed goes to the Bank" in text_of(room.client(), "/table")


def test_an_older_record_of_leaving_still_reads() -> None:
    old = b'{"is":"went-bankrupt","because":"bankruptcy/out","seat":0,"creditor":"bank"}'
    assert not msgspec.json.decode(old, type=WentBankrupt).left
