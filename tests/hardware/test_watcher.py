import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.mat_detection import MatFound, MatNotFound, locate
from cards_qr.tag_reader import TagReader
from companion.errors import CameraError
from companion.vision.dice import NetReader
from companion.vision.frame import Camera, Frame, Pixels
from companion.vision.readings import DiceReading, DieReading
from hardware.cameras import CameraOptions
from hardware.cameras.folder import open_folder
from hardware.simulated.table import SimulatedTable
from hardware.watcher import Watcher
from tests.support.keyrings import known_keyring
from tests.support.ticks import Ticks
from tests.support.told import Told
from tests.support.untagged import NoTags

RATE = 12.0
DIE = 20
LOST = "usb:0: It gives no more pictures. Check its cable and power."
SAME = "usb:0: It gives the same picture again and again. Check its cable and power."
CLOTH = cv2.GaussianBlur(
    np.random.default_rng(2).normal(90, 50, (120, 160)).astype(np.float32), (0, 0), 2.0
)
Places = tuple[tuple[int, int], ...]
HERE: Places = ((30, 40), (90, 60))
THERE: Places = ((60, 20), (100, 90))


def tray(places: Places = (), *, seed: int = 0) -> Pixels:
    grey = CLOTH + np.random.default_rng(seed).normal(0, 1.5, CLOTH.shape)
    for x, y in places:
        grey[y : y + DIE, x : x + DIE] = 230
    return np.repeat(np.clip(grey, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def thrown(to: Places) -> list[Pixels]:
    """Six frames of dice in flight and eight at rest."""
    ways = (0.9, 0.7, 0.5, 0.35, 0.2, 0.1)
    flying = [tuple((round(x - 30 * w), round(y - 20 * w)) for x, y in to) for w in ways]
    return [tray(p, seed=i) for i, p in enumerate([*flying, *[to] * 8])]


def still(places: Places, count: int = 8) -> list[Pixels]:
    return [tray(places, seed=i) for i in range(count)]


class Brightest:
    """Reads every bright square as a three; counts its looks."""

    def __init__(self, verdicts: Sequence[str] = ()) -> None:
        self.looks: list[tuple[int | None, float | None, tuple[int, ...]]] = []
        self._verdicts = list(verdicts)

    def read(
        self,
        pixels: Pixels,
        *,
        dice: int | None = None,
        edge: float | None = None,
        foot: object = None,
        above: bool = False,
    ) -> DiceReading:
        assert (foot, above) == (None, False)  # no mat: nobody knows how the camera looks
        self.looks.append((dice, edge, pixels.shape))
        mask = (pixels[..., 0] > 200).astype(np.uint8)
        count, _, stats, middles = cv2.connectedComponentsWithStats(mask)
        found = sorted(
            (float(middles[i][0]), float(middles[i][1]))
            for i in range(1, count)
            if stats[i, cv2.CC_STAT_AREA] > 150
        )
        read = tuple(
            DieReading(3, place, DIE, 0.9, (0.0, 0.0, 1.0, 0.0, 0.0, 0.0)) for place in found
        )
        verdict = self._verdicts.pop(0) if self._verdicts else ("sure" if read else "none")
        return DiceReading(verdict, read, 0.9)  # type: ignore[arg-type]

    def bodies(self, pixels: Pixels, *, edge: float | None = None) -> tuple[DieReading, ...]:
        return self.read(pixels, edge=edge).dice


class Nowhere:
    """A camera for tests that give the frames themselves."""

    name, simulated = "usb:0", False

    def read(self) -> Frame:
        raise CameraError("is lost", where=self.name)

    def close(self) -> None:
        pass


def no_mat(_pixels: Pixels) -> MatFound | MatNotFound:
    return MatNotFound("no-mat", ())


class Bench:
    """A watcher that is given its frames one by one."""

    def __init__(self, reader: Brightest | None = None) -> None:
        self.told, self.reader, self._number = Told(), reader or Brightest(), -1
        self.watcher = Watcher(
            Nowhere(),
            witness=self.told,
            dice=self.reader,
            tags=NoTags(),
            dice_expected=lambda: 2,
            find=no_mat,
        )

    def show(self, *pictures: list[Pixels]) -> None:
        for pixels in (p for some in pictures for p in some):
            self._number += 1
            at = self._number / RATE
            self.watcher.see(Frame(pixels=pixels, at=at, number=self._number))


def test_a_picture_that_is_turned_is_no_throw_and_the_next_throw_is_one() -> None:
    """As of a phone that is turned upright: the same dice lie elsewhere in it."""
    bench = Bench()
    turned = [np.ascontiguousarray(np.rot90(pixels)) for pixels in still(HERE, 12)]
    bench.show(still(()), thrown(HERE), turned)
    assert bench.told.names == ["motion", "dice"]
    bench.show([np.ascontiguousarray(np.rot90(pixels)) for pixels in thrown(THERE)])
    assert bench.told.names == ["motion", "dice", "motion", "dice"]


def test_a_picture_that_is_turned_in_mid_throw_ends_that_motion() -> None:
    bench = Bench()
    turned = [np.ascontiguousarray(np.rot90(pixels)) for pixels in still(HERE, 12)]
    bench.show(still(()), thrown(HERE)[:4], turned)
    assert bench.told.names == ["motion", "calm"]


def test_a_throw_is_told_as_motion_and_dice_with_its_own_times() -> None:
    bench = Bench()
    bench.show(still(()), thrown(HERE))
    assert bench.told.calls == [("motion", 8 / RATE), ("dice", 8 / RATE)]
    assert bench.told.readings[0].values == (3, 3)


def test_dice_are_read_once_and_confirmed_in_a_second_frame() -> None:
    bench = Bench()
    bench.show(still(()), thrown(HERE))
    assert [look[0] for look in bench.reader.looks] == [2, 2]


def test_dice_that_two_frames_do_not_agree_on_are_unsure() -> None:
    bench = Bench(Brightest(["sure", "unsure"]))
    bench.show(still(()), thrown(HERE))
    assert bench.told.readings[0].verdict == "unsure"


def test_a_frame_given_twice_is_read_once() -> None:
    bench = Bench()
    bench.show(still(()), thrown(HERE)[:6], [tray(HERE)] * 12)
    assert len(bench.reader.looks) == 1


def test_a_hand_that_takes_the_dice_away_is_calm() -> None:
    bench = Bench()
    bench.show(still(HERE), [tray(((x, 40), (90, 60))) for x in (40, 60, 75)], still(()))
    assert bench.told.names == ["motion", "calm"]


def test_a_hand_over_dice_that_stay_is_calm_and_reads_nothing() -> None:
    bench = Bench()
    hands = [tray((*HERE, (20 * i, 95), (20 * i, 5))) for i in range(5)]
    bench.show(still(HERE), hands, still(HERE))
    assert bench.told.names == ["motion", "calm"]
    assert not bench.reader.looks


def test_dice_that_stay_while_something_beside_them_changes_are_no_throw() -> None:
    bench = Bench()
    bench.show(still(()), thrown(HERE))
    token = np.full((12, 6, 3), 160, np.uint8)
    changed = still(HERE)
    for pixels in changed:
        pixels[100:112, 20:26] = token
    moving = [tray((*HERE, (20 * i, 95))) for i in range(4)]
    bench.show(moving, changed)
    assert bench.told.names == ["motion", "dice", "motion", "calm"]


def test_the_next_throw_is_told_though_it_shows_the_same() -> None:
    bench = Bench()
    bench.show(still(()), thrown(HERE), thrown(THERE))
    assert bench.told.names == ["motion", "dice", "motion", "dice"]


def test_the_picture_is_the_frame_itself() -> None:
    bench = Bench()
    bench.show(still(()), thrown(HERE))
    data = np.frombuffer(bench.told.pictures[0], np.uint8)
    kept = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), int)
    assert np.abs(kept - tray(HERE)).mean() < 6


def test_a_lost_camera_ends_the_motion_and_is_told_once() -> None:
    bench = Bench()
    bench.show(still(()), thrown(HERE)[:4])
    for _ in range(3):
        bench.watcher._lost(CameraError(where="usb:0", code="camera-stopped"))
    assert bench.told.calls[1:] == [("calm", 8 / RATE), ("camera", (LOST, False))]
    assert bench.told.troubles == ["camera-stopped"]


def test_a_frozen_camera_is_told() -> None:
    bench = Bench()
    bench.show([tray()] * 130, still((), 2))
    names = [what for name, what in bench.told.calls if name == "camera"]
    assert names == [(SAME, False), ("usb:0", True)]
    assert bench.told.troubles == ["camera-same", None]


def test_the_thread_tells_a_loss_and_a_return_and_stops() -> None:
    told, answers = Told(), iter([False, True, True])

    class Shaky(Nowhere):
        def read(self) -> Frame:
            if not next(answers, True):
                raise CameraError("is lost", where=self.name)
            return Frame(pixels=tray(), at=0.0, number=0)

    watcher = Watcher(
        Shaky(),
        witness=told,
        dice=Brightest(),
        tags=NoTags(),
        dice_expected=lambda: 2,
        find=no_mat,
    )
    watcher.start()
    with told.came:
        assert told.came.wait_for(lambda: len(told.calls) == 2, timeout=30)
    watcher.stop()
    assert told.calls == [("camera", ("usb:0: is lost", False)), ("camera", ("usb:0", True))]
    assert not watcher._thread.is_alive()


def test_a_reader_that_stumbles_does_not_end_the_watch(caplog: pytest.LogCaptureFixture) -> None:
    stumbled = threading.Event()

    def expected() -> int:
        stumbled.set()
        raise ValueError("no game")

    pictures = iter([*still(()), *thrown(HERE)])
    camera = Nowhere()
    numbers = iter(range(1000))

    def read() -> Frame:
        number = next(numbers)
        return Frame(pixels=next(pictures, tray(HERE)), at=number / RATE, number=number)

    camera.read = read  # type: ignore[method-assign]
    watcher = Watcher(
        camera,
        witness=Told(),
        dice=Brightest(),
        tags=NoTags(),
        dice_expected=expected,
        find=no_mat,
    )
    watcher.start()
    assert stumbled.wait(30)
    alive = watcher._thread.is_alive()
    watcher.stop()
    assert alive
    assert "stumbled over frame" in caplog.text


def test_a_throw_made_as_soon_as_the_last_was_told_began_after_it() -> None:
    """Also where a reading takes seconds, and no frame is looked at meanwhile."""

    class Slow(Brightest):
        def read(self, *_args: Any, **_kwargs: Any) -> DiceReading:
            time.sleep(2.2)
            return super().read(*_args, **_kwargs)

    told = Told()
    lies = [still(()), thrown(HERE)]
    told_at: list[float] = []

    class Now(Nowhere):
        def __init__(self) -> None:
            self.pictures, self.number = iter([p for some in lies for p in some]), -1

        def read(self) -> Frame:
            self.number += 1
            time.sleep(1 / RATE)
            if told.names.count("dice") == 1 and not told_at:
                told_at.append(time.monotonic())
                self.pictures = iter(thrown(THERE))
            after = tray(THERE if told_at else HERE, seed=self.number)
            pixels = next(self.pictures, after)
            return Frame(pixels=pixels, at=time.monotonic(), number=self.number)

    watcher = Watcher(
        Now(),
        witness=told,
        dice=Slow(),
        tags=NoTags(),
        dice_expected=lambda: 2,
        find=no_mat,
    )
    watcher.start()
    with told.came:
        assert told.came.wait_for(lambda: told.names.count("dice") == 2, timeout=30)
    watcher.stop()
    assert told.names == ["motion", "dice", "motion", "dice"]
    began = told.calls[-1][1]
    assert isinstance(began, float)
    assert began >= told_at[0]


def test_every_picture_of_a_folder_is_a_throw_also_two_equal_ones(
    tmp_path: Path, ticks: Ticks
) -> None:
    for name, places in (("a", HERE), ("b", HERE), ("c", THERE)):
        cv2.imwrite(str(tmp_path / f"{name}.png"), tray(places))
    camera = open_folder(str(tmp_path), CameraOptions(), ticks.pace(RATE))
    told = Told()
    watcher = Watcher(
        camera,
        witness=told,
        dice=Brightest(),
        tags=NoTags(),
        dice_expected=lambda: 2,
        find=no_mat,
    )
    for _ in range(150):
        watcher.see(camera.read())
    assert told.names == ["motion", "dice", "motion", "calm", "motion", "dice", "motion", "dice"]


def test_the_simulated_table_goes_through_the_whole_watcher() -> None:
    """The real readers, the real mat: throws; a deed laid, covered, turned, taken."""
    ticks, keyring, told = Ticks(), known_keyring(), Told()
    table = SimulatedTable(4, keyring=keyring, clock=ticks)
    camera = table.camera(rate=RATE, sleep=ticks.sleep)
    watcher = Watcher(
        camera,
        witness=told,
        dice=NetReader(),
        tags=TagReader(keyring),
        dice_expected=lambda: 2,
    )

    def after(act: Callable[[], None]) -> list[str]:
        told.calls.clear()
        act()
        for _ in range(40):
            watcher.see(camera.read())
        return told.names

    after(lambda: None)
    assert after(lambda: table.throw(show=(3, 5))) == ["motion", "dice"]
    assert after(lambda: table.throw(show=(6, 1))) == ["motion", "dice"]
    assert [(r.verdict, r.values) for r in told.readings] == [("sure", (3, 5)), ("sure", (1, 6))]
    corner = _tray_corner(camera)
    for pixel, die in zip(_places(table), told.readings[1].dice, strict=True):
        assert np.hypot(*(pixel - corner - die.centre)) < 0.5 * die.edge
    assert after(lambda: table.lay_deed(16)) == ["cards"]
    assert after(lambda: None) == []
    assert after(lambda: table.hold(table._deeds["deed", 16].slot.centre)) == ["cards"]
    assert after(lambda: table.hold(None)) == ["cards"]
    assert after(lambda: table.lay_deed(16, "back")) == ["cards"]
    assert after(table.take_deed) == ["cards"]
    assert after(lambda: table.lay_card(20)) == ["cards"]
    assert [(tag.kind, tag.id) for tag in told.tags.pop()] == [("card", 20)]
    sides = [[(tag.id, tag.side, tag.hidden) for tag in seen] for seen in told.tags]
    front, back, hidden = (16, "front", False), (16, "back", False), (16, "front", True)
    assert sides == [[front], [hidden], [front], [back], []]
    assert all(tag.valid for seen in told.tags for tag in seen)


def _tray_corner(camera: Camera) -> np.ndarray:
    found = locate(camera.read().pixels)
    assert isinstance(found, MatFound)
    return np.array((found.tray.left, found.tray.top))


def _places(table: SimulatedTable) -> list[np.ndarray]:
    flights = sorted(table._thrown.flights, key=lambda f: f.end)
    return [table._scene.view.project(np.array([(*f.end, 16.0)]))[0] for f in flights]
