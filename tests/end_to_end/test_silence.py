"""The companion calls nobody and writes nothing outside its folder, as `strace` sees it.

Without `CI` in the environment: libraries that report to somebody keep quiet where it is set.
"""

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.secure_port import BEYOND
from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.evening import HARMLESS
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone
from tests.support.processes import LIMIT_S

PICTURES = Path(__file__).parent / "pictures"
THROWS = 6
SPEAKING = ("connect", "sendto", "sendmsg", "sendmmsg")
WRITING = ("open", "openat", "creat", "mkdir", "mkdirat", "rename", "renameat", "renameat2")
AVAHI = '"/run/avahi-daemon/socket"'  # asked on this machine what its name is
NO_FILES = ("/dev/", "/proc/")
CALL = re.compile(r"\d+ +(?P<name>\w+)\((?P<words>.*)")
FOR_WRITING = re.compile(r"O_WRONLY|O_RDWR|O_CREAT")
PLACE = re.compile(r'(?:AT_FDCWD|\d+)?(?:<(?P<folder>[^>]*)>, )?"(?P<path>[^"]*)"')


def environment(own: Path) -> dict[str, str]:
    """Return what a person's shell gives: a home folder of one's own, and nothing of the tests."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {**kept, "HOME": str(own), "PYTHONDONTWRITEBYTECODE": "1"}


def traced(log: Path) -> tuple[str, ...]:
    """Return the command that follows another one with all its threads, and notes *log*."""
    calls = ",".join((*SPEAKING, *WRITING))
    options = ("--daemonize", "--follow-forks", "--seccomp-bpf", "--decode-fds=all")
    return ("strace", *options, "--quiet=all", f"--trace={calls}", f"--output={log}")


def play(phones: list[Phone]) -> None:
    """Throw the drawn dice, and answer what the spaces ask for."""
    for _ in range(THROWS):
        before = phones[0].game()["seq"]
        assert phones[0].post("/simulated/throw", {}).status == 303
        game = wait_for("the roll", partial(gone_on, phones[0], before))
        state = game["state"]
        if state["draw"]:
            seat, card = state["draw"]["seat"], HARMLESS[state["draw"]["deck"]]
            assert phones[seat].command("draw", card=card).status == 200
        elif state["purchase"]:
            assert phones[state["purchase"]["seat"]].command("buy").status == 200


def gone_on(phone: Phone, than: int) -> dict[str, Any] | None:
    game = phone.game()
    return game if game["seq"] > than else None


def calls(log: Path) -> list[tuple[str, str]]:
    """Return what was called, and with which words; of one that was interrupted, its beginning."""
    found = (CALL.match(line) for line in log.read_text().splitlines())
    return [(call["name"], call["words"]) for call in found if call]


def spoken(made: list[tuple[str, str]], port: int) -> list[str]:
    """Return each word to somebody who did not ask at the *port* of the pages."""
    answer = f"<TCP:[127.0.0.1:{port}->"
    said = [(name, words) for name, words in made if name in SPEAKING and AVAHI not in words]
    return [
        f"{name}({words}"
        for name, words in said
        if not (is_itself(words, port) if name == "connect" else answer in words)
    ]


def is_itself(words: str, port: int) -> bool:
    """Return whether it is one of its own two ports that is asked: so the server stops."""
    own = (
        f'sin_port=htons({one}), sin_addr=inet_addr("127.0.0.1")' for one in (port, port + BEYOND)
    )
    return any(one in words for one in own)


def written(made: list[tuple[str, str]]) -> set[Path]:
    """Return every file that was opened to be written, made or moved, successfully or not."""
    places = [
        Path(place["folder"] or "", place["path"])
        for name, words in made
        if name in WRITING and (FOR_WRITING.search(words) or not name.startswith("open"))
        for place in PLACE.finditer(words)
    ]
    return {place for place in places if not str(place).startswith(NO_FILES)}


class Watched(NamedTuple):
    """A companion that somebody played on."""

    home: Path
    port: int
    calls: list[tuple[str, str]]


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Watched:
    folder = tmp_path_factory.mktemp("silent")
    own, log = folder / "own", folder / "calls"
    own.mkdir()
    companion = Appliance(
        own / "companion",
        *("--camera", "sim", "--buttons", "mock", "--seed", "7"),
        within=traced(log),
        env=environment(own),
    )
    try:
        phones = joined(companion)
        begin(phones)
        play(phones)
        port = companion.port
    finally:
        companion.stop()
    return Watched(own / "companion", port, calls(log))


def test_the_companion_speaks_to_nobody_who_did_not_ask(watched: Watched) -> None:
    assert any(name == "sendto" for name, _words in watched.calls)  # to the phones that did
    assert spoken(watched.calls, watched.port) == []


def test_the_companion_writes_nothing_outside_its_folder(watched: Watched) -> None:
    places = written(watched.calls)
    assert watched.home / "lock" in places
    assert [place for place in sorted(places) if not place.is_relative_to(watched.home)] == []


def test_a_picture_is_read_in_silence(tmp_path: Path) -> None:
    own, log = tmp_path / "own", tmp_path / "calls"
    own.mkdir()
    picture = next(iter(sorted(PICTURES.glob("*.jpg"))))
    read = [sys.executable, "-m", "companion", "read", "dice", str(picture)]
    subprocess.run([*traced(log), *read], env=environment(own), check=True, timeout=LIMIT_S)
    made = calls(log)
    assert (spoken(made, 0), written(made)) == ([], set())
    assert list(own.iterdir()) == []
