"""The voice never lags behind the game."""

from companion.voice.announcer import Announcement
from companion.voice.waiting_line import MOST, STALE_S, WaitingLine

ROLL = Announcement("1", "roll", "Ann, 11.", cuts=True)
LOW, HIGH = (Announcement(bid, "bid", f"Bob bids {bid}.", "bid") for bid in ("20", "30"))
OTHER = Announcement("4", "money", "Rent.")


def test_what_waited_too_long_is_not_said() -> None:
    line = WaitingLine()
    line.put(OTHER, 0.0)
    assert line.next(STALE_S + 0.1) is None
    line.put(OTHER, 0.0)
    assert line.next(STALE_S) is OTHER


def test_a_roll_cuts_in_and_clears_what_waits() -> None:
    line = WaitingLine()
    assert not line.put(OTHER, 0.0)
    assert line.put(ROLL, 1.0)
    assert line.next(1.0) is ROLL
    assert line.next(1.0) is None


def test_of_two_bids_only_the_higher_is_said() -> None:
    line = WaitingLine()
    line.put(LOW, 0.0)
    line.put(OTHER, 0.0)
    line.put(HIGH, 0.0)
    assert [line.next(0.0), line.next(0.0), line.next(0.0)] == [OTHER, HIGH, None]


def test_only_a_few_wait() -> None:
    line = WaitingLine()
    for n in range(MOST + 2):
        line.put(Announcement(str(n), "money"), 0.0)
    first = line.next(0.0)
    assert first is not None
    assert first.id == "2"


def test_the_last_one_is_said_again_and_before_all_else() -> None:
    line = WaitingLine()
    assert not line.repeat(0.0)
    line.put(OTHER, 0.0)
    line.next(0.0)
    line.put(LOW, 1.0)
    assert line.repeat(50.0)
    assert [line.next(50.0), line.next(50.0)] == [OTHER, None]
