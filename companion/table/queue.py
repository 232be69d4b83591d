"""The one queue: work in the order of its causes, not of the threads that brought it."""

import heapq
import threading
from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from companion.table.ports import Clock


class Job(NamedTuple):
    """One piece of work for the writer."""

    when: float  # the time of its cause, monotonic seconds
    number: int  # equal times: as they came
    ready: float  # not to be taken before: something earlier may still be under way
    work: Callable[[], None]
    drop: Callable[[], None]  # called instead of *work* when the table has stopped


class CauseQueue:
    """Filled from any thread, emptied by the one writer."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._jobs: list[Job] = []
        self._numbers = count()
        self._closed = False

    def put(
        self,
        when: float,
        work: Callable[[], None],
        drop: Callable[[], None],
        *,
        delay: float = 0.0,
    ) -> None:
        """Add work.

        Args:
            when: the time of its cause, monotonic seconds; the future counts as now.
            work: called by the writer.
            drop: called, here or by `close`, if the table has stopped.
            delay: seconds to wait for what may have an earlier cause and be under way.
        """
        now = self._clock.mono()
        job = Job(min(when, now), next(self._numbers), now + delay, work, drop)
        with self._changed:
            closed = self._closed
            if not closed:
                heapq.heappush(self._jobs, job)
                self._changed.notify()
        if closed:
            drop()

    def take(self, until: float) -> Job | None:
        """Wait for the job with the earliest cause.

        None after *until* (monotonic seconds), or when the queue is closed.
        """
        with self._changed:
            while True:
                now = self._clock.mono()
                # A later cause never overtakes an earlier one that still has to wait.
                wake = self._jobs[0].ready if self._jobs else until
                if self._jobs and wake <= now:
                    return heapq.heappop(self._jobs)
                if self._closed or now >= until:
                    return None
                self._changed.wait(min(wake, until) - now)

    @property
    def ready(self) -> float:
        """When the next job may be taken, monotonic seconds; infinity if there is none."""
        with self._changed:
            return self._jobs[0].ready if self._jobs else float("inf")

    def close(self) -> None:
        """Take no more work, and drop what is left."""
        with self._changed:
            self._closed = True
            jobs, self._jobs = sorted(self._jobs), []
            self._changed.notify_all()
        for job in jobs:
            job.drop()
