"""The box speaks: what is to be heard of the game, through its own sound output."""

import time
from collections.abc import Callable, Mapping, Sequence

from companion.doctor import Check
from companion.voice.news import Heard
from companion.voice.waiting_line import WaitingLine
from hardware.loop import Loop
from hardware.playing import Playing, Programs, programs
from hardware.tones import Tones

ROUND_S, IDLE_S = 0.1, 0.5
"""Between two looks, while the box is who speaks and while it is not."""


class Loudspeaker(Loop):
    """A thread that says one announcement at a time, what is out of date never.

    Args:
        tones: of each earcon, Hz and milliseconds.
        find: where the programs are; None where one is missing.
        clock: monotonic seconds.
    """

    def __init__(
        self,
        tones: Mapping[str, Tones],
        *,
        find: Callable[[], Programs | None] = programs,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__("voice")
        self.news: Callable[[str], Heard | None] = lambda _mark: None
        """Returns what is to be said since a mark; None: the box is not who speaks."""
        self._tones, self._find, self._clock = tones, find, clock
        self._line = WaitingLine()
        self._playing: Playing | None = None
        self._mark, self._repeats = "", 0
        self._speaks = self._failed = False

    def stop(self) -> None:
        """Stop, and fall silent."""
        super().stop()
        self._silence()

    def checks(self) -> Sequence[Check]:
        """Say how it is with the box's voice, where it is who speaks."""
        if not self._speaks:
            return ()
        if self._find() is None:
            return (Check("voice", "bad", "voice-missing"),)
        failed = self._failed
        return (Check("voice", *(("bad", "voice-silent") if failed else ("ok", "voice-speaks"))),)

    def look(self) -> bool:
        """Go round once; return whether the box is who speaks."""
        heard = self.news(self._mark)
        if heard is None:
            self._silence()
            self._speaks, self._failed, self._mark = False, False, ""
            return False
        if not self._speaks:
            self._speaks, self._repeats = True, heard.repeats
        self._mark = heard.mark
        cuts = [self._line.put(one, self._clock()) for one in heard.announcements]
        again = heard.repeats > self._repeats and self._line.repeat(self._clock())
        self._repeats = heard.repeats
        if any(cuts) or again:
            self._silence()
        self._play(heard.language)
        return True

    def _play(self, language: str) -> None:
        """Go on with what is being said, or begin what comes next."""
        if self._playing is not None:
            if self._playing.goes_on():
                return
            self._failed, self._playing = self._playing.failed, None
        there, one = self._find(), self._line.next(self._clock())
        if there is None or one is None:
            return
        tones = self._tones.get(one.earcon, ())
        self._playing = Playing(there, language, tones, one.text, self._clock)
        if not self._playing.goes_on():
            self._failed, self._playing = self._playing.failed, None

    def _silence(self) -> None:
        if self._playing is not None:
            self._playing.end()
            self._playing = None

    def _round(self) -> None:
        self._stopping.wait(ROUND_S if self.look() else IDLE_S)
