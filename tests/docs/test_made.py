"""What in the documents is made from data is as the data is, and what they name is there."""

import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

import pytest

from companion.cli.parser import asked_for
from companion.cli.subcommands import SUBCOMMANDS
from companion.sayings.lamps import LAMPS
from companion.table.buttons.meanings import Light
from hardware.patterns import PATTERNS, RHYTHMS
from hardware.wiring import HEADER
from tests.docs import wiring
from tests.docs.made import DOCS, LANGUAGES, PARTS, made, page_name
from tests.docs.reference import parser_of
from tests.support.repository import ROOT, sources, tracked
from web.shared.language import catalogues

BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
SETTING = re.compile(r"COMPANION_[A-Z]+")
TAPPED = re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")
SHOWN = re.compile(r"!\[[^\]]*\]\((\S+)\)")


@pytest.fixture(scope="module")
def files() -> dict[Path, str]:
    return made()


def test_what_is_made_is_up_to_date(files: dict[Path, str]) -> None:
    """`make docs` mends it."""
    stale = [p.name for p, text in files.items() if not p.exists() or p.read_text("utf-8") != text]
    assert stale == []


def test_every_part_that_is_made_stands_in_a_page() -> None:
    marked = re.findall("<!-- made: (.+?) -->", "".join(p.read_text() for p in DOCS.glob("*.md")))
    assert sorted(marked) == sorted(PARTS)


def words() -> Iterator[tuple[str, str]]:
    """Yield each line of a terminal in the documents, and where it stands."""
    for page in tracked():
        if page.suffix == ".md" and (page.parent in (DOCS, ROOT)):
            text = page.read_text(encoding="utf-8")
            blocks = (line for block in BLOCK.findall(text) for line in block.splitlines())
            for line in (*blocks, *SPAN.findall(BLOCK.sub("", text))):
                yield re.split(r" [#|>]", line)[0].strip(), page.name


def commands() -> list[tuple[list[str], str]]:
    """Return the words after `companion` wherever it is called."""
    found = []
    for line, page in words():
        parts = line.removeprefix("sudo ").replace(".venv/bin/", "")
        if re.match(r"companion(?= [a-z])", parts) and "..." not in parts and "[" not in parts:
            found.append((shlex.split(parts)[1:], page))
    return found


def test_every_command_in_the_documents_is_one() -> None:
    """Its subcommand is there, and so is each of its options."""
    wrong = []
    for parts, page in commands():
        name = asked_for(parts)
        options = [part for part in parts if part.startswith("--")]
        if name is None or not {*options} <= {*parser_of(name)._option_string_actions}:
            wrong.append((page, " ".join(parts)))
    assert wrong == []
    assert len(commands()) > 40


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_the_example_of_a_help_is_understood(name: str) -> None:
    text = (DOCS / "commands.md").read_text(encoding="utf-8")
    section = text.partition(f"\n### {name}\n")[2].partition("\n### ")[0]
    (block,) = BLOCK.findall(section)
    for line in block.splitlines():
        parts = shlex.split(line.removeprefix("sudo "), comments=True)[1:]
        asked = asked_for(parts)
        assert asked == name
        parser_of(name).parse_args(parts[len(name.split()) :])


def test_every_target_and_module_in_the_documents_is_there() -> None:
    targets = {*re.findall(r"(?m)^([a-z0-9]+):", (ROOT / "Makefile").read_text())}
    lines = [line.removeprefix("sudo ") for line, _ in words()]
    called = {line.split()[1] for line in lines if re.match(r"make [a-z]", line)}
    assert called - targets == set()
    modules = {match[1] for line in lines if (match := re.search(r"python -m ([\w.]+)", line))}
    assert {one for one in modules if one != "pytest" and find_spec(one) is None} == set()
    assert len(called) > 5
    assert len(modules) > 1


def test_every_target_is_documented() -> None:
    makefile = (ROOT / "Makefile").read_text()
    told = {*re.findall(r"'(?:sudo )?make ([a-z0-9]+)", makefile)}
    (phony,) = re.findall(r"(?m)^\.PHONY: (.*)$", makefile)
    assert {*phony.split()} - {"help"} == told


def test_every_setting_is_documented() -> None:
    used = {name for path in sources() for name in SETTING.findall(path.read_text("utf-8"))}
    text = "".join(page.read_text(encoding="utf-8") for page in DOCS.glob("*.md"))
    assert used - {*SETTING.findall(text)} == set()


def test_every_picture_is_made_by_a_command(files: dict[Path, str]) -> None:
    """Drawings by `make docs`, the others by the photographer, in each language alike."""
    shown = {
        (page.parent / target).resolve()
        for page in (*DOCS.glob("*.md"), ROOT / "README.md")
        for target in SHOWN.findall(page.read_text(encoding="utf-8"))
    }
    there = {path for path in (DOCS / "pictures").iterdir() if path in tracked()}
    assert shown <= there
    drawn = {path for path in files if path.suffix == ".svg"}
    assert {path for path in there if path.suffix == ".svg"} == drawn
    quick = {"join", "seat-turn", "seat-doubt", "seat-rent", "table"}
    taken = {path.name for path in there - drawn}
    assert {f"{one}.{code}.png" for one in quick for code in LANGUAGES if code != "en"} <= taken


def test_every_pattern_of_a_lamp_has_its_meaning() -> None:
    assert {*PATTERNS} == {*get_args(Light)}
    assert {*LAMPS} == {*RHYTHMS}


def test_every_seat_is_wired_to_its_own_place() -> None:
    """Each pin of the header stands in it once; each seat's button and lamp are drawn."""
    numbers = [use for use in HEADER if isinstance(use, int)]
    assert sorted(numbers) == [*range(28)]
    drawn = wiring.wiring()
    for seat in range(1, 9):
        assert drawn.count(f">seat {seat}: button<") == drawn.count(f">seat {seat}: lamp<") == 1


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_quick_start_names_what_the_pages_say(code: str) -> None:
    """Words in italics are those that stand on a phone of that language."""
    catalogue = catalogues()[code]
    asked = ("As last time", "Yes", "Read wrong?", "Why?", "Pause the game")
    text = (DOCS / page_name("start", code)).read_text(encoding="utf-8")
    assert {*TAPPED.findall(text)} == {catalogue.gettext(one) for one in asked}
