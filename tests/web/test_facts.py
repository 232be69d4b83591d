"""What is to be checked against the board, on the page that shows it, in the reader's language."""

import pytest
from msgspec.structs import replace

from companion.editions.load import edition_ids, edition_text, load_edition
from companion.editions.model import Unconfirmed
from companion.words import Space
from tests.support.english import english, is_english, nameless, pieces
from tests.support.messages import LANGUAGES, sentences
from tests.support.pages import ORIGIN, Living
from web.setup.facts import is_named, sentences_of
from web.shared.language import catalogues

CHECK = "/banker/game/check?edition={}&first=no"


def shown(room: Living, edition: str, language: str) -> str:
    """Return the page on which *edition* is checked, in this language."""
    room.seated("Ann", "Ben")
    answer = room.banker().get(CHECK.format(edition), headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", edition_ids())
def test_what_is_in_doubt_is_said_in_the_reader_s_language(
    room: Living, edition: str, language: str
) -> None:
    """So is all of the page; what is the board's own says that it is in another."""
    said = catalogues()[language].gettext
    facts = {*sentences_of(load_edition(edition))}
    html = shown(room, edition, language)
    seen = {*pieces(html)}
    assert {said(fact) for fact in facts} <= seen
    assert {fact for fact in facts if said(fact) != fact} & seen == set()
    assert [piece for piece in english(html) if is_english(nameless(piece))] == []


@pytest.mark.parametrize("edition", edition_ids())
def test_an_english_page_says_them_as_the_file_does(room: Living, edition: str) -> None:
    assert {*sentences_of(load_edition(edition))} <= {*pieces(shown(room, edition, "en"))}


def test_a_name_or_a_figure_is_said_alike_everywhere() -> None:
    ru, got = load_edition("ru-2004"), load_edition("got-2015")
    assert is_named("ул. Тверская", ru)
    assert is_named("дом, отель", ru)
    assert is_named("2000", ru)
    assert is_named("The Angel, Islington", load_edition("uk-classic"))
    assert is_named("12 The Red Waste, 28 The Wall", got)
    assert not is_named("200 and 100", ru)
    assert not is_named("as The Wall", got)
    assert not is_named("ул. Тверская, ул. Горького", ru)


def test_the_catalogues_have_the_sentences_of_every_edition() -> None:
    known = {str(message.id) for message in sentences()}
    for edition in edition_ids():
        found = [*sentences_of(load_edition(edition))]
        assert found
        assert {*found} <= known


def test_where_a_fact_stands_is_said_as_words() -> None:
    fact = Unconfirmed(fact="edition.money.start_notes, edition.notes", reading="5", why="seen")
    edition = replace(load_edition("us-classic"), unconfirmed=(fact,))
    assert [*sentences_of(edition)] == ["money: start notes, notes", "seen"]


def test_a_file_of_one_s_own_says_its_facts_as_it_has_them(room: Living) -> None:
    folder = room.context.settings.home / "editions"
    folder.mkdir()
    text = edition_text("ru-2004").replace('id = "ru-2004"', 'id = "ours"\nfrom = "ru-2004"', 1)
    text = text.replace('fact = "space 21 name"', 'fact = "Горького или Тверская"', 1)
    (folder / "ours.toml").write_text(text, encoding="utf-8")
    seen = {*pieces(shown(room, "ours", "ru"))}
    assert {"Горького или Тверская", "Клетка 27: название"} <= seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_typed_in_still_corrects_the_board(room: Living, language: str) -> None:
    field = 'name="space-27-name"'
    assert field in shown(room, "ru-2004", language)
    form = {"edition": "ru-2004", "id": "b", "first": "no", "space-27-name": "ул. Чайковского"}
    headers = {**ORIGIN, "Accept-Language": language}
    assert room.banker().post("/banker/game", data=form, headers=headers).status_code == 303
    assert room.state.edition.space(Space(27)).name == "ул. Чайковского"
