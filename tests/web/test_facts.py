"""What may be otherwise on the board, on the page that asks for it, in the reader's language."""

import re

import pytest

from companion.editions.load import edition_ids, edition_text, load_edition
from companion.editions.unconfirmed import named_in
from companion.words import Space
from tests.support.english import english, is_english, nameless, pieces
from tests.support.messages import LANGUAGES
from tests.support.pages import ORIGIN, Living

CHECK = "/banker/game/check?edition={}&first=no"
KEY = re.compile(r"\b(chance|chest)/|[a-z]_[a-z]|\.(toml|php|csv|html)|\b[Ss]pace \d|Клетка \d")


def shown(room: Living, edition: str, language: str = "en", answers: str = "") -> str:
    """Return the last page of set-up for *edition*, in this language."""
    room.seated("Ann", "Ben")
    path = CHECK.format(edition) + answers
    answer = room.banker().get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


def names(html: str) -> list[str]:
    return re.findall(r'<input type="text" name="([^"]+)"', html)


@pytest.mark.parametrize("edition_id", edition_ids())
def test_all_that_is_in_doubt_can_be_typed_in_once(room: Living, edition_id: str) -> None:
    edition = load_edition(edition_id)
    asked = names(shown(room, edition_id))
    assert len(asked) == len({*asked})
    for about in (named_in(fact, edition) for fact in edition.unconfirmed):
        spaces = {f"space-{space}-{key}" for space, keys in about.spaces.items() for key in keys}
        assert {*spaces, *(f"card-{card}-text" for card in about.cards)} <= {*asked}


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
@pytest.mark.parametrize("edition_id", edition_ids())
def test_no_family_reads_of_files_keys_or_sources(
    room: Living, edition_id: str, language: str
) -> None:
    html = shown(room, edition_id, language)
    seen = " ".join(pieces(html))
    for fact in load_edition(edition_id).unconfirmed:
        assert fact.fact not in seen
        assert fact.why not in seen
    assert not KEY.search(re.sub(r"<[^>]*>", " ", html.partition("<main")[2]))
    if language != "en":
        assert [piece for piece in english(html) if is_english(nameless(piece))] == []


def test_a_board_that_looks_different_is_behind_one_line_closed(room: Living) -> None:
    html = shown(room, "ru-2004")
    assert '<details class="panel" id="different">' in html
    assert not re.search(r"<details[^>]* open", html)
    titles = re.findall(r"<summary[^>]*>([^<]*)<", html)
    assert titles == ["My board looks different", "Spaces", "Шанс", "Общественная казна"]


def test_nothing_is_asked_where_nothing_is_in_doubt(room: Living) -> None:
    assert "<details" not in shown(room, "us-classic")


def test_what_was_typed_before_stands_open(room: Living) -> None:
    html = shown(room, "ru-2004", answers="&space-27-name=Our+road")
    assert re.findall(r'<details[^>]*id="([\w-]+)" open', html) == ["different", "section-1"]
    assert 'name="space-27-name" lang="ru" placeholder="Новинский бульвар"' in html
    assert 'value="Our road"' in html


def test_a_file_of_one_s_own_asks_for_what_it_doubts(room: Living) -> None:
    folder = room.home / "editions"
    folder.mkdir()
    text = edition_text("ru-2004").replace('id = "ru-2004"', 'id = "ours"\nfrom = "ru-2004"', 1)
    text = text.replace('fact = "space 21 name"', 'fact = "space 23 name"', 1)
    (folder / "ours.toml").write_text(text, encoding="utf-8")
    asked = names(shown(room, "ours"))
    assert "space-23-name" in asked
    assert "space-21-name" not in asked


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_typed_in_still_corrects_the_board(room: Living, language: str) -> None:
    assert "space-27-name" in names(shown(room, "ru-2004", language))
    form = {"edition": "ru-2004", "id": "b", "first": "no", "space-27-name": "ул. Чайковского"}
    headers = {**ORIGIN, "Accept-Language": language}
    assert room.banker().post("/banker/game", data=form, headers=headers).status_code == 303
    assert room.state.edition.space(Space(27)).name == "ул. Чайковского"
