"""The one writer of a table: job after job, and what is due by time, on whatever thread."""

import logging
import threading

from companion.table.desk import Desk
from companion.table.pipeline import Pipeline
from companion.table.queue import CauseQueue

PULSE_S, STUMBLED_S = 1.0, 0.2
"""It turns at least so often; so long it rests after a mistake of the table's clock."""
QUIET_S = 30.0
"""At a table of a crew it turns so often where no end was agreed: a turn costs 0.1 ms."""

_log = logging.getLogger(__name__)


class TableWriter:
    """Does what is asked of a table, until it is stopped: on a thread of its own, or on a crew's.

    Args:
        desk: what it works on.
        pipeline: likewise.
        queue: what is asked.
    """

    def __init__(self, desk: Desk, pipeline: Pipeline, queue: CauseQueue) -> None:
        self._desk, self._pipeline, self._queue = desk, pipeline, queue
        self.turned = desk.clock.mono()
        """When it last turned, monotonic seconds."""
        self._had_work = False  # at its last turn
        self._stopping, self._ended = threading.Event(), threading.Event()

    def stop(self) -> None:
        """Do no more; the journal is closed by whoever turns it next."""
        self._stopping.set()

    def wait(self) -> None:
        """Wait until it is."""
        self._ended.wait()

    def run(self) -> None:
        """Do what is due, on a thread of its own."""
        while not self._stopping.is_set():
            if not self._step(pulse=PULSE_S):
                self._stopping.wait(STUMBLED_S)  # it may make the mistake again at once
        self._end()

    def turn(self) -> float:
        """Do what is due, on a thread of the crew; return when the next turn is wanted."""
        well = self._stopping.is_set() or self._step(pulse=0.0)
        if self._stopping.is_set():
            self._end()
            return float("inf")
        if not well:
            return self.turned + STUMBLED_S
        if self._had_work:  # there may be more; and then the clock is looked at
            return self.turned
        pulse = PULSE_S if self._desk.is_timed else QUIET_S
        return min(self._queue.ready, self._desk.due, self._desk.next_wake, self.turned + pulse)

    def _step(self, *, pulse: float) -> bool:
        """Do the next job, or what is due by time, whichever has the earlier cause first.

        Waits *pulse* seconds at most for one. Returns whether the table's clock made no mistake.
        """
        desk, job, well = self._desk, None, True
        self.turned = desk.clock.mono()
        try:
            job = self._queue.take(min(desk.due, self.turned + pulse))
            if job is None or job.when > desk.due:
                self._pipeline.tick()
        except Exception:  # noqa: BLE001  # one mistake must not end everybody's evening
            _log.exception("the table's clock made a mistake")
            well = False
        self._had_work = job is not None
        if job is not None:
            job.work()
        return well

    def _end(self) -> None:
        self._desk.close()
        self._ended.set()
