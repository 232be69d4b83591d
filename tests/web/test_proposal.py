"""What waits to be confirmed, on every page: the card, the typed amounts, the banker's ruling."""

import re

import pytest

from companion.game.commands import Bid, Buy, Claim, Correct, Decline, Hammer, Roll
from companion.game.events import Help
from companion.table.answers import Accepted
from companion.words import Seat, Space
from tests.support.pages import ORIGIN, Living, fresh_id, sent, told

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))
RENT = re.compile(r"(?<![\w.])270(?!\w|\.\d)")  # no part of an id, a digest or a time


def waiting(room: Living, helps: Help) -> list[str]:
    """Begin a game in which Ben owes Ann the rent of Baltic Avenue, and it waits."""
    tokens = room.begin()
    assert sent(room.banker(), "/banker/help", helps=helps) == 303
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)), Claim(by=ANN))
    return tokens


def number(room: Living) -> int:
    found = room.table.view.proposal
    assert found is not None
    return found.id


def cash(room: Living) -> list[int]:
    return [room.state.cash(seat) for seat in (ANN, BEN)]


def seat(room: Living, token: str) -> str:
    return told(room.client(token).get("/seat").text)


# ---- proposing


def test_each_phone_sees_the_amount_with_its_rule_and_the_payer_the_button(room: Living) -> None:
    tokens = waiting(room, "propose")
    ben, ann, cy = (seat(room, tokens[one]) for one in (BEN, ANN, CY))
    assert "Not booked yet Why?" in ben
    assert "You pay Ann $4 rent, Baltic Avenue" in ben
    assert "The rule: us-classic/" in ben
    assert "Pay $4" in ben
    assert "Ben pays you $4" in ann
    assert "First Ben or the banker must confirm it." in cy
    assert "Ben pays Ann $4" in cy
    assert 'id="say-so"' not in room.client(tokens[CY]).get("/seat").text


def test_one_tap_of_the_payer_books_it(room: Living) -> None:
    tokens = waiting(room, "propose")
    waits = number(room)
    assert sent(room.client(tokens[ANN]), "/confirm", proposal=waits) == 409
    assert sent(room.client(tokens[ANN]), "/confirm", proposal=waits, by=1) == 403
    assert cash(room) == [1440, 1500]
    assert sent(room.client(tokens[BEN]), "/confirm", proposal=waits) == 303
    assert cash(room) == [1444, 1496]
    assert "Not booked yet" not in seat(room, tokens[BEN])
    why = told(room.client().get(f"/why/{room.table.view.seq}").text)
    assert "Confirmed: Ben" in why
    assert "Ben paid Ann the rent of Baltic Avenue" in why
    assert sent(room.client(tokens[BEN]), "/confirm", proposal=waits) == 409


def test_what_the_hammer_leads_to_is_told_with_it(room: Living) -> None:
    tokens = room.begin(edition="got-2015", variants=("speed-die",))
    near = Correct(why="a test", laps={ANN: 1}, at={ANN: Space(34)})
    assert isinstance(room.ask(near, banker=True), Accepted)
    sent(room.banker(), "/banker/help", helps="propose")
    room.play(Roll(by=ANN, dice=(2, 3), speed="mr"), Decline(by=ANN), Bid(by=BEN, amount=10))
    assert isinstance(room.ask(Hammer(), banker=True), Accepted)
    ann, cy = seat(room, tokens[ANN]), seat(room, tokens[CY])
    assert "Not booked yet Why? Ben bought King" in ann
    assert "Take 200" in ann
    assert "Bid 20" not in cy
    assert sent(room.client(tokens[ANN]), "/confirm", proposal=number(room)) == 303
    assert room.state.lots[Space(39)].owner == BEN


def test_the_table_screen_and_who_looks_on_are_told(room: Living) -> None:
    waiting(room, "propose")
    line = "Not booked yet : Ben pays Ann $4 (rent, Baltic Avenue)"
    assert line in told(room.client().get("/table").text)
    watching = room.client(room.context.phones.spectators.begin("127.0.0.9"))
    assert line in told(watching.get("/watch").text)


def test_the_table_screen_shows_the_throw_whose_amount_waits(room: Living) -> None:
    room.begin()
    sent(room.banker(), "/banker/help", helps="propose")
    room.play(Roll(by=ANN, dice=(1, 3)))
    html = room.client().get("/table").text
    assert "(Income Tax). First Ann or the banker must confirm it." in told(html)
    assert "Ann rolled 4 and goes to Income Tax" in told(html)
    eyes = re.search(r'<div class="eyes">(.*?)</div>', html, re.DOTALL)
    assert eyes
    assert re.findall(r'aria-label="(\d)"', eyes[1]) == ["1", "3"]
    goes, stands = place(html, "goes"), place(html, "pawn-0")
    assert goes != stands
    assert sent(room.banker(), "/banker/proposal", proposal=number(room), ruling="book") == 303
    html = room.client().get("/table").text
    assert place(html, "pawn-0") == goes
    assert 'id="goes"' not in html


def place(html: str, what: str) -> tuple[str, ...]:
    """Return where on the board something round is drawn."""
    circle = re.search(rf'id="{what}".*?<circle[^>]*>', html, re.DOTALL)
    assert circle
    return tuple(re.findall(r'c[xy]="([\d.]+)"', circle[0]))


def test_what_is_no_longer_true_is_not_said(room: Living) -> None:
    tokens = waiting(room, "announce")
    assert "may claim until" not in told(room.client().get("/table").text)
    assert "must type the amount" in seat(room, tokens[ANN])
    assert sent(room.client(tokens[BEN]), "/confirm", proposal=number(room), typed_0=2) == 303
    for text in (seat(room, tokens[ANN]), told(room.client().get("/table").text)):
        assert "must type the amount" not in text
        assert "First Ben or the banker must confirm it." in text


def test_an_amount_is_asked_for_with_its_unit(room: Living) -> None:
    tokens = waiting(room, "announce")
    assert "You pay Ann: rent, Baltic Avenue ($)" in seat(room, tokens[BEN])
    assert "Ben pays Ann ($)" in told(room.banker().get("/banker").text)


def test_a_proposal_has_its_why(room: Living) -> None:
    waiting(room, "propose")
    text = told(room.client().get(f"/why/{number(room)}").text)
    assert "To be confirmed by Ben" in text
    assert "us-classic/" in text


def test_whoever_says_it_is_not_so_the_banker_rules(room: Living) -> None:
    tokens = waiting(room, "propose")
    waits = number(room)
    assert sent(room.client(tokens[CY]), "/contest", proposal=waits, why="It was two") == 303
    assert "Cy says that it is not so: It was two" in seat(room, tokens[BEN])
    assert sent(room.client(tokens[BEN]), "/confirm", proposal=waits) == 409
    banker = room.banker()
    page = told(banker.get("/banker").text)
    assert "Book what the rules say, for all" in page
    assert sent(banker, "/banker/proposal", proposal=waits, ruling="book") == 303
    assert cash(room) == [1444, 1496]


def test_the_banker_drops_it(room: Living) -> None:
    waiting(room, "propose")
    assert sent(room.banker(), "/banker/proposal", proposal=number(room), ruling="drop") == 303
    assert (room.table.view.proposal, cash(room)) == (None, [1440, 1500])


def test_the_banker_says_what_the_dice_were(room: Living) -> None:
    tokens = room.begin()
    sent(room.banker(), "/banker/help", helps="propose")
    room.play(Roll(by=ANN, dice=(1, 3)))
    assert "The dice were others" in room.banker().get("/banker").text
    form = {"proposal": number(room), "ruling": "dice", "dice-0": 1, "dice-1": 2}
    assert sent(room.banker(), "/banker/proposal", **form) == 303
    assert room.state.players[ANN].at == 3
    assert "Not booked yet" not in seat(room, tokens[ANN])


@pytest.mark.parametrize("form", [{}, {"ruling": "dice"}, {"ruling": "x"}, {"ruling": "insist"}])
def test_a_ruling_that_says_nothing_is_refused(room: Living, form: dict[str, str]) -> None:
    waiting(room, "propose")
    assert sent(room.banker(), "/banker/proposal", proposal=number(room), **form) == 400
    assert room.table.view.proposal is not None


def test_the_banker_acts_for_a_seat_without_a_phone(room: Living) -> None:
    waiting(room, "propose")
    banker = room.banker()
    assert "You pay Ann $4" in told(banker.get("/seats/1").text)
    assert sent(banker, "/confirm", proposal=number(room), by=1) == 303
    assert cash(room) == [1444, 1496]


# ---- announcing


def test_no_page_tells_the_amount_before_it_is_typed(room: Living) -> None:
    tokens = room.begin()
    sent(room.banker(), "/banker/help", helps="announce")
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)))
    assert "Claim the rent from Ben" in seat(room, tokens[ANN])
    room.play(Claim(by=ANN))
    pages = [told(room.client(token).get("/seat").text) for token in tokens]
    pages += [told(room.client().get("/table").text), told(room.banker().get("/banker").text)]
    assert [page for page in pages if "$4" in page.replace("$40", "")] == []
    assert "You pay Ann rent, Baltic Avenue" in pages[BEN]
    assert "Lot Baltic Avenue" in pages[BEN]
    assert "must type the amount" in pages[ANN]
    proposed = room.client().get("/api/game").json
    assert proposed is not None
    assert proposed["proposal"]["dues"][0]["amount"] == 0


@pytest.mark.parametrize("claimed", [False, True])
def test_nothing_that_a_phone_asks_for_tells_a_rent_that_is_to_be_reckoned(
    room: Living, *, claimed: bool
) -> None:
    tokens = room.begin()
    group = [Space(n) for n in (6, 8, 9)]
    owner, buildings = dict.fromkeys(group, ANN), dict.fromkeys(group, 3)
    built = Correct(why="a test", owner={**owner}, buildings=buildings)
    assert isinstance(room.ask(built, banker=True), Accepted)
    sent(room.banker(), "/banker/help", helps="announce")
    room.play(Roll(by=ANN, dice=(1, 3)))
    assert sent(room.client(tokens[ANN]), "/confirm", proposal=number(room), typed_0=200) == 303
    room.play(Roll(by=BEN, dice=(1, 5)), *([Claim(by=ANN)] if claimed else []))
    paths = ["/api/game", "/api/view", "/table", "/seats/0", "/seats/1", "/seats/1/story"]
    paths += ["/api/view?seat=0", "/api/view?seat=1"]
    paths += [f"/why/{record.seq}" for record in room.table.history()]
    for phone in (room.client(tokens[ANN]), room.client(tokens[BEN]), room.banker()):
        assert [path for path in paths if RENT.search(phone.get(path).text)] == []
    game = room.client().get("/api/game").json
    assert game is not None
    (rent,) = game["state"]["rents"]
    assert (rent["lot"], rent["amount"]) == (6, None)
    assert "multiplier" not in rent["facts"]
    assert rent["facts"]["level"] == 3  # what is counted


def test_a_rent_is_told_where_nobody_types_it(room: Living) -> None:
    waiting(room, "propose")
    game = room.client().get("/api/game").json
    assert game is not None
    assert game["state"]["rents"][0]["amount"] == 4


def test_a_rent_stays_untold_while_its_amount_is_awaited_and_the_setting_changes(
    room: Living,
) -> None:
    tokens = waiting(room, "announce")
    assert sent(room.banker(), "/banker/help", helps="propose") == 303
    game = room.client().get("/api/game").json
    assert game is not None
    assert game["state"]["rents"][0]["amount"] is None
    assert "$4" not in seat(room, tokens[BEN]).replace("$40", "")


def test_the_right_amount_books(room: Living) -> None:
    tokens = waiting(room, "announce")
    assert sent(room.client(tokens[BEN]), "/confirm", proposal=number(room)) == 400
    assert sent(room.client(tokens[BEN]), "/confirm", proposal=number(room), typed_0=4) == 303
    assert cash(room) == [1444, 1496]


def test_another_amount_is_shown_beside_the_rules(room: Living) -> None:
    tokens = waiting(room, "announce")
    ben, waits = room.client(tokens[BEN]), number(room)
    assert sent(ben, "/confirm", proposal=waits, typed_0=2) == 303
    assert cash(room) == [1440, 1500]
    assert "The rules say $4, but $2 was typed in." in seat(room, tokens[BEN])
    game = room.client().get("/api/game").json
    assert game is not None
    assert game["proposal"]["dues"][0]["amount"] == 4  # all may know it now
    assert "The rules say $4, but $2 was typed in." in told(room.client().get("/table").text)
    assert "Book what the rules say" in seat(room, tokens[BEN])
    assert sent(ben, "/confirm", proposal=waits, as_ruled=1) == 303
    assert cash(room) == [1444, 1496]


def test_the_table_insists_and_both_amounts_are_told(room: Living) -> None:
    tokens = waiting(room, "announce")
    waits = number(room)
    sent(room.client(tokens[BEN]), "/confirm", proposal=waits, typed_0=2)
    sent(room.client(tokens[BEN]), "/contest", proposal=waits)
    form = {"proposal": waits, "ruling": "insist", "typed_0": 2, "why": "as at home"}
    assert sent(room.banker(), "/banker/proposal", **form) == 303
    assert cash(room) == [1442, 1498]
    story = told(room.client(tokens[ANN]).get("/seat/story").text)
    assert "The banker corrected: 4 → 2: as at home" in story
    assert "The table keeps to a different amount from what the rules say: as at home" in story


# ---- the API


def test_programs_confirm_and_contest_too(room: Living) -> None:
    tokens = waiting(room, "announce")
    ben, waits = room.client(tokens[BEN]), number(room)

    def say(**fields: object) -> tuple[int, object]:
        answer = ben.post("/api/commands", json={"id": fresh_id(), **fields}, headers=ORIGIN)
        return answer.status_code, (answer.json or {}).get("refused")

    assert say(do="confirm", proposal=waits, typed={"0": -4}) == (400, "bad-command")
    assert say(do="confirm", proposal="x") == (400, "bad-command")
    assert say(do="contest", proposal=waits, why="no") == (200, None)
    view = ben.get("/api/view?seat=1").json
    assert view is not None
    assert view["proposal"]["contested"] == ["You say that it is not so: no"]
    assert say(do="confirm", proposal=waits, typed={"0": 4}) == (200, None)
    assert cash(room) == [1444, 1496]


# ---- the setting


def test_the_setting_is_the_bankers(room: Living) -> None:
    tokens = room.begin()
    assert sent(room.client(tokens[ANN]), "/banker/help", helps="announce") == 403
    assert sent(room.banker(), "/banker/help", helps="gold") == 400
    assert room.table.view.helps == "book"


def test_it_may_be_chosen_at_set_up_and_all_see_it(room: Living) -> None:
    tokens = room.seated("Ann", "Ben")
    banker = room.banker()
    assert 'name="helps" value="propose"' in banker.get("/banker/game/bank?edition=us-classic").text
    form = {"id": "b", "edition": "us-classic", "first": "no", "banker": "0", "helps": "propose"}
    assert banker.post("/banker/game", data=form, headers=ORIGIN).status_code == 303
    assert room.table.view.helps == "propose"
    story = told(room.client(tokens[ANN]).get("/seat/story").text)
    assert "Booking: the companion books what is confirmed" in story
