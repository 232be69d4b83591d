"""How lamps blink, as data."""

from collections.abc import Mapping

import msgspec


class Pattern(msgspec.Struct, frozen=True):
    """A rhythm that repeats for ever."""

    name: str
    steps: tuple[tuple[int, int], ...]  # milliseconds on, then off

    def lit(self, ms: int) -> bool:
        """Return whether the lamp is on so many milliseconds after the pattern began."""
        return self._within(ms)[0]

    def changes_in(self, ms: int) -> int | None:
        """Return after how many more milliseconds it may change; None: never."""
        if len(self.steps) == 0 or (len(self.steps) == 1 and 0 in self.steps[0]):
            return None
        return self._within(ms)[1]

    @property
    def period(self) -> int:
        """Milliseconds until it repeats."""
        return sum(on + off for on, off in self.steps)

    def _within(self, ms: int) -> tuple[bool, int]:
        left = ms % self.period if self.period else 0
        for on, off in self.steps:
            for lit, lasts in ((True, on), (False, off)):
                if left < lasts:
                    return lit, lasts - left
                left -= lasts
        return False, 0


OFF = Pattern("off", ())
ON = Pattern("on", ((1000, 0),))
BLINK = Pattern("blink", ((150, 150),))
"""Now or never: a rent to claim."""

BLINK_SLOW = Pattern("blink-slow", ((600, 600),))
"""Yes or no: dice as they are guessed."""

PULSE = Pattern("pulse", ((120, 180), (120, 1380)))
"""Two short flashes and a pause, as a heart beats: a press bids, or confirms what waits."""

ASK = Pattern("ask", ((120, 180), (600, 900)))
"""Short and long, as the presses that answer: short says yes, long says no."""

TURN = Pattern("turn", ((1200, 600),))
"""It is your turn to roll: there is nothing to press."""

DEBT = Pattern("debt", ((120, 120), (120, 120), (120, 1200)))
"""Three short flashes and a pause: a debt, and a press does something about it."""

PATTERNS: Mapping[str, Pattern] = {
    one.name: one for one in (OFF, ON, BLINK, BLINK_SLOW, PULSE, ASK, DEBT, TURN)
}
"""By what a lamp says (`companion.table.buttons.meanings.Light`)."""

NOTHING = Pattern("nothing", ((60, 60), (60, 60), (60, 60)))
"""Once, over what a lamp shows: the press was heard, and there was nothing to do."""

RHYTHMS: Mapping[str, tuple[tuple[int, int], ...]] = {
    one.name: one.steps for one in (*PATTERNS.values(), NOTHING)
}
"""All of them as milliseconds on and off, by name."""
