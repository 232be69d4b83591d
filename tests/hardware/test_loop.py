"""What looks again and again in its own thread is stopped, and nobody waits for it for ever."""

import threading

import pytest

from hardware import loop
from hardware.loop import Loop


class Round(Loop):
    """Goes round once, for as long as it is not let go; deaf: it does not hear that it may stop."""

    def __init__(self, *, deaf: bool = False) -> None:
        super().__init__("round")
        self.deaf, self.let_go, self.ended = deaf, threading.Event(), threading.Event()

    def _run(self) -> None:
        waited_for = self.let_go if self.deaf else self._stopping
        waited_for.wait(30)
        self.ended.set()


def test_stopping_waits_until_the_round_is_over() -> None:
    going = Round()
    going.start()
    going.stop()
    assert going.ended.is_set()


def test_what_never_began_is_stopped_at_once() -> None:
    Round().stop()


def test_nobody_waits_for_ever_for_a_round_that_does_not_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(loop, "JOIN_S", 0.05)
    stuck = Round(deaf=True)
    stuck.start()
    stuck.stop()
    assert not stuck.ended.is_set()
    assert "the round does not stop: it is left behind" in caplog.text
    stuck.let_go.set()
    assert stuck.ended.wait(30)
