"""Many frames to a few events: something moves, everything lies still again."""

from collections import deque

import cv2
import msgspec

from companion.vision.frame import Frame, Pixels
from companion.vision.frame_difference import FrameDifference, FrameLook
from companion.vision.plane import Zone


class RestSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What counts as motion and as rest; the values were chosen on real clips."""

    still_frames: int = 3  # unchanged frames that make rest, if they also last
    still_s: float = 0.2  # this long
    repeated_s: float = 0.6  # or this long, if all are one frame given again and again
    frozen_s: float | None = 10.0  # one frame given so long is a frozen camera; None: it may be
    background_s: float = 2.0  # in which the background follows what changes slowly
    patience_s: float = 12.0  # a motion that lasts so long may be a lamp that blinks
    gap_s: float = 2.0  # what moved while there was no new frame for so long began before that
    unseen_s: float = 5.0  # and nobody saw it, who might not have typed it in


class MotionBegan(msgspec.Struct, frozen=True):
    """Something moves; exactly one `AtRest` or `NothingMoved` follows."""

    at: float  # time of the first frame with motion


class AtRest(msgspec.Struct, frozen=True):
    """All lies still after a motion."""

    frame: Frame  # the sharpest of the last three
    again: Frame  # another of them, to confirm what was read in the first
    last: Frame  # the one that proved the rest
    began: float  # when the motion began
    at: float  # time of the frame that proved the rest
    changed: bool  # whether it looks different from before; a hand in passing changes nothing
    unseen: bool = False  # whether it moved while there were no frames


class NothingMoved(msgspec.Struct, frozen=True):
    """The motion was one bad frame, or ended with the camera: nothing is to be read."""

    began: float
    at: float


class Frozen(msgspec.Struct, frozen=True):
    """The camera gives one and the same frame."""

    since: float
    at: float


class Thawed(msgspec.Struct, frozen=True):
    """A frozen camera gives new frames again."""

    at: float


RestEvent = MotionBegan | AtRest | NothingMoved | Frozen | Thawed


class RestDetector:
    """Watches one zone of a camera's frames.

    Args:
        zone: the part of the picture that is watched; None: all of it.
        settings: thresholds and times.
    """

    def __init__(self, zone: Zone | None = None, settings: RestSettings | None = None) -> None:
        self._zone, self._set = zone, settings or RestSettings()
        self._sight = FrameDifference()
        self._background: FrameLook | None = None
        self._began: float | None = None  # of the motion that goes on
        self._before: FrameLook | None = None  # the background when it began
        self._moving_frames = 0
        self._run = _Run()
        self._frozen = self._paused = self._unseen = False
        self._last_at = self._new_at = self._tried_at = self._away_s = 0.0

    @property
    def moving(self) -> bool:
        """Whether a motion has begun and not ended."""
        return self._began is not None

    @property
    def early(self) -> Frame | None:
        """The first frame of what may become a rest that has changed something.

        Who reads it now need not read it when the rest is proven.
        """
        return self._run.early if self.moving else None

    def see(self, frame: Frame) -> tuple[RestEvent, ...]:
        """Take the next frame; return what it proves, in order."""
        look = self._sight.look(_cut(frame.pixels, self._zone), frame.at - self._last_at)
        if self._background is None:
            self._background, self._last_at, self._new_at = look, frame.at, frame.at
            return ()
        gap = self._gap_before(frame.at)
        if not look.repeated:
            self._new_at = frame.at
        events = [*self._freeze(frame.at)]
        if self._began is None and gap is not None and not look.repeated:
            events += self._goes_on(frame, look, gap)
        elif self._began is None:
            events += self._idle(frame, look)
        else:
            events += self._moved(frame, look)
        self._last_at = frame.at
        return tuple(events)

    def pause(self) -> tuple[RestEvent, ...]:
        """End a motion that goes on: until the next frame nothing is seen, as without a camera."""
        began, self._began = self._began, None
        self._frozen, self._paused = False, True
        return () if began is None else (NothingMoved(began, self._last_at),)

    def looked_away(self, seconds: float) -> None:
        """Say that no frame was asked for since the last one: what moves began no earlier.

        Args:
            seconds: for how long whoever gives the frames was busy with the last one.
        """
        self._away_s = seconds

    def _gap_before(self, at: float) -> tuple[float, bool] | None:
        """Return since when nothing was seen before a frame, and whether that was long; or None."""
        paused, self._paused = self._paused, False
        away, self._away_s = self._away_s, 0.0
        seen = self._last_at if self._set.frozen_s is None else self._new_at
        since = min(seen + away, at)
        unseen = paused or at - since >= self._set.unseen_s
        return (since, unseen) if unseen or at - since >= self._set.gap_s else None

    def _goes_on(self, frame: Frame, look: FrameLook, gap: tuple[float, bool]) -> list[RestEvent]:
        """Compare the first frame for a while with what was seen last, in whatever light."""
        assert self._background is not None
        before, self._background = self._background, look
        if before.cells.shape != look.cells.shape or not self._sight.moved(before, look):
            return []
        since, unseen = gap
        return [self._begin(frame, look, since, before, unseen=unseen)]

    def _idle(self, frame: Frame, look: FrameLook) -> list[RestEvent]:
        assert self._background is not None
        seen = self._sight.compare(self._background, look)
        if seen != "moved":
            # A mean of two places would fit neither: what was nudged or relit starts afresh.
            share = (frame.at - self._last_at) / self._set.background_s if seen == "same" else 99
            self._background = self._background.followed_by(look, share)
            return []
        return [self._begin(frame, look, frame.at, self._background, unseen=False)]

    def _begin(
        self, frame: Frame, look: FrameLook, began: float, before: FrameLook, *, unseen: bool
    ) -> RestEvent:
        self._began, self._before, self._unseen, self._moving_frames = began, before, unseen, 1
        self._run.begin(frame, look)
        return MotionBegan(began)

    def _moved(self, frame: Frame, look: FrameLook) -> list[RestEvent]:
        assert self._run.reference is not None
        seen = self._sight.compare(self._run.reference, look)
        if seen in ("moved", "relit"):  # under another light what moves may look as before
            self._moving_frames += seen == "moved"
            self._run.begin(frame, look)
            self._lose_patience(frame.at)
            return []
        self._run.add(frame, look)
        assert self._before is not None
        if self._run.is_second and self._sight.moved(self._before, look):
            self._run.early = frame
        if not self._run.proves_rest(frame.at, self._set):
            return []
        return [self._settle(frame.at, look)]

    def _lose_patience(self, at: float) -> None:
        assert self._began is not None
        if at - max(self._began, self._tried_at) >= self._set.patience_s:
            self._tried_at = at
            self._sight.ignore_restless()

    def _settle(self, at: float, look: FrameLook) -> RestEvent:
        began, before = self._began, self._before
        assert began is not None
        assert before is not None
        self._began, self._before, self._background = None, None, look
        changed = self._sight.moved(before, look)
        if self._moving_frames <= 2 and not changed:  # there and back
            return NothingMoved(began, at)
        frame = max(self._run.frames, key=lambda f: _sharpness(_cut(f.pixels, self._zone)))
        again = next(f for f in reversed(self._run.frames) if f is not frame)
        last = self._run.frames[-1]
        return AtRest(
            frame=frame,
            again=again,
            last=last,
            began=began,
            at=at,
            changed=changed,
            unseen=self._unseen,
        )

    def _freeze(self, at: float) -> tuple[RestEvent, ...]:
        limit = self._set.frozen_s
        frozen = limit is not None and at - self._new_at >= limit
        if frozen == self._frozen:
            return ()
        self._frozen = frozen
        return (Frozen(self._new_at, at),) if frozen else (Thawed(at),)


class _Run:
    """Frames that look like the first of them."""

    def __init__(self) -> None:
        self.reference: FrameLook | None = None
        self.frames: deque[Frame] = deque(maxlen=3)
        self.early: Frame | None = None
        self._since, self._still, self._fresh = 0.0, 0, 0

    def begin(self, frame: Frame, look: FrameLook) -> None:
        self.reference, self._since, self._still, self._fresh = look, frame.at, 0, 0
        self.frames.clear()
        self.frames.append(frame)
        self.early = None

    @property
    def is_second(self) -> bool:
        """Whether one frame has followed the first."""
        return self._still == 1

    def add(self, frame: Frame, look: FrameLook) -> None:
        self._still += 1
        self._fresh += not look.repeated
        self.frames.append(frame)

    def proves_rest(self, at: float, wanted: RestSettings) -> bool:
        lasted = wanted.still_s if self._fresh else wanted.repeated_s
        # Half a millisecond: times are sums of frame periods.
        return self._still >= wanted.still_frames and at - self._since >= lasted - 5e-4


def _cut(pixels: Pixels, zone: Zone | None) -> Pixels:
    part = pixels if zone is None else zone.cut(pixels)
    return part if part.size else pixels


def _sharpness(pixels: Pixels) -> float:
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return float(cv2.Laplacian(half, cv2.CV_32F).var())
