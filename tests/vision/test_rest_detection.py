import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.frame import Frame, Pixels
from companion.vision.plane import Zone
from companion.vision.rest_detection import (
    AtRest,
    Frozen,
    MotionBegan,
    NothingMoved,
    RestDetector,
    RestEvent,
    RestSettings,
    Thawed,
)

RATE = 12.0
DIE = 26
STILL = ((60, 80), (150, 170))
ELSEWHERE = ((200, 120), (110, 60))
ROUGH = np.random.default_rng(5)
CLOTH = cv2.GaussianBlur(ROUGH.normal(110, 60, (240, 320)).astype(np.float32), (0, 0), 2.0)


def table(dice: Iterable[tuple[float, float]] = (), *, noise: float = 2.0) -> Pixels:
    """White dice with a dark pip on a rough cloth, with the noise of a sensor."""
    grey = np.array(CLOTH)
    for x, y in dice:
        left, top = round(x), round(y)
        grey[top : top + DIE, left : left + DIE] = 225
        cv2.circle(grey, (left + DIE // 2, top + DIE // 2), 4, 30.0, -1)
    grey = grey + ROUGH.normal(0, noise, grey.shape)
    return np.repeat(np.clip(grey, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def flying(count: int) -> list[Pixels]:
    """Dice on their way from the left into the places of STILL."""
    ways = np.linspace(1.0, 0.05, count) ** 1.5
    return [table([(x - 60 * w, y - 90 * w) for x, y in STILL]) for w in ways]


def played(
    pictures: Iterable[Pixels], detector: RestDetector | None = None, rate: float = RATE
) -> list[RestEvent]:
    detector = detector or RestDetector()
    return [
        event
        for number, pixels in enumerate(pictures)
        for event in detector.see(Frame(pixels=pixels, at=number / rate, number=number))
    ]


def kinds(events: Iterable[RestEvent]) -> list[type]:
    return [type(event) for event in events]


def test_a_throw_begins_and_comes_to_rest() -> None:
    pictures = [table() for _ in range(12)] + flying(10) + [table(STILL) for _ in range(12)]
    events = played(pictures)
    assert kinds(events) == [MotionBegan, AtRest]
    began, rest = events
    assert isinstance(began, MotionBegan)
    assert isinstance(rest, AtRest)
    assert began.at == rest.began == 12 / RATE
    assert rest.changed
    assert 22 <= rest.frame.number <= 26
    assert 22 <= rest.again.number <= 26
    assert rest.again.number != rest.frame.number
    assert rest.at <= 26 / RATE


@pytest.mark.parametrize("rate", [3.0, 6.0, 30.0])
def test_a_throw_is_seen_at_any_frame_rate(rate: float) -> None:
    still = round(2 * rate)
    pictures = [table() for _ in range(still)] + flying(max(3, round(rate)))
    pictures += [table(STILL) for _ in range(max(still, 8))]
    assert kinds(played(pictures, rate=rate)) == [MotionBegan, AtRest]


@pytest.mark.parametrize("noise", [0.0, 2.0, 12.0])
def test_noise_is_no_motion(noise: float) -> None:
    assert not played(table(STILL, noise=noise) for _ in range(60))


def test_slow_light_is_no_motion() -> None:
    lights = np.concatenate([np.linspace(1.0, 0.5, 120), np.linspace(0.5, 1.3, 120)])
    assert not played(dimmed(table(STILL), light) for light in lights)


@pytest.mark.parametrize("steps", [1, 4])
def test_the_light_switched_off_and_on_is_no_motion(steps: int) -> None:
    fade = list(np.linspace(1.0, 0.3, steps + 1)[1:])
    lights = [1.0] * 12 + fade + [0.3] * 24 + fade[::-1] + [1.0] * 12
    assert not played(dimmed(table(STILL), light) for light in lights)


def test_a_throw_under_a_growing_shadow_has_changed_the_table() -> None:
    pictures = [table() for _ in range(12)] + flying(8) + [table(STILL) for _ in range(8)]
    lights = [1.0] * 12 + list(np.linspace(1.0, 0.8, 8)) + [0.8] * 8
    events = played(dimmed(p, light) for p, light in zip(pictures, lights, strict=True))
    assert kinds(events) == [MotionBegan, AtRest]
    assert isinstance(events[1], AtRest)
    assert events[1].changed


def test_dice_thrown_in_the_dark_are_seen() -> None:
    pictures = [table() for _ in range(12)] + flying(8) + [table(STILL) for _ in range(8)]
    assert kinds(played(dimmed(p, 0.35) for p in pictures)) == [MotionBegan, AtRest]


def test_frames_given_twice_are_no_rest() -> None:
    """Compressed clips repeat frames while things move."""
    pictures = [table() for _ in range(12)]
    pictures += [p for p in flying(12) for _ in range(3)] + [table(STILL) for _ in range(12)]
    assert kinds(played(pictures, rate=30.0)) == [MotionBegan, AtRest]


def test_a_short_halt_is_no_rest() -> None:
    halt = [table(ELSEWHERE) for _ in range(3)]  # two unchanged frames: a sixth of a second
    pictures = [table() for _ in range(12)] + flying(4) + halt + flying(4)
    pictures += [table(STILL) for _ in range(8)]
    assert kinds(played(pictures)) == [MotionBegan, AtRest]


def test_a_throw_that_shows_the_same_is_still_a_throw() -> None:
    pictures = [table(STILL) for _ in range(12)] + flying(8) + [table(STILL) for _ in range(8)]
    events = played(pictures)
    assert kinds(events) == [MotionBegan, AtRest]
    assert isinstance(events[1], AtRest)
    assert not events[1].changed


def test_one_bad_frame_is_nothing() -> None:
    torn = table(STILL)
    torn[100:] = torn[:140]
    pictures = [table(STILL) for _ in range(12)] + [torn] + [table(STILL) for _ in range(8)]
    assert kinds(played(pictures)) == [MotionBegan, NothingMoved]


def test_a_bump_of_the_table_is_nothing() -> None:
    bumped = [np.roll(table(STILL), (2, 3), axis=(0, 1)) for _ in range(12)]
    assert not played([table(STILL) for _ in range(12)] + bumped)


def test_one_die_that_slides_slowly_on_a_plain_table_moves() -> None:
    """Nothing else has texture there: the picture must not be taken for bumped."""
    plain = [np.full((240, 320, 3), 90, np.uint8) for _ in range(40)]
    for number, pixels in enumerate(plain):
        left = 60 + 4 * min(max(number - 12, 0), 12)
        pixels[100:126, left : left + 26] = 225
    events = played(plain)
    assert kinds(events) == [MotionBegan, AtRest]
    assert isinstance(events[1], AtRest)
    assert events[1].frame.number >= 24


def test_a_lamp_that_blinks_for_ever_is_overlooked_and_a_throw_beside_it_is_seen() -> None:
    def blinking(pictures: list[Pixels]) -> list[Pixels]:
        for number, pixels in enumerate(pictures):
            pixels[10:22, 290:302] = 250 if number // 2 % 2 else 40
        return pictures

    detector = RestDetector()
    first = played(blinking([table() for _ in range(240)]), detector)
    assert kinds(first) == [MotionBegan, AtRest]
    assert isinstance(first[1], AtRest)
    assert not first[1].changed
    throw = [table() for _ in range(12)] + flying(8) + [table(STILL) for _ in range(12)]
    later = [
        event
        for number, pixels in enumerate(blinking(throw))
        for event in detector.see(Frame(pixels=pixels, at=20 + number / RATE, number=number))
    ]
    assert kinds(later) == [MotionBegan, AtRest]


def test_a_hand_that_fidgets_long_is_no_lamp() -> None:
    hand = np.clip(CLOTH[:150, :170, None] * 0.6 + 60, 0, 255)
    hands = []
    for _ in range(240):
        pixels = table()
        top, left = ROUGH.integers(20, 60), ROUGH.integers(40, 120)
        pixels[top : top + 150, left : left + 170] = hand
        hands.append(pixels)
    assert kinds(played([table() for _ in range(6)] + hands)) == [MotionBegan]


def test_what_moves_beside_the_zone_does_not_count() -> None:
    pictures = [table() for _ in range(12)] + flying(8) + [table(STILL) for _ in range(8)]
    assert not played(pictures, RestDetector(Zone(240, 0, 80, 240)))
    assert kinds(played(pictures, RestDetector(Zone(0, 0, 240, 240)))) == [MotionBegan, AtRest]


def test_other_pixels_than_before_are_motion() -> None:
    """A folder of photos has pictures of any size."""
    larger = [np.ascontiguousarray(table(STILL)[:200, :300]) for _ in range(12)]
    assert kinds(played([table(STILL) for _ in range(12)] + larger)) == [MotionBegan, AtRest]


def test_the_sharpest_of_the_last_three_frames_is_given() -> None:
    soft = [cv2.GaussianBlur(table(STILL), (0, 0), 0.7) for _ in range(8)]
    soft[2] = table(STILL)
    pictures = [table() for _ in range(12)] + flying(8) + [np.asarray(p) for p in soft]
    rest = played(pictures)[-1]
    assert isinstance(rest, AtRest)
    assert rest.frame.number == 22


def test_a_frozen_camera_is_told_once_and_its_thaw_too() -> None:
    one = table(STILL)
    pictures = [one] * round(11 * RATE) + [table(STILL) for _ in range(12)]
    events = played(pictures)
    assert kinds(events) == [Frozen, Thawed]
    assert isinstance(events[0], Frozen)
    assert (events[0].since, events[0].at) == (0.0, 10.0)


def test_a_loss_of_the_camera_ends_a_motion() -> None:
    detector = RestDetector()
    played([table() for _ in range(6)] + flying(4), detector)
    assert detector.moving
    assert kinds(detector.pause()) == [NothingMoved]
    assert not detector.moving
    assert detector.pause() == ()


def unseen(events: list[RestEvent]) -> list[tuple[float, bool]]:
    return [(event.began, event.unseen) for event in events if isinstance(event, AtRest)]


def test_what_moved_while_the_camera_gave_one_picture_was_not_seen() -> None:
    for seconds, asked in ((3, False), (6, True)):
        pictures = [table()] * round(seconds * RATE) + [table(STILL) for _ in range(8)]
        assert unseen(played(pictures)) == [(0.0, asked)]
    seen = [table() for _ in range(12)] + [table(STILL) for _ in range(8)]
    assert unseen(played(seen)) == [(12 / RATE, False)]


def test_what_moves_after_a_long_reading_began_no_earlier_than_its_end() -> None:
    """On a slow machine: whoever throws as soon as the last throw is booked throws anew."""
    for taken, began in ((0.0, 1.0), (5.9, 7.0), (3.0, 4.0)):
        detector = RestDetector()
        for number in range(13):
            detector.see(Frame(pixels=table(), at=number / RATE, number=number))
        detector.looked_away(taken)
        after = [
            event
            for number in range(13, 21)
            for event in detector.see(
                Frame(pixels=table(STILL), at=number / RATE + 6 - 1 / RATE, number=number)
            )
        ]
        assert unseen(after) == [(began, taken == 0.0)]


def test_a_folder_may_give_one_picture_for_long() -> None:
    still = [table()] * round(3 * RATE)
    detector = RestDetector(settings=RestSettings(frozen_s=None))
    assert unseen(played([*still, *[table(STILL)] * 12], detector)) == [(len(still) / RATE, False)]


def dimmed(pixels: Pixels, light: float) -> Pixels:
    return np.asarray(np.clip(pixels * light, 0, 255), np.uint8)


# First and last frame in which the dice of a clip lie still; looked at frame by frame.
REST = {
    "tirada_1": (67, 76),
    "tirada_4": (48, 87),
    "ciecha_1": (42, 68),
    "ciecha_2": (45, 70),
    "ciecha_3": (48, 78),
    "ciecha_4": (45, 72),
    "ciecha_5": (40, 78),
}


def clips() -> list[Path]:
    folder = os.environ.get("COMPANION_PICTURES")
    return [Path(folder) / "dice" / f"{name}.mp4" for name in REST] if folder else []


def frames_of(clip: Path, every: float) -> Iterator[tuple[int, Pixels]]:
    capture, number, due = cv2.VideoCapture(str(clip)), 0, 0.0
    while capture.grab():
        if number >= due:
            yield number, np.asarray(capture.retrieve()[1], np.uint8)
            due += every
        number += 1


@pytest.mark.parametrize("rate", [RATE, 30.0])
def test_real_clips_come_to_rest_where_their_dice_do(rate: float) -> None:
    missed = []
    for clip in clips():
        first, last = REST[clip.stem]
        found = resting(clip, 30 / rate)
        if not found or not first <= found[0] <= last:
            missed.append((clip.name, found))
    assert not missed


def resting(clip: Path, every: float) -> list[int]:
    """The numbers of the frames that a clip's rests give."""
    detector = RestDetector()
    return [
        event.frame.number
        for number, pixels in frames_of(clip, every)
        for event in detector.see(Frame(pixels=pixels, at=number / 30, number=number))
        if isinstance(event, AtRest)
    ]
