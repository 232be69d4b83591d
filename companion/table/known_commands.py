"""Commands that were accepted and left no record in the running game: each counts once, too."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.files import Folder, Remembered
from companion.journal.record import CommandId
from companion.table.answers import Accepted
from companion.table.live_game import LiveGame

FILE = Path("commands.json")
"""In a home."""

MOST = 200
"""So many are remembered: a phone sends again what it got no answer to, at once."""


class _Done(msgspec.Struct, frozen=True, omit_defaults=True):
    seq: int = 0
    game: str = ""


class _Newest(msgspec.Struct, frozen=True):
    done: Mapping[CommandId, _Done] = {}  # oldest first


class KnownCommands:
    """Remembers the newest ids, over restarts and from game to game.

    What cannot be written is remembered as long as the companion runs; a damaged file is as none.

    Args:
        home: the folder of the companion.
    """

    def __init__(self, home: Folder) -> None:
        self._newest = Remembered(home / FILE, _Newest())

    def answered(self, command_id: str | None) -> Accepted | None:
        """Return the answer that a command with this id got, if it was accepted."""
        done = self._newest.now.done.get(command_id) if command_id else None
        return Accepted(done.seq, (), done.game) if done else None

    def add(self, command_id: str, answer: Accepted) -> None:
        """Remember one more."""
        self._keep({command_id: _Done(answer.seq, answer.game)})

    def take_over(self, game: LiveGame) -> None:
        """Remember those of a game that leaves the table: they must not be done in another one."""
        newest = game.records(game.seq - MOST)
        known = {r.cause.command_id: _Done(r.seq, game.name) for r in newest}
        self._keep({known_id: done for known_id, done in known.items() if known_id})

    def _keep(self, more: Mapping[CommandId, _Done]) -> None:
        done = {**self._newest.now.done, **more}
        self._newest.follow(_Newest(dict([*done.items()][-MOST:])))
