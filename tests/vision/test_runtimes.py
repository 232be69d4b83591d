"""The nets are run by onnxruntime, unless that ends a child; then OpenCV reads the same."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from companion.vision import runtime_trial
from companion.vision.checks import runtime_checks
from companion.vision.dice import NetReader
from companion.vision.nets import Nets
from companion.vision.pictures import still
from companion.vision.runtime_trial import CHILD, FILE, Runtime, tried, usable
from companion.vision.runtimes import by_onnxruntime, by_opencv
from tests.support.tiers import first_of

OWN = sorted((Path(__file__).parents[1] / "end_to_end" / "pictures").glob("*.jpg"))
MORE = os.environ.get("COMPANION_PICTURES")
LOADS = (by_onnxruntime, by_opencv)
PICTURES = [*OWN, *(sorted(Path(MORE).glob("dice*/*.jpg"))[::12] if MORE else ())]


def child(words: str) -> Sequence[str]:
    return (sys.executable, "-c", f"import os, signal, time; {words}")


DYING = {
    "an illegal instruction": ("os.kill(os.getpid(), signal.SIGILL)", "SIGILL"),
    "an abort": ("os.abort()", "SIGABRT"),
    "a hang": ("time.sleep(60)", "1 s"),
    "a library that is not there": ("import no_such_library", "exit 1"),
}


@pytest.mark.parametrize("how", DYING)
def test_a_child_that_dies_leaves_the_nets_to_opencv(tmp_path: Path, how: str) -> None:
    words, why = DYING[how]
    place = tmp_path / "cache" / "nets.json"
    found = tried(place, child(words), 1.0, "1.21 aarch64")
    assert found == Runtime("opencv", why)
    assert found.load is by_opencv
    assert tried(place, child("pass"), 1.0, "1.21 aarch64") == found  # tried once only
    assert tried(place, child("pass"), 9.0, "1.23 aarch64") == Runtime("onnxruntime")


def test_the_child_of_this_machine_runs_all_nets(tmp_path: Path) -> None:
    """Here onnxruntime runs: what is remembered is the good news."""
    place = tmp_path / "nets.json"
    assert tried(place) == Runtime("onnxruntime")
    assert tried(place, child("os.abort()")) == Runtime("onnxruntime")
    assert CHILD[-1] == "companion.vision.run_nets"


def test_a_cache_that_cannot_be_written_or_read_stops_nothing(tmp_path: Path) -> None:
    place = tmp_path / "nets.json"
    place.write_text("not json")
    assert tried(place, child("pass"), 9.0, "one") == Runtime("onnxruntime")
    inside = tmp_path / "file"
    inside.write_text("")
    assert tried(inside / "nets.json", child("pass"), 9.0, "one") == Runtime("onnxruntime")


@pytest.mark.parametrize(("processor", "found"), [("x86_64", ""), ("aarch64", "SIGILL")])
def test_it_is_tried_where_it_is_known_to_have_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processor: str, found: str
) -> None:
    (tmp_path / FILE).write_text(
        '{"key": "9 aarch64", "runtime": {"name": "opencv", "why": "SIGILL"}}'
    )
    monkeypatch.setattr(runtime_trial, "_found", [])
    monkeypatch.setattr(runtime_trial, "_key", lambda: "9 aarch64")
    monkeypatch.setattr("platform.machine", lambda: processor)
    assert usable(tmp_path).why == found
    assert usable().why == found


def test_the_doctor_says_what_runs_the_nets() -> None:
    (good,) = runtime_checks(Runtime("onnxruntime"))
    assert (good.health, good.code) == ("ok", "nets")
    (other,) = runtime_checks(Runtime("opencv", "SIGILL"))
    assert (other.health, other.facts["why"]) == ("warn", "SIGILL")


def test_both_give_the_same_scores_whatever_the_size() -> None:
    rng = np.random.default_rng(4)
    one, other = Nets(load=by_onnxruntime), Nets(load=by_opencv)
    for size in ((320, 320, 3), (99, 141, 3), (320, 320, 3)):
        picture = rng.integers(0, 256, size, np.uint8)
        for a, b in zip(one.find(picture), other.find(picture), strict=True):
            np.testing.assert_allclose(a, b, atol=1e-3)
    for count in (1, 5, 3):
        crops = rng.integers(0, 256, (count, 48, 48, 3), np.uint8)
        for a, b in zip(one.read(crops), other.read(crops), strict=True):
            np.testing.assert_allclose(a, b, atol=1e-4)
        large = rng.integers(0, 256, (count, 96, 96, 3), np.uint8)
        for a, b in zip(one.read_again(large), other.read_again(large), strict=True):
            np.testing.assert_allclose(a, b, atol=1e-4)


@pytest.mark.parametrize("picture", first_of(PICTURES, 24), ids=lambda path: path.name)
def test_both_read_a_photo_alike(picture: Path) -> None:
    pixels = still(picture)
    one, other = (NetReader(nets=Nets(load=load)).read(pixels) for load in LOADS)
    assert other.verdict == one.verdict
    assert [die.pips for die in other.dice] == [die.pips for die in one.dice]
    assert other.confidence == pytest.approx(one.confidence, abs=0.01)
