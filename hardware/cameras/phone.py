"""A phone in a stand as the camera: its frames come over the network, by threads of the web."""

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from companion.errors import CameraError, PictureError
from companion.vision.frame import Down, Frame
from companion.vision.phone_frames import Away, EyeNow, RoundTrip, Stamp, Taken, Wanted
from companion.vision.picture_heads import head_of, is_cut_short, is_jpeg
from companion.vision.pictures import decoded
from hardware.cameras.options import CameraOptions
from hardware.cameras.phone_clock import PhoneClock
from hardware.pace import Clock

NAME = "phone"

SILENT_S = 2.0
"""Who has sent nothing for so long is taken for lost."""

USED_S = 5.0
"""So long after it was looked through, or tried, it is wanted: a lost camera is opened anew."""

OPENING_S = 4.0
"""So long the first frame may take: a page that was not wanted asks every two seconds."""

THERE_S = 5.0
"""Whose page has said nothing for so long is not there: it asks for the time every two seconds."""

LARGEST = 8_400_000
"""Pixels of a frame, those of 4K; the page sends as many as it is asked for, a quarter of that."""

SMALLEST = 64
"""Pixels of a frame's shorter side."""

RESTING = 2.0
"""Frames a second while nothing moves: what the phone itself has missed is seen half a second
later."""

QUALITY = 0.8

LONGEST_LAG_S = 1.0
"""Of frames that take longer nobody waits for the order of presses."""

_RUNS = 8  # earlier beginnings that are remembered
_LATELY_S = 5.0
_LAGS = 20  # frames of which the slowest says how late they come


class _Come(NamedTuple):
    """A frame as it came."""

    coded: bytes  # its JPEG
    at: float
    number: int  # ours
    down: Down | None


class PhoneEye:
    """Takes the frames of the one phone that was let in; there is one for the whole evening.

    Nothing is decoded but what is read, and only the newest frame is kept.

    Args:
        clock: the monotonic clock.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.now, self._clock = clock, PhoneClock()
        self.busy: Callable[[], bool] = lambda: False
        """Whether frames are wanted fast, whatever the phone itself sees."""
        self._options = CameraOptions()
        self._changed = threading.Condition()
        self._run = ""
        self._before: deque[str] = deque(maxlen=_RUNS)
        self._seen = -1  # number of the newest frame, as the phone counts
        self._newest: _Come | None = None
        self._taken, self._last_at = -1, float("-inf")  # number and time of the last one taken
        self._begun_at = self._came_at = self._heard_at = float("-inf")
        self._tried_at = self._opened_at = float("-inf")
        self._open: set[PhoneCamera] = set()
        self._lost = False
        self._away: Away | None = None
        self._lately: deque[tuple[float, int]] = deque()  # when frames came, and their bytes
        self._lags: deque[float] = deque(maxlen=_LAGS)
        self._size: tuple[int, int] | None = None
        self._refused = 0

    # ---- the phone's side

    def begin(self) -> str:
        """Begin a run: a phone's page has opened its camera. Return what its frames are to name."""
        with self._changed:
            self._leave_run()
            self._run, self._begun_at = secrets.token_hex(6), self.now()
            self._heard_at = self._begun_at
            return self._run

    def forget(self) -> None:
        """Take no more of what is sent now: the phone was sent away, or another takes its place."""
        with self._changed:
            self._leave_run()
            self._newest, self._came_at = None, float("-inf")
            self._changed.notify_all()

    def take(self, coded: bytes, stamp: Stamp) -> Taken:
        """Take a frame, unless it is damaged, late, or of another beginning."""
        now = self.now()
        size, fault = _size(coded)
        with self._changed:
            if stamp.run != self._run:
                return "replaced" if stamp.run in self._before else "unknown"
            self._heard_at = now
            if stamp.trip is not None:
                self._clock.learn(stamp.trip, now)
            if fault is not None:
                self._refused += 1
                return fault
            if stamp.number <= self._seen:
                return "old"
            self._seen = stamp.number
            if not self._is_used(now):
                return "unused"
            at = max(self._clock.mapped(stamp.taken, stamp.sent, now), self._last_at)
            self._taken, self._last_at = self._taken + 1, at
            self._newest = _Come(coded, at, self._taken, stamp.down)
            self._came_at, self._away = now, None
            self._note(now, len(coded), now - at)
            self._size = size
            self._changed.notify_all()
            return "taken"

    def heard(self, run: str, trip: RoundTrip) -> None:
        """Learn from a round trip that brought no frame."""
        with self._changed:
            if run == self._run:
                self._heard_at = self.now()
                self._clock.learn(trip, self._heard_at)

    def leave(self, run: str, why: Away) -> None:
        """Note that the phone stops for a while: the camera is lost at once, not after silence."""
        with self._changed:
            if run == self._run:
                self._away = why
                self._came_at = self._heard_at = float("-inf")
                self._changed.notify_all()

    @property
    def wanted(self) -> Wanted:
        """How frames are wanted now."""
        options, now = self._options, self.now()
        fast = options.rate
        rest = (fast if self.busy() else min(RESTING, fast)) if self._is_used(now) else 0.0
        longer = max(options.width, options.height)
        return Wanted(rate=rest, fast=fast, width=longer, quality=QUALITY)

    @property
    def state(self) -> EyeNow:
        """How it does."""
        with self._changed:
            now = self.now()
            self._forget_before(now)
            return EyeNow(
                there=bool(self._run) and now - self._heard_at < THERE_S,
                sees=self._sees(now),
                used=self._is_used(now),
                away=self._away,
                bound_s=self._clock.bound(now),
                lag_s=max(self._lags, default=0.0),
                rate=len(self._lately) / _LATELY_S,
                bytes_a_second=sum(size for _at, size in self._lately) / _LATELY_S,
                size=self._size,
                refused=self._refused,
                jumps=self._clock.jumps,
            )

    def lag(self) -> float:
        """Return how late its frames come, in seconds: the slowest of the last few."""
        with self._changed:
            slowest = max(self._lags, default=0.0)
            return min(slowest, LONGEST_LAG_S) if self._sees(self.now()) else 0.0

    # ---- the camera's side

    def camera(self, options: CameraOptions) -> "PhoneCamera":
        """Look through it; also before a phone is there, if it was not looked through before.

        Raises:
            CameraError: it was just lost, and no frame has come since.
        """
        with self._changed:
            now, before = self.now(), self._tried_at
            self._options, self._tried_at = options, now
            if self._lost and not self._sees(now) and now - before < USED_S:
                raise self.trouble
            self._opened_at = now
            camera = PhoneCamera(self, after=self._taken)
            self._open.add(camera)
            return camera

    def next_frame(self, camera: "PhoneCamera", after: int) -> Frame:
        """Wait for a frame that is newer than number *after*; return the newest.

        Raises:
            CameraError: there is none, or the camera was closed.
        """
        while True:
            with self._changed:
                come = self._await(camera, after)
            try:
                pixels = decoded(come.coded, NAME)
            except PictureError:
                after, self._refused = come.number, self._refused + 1
                continue
            self._lost = False
            return Frame(pixels=pixels, at=come.at, number=come.number, down=come.down)

    def close(self, camera: "PhoneCamera") -> None:
        """Look through it no more."""
        with self._changed:
            self._open.discard(camera)
            self._tried_at = self.now()
            self._changed.notify_all()

    def _await(self, camera: "PhoneCamera", after: int) -> _Come:
        while camera in self._open:
            newest = self._newest
            if newest is not None and newest.number > after and self._away is None:
                return newest
            until = max(self._came_at, self._begun_at) + SILENT_S
            if self._came_at < self._opened_at:
                until = max(until, self._opened_at + OPENING_S)
            left = until - self.now()
            if left <= 0 or not self._run or self._away is not None:
                self._lost = True
                raise self.trouble
            self._changed.wait(left)
        raise CameraError("is closed", where=NAME)

    @property
    def trouble(self) -> CameraError:
        """Why no frames come, while none do."""
        if not self._run:
            return CameraError(code="eye-none")
        if self._away is not None:
            return CameraError(code="eye-away")
        return CameraError(code="eye-silent", seconds=SILENT_S)

    def _sees(self, now: float) -> bool:
        return now - self._came_at < SILENT_S

    def _is_used(self, now: float) -> bool:
        return bool(self._open) or now - self._tried_at < USED_S

    def _leave_run(self) -> None:
        """Forget all that holds for one run: numbers and the phone's clock."""
        if self._run:
            self._before.append(self._run)
        self._run, self._seen, self._away, self._clock = "", -1, None, PhoneClock()
        self._lags.clear()

    def _note(self, now: float, size: int, lag: float) -> None:
        self._lately.append((now, size))
        self._forget_before(now)
        self._lags.append(lag)

    def _forget_before(self, now: float) -> None:
        while self._lately and now - self._lately[0][0] > _LATELY_S:
            self._lately.popleft()


class PhoneCamera:
    """A `Camera` that looks through the phone, until it is closed.

    Args:
        eye: the phone.
        after: number of the last frame that is not to be given.
    """

    name, simulated = NAME, False

    def __init__(self, eye: PhoneEye, *, after: int) -> None:
        self._eye, self._given = eye, after

    def read(self) -> Frame:
        """Wait for a frame that was not given before, and return the newest.

        Raises:
            CameraError: none comes.
        """
        frame = self._eye.next_frame(self, self._given)
        self._given = frame.number
        return frame

    def close(self) -> None:
        """Look no more; a `read` that waits ends."""
        self._eye.close(self)


def _size(coded: bytes) -> tuple[tuple[int, int], Taken | None]:
    """Return width and height of a frame by its head, and what is wrong; nothing opens it."""
    head = head_of(coded) if is_jpeg(coded) and not is_cut_short(coded) else None
    if head is None or min(head.width, head.height) < SMALLEST:
        return (0, 0), "damaged"
    return (head.width, head.height), "large" if head.pixels > LARGEST else None
