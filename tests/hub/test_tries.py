"""Who guesses waits, others do not; and many addresses make no more guesses than are hopeless."""

from collections.abc import Callable

import pytest

from companion.hub import members, tables
from companion.hub.hub import Hub
from companion.shipping.wire import Joined, Refused
from companion.tries import FREE_TRIES, asker_at

GUESSER, OTHER = asker_at("203.0.113.9"), asker_at("198.51.100.7")
SECRET = "correct horse"


@pytest.mark.parametrize(
    ("address", "asker"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unknown", ""),
    ],
)
def test_a_household_is_one_asker(address: str, asker: str) -> None:
    assert asker_at(address) == asker


def joins(hub: Hub) -> Callable[[str], object]:
    return lambda asker: hub.tables.join("AAAAAAAA", "box", asker)


def passwords(hub: Hub) -> Callable[[str], object]:
    return lambda asker: hub.members.sign_in("Ann", "wrong horse", asker)


def test_false_codes_of_one_hold_up_nobody_else(hub: Hub) -> None:
    code = hub.tables.add("Table 7")
    assert isinstance(code, str)
    guess = joins(hub)
    assert [guess(GUESSER) for _ in range(FREE_TRIES)] == [Refused("code-unknown")] * FREE_TRIES
    assert hub.tables.join(code, "box", GUESSER) == Refused("too-many-tries", {"wait": 2})
    assert isinstance(hub.tables.join(code, "box", OTHER), Joined)
    assert guess(GUESSER) == Refused(
        "too-many-tries", {"wait": 2}
    )  # another's joining forgives not


def test_wrong_passwords_of_one_keep_nobody_out_elsewhere(hub: Hub) -> None:
    hub.members.add("Ann", "arbiter", SECRET)
    guess = passwords(hub)
    for _ in range(FREE_TRIES):
        assert guess(GUESSER) == Refused("password-wrong")
    waits = hub.members.sign_in("Ann", SECRET, GUESSER)
    assert isinstance(waits, Refused)
    assert waits.code == "too-many-tries"
    assert isinstance(hub.members.sign_in("Ann", SECRET, OTHER), str)


@pytest.mark.parametrize(
    ("kind", "where", "name"),
    [(joins, tables, "WRONG_JOINS"), (passwords, members, "WRONG_PASSWORDS")],
)
def test_many_addresses_together_have_so_many_tries_in_an_hour(
    hub: Hub,
    kind: Callable[[Hub], Callable[[str], object]],
    where: object,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(where, name, 5)
    guess = kind(hub)
    # Twice as many and more: a new hour of the clock may begin between them.
    answers = [guess(asker_at(f"198.51.100.{n}")) for n in range(12)]
    codes = [one.code for one in answers if isinstance(one, Refused)]
    assert codes[-1] == "too-many-tries"
    assert codes.count("too-many-tries") in range(1, 8)  # seven, or two where it did
    with hub.database.transaction() as cursor:
        cursor.execute("update wrong_try set last = last - interval '61 minutes'")
    again = guess(OTHER)
    assert isinstance(again, Refused)
    assert again.code != "too-many-tries"


def test_who_signs_in_rightly_again_and_again_uses_up_nothing(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "WRONG_PASSWORDS", 2)
    hub.members.add("Ann", "arbiter", SECRET)
    for _ in range(4):
        assert isinstance(hub.members.sign_in("Ann", SECRET, OTHER), str)
