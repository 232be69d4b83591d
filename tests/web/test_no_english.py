"""No page in another language says a sentence in English, whatever is broken."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.errors import CompanionError
from companion.table.teacher import NOT_LEARNED, Course, Teacher
from companion.vision import taught
from companion.vision.nets import Nets
from companion.vision.teach import Learning
from tests.support.english import english, is_english
from tests.support.messages import LANGUAGES
from tests.support.pages import Living, living_room
from tests.support.templates import app_of


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
    teacher = Teacher(room.context.settings.home / "dice", lambda _used: None, room.table.refresh)
    parts = replace(room.context.parts, teacher=teacher)
    room.app = app_of(room.table, room.context.settings, parts)
    room.context = room.app.extensions["companion"]
    return teacher


def lost_list(folder: Path) -> None:
    (folder / "throws.json").write_text("{")


def lost_head(folder: Path) -> None:
    (folder / taught.FILE).write_text("{")


def unreadable_head(folder: Path) -> None:
    (folder / taught.FILE).mkdir()


@pytest.mark.parametrize("spoil", [lost_list, lost_head, unreadable_head])
def test_what_a_teacher_finds_damaged(
    classroom: Living, language: str, spoil: Callable[[Path], None]
) -> None:
    spoil(classroom.context.settings.home / "dice")
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
