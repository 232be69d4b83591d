"""What waits at all tables: what it is about, who says so, why, since when by the hub's clock."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.hub.lobby import Lobby
from companion.hub.waiting import TableWait, waiting_in
from companion.table.calling.commands import CallArbiter, EndCall
from companion.table.clocks.commands import GoOn, Pause
from companion.table.disputing.commands import RaiseDispute, RuleOn
from companion.table.help.commands import Drop
from companion.table.table import Table
from companion.words import Seat
from tests.support.club_rooms import Shelf, contested, played
from tests.support.player import banker


def waits(shelf: Shelf) -> tuple[TableWait, ...]:
    lobby = Lobby(shelf, lambda: {*shelf.tables.values()})
    lobby.refresh()
    return waiting_in(lobby)


def test_nothing_waits_where_all_goes_its_way(tmp_path: Path) -> None:
    shelf = Shelf()
    shelf.put(1, played(tmp_path, 20))
    assert waits(shelf) == ()


def test_a_dispute_waits_until_it_is_ruled_on(tmp_path: Path) -> None:
    def more(table: Table) -> None:
        last = table.view.seq
        cause = table.cause("seat", "phone", seat=Seat(1))
        table.submit(RaiseDispute(seq=last, why="it was a four"), cause)
        table.submit(RuleOn(seq=last, ruling="stands"), banker(table))

    shelf, parcels = Shelf(), played(tmp_path, 20, more=more)
    shelf.put(1, parcels[:-1])
    (one,) = waits(shelf)
    assert (one.what, one.seq, one.by, one.why) == (
        "dispute",
        len(parcels) - 2,
        Seat(1),
        "it was a four",
    )
    assert one.records[-1].cause == one.cause
    shelf.put(1, parcels)
    assert waits(shelf) == ()


def test_a_contested_amount_waits_until_it_is_dropped(tmp_path: Path) -> None:
    asked: list[int] = []

    def more(table: Table) -> None:
        asked.append(contested(table))
        table.submit(Drop(proposal=asked[0]), banker(table))

    shelf, parcels = Shelf(), played(tmp_path, 20, more=more)
    shelf.put(1, parcels[:-1])
    (one,) = waits(shelf)
    assert (one.what, one.seq, one.why) == ("contested", asked[0], "I was not there")
    assert one.by is not None
    shelf.put(1, parcels)
    assert waits(shelf) == ()


def test_a_call_waits_until_it_is_taken_back(tmp_path: Path) -> None:
    def more(table: Table) -> None:
        table.note_club(there=True)
        cause = table.cause("seat", "phone", seat=Seat(1))
        table.submit(CallArbiter(by=Seat(1), about="other", why="the lamp"), cause)
        table.submit(EndCall(call=table.view.seq), cause)

    shelf, parcels = Shelf(), played(tmp_path, 20, more=more)
    shelf.put(1, parcels[:-1])
    (one,) = waits(shelf)
    said = (one.what, one.seq, one.by, one.why)
    assert said == ("call", len(parcels) - 1, Seat(1), "the lamp")
    shelf.put(1, parcels)
    assert waits(shelf) == ()


@pytest.mark.parametrize("clock", [0.0, 1e9])
def test_the_oldest_is_first_whatever_the_clocks_of_tables_say(
    tmp_path: Path, clock: float
) -> None:
    def paused(table: Table, since: float, then: float) -> None:
        for command, at in ((Pause(), since), (RaiseDispute(seq=3), then)):
            table.submit(command, replace(banker(table), wall=clock + at, mono=at, boot="b"))

    shelf = Shelf()
    first = played(tmp_path / "a", 12, more=lambda table: paused(table, 100, 400))
    other = played(tmp_path / "b", 12, more=lambda table: paused(table, 5000, 5100))
    shelf.put(1, first, 2000)
    shelf.put(2, other, 2000)
    found = [(one.line.table, one.what, one.since) for one in waits(shelf)]
    assert found == [
        ("Table 1", "paused", 1700),
        ("Table 2", "paused", 1900),
        ("Table 1", "dispute", 2000),
        ("Table 2", "dispute", 2000),
    ]


def test_a_pause_that_is_over_waits_no_more(tmp_path: Path) -> None:
    def more(table: Table) -> None:
        table.submit(Pause(), banker(table))
        table.submit(GoOn(), banker(table))

    shelf, parcels = Shelf(), played(tmp_path, 12, more=more)
    shelf.put(1, parcels[:-1])
    assert [(one.what, one.seq) for one in waits(shelf)] == [("paused", len(parcels) - 1)]
    shelf.put(1, parcels)
    assert waits(shelf) == ()
