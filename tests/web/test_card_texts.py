"""Who draws reads what a card does in the own language, beside what is printed on it."""

import pytest

from companion.accounts.effects import said_of
from companion.editions.load import edition_ids, load_edition
from companion.game.commands import Correct, Draw, Roll
from companion.words import CardId, Seat, Space
from tests.support.english import is_english
from tests.support.pages import Living, told

ANN = Seat(0)


def chooses(room: Living, language: str) -> str:
    """Return what Ann reads of the pile of Шанс from which she draws."""
    tokens = room.begin("Ann", "Ben", edition="ru-2004")
    space = next(one.index for one in room.state.edition.spaces if one.kind == "chance")
    room.play(Correct(why="so", at={ANN: Space(space - 3)}), Roll(by=ANN, dice=(1, 2)))
    phone = room.client(tokens[ANN])
    return told(phone.get("/seat", headers={"Accept-Language": language}).text)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "В тюрьму Go to jail"),
        ("de", "В тюрьму Ins Gefängnis"),
        ("it", "В тюрьму Vai in prigione"),
    ],
)
def test_each_card_of_a_foreign_box_says_what_it_does(
    room: Living, language: str, said: str
) -> None:
    assert said in chooses(room, language)


def test_who_reads_the_language_of_the_box_reads_the_card_alone(room: Living) -> None:
    assert "Отправляйтесь" not in chooses(room, "ru")


def test_the_table_screen_says_it_too(room: Living) -> None:
    chooses(room, "de")
    jail = next(card for card in room.state.edition.cards if card.text == "В тюрьму")
    assert jail.deck == "chance"
    room.play(Draw(by=ANN, card=CardId(jail.id)))
    page = room.client().get("/table", headers={"Accept-Language": "de"})
    assert "В тюрьму Ins Gefängnis" in told(page.text)


@pytest.mark.parametrize("language", ["de", "it", "ru"])
@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_card_is_said_in_every_language(room: Living, language: str, edition_id: str) -> None:
    """Spaces and decks keep the names that are printed: they are taken out before."""
    room.begin(edition=edition_id)
    speaker = room.context.speaker(language, room.state)
    edition = load_edition(edition_id)
    for card in edition.cards:
        words = said_of(speaker, card.effect)
        assert words
        for name in (*(deck.name for deck in edition.decks), *(s.name for s in edition.spaces)):
            words = words.replace(name, "")
        assert not is_english(words)
