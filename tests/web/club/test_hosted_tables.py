"""The organiser's pages of tables without a box; and whom the router asks."""

from http import HTTPStatus

import pytest

from companion.errors import ErrorCode, HubError
from companion.hosting.documents import TableFolder
from companion.hosting.leases import Hold, Leases
from companion.hosting.tables import HostedTable, HostedTables
from companion.hub.tournaments import Tournament
from companion.shipping.wire import HubHead, Parcel
from tests.support.club_rooms import TABLES, ClubRoom, ship, table_with
from tests.support.clubs import batch, joined, leased
from tests.support.pages import told as words_of
from tests.web.club.test_organising import page, send, told
from web.phones.pin import FILE, Pin, first_pin

Game = tuple[Parcel, ...]


def added(club: ClubRoom, name: str) -> HostedTable:
    """Add a table as the organiser does."""
    answer = send(club.client("organiser"), "/tables/hosted", name=name)
    assert answer.status_code == HTTPStatus.SEE_OTHER
    return next(one for one in HostedTables(club.hub.database).all() if one.name == name)


def test_a_table_without_a_box_has_a_link_and_a_code_from_the_beginning(club: ClubRoom) -> None:
    table = added(club, "Corner table")
    client = club.client("organiser")
    shown = client.get(f"/tables/hosted/{table.id}", base_url="https://127.0.0.1").text
    assert f"{TABLES}/t/{table.key}/" in shown
    assert '<div class="codeframe"><svg' in shown
    assert "As soon as somebody has opened the link" in words_of(shown)
    assert 'http-equiv="refresh"' in shown  # it asks again by itself
    listed = page(client, "/tables")
    assert "Corner table without a box" in listed
    assert "has not joined yet" not in listed


def test_the_first_pin_stands_there_until_a_banker_is_in(club: ClubRoom) -> None:
    table, leases = added(club, "One"), Leases(club.hub.database)
    leases.enter("127.0.0.1:8101")
    held = leases.holder(table.key)
    assert held is not None
    pin = Pin(TableFolder(club.hub.database, held.hold) / "pin.json")
    client, path = club.client("organiser"), f"/tables/hosted/{table.id}"
    shown = client.get(path, base_url="https://127.0.0.1").text
    assert f" {pin.shown} " in words_of(shown)
    assert 'http-equiv="refresh"' not in shown
    assert pin.matches(pin.shown or "")
    assert "There is no PIN to hand on" in page(client, path)


def test_a_new_pin_stands_there_and_voids_the_old_one(club: ClubRoom) -> None:
    table, database = added(club, "One"), club.hub.database
    client, path = club.client("organiser"), f"/tables/hosted/{table.id}"
    Leases(database).enter("127.0.0.1:8101")
    held = Leases(database).holder(table.key)
    assert held is not None
    old = Pin(TableFolder(database, held.hold) / FILE)
    assert old.matches(old.shown or "")
    assert send(client, f"{path}/pin").status_code == HTTPStatus.SEE_OTHER
    new = first_pin(TableFolder(database, Hold(table.id, 0)) / FILE)
    assert f" {new} " in page(client, path)
    assert Pin(TableFolder(database, Hold(table.id, 0)) / FILE).series == old.series + 1
    for role in ("arbiter", "screen"):
        assert send(club.client(role), f"{path}/pin").status_code == HTTPStatus.FORBIDDEN
    assert first_pin(TableFolder(database, Hold(table.id, 0)) / FILE) == new


def away(*_: object) -> None:
    raise HubError(code="hub-database")


def test_a_pin_that_cannot_be_made_is_told_and_the_old_one_stays(
    club: ClubRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, database = added(club, "One"), club.hub.database
    client, path = club.client("organiser"), f"/tables/hosted/{table.id}"
    send(client, f"{path}/pin")
    before = first_pin(TableFolder(database, Hold(table.id, 0)) / FILE)
    monkeypatch.setattr("companion.hosting.documents.take", away)
    answer = send(client, f"{path}/pin")
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert "No new PIN could be made just now." in told(answer)
    assert first_pin(TableFolder(database, Hold(table.id, 0)) / FILE) == before


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("hub-database", "The club's database is away"),
        ("hub-full", "Make room where PostgreSQL has its data;"),
    ],
)
def test_whoever_adds_one_in_vain_reads_why(
    club: ClubRoom, monkeypatch: pytest.MonkeyPatch, code: ErrorCode, words: str
) -> None:
    def in_vain(*_: object) -> None:
        raise HubError(code=code)

    monkeypatch.setattr(HostedTables, "add", in_vain)
    answer = send(club.client("organiser"), "/tables/hosted", name="One")
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert words in told(answer)


def test_a_name_is_asked_for_and_stands_once(club: ClubRoom) -> None:
    added(club, "One")
    client = club.client("organiser")
    for name, words in ((" ", "Give the table a name."), ("One", "Somebody is called so already.")):
        answer = send(client, "/tables/hosted", name=name)
        assert answer.status_code == HTTPStatus.BAD_REQUEST
        assert words in told(answer)
    assert len(club.hub.tables.all()) == 1


def test_a_removed_table_is_gone_for_people_and_router(club: ClubRoom) -> None:
    table = added(club, "One")
    client, path = club.client("organiser"), f"/tables/hosted/{table.id}"
    Leases(club.hub.database).enter("127.0.0.1:8101")
    assert club.client().get(f"/where/{table.key}").status_code == HTTPStatus.NO_CONTENT
    assert "Its games stay in the club's database." in page(client, f"{path}/remove")
    assert send(client, f"{path}/remove").status_code == HTTPStatus.SEE_OTHER
    assert "One" not in page(client, "/tables")
    assert client.get(path, base_url="https://127.0.0.1").status_code == HTTPStatus.NOT_FOUND
    assert club.client().get(f"/where/{table.key}").status_code == HTTPStatus.FORBIDDEN


def test_who_removes_a_table_reads_that_somebody_plays_there(club: ClubRoom, game: Game) -> None:
    table = added(club, "One")
    path = f"/tables/hosted/{table.id}/remove"
    client, words = club.client("organiser"), "A game is being played there."
    assert words not in page(client, path)
    ship(club.hub, table.id, game[:10])
    club.keeper.look()
    assert words in page(client, path)


def test_a_table_without_a_box_has_no_need_to_wait_for_the_club(club: ClubRoom) -> None:
    table, store = added(club, "One"), club.hub.tournaments
    cup = store.add("Cup", "us-classic")
    assert isinstance(cup, Tournament)
    store.enter(cup.id, ["Ann", "Ben"])
    store.seat(cup.id, 1, tables=1)
    store.keep_too(cup.id, wanted=True)
    assert club.hub.round_tables.of(cup.id) == {(1, 1): (table.id, "One")}
    assert "an answer counts there" not in page(club.client("organiser"), "/tables")


def test_a_table_with_a_box_is_none_without(club: ClubRoom) -> None:
    client = club.client("organiser")
    send(client, "/tables/add", name="Boxed")
    (boxed,) = club.hub.tables.all()
    for path in (f"/tables/hosted/{boxed.id}", f"/tables/hosted/{boxed.id}/remove"):
        assert client.get(path, base_url="https://127.0.0.1").status_code == HTTPStatus.NOT_FOUND


def test_without_a_worker_the_router_is_told_that_nobody_can_be_had(club: ClubRoom) -> None:
    table = added(club, "One")
    assert club.client().get(f"/where/{table.key}").status_code == HTTPStatus.SERVICE_UNAVAILABLE
    Leases(club.hub.database).enter("127.0.0.1:8101")
    answer = club.client().get(f"/where/{table.key}")
    assert answer.headers["X-Worker"] == "127.0.0.1:8101"


def test_the_game_of_a_table_without_a_box_stays_there(club: ClubRoom, game: Game) -> None:
    table, client = added(club, "Corner table"), club.client("organiser")
    boxed, _token = joined(club.hub, "Stove")
    leased(club.hub, game, table.id)
    assert isinstance(club.hub.records.keep(game[0].digest, table.id, batch(game)), HubHead)
    club.keeper.look()
    where = f"/moves/{game[0].digest}"
    assert "Corner table" in page(client, "/")
    for path in ("/", f"/arbiter/{game[0].digest}/{len(game)}"):
        assert "Let another table go on with it" not in page(client, path)
    assert client.get(where, base_url="https://127.0.0.1").status_code == HTTPStatus.NOT_FOUND
    assert send(client, where, table=boxed).status_code == HTTPStatus.NOT_FOUND


def test_no_game_goes_on_at_a_table_without_a_box(club: ClubRoom, game: Game) -> None:
    table, client = added(club, "Corner table"), club.client("organiser")
    table_with(club, "Stove", game)
    where = f"/moves/{game[0].digest}"
    assert "There is no other table." in page(client, where)
    assert send(client, where, table=table.id).status_code == HTTPStatus.NOT_FOUND
