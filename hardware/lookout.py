"""Looks at the whole table while deeds are laid out: everywhere, not in the scan field alone."""

import logging
import threading
from collections.abc import Callable

from cards_qr.following import Following, Rereader
from cards_qr.seen import TagSeen
from companion.table.laid import Look
from companion.vision.frame import Frame
from hardware.jpeg import jpeg

PERIOD_S = 0.4
"""Between two looks: a look at many deeds takes a while, and the dice are watched meanwhile."""

Tell = Callable[[float, tuple[TagSeen, ...], bytes, Look], None]

_log = logging.getLogger(__name__)


class Lookout:
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
        wanted: Callable[[], Look | None],
        tell: Tell,
    ) -> None:
        self._latest, self._side, self._tags = latest, side, tags
        self._wanted, self._tell = wanted, tell
        self._following = Following(tags)
        self._check = ""  # which the tags are followed for
        self._seen = -1  # number of the frame
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, and wait until the look that is under way is over."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def look(self) -> bool:
        """Look once, if somebody lays out and there is a new frame; return whether it was done."""
        look, frame = self._wanted(), self._latest()
        if look is None or frame is None or frame.number == self._seen:
            return False
        if look.check != self._check:
            self._check, self._following = look.check, Following(self._tags)
        self._seen = frame.number
        seen = self._following.look(frame.pixels, side=self._side())
        # Outside the scan field the ground is anything: what is not seen may as well be gone.
        there = tuple(tag for tag in seen if not tag.hidden)
        self._tell(frame.at, there, jpeg(frame.pixels), look)
        return True

    def _run(self) -> None:
        while not self._stopping.wait(PERIOD_S):
            try:
                self.look()
            except Exception:  # noqa: BLE001  # one bad picture must not end the check
                _log.exception("the lookout stumbled")
