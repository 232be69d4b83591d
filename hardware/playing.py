"""One announcement on its way to the box's sound output: its tones, then its words.

`espeak-ng` makes the words, `aplay` plays both. espeak-ng could play them itself, but ends well
where there is no output; aplay says so.
"""

import contextlib
import shutil
from collections.abc import Callable, Iterator
from subprocess import DEVNULL, PIPE, Popen
from typing import IO, NamedTuple

from hardware.tones import Tones, wav

LONGEST_S = 20.0
"""What takes longer hangs: the longest announcement takes six seconds."""


class Programs(NamedTuple):
    """Where the programs are."""

    speak: str
    play: str


def programs() -> Programs | None:
    """Return where `espeak-ng` and `aplay` are; None unless both are there."""
    speak, play = shutil.which("espeak-ng"), shutil.which("aplay")
    return Programs(speak, play) if speak and play else None


class Playing:
    """Plays one announcement; asked again and again by `goes_on`, it never blocks.

    Args:
        programs: which play it.
        language: of its words, by code.
        tones: before them.
        text: what is said; "" is nothing.
        clock: monotonic seconds.
    """

    def __init__(
        self, programs: Programs, language: str, tones: Tones, text: str, clock: Callable[[], float]
    ) -> None:
        self._programs, self._language, self._clock = programs, language, clock
        self._ends = clock() + LONGEST_S
        self._children: list[Popen[bytes]] = []
        self.failed = False
        """Whether a program could not be started, ended badly, or hung."""
        self._steps = self._begin(tones, text)

    def goes_on(self) -> bool:
        """Return whether it still plays; begin what comes next where a part has ended."""
        while True:
            codes = [child.poll() for child in self._children]
            if None in codes and not self.failed:
                if self._clock() < self._ends:
                    return True
                self.failed = True
            if self.failed or any(codes):
                self.failed = True
                self.end()
                return False
            try:
                if next(self._steps, None) is None:
                    return False
            except (OSError, ValueError):
                self.failed = True

    def end(self) -> None:
        """Fall silent at once."""
        self._steps = iter(())
        for child in self._children:
            child.kill()
            child.wait()
            if child.stdin is not None:
                child.stdin.close()
        self._children = []

    def _begin(self, tones: Tones, text: str) -> Iterator[bool]:
        """Start one part after the other."""
        if tones:
            self._children = [self._start(self._programs.play, "-q", "-")]
            _feed(self._children[0], wav(tones))
            yield True
        if text:
            how = ("-v", self._language, "--stdin", "--stdout")
            words = self._start(self._programs.speak, *how, stdout=PIPE)
            self._children = [words]
            assert words.stdout is not None
            with words.stdout as said:  # the player's alone: it hears when the speaker has ended
                self._children.append(self._start(self._programs.play, "-q", "-", stdin=said))
            _feed(words, text.encode())
            yield True

    @staticmethod
    def _start(
        *command: str, stdin: int | IO[bytes] | None = PIPE, stdout: int = DEVNULL
    ) -> "Popen[bytes]":
        # No shell; the text goes by the pipe.
        return Popen(command, stdin=stdin, stdout=stdout, stderr=DEVNULL)  # noqa: S603


def _feed(child: "Popen[bytes]", data: bytes) -> None:
    """Hand a child all it reads: little enough for the pipe to hold it."""
    assert child.stdin is not None
    with contextlib.suppress(BrokenPipeError), child.stdin as pipe:  # how it ended says more
        pipe.write(data)
