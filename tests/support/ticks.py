"""A clock that only moves when somebody waits."""

from hardware.pace import Pace


class Ticks:
    """Time for tests: sleeping passes it at once."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def pace(self, rate: float) -> Pace:
        return Pace(rate, clock=self, sleep=self.sleep)
