"""Trades on the pages: offered by one phone, shown in full to the other, answered there."""

import re
from html import unescape

import pytest
from werkzeug.datastructures import MultiDict

from companion.game.commands import Accept, Leave, NamedGoods, Offer, Roll, command_from
from companion.table.answers import Accepted
from companion.words import Seat, Space
from tests.support.pages import ORIGIN, Living, text_of, told

ANN, BEN, CY = Seat(0), Seat(1), Seat(2)


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def fields_in(html: str, name: str) -> MultiDict[str, str]:
    """Return what the form with this id would send as it stands."""
    form = re.search(rf'<form[^>]*id="{name}".*?</form>', html, re.DOTALL)
    assert form is not None
    return sent(form[0])


def fields_at(html: str, button: str) -> MultiDict[str, str]:
    """Return what the form of this button would send."""
    forms = (
        f for f in re.findall(r"<form.*?</form>", html, re.DOTALL) if f">{button}</button>" in f
    )
    return sent(next(forms))


def sent(form: str) -> MultiDict[str, str]:
    told: MultiDict[str, str] = MultiDict()
    for tag in re.findall(r"<input[^>]*>", form):
        has = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        if "name" in has and (has.get("type") != "checkbox" or " checked" in tag):
            told.add(has["name"], has.get("value", ""))
    return told


def dealt(room: Living, edition: str = "us-classic") -> list[str]:
    """Let Ann own a street and the group of brown ones, one of them built on, and Ben a station."""
    tokens = room.begin("Ann", "Ben", "Cy", edition=edition)
    correction = {
        "do": "correct",
        "why": "a test",
        "owner": {1: 0, 3: 0, 6: 0, 5: 1},
        "buildings": {1: 1},
        "mortgaged": {5: True},
        "holds": {1: ["chance"]},
    }
    answer = room.ask(command_from(correction), banker=True)
    assert isinstance(answer, Accepted), answer
    return tokens


def test_an_offer_is_made_of_what_both_have(room: Living) -> None:
    ann = room.client(dealt(room)[ANN])
    html = ann.get("/seat/trade?with=1").text
    assert "Oriental Avenue" in html
    assert "mortgaged for $100, interest at once $10" in html
    assert 'name="take-cards" value="chance"' in html
    assert 'name="give-lots" value="1" disabled' in html


def test_an_offer_is_shown_in_full_to_the_other_and_accepted_there(room: Living) -> None:
    tokens = dealt(room)
    ann, ben = room.client(tokens[ANN]), room.client(tokens[BEN])
    form = MultiDict(
        [("do", "offer"), ("to", "1"), ("give-cash", "100"), ("give-lots", "6"),
         ("take-lots", "5"), ("take-cards", "chance"), ("id", "t"), ("back", "/seat/trade")]
    )  # fmt: skip
    assert ann.post("/do", data=form, headers=ORIGIN).status_code == 303
    assert "You offered Ben" in ann.get("/seat/trade").text
    html = ben.get("/seat").text
    assert "Ann offers you a trade" in html
    assert all(thing in html for thing in ("$100", "Oriental Avenue", "Reading Railroad"))
    assert "mortgaged for $100, interest at once $10" in html
    assert "offers you a trade" not in room.client(tokens[CY]).get("/seat").text
    accepted = ben.post("/do", data={"do": "accept", "id": "a", "back": "/seat"}, headers=ORIGIN)
    assert accepted.status_code == 303
    state = room.table.view.state
    assert state is not None
    assert (state.lots[Space(6)].owner, state.lots[Space(5)].owner) == (BEN, ANN)


def test_both_sides_are_told_in_print_with_the_groups_that_change(room: Living) -> None:
    tokens = dealt(room)
    correction = {"do": "correct", "why": "a test", "owner": {37: 0, 39: 1}}
    assert isinstance(room.ask(command_from(correction), banker=True), Accepted)
    room.play(
        Offer(
            by=ANN,
            to=BEN,
            give=NamedGoods(lots=(Space(37),)),
            take=NamedGoods(cash=90, lots=(Space(5),)),
        )
    )
    html = plain(room.client(tokens[BEN]).get("/seat").text)
    assert "You get printed worth $350" in html
    assert "You give printed worth $190" in html  # a mortgage of 100 is on a lot of 200
    assert "You then have a whole group: Park Place, Boardwalk" in html
    told = plain(room.client(tokens[ANN]).get("/seat/trade").text)
    assert "Ben then has a whole group: Park Place, Boardwalk" in told
    form = room.client(tokens[CY]).get("/seat/trade?with=0").text
    assert "whole group: Park Place" not in form
    form = room.client(tokens[BEN]).get("/seat/trade?with=0").text
    assert "You then have a whole group: Park Place, Boardwalk" in form


def test_it_is_said_to_both_that_the_next_roll_ends_an_offer(room: Living) -> None:
    tokens = dealt(room)
    room.play(Offer(by=BEN, to=ANN, give=NamedGoods(cash=10), take=NamedGoods(lots=(Space(6),))))
    for token in tokens[:2]:
        assert "or the next player rolls" in room.client(token).get("/seat/trade").text


def test_an_offer_is_changed_in_one_form_and_the_new_one_stands_alone(room: Living) -> None:
    tokens = dealt(room)
    room.play(Offer(by=BEN, to=ANN, give=NamedGoods(cash=10), take=NamedGoods(lots=(Space(6),))))
    ann, ben = room.client(tokens[ANN]), room.client(tokens[BEN])
    link = re.search(r'href="([^"]*change=1[^"]*)"', ann.get("/seat").text)
    assert link is not None
    html = ann.get(unescape(link[1])).text
    form = fields_in(html, "offer")
    assert form.getlist("give-lots") == ["6"]
    assert form["take-cash"] == "10"
    form.setlist("take-cash", ["70"])
    assert ann.post("/do", data=form, headers=ORIGIN).status_code == 303
    offers = room.state.offers
    assert [(one.giver, one.to, one.take.cash) for one in offers] == [(ANN, BEN, 70)]
    assert "Ann offers you a trade" in ben.get("/seat").text
    for phone, page, said in (
        (ann, "/seat/story", "You change the offer:"),
        (ben, "/seat/story", "Ann changes the offer: you get"),
        (room.client(), "/table", "Ann changes the offer:"),
    ):
        story = text_of(phone, page)
        assert f"{said} Oriental Avenue for $70" in story
        assert "rejected" not in story
    again = fields_in(html, "offer")
    again["id"] = "late"
    assert ann.post("/do", data=again, headers=ORIGIN).status_code == 409  # that one is answered


def test_the_story_says_what_is_offered_for_what(room: Living) -> None:
    tokens = dealt(room)
    give = NamedGoods(cash=10, cards=("chance",))
    room.play(Offer(by=BEN, to=ANN, give=give, take=NamedGoods(lots=(Space(6),))))
    goods = "$10, a jail card (Chance) for Oriental Avenue"
    assert f"You offer Ann {goods}" in text_of(room.client(tokens[BEN]), "/seat/story")
    assert f"Ben offers you {goods}" in text_of(room.client(tokens[ANN]), "/seat/story")
    for phone, page in ((room.client(), "/table"), (room.client(), "/story")):
        assert f"Ben offers Ann {goods}" in text_of(phone, page)
    for language, said in (
        ("de", "Ben bietet Ann $10, eine Gefängnis-frei-Karte (Chance) für Oriental Avenue"),
        ("it", "Ben propone a Ann $10, una carta prigione (Chance) in cambio di Oriental Avenue"),
        ("ru", "игроку Ann — $10, карточка освобождения (Chance), взамен — Oriental Avenue"),
    ):
        answer = room.client().get("/story", headers={"Accept-Language": language})
        assert said in told(answer.text)


def test_an_own_offer_is_changed_and_withdrawn(room: Living) -> None:
    tokens = dealt(room)
    ann, ben = room.client(tokens[ANN]), room.client(tokens[BEN])
    room.play(Offer(by=ANN, to=BEN, give=NamedGoods(cash=10), take=NamedGoods(lots=(Space(5),))))
    form = fields_in(ann.get("/seat/trade?with=1&change=1").text, "offer")
    assert (form["give-cash"], form["take-lots"]) == ("10", "5")
    stale = fields_at(ann.get("/seat/trade").text, "Withdraw")
    form["give-cash"] = "20"
    assert ann.post("/do", data=form, headers=ORIGIN).status_code == 303
    assert "You change the offer: $20 for Reading Railroad" in text_of(ann, "/seat/story")
    assert ann.post("/do", data=stale, headers=ORIGIN).status_code == 409  # it was another one
    now = fields_at(ann.get("/seat/trade").text, "Withdraw")
    assert ann.post("/do", data=now, headers=ORIGIN).status_code == 303
    assert not room.state.offers
    assert "You withdrew your offer to Ben" in ann.get("/seat").text
    assert "Ann withdrew the offer to you" in ben.get("/seat").text
    assert "Ann withdrew the offer to Ben" in room.client().get("/table").text


def test_who_is_changing_an_offer_is_told_that_it_was_withdrawn(room: Living) -> None:
    tokens = dealt(room)
    room.play(Offer(by=BEN, to=ANN, give=NamedGoods(cash=10), take=NamedGoods(lots=(Space(6),))))
    ann, ben, at = room.client(tokens[ANN]), room.client(tokens[BEN]), "/seat/trade?with=1&change=1"
    assert "does not stand any more" not in ann.get(at).text
    ben.post("/do", data=fields_at(ben.get("/seat/trade").text, "Withdraw"), headers=ORIGIN)
    assert "The offer that you are changing does not stand any more" in ann.get(at).text


def test_who_is_out_of_the_game_is_offered_no_trade(room: Living) -> None:
    tokens = dealt(room)
    room.play(Leave(by=CY))
    page = text_of(room.client(tokens[CY]), "/seat/trade")
    assert "Whom do you want to trade with?" not in page
    assert "You are out of the game." in page


def test_after_a_trade_both_are_told_that_it_is_done(room: Living) -> None:
    tokens = dealt(room)
    room.play(Offer(by=BEN, to=ANN, give=NamedGoods(cash=10), take=NamedGoods(lots=(Space(6),))))
    room.play(Accept(by=ANN))
    for token in tokens[:2]:
        for page in ("/seat", "/seat/trade"):
            assert '<p class="say note">Done: ' in room.client(token).get(page).text
    assert "Done: " not in room.client(tokens[CY]).get("/seat").text


def test_the_new_owner_of_a_mortgaged_lot_chooses_with_amounts(room: Living) -> None:
    tokens = dealt(room)
    room.play(Offer(by=BEN, to=ANN, give=NamedGoods(lots=(Space(5),)), take=NamedGoods(cash=10)))
    ann = room.client(tokens[ANN])
    ann.post("/do", data={"do": "accept", "id": "a", "back": "/seat"}, headers=ORIGIN)
    html = ann.get("/seat").text
    assert "Redeem Reading Railroad for $110" in html
    assert "Pay $10 interest on Reading Railroad" in html
    form = {"do": "choose", "option": "interest", "id": "b", "back": "/seat"}
    assert ann.post("/do", data=form, headers=ORIGIN).status_code == 303


def test_an_offer_may_be_rejected(room: Living) -> None:
    tokens = dealt(room)
    room.play(Offer(by=BEN, to=ANN, give=NamedGoods(cash=10), take=NamedGoods(lots=(Space(6),))))
    ann = room.client(tokens[ANN])
    form = {"do": "reject", "id": "a", "back": "/seat"}
    assert ann.post("/do", data=form, headers=ORIGIN).status_code == 303
    assert "You rejected Ben&#39;s offer" in ann.get("/seat").text
    note = '<p class="say note">Ann rejected your offer</p>'
    assert note in room.client(tokens[BEN]).get("/seat/trade").text
    assert note not in room.client(tokens[CY]).get("/seat/trade").text


def test_a_gift_of_money_is_refused_in_words(room: Living) -> None:
    ann = room.client(dealt(room)[ANN])
    form = {"do": "offer", "to": "1", "give-cash": "100", "id": "t"}
    answer = ann.post("/do", data=form, headers=ORIGIN)
    assert answer.status_code == 409
    assert "Players may not lend each other money." in answer.text


def test_nobody_trades_with_themselves_or_with_strangers(room: Living) -> None:
    ann = room.client(dealt(room)[ANN])
    for partner in ("0", "7", "x"):
        assert "Whom do you want to trade with?" in ann.get(f"/seat/trade?with={partner}").text


@pytest.mark.parametrize(
    ("edition", "open_matter"), [("ru-2004", True), ("us-classic", False), ("got-2015", False)]
)
def test_an_auction_stops_trades_where_the_rulebook_says_so(
    room: Living, edition: str, *, open_matter: bool
) -> None:
    ann = room.client(dealt(room, edition)[ANN])
    room.play(Roll(by=ANN, dice=(4, 5)))
    room.client(room.context.phones.make_banker(None)).post(
        "/do", data={"do": "decline", "by": "0", "id": "d"}, headers=ORIGIN
    )
    said = "Something is still open on the table." in ann.get("/seat/trade?with=1").text
    assert said is open_matter


def test_in_an_auction_of_buildings_a_bid_says_where_it_is_to_stand(room: Living) -> None:
    tokens = room.begin("Ann", "Ben", "Cy")
    short = {
        "do": "correct",
        "why": "a test",
        "owner": {1: 0, 3: 0, 6: 1, 8: 1, 9: 1},
        "bank": {"houses": 1},
    }
    assert isinstance(room.ask(command_from(short), banker=True), Accepted)
    ann, ben = room.client(tokens[ANN]), room.client(tokens[BEN])
    wish = {"do": "want", "lots": "1", "id": "w", "back": "/seat"}
    assert ann.post("/do", data=wish, headers=ORIGIN).status_code == 303
    wish = {"do": "want", "lots": "6", "id": "x", "back": "/seat"}
    assert ben.post("/do", data=wish, headers=ORIGIN).status_code == 303
    html = ben.get("/seat").text
    assert "one house" in html
    assert 'name="lots" value="6"' in html
    bid = {"do": "bid", "amount": "60", "lots": "6", "id": "b", "back": "/seat"}
    assert ben.post("/do", data=bid, headers=ORIGIN).status_code == 303
    assert "Ben leads with" in room.client().get("/table").text


def test_an_offer_of_nothing_is_told_what_it_lacks(room: Living) -> None:
    ann = room.client(room.begin()[0])
    form = {"do": "offer", "to": "1", "id": "nothing"}
    answer = ann.post("/do", data=form, headers=ORIGIN)
    assert (answer.status_code, "Say what you give, and what you get." in answer.text) == (
        400,
        True,
    )
