"""A README that lists the files of its room lists them all, and none that is gone."""

import re

import pytest

from tests.support.repository import ROOT, rooms

LISTS = re.compile(r"^\| (?:file|module) \|", re.MULTILINE)
NAMES = re.compile(r"`([\w/]+(?:\.py)?)`")


def listed() -> dict[str, str]:
    """Return the READMEs that list the files of their room, by the room's folder."""
    texts = {str(room): (ROOT / room / "README.md").read_text(encoding="utf-8") for room in rooms()}
    return {room: text for room, text in texts.items() if LISTS.search(text)}


@pytest.mark.parametrize("room", listed())
def test_the_list_of_a_rooms_files_is_whole(room: str) -> None:
    modules = {file.stem for file in (ROOT / room).glob("*.py")} - {"__init__", "__main__"}
    named = {name.removesuffix(".py") for name in NAMES.findall(listed()[room])}
    assert modules - named == set()


@pytest.mark.parametrize("room", listed())
def test_a_list_names_no_file_that_is_gone(room: str) -> None:
    files = [name for name in NAMES.findall(listed()[room]) if name.endswith(".py")]
    gone = [n for n in files if not (ROOT / room / n).exists() and not (ROOT / n).exists()]
    assert gone == []
