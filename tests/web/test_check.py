"""The pages of a check: from everybody's deeds to books that are right."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.disputes.check_table import Kind
from companion.game.commands import Correct, TakeOver
from companion.game.events import Corrected, TakenOver
from companion.table.answers import Accepted
from companion.table.check.laid_deeds import TABLE
from companion.table.deeds.cards import keepable, number_of
from companion.table.story.commands import Undo
from companion.table.table import Table
from companion.vision.montage import GAP
from companion.words import Accord, Seat, Space
from tests.support.doubtful import tray
from tests.support.laying import LyingTag, check_of, lay
from tests.support.pages import ORIGIN, Living, NotedSimulation, text_of
from web.camera.simulated import cards_of, hand_of
from web.check.view import SENTENCES
from web.draw.jpeg import size_of

ANN, BEN = Seat(0), Seat(1)
BALTIC, READING = Space(3), Space(5)  # deeds 2 and 3


@pytest.fixture
def phones(room: Living) -> list[FlaskClient]:
    """Ann has Baltic with two houses, Ben a mortgaged station; the banker's phone is the last."""
    tokens = room.begin("Ann", "Ben")
    room.play(
        Correct(
            why="given",
            owner={BALTIC: ANN, READING: BEN},
            buildings={BALTIC: 2},
            mortgaged={READING: True},
        )
    )
    return [*map(room.client, tokens), room.banker()]


def post(client: FlaskClient, step: str, room: Living, **fields: str) -> int:
    """Press a button of the check's page; return the status."""
    known = room.table.view.check
    form = {"check": known.id if known else "", **fields}
    return client.post(f"/check/{step}", data=form, headers=ORIGIN).status_code


def laid_out(room: Living, banker: FlaskClient, *piles: tuple[LyingTag, ...]) -> None:
    """Begin a check and let everybody lay out."""
    assert post(banker, "begin", room, how="one-by-one") == 303
    for seat, pile in enumerate(piles):
        lay(room, picture=tray(), looks=2)  # the one before has taken all away
        lay(room, *pile, picture=tray())
        assert post(banker, "finish", room, pile=str(seat)) == 303


RIGHT = ((LyingTag(2),), (LyingTag(3, "back"),))


def test_a_check_goes_from_player_to_player_and_finds_all_right(
    room: Living, phones: list[FlaskClient]
) -> None:
    ann, ben, banker = phones
    assert "One player after the other" in ann.get("/check").text
    assert post(ann, "begin", room, how="one-by-one") == 303
    assert "Lay out your deeds" in ann.get("/check").text
    assert "Ann, lay out your deeds" in ben.get("/seat").text
    assert "Ann, lay out your deeds" in banker.get("/table").text
    lay(room, *RIGHT[0], picture=tray())
    assert "Baltic Avenue" in ann.get("/check").text
    assert post(ann, "finish", room, pile="0") == 303
    assert "First take the others away: Baltic Avenue." in ben.get("/check").text
    lay(room, picture=tray(), looks=2)
    lay(room, *RIGHT[1], picture=tray())
    assert post(ben, "finish", room, pile="1") == 303
    for client, path in ((ann, "/check"), (banker, "/table")):
        assert "The table is as the books say" in client.get(path).text
    assert post(ben, "end", room) == 303
    assert room.table.view.check is None


def test_the_table_screen_shows_the_picture_with_each_deed_outlined(
    room: Living, phones: list[FlaskClient]
) -> None:
    banker = phones[-1]
    laid_out(room, banker, (LyingTag(2, "back"), LyingTag(1)), RIGHT[1])
    html = banker.get("/table").text
    assert html.count('class="found wrong"') == 2
    assert html.count('class="found"') == 1
    assert "Baltic Avenue lies face down. By the books it is not mortgaged." in html
    sources = re.findall(r"/check/picture/[^\"]+", html)
    assert len(sources) == 2
    assert all(banker.get(source).data == tray() for source in sources)
    assert banker.get(re.sub(r"\d+\.jpg", "99.jpg", sources[0])).status_code == 404


def test_the_books_are_corrected_with_a_reason_and_the_picture(
    room: Living, phones: list[FlaskClient]
) -> None:
    ann, _ben, banker = phones
    laid_out(room, banker, (LyingTag(2), LyingTag(1)), RIGHT[1])
    asks = banker.get("/check/correct?key=of-the-bank:1&fix=0").text
    assert "Mediterranean Avenue" in asks
    form = {"key": "of-the-bank:1", "fix": "0", "seq": str(room.table.view.seq), "why": ""}
    assert post(banker, "correct", room, **form) == 400
    assert post(ann, "correct", room, **{**form, "why": "seen"}) == 403
    told = {**form, "why": "bought before", "id": "once"}
    assert post(banker, "correct", room, **told) == 303
    assert room.state.lots[Space(1)].owner == ANN
    assert post(banker, "correct", room, **told) == 303  # the answer was lost, the difference gone
    page = {**ORIGIN, "Referer": "http://localhost/check/correct?fix=0"}
    again = banker.post("/check/correct", data=told, headers=page)
    assert again.location == "/check/correct"  # and not out of the check
    record = room.table.history()[-1]
    assert any(isinstance(e, Corrected) and e.why == "bought before" for e in record.events)
    assert record.cause.evidence is not None
    assert room.table.picture(record.cause.evidence) == tray()
    assert "The table is as the books say" in banker.get("/check").text
    assert "bought before" in ann.get(f"/why/{record.seq}").text
    assert room.table.submit(Undo(), room.table.cause("banker", "banker")).__class__.__name__ == (
        "Accepted"
    )
    assert "1 difference" in banker.get("/check").text


def test_a_card_that_leaves_jail_free_is_missed_and_the_books_are_corrected(
    room: Living, phones: list[FlaskClient]
) -> None:
    ann, _ben, banker = phones
    room.play(Correct(why="given", holds={ANN: ("chance",)}))
    card = keepable(room.state)[0]
    assert post(ann, "begin", room, how="one-by-one") == 303
    assert "Cards that leave jail free belong there too." in ann.get("/check").text
    lay(room, *RIGHT[0], picture=tray())
    assert post(ann, "finish", room, pile="0") == 303
    lay(room, picture=tray(), looks=2)
    held = LyingTag(number_of(room.state, card), kind="card")
    lay(room, *RIGHT[1], held, picture=tray())
    assert "Jail card: Chance" in ann.get("/check").text
    assert post(banker, "finish", room, pile="1") == 303
    html = banker.get("/check").text
    assert "The jail card of Chance lies with Ben. By the books Ann has it." in html
    assert "Correct the books: Ben has it" in html
    key = f"card-elsewhere:{card}"
    assert "Jail cards of Ann" in banker.get(f"/check/correct?key={key}&fix=0").text
    form = {"key": key, "fix": "0", "seq": str(room.table.view.seq), "why": "traded"}
    assert post(banker, "correct", room, **form) == 303
    assert room.state.holds == {card: BEN}
    assert "The table is as the books say" in banker.get("/check").text


def test_what_two_piles_prove_is_kept_with_the_pictures_of_both(
    room: Living, phones: list[FlaskClient]
) -> None:
    ann, _ben, banker = phones
    assert post(banker, "begin", room, how="one-by-one") == 303
    lay(room, picture=tray((480, 320)))  # Ann lays out nothing
    assert post(banker, "finish", room, pile="0") == 303
    lay(room, LyingTag(2), *RIGHT[1], picture=tray((640, 400)))
    assert post(banker, "finish", room, pile="1") == 303
    assert ann.get("/check").text.count("/check/picture/") == 2
    form = {"key": "wrong-owner:2", "fix": "0", "seq": str(room.table.view.seq), "why": "sold"}
    assert post(banker, "correct", room, **form) == 303
    evidence = room.table.history()[-1].cause.evidence
    assert evidence is not None
    assert size_of(room.table.picture(evidence) or b"") == (640, 320 + GAP + 400)


def test_two_bankers_who_correct_the_same_correct_it_once(
    room: Living, phones: list[FlaskClient]
) -> None:
    banker = phones[-1]
    laid_out(room, banker, (LyingTag(2), LyingTag(1)), RIGHT[1])
    form = {"key": "of-the-bank:1", "fix": "0", "seq": str(room.table.view.seq), "why": "seen"}
    before = room.table.view.seq
    assert post(banker, "correct", room, **form) == 303
    assert post(room.banker(), "correct", room, **form) in (303, 409)
    assert room.table.view.seq == before + 1


def test_mended_cardboard_is_looked_at_again(room: Living, phones: list[FlaskClient]) -> None:
    ann, _ben, banker = phones
    laid_out(room, banker, (), (LyingTag(2), *RIGHT[1]))
    assert "Baltic Avenue lies with Ben. By the books Ann has it." in ann.get("/check").text
    assert post(ann, "mend", room, key="wrong-owner:2") == 403
    assert post(banker, "mend", room, key="wrong-owner:2") == 303
    assert "Said to be mended" in banker.get("/check").text
    assert post(banker, "again", room, pile="0") == 303
    lay(room, *RIGHT[0], picture=tray())
    assert post(banker, "finish", room, pile="0") == 303
    assert "The table is as the books say" in banker.get("/check").text


def test_without_a_camera_deeds_are_ticked_and_buildings_counted(
    room: Living, phones: list[FlaskClient]
) -> None:
    ann, ben, banker = phones
    assert post(ann, "begin", room, how="one-by-one") == 303
    assert "Baltic Avenue" in ann.get("/check/tick/0").text
    assert post(ann, "tick/0", room, **{"deed-2": "front", "whole": "1"}) == 303
    assert post(ben, "tick/1", room, **{"deed-3": "front"}) == 303
    assert post(ben, "finish", room, pile="1") == 303
    assert "Reading Railroad lies face up. By the books it is mortgaged." in ben.get("/check").text
    assert "Chance" in ben.get("/check/tick/1").text
    assert post(ben, "count", room, **{"stands-3": "4"}) == 403
    assert (
        post(ann, "count", room, **{"stands-3": "4", "sum-0": "1,400", "note-1-100": "15"}) == 303
    )
    html = banker.get("/check").text
    assert "Baltic Avenue: 4 houses on the board, 2 houses by the books." in html
    assert "Ann has $1,400 in notes. By the books it is $1,500." in html
    assert "Ben has" not in html


def test_all_at_once_the_banker_says_whose_a_deed_is(
    room: Living, phones: list[FlaskClient]
) -> None:
    banker = phones[-1]
    assert post(banker, "begin", room, how="together") == 303
    lay(room, *RIGHT[0], *RIGHT[1], LyingTag(1), picture=tray())
    assert post(banker, "finish", room, pile=TABLE) == 303
    html = banker.get("/check").text
    assert "Correct the books: Ann has it" in html
    assert "Correct the books: Ben has it" in html


@pytest.mark.parametrize(
    ("tag", "told"),
    [
        (LyingTag(2, valid=False, what="revoked", text="R"), "was replaced by a new one"),
        (LyingTag(None, kind="foreign", valid=False, what="other set", text="O"), "another box"),
        (LyingTag(2, valid=False, what="forged", text="F"), "this box never had"),
    ],
)
def test_a_sticker_that_does_not_count_is_told(
    room: Living, phones: list[FlaskClient], tag: LyingTag, told: str
) -> None:
    laid_out(room, phones[-1], (*RIGHT[0], tag), RIGHT[1])
    assert told in phones[0].get("/check").text


def test_the_same_deed_twice_is_a_copy(room: Living, phones: list[FlaskClient]) -> None:
    laid_out(room, phones[-1], RIGHT[0], (*RIGHT[1], LyingTag(2)))
    html = phones[-1].get("/check").text
    assert "Baltic Avenue lies in two places" in html
    assert "Correct the books" not in html


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("finish", {"pile": "<script>"}),
        ("finish", {"pile": "7"}),
        ("tick/9", {"deed-1": "front"}),
        ("tick/0", {"check": "another"}),
        ("mend", {"key": "no such thing"}),
        ("count", {"stands-3": "many"}),
        ("end", {"check": ""}),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    room: Living, phones: list[FlaskClient], path: str, fields: dict[str, str]
) -> None:
    post(phones[-1], "begin", room)
    before = check_of(room)
    assert 400 <= post(phones[-1], path, room, **fields) < 500
    assert check_of(room) == before


def test_without_a_check_its_pages_lead_to_its_beginning(phones: list[FlaskClient]) -> None:
    for path in ("/check/tick/0", "/check/count", "/check/correct"):
        assert phones[-1].get(path).location == "/check"
    assert phones[-1].get("/check/picture/x/1.jpg").status_code == 404


def test_who_has_no_seat_may_look_but_begins_nothing(
    room: Living, phones: list[FlaskClient]
) -> None:
    stranger = room.client()
    assert "Whoever has a seat may begin it." in stranger.get("/check").text
    assert post(stranger, "begin", room) == 403
    post(phones[0], "begin", room)
    assert "That is all" not in stranger.get("/check").text


def test_a_name_is_never_markup(room: Living) -> None:
    tokens = room.begin("<script>alert(1)</script>", "Ben")
    room.play(Correct(why="given", owner={BALTIC: ANN}))
    clients = [room.client(tokens[1]), room.banker()]
    laid_out(room, clients[-1], (), (LyingTag(2),))
    for client, path in ((clients[0], "/check"), (clients[1], "/table"), (clients[1], "/check")):
        assert "<script>alert" not in client.get(path).text


def test_every_kind_of_difference_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Kind.__args__)  # type: ignore[attr-defined]


# ---- a game taken over


def take_over_form(banker: FlaskClient) -> dict[str, str]:
    """Return what the form of a game taken over would send as it stands."""
    html = banker.get("/banker/take-over").text
    fields = dict(re.findall(r'<input name="([^"]+)"[^>]* value="([^"]*)"', html))
    for name, body in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', html, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', body)
        fields[name] = chosen.group(1) if chosen else ""
    return fields


def test_a_game_in_the_middle_is_scanned_shown_agreed_and_begun(room: Living) -> None:
    tokens = room.begin("Ann", "Ben")
    ann, ben, banker = (*map(room.client, tokens), room.banker())
    assert post(ann, "begin", room, **{"take-over": "1"}) == 403
    assert post(banker, "begin", room, **{"take-over": "1"}) == 303
    for seat, pile in enumerate(RIGHT):
        assert post(banker, "start", room, pile=str(seat)) == 303
        lay(room, *pile, picture=tray())
        assert post(banker, "finish", room, pile=str(seat)) == 303
    assert "All deeds are laid out" in banker.get("/check").text
    form = take_over_form(banker)
    assert (form["owner-3"], form["owner-5"], form["stands-5"]) == ("0", "1", "m")
    form |= {"stands-3": "", "cash-0": "700", "jailed-1": "1", "turn": "1", "show": "1"}
    assert banker.post("/banker/take-over", data=form, headers=ORIGIN).location == "/check"
    assert room.state.cash(ANN) == 1500  # nothing is booked yet
    for client, path in ((ann, "/check"), (banker, "/table")):
        html = client.get(path).text
        assert "Is this how the game stands?" in html
        assert "$700" in html
        assert "Reading Railroad" in html
        assert "Ben rolls next" in html
    assert post(ann, "agree", room, right="yes") == 303
    assert post(ben, "agree", room, right="no") == 303
    assert "Ben says it is not right" in banker.get("/check").text
    assert post(banker, "go", room) == 409
    assert post(ben, "agree", room, right="yes") == 303
    assert post(ann, "go", room) == 403
    assert post(banker, "go", room) == 303
    assert room.table.view.check is None
    assert (room.state.cash(ANN), room.state.turn.seat) == (700, BEN)
    assert room.state.lots[READING].mortgaged
    record = room.table.history()[-1]
    assert record.cause.evidence is not None
    (event,) = record.events
    assert isinstance(event, TakenOver)
    assert not event.why  # facts are kept, and each reader is told in the own language
    for language, said in (
        ("en", "Typed in by the banker. 2 deeds were seen by the camera. Agreed: Ann, Ben."),
        ("de", "Vom Bankhalter eingegeben. 2 Besitzkarten hat die Kamera gesehen."),
        ("ru", "Введено банкиром."),
    ):
        for path in (f"/why/{record.seq}", "/story"):
            assert said in ann.get(path, headers={"Accept-Language": language}).text


def test_nobody_who_is_silent_is_passed_over_unnoticed(room: Living) -> None:
    tokens = room.begin("Ann", "Ben")
    ann, ben, banker = (*map(room.client, tokens), room.banker())
    form = {"cash-0": "640", "turn": "0", "show": "1"}
    assert banker.post("/banker/take-over", data=form, headers=ORIGIN).status_code == 303
    assert post(ann, "agree", room, right="yes") == 303
    html = banker.get("/check").text
    assert "Not yet said: Ben" in html
    assert "Go on from here" not in html
    assert post(banker, "go", room) == 409
    assert post(ann, "agree", room, by="1", right="yes") == 403  # nobody says it for another
    assert post(banker, "go", room) == 409
    assert "Ben says: right" in html
    assert post(banker, "agree", room, by="1", right="yes") == 303
    assert "the banker says: right" in ben.get("/check").text
    assert post(banker, "go", room) == 303
    (event,) = room.table.history()[-1].events
    assert isinstance(event, TakenOver)
    assert event.accord == Accord(agreed=(ANN,), vouched=(BEN,))
    said = "Typed in by the banker. Agreed: Ann. The banker said yes for Ben."
    assert said in ben.get("/story").text


def test_a_record_that_keeps_a_sentence_still_reads(room: Living) -> None:
    room.begin("Ann", "Ben")
    why = "Vom Banker eingegeben. Zugestimmt: Ann, Ben."
    assert isinstance(room.ask(TakeOver(turn=BEN, why=why), banker=True), Accepted)
    assert why in room.client().get("/story").text


def test_one_tap_says_what_is_wrong_and_it_may_be_said_otherwise(room: Living) -> None:
    tokens = room.begin("Ann", "Ben")
    ann, ben, banker = (*map(room.client, tokens), room.banker())
    form = {"cash-0": "640", "turn": "0", "show": "1"}
    assert banker.post("/banker/take-over", data=form, headers=ORIGIN).status_code == 303
    assert post(ann, "agree", room, right="yes") == 303
    assert post(ben, "agree", room, right="no", about="0", what="cash", why="it was 460") == 303
    for phone in (ann, ben, banker):
        assert "not right: Ann's cash is wrong. it was 460" in text_of(phone, "/check")
    assert "Ben says it is not right: Ann's cash is wrong" in text_of(banker, "/check")
    assert post(banker, "go", room) == 409
    assert "Now it is right" in ben.get("/check").text
    assert post(ben, "agree", room, right="no", what="turn") == 303  # said otherwise
    assert "somebody else rolls next" in text_of(banker, "/check")
    assert "Ann's cash" not in text_of(banker, "/check")
    assert post(ann, "agree", room, right="no", why="me too") == 303  # who agreed may object
    assert "Ann says it is not right: me too" in text_of(banker, "/check")
    form["cash-0"] = "460"  # changed and shown anew, all are asked anew
    assert banker.post("/banker/take-over", data=form, headers=ORIGIN).status_code == 303
    assert "not right:" not in text_of(banker, "/check")
    for phone in (ann, ben):
        assert "Now it is right" not in phone.get("/check").text
        assert post(phone, "agree", room, right="yes") == 303
    assert post(banker, "go", room) == 303
    assert room.state.cash(ANN) == 460


@pytest.mark.parametrize("wrong", [{"what": "weather"}, {"about": "x"}])
def test_an_objection_that_is_none_is_refused(room: Living, wrong: dict[str, str]) -> None:
    ann, banker = room.client(room.begin("Ann", "Ben")[ANN]), room.banker()
    form = {"turn": "0", "show": "1"}
    assert banker.post("/banker/take-over", data=form, headers=ORIGIN).status_code == 303
    assert post(ann, "agree", room, right="no", **wrong) == 400


def test_who_is_out_of_a_game_taken_over_need_not_agree(room: Living) -> None:
    tokens = room.begin("Ann", "Ben", "Cy")
    banker = room.banker()
    form = {"out-2": "1", "turn": "0", "show": "1"}
    assert banker.post("/banker/take-over", data=form, headers=ORIGIN).status_code == 303
    for token in tokens[:2]:
        assert post(room.client(token), "agree", room, right="yes") == 303
    assert post(banker, "go", room) == 303


def test_cards_that_were_laid_out_are_in_the_form(room: Living) -> None:
    room.begin("Ann", "Ben")
    banker = room.banker()
    number = number_of(room.state, keepable(room.state)[1])
    assert post(banker, "begin", room, **{"take-over": "1"}) == 303
    lay(room, LyingTag(number, kind="card"), picture=tray())
    assert post(banker, "finish", room, pile="0") == 303
    form = take_over_form(banker)
    assert (form["card-chance"], form["card-chest"]) == ("", "0")


def test_a_proposal_is_changed_before_it_is_agreed(room: Living) -> None:
    room.begin("Ann", "Ben")
    banker = room.banker()
    form = {"cash-0": "640", "owner-3": "1", "turn": "0", "show": "1"}
    assert banker.post("/banker/take-over", data=form, headers=ORIGIN).status_code == 303
    again = take_over_form(banker)
    assert (again["cash-0"], again["owner-3"]) == ("640", "1")
    assert post(banker, "end", room) == 303
    assert room.state.cash(ANN) == 1500


def test_what_cannot_be_is_shown_to_nobody(room: Living) -> None:
    room.begin("Ann", "Ben")
    banker = room.banker()
    form = {"stands-3": "2", "turn": "0", "show": "1"}
    answer = banker.post("/banker/take-over", data=form, headers=ORIGIN)
    assert answer.status_code == 400
    assert "Is this how the game stands?" not in banker.get("/table").text


# ---- the simulated table


def test_the_simulated_table_lays_out_a_players_deeds(
    room: Living, phones: list[FlaskClient]
) -> None:
    simulation = room.context.parts.simulation
    assert isinstance(simulation, NotedSimulation)
    form, banker = {"seat": "1", "trick": "turned"}, room.banker()
    assert phones[0].post("/simulated/lay-out", data=form, headers=ORIGIN).status_code == 403
    answer = banker.post("/simulated/lay-out", data=form, headers=ORIGIN)
    assert answer.status_code == 303
    assert simulation.done[-1] == ("lay out", (3, "front"))
    answer = banker.post("/simulated/lay-out", data={"seat": "9"}, headers=ORIGIN)
    assert answer.status_code == 400


@pytest.mark.usefixtures("phones")
def test_tricks_make_something_to_find(room: Living) -> None:
    state = room.state
    assert hand_of(state, None) == [(2, "front"), (3, "back")]
    assert hand_of(state, ANN, "missing") == []
    assert hand_of(state, ANN, "foreign") == [(1, "front"), (2, "front")]
    first = number_of(state, keepable(state)[0])
    assert (cards_of(state, ANN), cards_of(state, ANN, "card")) == ([], [first])
    room.play(Correct(why="given", holds={ANN: ("chance",)}))
    assert (cards_of(room.state, ANN), cards_of(room.state, BEN)) == ([first], [])
    assert first not in cards_of(room.state, None, "card")


def test_after_a_restart_a_check_is_forgotten_and_a_correction_stands(
    room: Living, phones: list[FlaskClient], tmp_path: Path
) -> None:
    banker = phones[-1]
    laid_out(room, banker, (LyingTag(2), LyingTag(1)), RIGHT[1])
    form = {"key": "of-the-bank:1", "fix": "0", "seq": str(room.table.view.seq), "why": "seen"}
    assert post(banker, "correct", room, **form) == 303
    room.table.stop()
    again = Table(tmp_path)
    again.start()
    view = again.view
    again.stop()
    assert view.check is None
    assert view.state is not None
    assert view.state.lots[Space(1)].owner == ANN
