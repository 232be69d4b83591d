"""A page that was shown a while ago answers what it shows, and nothing that is asked since."""

from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.game.commands import (
    AnyCommand,
    Decline,
    Hammer,
    Mortgage,
    NamedGoods,
    Offer,
    Reject,
    Roll,
    command_from,
)
from companion.table.answers import Accepted
from companion.words import Seat, Space
from tests.support.pages import ORIGIN, Living

ANN, BEN, CY = Seat(0), Seat(1), Seat(2)


class _Forms(HTMLParser):
    """Reads what each form of a page would send, by each of its buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[str, MultiDict[str, str]]] = []  # button, fields
        self._fields: MultiDict[str, str] = MultiDict()
        self._button: MultiDict[str, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        field = MultiDict([(told["name"], told.get("value", ""))] if "name" in told else [])
        if tag == "form":
            self._fields = MultiDict()
        elif tag == "input":
            self._fields.update(field)
        elif tag == "button":
            self._button = field

    def handle_endtag(self, tag: str) -> None:
        if tag == "button":
            self._button = None

    def handle_data(self, data: str) -> None:
        if self._button is not None and data.strip():
            fields = self._fields.copy()
            fields.update(self._button)
            self.sent.append((data.strip(), fields))


def shown(client: FlaskClient, button: str) -> MultiDict[str, str]:
    """Return what the button that begins so would send from the seat's page now."""
    forms = _Forms()
    forms.feed(client.get("/seat").text)
    return next(fields for label, fields in forms.sent if label.startswith(button))


def tapped(client: FlaskClient, form: MultiDict[str, str]) -> tuple[int, str]:
    """Return how a form is answered that is sent now."""
    answer = client.post("/do", data=form, headers=ORIGIN)
    return answer.status_code, answer.text


@pytest.fixture
def phones(room: Living) -> tuple[FlaskClient, FlaskClient, FlaskClient]:
    tokens = room.begin("Ann", "Ben", "Cy")
    answer = room.ask(
        command_from({
            "do": "correct", "why": "a test", "owner": {1: 0, 3: 0, 6: 0, 5: 1, 15: 1, 11: 2},
            "mortgaged": {5: True, 15: True},
        }), banker=True)  # fmt: skip
    assert isinstance(answer, Accepted), answer
    ann, ben, cy = map(room.client, tokens)
    return ann, ben, cy


def offer(by: Seat = ANN, cash: int = 100, lot: int = 6) -> Offer:
    return Offer(by=by, to=BEN, give=NamedGoods(lots=(Space(lot),)), take=NamedGoods(cash=cash))


@pytest.mark.parametrize("button", ["Accept", "Reject"])
@pytest.mark.parametrize(
    "meanwhile",
    [
        (offer(cash=400),),  # dearer
        (offer(lot=3),),  # another lot
        (Reject(by=BEN), offer(by=CY, lot=11)),  # somebody else's
        (Mortgage(by=ANN, lots=(Space(6),)),),  # the same lot, but mortgaged since
    ],
)
def test_an_answer_to_an_offer_is_to_the_one_that_was_read(
    room: Living, phones: tuple[FlaskClient, ...], button: str, meanwhile: tuple[AnyCommand, ...]
) -> None:
    ben = phones[BEN]
    room.play(offer())
    old = shown(ben, button)
    room.play(*meanwhile)
    standing, cash = room.state.offers, room.state.cash(BEN)
    status, html = tapped(ben, old)
    assert (status, "The game has gone on meanwhile" in html) == (409, True)
    assert (room.state.offers, room.state.cash(BEN)) == (standing, cash)
    assert tapped(ben, shown(ben, button))[0] == 303  # as it stands now, it is answered
    assert not room.state.offers


def test_who_offers_the_same_again_may_be_answered_by_the_old_page(
    room: Living, phones: tuple[FlaskClient, ...]
) -> None:
    room.play(offer())
    old = shown(phones[BEN], "Accept")
    room.play(Reject(by=BEN), offer())
    assert tapped(phones[BEN], old)[0] == 303
    assert room.state.lots[Space(6)].owner == BEN


@pytest.mark.parametrize("button", ["Buy for", "Leave it to the auction"])
def test_a_lot_is_bought_or_left_only_by_the_page_that_shows_it(
    room: Living, phones: tuple[FlaskClient, ...], button: str
) -> None:
    ann = phones[ANN]
    room.play(Roll(by=ANN, dice=(4, 4)))
    old = shown(ann, button)
    room.play(Decline(by=ANN), Hammer(), Roll(by=ANN, dice=(2, 4)))
    assert room.state.purchase is not None
    assert tapped(ann, old)[0] == 409
    assert room.state.purchase is not None
    assert tapped(ann, shown(ann, button))[0] == 303
    assert room.state.purchase is None


@pytest.mark.parametrize("button", ["Bid", "$", "I am out"])
def test_a_bid_counts_in_the_auction_that_the_page_shows(
    room: Living, phones: tuple[FlaskClient, ...], button: str
) -> None:
    ben = phones[BEN]
    room.play(Roll(by=ANN, dice=(4, 4)), Decline(by=ANN))
    old = shown(ben, button)
    room.play(Hammer(), Roll(by=ANN, dice=(2, 4)), Decline(by=ANN))
    auction = room.state.auction
    assert tapped(ben, old)[0] == 409
    assert room.state.auction == auction
    assert tapped(ben, shown(ben, button))[0] == 303
    assert room.state.auction != auction


def test_a_choice_about_one_mortgaged_lot_is_not_made_about_the_next(
    room: Living, phones: tuple[FlaskClient, ...]
) -> None:
    ann = phones[ANN]
    both = NamedGoods(lots=(Space(5), Space(15)))
    room.play(Offer(by=BEN, to=ANN, give=both, take=NamedGoods(cash=10)))
    assert tapped(ann, shown(ann, "Accept"))[0] == 303
    old = shown(ann, "Redeem Reading Railroad")
    room.play(command_from({"do": "choose", "by": 0, "option": "interest", "lot": 5}))
    assert "The game has gone on meanwhile" in tapped(ann, old)[1]
    assert [due.lot for due in room.state.transfers] == [15]
