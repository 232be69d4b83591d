"""What time it was here when a phone took a frame: its clock mapped to ours by round trips.

A phone asks at `asked`, we tell our time, the phone hears it at `heard`. However the way there and
the way back share the time between, what has to be added to the phone's clock lies between
`told - heard` and `told - asked`. Each round trip says so, the clocks drift apart by little, and
what all of them leave is the mapping and its bound (Cristian; Marzullo, without any liar).
"""

from companion.vision.phone_frames import RoundTrip

DRIFT = 6e-4
"""Seconds a second by which the clocks may part: NTP slews ours by up to 5e-4, quartz by 1e-4."""

TICK_S = 1e-3
"""How coarsely browsers tell the time."""

LONGEST_TRIP_S = 5.0
"""A round trip that took longer says too little."""

LATEST_S = 5.0
"""A frame that seems to have been under way for longer: a clock has stood still, as in a sleep."""


class PhoneClock:
    """Maps a phone's clock to ours."""

    def __init__(self) -> None:
        self._low = self._high = self._when = 0.0  # what to add lay between these, at our time
        self._known = False
        self.jumps = 0
        """How often a clock has jumped."""

    def learn(self, trip: RoundTrip, now: float) -> None:
        """Take in a round trip; one that contradicts all before shows that a clock has jumped."""
        lasted = trip.heard - trip.asked
        if not (0 <= lasted <= LONGEST_TRIP_S and trip.told <= now):  # what is no number neither
            return
        low, high = trip.told - trip.heard - TICK_S, trip.told - trip.asked + TICK_S
        if not self._known:
            self._low, self._high, self._when, self._known = low, high, trip.told, True
            return
        when = max(self._when, trip.told)
        ours, theirs = DRIFT * (when - self._when), DRIFT * (when - trip.told)
        least, most = max(self._low - ours, low - theirs), min(self._high + ours, high + theirs)
        if least > most:
            self.jumps += 1
            least, most, when = low, high, trip.told
        self._low, self._high, self._when = least, most, when

    def bound(self, now: float) -> float | None:
        """Return by how much a mapped time may be wrong at our time *now*; None: not known."""
        if not self._known:
            return None
        return (self._high - self._low) / 2 + DRIFT * abs(now - self._when)

    def mapped(self, taken: float, sent: float, now: float) -> float:
        """Return when a frame was taken that has come *now*, in our time.

        Without a mapping, and with one that cannot be true any more: as if it had been under way
        for no time.
        """
        taken = min(taken, sent)
        latest = now - (sent - taken)
        bound = self.bound(now)
        if bound is None:
            return latest
        at = taken + (self._low + self._high) / 2
        if not -bound - TICK_S <= latest - at <= LATEST_S:
            self._known = False
            self.jumps += 1
            return latest
        return min(at, latest)
