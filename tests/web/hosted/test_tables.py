"""Two tables in one app: who is at one has no right at the other."""

import re
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.errors import HubError, SettingsError
from companion.game.commands import Claim, Roll
from companion.hosting.documents import DocumentError
from companion.table.witness import TableWitness
from companion.tries import FREE_TRIES
from companion.words import Seat
from tests.support.doubtful import tray, unsure
from tests.support.hosted import Drawer, Worker, away, hosted_context
from tests.support.pages import HOST, ORIGIN, told
from tests.web.test_live import line
from web.phones.chairs import Phone
from web.phones.pin import first_pin
from web.server.serve import Server, bound
from web.shared.broken import AWAY
from web.shared.context import COOKIE

ANN = Seat(0)
FORM = {"do": "roll", "dice-0": "1", "dice-1": "2", "by": "0", "id": "a-roll"}


def test_a_cookie_counts_at_its_own_table_alone(hosting: Worker) -> None:
    one, other = hosting.rooms
    browser = hosting.app.test_client()
    for room, name in ((one, "Ann"), (other, "Ben")):
        form = {"name": name, "seat": "0", "colour": "blue"}
        answer = browser.post(f"{room.root}/join", data=form, headers=ORIGIN)
        assert answer.location == f"{room.root}/seat"
        assert f"Path={room.root};" in f"{answer.headers['Set-Cookie']};"
    assert [room.context.phones.sitters[ANN].name for room in (one, other)] == ["Ann", "Ben"]
    assert "Ann" in browser.get(f"{one.root}/me").text
    assert "Ben" in browser.get(f"{other.root}/me").text


def test_a_cookie_of_one_table_that_is_sent_to_another_is_worth_nothing(hosting: Worker) -> None:
    one, other = hosting.rooms
    tokens = one.begin("Ann", "Ben")
    other.begin("Cy", "Dee")
    thief = other.client(tokens[ANN])
    assert thief.post(f"{other.root}/do", data=FORM, headers=ORIGIN).status_code == 403
    assert one.client(tokens[ANN]).post(f"{one.root}/do", data=FORM, headers=ORIGIN).location


def test_the_same_id_of_a_form_is_another_form_at_another_table(hosting: Worker) -> None:
    for room in hosting.rooms:
        ann = room.client(room.begin("Ann", "Ben")[ANN])
        assert ann.post(f"{room.root}/do", data=FORM, headers=ORIGIN).status_code == 303
        assert room.state.turn.rolled


def test_each_journal_knows_who_holds_its_seats(hosting: Worker) -> None:
    one, other = hosting.rooms
    one.begin("Ann", "Ben")
    other.begin("Cy", "Dee")
    for room in (other, one):
        one.context.phones.release(ANN)
        room.client().get(f"{room.root}/join")
        assert one.context.follower.is_due is (room is other)


def test_a_table_is_entered_without_its_last_slash(hosting: Worker) -> None:
    answer = hosting.app.test_client().get("/t/k3m9qx7wzt")
    assert (answer.status_code, answer.location) == (308, "/t/k3m9qx7wzt/")


@pytest.mark.parametrize("path", ["/t/nobodyhere/", "/t/nobodyhere/seat", "/t/", "/", "/t/a b/"])
def test_a_key_that_is_none_has_a_page_that_says_so(hosting: Worker, path: str) -> None:
    answer = hosting.app.test_client().get(path)
    assert answer.status_code == 404
    assert "No table has this address." in told(answer.text)


def test_pages_without_a_table_have_their_looks_from_below_the_tables(hosting: Worker) -> None:
    browser = hosting.app.test_client()
    asked = re.findall(
        r'(?:href|src)="(/[^"]+\.(?:css|js|svg)[^"]*)"', browser.get("/t/none/").text
    )
    assert len(asked) >= 3
    hosting.tables.away = HubError(code="hub-database")  # of which they ask nothing
    for path in asked:
        assert path.startswith("/t/static/")
        with browser.get(path) as answer:
            assert answer.status_code == 200


def test_a_table_that_cannot_be_had_is_asked_for_again(hosting: Worker) -> None:
    room, browser = hosting.rooms[0], hosting.app.test_client()
    hosting.tables.away = HubError(code="hub-database")
    page = browser.get(f"{room.root}/seat", headers={"Accept-Language": "de"})
    assert page.status_code == 503
    assert '<meta http-equiv="refresh"' in page.text
    data = browser.post(
        f"{room.root}/do", data=FORM, headers={**ORIGIN, "Accept": "application/json"}
    )
    assert (data.status_code, (data.json or {})["refused"]) == (503, "hub-database")
    stream = browser.get(f"{room.root}/events")
    assert (stream.status_code, stream.mimetype) == (200, "text/event-stream")
    assert "event: end" in stream.text
    hosting.tables.away = None
    assert browser.get(f"{room.root}/join").status_code == 200


def test_a_page_that_another_worker_has_now_is_asked_for_again(
    hosting: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was sent is said not to be done; what was only to be seen comes by itself."""
    room = hosting.rooms[0]
    ann = room.client(room.begin("Ann", "Ben")[ANN])

    phones = hosting.tables.contexts[room.key].phones
    found = phones.of

    def gone(*_: object) -> Phone:
        monkeypatch.setattr(phones, "of", found)
        raise DocumentError(code="table-elsewhere")

    monkeypatch.setattr(phones, "of", gone)
    page = ann.get(f"{room.root}/seat")
    assert (page.status_code, page.headers["Retry-After"]) == (503, "2")
    assert '<meta http-equiv="refresh"' in page.text
    monkeypatch.setattr(phones, "of", gone)
    program = {**ORIGIN, "Accept": "application/json", "Accept-Language": "en"}
    answer = ann.post(f"{room.root}/do", data=FORM, headers=program)
    assert answer.status_code == 503
    assert "Another worker goes on with this table." in (answer.json or {})["sentence"]


def test_while_the_database_is_away_nobody_is_told_to_look_after_it(
    hosting: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = hosting.rooms[0]
    ann = room.client(room.begin("Ann", "Ben")[ANN])
    away(monkeypatch)
    program = {**ORIGIN, "Accept": "application/json", "Accept-Language": "en"}
    answer = ann.post(f"{room.root}/do", data=FORM, headers=program)
    assert (answer.status_code, (answer.json or {})["sentence"]) == (503, AWAY)
    page = told(ann.get(f"{room.root}/seat", headers={"Accept-Language": "en"}).text)
    assert page.count(AWAY) == 1
    assert "PostgreSQL" not in page


def test_another_sites_form_is_refused_before_a_table_is_asked(hosting: Worker) -> None:
    for path in (f"{hosting.rooms[0].root}/do", "/t/nobodyhere/do"):
        origin = {"Origin": "http://evil.example"}
        assert hosting.app.test_client().post(path, data=FORM, headers=origin).status_code == 403


def test_it_is_said_who_holds_a_table(hosting: Worker) -> None:
    browser = hosting.app.test_client()
    answer = browser.get("/where/k3m9qx7wzt")
    assert (answer.status_code, answer.headers["X-Worker"]) == (204, "127.0.0.1:8101")
    assert browser.get("/where/nobodyhere").status_code == 403
    hosting.tables.away = HubError(code="hub-database")
    assert browser.get("/where/k3m9qx7wzt").status_code == 503


def test_the_tables_name_tells_its_pages_from_anothers(hosting: Worker) -> None:
    one, other = hosting.rooms
    browser, form = one.client(), {"name": "Ann", "seat": "0", "colour": "blue"}
    join = browser.get(f"{one.root}/join").text
    browser.post(f"{one.root}/join", data=form, headers=ORIGIN)
    waiting = browser.get(f"{one.root}/seat").text
    seat = other.client(other.begin("Ann", "Ben")[ANN]).get(f"{other.root}/seat").text
    for html, title, name in (
        (join, "Join the game", "Table k"),
        (waiting, "Waiting", "Table k"),
        (seat, "Ann", "Table p"),
    ):
        assert f"<title>{title} · {name}</title>" in html
        assert f'<p class="soft small">{name}</p>' in html


# ---- what a table without a box has not


def test_no_button_is_promised_and_no_folder_named(hosting: Worker) -> None:
    room = hosting.rooms[0]
    banker = room.client(room.context.phones.make_banker(None))
    step = told(banker.get(f"{room.root}/banker/game/edition").text)
    assert "Which game lies on the table?" in step
    assert "companion's home" not in step
    ann = room.client(room.begin("Ann", "Ben")[ANN])
    at = room.table.cause("camera", "camera").mono
    TableWitness(room.table).dice(unsure(0.99, 0.5), tray(), at, at + 0.1)
    room.ask(Claim(by=ANN))  # comes after it in the queue
    for client, path in ((ann, "seat"), (banker, "banker"), (ann, "table")):
        words = told(client.get(f"{room.root}/{path}").text)
        assert "1 and 3?" in words
        assert "button" not in words


# ---- what lies in no folder


def test_a_first_pin_lasts_until_a_banker_is_in(hosting: Worker, tmp_path: Path) -> None:
    room, drawer = hosting.rooms[0], Drawer()
    pins = [hosted_context(room.table, drawer, tmp_path).pin for _start in range(2)]
    assert pins[0].shown
    assert pins[0].shown == pins[1].shown == first_pin(drawer / "pin.json")
    assert pins[1].matches(pins[0].shown or "")
    assert first_pin(drawer / "pin.json") == ""
    assert hosted_context(room.table, drawer, tmp_path).pin.shown is None


def test_who_asks_for_the_pin_is_told_who_of_the_club_has_it(hosting: Worker) -> None:
    room = hosting.rooms[0]
    words = told(room.client().get(f"{room.root}/banker").text)
    assert "The club's organiser finds it, or makes a new one" in words
    assert "companion pin --reset" not in words


def test_nothing_is_taken_for_lost_that_only_cannot_be_read_now(
    hosting: Worker, tmp_path: Path
) -> None:
    room, drawer = hosting.rooms[0], Drawer()
    context = hosted_context(room.table, drawer, tmp_path)
    context.phones.make_banker(None)
    drawer.is_closed = True
    with pytest.raises(SettingsError):
        hosted_context(room.table, drawer, tmp_path)
    drawer.is_closed = False
    assert hosted_context(room.table, drawer, tmp_path).phones.has_banker


# ---- over a real server


def test_news_of_a_table_reach_its_pages_and_no_others(hosting: Worker) -> None:
    one, other = hosting.rooms
    server = Server(hosting.app, bound(HOST))
    server.start()
    with ExitStack() as after:
        after.callback(server.stop)
        tokens = [room.begin("Ann", "Ben")[ANN] for room in (one, other)]
        lines = [
            after.enter_context(line(f"http://{HOST}:{server.port}", token=token, root=room.root))
            for room, token in zip((one, other), tokens, strict=True)
        ]
        assert [each.event()["event"] for each in lines] == ["hello", "hello"]
        one.play(Roll(by=ANN, dice=(1, 2)))
        news = lines[0].event()
        assert (news["event"], news["id"]) == (
            "news",
            f"{one.table.view.game}:{one.table.view.seq}",
        )
        other.context.streams.end_of(other.context.phones.of(tokens[1]).key)
        assert lines[1].event()["event"] == "rights"


def test_a_photograph_is_as_large_at_a_hosted_table(hosting: Worker) -> None:
    room = hosting.rooms[0]
    token = room.begin("Ann", "Ben")[ANN]
    server = Server(hosting.app, bound(HOST))
    server.start()
    try:
        said = {}
        for cookie in (token, "x"):
            asked = HTTPConnection(HOST, server.port, timeout=20)
            headers = {
                "Cookie": f"{COOKIE}={cookie}",
                "Origin": f"http://{HOST}:{server.port}",
                "Content-Type": "application/x-www-form-urlencoded",
            }
            asked.request("POST", f"{room.root}/photograph", b"x=" + b"y" * 100_000, headers)
            said[cookie] = asked.getresponse().status
            asked.close()
    finally:
        server.stop()
    assert said == {token: 409, "x": 413}


@pytest.mark.parametrize(
    ("routers", "believed"), [((HOST,), "203.0.113.7"), ((), HOST), (("192.0.2.1",), HOST)]
)
def test_of_a_router_alone_it_is_believed_for_whom_it_asks(
    hosting: Worker, routers: tuple[str, ...], believed: str
) -> None:
    room = hosting.rooms[0]
    server = Server(hosting.app, bound(HOST), routers=routers)
    server.start()
    try:
        asked = HTTPConnection(HOST, server.port, timeout=20)
        headers = {"X-Forwarded-For": "203.0.113.7", "Origin": f"http://{HOST}:{server.port}"}
        asked.request("POST", f"{room.root}/watch", b"", headers)
        assert asked.getresponse().status == 303
        asked.close()
    finally:
        server.stop()
    spectators = room.context.phones.spectators
    spectators.send_away()
    assert [who for who in ("203.0.113.7", HOST) if spectators.is_away(who)] == [believed]


def test_a_pin_that_is_guessed_behind_a_router_locks_who_guesses_alone(hosting: Worker) -> None:
    room = hosting.rooms[0]
    known = room.context.pin.shown or ""
    server = Server(hosting.app, bound(HOST), routers=(HOST,))
    server.start()

    def typed(pin: str, address: str) -> int:
        asked = HTTPConnection(HOST, server.port, timeout=20)
        headers = {
            "X-Forwarded-For": address,
            "Origin": f"http://{HOST}:{server.port}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        asked.request("POST", f"{room.root}/banker/pin", f"pin={pin}".encode(), headers)
        status = asked.getresponse().status
        asked.close()
        return status

    try:
        guesses = [typed("0", f"2001:db8:1:2::{number}") for number in range(FREE_TRIES + 1)]
        assert guesses == [403] * FREE_TRIES + [429]
        assert typed(known, "2001:db8:1:3::1") == 303
    finally:
        server.stop()
