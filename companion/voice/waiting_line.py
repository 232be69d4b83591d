"""What is still to be said: nothing out of date, and a roll cuts in. The time is handed in."""

from collections import deque

from companion.voice.announcer import Announcement

STALE_S = 8.0
"""What could not be said for so long is out of date."""

MOST = 3
"""So many wait at most: the oldest gives way."""


class WaitingLine:
    """Announcements that wait until the voice is free."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[float, Announcement]] = deque(maxlen=MOST)
        self.last: Announcement | None = None
        """What was said last."""

    def put(self, one: Announcement, now: float) -> bool:
        """Let an announcement wait; return whether it ends what is being said now.

        Args:
            one: what is to be said.
            now: monotonic seconds.
        """
        if one.cuts:
            self._waiting.clear()
        elif one.topic:
            kept = [(at, other) for at, other in self._waiting if other.topic != one.topic]
            self._waiting = deque(kept, maxlen=MOST)
        self._waiting.append((now, one))
        return one.cuts

    def next(self, now: float) -> Announcement | None:
        """Return what is to be said now; None if nothing is. *now*: monotonic seconds."""
        while self._waiting:
            at, one = self._waiting.popleft()
            if now - at <= STALE_S:
                self.last = one
                return one
        return None

    def repeat(self, now: float) -> bool:
        """Let what was said last be said once more, before all else; it ends what is being said."""
        if self.last is None:
            return False
        self._waiting.clear()
        self._waiting.append((now, self.last))
        return True
