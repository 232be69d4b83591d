"""People sign in with a password; what they may do is their role."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion import tries
from companion.hub import members
from companion.hub.hub import Hub
from companion.hub.members import Member, MemberRole
from companion.shipping.wire import Refused
from tests.conftest import HASH
from tests.hub.test_tables import all_text, pass_hours

SECRET = "correct horse"


def added(hub: Hub, name: str = "Ann", role: MemberRole = "organiser") -> Member:
    member = hub.members.add(name, role, SECRET)
    assert isinstance(member, Member)
    return member


def signed_in(hub: Hub, password: str = SECRET) -> str:
    secret = hub.members.sign_in("Ann", password)
    assert isinstance(secret, str)
    return secret


def test_who_signs_in_is_known_by_the_sessions_secret(hub: Hub) -> None:
    ann = added(hub)
    secret, other = signed_in(hub), signed_in(hub)
    assert hub.members.of(secret) == hub.members.of(other) == ann
    hub.members.sign_out(secret)
    assert (hub.members.of(secret), hub.members.of(other)) == (None, ann)
    assert hub.members.of("") is None


def test_neither_passwords_nor_sessions_stand_in_the_database(hub: Hub) -> None:
    added(hub)
    secret, text = signed_in(hub), all_text(hub)
    assert "scrypt:" in text
    assert SECRET not in text
    assert secret not in text


def test_a_try_at_a_password_costs_memory_and_time(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "HASH", HASH)
    added(hub)
    assert "scrypt:32768:8:1$" in all_text(hub)
    assert isinstance(hub.members.sign_in("Ann", SECRET), str)


def test_a_club_is_empty_as_long_as_nobody_organises_it(hub: Hub) -> None:
    assert hub.members.is_empty()
    added(hub, "Bo", "arbiter")
    assert hub.members.is_empty()
    ann = added(hub)
    assert not hub.members.is_empty()
    hub.members.remove(ann.id)
    assert hub.members.is_empty()


def test_a_name_is_one_members(hub: Hub) -> None:
    ann = added(hub)
    assert hub.members.add("Ann", "screen", SECRET) == Refused("name-taken")
    assert hub.members.all() == (ann,)


def test_a_name_is_known_however_it_is_typed(hub: Hub) -> None:
    ann = added(hub, " Ann\x00")
    assert ann.name == "Ann"
    for name in ("Ann ", "\tAnn", "Ann\x00"):
        assert isinstance(hub.members.sign_in(name, SECRET), str)
    assert hub.members.sign_in("\x00", SECRET) == Refused("password-wrong")


def test_a_password_has_eight_characters(hub: Hub) -> None:
    short = Refused("password-short", {"least": 8})
    assert hub.members.add("Ann", "screen", "1234567") == short
    ann = added(hub)
    assert hub.members.set_password(ann.id, "1234567") == short
    assert hub.members.of(signed_in(hub)) == ann


def test_another_password_signs_out_everywhere(hub: Hub) -> None:
    ann, secret = added(hub), signed_in(hub)
    assert hub.members.set_password(ann.id, "another horse") is None
    assert hub.members.of(secret) is None
    assert hub.members.sign_in("Ann", SECRET) == Refused("password-wrong")
    assert hub.members.of(signed_in(hub, "another horse")) == ann


def test_who_is_removed_is_signed_out(hub: Hub) -> None:
    ann, secret = added(hub), signed_in(hub)
    hub.members.remove(ann.id)
    assert hub.members.of(secret) is None
    assert hub.members.sign_in("Ann", SECRET) == Refused("password-wrong")


def test_a_session_ends_after_thirty_days(hub: Hub) -> None:
    ann, secret = added(hub), signed_in(hub)
    pass_hours(hub, 29 * 24)
    assert hub.members.of(secret) == ann
    pass_hours(hub, 48)
    assert hub.members.of(secret) is None


@pytest.mark.parametrize("name", ["Ann", "nobody"])
def test_wrong_passwords_make_wait_whether_the_name_is_known_or_not(hub: Hub, name: str) -> None:
    added(hub)
    told = [hub.members.sign_in(name, "wrong horse") for _ in range(tries.FREE_TRIES)]
    assert told == [Refused("password-wrong")] * tries.FREE_TRIES
    waits = hub.members.sign_in(name, SECRET)
    assert isinstance(waits, Refused)
    assert waits.code == "too-many-tries"
    added(hub, "Bo")
    assert isinstance(hub.members.sign_in("Bo", SECRET), str)  # the others do not wait
    pass_hours(hub, 2)
    assert hub.members.of(signed_in(hub)) is not None


def test_a_right_password_forgets_the_wrong_ones(hub: Hub) -> None:
    added(hub)
    for _ in range(3):
        for _ in range(tries.FREE_TRIES - 1):
            assert hub.members.sign_in("Ann", "wrong horse") == Refused("password-wrong")
        signed_in(hub)


def test_tries_at_once_are_no_more_tries(hub: Hub) -> None:
    added(hub)
    with ThreadPoolExecutor(8) as threads:
        told = [*threads.map(lambda _: hub.members.sign_in("Ann", "wrong horse"), range(16))]
    codes = [one.code for one in told if isinstance(one, Refused)]
    assert codes.count("password-wrong") == tries.FREE_TRIES
    assert codes.count("too-many-tries") == 16 - tries.FREE_TRIES
