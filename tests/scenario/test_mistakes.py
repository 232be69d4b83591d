"""Whatever is mistyped in a scenario file: one line names the file, the key and the mend."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scenario import Result, play_text
from tests.support.slips import SLIPS, slipped

GOOD = """
title    = "Ann pays Bob"
edition  = "us-classic"
rules    = ["us-classic/rent-02"]
variants = []
house    = { rent_needs_claim = true }
players  = ["Ann", "Bob", "Cy"]

[given]
turn      = "Ann"
cash      = { Ann = 700, Bob = 1500 }
at        = { Ann = 0 }
owns      = { Bob = [6, 8, 9, 15] }
mortgaged = [15]
buildings = { 6 = 2, 8 = 2, 9 = 2 }
jailed    = { Cy = 1 }
holds     = { Ann = ["chance"] }
laps      = { Ann = 1 }
bank      = { houses = 3, hotels = 1 }
pot       = 0
doubles   = 0

[[step]]
do   = "roll"
by   = "Ann"
dice = [2, 4]
then = { at = { Ann = 6 }, rent = { from = "Ann", to = "Bob", amount = 90 } }

[[step]]
do   = "claim"
by   = "Bob"
lot  = 6
then = { cash = { Ann = 610 }, cites = ["us-classic/rent-02"] }
"""

MISTAKES = [
    # (what stands there, what is typed instead, what the message says)
    ('title    = "Ann pays Bob"', "", ["title"]),
    ('"Ann pays Bob"', "7", ["title"]),
    ('"Ann pays Bob"', '""', ["title"]),
    ('edition  = "us-classic"', 'edition = "us-clasic"', ["us-clasic", "us-classic"]),
    ('edition  = "us-classic"', "", ["edition"]),
    ("edition  =", "editon =", ["editon"]),
    ('["us-classic/rent-02"]\nv', '["us-classic/rent-99"]\nv', ["us-classic/rent-99"]),
    ('["us-classic/rent-02"]\nv', '["ru-2004/rent-02"]\nv', ["ru-2004/rent-02"]),
    ('["us-classic/rent-02"]\nv', '"us-classic/rent-02"\nv', ["rules"]),
    ("variants = []", 'variants = ["shorter"]', ["shorter"]),
    ("variants = []", 'variants = "short"', ["variants"]),
    ("rent_needs_claim", "rent_need_claim", ["rent_need_claim", "rent_needs_claim"]),
    ("{ rent_needs_claim = true }", '{ rent_needs_claim = "yes" }', ["rent_needs_claim"]),
    ("{ rent_needs_claim = true }", "{ jail_fine = -1 }", ["jail_fine"]),
    ('"Bob", "Cy"]', '"Ann", "Cy"]', ["same name"]),
    ('["Ann", "Bob", "Cy"]', "3", ["players"]),
    ("[given]", "[givn]", ["givn"]),
    ('turn      = "Ann"', 'turn = "Zoe"', ["given.turn", "Zoe", "Ann, Bob, Cy"]),
    ("turn      =", "trun =", ["given", "trun"]),
    ("{ Ann = 700,", "{ Anna = 700,", ["given.cash", "Anna", "Ann, Bob, Cy"]),
    ("{ Ann = 700,", '{ Ann = "700",', ["given", "cash"]),
    ("{ Ann = 700,", "{ Ann = -700,", ["given", "cash"]),
    ("at        = { Ann = 0 }", "at = { Ann = 40 }", ["given.at", "40", "0 to 39"]),
    ("[6, 8, 9, 15]", "[6, 8, 9, 7]", ["given.owns", "7"]),
    ("[6, 8, 9, 15]", "[6, 8, 9, 9]", ["given.owns", "two owners"]),
    ("[6, 8, 9, 15]", "6", ["given", "owns"]),
    ("mortgaged = [15]", "mortgaged = [5]", ["given", "Reading"]),
    ("mortgaged = [15]", "mortgaged = [6]", ["given", "Oriental"]),
    ("{ 6 = 2, 8 = 2,", "{ 6 = 6, 8 = 2,", ["given", "buildings"]),
    ("{ 6 = 2, 8 = 2,", "{ 15 = 2, 8 = 2,", ["given", "Pennsylvania"]),
    ("{ 6 = 2, 8 = 2,", "{ six = 2, 8 = 2,", ["given.buildings", "six"]),
    ("{ Cy = 1 }", "{ Cy = true }", ["given.jailed", "false"]),
    ('["chance"]', '["chanse"]', ["given.holds", "chanse"]),
    ('["chance"]', '["chance", "chance"]', ["given"]),
    ("houses = 3", "castles = 3", ["given", "castles"]),
    ("houses = 3", "houses = -3", ["given", "houses"]),
    ("pot       = 0", "pot = 5", ["given.pot", "pot"]),
    ("doubles   = 0", "doubles = 3", ["given", "doubles"]),
    ('do   = "roll"', 'do   = "rol"', ["step 1", "rol"]),
    ('do   = "roll"', "", ["step 1", "do"]),
    ('by   = "Ann"', 'by   = "Zoe"', ["step 1, by", "Zoe", "Ann, Bob, Cy"]),
    ('by   = "Ann"', "", ["step 1", "by"]),
    ("dice = [2, 4]", 'dice = ["2", 4]', ["step 1", "dice"]),
    ("dice = [2, 4]", "dcie = [2, 4]", ["step 1", "dcie"]),
    ("lot  = 6", "lot  = 77", ["step 2, lot", "77"]),
    ("then = { cash", "then = { chas", ["step 2, then", "chas"]),
    ("{ Ann = 610 }", '{ Ann = "610" }', ["step 2, then", "cash"]),
    ("{ Ann = 610 }", "{ Zoe = 610 }", ["Zoe"]),
    ('cites = ["us-classic/rent-02"]', 'cites = ["us-classic/rent"]', ["us-classic/rent"]),
    ("dice = [2, 4]", "dice = [2, 4", ["no TOML", "line"]),
    ("dice = [2, 4]", 'dice = ["2", 4]', ["step 1", "whole number, without quotes"]),
    ("dice = [2, 4]", "", ["step 1", "add dice"]),
    ("lot  = 6", f"lot = {'9' * 5000}", ["too many digits"]),
    ("{ 6 = 2, 8 = 2,", f"{{ {'9' * 5000} = 2, 8 = 2,", ["given.buildings", "0 to 39"]),
    ("lot  = 6", f"lot = {'[' * 3000}{']' * 3000}", ["too deeply"]),
    ("{ rent_needs_claim = true }", "{ starting_cash = [] }", ["starting_cash", "one for each"]),
    ("{ rent_needs_claim = true }", "{ dealt_deeds = [] }", ["dealt_deeds", "one for each"]),
    ('["Ann", "Bob", "Cy"]', '["Ann", "Bob", "bank"]', ["players", "'bank'", "another name"]),
    ('["Ann", "Bob", "Cy"]', '["Ann", "Bob", "nobody"]', ["players", "'nobody'"]),
    ("doubles   = 0", 'out = ["Bob"]', ["given.out", "Bob is out of the game and cannot own"]),
    ("doubles   = 0", 'out = ["Ann"]', ["given.turn", "Ann is out"]),
    ("mortgaged = [15]", "mortgaged = [6]", ["given.mortgaged", "Oriental"]),
    ("mortgaged = [15]", "mortgaged = [5]", ["given.owns", "Reading"]),
    ("mortgaged = [15]", "buildings = { 15 = 1 }", ["no TOML"]),
    ('do   = "claim"\nby   = "Bob"\nlot  = 6', 'do = "rewind"\nto = true', ["step 2", "to = N"]),
    (
        'do   = "claim"\nby   = "Bob"\nlot  = 6',
        'do = "correct"\nwhy = "x"\nowns = { Ann = [5], Bob = [5] }',
        ["step 2, owns", "two owners"],
    ),
]


def played(text: str) -> Result:
    (result,) = play_text(text, "my.toml")
    return result


def test_without_a_mistake_it_passes() -> None:
    assert played(GOOD).passed, played(GOOD).why


@pytest.mark.parametrize(("there", "typed", "parts"), MISTAKES)
def test_a_mistake_is_named_with_its_place(there: str, typed: str, parts: list[str]) -> None:
    assert there in GOOD
    result = played(GOOD.replace(there, typed, 1))
    assert (result.file, result.passed, result.step) == ("my.toml", False, None), result.why
    assert result.why
    assert "\n" not in result.why
    assert [part for part in parts if part not in result.why] == [], result.why


LINES = [number for number, line in enumerate(GOOD.splitlines()) if line]


@given(st.sampled_from(LINES), st.sampled_from(SLIPS))
def test_no_slip_of_the_pen_breaks_the_player(number: int, slip: str) -> None:
    """A line that is missing, doubled or holds anything else: it passes, fails, or is broken."""
    result = played(slipped(GOOD.splitlines(), number, slip))
    if not result.passed:
        assert result.why
        assert "\n" not in result.why


@given(st.text(max_size=200))
def test_no_text_breaks_the_player(text: str) -> None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assert played(text).why
    assert not played(text).passed
