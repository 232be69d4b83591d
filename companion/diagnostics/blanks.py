"""Blanks out of a text what is nobody's business."""

import getpass
import json
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.journal.listing import GamesOnDisk
from companion.machine.machine import Machine
from companion.table.games.tidying import kept_games

PHONES = "phones.json"
"""In a home: who sits where."""

_PATTERNS = (
    (re.compile(r"(?im)^.*\b(?:pin|password|passwort|psk|ssid|token)\b.*$"), "<a line left out>"),
    (re.compile(r"(?i)\b(https?|rtsps?)://[^\s\"'<>]+"), r"\1://<address>"),
    (re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b"), "<address>"),
    (re.compile(r"(?i)\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b"), "<address>"),
    (
        re.compile(r"(?i)(?<![\w:])(?:[0-9a-f]{1,4}:){2,7}[0-9a-f]{0,4}(?:::[0-9a-f:]*)?"),
        "<address>",
    ),
    (re.compile(r"(?i)(?<![\w:])[0-9a-f]{0,4}::[0-9a-f:]+"), "<address>"),
    (re.compile(r"(?i)\b[\w-]+\.(?:local|lan|home|fritz\.box)\b"), "<address>"),
    (re.compile(r"(?:/home|/Users|/media|/run/media|/mnt)/[^\s\"':,;)\\]+"), "<folder>"),
)
"""What has a form of its own; times of day have one colon too few to be an address."""

_TIME = re.compile(r"\b\d{1,2}:\d{2}:\d{2}\b")


class Blanks:
    """What is known of this table and its house, to be left out.

    Args:
        home: the companion's folder, whose games know their players.
        machine: whose networks are asked for by name.
    """

    def __init__(self, home: Path, machine: Machine) -> None:
        words = {
            **dict.fromkeys(_players(home), "<name>"),
            **dict.fromkeys(_networks(machine), "<Wi-Fi>"),
            socket.gethostname(): "<machine>",
        }
        with suppress(KeyError, OSError, ImportError):
            words[getpass.getuser()] = "<user>"
        words.pop("root", None)
        self._words = {word.casefold(): said for word, said in words.items() if word.strip()}
        each = sorted(map(re.escape, self._words), key=len, reverse=True)
        self._known = re.compile(rf"(?i)(?<!\w)(?:{'|'.join(each)})(?!\w)") if each else None

    def out_of(self, text: str) -> str:
        """Return a text without them."""
        for pattern, said in _PATTERNS:
            text = pattern.sub(lambda found, said=said: _unless_a_time(found, said), text)  # type: ignore[misc]  # a lambda's default
        if self._known is None:
            return text
        return self._known.sub(lambda found: self._words.get(found[0].casefold(), "<name>"), text)


def _unless_a_time(found: re.Match[str], said: str) -> str:
    return found[0] if _TIME.fullmatch(found[0]) else found.expand(said)


def _players(home: Path) -> Iterator[str]:
    """Yield everybody who has played here, or sits here now."""
    with suppress(OSError):
        for some in kept_games(GamesOnDisk(home)):
            for game in some:
                yield from game.players
    with suppress(OSError, ValueError):
        yield from _named(json.loads((home / PHONES).read_text("utf-8")))


def _named(value: object) -> Iterator[str]:
    """Yield what is called a name anywhere in a file."""
    if isinstance(value, dict):
        for key, inside in value.items():
            if key == "name" and isinstance(inside, str):
                yield inside
            yield from _named(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from _named(inside)


def _networks(machine: Machine) -> Iterator[str]:
    """Yield the names of networks that the machine knows."""
    yield from machine.ask(("nmcli", "--get-values", "NAME", "connection", "show")).splitlines()
    for line in machine.text("proc/net/wireless").splitlines():
        name, colon, _rest = line.partition(":")
        if colon:
            link = machine.ask(("iw", "dev", name.strip(), "link"))
            yield from re.findall(r"(?m)^\s*SSID: (.+)$", link)
