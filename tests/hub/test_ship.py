"""What a table hears from the hub, whatever it sends."""

import random
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.hub.hub import Hub
from companion.hub.pictures import LARGEST
from companion.shipping.wire import (
    MEDIA_TYPE,
    MOST,
    HubHead,
    Join,
    Joined,
    LeaseWish,
    Parcel,
    RecordBatch,
    Refused,
)
from tests.support.clubs import AUTHORITY, CLUB, batch, chain, cluster, fresh_address, hub_at
from tests.support.clubs import joined as joined_table
from tests.support.waiting import soon
from web.club.ship import BATCH, SMALL, bp

TEN = chain(10)
GAME = TEN[0].digest
JPEG = b"\xff\xd8\xff" + bytes(500)
DIGEST = sha256(JPEG).hexdigest()
WISH = LeaseWish(name="0007-us-classic", edition="us-classic")
FOREIGN = {"Authorization": "Bearer nobodys"}
EVERY = (
    ("GET", f"/ship/games/{GAME}"),
    ("POST", f"/ship/games/{GAME}/lease"),
    ("POST", f"/ship/games/{GAME}/records"),
    ("GET", f"/ship/games/{GAME}/records"),
    ("HEAD", f"/ship/pictures/{DIGEST}"),
    ("GET", f"/ship/pictures/{DIGEST}"),
    ("PUT", f"/ship/pictures/{DIGEST}"),
)
"""Every address that wants a token."""


def app_of(hub: Hub) -> Flask:
    app = Flask("hub")
    app.extensions["hub"] = hub
    app.register_blueprint(bp)
    return app


class Box(NamedTuple):
    """A table, as it asks."""

    client: FlaskClient
    id: int
    token: str

    @property
    def right(self) -> Mapping[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, address: str) -> TestResponse:
        return self.client.get(address, headers=self.right)

    def post(self, address: str, body: object) -> TestResponse:
        data = msgspec.msgpack.encode(body)
        return self.client.post(address, data=data, content_type=MEDIA_TYPE, headers=self.right)

    def put(self, address: str, data: bytes, kind: str = "image/jpeg") -> TestResponse:
        return self.client.put(address, data=data, content_type=kind, headers=self.right)

    def leased(self) -> "Box":
        assert self.post(f"/ship/games/{GAME}/lease", WISH).status_code == 200
        return self


@pytest.fixture
def client(hub: Hub) -> FlaskClient:
    return app_of(hub).test_client()


@pytest.fixture
def box(hub: Hub, client: FlaskClient) -> Box:
    return Box(client, *joined_table(hub))


@pytest.fixture
def other(hub: Hub, client: FlaskClient) -> Box:
    return Box(client, *joined_table(hub, "Table 8"))


def told(response: TestResponse, kind: Any) -> Any:
    assert response.mimetype == MEDIA_TYPE
    return msgspec.msgpack.decode(response.data, type=kind)


def refused(response: TestResponse) -> tuple[int, Refused]:
    return response.status_code, told(response, Refused)


def join(client: FlaskClient, body: object) -> TestResponse:
    data = msgspec.msgpack.encode(body)
    return client.post("/ship/join", data=data, content_type=MEDIA_TYPE)


def test_anybody_gets_the_authoritys_certificate(client: FlaskClient) -> None:
    answer = client.get("/club/authority.pem")
    assert (answer.status_code, answer.text) == (200, AUTHORITY)
    assert answer.mimetype == "application/x-pem-file"


def test_without_an_authority_there_is_none(hub: Hub) -> None:
    client = app_of(hub._replace(authority=lambda: "")).test_client()
    assert client.get("/club/authority.pem").status_code == 404


def test_a_join_code_is_good_for_a_token_once(hub: Hub, client: FlaskClient) -> None:
    wish = Join(code=str(hub.tables.add("Table 7")), box="raspberrypi")
    answer = join(client, wish)
    given = told(answer, Joined)
    assert (answer.status_code, given.table, given.club) == (200, "Table 7", CLUB)
    assert Box(client, 1, given.token).get(f"/ship/games/{GAME}").status_code == 404
    assert refused(join(client, wish)) == (410, Refused("code-used"))


def test_wrong_join_codes_are_unknown_and_then_have_to_wait(client: FlaskClient) -> None:
    wish = Join(code="WRONG234", box="")
    for _ in range(3):
        assert refused(join(client, wish)) == (404, Refused("code-unknown"))
    status, why = refused(join(client, wish))
    assert (status, why.code) == (429, "too-many-tries")
    assert why.facts["wait"] in (1, 2)


def test_a_games_way_from_its_lease_to_its_last_record(box: Box) -> None:
    address = f"/ship/games/{GAME}"
    assert refused(box.get(address)) == (404, Refused("game-unknown"))
    assert refused(box.post(f"{address}/records", batch(TEN))) == (404, Refused("game-unknown"))
    assert refused(box.get(f"{address}/records?after=0")) == (404, Refused("game-unknown"))
    none = HubHead(seq=0, digest="0" * 64, epoch=1, table="Table 7", yours=True)
    assert told(box.post(f"{address}/lease", WISH), HubHead) == none
    assert told(box.get(address), HubHead) == none
    four = HubHead(seq=4, digest=TEN[3].digest, epoch=1, table="Table 7", yours=True)
    for _ in range(2):
        assert told(box.post(f"{address}/records", batch(TEN, 0, 4)), HubHead) == four
    assert told(box.post(f"{address}/lease", WISH), HubHead) == four
    last = HubHead(seq=10, digest=TEN[9].digest, epoch=1, table="Table 7", yours=True)
    assert told(box.post(f"{address}/records", batch(TEN, 4)), HubHead) == last
    assert told(box.get(f"{address}/records?after=7"), tuple[Parcel, ...]) == TEN[7:]
    assert told(box.get(f"{address}/records"), tuple[Parcel, ...]) == TEN


def test_another_tables_game_is_elsewhere(box: Box, other: Box) -> None:
    box.leased().post(f"/ship/games/{GAME}/records", batch(TEN, 0, 5))
    elsewhere = (409, Refused("game-elsewhere", {"table": "Table 7"}))
    address = f"/ship/games/{GAME}"
    assert refused(other.post(f"{address}/lease", WISH)) == elsewhere
    assert refused(other.post(f"{address}/records", batch(TEN, 5))) == elsewhere
    assert refused(other.get(f"{address}/records?after=0")) == elsewhere
    head = told(other.get(address), HubHead)
    assert (head.seq, head.table, head.yours) == (5, "Table 7", False)


@pytest.mark.parametrize(
    ("sent", "status", "why"),
    [
        (batch(TEN, 7), 409, Refused("chain-gap", {"seq": 5})),
        (
            msgspec.structs.replace(batch(TEN), after=(1 << 64) - 1),
            409,
            Refused("chain-gap", {"seq": 5}),
        ),
        (batch(chain(2, told="fork")), 409, Refused("chain-forks", {"seq": 1})),
        (
            msgspec.structs.replace(batch(TEN), epoch=1 << 40),
            409,
            Refused("game-elsewhere", {"table": "Table 7"}),
        ),
        (
            msgspec.structs.replace(batch(TEN, 5), parcels=(Parcel("0" * 64, b""),)),
            422,
            Refused("digest-wrong", {"seq": 6}),
        ),
    ],
)
def test_what_does_not_follow_is_refused(
    box: Box, sent: RecordBatch, status: int, why: Refused
) -> None:
    box.leased().post(f"/ship/games/{GAME}/records", batch(TEN, 0, 5))
    assert refused(box.post(f"/ship/games/{GAME}/records", sent)) == (status, why)
    head = told(box.get(f"/ship/games/{GAME}"), HubHead)
    assert (head.seq, head.digest) == (5, TEN[4].digest)


@pytest.mark.parametrize(("method", "place"), EVERY)
@pytest.mark.parametrize(
    "headers",
    [
        {},
        FOREIGN,
        {"Authorization": ""},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic bm9ib2R5czo="},
    ],
)
def test_without_a_tables_token_there_is_nothing(
    box: Box, method: str, place: str, headers: dict[str, str]
) -> None:
    box.leased()
    answer = box.client.open(place, method=method, headers=headers, data=b"x" * 100)
    assert answer.status_code == 401
    assert method == "HEAD" or told(answer, Refused) == Refused("token-void")


def test_a_token_is_void_when_its_table_is_gone_or_has_joined_anew(hub: Hub, box: Box) -> None:
    box.leased()
    joined = told(join(box.client, Join(code=hub.tables.renew(box.id), box="")), Joined)
    assert box.get(f"/ship/games/{GAME}").status_code == 401
    again = box._replace(token=joined.token)
    assert told(again.get(f"/ship/games/{GAME}"), HubHead).yours
    hub.tables.remove(box.id)
    assert refused(again.get(f"/ship/games/{GAME}")) == (401, Refused("token-void"))


@pytest.mark.parametrize(
    "name", ["x", "0" * 63, "0" * 65, GAME.upper()[:64] + "G", "ü" * 64, "%00" * 64]
)
def test_what_is_no_digest_is_not_found(box: Box, name: str) -> None:
    assert box.get(f"/ship/games/{name}").status_code == 404
    assert box.post(f"/ship/games/{name}/lease", WISH).status_code == 404
    assert box.post(f"/ship/games/{name}/records", batch(TEN)).status_code == 404
    assert box.get(f"/ship/games/{name}/records").status_code == 404
    assert box.get(f"/ship/pictures/{name}").status_code == 404
    assert box.put(f"/ship/pictures/{name}", JPEG).status_code == 404


def garbage() -> Iterator[bytes]:
    """Yield bodies that are nobody's: drawn, cut, of other kinds, deep, of wrong values."""
    chance = random.Random(5)
    yield from (chance.randbytes(chance.randint(0, 60)) for _ in range(40))
    whole = msgspec.msgpack.encode(batch(TEN))
    yield from (whole[: chance.randint(0, len(whole) - 1)] for _ in range(10))
    yield b"\x91" * 3000
    yield b"\xdd\xff\xff\xff\xff"
    sent: dict[str, Any] = {"epoch": 1, "after": 0, "before": "0" * 64, "parcels": []}
    for change in (
        {"after": -1},
        {"epoch": "1"},
        {"before": "x"},
        {"before": "0" * 62},
        {"before": None},
        {"parcels": None},
        {"parcels": [{"digest": "0" * 64, "body": "text"}]},
        {"parcels": [{"digest": "0" * 64, "body": b""}] * (MOST + 1)},
    ):
        yield msgspec.msgpack.encode({**sent, **change})


def test_garbage_is_no_batch(box: Box) -> None:
    box.leased()
    for body in garbage():
        answer = box.client.post(
            f"/ship/games/{GAME}/records", data=body, content_type=MEDIA_TYPE, headers=box.right
        )
        assert answer.status_code == 400, body[:80]
    assert told(box.get(f"/ship/games/{GAME}"), HubHead).seq == 0


@pytest.mark.parametrize("place", ["/ship/join", f"/ship/games/{GAME}/lease"])
def test_garbage_is_no_wish(box: Box, place: str) -> None:
    for body in (*garbage(), msgspec.msgpack.encode({"code": 1, "name": 1})):
        data = body[:SMALL]
        answer = box.client.post(place, data=data, content_type=MEDIA_TYPE, headers=box.right)
        assert answer.status_code == 400, data[:80]


def test_a_digest_of_a_record_that_is_none_is_wrong(box: Box) -> None:
    for digest in ("", "x", "ü" * 64, TEN[0].digest.upper()):
        sent = RecordBatch(
            epoch=1, after=0, before="0" * 64, parcels=(Parcel(digest, TEN[0].body),)
        )
        answer = box.leased().post(f"/ship/games/{GAME}/records", sent)
        assert refused(answer) == (422, Refused("digest-wrong", {"seq": 1}))


@pytest.mark.parametrize("after", ["-1", "x", "", "1.5", "9" * 40, "²", "٣"])
def test_what_is_no_number_is_answered_so(box: Box, after: str) -> None:
    assert box.leased().get(f"/ship/games/{GAME}/records?after={after}").status_code == 400


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "", "image/jpeg"])
def test_other_kinds_of_content_are_not_read(box: Box, kind: str) -> None:
    data = msgspec.msgpack.encode(WISH)
    for address in ("/ship/join", f"/ship/games/{GAME}/lease", f"/ship/games/{GAME}/records"):
        answer = box.client.post(address, data=data, content_type=kind, headers=box.right)
        assert answer.status_code == 415


@pytest.mark.parametrize(
    ("place", "most"),
    [
        ("/ship/join", SMALL),
        (f"/ship/games/{GAME}/lease", BATCH),
        (f"/ship/games/{GAME}/records", BATCH),
    ],
)
def test_a_body_that_is_too_large_is_refused(box: Box, place: str, most: int) -> None:
    answer = box.client.post(
        place, data=bytes(most + 1), content_type=MEDIA_TYPE, headers=box.right
    )
    assert refused(answer) == (413, Refused("too-large"))


def test_a_batch_may_be_large(box: Box) -> None:
    parcels = chain(40, told="x" * 100_000)
    game = parcels[0].digest
    box.post(f"/ship/games/{game}/lease", WISH)
    answer = box.post(f"/ship/games/{game}/records", batch(parcels))
    assert told(answer, HubHead).seq == 40


def test_a_picture_is_kept_under_its_digest(hub: Hub, box: Box) -> None:
    address = f"/ship/pictures/{DIGEST}"
    assert box.client.head(address, headers=box.right).status_code == 404
    assert [box.put(address, JPEG).status_code for _ in range(2)] == [204, 204]
    assert box.client.head(address, headers=box.right).status_code == 200
    assert hub.pictures.read(DIGEST) == JPEG


def test_what_is_no_such_picture_is_refused(hub: Hub, box: Box) -> None:
    address = f"/ship/pictures/{DIGEST}"
    assert refused(box.put(address, JPEG + b"x")) == (422, Refused("digest-wrong"))
    assert box.put(address, JPEG, "text/html").status_code == 415
    page = b"<script>"
    assert box.put(f"/ship/pictures/{sha256(page).hexdigest()}", page).status_code == 400
    large = JPEG + bytes(LARGEST)
    assert refused(box.put(f"/ship/pictures/{sha256(large).hexdigest()}", large)) == (
        413,
        Refused("too-large"),
    )
    assert not hub.pictures.has(DIGEST)


def test_while_postgresql_is_away_every_address_says_so() -> None:
    with cluster() as server, hub_at(fresh_address(server)) as hub:
        code = str(hub.tables.add("Table 8"))
        box = Box(app_of(hub).test_client(), *joined_table(hub))
        box.leased()
        server.kill()
        away = (503, Refused("hub-database"))
        assert refused(box.get(f"/ship/games/{GAME}")) == away
        assert refused(box.post(f"/ship/games/{GAME}/records", batch(TEN))) == away
        assert refused(join(box.client, Join(code=code, box=""))) == away
        assert refused(box.put(f"/ship/pictures/{DIGEST}", JPEG)) == away
        assert box.client.get("/club/authority.pem").status_code == 200
        server.start()
        assert soon(lambda: box.get(f"/ship/games/{GAME}").status_code == 200)
        assert told(box.post(f"/ship/games/{GAME}/records", batch(TEN)), HubHead).seq == 10
        assert told(join(box.client, Join(code=code, box="")), Joined).table == "Table 8"
