"""What a phone's own camera opens when it is held over a deed, a card or a seat."""

from pathlib import Path

import pytest

from cards_qr.keyrings import Keyrings
from cards_qr.tag import Item, Kind, Side
from companion.game.commands import Buy, Roll
from companion.words import Seat
from tests.support.keyrings import known_keyring
from tests.support.pages import Living

EDITION = "us-classic"


@pytest.fixture
def keyrings(tmp_path: Path, room: Living) -> Keyrings:
    """The sets of the room's home."""
    assert room.home == tmp_path
    return Keyrings(tmp_path)


def path_of(
    keyrings: Keyrings, kind: Kind, number: int, side: Side = "front", edition: str = EDITION
) -> str:
    """Return what a phone asks for: as it stands in the tag, all in capitals."""
    tag = keyrings.of(edition).tag_of(Item(kind, number, side))
    assert tag is not None
    return tag.text.removeprefix("HTTP://M.LOCAL")


def test_a_deed_shows_its_page(room: Living, keyrings: Keyrings) -> None:
    room.begin("Ann", "Ben")
    path = path_of(keyrings, "deed", 2)
    html = room.client().get(path).text
    assert "Baltic Avenue" in html
    assert "450" in html  # with a hotel
    assert "It belongs to the Bank." in html
    room.play(Roll(by=Seat(0), dice=(1, 2)), Buy(by=Seat(0)))
    for asked in (path, path.lower(), path_of(keyrings, "deed", 2, "back")):
        assert "It belongs to Ann." in room.client().get(asked).text


def test_the_owner_finds_the_way_to_all_deeds(room: Living, keyrings: Keyrings) -> None:
    tokens = room.begin("Ann", "Ben")
    room.play(Roll(by=Seat(0), dice=(1, 2)), Buy(by=Seat(0)))
    path = path_of(keyrings, "deed", 2)
    ann, ben = (room.client(token).get(path).text for token in tokens)
    assert "/seat/deeds" in ann
    assert "/seat/deeds" not in ben


def test_a_deed_of_a_game_that_is_not_played_says_so(room: Living, keyrings: Keyrings) -> None:
    path = path_of(keyrings, "deed", 28, edition="ru-2004")
    before = room.client().get(path).text
    room.begin("Ann", "Ben")
    for html in (before, room.client().get(path).text):
        assert "ул. Арбат" in html
        assert "which is not being played" in html


def test_a_card_shows_what_it_says(room: Living, keyrings: Keyrings) -> None:
    room.begin("Ann", "Ben")
    card = room.state.edition.cards[2]
    answer = room.client().get(path_of(keyrings, "card", 3))
    assert answer.status_code == 200
    assert card.text in answer.text


def test_a_seat_leads_to_joining_there(room: Living, keyrings: Keyrings) -> None:
    path = path_of(keyrings, "seat", 6)
    answer = room.client().get(path)
    assert (answer.status_code, answer.location) == (302, "/join?seat=5")
    html = room.client().get(answer.location).text
    assert 'value="5" required checked' in html
    token = room.seated("Ann")[0]
    assert room.client(token).get(path).location == "/seat"


def test_a_seat_in_a_running_game_leads_to_who_sits_there(room: Living, keyrings: Keyrings) -> None:
    room.begin("Ann", "Ben")
    room.context.phones.release(Seat(1))
    html = room.client().get(path_of(keyrings, "seat", 2), follow_redirects=True).text
    assert 'value="1" required checked' in html


def test_a_revoked_tag_and_one_of_an_old_set_are_told(room: Living, keyrings: Keyrings) -> None:
    path = path_of(keyrings, "deed", 5)
    before = keyrings.of(EDITION)
    keyrings.save(keyrings.reissued(EDITION, [Item("deed", 5)]), before)
    answer = room.client().get(path)
    assert (answer.status_code, "was replaced by a new one" in answer.text) == (410, True)
    after = keyrings.of(EDITION)
    keyrings.save(keyrings.renewed(EDITION), after)
    answer = room.client().get(path_of(keyrings, "deed", 5))
    assert answer.status_code == 200
    answer = room.client().get(path)
    assert (answer.status_code, "of a set that was replaced" in answer.text) == (410, True)


def test_a_tag_of_somebody_elses_set_gets_kind_words(room: Living) -> None:
    text = known_keyring().tags[7].text.removeprefix("HTTP://M.LOCAL")
    answer = room.client().get(text)
    assert (answer.status_code, "another set" in answer.text) == (404, True)


def test_letters_that_no_code_has_are_read_as_digits(room: Living, keyrings: Keyrings) -> None:
    room.begin("Ann", "Ben")
    path = path_of(keyrings, "deed", 2)
    typed = "/" + path[1:].replace("0", "o").replace("1", "l")
    assert room.client().get(typed).status_code == 200


@pytest.mark.parametrize(
    "path", ["/ABCDEFGHU-", "/ABCDEFGH", "/ABCDEFGHJKM", "/%F0%9F%8E%B2ABCDEFGHJ"]
)
def test_what_is_no_code_is_no_page(room: Living, path: str) -> None:
    assert room.client().get(path).status_code == 404
