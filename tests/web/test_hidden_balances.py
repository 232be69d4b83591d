"""Hidden balances are hidden everywhere, from everybody but their owners and the banker."""

import pytest
from flask.testing import FlaskClient

from companion.game.commands import Choose, Correct, NamedGoods, Offer, Roll, TakeOver
from companion.game.state import fingerprint
from companion.table.answers import Accepted
from companion.words import Seat, Space
from tests.support.pages import ORIGIN, Living
from tests.support.table import Tag

ANN, BEN = Seat(0), Seat(1)
ANNS, BENS = "1,234", "2,345"


@pytest.fixture
def tokens(room: Living) -> list[str]:
    """A game in which nobody is to know how much the others have."""
    cookies = room.begin()
    told = Correct(why="a test", cash={ANN: 1234, BEN: 2345}, owner={Space(3): ANN})
    assert isinstance(room.ask(told, banker=True), Accepted)
    assert hide(room, "yes") == 303
    return cookies


def hide(room: Living, hidden: str) -> int:
    form = {"hidden": hidden}
    return room.banker().post("/banker/balances", data=form, headers=ORIGIN).status_code


def test_a_word_that_says_neither_changes_nothing(room: Living) -> None:
    room.begin()
    assert hide(room, "yes") == 303
    assert [hide(room, word) for word in ("", "perhaps")] == [400, 400]
    assert room.context.manners.hidden


@pytest.mark.parametrize("path", ["/table", "/watch", "/api/view", "/join"])
def test_who_looks_on_sees_no_balance(room: Living, tokens: list[str], path: str) -> None:
    assert tokens
    html = room.client().get(path).text
    assert ANNS not in html.split('class="feed"')[0]
    assert BENS not in html.split('class="feed"')[0]


def test_a_player_sees_the_own_balance_alone(room: Living, tokens: list[str]) -> None:
    ann = room.client(tokens[ANN])
    assert ANNS in ann.get("/seat").text
    room.play(Roll(by=ANN, dice=(1, 3)))
    trade = ann.get("/seat/trade").text
    assert "•••" in trade
    assert BENS not in trade
    assert ann.get("/why/cash/0").status_code == 200
    assert ann.get("/why/cash/1").status_code == 403


def test_an_owner_does_not_learn_what_the_visitor_has(room: Living, tokens: list[str]) -> None:
    for seat in (ANN, BEN):
        room.ask(Roll(by=seat, dice=(1, 2)))
    html = room.client(tokens[ANN]).get("/seat").text
    assert "Rent due" in html
    assert BENS not in html


def test_why_tells_what_moved_and_not_what_stood_there(room: Living, tokens: list[str]) -> None:
    room.play(Roll(by=ANN, dice=(1, 3)))  # income tax
    seq = room.table.view.seq
    ann, ben = room.client(tokens[ANN]), room.client(tokens[BEN])
    assert f"{ANNS} →" in ann.get(f"/why/{seq}").text
    for phone in (ben, room.client()):
        html = phone.get(f"/why/{seq}").text
        assert "200" in html
        assert ANNS not in html
    assert f"{ANNS} →" in room.banker().get(f"/why/{seq}").text


def test_what_if_tells_no_balance_either(room: Living, tokens: list[str]) -> None:
    room.play(Roll(by=ANN, dice=(1, 3)))
    path = f"/what-if/{room.table.view.seq}?dice-0=1&dice-1=1&dice=1"
    assert ANNS in room.client(tokens[ANN]).get(path).text
    html = room.client(tokens[BEN]).get(path).text
    assert "•••" in html
    assert ANNS not in html


def test_the_table_as_data_keeps_them_too(room: Living, tokens: list[str]) -> None:
    game = room.client(tokens[BEN]).get("/api/game").json
    assert game is not None
    assert game["cash"] == [None, 2345, None, None]
    assert "books" not in game["state"]


def test_the_banker_sees_them_all(room: Living, tokens: list[str]) -> None:
    assert tokens
    html = room.banker().get("/banker").text
    assert ANNS in html
    assert BENS in html
    assert (room.banker().get("/api/game").json or {})["cash"][:2] == [1234, 2345]


@pytest.mark.parametrize(
    "path",
    [
        "late",
        "late?show=1&payer=1&payee=0&amount=4&why=agreed",
        "correct",
        "correct?seat=1&amount=1400&why=counted",
        "back?to=1",
        "set-right",
    ],
)
def test_nor_are_they_hidden_where_the_banker_mends(
    room: Living, tokens: list[str], path: str
) -> None:
    assert tokens
    room.play(Roll(by=ANN, dice=(1, 3)))  # something to go back from
    answer = room.banker().get(f"/banker/{path}")
    assert answer.status_code == 200
    assert "•••" not in answer.text


def test_a_count_of_banknotes_tells_the_difference_and_not_the_sum(
    room: Living, tokens: list[str]
) -> None:
    ann, ben, banker = room.client(tokens[ANN]), room.client(tokens[BEN]), room.banker()
    check = begun_check(room, banker)
    form = {"check": check, "sum-0": "1200", "sum-1": "2400"}
    assert banker.post("/check/count", data=form, headers=ORIGIN).status_code == 303
    assert banker.post("/check/tick/table", data=whole(check), headers=ORIGIN).status_code == 303
    for phone, hidden in ((ann, ("2,345", "2,400")), (ben, ("1,234", "1,200"))):
        html = phone.get("/check").text
        assert not [sum_ for sum_ in hidden if sum_ in html]
    assert "Ann has $1,200 in notes. By the books it is $1,234." in ann.get("/check").text
    assert "Ann has $34 less in notes than the books say." in ben.get("/check").text
    assert "Ben has $55 more in notes than the books say." in room.client().get("/table").text
    assert "Ben has $2,400 in notes. By the books it is $2,345." in banker.get("/check").text
    assert 'value="1200"' in ann.get("/check/count").text
    assert "2400" not in ann.get("/check/count").text


def begun_check(room: Living, banker: FlaskClient) -> str:
    """Begin a check with all deeds at once; return its id."""
    form = {"check": "", "how": "together"}
    assert banker.post("/check/begin", data=form, headers=ORIGIN).status_code == 303
    check = room.table.view.check
    assert check is not None
    return check.id


def whole(check: str) -> dict[str, str]:
    return {"check": check, "whole": "1"}


def test_a_game_taken_over_tells_nobody_what_the_others_brought(room: Living) -> None:
    ann, ben = map(room.client, room.begin("Ann", "Ben"))
    assert hide(room, "yes") == 303
    told = TakeOver(why="as it stood", cash={ANN: 1234, BEN: 2345}, turn=ANN)
    assert isinstance(room.ask(told, banker=True), Accepted)
    seq = room.table.view.seq
    for phone, theirs in ((ann, ("2,345", "845")), (ben, ("1,234", "266")), (room.client(), ())):
        hidden = (*theirs, "1,111", "579", "845")  # nor what both have, less the opening money
        for path in ("/story", f"/why/{seq}", "/watch"):
            html = phone.get(path).text
            own = () if phone is not ben else ("845",)
            assert not [sum_ for sum_ in hidden if sum_ in html and sum_ not in own], path
    assert "2,345" in room.banker().get("/story").text


def test_the_banker_reads_all_balances_in_the_story_and_on_everybodys_page(
    room: Living, tokens: list[str]
) -> None:
    assert "•••" in room.client(tokens[ANN]).get("/story").text
    room.play(Roll(by=ANN, dice=(1, 3)))
    banker = room.banker()
    for path in ("/story", "/seats/0/trade"):
        assert "•••" not in banker.get(path).text
        assert BENS in banker.get(path).text


def test_who_accepts_does_not_learn_what_the_other_has(room: Living, tokens: list[str]) -> None:
    room.play(Correct(why="a test", owner={Space(5): BEN}))
    room.play(Offer(by=ANN, to=BEN, give=NamedGoods(cash=1200), take=NamedGoods(lots=(Space(5),))))
    room.play(Correct(why="a test", cash={ANN: 1111}))
    form = {"do": "accept"}
    answer = room.client(tokens[BEN]).post("/do", data=form, headers=ORIGIN)
    assert "Ann cannot pay $1,200." in answer.text
    assert "1,111" not in answer.text


def test_a_deed_laid_in_vain_does_not_tell_what_its_buyer_has(
    room: Living, tokens: list[str]
) -> None:
    room.play(Correct(why="a test", cash={ANN: 57}))
    room.play(Roll(by=ANN, dice=(1, 4)))
    room.lay(Tag("deed", 3))
    for phone in (room.client(), room.client(tokens[BEN])):
        html = phone.get("/table").text
        assert "Ann cannot pay $200." in html
        assert "$57" not in html
    told = room.client(tokens[BEN]).get("/api/game").json or {}
    assert [(one["code"], one["refusal"]) for one in told["notices"]] == [("refused", None)]


def test_it_is_the_bankers_to_set_and_outlives_a_restart(room: Living, tokens: list[str]) -> None:
    form = {"hidden": "no"}
    ann = room.client(tokens[ANN])
    assert ann.post("/banker/balances", data=form, headers=ORIGIN).status_code == 403
    room.revived()
    assert BENS not in room.client().get("/watch").text.split('class="feed"')[0]
    assert hide(room, "no") == 303
    assert BENS in room.client().get("/watch").text.split('class="feed"')[0]


def test_a_damaged_setting_hides_balances_and_says_so(room: Living, tokens: list[str]) -> None:
    assert tokens
    assert hide(room, "no") == 303
    (room.home / "pages.json").write_text("{")
    room.revived()
    assert BENS not in room.client(tokens[ANN]).get("/seat").text.split('class="feed"')[0]
    for page in ("/table", "/watch"):
        assert "Everybody sees only their own balance." in room.client().get(page).text
    assert hide(room, "no") == 303
    assert "own balance alone. The" not in room.client().get("/table").text


def test_no_hash_over_the_books_lets_anybody_try_out_balances(
    room: Living, tokens: list[str]
) -> None:
    """With two players, what one has leaves a few thousand tries for what the other has."""
    state = room.table.view.state
    assert state is not None
    for client in (room.client(), room.client(tokens[ANN])):
        assert fingerprint(state) not in client.get("/api/game").text
    assert (room.banker().get("/api/game").json or {})["fingerprint"] == fingerprint(state)


def test_why_tells_what_a_worth_consists_of_but_nobody_elses_cash(room: Living) -> None:
    cookies = room.begin(edition="de-dm")
    told = Correct(why="a test", cash={ANN: 12340}, owner={Space(3): ANN}, at={ANN: Space(1)})
    assert isinstance(room.ask(told, banker=True), Accepted)
    assert hide(room, "yes") == 303
    room.play(Roll(by=ANN, dice=(1, 2)), Choose(by=ANN, option="percent"))
    path = f"/why/{room.table.view.seq}"
    ann, ben = (room.client(cookies[seat]).get(path).text for seat in (ANN, BEN))
    for html in (ann, ben):
        assert "Prices of the lots" in html
        assert "Costs of the buildings" in html
    assert "<dt>Cash</dt>" in ann
    assert "<dt>Cash</dt>" not in ben
