"""A debt on the pages: what is missing, the plan to raise it, each step one tap, then paying."""

import re

from companion.game.commands import Claim, Roll, command_from
from companion.table.answers import Accepted
from companion.words import Seat
from tests.support.pages import ORIGIN, Living

ANN, BEN, CY = Seat(0), Seat(1), Seat(2)
FORM = re.compile(r'<form[^>]*action="/do".*?</form>', re.DOTALL)


def owing(room: Living, cash: int = 10) -> list[str]:
    """Let Ann owe Ben the rent of Boardwalk, with three lots to raise it by."""
    tokens = room.begin("Ann", "Ben", "Cy")
    correction = {
        "do": "correct",
        "why": "a test",
        "owner": {39: 1, 5: 0, 6: 0, 15: 0},
        "cash": {0: cash},
        "at": {0: 32},
    }
    assert isinstance(room.ask(command_from(correction), banker=True), Accepted)
    room.play(Roll(by=ANN, dice=(3, 4)), Claim(by=BEN))
    return tokens


def steps(html: str) -> list[tuple[str, dict[str, str]]]:
    """Return the buttons of the plan with what each sends."""
    plan = html.partition('<ol class="list">')[2].partition("</ol>")[0]
    forms = FORM.findall(plan)
    fields = (dict(re.findall(r'name="([^"]*)" value="([^"]*)"', form)) for form in forms)
    labels = (
        " ".join(form.split("<button")[1].partition(">")[2].split("<")[0].split()) for form in forms
    )
    return [*zip(labels, fields, strict=True)]


def test_the_way_out_of_a_debt_is_raise_the_money_step_by_step_and_pay(room: Living) -> None:
    ann = room.client(owing(room)[ANN])
    html = ann.get("/seat").text
    assert re.search(r'<a class="button do stop" href="/seat/raise">Raise the money</a>', html)
    html = ann.get("/seat/raise").text
    assert "1 step gets you there: $50" in html
    assert "$40 are still missing" in html
    assert [label for label, _ in steps(html)] == ["Mortgage Oriental Avenue: $50"]
    assert room.state.cash(ANN) == 10  # a draft: nothing is booked
    _, fields = steps(html)[0]
    assert ann.post("/do", data=fields, headers=ORIGIN).status_code == 303
    html = ann.get("/seat/raise").text
    assert not steps(html)
    assert "Pay $50 to Ben" in html


def test_any_order_of_the_steps_will_do(room: Living) -> None:
    ann = room.client(owing(room, cash=0)[ANN])
    correction = {"do": "correct", "why": "a test", "owner": {3: 0}, "buildings": {}}
    assert isinstance(room.ask(command_from(correction), banker=True), Accepted)
    while found := steps(ann.get("/seat/raise").text):
        assert ann.post("/do", data=found[-1][1], headers=ORIGIN).status_code == 303
    assert "Pay $50 to Ben" in ann.get("/seat").text


def test_without_enough_there_is_no_plan(room: Living) -> None:
    tokens = room.begin("Ann", "Ben", "Cy")
    correction = {"do": "correct", "why": "a test", "owner": {39: 1}, "cash": {0: 0}, "at": {0: 32}}
    assert isinstance(room.ask(command_from(correction), banker=True), Accepted)
    room.play(Roll(by=ANN, dice=(3, 4)), Claim(by=BEN))
    html = room.client(tokens[ANN]).get("/seat").text
    assert "Raise the money" not in html
    assert "All you own would bring $0." in html
    assert not steps(room.client(tokens[ANN]).get("/seat/raise").text)


def test_the_debt_is_a_stage_of_its_own_on_the_table_screen(room: Living) -> None:
    owing(room)
    html = room.client().get("/table").text
    middle = html.partition('<section class="middle"')[2].partition("</section>")[0]
    assert "Ann owes Ben" in middle
    assert "$50" in middle
    assert "$40 are still missing" in middle
    room.context.manners.hide(hidden=True)
    assert "still missing" not in room.client().get("/table").text  # it tells what Ann has
