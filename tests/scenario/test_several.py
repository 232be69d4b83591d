"""One file for several editions: spaces and amounts said by what they are, rules by their keys."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.editions.load import edition_ids, load_edition
from companion.errors import ScenarioError
from companion.scenario import Result, play_text
from companion.scenario.amounts import OF_A_SPACE, OF_THE_GAME, amount_of
from companion.scenario.places import spaces_at
from companion.scenario.renderings import editions_of, rendered_for
from tests.support.repository import ROOT

EIGHT = """
title    = "Who redeems pays the value and the interest; who is short of one is refused"
editions = "all"
rules    = ["mortgage/redeem", "mortgage/rounding"]
players  = ["Ann", "Bob"]

[given]
owns      = { Ann = ["group:1"], Bob = ["utility:second"] }
mortgaged = ["street:first"]
cash      = { Ann = "redeem(street:first) - 1", Bob = 7 }
at        = { Ann = "parking", Bob = "station:2" }

[[step]]
do   = "redeem"
by   = "Ann"
lots = ["street:first"]
then = { refused = "not-enough-cash" }

[[step]]
do   = "correct"
cash = { Ann = "2 * redeem(1)" }
why  = "a game of theirs"

[[step]]
do   = "redeem"
by   = "Ann"
lots = ["street:1"]
then.cash      = { Ann = "mortgage(street:first) + interest(street:first)" }
then.mortgaged = { "street:first" = false, "utility:last" = false }
then.owner     = { "group:1" = "Ann", "group:8.2" = "bank" }
then.at        = { Ann = 20, Bob = 15 }
then.cites     = ["mortgage/redeem"]
"""


def played(text: str) -> dict[str, Result]:
    return {result.edition: result for result in play_text(text, "my.toml")}


def test_a_file_for_all_editions_is_played_in_each() -> None:
    results = played(EIGHT)
    assert tuple(results) == edition_ids()
    assert [(r.edition, r.step, r.why) for r in results.values() if not r.passed] == []
    assert {result.file for result in results.values()} == {"my.toml"}


def test_a_rule_named_by_its_key_is_that_of_each_catalogue() -> None:
    for edition_id, result in played(EIGHT).items():
        assert result.rules
        assert {rule_id.partition("/")[0] for rule_id in result.rules} == {edition_id}


def test_a_list_names_the_editions() -> None:
    some = EIGHT.replace('"all"', '["ru-2004", "de-dm"]')
    assert [*played(some)] == ["ru-2004", "de-dm"]
    (one,) = play_text(some, "my.toml", only="de-dm")
    assert (one.edition, one.passed) == ("de-dm", True)


def test_an_edition_in_which_it_is_otherwise_fails_alone() -> None:
    there = EIGHT.replace("Bob = 7", "Bob = 1500")
    then = there.replace("then.cash      = {", 'then.cash = { Bob = "start",')
    failed = {result.edition: result.step for result in played(then).values() if not result.passed}
    assert failed == {"de-dm": 3, "it-eg": 3}


def test_one_edition_may_be_said_by_what_things_are_too() -> None:
    one = EIGHT.replace('editions = "all"', 'edition = "ports"')
    assert [r.passed for r in played(one).values()] == [True]


def test_places_and_amounts_are_read_where_variants_exclude_each_other() -> None:
    head = EIGHT.replace('editions = "all"', 'edition = "ru-2004"\nvariants = ["short", "timed"]')
    (result,) = play_text(head, "my.toml")
    assert (result.step, result.why) == (1, "refused as not-an-option, not as not-enough-cash")
    (result,) = play_text(head.replace("street:firs", "street:fors"), "my.toml")
    assert (result.passed, result.step) == (False, None), result.why


# ---- places and amounts


@pytest.mark.parametrize(
    ("place", "spaces"),
    [
        ("go", (0,)),
        ("jail", (10,)),
        ("parking", (20,)),
        ("go-to-jail", (30,)),
        ("street:first", (1,)),
        ("street:3", (6,)),
        ("street:last", (39,)),
        ("station:third", (25,)),
        ("utility:2", (28,)),
        ("tax:first", (4,)),
        ("chance:1", (7,)),
        ("chest:3", (33,)),
        ("group:2", (6, 8, 9)),
        ("group:last", (37, 39)),
        ("group:1.2", (3,)),
    ],
)
def test_a_place_is_a_space_of_the_board(place: str, spaces: tuple[int, ...]) -> None:
    assert spaces_at(load_edition("us-classic"), place, "here") == spaces


@pytest.mark.parametrize(
    "place", ["street:0", "street:23", "group:9", "group:1.3", "house:1", "street:fifteenth", "x:1"]
)
def test_no_such_place_is_named_with_what_there_is(place: str) -> None:
    with pytest.raises(ScenarioError, match="street:first"):
        spaces_at(load_edition("us-classic"), place, "here")


@pytest.mark.parametrize(
    ("edition_id", "text", "amount"),
    [
        ("us-classic", "start - price(street:first)", 1440),
        ("de-dm", "start - price(street:first)", 28800),
        ("it-eg", "start", 7500),  # among three
        ("us-classic", "salary + 2 * fine", 300),
        ("us-classic", "2 * (salary - fine) // 3 + 1", 101),
        ("us-classic", "rent(street:first)", 2),
        ("us-classic", "rent(1, 5)", 250),
        ("us-classic", "rent(station:1, 4)", 200),
        ("us-classic", "house(group:1.1) * 2", 100),
        ("us-classic", "tax(tax:1)", 200),
        ("us-classic", "auction_opening_bid + smallest_amount", 2),
        ("us-classic", "interest(utility:1)", 8),
        ("de-dm", "redeem(street:first)", 660),
    ],
)
def test_an_amount_is_worked_out_from_the_edition(edition_id: str, text: str, amount: int) -> None:
    assert amount_of(load_edition(edition_id), 3, text, "here") == amount


@pytest.mark.parametrize(
    "text",
    [
        *("pricee(street:first)", "price", "price(street:99)", "price(go)", "price(40)", "begin"),
        *("start -", "(start", "start)", "start start", "start // 0", "start ** 9", "start; 1"),
        *("rent(street:first, 6)", "rent(utility:1)", "price(street:first, 2)", "price(group:1)"),
        *("rent_needs_claim", "mortgage_interest", "start + 9999999999", "__class__", "start.real"),
        f"start{' + 1' * 100}",
    ],
)
def test_what_is_no_amount_is_named_with_what_there_is(text: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        amount_of(load_edition("us-classic"), 2, text, "given.cash")
    assert str(raised.value).startswith("given.cash")
    assert "\n" not in str(raised.value)


def test_all_words_for_amounts_are_described() -> None:
    said = (ROOT / "companion" / "scenario" / "README.md").read_text()
    assert [word for word in [*OF_A_SPACE, *OF_THE_GAME] if f"`{word}" not in said] == []


# ---- mistakes

MISTAKES = {
    'editions = "some"': ["editions", '"all" or a list'],
    "editions = []": ["editions"],
    "editions = 3": ["editions"],
    'editions = ["us-clasic"]': ["editions", "us-clasic", "us-classic"],
    'editions = ["ports", "ports"]': ["editions", "once"],
    'editions = "all"\nedition = "ports"': ["editions", "edition", "one of them"],
}
FURTHER = [
    ('"mortgage/redeem",', '"mortgage/redem",', ["mortgage/redem"]),
    ('"mortgage/redeem",', '"ports/mortgage-99",', ["ports/mortgage-99"]),
    ('["mortgage/redeem"]\n', '["mortgage/redem"]\n', ["mortgage/redem"]),
    ('["group:1"]', '["group:9"]', ["given.owns", "group:9", "group:1"]),
    ('["street:first"]\ncash', '["street:firs"]\ncash', ["given.mortgaged", "street:firs"]),
    ("redeem(street:first) - 1", "redem(street:first) - 1", ["given.cash", "redem", "redeem(LOT)"]),
    ("2 * redeem(1)", "2 * redeem", ["step 2, cash", "redeem"]),
    ("2 * redeem(1)", "22", ["step 2", "without quotes"]),
    ('Ann = "parking"', 'Ann = "group:1"', ["given.at", "group:1.1"]),
    ('{ "group:1" = "Ann",', '{ "group:1" = "Ann", 1 = "Ann",', ["step 3, then", "twice"]),
]


@pytest.mark.parametrize("editions", MISTAKES)
def test_editions_that_are_none_break_the_file(editions: str) -> None:
    (result,) = play_text(EIGHT.replace('editions = "all"', editions), "my.toml")
    assert (result.passed, result.step) == (False, None)
    assert [part for part in MISTAKES[editions] if part not in str(result.why)] == []


@pytest.mark.parametrize(("there", "typed", "parts"), FURTHER)
def test_a_mistake_breaks_the_file_in_each_edition(
    there: str, typed: str, parts: list[str]
) -> None:
    assert there in EIGHT
    results = played(EIGHT.replace(there, typed, 1))
    assert len(results) == len(edition_ids())
    for result in results.values():
        assert (result.passed, result.step) == (False, None), result.why
        assert [part for part in parts if part not in str(result.why)] == [], result.why


def test_what_is_said_in_numbers_is_rendered_as_it_stands() -> None:
    raw: dict[str, Any] = {
        "title": "x",
        "edition": "us-classic",
        "rules": ["us-classic/rent-02"],
        "players": ["Ann", "Bob"],
        "given": {"cash": {"Ann": 3}, "buildings": {"6": 2}, "jailed": {"Bob": True}},
        "step": [{"do": "choose", "option": "fine", "then": {"worth": {"Ann": Decimal("1.5")}}}],
    }
    assert rendered_for(raw, "us-classic") == raw
    assert editions_of(raw) == ("us-classic",)


# ---- the command line


def test_each_edition_has_an_answer_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "eight.toml"
    file.write_text(EIGHT)
    assert main(["scenario", str(file), "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(edition_ids())
    assert '"step":null,"why":null,"edition":"de-dm"}' in lines[0]
    assert main(["scenario", str(file)]) == 0
    assert f"ok    {file} in ru-2004\n" in capsys.readouterr().out


def test_a_file_of_several_editions_counts_in_each_catalogue(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "eight.toml").write_text(EIGHT)
    assert main(["rules", "--coverage", str(tmp_path), "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(edition_ids())
    assert all('"by_scenario":0,' not in line for line in lines)
