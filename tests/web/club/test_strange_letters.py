"""A NUL, half a letter, a number beyond all numbers: refused or left out, never a broken club."""

import re
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest
from werkzeug.routing import Rule

import web.club
from companion.errors import HubError, ValueRefusedError
from companion.shipping.wire import (
    MEDIA_TYPE,
    Join,
    LeaseWish,
    OrderAnswer,
    Parcel,
    TableAddresses,
)
from tests.support.club_rooms import HTTPS, ORIGIN, ClubRoom, table_with
from tests.support.clubs import joined

STRANGE = ("\x00", "a\x00b", "\x1b[2J", "99999999999999999999", "\ud800".encode("utf-8", "replace"))
LARGE = 2**40
SIGNS_OUT = {"sign_in.sign_out", "people.remove"}


def names_of_fields() -> list[str]:
    """Return the names of all fields in the forms of the club's pages."""
    found: set[str] = set()
    for path in Path(web.club.__file__).parent.glob("*.html"):
        found.update(re.findall(r'name="([a-z-]+)"', path.read_text()))
    return sorted(found | {"why", "name", "names", "password", "worth-1", "id", "seat", "amount"})


def addresses(rule: Rule) -> list[str]:
    """Return what a rule is asked by: strange letters where it takes a word, large numbers."""
    return [
        re.sub("<[^>]+>", quote(word), re.sub("<int:[^>]+>", number, rule.rule))
        for number, word in ((str(LARGE), "\x00"), ("1", "a\x00b"), ("0", "\x1b[2J"))
    ]


def test_no_form_and_no_address_of_the_club_breaks_by_its_letters(
    club: ClubRoom, game: tuple[Parcel, ...]
) -> None:
    table_with(club, "Window", game)
    client, fields = club.client("organiser"), names_of_fields()
    assert {"find", "edition", "why"} <= {*fields}
    asked = 0
    for rule in club.app.url_map.iter_rules():
        if rule.endpoint in SIGNS_OUT or rule.endpoint.endswith("events"):
            continue
        for method in sorted({"GET", "POST", "PUT"} & (rule.methods or set())):
            for address in addresses(rule):
                for value in STRANGE if method == "POST" else STRANGE[:1]:
                    form = dict.fromkeys(fields, value) if method == "POST" else None
                    answer = client.open(
                        address, method=method, data=form, headers=ORIGIN, base_url=HTTPS
                    )
                    asked += 1
                    assert answer.status_code < 500, (method, address, value)
    assert asked > 100


def test_an_arbiters_order_with_a_nul_in_it_is_kept_without(
    club: ClubRoom, game: tuple[Parcel, ...]
) -> None:
    table_with(club, "Window", game)
    client, seq = club.client("arbiter"), len(game)
    form = {"do": "rewind", "seen": str(seq), "why": "it was\x00 a four", "id": "form\x00 7"}
    answer = client.post(
        f"/arbiter/{game[0].digest}/{seq}", data=form, headers=ORIGIN, base_url=HTTPS
    )
    assert answer.status_code == 303
    assert client.get(f"/arbiter/{game[0].digest}/{seq}", base_url=HTTPS).status_code == 200


SHIPPED = {
    "join": ("POST", "/ship/join", Join(code="ABC\x00", box="box\x00")),
    "lease": ("POST", f"/ship/games/{'ab' * 32}/lease", LeaseWish(name="1\x00", edition="x\x00")),
    "answer": ("POST", "/ship/orders/1", OrderAnswer(accepted=False, told="bad\x00command")),
    "an order that never was": ("POST", f"/ship/orders/{LARGE}", OrderAnswer(accepted=True)),
    "addresses": ("PUT", "/ship/addresses", TableAddresses(("http://\x00",))),
}


@pytest.mark.parametrize("name", SHIPPED)
def test_what_a_table_says_with_a_nul_is_refused_or_cleaned_and_not_put_off(
    club: ClubRoom, name: str
) -> None:
    """A hub that says it is away is asked again, for ever."""
    _number, token = joined(club.hub)
    method, path, body = SHIPPED[name]
    answer = club.app.test_client().open(
        path,
        method=method,
        data=msgspec.msgpack.encode(body),
        content_type=MEDIA_TYPE,
        headers={"Authorization": f"Bearer {token}"},
        base_url=HTTPS,
    )
    assert answer.status_code in (200, 204, 400, 404), answer.data
    assert (answer.status_code == 400) == (name == "answer")


@pytest.mark.parametrize("value", ["a\x00b", "\ud800", 2**70])
def test_a_value_that_can_never_be_kept_is_told_from_a_database_that_is_away(
    club: ClubRoom, value: object
) -> None:
    with pytest.raises(ValueRefusedError) as told, club.hub.database.transaction() as cursor:
        cursor.execute("select %s::text, %s::int8", (str(value), value if value == 2**70 else 1))
    assert isinstance(told.value, HubError)
