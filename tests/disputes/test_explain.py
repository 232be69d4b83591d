"""Every amount says who, what, which rule and how it was counted."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.disputes.explain import Explanation, explained, lines_of, players_of
from companion.editions.load import load_rulebook
from companion.game.commands import Buy, Claim, Correct, Roll
from companion.table.replay import opening
from tests.support.played import played
from tests.support.table import ANN, hands, rent_is_due


@pytest.fixture
def claim(tmp_path: Path) -> Explanation:
    """Return the explanation of a claimed rent."""
    with hands(tmp_path) as at:
        rent_is_due(at)
        at.play(Claim(by=ANN))
        records = at.records
    edition = opening(records[0]).edition
    return explained(records[-1], edition, load_rulebook(edition.id), players_of(records[0]))


def test_a_rent_cites_the_paragraphs_of_its_edition(claim: Explanation) -> None:
    cited = {rule.id for happening in claim.happened for rule in happening.rules}
    assert any(rule.startswith("ru-2004/rent-") for rule in cited)
    assert all(rule.says for happening in claim.happened for rule in happening.rules)


def test_a_rent_shows_its_arithmetic(claim: Explanation) -> None:
    paid = next(h for h in claim.happened if h.what == "paid")
    assert paid.arithmetic["base"] == 4
    assert paid.told["amount"] == "4 тыс. руб."


def test_people_and_spaces_are_named(claim: Explanation) -> None:
    paid = next(h for h in claim.happened if h.what == "paid")
    assert (paid.told["payer"], paid.told["payee"]) == ("Bob", "Ann")
    claimed = next(h for h in claim.happened if h.what == "rent-claimed")
    assert claimed.told["lot"].endswith(" (3)")


def test_it_says_who_asked_and_through_what(claim: Explanation) -> None:
    assert claim.who == "seat of Ann, phone"
    assert claim.asked == {"do": "claim", "by": 0}


def test_as_text_the_first_line_says_when_and_who(claim: Explanation) -> None:
    first = next(iter(lines_of(claim)))
    assert first.startswith("5  2023-11-14 22:13:20 UTC  seat of Ann, phone: claim")


def test_a_wall_clock_gone_mad_is_no_reason_to_fail(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.clock.wall_now = 1e300
        at.begin()
        at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
        record = at.records[0]
    edition = opening(record).edition
    told = explained(record, edition, load_rulebook(edition.id), ("Ann", "Bob", "Cy"))
    assert told.when == "at an unknown time"


def test_on_the_command_line_one_record_or_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = str(played(tmp_path, records=12))
    assert main(["explain", journal, "--json"]) == 0
    assert [json.loads(line)["seq"] for line in capsys.readouterr().out.splitlines()] == [
        *range(1, 13)
    ]
    assert main(["explain", journal, "--event", "2"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("2  ")
    assert "picture " in text


def test_a_reason_neither_steers_the_terminal_nor_makes_a_line_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with hands(tmp_path) as at:
        at.begin()
        wrong = Correct(why="\x1b[2Jwrong\n99  \u202ea line", cash={ANN: 1})
        at.desk.submit(wrong, at.cause("banker", "banker"), at.replies.append)
    assert main(["explain", str(next((tmp_path / "games").glob("*.journal")))]) == 0
    text = capsys.readouterr().out
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "why=\\u001b[2Jwrong\\n99  \\u202ea line" in text


@pytest.mark.parametrize("number", ["0", "13", "-1"])
def test_on_the_command_line_a_record_that_is_not_there_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], number: str
) -> None:
    journal = str(played(tmp_path, records=12))
    assert main(["explain", journal, f"--event={number}"]) == 1
    assert capsys.readouterr().err.endswith(f": there is no record {number} (there are 1 to 12)\n")
