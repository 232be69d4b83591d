"""The lobby knows how much time each table has: of its round, or till its own agreed end."""

import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.commands import TimeUp
from companion.hub.hub import Hub
from companion.hub.lobby import Lobby, LobbyLine
from companion.hub.time_left import TimeLeft
from companion.hub.tournaments import Tournament
from companion.shipping.wire import Parcel, TableRound
from companion.table.clocks.commands import GoOn, Pause
from companion.table.games.commands import Begin
from companion.table.table import Table
from tests.support.club_rooms import Shelf, WrongClock, played, ship
from tests.support.clubs import joined
from tests.support.player import PLAYERS, banker

HOUR_S, NEAR_S = 3600.0, 30.0
TIMED = Begin(edition="ru-2004", players=PLAYERS, first_roll=False, ends="90 min")
ROUND = TableRound(
    tournament="Cup",
    number=1,
    players=("Cy", " bob", "Ann"),
    edition="ru-2004",
    minutes=90,
    left_s=1000.0,
)


def line_of(
    parcels: tuple[Parcel, ...], kept_at: float, told: TableRound | None = None
) -> LobbyLine:
    """Return the lobby's line of a game of which all came at a moment."""
    shelf = Shelf()
    shelf.put(1, parcels, kept_at)
    lobby = Lobby(shelf, lambda: {1}, lambda _tables: {1: told} if told else {})
    lobby.refresh()
    return lobby.lines[0]


def ends(line: LobbyLine) -> float:
    assert line.time is not None
    assert line.time.ends is not None
    return line.time.ends


@pytest.mark.parametrize("off_s", [0.0, 5 * HOUR_S, -40 * 24 * HOUR_S])
def test_a_games_own_end_is_told_by_the_hubs_clock_whatever_the_tables_says(
    tmp_path: Path, off_s: float
) -> None:
    now = time.time()
    parcels = played(tmp_path, 5, first=TIMED, clock=WrongClock(off_s))
    assert ends(line_of(parcels, now)) == pytest.approx(now + 90 * 60, abs=NEAR_S)


def test_records_that_come_late_move_no_end_that_is_known(tmp_path: Path) -> None:
    now, shelf = time.time(), Shelf()
    parcels = played(tmp_path, 9, first=TIMED)
    lobby = Lobby(shelf, lambda: {1})
    shelf.put(1, parcels[:5], now)
    lobby.refresh()
    known = ends(lobby.lines[0])
    shelf.put(1, parcels, now + HOUR_S)  # the table was away for an hour
    lobby.refresh()
    assert ends(lobby.lines[0]) == known


def test_pauses_are_added_and_while_one_lasts_the_clock_stands(tmp_path: Path) -> None:
    clock = WrongClock()

    def more(table: Table) -> None:
        table.submit(Pause(), banker(table))
        clock.off_s += HOUR_S
        clock.boot = "again"  # else the clock that does not jump says how long it was
        table.submit(GoOn(), banker(table))

    now = time.time()
    parcels = played(tmp_path, 5, first=TIMED, clock=clock, more=more)
    rests = line_of(parcels[:-1], now).time
    assert rests is not None
    assert rests.ends is None
    assert rests.rests_s == pytest.approx(90 * 60, abs=NEAR_S)
    assert ends(line_of(parcels, now + HOUR_S)) == pytest.approx(now + 150 * 60, abs=NEAR_S)


def test_a_game_without_an_end_has_no_time_and_one_whose_time_was_called_has_none_left(
    tmp_path: Path,
) -> None:
    assert line_of(played(tmp_path / "a", 5), time.time()).time is None
    called = played(
        tmp_path / "b", 5, first=TIMED, more=lambda table: table.submit(TimeUp(), banker(table))
    )
    line = line_of(called, time.time())
    assert line.time == (None if line.is_over else TimeLeft())


def test_a_round_counts_where_its_game_is_played_and_another_game_has_its_own_end(
    tmp_path: Path,
) -> None:
    now = time.time()
    timed, other = played(tmp_path / "a", 5, first=TIMED), played(tmp_path / "b", 5)
    assert ends(line_of(timed, now, ROUND)) == pytest.approx(now + 1000, abs=NEAR_S)
    assert ends(line_of(other, now, ROUND)) == pytest.approx(now + 1000, abs=NEAR_S)
    apart = TableRound(
        tournament="Cup", number=1, players=("Eve", "Finn"), edition="ru-2004", minutes=90,
        left_s=1000.0,
    )  # fmt: skip
    assert ends(line_of(timed, now, apart)) == pytest.approx(now + 90 * 60, abs=NEAR_S)
    changed = replace(apart, lineups=(("Eve", "Ann"), ("Ann", "Bob", "Cy")))
    assert ends(line_of(timed, now, changed)) == pytest.approx(now + 1000, abs=NEAR_S)
    assert line_of(other, now, apart).time is None


def test_a_round_is_told_from_its_beginning_on_and_its_end_does_not_jump(
    hub: Hub, tmp_path: Path
) -> None:
    table, _token = joined(hub)
    ship(hub, table, played(tmp_path, 5))
    cup = hub.tournaments.add("Cup", "ru-2004", minutes=90)
    assert isinstance(cup, Tournament)
    hub.tournaments.enter(cup.id, PLAYERS)
    hub.tournaments.seat(cup.id, 1, tables=1)
    lobby = Lobby(hub.records, lambda: {table}, hub.round_tables.at)
    assert lobby.refresh()
    assert lobby.lines[0].time is None  # it has not begun
    assert hub.tournaments.begin(cup.id, 1) is None
    assert lobby.refresh()
    assert ends(lobby.lines[0]) == pytest.approx(time.time() + 90 * 60, abs=NEAR_S)
    assert not lobby.refresh()
    hub.tournaments.close(cup.id)
    assert lobby.refresh()
    assert lobby.lines[0].time is None
