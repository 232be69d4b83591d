"""A second camera sees where deeds are laid, and only that: the first leaves them alone then."""

from itertools import count

import numpy as np
import pytest

from calibration.mat import A3
from cards_qr.tag_reader import TagReader
from companion.vision.frame import Frame, Pixels
from hardware.scan_reader import ToldTags
from hardware.simulated.troubles import dark
from hardware.watcher import DeedsWatcher
from tests.hardware.test_watcher import no_mat
from tests.support.keyrings import known_keyring
from tests.support.stage import Stage
from tests.support.told import Told
from tests.support.two_eyes import Fed


class TwoPlaces(Stage):
    """A drawn table under two cameras: one sees all of it, the other the scan field alone."""

    def __init__(self) -> None:
        self.is_alone = False  # whether the first camera reads deeds, too
        self.lying, self.deeds_told = ToldTags(), Told()
        self.deeds: DeedsWatcher | None = None
        super().__init__(reads_cards=lambda: self.is_alone, told=self.lying)
        self.deeds = DeedsWatcher(
            Fed("usb:2", count()),
            witness=self.deeds_told,
            tags=TagReader(known_keyring()),
            told=self.lying,
            find=no_mat,
        )
        corners = np.array([(*corner, 0.0) for corner in A3.scan.corners])
        seen = self.table._scene.view.project(corners)
        self._left, self._top = seen.min(axis=0).astype(int)
        self._right, self._bottom = seen.max(axis=0).astype(int)
        self.see(1.0)

    def shown(self, frame: Frame) -> None:
        if self.deeds is not None and not self.is_alone:
            part = frame.pixels[self._top : self._bottom, self._left : self._right]
            self.deeds.see(Frame(np.ascontiguousarray(part), frame.at, frame.number))

    @property
    def laid(self) -> list[list[int | None]]:
        """Whatever was told to lie there by the second camera."""
        return [[tag.id for tag in seen] for seen in self.deeds_told.tags]


@pytest.fixture
def places() -> TwoPlaces:
    return TwoPlaces()


def test_dice_are_told_by_one_camera_and_deeds_by_the_other(places: TwoPlaces) -> None:
    places.table.lay_deed(16)
    assert places.throw(show=(3, 5)) == ["motion", "dice"]
    assert places.reading.values == (3, 5)
    assert places.laid == [[16]]
    assert all(tag.valid for seen in places.deeds_told.tags for tag in seen)
    places.table.take_deed(16)
    places.see(3.0)
    assert places.laid == [[16], []]
    assert set(places.deeds_told.names) == {"cards"}


def test_what_the_other_camera_has_told_is_not_told_again(places: TwoPlaces) -> None:
    places.table.lay_deed(16)
    places.see(3.0)
    places.is_alone = True
    places.table.lay_deed(3)
    assert places.see(3.0) == ["cards"]
    assert sorted(tag.id or 0 for tag in places.told.tags[-1]) == [3, 16]
    assert places.laid == [[16]]


def test_that_it_sees_nothing_is_told_of_it_alone_and_that_it_sees_again(places: TwoPlaces) -> None:
    assert places.deeds is not None
    seen: Pixels = np.full((300, 400, 3), 120, np.uint8)
    for number in range(60):
        places.deeds.see(Frame(dark(seen), 100.0 + number / 12, number))
    assert places.deeds_told.troubles == ["camera-dark"]
    places.see(1.0)
    assert places.deeds_told.calls[-1] == ("camera", ("usb:2", True))
    assert "camera" not in places.told.names


def test_a_reader_that_stumbles_reads_the_next_deed(
    places: TwoPlaces, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    deeds = places.deeds
    assert deeds is not None
    monkeypatch.setattr(deeds, "see", lambda _frame: 1 / 0)
    deeds._round()
    assert "the deeds watcher stumbled" in caplog.text
    monkeypatch.undo()
    places.table.lay_deed(5)
    places.see(3.0)
    assert places.laid == [[5]]
