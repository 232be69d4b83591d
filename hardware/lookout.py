"""Looks at the whole table while deeds are laid out: everywhere, not in the scan field alone."""

from collections.abc import Callable

from cards_qr.seen_tags import TagSeen
from cards_qr.tracking import Rereader, TagTracker
from companion.table.check.laid_deeds import PileLook
from companion.vision.frame import Frame
from companion.vision.jpeg import jpeg
from hardware.loop import Loop

PERIOD_S = 0.4
"""Between two looks: a look at many deeds takes a while, and the dice are watched meanwhile."""

Tell = Callable[[float, tuple[TagSeen, ...], bytes, PileLook], None]


class Lookout(Loop):
    """A thread that reads whole frames as long as somebody lays deeds out, and rests otherwise.

    Args:
        latest: returns the newest frame; None before the first.
        side: returns the side of a tag's symbol in pixels; None where the scale is not known.
        tags: reads tags; used by this thread alone.
        wanted: returns whose pile is to be looked at; None: nobody lays out.
        tell: told of each look.
    """

    def __init__(
        self,
        latest: Callable[[], Frame | None],
        side: Callable[[], float | None],
        tags: Rereader,
        *,
        wanted: Callable[[], PileLook | None],
        tell: Tell,
    ) -> None:
        super().__init__("lookout")
        self._latest, self._side, self._tags = latest, side, tags
        self._wanted, self._tell = wanted, tell
        self._following = TagTracker(tags)
        self._check = ""  # which the tags are followed for
        self._seen = -1  # number of the frame

    def look(self) -> bool:
        """Look once, if somebody lays out and there is a new frame; return whether it was done."""
        look, frame = self._wanted(), self._latest()
        if look is None or frame is None or frame.number == self._seen:
            return False
        if look.check != self._check:
            self._check, self._following = look.check, TagTracker(self._tags)
        self._seen = frame.number
        seen = self._following.look(frame.pixels, side=self._side())
        self._tell(frame.at, seen, jpeg(frame.pixels), look)
        return True

    def _round(self) -> None:
        if not self._stopping.wait(PERIOD_S):
            self.look()
