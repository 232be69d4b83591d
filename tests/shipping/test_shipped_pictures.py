"""Pictures that records rest on follow the records, where the table keeps pictures."""

from hashlib import sha256
from pathlib import Path

from companion.table.games.commands import Resume
from companion.table.witness import TableWitness
from tests.support.player import banker, begin
from tests.support.shipping import Shipping
from tests.support.small_hub import SmallHub
from tests.support.table import reading
from tests.support.waiting import soon

PICTURE = b"\xff\xd8 a picture of dice"
DIGEST = sha256(PICTURE).hexdigest()


def throw(shipping: Shipping, picture: bytes = PICTURE) -> None:
    """Let dice be seen; the writer has seen them when it answers."""
    table = shipping.table
    now = table.cause("camera", "camera").mono
    TableWitness(table).dice(reading(1, 2), picture, now, now)
    table.submit(Resume(game=table.view.game), banker(table))


def test_a_picture_follows_its_record_and_is_sent_once(hub: SmallHub, shipping: Shipping) -> None:
    begin(shipping.table)
    throw(shipping)
    shipping.join(hub)
    assert soon(lambda: hub.pictures == {DIGEST: PICTURE})
    assert shipping.is_at(hub)
    shipping.stop()
    shipping.start()
    shipping.play(2)
    assert soon(lambda: shipping.is_at(hub))
    assert hub.asked.count(f"PUT /ship/pictures/{DIGEST}") == 1


def test_where_no_pictures_are_kept_none_is_sent(hub: SmallHub, tmp_path: Path) -> None:
    shipping = Shipping(tmp_path / "bare", keeps=False)
    try:
        begin(shipping.table)
        throw(shipping)
        shipping.join(hub)
        assert soon(lambda: shipping.is_at(hub))
    finally:
        shipping.stop()
    assert hub.pictures == {}


def test_a_picture_that_is_gone_hinders_nothing(hub: SmallHub, shipping: Shipping) -> None:
    begin(shipping.table)
    throw(shipping)
    shipping.table.delete_pictures()
    shipping.join(hub)
    shipping.play(3)
    throw(shipping)
    assert soon(lambda: shipping.is_at(hub))


def test_a_hub_that_lost_records_is_offered_their_pictures_again(
    hub: SmallHub, shipping: Shipping
) -> None:
    begin(shipping.table)
    throw(shipping)
    shipping.join(hub)
    assert soon(lambda: DIGEST in hub.pictures)
    hub.forget(shipping.parcels()[0].digest, 1)
    hub.pictures.clear()
    shipping.play(1)
    assert soon(lambda: hub.pictures == {DIGEST: PICTURE})
