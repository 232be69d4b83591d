"""The box speaks one thing at a time, nothing stale, and says when nothing is heard."""

import array
import io
import math
import subprocess
import wave
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from companion.sayings.announcements import TONES
from companion.voice.announcer import Announcement
from companion.voice.news import Heard
from companion.voice.waiting_line import STALE_S
from hardware.loudspeaker import Loudspeaker
from hardware.playing import LONGEST_S, Playing, Programs, programs
from hardware.tones import wav
from tests.end_to_end.spoken import spoken
from tests.support.ticks import Ticks
from tests.support.waiting import soon

SPEAK = """#!/bin/sh
text=$(cat)
echo "$2 $text" >>{folder}/said
case "$text" in
  *fails*) exit 1;;
  *hangs*) exec sleep 60;;
esac
echo "$text"
"""
PLAY = """#!/bin/sh
[ -e {folder}/unplugged ] && exit 1
cat >>{folder}/played
while [ -e {folder}/slow ]; do sleep 0.01; done
"""


class Box:
    """A loudspeaker with programs that note what they are given."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.ticks, self._ids = folder, Ticks(), count(1)
        for name, script in (("speak", SPEAK), ("play", PLAY)):
            (folder / name).write_text(script.format(folder=folder))
            (folder / name).chmod(0o755)
        self.programs: Programs | None = Programs(str(folder / "speak"), str(folder / "play"))
        self.loudspeaker = Loudspeaker({"roll": TONES["roll"]}, find=self.find, clock=self.ticks)
        self.loudspeaker.news = self._news
        self.new: list[Announcement] = []
        self.language: str | None = "de"
        self.repeats = 0

    def find(self) -> Programs | None:
        return self.programs

    def _news(self, mark: str) -> Heard | None:
        if self.language is None:
            return None
        new, self.new = self.new, []
        return Heard(self.language, new, mark + "x", self.repeats)

    def put(self, *texts: str, topic: str = "", cuts: bool = False, earcon: str = "") -> None:
        for text in texts:
            self.new.append(Announcement(str(next(self._ids)), earcon, text, topic, cuts))  # type: ignore[arg-type]
        self.loudspeaker.look()

    def slow(self, *, on: bool) -> None:
        (self.folder / "slow").touch() if on else (self.folder / "slow").unlink()

    @property
    def said(self) -> list[str]:
        file = self.folder / "said"
        return file.read_text().splitlines() if file.exists() else []

    def hears(self, *lines: str) -> None:
        """Go round until just this has been said and played."""

        def done() -> bool:
            self.loudspeaker.look()
            return self.said == list(lines) and self.loudspeaker._playing is None

        assert soon(done)

    @property
    def found(self) -> list[str]:
        return [check.code for check in self.loudspeaker.checks()]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    box = Box(tmp_path)
    yield box
    box.loudspeaker._silence()


def test_it_says_one_after_the_other_in_the_language_that_was_chosen(box: Box) -> None:
    box.put("Ann ist dran.", "Miete: $(touch pwned) `x` 'y'")
    box.hears("de Ann ist dran.", "de Miete: $(touch pwned) `x` 'y'")
    assert box.found == ["voice-speaks"]


def test_a_tone_is_played_before_the_words(box: Box) -> None:
    box.put("Ann, 11.", earcon="roll")
    box.hears("de Ann, 11.")
    played = (box.folder / "played").read_bytes()
    assert played.startswith(wav(TONES["roll"]))
    assert played.endswith(b"Ann, 11.\n")


def test_a_roll_cuts_in_and_what_it_cut_is_killed(box: Box) -> None:
    box.slow(on=True)
    box.put("Eine lange Karte.")
    assert soon(lambda: box.said == ["de Eine lange Karte."])
    first = box.loudspeaker._playing
    assert first is not None
    children = list(first._children)
    box.put("Ann, 11.", cuts=True)
    assert all(child.poll() is not None for child in children)
    box.slow(on=False)
    box.hears("de Eine lange Karte.", "de Ann, 11.")


def test_what_is_out_of_date_is_not_said(box: Box) -> None:
    box.slow(on=True)
    box.put("Erstes.")
    assert soon(lambda: box.said == ["de Erstes."])
    box.put("Bert bietet 20.", "Bert bietet 30.", topic="bid")
    box.slow(on=False)
    box.hears("de Erstes.", "de Bert bietet 30.")
    box.slow(on=True)
    box.put("Zweites.")
    box.put("Altes.")
    box.ticks.sleep(STALE_S + 1)
    box.slow(on=False)
    box.hears("de Erstes.", "de Bert bietet 30.", "de Zweites.")


def test_the_last_is_said_again_when_somebody_asks(box: Box) -> None:
    box.put("Ann ist dran.")
    box.hears("de Ann ist dran.")
    box.repeats += 1
    box.hears("de Ann ist dran.", "de Ann ist dran.")


def test_repeats_of_before_it_was_chosen_are_none_of_its_own(box: Box) -> None:
    box.language, box.repeats = None, 0
    box.loudspeaker.look()
    box.language, box.repeats = "it", 4
    box.put("Tocca ad Ann.")
    box.hears("it Tocca ad Ann.")


def test_another_who_speaks_makes_it_fall_silent(box: Box) -> None:
    box.slow(on=True)
    box.put("Ann ist dran.")
    assert soon(lambda: box.said != [])
    box.language = None
    assert not box.loudspeaker.look()
    assert box.loudspeaker._playing is None
    assert box.found == []


@pytest.mark.parametrize("text", ["fails", "hangs"])
def test_words_that_fail_or_hang_are_given_up_and_said(box: Box, text: str) -> None:
    box.put(f"Es {text}.")
    assert soon(lambda: box.said == [f"de Es {text}."])
    box.ticks.sleep(LONGEST_S + 1)
    assert soon(lambda: box.loudspeaker.look() and box.found == ["voice-silent"])
    box.put("Wieder da.")
    box.hears(f"de Es {text}.", "de Wieder da.")
    assert box.found == ["voice-speaks"]


def test_an_output_that_is_unplugged_is_said_until_it_is_back(box: Box) -> None:
    (box.folder / "unplugged").touch()
    box.put("Niemand hört es.", earcon="roll")
    assert soon(lambda: box.loudspeaker.look() and box.found == ["voice-silent"])
    (box.folder / "unplugged").unlink()
    box.put("Jetzt.")
    assert soon(lambda: box.loudspeaker.look() and box.found == ["voice-speaks"])


def test_without_its_programs_it_says_what_to_install(box: Box) -> None:
    box.programs = None
    box.put("Ann ist dran.")
    assert box.found == ["voice-missing"]
    box.programs = Programs("/nowhere/speak", "/nowhere/play")
    box.put("Ann ist dran.")
    assert soon(lambda: box.loudspeaker.look() and box.found == ["voice-silent"])


def test_a_player_that_cannot_be_started_leaves_no_speaker_behind(box: Box) -> None:
    assert box.programs is not None
    box.programs = Programs(box.programs.speak, "/nowhere/play")
    box.put("Es hangs.")  # who speaks would go on for a minute
    assert box.loudspeaker._playing is None
    assert box.found == ["voice-silent"]


def test_its_thread_survives_whatever_the_news_throw_and_stops_while_it_speaks(box: Box) -> None:
    box.slow(on=True)
    failures = iter([RuntimeError("a bad view")])

    def news(mark: str) -> Heard | None:
        for failure in failures:
            raise failure
        return box._news(mark)

    box.new = [Announcement("1", "", "Ann ist dran.")]
    box.loudspeaker.news = news
    box.loudspeaker.start()
    assert soon(lambda: box.said == ["de Ann ist dran."])
    box.loudspeaker.stop()
    assert not box.loudspeaker._thread.is_alive()
    assert box.loudspeaker._playing is None


# ---- the real program


@pytest.mark.parametrize(
    ("edition", "language"),
    [("us-classic", "en"), ("de-dm", "de"), ("it-eg", "it"), ("ru-2004", "ru")],
)
def test_a_real_voice_is_heard_in_each_language(edition: str, language: str) -> None:
    """The sentences of a game as espeak-ng speaks them: loud enough, neither cut nor endless."""
    speaker = _speaker()
    lines = [line.partition("] ")[2] for line in spoken(edition, language, "full")]
    for text in list(dict.fromkeys(filter(None, lines)))[:20]:
        command = [speaker, "-v", language, "--stdin", "--stdout"]
        told = subprocess.run(
            command, input=text.encode(), capture_output=True, check=True, timeout=60
        )
        with wave.open(io.BytesIO(told.stdout)) as file:
            samples, rate = array.array("h", file.readframes(10**7)), file.getframerate()
        assert _loudness(samples) > 500, text
        assert 0.3 < len(samples) / rate < LONGEST_S / 2, text


def test_two_announcements_of_the_real_voice_never_overlap(tmp_path: Path) -> None:
    """What is played ends before the next begins: the player notes when it came and went."""
    play, notes = tmp_path / "play", tmp_path / "notes"
    play.write_text(f"#!/bin/sh\necho in >>{notes}\ncat >/dev/null\necho out >>{notes}\n")
    play.chmod(0o755)
    ticks = Ticks()
    for text in ("Ann, 11.", "For sale: 60 dollars."):
        playing = Playing(Programs(_speaker(), str(play)), "en", TONES["roll"], text, ticks)
        assert soon(partial(_is_over, playing))
        assert not playing.failed
    assert notes.read_text().split() == ["in", "out"] * 4


def _is_over(playing: Playing) -> bool:
    return not playing.goes_on()


def _speaker() -> str:
    there = programs()
    speaker = there.speak if there else "espeak-ng"
    assert subprocess.run([speaker, "--version"], capture_output=True, check=True, timeout=60)
    return speaker


def _loudness(samples: Sequence[int]) -> float:
    """Return the root mean square of samples of 16 bits."""
    return math.sqrt(sum(one * one for one in samples) / len(samples))
