"""The lobby folds what tables have sent, and goes on from where it was."""

import random
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.accounts.ranking import ranking
from companion.errors import HubError
from companion.hub.lobby import Lobby, LobbyLine
from companion.journal.codec import read
from companion.journal.replay import replayed
from companion.rules.asked import asked, on_turn
from companion.shipping.wire import Parcel
from companion.table.clocks.commands import GoOn, Pause
from companion.table.disputing.commands import RaiseDispute, RuleOn
from companion.table.story.commands import GoBack
from companion.table.table import Table
from tests.support.club_rooms import Shelf, played
from tests.support.player import banker, play


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Parcel, ...]:
    return played(tmp_path_factory.mktemp("home"), 60)


def lobby_of(shelf: Shelf) -> Lobby:
    return Lobby(shelf, lambda: {*shelf.tables.values()})


def line_after(parcels: tuple[Parcel, ...]) -> LobbyLine:
    shelf = Shelf()
    shelf.put(1, parcels)
    lobby = lobby_of(shelf)
    assert lobby.refresh()
    (line,) = lobby.lines
    return line


def test_a_line_says_what_the_replay_says(game: tuple[Parcel, ...]) -> None:
    line, state = line_after(game), replayed([read(one.body, one.digest) for one in game])
    assert (line.table, line.edition) == ("Table 1", state.edition)
    assert [one.name for one in line.seats] == ["Ann", "Bob", "Cy"]
    assert [one.cash for one in line.seats] == [state.cash(one.seat) for one in line.seats]
    ranked = {one.seat: one for one in ranking(state)}
    assert {one.seat: one.worth for one in line.seats} == {
        seat: one.counted.worth for seat, one in ranked.items()
    }
    assert {one.seat for one in line.leaders} == {s for s, one in ranked.items() if one.place == 1}
    assert [one.seat for one in line.seats if one.on_turn] == [on_turn(state, asked(state))]
    assert (line.waits, line.is_over, line.trouble) == ((), False, None)


def test_once_a_turn_is_played_out_it_is_the_turn_of_who_rolls_next(
    game: tuple[Parcel, ...],
) -> None:
    """The table's own pages say so."""
    records = [read(one.body, one.digest) for one in game]
    seen = 0
    for count in range(1, len(game) + 1):
        state = replayed(records[:count])
        rolls = [seat for seat, words in asked(state).items() if "roll" in words]
        if rolls and rolls != [state.turn.seat]:
            line, seen = line_after(game[:count]), seen + 1
            assert [one.seat for one in line.seats if one.on_turn] == rolls
    assert seen


def test_record_by_record_it_comes_to_the_same_as_at_once(game: tuple[Parcel, ...]) -> None:
    shelf, turns = Shelf(), []
    lobby = lobby_of(shelf)
    for count in range(1, len(game) + 1):
        shelf.put(1, game[:count])
        lobby.refresh()
        turns.append(lobby.lines[0].turn)
    assert lobby.lines == (line_after(game),)
    assert shelf.asked == len(game)  # nothing was read twice
    assert turns == sorted(turns)
    assert turns[0] == 0 < turns[-1]


def test_nothing_new_is_no_news(game: tuple[Parcel, ...]) -> None:
    shelf = Shelf()
    shelf.put(1, game)
    lobby = lobby_of(shelf)
    assert lobby.refresh()
    assert not lobby.refresh()


def test_nobody_leads_while_all_are_worth_the_same(game: tuple[Parcel, ...]) -> None:
    line = line_after(game[:1])
    assert {one.worth for one in line.seats} == {Fraction(line.seats[0].cash)}
    assert line.leaders == ()


def test_of_a_table_the_game_that_came_last_is_shown(
    tmp_path: Path, game: tuple[Parcel, ...]
) -> None:
    other, shelf = played(tmp_path, 5, seed=2), Shelf()
    shelf.put(1, game, kept_at=2000)
    newest = shelf.put(1, other, kept_at=3000)
    shelf.put(2, played(tmp_path / "b", 3, seed=3))
    lobby = lobby_of(shelf)
    lobby.refresh()
    assert [(one.table, one.kept_at) for one in lobby.lines] == [
        ("Table 1", 3000),
        ("Table 2", 1000),
    ]
    assert lobby.lines[0].game == newest


def test_tables_stand_as_people_count_them(game: tuple[Parcel, ...]) -> None:
    shelf = Shelf()
    for number in (10, 2, 1):
        shelf.put(number, (Parcel(f"{number:064x}", game[0].body), *game[1:3]))
    lobby = lobby_of(shelf)
    lobby.refresh()
    assert [one.table for one in lobby.lines] == ["Table 1", "Table 2", "Table 10"]


def test_a_table_that_left_the_club_is_not_shown(game: tuple[Parcel, ...]) -> None:
    shelf = Shelf()
    shelf.put(1, game)
    lobby = Lobby(shelf, set)
    assert not lobby.refresh()
    assert lobby.lines == ()


def test_disputes_and_pauses_are_told_until_they_end(tmp_path: Path) -> None:
    told: list[tuple[str, ...]] = []

    def more(table: Table) -> None:
        last = table.view.seq
        for command in (
            RaiseDispute(seq=last),
            Pause(),
            GoOn(),
            RuleOn(seq=last, ruling="stands"),
        ):
            table.submit(command, banker(table))

    parcels = played(tmp_path, 20, more=more)
    told = [line_after(parcels[: len(parcels) - n]).waits for n in range(4, -1, -1)]
    assert told == [(), ("dispute",), ("dispute", "paused"), ("dispute",), ()]


def test_going_back_takes_turns_back(tmp_path: Path) -> None:
    def more(table: Table) -> None:
        seen = table.view.seq
        table.submit(GoBack(to=10, seen=seen, why="told wrongly"), banker(table))
        for _ in islice(play(table, random.Random(5)), 10):
            pass

    parcels = played(tmp_path, 30, more=more)
    assert len(parcels) > 35
    shelf = Shelf()
    shelf.put(1, parcels[:10])
    lobby = lobby_of(shelf)
    lobby.refresh()
    then = lobby.lines[0]
    shelf.put(1, parcels[:31])
    lobby.refresh()
    assert replace(lobby.lines[0], kept_at=0) == replace(then, kept_at=0)
    shelf.put(1, parcels)
    lobby.refresh()
    state = replayed([read(one.body, one.digest) for one in parcels])
    assert [one.cash for one in lobby.lines[0].seats] == [state.cash(s) for s in state.seats]


@pytest.mark.parametrize("body", [b"nonsense", b'{"version": 99}', b'{"version": 5}'])
def test_a_game_that_cannot_be_read_is_shown_as_such_and_the_others_go_on(
    tmp_path: Path, game: tuple[Parcel, ...], body: bytes
) -> None:
    shelf = Shelf()
    shelf.put(1, (*game, Parcel("f" * 64, body)))
    shelf.put(2, played(tmp_path, 5, seed=2))
    shelf.put(3, (Parcel("e" * 64, body),))
    lobby = lobby_of(shelf)
    lobby.refresh()
    first, second, third = lobby.lines
    assert (first.edition, first.seats) == (third.edition, third.seats) == (None, ())
    assert first.trouble is not None
    assert first.trouble.code in ("journal-damaged", "journal-newer")
    assert second.trouble is None
    asked = shelf.asked
    assert not lobby.refresh()
    assert shelf.asked == asked  # it is not read again and again


def test_what_was_read_stays_while_the_database_is_away(game: tuple[Parcel, ...]) -> None:
    class Away(Shelf):
        away = False

        def after(self, game: str, seq: int, limit: int = 500) -> tuple[Parcel, ...]:
            if self.away:
                raise HubError(code="hub-database")
            return super().after(game, seq, limit)

    shelf = Away()
    shelf.put(1, game[:20])
    lobby = lobby_of(shelf)
    lobby.refresh()
    before, shelf.away = lobby.lines, True
    shelf.put(1, game)
    with pytest.raises(HubError):
        lobby.refresh()
    assert lobby.lines == before
    shelf.away = False
    assert lobby.refresh()
    assert lobby.lines == (line_after(game),)
