"""Every amount says who, what, which rule and how it was counted."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.accounts.explainer import Explainer, lines_of
from companion.accounts.explanation import Explanation, explained, players_of
from companion.accounts.headlines import Headlines, who_asked
from companion.cli import main
from companion.editions.load import edition_ids, load_edition, load_rulebook
from companion.game.commands import AnyCommand, Buy, Claim, Correct, Roll
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.journal import codec
from companion.journal.record import Record
from companion.journal.replay import opening
from companion.rules import Decided
from companion.speaker import Speaker
from tests.properties.test_random_games import QUICK, games
from tests.support.games import RandomGame
from tests.support.played import played
from tests.support.scenarios import decided_in, texts_of
from tests.support.table import ANN, hands, rent_is_due, some_cause, some_events


def explanations_of(scenario: str, edition_id: str = "") -> list[str]:
    """Return what is said of each accepted command of a scenario."""
    return ["\n".join(_lines(*said)) for said in decided_in(scenario, edition_id)]


def _lines(state: GameState, command: AnyCommand, decided: Decided) -> Iterator[str]:
    if isinstance(decided, Refusal):
        return
    asked = msgspec.to_builtins(command, str_keys=True)
    record = Record(seq=2, events=decided, cause=some_cause(), command=asked, digest="")
    players = tuple(player.name for player in state.players)
    book = load_rulebook(state.edition.catalogue)
    explainer = Explainer(Headlines(Speaker.english(state.edition, players), (record,)))
    yield from lines_of(explainer, record, explained(record, state.edition, book, players))


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
    assert claim.who == "Ann, on a phone"
    assert claim.asked == {"do": "claim", "by": 0}


def test_who_ruled_at_the_club_is_named() -> None:
    speaker = Speaker.english(load_edition("us-classic"), ("Ann",))
    cause = some_cause()
    ruled = replace(cause, role="banker", arbiter="Judge Judy")
    assert who_asked(speaker, ruled) == "Judge Judy (arbiter)"
    body = codec.written(1, some_events(1), ruled, {})
    assert codec.read(body, "00" * 32).cause == ruled
    assert b"arbiter" not in codec.written(1, some_events(1), cause, {})


def test_as_text_the_first_line_says_when_and_who(claim: Explanation) -> None:
    assert (claim.seq, claim.when) == (5, "2023-11-14 22:13:20 UTC")
    assert told("us-classic", "", 'do = "roll"\nby = "Ann"\ndice = [1, 5]').startswith(
        "2  2023-11-14 22:13:20 UTC  Ann, on a phone: roll by Ann, dice 1 5\n"
    )


# ---- in words


def told(edition: str, given: str, *steps: str, house: str = "{}") -> str:
    """Return the explanation, as text, of the last command of a scenario."""
    text = f'title = "x"\nedition = "{edition}"\nplayers = ["Ann", "Bob", "Cy"]\nhouse = {house}\n'
    text += f"[given]\n{given}\n"
    text += "".join(f"[[step]]\n{step}\n" for step in steps)
    return explanations_of(text)[-1]


@pytest.mark.parametrize(
    ("pays", "sums"),
    [
        ("hotel-and-houses", ["Arithmetic: 100 × 5 × 0.50 = $250"]),
        ("houses", ["Arithmetic: 100 × 4 × 0.50 = $200", "For the hotel itself: $0"]),
    ],
)
def test_a_hotel_sold_outright_shows_what_is_paid_for(pays: str, sums: list[str]) -> None:
    said = told(
        "ports",
        "owns = { Ann = [16, 18, 19] }\nbuildings = { 16 = 5, 18 = 5, 19 = 5 }",
        'do = "sell"\nby = "Ann"\nlots = { 16 = 5, 18 = 5, 19 = 5 }',
        house=f'{{ hotel_sale_pays = "{pays}" }}',
    )
    assert "ports/hotel-04  A hotel sold outright brings half the price of the hotel" in said
    assert ("For the hotel itself" in said) == (pays == "houses")
    for one in sums:
        assert said.count(one) == 3


def test_an_income_tax_shows_what_the_worth_consists_of() -> None:
    """Cash, the printed prices of 37, 39 and the mortgaged 5, and what two houses cost."""
    said = told(
        "de-dm",
        "at = { Ann = 1 }\ncash = { Ann = 20000 }\nowns = { Ann = [37, 39, 5] }\n"
        "buildings = { 39 = 1, 37 = 1 }\nmortgaged = [5]",
        'do = "roll"\nby = "Ann"\ndice = [1, 2]',
        'do = "choose"\nby = "Ann"\noption = "percent"',
    )
    assert "47000 × 0.1 = " in said
    for line in ("Cash: 20.000", "Prices of the lots: 19.000", "Costs of the buildings: 8.000"):
        assert line in said


def test_what_an_heir_redeems_without_interest_shows_no_sum_that_is_nothing() -> None:
    said = told(
        "ru-2004",
        "cash = { Ann = 0 }\nowns = { Ann = [5], Bob = [6] }\nmortgaged = [5]\n"
        'rent = { from = "Ann", to = "Bob", lot = 6 }',
        'do = "claim"\nby = "Bob"',
        'do = "bankrupt"\nby = "Ann"',
        'do = "redeem"\nby = "Bob"\nlots = [5]',
    )
    assert "× 0" not in said
    first = next(line for line in said.splitlines() if "  ru-2004/" in line)
    assert "decides whether to redeem it right away" in first


def test_a_correction_names_people_spaces_and_amounts() -> None:
    said = told(
        "us-classic",
        "",
        'do = "correct"\nwhy = "so"\nat = { Ann = 30 }\ncash = { Bob = 7 }\n'
        'owner = { 6 = "bank", 8 = "Cy" }\n'
        "jailed = { Ann = false }\nholds = { Cy = [] }",
    )
    asked = said.splitlines()[0]
    for words in ("Ann Go to Jail (30)", "Bob $7", "(6) bank", "(8) Cy", "Ann free", "Cy nothing"):
        assert words in asked, asked


def test_a_rule_that_no_book_says_names_what_it_bears_on() -> None:
    """The rule by which a bid is covered by cash is a reading of the German book."""
    said = told(
        "de-dm",
        "",
        'do = "roll"\nby = "Ann"\ndice = [1, 5]',
        'do = "decline"\nby = "Ann"',
        'do = "bid"\nby = "Bob"\namount = 100',
        'do = "correct"\nwhy = "so"\ncash = { Bob = 90 }',
        'do = "hammer"',
    )
    place = "Landen auf Grundstücken ohne Besitzer"  # without the line of the source
    assert f"[The rulebook does not say so; it bears on: {place}]" in said


UNSAID = re.compile(r"[{}]|None|none \(|\b[A-Z][a-z]+\(\w+=|\(\d+, ?\d+\)|='")
"""What a program writes, and no person."""


@pytest.mark.parametrize("edition", edition_ids())
def test_no_explanation_shows_what_a_program_would_write(edition: str) -> None:
    """Of whatever is done in the scenarios of an edition."""
    for text in texts_of(edition).values():
        for explanation in explanations_of(text, edition):
            assert not UNSAID.search(explanation), explanation


@given(games(wild=st.just(0.5)))
@QUICK
def test_nor_of_whatever_is_done_by_chance(game: RandomGame) -> None:
    for step in game.steps(60):
        said = "\n".join(_lines(step.before, step.command, step.outcome))
        assert not UNSAID.search(said), said


def test_a_wall_clock_gone_mad_is_no_reason_to_fail(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
        record = at.records[0]
    record = replace(record, cause=replace(record.cause, wall=1e300))
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
        at.pipeline.submit(wrong, at.cause("banker", "banker"), at.replies.append)
    assert main(["explain", str(next((tmp_path / "games").glob("*.journal")))]) == 0
    text = capsys.readouterr().out
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "why \\u001b[2Jwrong\\n99  \\u202ea line" in text


@pytest.mark.parametrize("number", ["0", "13", "-1"])
def test_on_the_command_line_a_record_that_is_not_there_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], number: str
) -> None:
    journal = str(played(tmp_path, records=12))
    assert main(["explain", journal, f"--event={number}"]) == 1
    assert capsys.readouterr().err.endswith(f": there is no record {number} (there are 1 to 12)\n")
