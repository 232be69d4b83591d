"""An error's sentence stands once: its raise site gives a code and the facts that it names."""

import ast
from collections.abc import Iterator
from string import Formatter
from typing import NamedTuple, get_args

import pytest

from companion import errors
from companion.errors import CompanionError, ErrorCode, KeyringError
from companion.sayings.errors import ERRORS, said_of
from companion.sayings.mistakes import KINDS
from tests.support.repository import ROOT, sources

ERROR_CLASSES = {
    *(name for name in vars(errors) if name.endswith("Error")),
    *("CommitError", "DocumentError", "NotKeptError", "SilentError", "StuckError"),
}
MAKERS = ("wrong", "_wrong", "_Odd", "_say")
"""What makes an error of a code: its first argument, or the second, is the code."""
APART = {"where", "code", "detail", "mend", "disk_full"}
IN_WORDS = {
    "cards_qr/keyrings.py": "an id that only a program could give",
    "cards_qr/printing/": "options of the command line",
    "companion/appliance/": "what root is told at the terminal",
    "companion/bots/": "a bug in a built-in player",
    "companion/cli/": "what was typed at the terminal",
    "companion/editions/load.py": "what only a file that ships could have",
    "companion/editions/tomlfile.py": "likewise: the rulebooks",
    "companion/hub/postgres.py": "a PostgreSQL to try a club with, started at the terminal",
    "companion/journal/home.py": "a start that fails before there is a page",
    "companion/ledger/": "a bug: an entry that does not balance",
    "companion/scenario/": "scenario files are played at the terminal",
    "companion/throws/": "throws are handed on and scored at the terminal",
    "companion/vision/pictures.py": "pictures named at the terminal",
    "hardware/": "a start that fails, with its options",
    "web/server/serve.py": "a start that fails before there is a page",
}
"""Where errors may have words of their own, and why no page ever says them."""


class Made(NamedTuple):
    """One error as it is made in the source."""

    place: str
    code: str | None
    facts: frozenset[str] | None  # None: made elsewhere
    has_words: bool


def made() -> Iterator[Made]:
    """Yield every error that the rooms make, with a code or with words."""
    names = (*ERROR_CLASSES, *MAKERS)
    for path in sources():
        place, text = str(path.relative_to(ROOT)), path.read_text("utf-8")
        if not any(f"{name}(" in text for name in names):  # quicker than to parse it
            continue
        for call in ast.walk(ast.parse(text)):
            if isinstance(call, ast.Call) and _name(call) in names:
                yield from _made(call, place)


def _made(call: ast.Call, place: str) -> Iterator[Made]:
    told = {one.arg: one.value for one in call.keywords}
    facts = None if None in told else frozenset(map(str, told)) - APART
    if _name(call) in MAKERS:
        texts = [a.value for a in call.args if isinstance(a, ast.Constant)]
        for code in (text for text in texts if text in ERRORS):
            yield Made(place, str(code), None if _name(call) == "_Odd" else facts, has_words=False)
    elif "code" in told:
        given = told["code"]
        code = str(given.value) if isinstance(given, ast.Constant) else ast.unparse(given)
        yield Made(place, code, facts, has_words=bool(call.args) or "mend" in told)
    elif _name(call) != "CommitError" and "code" not in told:
        yield Made(place, None, None, has_words=True)


def _name(call: ast.Call) -> str:
    named = call.func
    if isinstance(named, ast.Attribute):
        return named.attr
    return named.id if isinstance(named, ast.Name) else ""


MADE = [*made()]


def test_every_code_has_its_saying() -> None:
    assert {*ERRORS} == {*get_args(ErrorCode)}


def test_every_code_is_raised() -> None:
    texts = [
        path.read_text("utf-8")
        for path in sources()
        if path.name != "errors.py" and path.parent.name != "sayings"
    ]
    assert [code for code in ERRORS if not any(f'"{code}"' in text for text in texts)] == []


def test_whoever_gives_a_code_gives_no_words() -> None:
    assert [one for one in MADE if one.code and one.has_words] == []


def test_only_what_no_page_says_has_words_of_its_own() -> None:
    worded = {one.place for one in MADE if one.has_words}
    assert [place for place in worded if not place.startswith(tuple(IN_WORDS))] == []
    assert [room for room in IN_WORDS if not any(place.startswith(room) for place in worded)] == []


@pytest.mark.parametrize("code", ERRORS)
def test_every_error_carries_what_its_saying_names(code: str) -> None:
    sites = [one for one in MADE if one.code == code and one.facts is not None]
    wanted = {name for part in ERRORS[code] for _, name, _, _ in Formatter().parse(part) if name}
    assert [one for one in sites if not wanted <= (one.facts or set())] == []


@pytest.mark.parametrize("code", ERRORS)
def test_a_saying_is_whole_sentences(code: str) -> None:
    found, mend = ERRORS[code]
    assert found[0].isupper() or found[0] == "{"
    assert found.endswith((".", "}"))
    assert not mend or mend[0].isupper()


def test_the_terminal_says_where_what_and_the_mend() -> None:
    error = KeyringError(code="keyring-replaced", where="us.json", set=4, file="us.json")
    assert str(error) == (
        "us.json: This is set 4, which a newer set has replaced. Take the newer us.json from a"
        " copy, or print a new set: companion print --new-set"
    )


def test_what_the_system_says_is_for_the_terminal_alone() -> None:
    error = CompanionError(code="not-read", where="x.json", detail="Permission denied")
    assert str(error).startswith("x.json: This file cannot be read: Permission denied. Take")
    assert said_of("not-read", error.facts).found == "This file cannot be read."


def test_an_error_without_a_code_says_its_words() -> None:
    assert str(CompanionError("the ink is gone", where="pen", mend="buy some")) == (
        "pen: the ink is gone (buy some)"
    )


def test_an_error_that_is_passed_on_keeps_what_it_is() -> None:
    error = KeyringError(code="keyring-lacks-tag", detail="deed 1", number=1)
    there = error.at("here.json")
    assert (type(there), there.where, there.code) == (KeyringError, "here.json", error.code)
    assert (there.detail, there.facts) == ("deed 1", {"number": 1})
    kept = there.kept()
    assert (type(kept), str(kept)) == (CompanionError, str(there))


def test_a_likely_word_is_asked_for() -> None:
    facts = {"value": "hosue", "words": "house, hotel", "near": "house"}
    assert said_of("unknown-word", facts).mend == "Did you mean house?"
    assert said_of("unknown-word", {**facts, "near": ""}).mend == "One of: house, hotel"


def test_numbers_and_kinds_are_said_as_people_read_them() -> None:
    said = said_of("labels-overlap", {"size": 20.0, "pitch": 19.5}).found
    assert said == "Labels of 20 mm would overlap: the next one begins after 19.5 mm."
    kinds = {"a table": "eine Tabelle"}
    told = said_of("key-missing", {"kind": "a table", "near": ""}, lambda s: kinds.get(s, s))
    assert "a table" in KINDS
    assert told.mend == "What belongs there: eine Tabelle"
