"""No page in another language says a sentence in English, whatever is broken."""

import errno
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.backups import keeper as keeping
from companion.backups.checks import copy_checks
from companion.backups.time_limit import SilentError
from companion.editions.beginning import new_edition_text
from companion.editions.load import check_edition, edition_ids, edition_text, load_edition
from companion.errors import BackupError, CompanionError, EditionError
from companion.game.commands import Buy, Claim, Roll
from companion.sayings.mistakes import KINDS
from companion.speaker import Speaker
from companion.teaching import taught_file
from companion.teaching.course import NOT_LEARNED, Course, Teacher
from companion.teaching.training import Learning
from companion.vision.nets import Nets
from companion.words import Seat
from tests.editions.test_mistakes import MISTAKES, RU, RUSSIAN_MISTAKES, US
from tests.support.english import english, is_english
from tests.support.messages import LANGUAGES
from tests.support.pages import ORIGIN, Living, living_room, told
from tests.support.templates import app_of
from tests.web.test_copies import keeper_of
from web.setup.printings import ABOUT
from web.shared.broken import error_in_words
from web.shared.language import catalogues


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    told: str = request.param
    return told


def page(room: Living, path: str, language: str, status: int = 200) -> str:
    """Ask for a page as the banker; return it, if it is all in this language."""
    answer = room.banker().get(path, headers={"Accept-Language": language})
    assert answer.status_code == status
    assert english(answer.text) == []
    return answer.text


def test_english_is_known_by_its_small_words() -> None:
    assert is_english("The file is damaged.")
    assert is_english("(take it)")
    assert not is_english("Ein Spiel liegt in /media/the/stick.")
    html = '<html lang="de"><p title="of it">Das <b lang="en">the</b></p><script>for</script>'
    assert english(html) == ["of it"]


# ---- the dice


@pytest.fixture
def classroom(tmp_path: Path) -> Iterator[Living]:
    """A room whose dice can be taught, and whose files are damaged."""
    dice = tmp_path / "dice"
    dice.mkdir()
    with living_room(tmp_path) as room:
        yield room


def teacher_in(room: Living) -> Teacher:
    teacher = Teacher(room.home / "dice", lambda _used: None, room.table.refresh)
    parts = replace(room.context.parts, teacher=teacher)
    room.app = app_of(room.table, room.context.settings, parts)
    room.context = room.app.extensions["companion"]
    return teacher


def lost_list(folder: Path) -> None:
    (folder / "throws.json").write_text("{")


def lost_head(folder: Path) -> None:
    (folder / taught_file.FILE).write_text("{")


def unreadable_head(folder: Path) -> None:
    (folder / taught_file.FILE).mkdir()


@pytest.mark.parametrize("spoil", [lost_list, lost_head, unreadable_head])
def test_what_a_teacher_finds_damaged(
    classroom: Living, language: str, spoil: Callable[[Path], None]
) -> None:
    spoil(classroom.home / "dice")
    trouble = teacher_in(classroom).course.trouble
    assert trouble is not None
    assert trouble.where in page(classroom, "/banker/teach", language)


def nothing_shown() -> CompanionError:
    with pytest.raises(CompanionError) as raised:
        Learning(Nets(), ())
    return raised.value


@pytest.mark.parametrize("error", [nothing_shown, lambda: NOT_LEARNED])
def test_why_nothing_was_learned(
    classroom: Living, language: str, error: Callable[[], CompanionError]
) -> None:
    teacher_in(classroom).course = Course(phase="showing", trouble=error())
    assert 'role="alert" >' in page(classroom, "/banker/teach", language)


def test_what_a_form_of_the_teacher_lacks(classroom: Living, language: str) -> None:
    teacher_in(classroom)
    for code in ("not-asked", "no-dice"):
        assert 'role="alert" >' in page(classroom, f"/banker/teach?said={code}", language)


# ---- editions


def slips() -> list[EditionError]:
    """Return all that is found in files in which something is mistyped, once of each code."""
    texts = [US.replace(there, typed, 1) for there, typed, _ in MISTAKES]
    texts += [RU.replace(there, typed, 1) for there, typed, _ in RUSSIAN_MISTAKES]
    found = [one for text in texts for one in check_edition(text, "my.toml")]
    each = {(one.code, bool(one.facts.get("near")), one.facts.get("kind")): one for one in found}
    return [*each.values()]


def test_every_slip_in_an_edition_is_said_in_every_language() -> None:
    found = slips()
    codes = {one.code for one in found}
    assert codes > {"not-of-kind", "key-missing", "group-size", "card-kept", "no-toml"}
    for language in LANGUAGES:
        speaker = Speaker(catalogues()[language], load_edition("us-classic"), ())
        for error in found:
            assert error.code is not None
            said = error_in_words(speaker, error)
            assert not is_english(said), error.code
            assert "my.toml" in said
            assert "{" not in said.replace("${n}", "").replace("{ ", "")


def test_what_belongs_somewhere_is_said_by_words_there_are() -> None:
    kinds = {str(one.facts["kind"]) for one in slips() if "kind" in one.facts}
    assert {"a whole number", "a table"} <= kinds <= KINDS


def test_editions_that_cannot_be_played(room: Living, language: str) -> None:
    folder = room.home / "editions"
    folder.mkdir()
    text = new_edition_text("us-classic", "our-street", "Unser Spiel")
    (folder / "dear.toml").write_text(text.replace("price = 60\n", "price = 0\n", 1))
    (folder / "late.toml").write_text(f"{text}[[")
    (folder / "sum.toml").write_bytes(b"id = \xff")
    (folder / "twice.toml").write_text(edition_text("us-classic"))
    said = page(room, "/banker/game/edition", language)
    assert all(name in said for name in ("dear.toml", "late.toml", "sum.toml", "twice.toml"))


@pytest.mark.parametrize(
    ("name", "typed"), [("jail_fine", "x"), ("build_when", "x"), ("dealt_deeds", "29")]
)
def test_house_rules_that_cannot_be(room: Living, language: str, name: str, typed: str) -> None:
    answer = room.banker().post(
        "/banker/game/house?edition=ru-2004",
        data={name: typed},
        headers={**ORIGIN, "Accept-Language": language},
    )
    assert answer.status_code == 400
    assert english(answer.text) == []


def test_ways_to_play_and_what_was_chosen(room: Living, language: str) -> None:
    room.seated("Ann", "Ben", "Cyd")
    for edition in edition_ids():
        first = f"/banker/game/box?edition={edition}"
        if room.banker().get(first).status_code == 200:
            page(room, first, language)
    chosen = "edition=ru-2004&variant=short&house=build_evenly:no&house=build_when:any-time"
    said = page(room, f"/banker/game/check?{chosen}", language)
    assert catalogues()[language].gettext("at any time") in said
    assert catalogues()[language].gettext("no") in said
    page(room, f"/banker/game/house?{chosen}", language)


def test_every_way_to_play_that_ships_is_said() -> None:
    known = {printing.about for e in edition_ids() for printing in load_edition(e).printings}
    assert known == ABOUT


@pytest.mark.parametrize(
    "form",
    [
        {"edition": "ru-2005"},
        {"edition": "ru-2004", "variant": "x"},
        {"edition": "ru-2004", "house": "jail_fine:x"},
        {"edition": "disney", "space-4-amount": "x"},
        {"edition": "disney", "space-37-rents": "1, 2"},
    ],
)
def test_games_that_cannot_begin(room: Living, language: str, form: dict[str, str]) -> None:
    room.seated("Ann", "Ben")
    headers = {**ORIGIN, "Accept-Language": language}
    answer = room.banker().post("/banker/game", data={"id": "b", **form}, headers=headers)
    assert answer.status_code == 400
    assert 'role="alert" >' in answer.text
    assert english(answer.text) == []


def test_what_if_a_rule_cannot_be(room: Living, language: str) -> None:
    room.begin(edition="ru-2004")
    room.play(Roll(by=Seat(0), dice=(1, 2)))
    page(room, "/what-if/2?rule=jail_fine&value=x", language, 400)


# ---- copies and games


def spoilt(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[200] ^= 1
    path.write_bytes(content)


def test_a_copy_that_is_damaged(room: Living, language: str) -> None:
    room.begin(edition="ru-2004")
    keeper = keeper_of(room)
    copy = keeper.make("asked")
    assert copy is not None
    spoilt(copy.path)
    assert str(copy.path) in page(room, f"/banker/backups/back?name={copy.name}", language)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.ENOENT, errno.EBADF, None])
def test_a_copy_that_cannot_be_made(room: Living, language: str, number: int | None) -> None:
    keeper = keeper_of(room)
    error: OSError | BackupError
    if number is None:
        error = SilentError("does not answer", where="the stick", code="silent")
    else:
        error = OSError(number, os.strerror(number))
    keeper.troubles = (keeping._trouble(error, "second", Path("/media/stick")),)
    checks = copy_checks(keeper)
    parts = replace(room.context.parts, checks=(lambda: checks,))
    room.app = app_of(room.table, room.context.settings, parts)
    room.context = room.app.extensions["companion"]
    for path in ("/banker/backups", "/doctor"):
        assert "/media/stick" in page(room, path, language)
    page(room, "/banker", language)


def test_a_stick_that_cannot_be_chosen(
    room: Living, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper_of(room), "sticks", lambda: ["/media/gone"])
    answer = room.banker().post(
        "/banker/backups/choose",
        data={"minutes": "5", "second": "/media/gone"},
        headers={**ORIGIN, "Accept-Language": language},
    )
    assert answer.status_code == 409
    assert english(answer.text) == []


def test_games_that_are_damaged(room: Living, language: str) -> None:
    room.begin(edition="ru-2004")
    games = room.home / "games"
    (games / "0009-x.journal").write_text("no journal")
    keeper = keeper_of(room)
    keeper.make("asked")
    said = page(room, "/banker/games", language)
    assert "0009-x.journal" in said
    assert "0009-x" in page(room, "/banker/backups", language)
    answer = room.banker().post(
        "/banker/games/resume",
        data={"game": "0009-x", "id": "r"},
        headers={**ORIGIN, "Accept-Language": language},
    )
    assert answer.status_code == 503
    assert english(answer.text) == []


def test_a_start_with_a_damaged_game(tmp_path: Path, language: str) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "0001-ru-2004.journal").write_text("no journal")
    with living_room(tmp_path) as room:
        assert room.table.view.trouble is not None
        for path in ("/banker", "/table"):
            assert "0001-ru-2004.journal" in page(room, path, language)


# ---- pages that are none


def test_what_is_no_page(room: Living, language: str) -> None:
    page(room, "/nowhere", language, 404)
    page(room, "/banker/teach", language, 404)
    headers = {"Accept-Language": language}
    foreign = room.client().post("/do", headers={**headers, "Origin": "http://elsewhere"})
    assert foreign.status_code == 403
    assert english(foreign.text) == []
    strange = room.client().get("/", headers={**headers, "Host": "elsewhere.example"})
    assert strange.status_code == 421
    assert strange.text
    assert not is_english(strange.text)


# ---- rules


def test_why_a_rent_was_paid_by_which_rules(room: Living, language: str) -> None:
    room.begin("Ann", "Ben", edition="ru-2004")
    room.play(Roll(by=Seat(0), dice=(1, 2)), Buy(by=Seat(0)), Roll(by=Seat(1), dice=(1, 2)))
    room.play(Claim(by=Seat(0)))
    html = room.banker().get("/why/5", headers={"Accept-Language": language}).text
    rules = [told(rule) for rule in re.findall(r'<p class="rule">(.*?)</p>', html, re.DOTALL)]
    assert rules[0].startswith("ru-2004/rent")
    assert [rule for rule in rules if is_english(rule) or re.search(r"\bL\d", rule)] == []
