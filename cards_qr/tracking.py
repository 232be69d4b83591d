"""Follows the tags of a field from look to look: what lies where is remembered.

A tag that lies still is only looked at again in its place; what has changed is read anew. What
counts must agree over looks: a text that was decoded in full, or a tag plainly seen in two of the
last three. What has counted lies there until its place is seen bare, or its other side is up: what
a hand covers is only hidden.
"""

from collections.abc import Sequence
from typing import Protocol

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from cards_qr.occlusion import Ground, cells_of
from cards_qr.seen_tags import TagSeen, lies_in, told_apart
from cards_qr.tag_reader import SCORE_FOR_BOOKING
from companion.vision.change_detection import Thumb, changed, thumb

Pixels = NDArray[np.uint8]

LOOKS = 3
"""How many looks are remembered."""
AGREE = 2
"""In how many of them a tag must be seen to count."""

_ROOM = 1.2  # sides of a symbol around what has changed that are read with it
_SMALLEST_ROOM = 24  # pixels, where no scale is known and no tag
_WHOLE = 0.6  # of the picture: where more has changed, all of it is read at once


class Rereader(Protocol):
    """Reads tags, and looks at known ones again."""

    def read(
        self, pixels: Pixels, *, side: float | None = None, known: Sequence[TagSeen] = ()
    ) -> tuple[TagSeen, ...]:
        """Return the tags but for those *known*; *side*: of a symbol in pixels, if known."""
        ...

    def knows(self, text: str) -> bool:
        """Return whether a text is that of a tag of the set that is on the table."""
        ...

    def again(self, pixels: Pixels, known: Sequence[TagSeen]) -> tuple[TagSeen | None, ...]:
        """Return each known tag as it lies now in its place, None where it is not seen."""
        ...


class _Followed(msgspec.Struct):
    """A tag and its scores in the last looks, the newest last; 0 where it was not seen."""

    tag: TagSeen
    scores: list[float]
    seen: Thumb | None  # the look that saw it last; None: forgotten
    has_counted: bool = False
    bare: int = 0  # looks in a row that saw its place without it

    @property
    def unseen(self) -> bool:
        """Whether the last looks agree that it is not to be seen."""
        return not any(self.scores[-AGREE:])

    @property
    def counts(self) -> bool:
        """Whether the looks agree that it is to be seen there."""
        if self.unseen:
            return False
        plain = sum(score >= SCORE_FOR_BOOKING for score in self.scores)
        return plain >= AGREE or max(self.scores) >= 1.0

    @property
    def settled(self) -> bool:
        """Whether another look could not change what it counts for."""
        seen = [score >= SCORE_FOR_BOOKING for score in self.scores[-AGREE:]]
        return len(seen) == AGREE and len(set(seen)) == 1


class TagTracker:
    """Follows the tags of one field of a still camera.

    Args:
        reader: reads them.
    """

    def __init__(self, reader: Rereader) -> None:
        self._reader = reader
        self._followed: list[_Followed] = []
        self._ground = Ground()
        self._before: Thumb | None = None
        self._unsettled: NDArray[np.bool_] | None = None  # what changed in the look before

    def forget(self) -> None:
        """Forget what lies where, as when the field lies elsewhere in the picture.

        That something lies there is remembered: a hand over it when the mat was pushed takes
        nothing away.
        """
        self._followed = [
            _Followed(each.tag, [0.0], seen=None, has_counted=True)
            for each in self._followed
            if each.has_counted
        ]
        self._ground.forget()
        self._before, self._unsettled = None, None

    @property
    def settled(self) -> bool:
        """Whether the last two looks say the same of every tag."""
        return all(each.settled for each in self._followed)

    def look(self, pixels: Pixels, *, side: float | None = None) -> tuple[TagSeen, ...]:
        """Take the field as it looks now; return the tags that count, copies told apart.

        Those that are hidden are among them, and marked.

        Args:
            pixels: height x width x 3 bytes.
            side: of a symbol without quiet zone in pixels, where the scale is known.
        """
        now = thumb(pixels)
        if self._before is not None and self._before.shape != now.shape:
            self.forget()
        fresh = np.ones(now.shape, np.bool_) if self._before is None else changed(self._before, now)
        self._before = now
        seen = self._again(pixels, fresh, now)
        unsettled, self._unsettled = self._unsettled, fresh
        stirred = fresh if unsettled is None else fresh | unsettled
        seen += self._read(pixels, stirred, now.cell, side, seen)
        self._note(seen, now)
        self._ground.learn(now, [each.tag.corners for each in self._followed])
        return self._counting()

    def _again(self, pixels: Pixels, fresh: NDArray[np.bool_], look: Thumb) -> list[TagSeen]:
        """Return the followed tags that still lie in their places; mark the others as changed."""
        known = [each.tag for each in self._followed]
        seen: list[TagSeen] = []
        for old, now in zip(known, self._reader.again(pixels, known), strict=True):
            if now is not None:
                seen.append(now)
                continue
            place = cells_of(old.corners, look)
            stays = old.kind == "foreign" and not self._reader.knows(old.text)
            if stays and not fresh[place].any():
                seen.append(old)  # nothing has happened there, nor to the set
            else:
                fresh[place] = True
        return seen

    def _read(
        self,
        pixels: Pixels,
        stirred: NDArray[np.bool_],
        cell: float,
        side: float | None,
        seen: Sequence[TagSeen],
    ) -> list[TagSeen]:
        """Return the tags where something has changed, but for those *seen* already."""
        found: list[TagSeen] = []
        for left, top, right, bottom in self._boxes(pixels, stirred, cell, side):
            part = np.ascontiguousarray(pixels[top:bottom, left:right])
            known = [_moved(tag, -left, -top) for tag in (*seen, *found)]
            for tag in self._reader.read(part, side=side, known=known):
                there = _moved(tag, left, top)
                if not lies_in(there.corners, [other.corners for other in (*seen, *found)]):
                    found.append(there)
        return found

    def _boxes(
        self, pixels: Pixels, stirred: NDArray[np.bool_], cell: float, side: float | None
    ) -> list[tuple[int, int, int, int]]:
        """Return (left, top, right, bottom) in pixels of the parts that are to be read."""
        if not stirred.any():
            return []
        height, width = pixels.shape[:2]
        reach = _ROOM * (side or self._largest())
        room = 2 * round(max(reach, _SMALLEST_ROOM) / cell) + 1
        grown = cv2.dilate(stirred.astype(np.uint8), np.ones((room, room), np.uint8))
        if grown.mean() > _WHOLE:
            return [(0, 0, width, height)]
        _, _, stats, _ = cv2.connectedComponentsWithStats(grown)
        boxes = []
        for column, row, columns, rows in stats[1:, :4]:
            left, top = int(column * cell), int(row * cell)
            right, bottom = (
                int(np.ceil((column + columns) * cell)),
                int(np.ceil((row + rows) * cell)),
            )
            boxes.append((left, top, min(right, width), min(bottom, height)))
        return boxes

    def _largest(self) -> float:
        """Return the side of the largest tag that is followed, in pixels; 0 if there is none."""
        boxes = (np.ptp(np.array(each.tag.corners), axis=0) for each in self._followed)
        return max((float(box.max()) for box in boxes), default=0.0)

    def _note(self, seen: Sequence[TagSeen], now: Thumb) -> None:
        """Note what this look saw; a tag that has moved is followed in its new place."""
        left = list(seen)
        for each in self._followed:
            same = [tag for tag in left if tag.text == each.tag.text]
            nearest = min(same, key=lambda tag: _apart(tag, each.tag), default=None)
            if nearest is None:
                each.scores.append(0.0)
                hidden = self._ground.hides(each.tag.corners, each.seen, now)
                each.bare = 0 if hidden else each.bare + 1
            else:
                left.remove(nearest)
                each.tag, each.seen, each.bare = nearest, now, 0
                each.scores.append(max(nearest.score, 1.0 if max(each.scores) >= 1.0 else 0.0))
            del each.scores[:-LOOKS]
            each.has_counted = each.has_counted or each.counts
        self._followed = [each for each in self._followed if self._may_lie(each)]
        found = [_Followed(tag, [tag.score], seen=now) for tag in left]
        for each in found:
            each.has_counted = each.counts
        self._followed += found

    def _may_lie(self, each: _Followed) -> bool:
        """Return whether a tag is still there, for all that the looks say."""
        if not each.has_counted:
            return any(each.scores)
        return not (each.unseen and (each.bare >= AGREE or self._is_turned(each.tag)))

    def _is_turned(self, tag: TagSeen) -> bool:
        """Return whether the other side of what carries a tag is to be seen."""
        shown = (each.tag for each in self._followed if each.counts)
        item = (tag.kind, tag.id)
        return tag.valid and any(
            other.valid and (other.kind, other.id) == item and other.side != tag.side
            for other in shown
        )

    def _counting(self) -> tuple[TagSeen, ...]:
        counting = [
            msgspec.structs.replace(
                each.tag, score=max(each.scores) or each.tag.score, hidden=not each.counts
            )
            for each in self._followed
            if each.has_counted
        ]
        return told_apart(sorted(counting, key=lambda tag: tag.corners[0][0]))


def _apart(one: TagSeen, other: TagSeen) -> float:
    between = np.mean(one.corners, axis=0) - np.mean(other.corners, axis=0)
    return float(np.hypot(*between))


def _moved(tag: TagSeen, right: float, down: float) -> TagSeen:
    corners = tuple((x + right, y + down) for x, y in tag.corners)
    return msgspec.structs.replace(tag, corners=corners)
