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

    def _round(self) -> None:
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


class Stumbling(Loop):
    """Throws in every round."""

    def __init__(self) -> None:
        super().__init__("round")
        self.rounds = 0
        self.thrice = threading.Event()

    def _round(self) -> None:
        self.rounds += 1
        if self.rounds == 3:
            self.thrice.set()
        raise KeyError(self.rounds)


def test_what_a_round_throws_ends_no_thread(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(loop, "STUMBLED_S", 0.001)
    stumbling = Stumbling()
    stumbling.start()
    assert stumbling.thrice.wait(30)
    stumbling.stop()
    assert "the round stumbled" in caplog.text


def test_the_pulse_beats_with_every_round() -> None:
    going = Round()
    going.pulse.beat = going.let_go.set  # type: ignore[method-assign]
    going.start()
    assert going.let_go.wait(30)
    going.stop()
