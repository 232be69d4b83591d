"""Statements, the story to print, and the books as files."""

import csv
import io
import json
import re

import pytest
from beancount.loader import load_string
from hypothesis import given
from hypothesis import strategies as st

from companion.accounts.statement import Worth
from companion.game.commands import Buy, Leave, Roll
from companion.words import Seat
from tests.support.pages import Living, sent
from web.draw.chart import HEIGHT, WIDTH, chart_of, round_step
from web.story.statement_view import TABLE_ROWS, thinned

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))


def told(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_every_posting_is_told_in_words_with_its_balance_and_its_why(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    html = room.client(tokens[ANN]).get("/seat/statement").text
    text = told(html)
    assert "You bought Baltic Avenue Lots bought" in text
    assert re.search(r"− 60 1,440", text)
    assert 'href="/why/3"' in html
    assert "Opening money 1,500 + 1,500" in text


def test_what_was_taken_back_stays_and_leaves_the_sums(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    assert sent(room.banker(), "/banker/back", seq=room.table.view.seq) == 303
    html = room.client(tokens[ANN]).get("/seat/statement").text
    assert html.count('class="undone"') == 1
    assert "Lots bought" not in told(html).partition("Every amount")[0]


def test_a_statement_is_its_seats_and_the_bankers(room: Living) -> None:
    tokens = room.begin()
    assert room.client(tokens[BEN]).get(f"/seats/{ANN}/statement").status_code == 403
    assert room.client().get("/seat/statement").status_code == 302
    html = room.banker().get(f"/seats/{ANN}/statement").text
    assert "Ann: Statement" in html


def test_without_a_game_there_is_none(room: Living) -> None:
    tokens = room.seated("Ann")
    assert "Statement" not in room.client(tokens[0]).get("/seat/statement").text
    assert room.client().get("/story").status_code == 302
    assert room.banker().get("/export/json").status_code == 404


def test_the_story_is_told_from_its_beginning(room: Living) -> None:
    room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    text = told(room.client().get("/story").text)
    assert text.index("The game began") < text.index("Ann rolled 3") < text.index("Ann bought")


def test_a_long_story_comes_page_by_page_and_all_of_it_to_print(
    room: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.story.statement_view.PAGE", 3)
    room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 1)))
    last = room.table.view.seq
    client = room.client()

    def numbers(query: str) -> list[int]:
        return [int(n) for n in re.findall(r'href="/why/(\d+)"', client.get(f"/story{query}").text)]

    whole = numbers("?all=1")
    pages = [numbers(f"?from={first}") for first in range(1, last + 1, 3)]
    assert len(pages) > 1
    assert [n for page in pages for n in page] == whole
    assert (
        numbers("") == numbers("?from=3") == numbers("?from=-9") == numbers("?from=x") == pages[0]
    )
    assert numbers("?from=9999999") == pages[-1]
    assert 'aria-current="page">1–3</a>' in client.get("/story").text
    assert 'aria-current="page">All of it</a>' in client.get("/story?all=1").text


def test_worth_is_everybodys_business_once_the_game_is_over(room: Living) -> None:
    tokens = room.begin("Ann", "Ben")
    ann = room.client(tokens[ANN])
    assert "<polyline" not in ann.get("/story").text
    assert ann.get("/export/csv").status_code == 403
    room.play(Leave(by=BEN))
    assert ann.get("/story").text.count("<polyline") == 2
    assert "Beancount" not in ann.get("/story").text


def test_the_books_are_taken_away_in_three_forms(room: Living) -> None:
    room.begin("=Ann", "Ben")
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    banker = room.banker()
    answers = {form: banker.get(f"/export/{form}") for form in ("json", "csv", "beancount")}
    assert json.loads(answers["json"].text)["players"] == ["=Ann", "Ben"]
    rows = [*csv.DictReader(io.StringIO(answers["csv"].data.decode("utf-8-sig")))]
    assert {row["player"] for row in rows} == {"'=Ann", "Ben", ""}
    assert load_string(answers["beancount"].text)[1] == []
    names = [answer.headers["Content-Disposition"] for answer in answers.values()]
    assert names[0] == 'attachment; filename="0001-us-classic.json"'
    assert banker.get("/export/xml").status_code == 404


# ---- the chart

worths = st.lists(
    st.tuples(*(st.integers(-(10**7), 10**7) for _seat in range(3))), min_size=1, max_size=40
).map(lambda rows: [Worth(n, n, dict(enumerate(map(int, row)))) for n, row in enumerate(rows)])  # type: ignore[arg-type]  # seats are numbers


@given(worths)
def test_no_line_leaves_the_drawing(told: list[Worth]) -> None:
    chart = chart_of(told, (ANN, BEN, CY))
    for line in chart.lines:
        for point in line.points.split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT
    assert 2 <= len(chart.grid) <= 7


@pytest.mark.parametrize(("span", "step"), [(1, 1), (8, 2), (1500, 500), (2500, 1000), (9e4, 5e4)])
def test_figures_at_the_side_are_round(span: float, step: float) -> None:
    assert round_step(int(span)) == step


@given(st.integers(1, 300))
def test_the_table_begins_and_ends_with_the_chart(turns: int) -> None:
    told = [Worth(n, n, {}) for n in range(turns)]
    few = thinned(told)
    assert (few[0], few[-1]) == (told[0], told[-1])
    assert len({one.turn for one in few}) == len(few) == min(turns, TABLE_ROWS)
