"""The sight of a table that has no mat: boxes are drawn, kept, and read in."""

import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.mat_detection import MatFound
from calibration.store import by_mat, path_of
from cards_qr.tag_reader import TagReader
from companion.errors import SettingsError
from companion.vision.dice import NetReader
from companion.vision.plane import Homography, Lens, Zone
from hardware.camera_view import TableSight, drawn_before
from hardware.cameras.reconnection import SteadyCamera, steady_camera
from hardware.field import Layout, Locate
from hardware.simulated.table import SimulatedTable
from hardware.watcher import Watcher
from tests.support.drawn_trays import drawn_on, no_mat
from tests.support.keyrings import known_keyring
from tests.support.told import Told

TRAY, SCAN = Zone(213, 132, 479, 443), Zone(727, 141, 322, 440)


class Table:
    """A simulated table whose mat nobody finds."""

    def __init__(self, folder: Path, find: Locate | None = no_mat) -> None:
        keyring = known_keyring()
        self.simulated, self.told = SimulatedTable(4, keyring=keyring), Told()
        self.camera: SteadyCamera = steady_camera("sim", table=self.simulated)
        self.watcher = Watcher(
            self.camera,
            witness=self.told,
            dice=NetReader(),
            tags=TagReader(keyring),
            dice_expected=lambda: 2,
            find=find,
            drawn=drawn_before(folder, "sim"),
        )
        self.sight = TableSight(self.camera, self.watcher, folder)

    def look(self) -> None:
        self.watcher.see(self.camera.read())

    def look_until(self, told: int) -> None:
        end = time.monotonic() + 20
        while len(self.told.names) < told and time.monotonic() < end:
            self.look()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    yield opened
    opened.camera.close()


def test_before_the_first_frame_there_is_nothing_to_see(table: Table) -> None:
    assert table.sight.size is None
    assert table.sight.picture() is None
    with pytest.raises(SettingsError, match="no picture yet"):
        table.sight.draw(TRAY.corners, SCAN)


def test_the_picture_is_what_the_watcher_saw(table: Table) -> None:
    table.look()
    coded = table.sight.picture()
    assert coded is not None
    assert table.sight.size == (1280, 720)
    decoded = cv2.imdecode(np.frombuffer(coded, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    assert decoded.shape == (720, 1280, 3)
    assert [check.name for check in table.sight.checks()][:2] == ["camera", "mat"]


def test_boxes_are_used_at_once_and_after_every_start(table: Table, tmp_path: Path) -> None:
    table.look()
    assert table.sight.layout == Layout()
    table.sight.draw(TRAY.corners, SCAN)
    table.look()
    assert table.sight.layout == Layout(by="hand", tray=TRAY, scan=SCAN)
    again = Table(tmp_path)
    again.look()
    assert again.sight.layout.by == "hand"
    again.sight.forget()
    again.look()
    assert again.sight.layout == Layout()
    assert not path_of(tmp_path, "sim").exists()


def test_boxes_keep_the_lens_that_was_measured(tmp_path: Path) -> None:
    table, lens = Table(tmp_path), Lens((639.5, 359.5), 734.0, k1=-0.05)
    table.look()
    plane = Homography(((0.5, 0.0, 0.0), (0.0, -0.5, 300.0), (0.0, 0.0, 1.0)), lens)
    known = by_mat("sim", (1280, 720), MatFound(plane, 0.1, (0, 1, 2, 3), TRAY, SCAN))
    table.watcher.field.draw(known)
    table.sight.draw(TRAY.corners, SCAN)
    drawn = drawn_before(tmp_path, "sim")
    table.sight.forget()
    left = drawn_before(tmp_path, "sim")
    for stored in (drawn, left):
        assert stored is not None
        assert stored.lens == lens
    table.look()
    assert table.sight.layout == Layout()
    table.camera.close()


def test_where_no_mat_is_seen_nothing_is_measured(table: Table, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no picture yet"):
        table.sight.measure()
    table.simulated._scene._empty[:] = 90
    table.simulated._scene._still_key = ""
    table.look()
    with pytest.raises(SettingsError, match="No mat is seen"):
        table.sight.measure()
    assert not path_of(tmp_path, "sim").exists()


def test_the_mat_is_measured_anew_kept_and_used(tmp_path: Path) -> None:
    table = Table(tmp_path, find=None)
    table.look()
    table.sight.measure()
    table.look()
    table.look()
    kept = drawn_before(tmp_path, "sim")
    assert kept is not None
    assert kept.homography is not None
    assert table.sight.layout.by == "mat"
    assert table.sight.strayed == "no"
    table.camera.close()


def test_a_box_outside_the_picture_changes_nothing(table: Table) -> None:
    table.look()
    with pytest.raises(SettingsError, match="picture: tray"):
        table.sight.draw(Zone(1200, 0, 200, 200).corners, SCAN)
    table.look()
    assert table.sight.layout == Layout()


def test_a_damaged_file_is_noted_and_left_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path_of(tmp_path, "sim").write_text("{")
    assert drawn_before(tmp_path, "sim") is None
    assert "Calibrate the camera again" in caplog.text


def test_a_tray_that_cannot_be_changes_nothing(table: Table, tmp_path: Path) -> None:
    table.look()
    with pytest.raises(SettingsError, match="60 to 600 mm"):
        table.sight.draw(TRAY.corners, SCAN, (20.0, 180.0))
    table.look()
    assert table.sight.layout == Layout()
    assert not path_of(tmp_path, "sim").exists()


def test_a_tray_that_is_said_to_be_so_large_is_known_after_every_start(
    table: Table, tmp_path: Path
) -> None:
    table.look()
    known = drawn_on(table.simulated)
    assert known.corners is not None
    assert known.scan is not None
    table.sight.draw(known.corners, known.scan, known.inside)
    table.look()
    again = Table(tmp_path)
    again.look()
    for layout in (table.sight.layout, again.sight.layout):
        assert (layout.outline, layout.inside) == (known.corners, known.inside)
        assert layout.die == pytest.approx(34, abs=2)


def test_dice_and_deeds_are_read_in_the_boxes(table: Table) -> None:
    table.look()
    table.sight.draw(TRAY.corners, SCAN)
    table.simulated.throw(show=(3, 5))
    table.look_until(2)
    table.simulated.lay_deed(16)
    table.look_until(3)
    assert table.told.names[:3] == ["motion", "dice", "cards"]
    assert [reading.values for reading in table.told.readings] == [(3, 5)]
