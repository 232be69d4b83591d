"""The arbiter's pages: what waits, a record told whole, orders that are given there."""

import json
import re
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.commands import Buy, Claim, Roll
from companion.journal.codec import read
from companion.shipping.wire import OrderAnswer, Parcel
from companion.table.answers import Accepted
from companion.table.calling.commands import AnswerCall, CallArbiter
from companion.table.clocks.commands import Pause
from companion.table.disputing.commands import RaiseDispute
from companion.table.games.commands import Begin
from companion.table.table import Table
from companion.words import Seat
from tests.support.club_rooms import HTTPS, ClubRoom, contested, played, ship, table_with
from tests.support.clubs import joined
from tests.support.messages import LANGUAGES
from tests.support.player import PLAYERS, banker
from tests.web.club.test_organising import page, send, told

Game = tuple[Parcel, ...]


def disputed(table: Table) -> None:
    table.submit(RaiseDispute(seq=table.view.seq, why="it was <b>four</b>"), banker(table))


@pytest.fixture
def quarrel(tmp_path: Path) -> Game:
    return played(tmp_path, 14, more=disputed)


def about(parcels: Game, seq: int) -> str:
    return f"/arbiter/{parcels[0].digest}/{seq}"


def test_where_nothing_waits_that_is_said(club: ClubRoom, game: Game) -> None:
    table_with(club, "Window", game)
    said = page(club.client("arbiter"), "/arbiter")
    assert "Nothing waits at any table." in said
    assert "Window" in said


def test_a_dispute_is_there_with_who_why_and_the_way_to_it(club: ClubRoom, quarrel: Game) -> None:
    table_with(club, "Window", quarrel)
    client = club.client("arbiter")
    html = client.get("/arbiter", base_url=HTTPS).text
    assert "The banker disputes:" in told(client.get("/arbiter", base_url=HTTPS))
    assert "it was &lt;b&gt;four&lt;/b&gt;" in html
    where = about(quarrel, len(quarrel) - 1)
    assert f'href="{where}"' in html
    said = page(client, where)
    assert "Rule on it" in said
    assert "It stands" in said


def test_every_record_is_told_as_its_table_tells_it(club: ClubRoom, game: Game) -> None:
    table_with(club, "Window", game)
    client = club.client("arbiter")
    for seq in range(1, len(game) + 1):
        answer = client.get(about(game, seq), base_url=HTTPS)
        assert answer.status_code == HTTPStatus.OK
        record = read(game[seq - 1].body, game[seq - 1].digest)
        assert answer.text.count('<h2 class="happened">') == len(record.events)
    assert client.get(about(game, len(game) + 1), base_url=HTTPS).status_code == 404
    assert client.get(about(game, 0), base_url=HTTPS).status_code == 404


def called(table: Table) -> None:
    table.note_club(there=True)
    table.submit(CallArbiter(about="rules", why="which <i>page</i>?"), banker(table))


def test_a_call_waits_with_table_who_and_what_for_and_is_answered_from_its_page(
    club: ClubRoom, tmp_path: Path
) -> None:
    parcels = played(tmp_path, 14, more=called)
    table_with(club, "Window", parcels)
    client, seq = club.client("arbiter"), len(parcels)
    assert "The arbiter is called for" in page(client, "/")
    html = client.get("/arbiter", base_url=HTTPS).text
    assert "The banker calls the arbiter: a question about the rules" in html
    assert "which &lt;i&gt;page&lt;/i&gt;?" in html
    assert f'href="{about(parcels, seq)}"' in html
    said = page(client, about(parcels, seq))
    assert said.count("The banker calls the arbiter: a question about the rules") == 1
    assert "Window" in said
    assert "just now" in said
    assert "Rule on it" not in said
    assert "table/call" not in said
    assert "0 rules" not in said
    assert "1 rule " not in said.partition("What was booked last")[0]
    for number, form in enumerate(
        ({"do": "answer-call"}, {"do": "answer-call", "why": "page 4"}, {"do": "end-call"})
    ):
        assert send(client, about(parcels, seq), seen=seq, id=number, **form).status_code == 303
    orders = [json.loads(one.command) for one in reversed(club.hub.orders.of(parcels[0].digest))]
    assert [(one["do"], one["call"], one.get("why", "")) for one in orders] == [
        ("answer-call", seq, ""),
        ("answer-call", seq, "page 4"),
        ("end-call", seq, ""),
    ]
    said = page(client, about(parcels, seq))
    assert f"An answer to the call of number {seq}" in said
    assert f"I am coming, to the call of number {seq}" in said


def test_beside_a_call_stands_what_was_booked_last_with_rule_arithmetic_picture_and_presses(
    club: ClubRoom, tmp_path: Path
) -> None:
    jpeg = b"a picture"
    digest = sha256(jpeg).hexdigest()

    def rent(table: Table) -> None:
        begin = Begin(edition="us-classic", players=PLAYERS, first_roll=False, instead=True)
        for command in (
            begin,
            Roll(by=Seat(0), dice=(1, 2)),
            Buy(by=Seat(0)),
            Roll(by=Seat(1), dice=(1, 2)),
            Claim(by=Seat(0)),
            Roll(by=Seat(2), dice=(4, 6)),
        ):
            cause = replace(banker(table), evidence=digest if command == begin else None)
            if isinstance(command, Roll) and command.by == Seat(1):
                cause = replace(cause, evidence=digest)
            answer = table.submit(command, cause)
            assert isinstance(answer, Accepted), answer
        called(table)

    parcels = played(tmp_path, 4, more=rent)
    table_with(club, "Window", parcels)
    client, where = club.client("arbiter"), about(parcels, len(parcels))
    said = page(client, where)
    _before, found, booked = said.partition("What was booked last before the call")
    assert found
    assert "Bob paid Ann the rent of Baltic Avenue" in booked
    assert "How it came to that" in booked
    assert "us-classic/" in booked
    assert "The table has not sent the picture yet." in said
    assert club.hub.pictures.keep(digest, jpeg) is None
    html = client.get(where, base_url=HTTPS).text
    assert f'src="/arbiter/pictures/{digest}.jpg"' in html
    assert f'href="{about(parcels, len(parcels) - 1)}"' in html  # the roll that came after it


def test_no_two_fields_of_a_page_are_called_the_same(
    club: ClubRoom, quarrel: Game, tmp_path: Path
) -> None:
    asked: list[int] = []
    waits = played(tmp_path / "waits", 14, more=lambda table: asked.append(contested(table)))
    client = club.client("arbiter")
    table_with(club, "Window", quarrel)
    table_with(club, "Stove", waits)
    pages = [about(quarrel, len(quarrel) - 1), about(quarrel, len(quarrel) - 2)]
    for path in (*pages, about(waits, asked[0])):
        html = client.get(path, base_url=HTTPS).text
        labels = re.findall(r"<label><span>([^<]+)</span><input type=\"text\"", html)
        assert len(labels) > 1
        assert len(labels) == len(set(labels)), path


def test_who_has_answered_a_call_stands_beside_it(club: ClubRoom, tmp_path: Path) -> None:
    def answered(table: Table) -> None:
        called(table)
        judge = replace(banker(table), arbiter="Judy")
        table.submit(AnswerCall(call=table.view.seq), judge)

    parcels = played(tmp_path, 14, more=answered)
    table_with(club, "Window", parcels)
    client = club.client("arbiter")
    assert "Judy (arbiter): I am coming" in page(client, "/arbiter")
    (call,) = (seq for seq, one in enumerate(parcels, 1) if b'"call-arbiter"' in one.body)
    said = page(client, about(parcels, call))
    assert "Answered by Judy." in said
    assert "I am coming" not in said  # a second time


def test_an_order_is_given_once_in_the_members_name(club: ClubRoom, quarrel: Game) -> None:
    table_with(club, "Window", quarrel)
    client, seq = club.client("arbiter"), len(quarrel) - 1
    form = {"do": "rule", "ruling": "stands", "why": "seen", "seen": len(quarrel), "id": "x"}
    for _ in range(2):
        answer = send(client, about(quarrel, seq), **form)
        assert (answer.status_code, answer.location) == (303, f"{about(quarrel, seq)}#orders")
    (order,) = club.hub.orders.of(quarrel[0].digest)
    assert order.by == "arbiter"
    command = {"do": "rule", "seq": seq, "ruling": "stands", "why": "seen", "seen": len(quarrel)}
    assert json.loads(order.command) == command
    assert "The table has not answered yet." in page(client, about(quarrel, seq))


@pytest.mark.parametrize(
    ("form", "command"),
    [
        (
            {"do": "rule", "ruling": "taken-back"},
            {"do": "rule", "seq": 13, "ruling": "taken-back", "seen": 15},
        ),
        ({"do": "rewind", "why": "x"}, {"do": "rewind", "to": 12, "why": "x", "seen": 15}),
        (
            {"do": "correct", "why": "x", "seat": "1", "amount": "1 500"},
            {"do": "correct", "why": "x", "cash": {"1": 1500}, "seen": 15},
        ),
        (
            {"do": "correct", "why": "x", "seat": "1", "amount": "0", "dispute": "99"},
            {"do": "correct", "why": "x", "cash": {"1": 0}, "dispute": 13, "seen": 15},
        ),
        ({"do": "confirm"}, {"do": "confirm", "proposal": 13, "as-ruled": True}),
        ({"do": "drop", "why": "x"}, {"do": "drop", "proposal": 13, "why": "x"}),
        (
            {"do": "insist", "why": "x", "typed-0": "60"},
            {"do": "insist", "proposal": 13, "typed": {"0": 60}, "why": "x"},
        ),
        ({"do": "pause"}, {"do": "pause"}),
        ({"do": "go-on"}, {"do": "go-on"}),
    ],
)
def test_each_form_orders_what_it_says(
    club: ClubRoom, game: Game, form: dict[str, str], command: dict[str, object]
) -> None:
    table_with(club, "Window", game)
    answer = send(club.client("organiser"), about(game, 13), seen=15, id="x", **form)
    assert answer.status_code == 303
    (order,) = club.hub.orders.of(game[0].digest)
    there = json.loads(order.command)
    assert {key: value for key, value in there.items() if value not in ("", [], {})} == command


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"do": "roll", "dice-0": "1", "dice-1": "1"}, "That cannot be ordered so."),
        ({}, "That cannot be ordered so."),
        ({"do": "rule", "ruling": "nonsense"}, "That cannot be ordered so."),
        ({"do": "pause", "seen": "²"}, "That cannot be ordered so."),
        ({"do": "correct", "seat": "1", "amount": "-5", "why": "x"}, "That cannot be ordered so."),
        ({"do": "correct", "seat": "1", "amount": "5"}, "The reason is missing."),
        ({"do": "rewind", "why": " "}, "The reason is missing."),
    ],
)
def test_what_makes_no_sense_is_no_order(
    club: ClubRoom, game: Game, form: dict[str, str], said: str
) -> None:
    table_with(club, "Window", game)
    answer = send(club.client("arbiter"), about(game, 13), **{"seen": "15", "id": "x", **form})
    assert answer.status_code == 400
    assert said in told(answer)
    assert club.hub.orders.of(game[0].digest) == ()


def test_what_came_of_an_order_is_seen_in_words(club: ClubRoom, game: Game) -> None:
    table = table_with(club, "Window", game)
    client, where = club.client("arbiter"), about(game, 13)
    for number, (accepted, code) in enumerate(
        ((True, ""), (False, "gone-on"), (False, "other-game"), (False, "bad-command"))
    ):
        send(client, where, do="pause", seen=15, id=number)
        tag = club.context.streams.tag
        club.keeper.look()
        assert club.context.streams.tag != tag
        order = club.hub.orders.of(game[0].digest)[0]
        club.hub.orders.answered(order.number, table, OrderAnswer(accepted=accepted, told=code))
        club.keeper.look()
    said = page(client, where)
    assert said.count("Done at the table.") == 1
    assert "Refused by the table: The game has gone on meanwhile." in said
    assert "Refused by the table: That game is not on the table now." in said
    assert said.count("Refused by the table:") == 3


def test_an_order_may_be_withdrawn_while_nobody_has_answered(club: ClubRoom, game: Game) -> None:
    table_with(club, "Window", game)
    client, where = club.client("arbiter"), about(game, 13)
    send(client, where, do="pause", seen=15, id="x")
    (order,) = club.hub.orders.of(game[0].digest)
    other = f"/arbiter/{'0' * 64}/1/withdraw/{order.number}"
    assert send(client, other).status_code == 404
    assert len(club.hub.orders.of(game[0].digest)) == 1
    assert send(client, f"{where}/withdraw/{order.number}").status_code == 303
    assert club.hub.orders.of(game[0].digest) == ()
    assert "What was ordered" not in page(client, where)


def test_a_contested_amount_may_be_dropped_or_booked_otherwise(
    club: ClubRoom, tmp_path: Path
) -> None:
    asked: list[int] = []
    parcels = played(tmp_path, 14, more=lambda table: asked.append(contested(table)))
    table_with(club, "Window", parcels)
    client = club.client("arbiter")
    card, said = page(client, "/arbiter"), page(client, about(parcels, asked[0]))
    assert "says that it is not so: " in card
    assert " pays " in card
    assert " pays " in said
    assert "{" not in card + said
    for part in ("I was not there", "Book what the rules say", "Drop it", "Not booked yet"):
        assert part in said


def test_a_game_that_rests_may_be_let_go_on(club: ClubRoom, tmp_path: Path) -> None:
    parcels = played(tmp_path, 14, more=lambda table: table.submit(Pause(), banker(table)))
    table_with(club, "Window", parcels)
    client = club.client("arbiter")
    assert "Paused" in page(client, "/arbiter")
    assert "Go on with the game" in page(client, about(parcels, len(parcels)))


def test_a_game_whose_records_are_not_here_has_no_page(club: ClubRoom, game: Game) -> None:
    client = club.client("arbiter")
    for path in ("/arbiter/nonsense/1", about(game, 1), "/arbiter/pictures/nonsense.jpg"):
        assert client.get(path, base_url=HTTPS).status_code == 404
    assert send(client, about(game, 1), do="pause", seen=1, id="x").status_code == 404


def test_a_screen_sees_no_way_to_rule(club: ClubRoom, game: Game) -> None:
    table_with(club, "Window", game)
    assert "Rulings" not in page(club.client("screen"), "/")
    assert "Rulings" in page(club.client("arbiter"), "/")
    assert "Let another table go on" not in page(club.client("arbiter"), "/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_are_there_in_every_language(
    club: ClubRoom, quarrel: Game, language: str
) -> None:
    table_with(club, "Window", quarrel)
    client = club.client("organiser")
    for path in ("/arbiter", about(quarrel, len(quarrel) - 1), f"/moves/{quarrel[0].digest}"):
        answer = client.get(path, base_url=HTTPS, headers={"Accept-Language": language})
        assert answer.status_code == HTTPStatus.OK
        assert f'lang="{language}"' in answer.text


# ---- moving a game


def test_the_organiser_lets_another_table_go_on_with_a_game(club: ClubRoom, game: Game) -> None:
    table_with(club, "Window", game)
    stove, _token = joined(club.hub, "Stove")
    client, where = club.client("organiser"), f"/moves/{game[0].digest}"
    assert f'href="{where}"' in client.get("/", base_url=HTTPS).text
    assert "no part of the game" in page(client, where)
    assert send(client, where, table=stove).status_code == 303
    assert club.hub.moves.offered() == {game[0].digest: stove}
    assert "Stove may go on with it" in page(client, where)
    assert send(client, where, table="99").status_code == 404
    assert send(client, where, table="").status_code == 303
    assert club.hub.moves.offered() == {}
    assert "may go on with it" not in page(client, where)
    assert client.get(f"/moves/{'0' * 64}", base_url=HTTPS).status_code == 404


def test_with_one_table_there_is_nowhere_to_go(club: ClubRoom, game: Game) -> None:
    table_with(club, "Window", game)
    said = page(club.client("organiser"), f"/moves/{game[0].digest}")
    assert "There is no other table." in said


def test_what_comes_is_shown_at_the_next_look(club: ClubRoom, quarrel: Game) -> None:
    table = table_with(club, "Window", quarrel[:-1])
    client = club.client("arbiter")
    assert "Nothing waits" in page(client, "/arbiter")
    ship(club.hub, table, quarrel, len(quarrel) - 1)
    club.keeper.look()
    assert "Nothing waits" not in page(client, "/arbiter")


def test_the_picture_is_shown_once_it_is_there(club: ClubRoom, tmp_path: Path) -> None:
    jpeg = b"a picture"
    digest = sha256(jpeg).hexdigest()

    def seen(table: Table) -> None:
        table.submit(Pause(), replace(banker(table), evidence=digest))

    parcels = played(tmp_path, 14, more=seen)
    table_with(club, "Window", parcels)
    client, where = club.client("arbiter"), about(parcels, len(parcels))
    assert "The table has not sent the picture yet." in page(client, where)
    assert club.hub.pictures.keep(digest, jpeg) is None
    shown = f"/arbiter/pictures/{digest}.jpg"
    assert f'src="{shown}"' in client.get(where, base_url=HTTPS).text
    assert client.get(shown, base_url=HTTPS).data == jpeg
    assert club.client("screen").get(shown, base_url=HTTPS).status_code == 403
