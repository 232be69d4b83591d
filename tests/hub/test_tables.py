"""A table joins once by a code, and is known by its token from then on."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion import tries
from companion.hub.hub import Hub
from companion.hub.tables import ALPHABET
from companion.shipping.wire import Joined, Refused
from tests.support.clubs import CLUB, batch, chain, joined, leased


def added(hub: Hub, name: str = "Table 7") -> str:
    code = hub.tables.add(name)
    assert isinstance(code, str)
    return code


def all_text(hub: Hub) -> str:
    """Return all that stands in the tables about who may send, as text."""
    with hub.database.transaction() as cursor:
        found = [
            cursor.execute(f"select t::text from {name} t".encode()).fetchall()
            for name in ("club_table", "join_code", "session", "member", "wrong_try")
        ]
    return str(found)


def pass_hours(hub: Hub, hours: int) -> None:
    """Let all that was written down be older."""
    with hub.database.transaction() as cursor:
        for column in ("join_code.made", "wrong_try.last", "club_table.seen", "session.made"):
            name, _, when = column.partition(".")
            told = f"update {name} set {when} = {when} - make_interval(hours => {hours})"
            cursor.execute(told.encode())


def test_a_code_is_eight_letters_that_nobody_mistakes(hub: Hub) -> None:
    assert re.fullmatch("[A-Z2-9]{8}", added(hub))
    assert len(ALPHABET) == 32
    assert not {*ALPHABET} & {*"0O1I"}


def test_who_shows_the_code_gets_a_token(hub: Hub) -> None:
    told = hub.tables.join(f" {added(hub).lower()} ", "raspberrypi")
    assert isinstance(told, Joined)
    assert (told.table, told.club) == ("Table 7", CLUB)
    table = hub.tables.of(told.token)
    assert table is not None
    assert (table.name, table.joined) == ("Table 7", True)
    assert hub.tables.all() == (table,)


def test_no_secret_stands_in_the_database(hub: Hub) -> None:
    code = added(hub)
    assert hub.tables.all()[0].joined is False
    told = hub.tables.join(code, "box")
    assert isinstance(told, Joined)
    other = added(hub, "Table 8")
    text = all_text(hub)
    assert not [secret for secret in (code, told.token, other) if secret in text]


@pytest.mark.parametrize("token", ["", "x", "\x00", "ü" * 50_000])
def test_what_is_no_token_is_nobodys(hub: Hub, token: str) -> None:
    joined(hub)
    added(hub, "Table 8")
    assert hub.tables.of(token) is None


def test_a_code_is_good_for_once(hub: Hub) -> None:
    code = added(hub)
    assert isinstance(hub.tables.join(code, "box"), Joined)
    assert hub.tables.join(code, "box") == Refused("code-used")


def test_of_many_who_show_one_code_at_once_one_joins(hub: Hub) -> None:
    code = added(hub)
    with ThreadPoolExecutor(6) as threads:
        told = [*threads.map(lambda number: hub.tables.join(code, f"box {number}"), range(6))]
    assert sum(isinstance(one, Joined) for one in told) == 1
    assert {one.code for one in told if isinstance(one, Refused)} == {"code-used"}


def test_a_code_is_good_for_a_day(hub: Hub) -> None:
    code = added(hub)
    pass_hours(hub, 23)
    other = added(hub, "Table 8")
    assert isinstance(hub.tables.join(code, "box"), Joined)
    pass_hours(hub, 25)
    assert hub.tables.join(other, "box") == Refused("code-unknown")


def test_a_name_is_one_tables(hub: Hub) -> None:
    added(hub)
    assert hub.tables.add("Table 7") == Refused("name-taken")
    assert [table.name for table in hub.tables.all()] == ["Table 7"]


def test_a_name_is_one_line_that_can_be_seen(hub: Hub) -> None:
    for name in ("  Table \x00 8\n", "Tisch \udcff9", "x" * 100):
        code = hub.tables.add(name)
        assert isinstance(code, str)
        assert isinstance(hub.tables.join(code, "\x00" * 1000), Joined)
    assert [table.name for table in hub.tables.all()] == ["Table 8", "Tisch 9", "x" * 40]
    assert hub.tables.add("Table 8 ") == Refused("name-taken")


def test_a_renewed_code_voids_the_token_when_it_is_used(hub: Hub) -> None:
    number, token = joined(hub)
    unused = hub.tables.renew(number)
    code = hub.tables.renew(number)
    assert hub.tables.of(token) is not None
    assert hub.tables.join(unused, "box") == Refused("code-unknown")
    told = hub.tables.join(code, "another box")
    assert isinstance(told, Joined)
    assert hub.tables.of(token) is None
    table = hub.tables.of(told.token)
    assert table is not None
    assert table.id == number


def test_a_table_that_is_removed_is_void_and_its_games_stay(hub: Hub) -> None:
    number, token = joined(hub)
    parcels = chain(3)
    game = leased(hub, parcels, number)
    hub.records.keep(game, number, batch(parcels))
    code = hub.tables.renew(number)
    hub.tables.remove(number)
    assert hub.tables.of(token) is None
    assert hub.tables.join(code, "box") == Refused("code-unknown")
    assert hub.tables.all() == ()
    assert [(one.game, one.table_name) for one in hub.records.games()] == [(game, "Table 7")]
    again, _ = joined(hub, "Table 7")
    assert again != number


def test_a_table_is_seen_when_it_asks(hub: Hub) -> None:
    _, token = joined(hub)
    pass_hours(hub, 1)
    before = hub.tables.all()[0].seen_at
    hub.tables.of(token)
    after = hub.tables.all()[0].seen_at
    assert before is not None
    assert after is not None
    assert after - before > 3500
    pass_hours(hub, -1)  # the clock was set back
    hub.tables.of(token)
    assert abs((hub.tables.all()[0].seen_at or 0) - after) < 3500


def test_wrong_codes_make_wait_and_the_right_one_too(hub: Hub) -> None:
    code = added(hub)
    for _ in range(tries.FREE_TRIES):
        assert hub.tables.join("WRONG234", "box") == Refused("code-unknown")
    told = hub.tables.join(code, "box")
    assert told == Refused("too-many-tries", {"wait": 2})
    pass_hours(hub, 2)
    assert isinstance(hub.tables.join(code, "box"), Joined)


def test_a_clock_that_is_set_back_makes_nobody_wait_longer(hub: Hub) -> None:
    code = added(hub)
    for _ in range(tries.FREE_TRIES):
        hub.tables.join("WRONG234", "box")
    pass_hours(hub, -2)
    assert hub.tables.join(code, "box") == Refused("too-many-tries", {"wait": 2})
    with hub.database.transaction() as cursor:
        assert cursor.execute(
            "select bool_and(last <= clock_timestamp()) from wrong_try"
        ).fetchall() == [(True,)]


def test_many_tables_that_join_at_once_do_not_wait(hub: Hub) -> None:
    codes = [added(hub, f"Table {number}") for number in range(12)]
    with ThreadPoolExecutor(6) as threads:
        told = [*threads.map(lambda code: hub.tables.join(code, "box"), codes)]
    assert all(isinstance(one, Joined) for one in told)


def test_tries_grow_dearer_up_to_five_minutes() -> None:
    assert [tries.wait_after(failures) for failures in range(7)] == [0, 0, 0, 2, 4, 8, 16]
    assert tries.wait_after(1_000_000) == tries.LONGEST_WAIT_S
