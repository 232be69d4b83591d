"""A time limit for what may never answer, as a stick that hangs: nobody waits longer."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as WaitedLongEnough
from typing import Any, NamedTuple, TypeVar

from companion.errors import BackupError

T = TypeVar("T")


class SilentError(BackupError):
    """Something was asked, and has not answered so far."""


class _Question(NamedTuple):
    answer: "Future[Any]"
    since: float  # monotonic seconds


class TimeLimit:
    """Asks one thing at a time, in a thread that nobody waits for at the end.

    As long as a question is not answered no other one is asked: however often a page is opened,
    one thread hangs and no more.

    Args:
        whom: who is asked, for the error and the thread's name.
    """

    def __init__(self, whom: str) -> None:
        self._whom = whom
        self._lock = threading.Lock()
        self._asked: _Question | None = None

    def ask(self, work: Callable[[], T], seconds: float) -> T:
        """Return what *work* returns, or raise what it raises.

        Raises:
            SilentError: it has not come back after so many seconds, or an earlier one has not.
        """
        until = time.monotonic() + seconds
        while True:
            with self._lock:
                earlier = self._asked
                if earlier is None or earlier.answer.done():
                    self._asked = mine = self._begun(work)
                    break
            self._wait(earlier, min(until, earlier.since + seconds))
        self._wait(mine, until)
        answer: T = mine.answer.result()
        return answer

    def _begun(self, work: Callable[[], object]) -> _Question:
        answer: Future[Any] = Future()

        def run() -> None:
            try:
                answer.set_result(work())
            except BaseException as error:  # noqa: BLE001  # whoever asked hears it
                answer.set_exception(error)

        threading.Thread(target=run, name=f"asks {self._whom}", daemon=True).start()
        return _Question(answer, time.monotonic())

    def _wait(self, question: _Question, until: float) -> None:
        try:
            question.answer.exception(max(0.0, until - time.monotonic()))
        except WaitedLongEnough:
            raise SilentError(code="silent", detail=self._whom) from None
