"""The whole table is looked at while deeds are laid out, many at once, and only then."""

import threading

import pytest

from cards_qr.keyring import Keyring
from cards_qr.seen_tags import TagSeen
from cards_qr.tag_reader import TagReader
from companion.errors import CameraError
from companion.table.check.laid_deeds import PileLook
from companion.vision.frame import Frame
from companion.words import Seat
from hardware.lookout import Lookout
from hardware.simulated.table import SimulatedTable
from tests.support.keyrings import known_keyring
from tests.support.ticks import Ticks

LAID_S = 2.0


class Laying:
    """A simulated table under a lookout."""

    def __init__(self, keyring: Keyring) -> None:
        self.ticks = Ticks()
        self.table = SimulatedTable(4, keyring=keyring, clock=self.ticks)
        self.look: PileLook | None = PileLook("a check", Seat(0))
        self.told: list[tuple[tuple[TagSeen, ...], PileLook]] = []
        self._number = 0
        self.lookout = Lookout(
            self.frame,
            lambda: None,
            TagReader(keyring),
            wanted=lambda: self.look,
            tell=lambda _at, seen, _jpeg, look: self.told.append((seen, look)),
        )

    def frame(self) -> Frame:
        self._number += 1
        return Frame(self.table.seen(self.ticks()), self.ticks(), self._number)

    def looks(self, times: int = 2) -> list[tuple[int | None, str | None]]:
        """Look some times; return what is to be seen there then."""
        self.ticks.sleep(LAID_S)
        for _look in range(times):
            self.lookout.look()
        return sorted((tag.id, tag.side) for tag in self.told[-1][0] if not tag.hidden)

    @property
    def hidden(self) -> set[int | None]:
        """What may lie there still, though it is not to be seen."""
        return {tag.id for tag in self.told[-1][0] if tag.hidden}


@pytest.fixture(scope="module")
def keyring() -> Keyring:
    return known_keyring()


@pytest.fixture
def laying(keyring: Keyring) -> Laying:
    return Laying(keyring)


def test_many_deeds_are_read_all_over_the_table(laying: Laying) -> None:
    deeds = [(n, "back" if n % 3 == 0 else "front") for n in range(5, 21)]
    assert laying.table.lay_out(deeds) == ()
    assert laying.looks() == deeds


def test_what_is_taken_away_is_gone_whatever_the_ground_is(laying: Laying) -> None:
    laying.table.lay_out([(n, "front") for n in range(5, 21)])
    laying.looks()
    laying.table.take_deed()
    assert laying.looks() == []


def test_what_a_hand_covers_may_lie_there_still(laying: Laying) -> None:
    laying.table.lay_out([(3, "front")])
    laying.looks()
    laying.table.hold(laying.table._deeds["deed", 3].slot.centre)
    assert laying.looks() == []
    assert laying.hidden == {3}
    laying.table.hold(None)
    assert laying.looks() == [(3, "front")]


def test_kept_cards_are_laid_out_too(laying: Laying) -> None:
    assert laying.table.lay_out([(3, "front")], [7, 20]) == ()
    laying.looks()
    assert {(tag.kind, tag.id) for tag in laying.told[-1][0]} == {
        ("deed", 3),
        ("card", 7),
        ("card", 20),
    }


def test_other_deeds_in_the_same_places_are_told_from_those_before(laying: Laying) -> None:
    laying.table.lay_out([(n, "front") for n in range(1, 9)])
    laying.looks()
    laying.table.lay_out([(n, "back") for n in range(11, 17)])
    assert laying.looks() == [(n, "back") for n in range(11, 17)]


def test_what_does_not_fit_stays_in_the_hand_for_the_next_go(laying: Laying) -> None:
    left = laying.table.lay_out([(n, "front") for n in range(1, 29)])
    laid = {number for number, _side in laying.table.lies.deeds}
    assert left
    assert laid | {number for number, _side in left} == set(range(1, 29))
    assert laying.table.lay_out(left) == ()


def test_a_table_is_laid_out_with_deeds_that_there_are(laying: Laying) -> None:
    for wrong in ([(29, "front")], [(1, "edge")]):
        with pytest.raises(CameraError):
            laying.table.lay_out(wrong)
    assert laying.table.lies.deeds == ()


def test_nobody_looks_while_nobody_lays_out(laying: Laying) -> None:
    laying.look = None
    assert not laying.lookout.look()
    assert laying.told == []


def test_the_next_check_remembers_nothing_of_the_one_before(laying: Laying) -> None:
    laying.table.lay_out([(3, "front")])
    assert laying.looks() == [(3, "front")]
    laying.table.take_deed()
    laying.look = PileLook("another check", Seat(0))
    assert laying.looks() == []


def test_whatever_is_thrown_the_lookout_looks_again(
    laying: Laying, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("hardware.lookout.PERIOD_S", 0.001)
    monkeypatch.setattr("hardware.loop.STUMBLED_S", 0.001)
    asked, again = iter((KeyError("view"), ValueError("frame"))), threading.Event()

    def wanted() -> PileLook | None:
        for error in asked:
            raise error
        again.set()
        return None

    monkeypatch.setattr(laying.lookout, "_wanted", wanted)
    laying.lookout.start()
    assert again.wait(30)
    laying.lookout.stop()
    assert caplog.text.count("the lookout stumbled") == 2
