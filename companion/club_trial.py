"""A club to try, which leaves nothing: tables that play by themselves, and one without a box."""

import logging
import secrets
import shutil
import tempfile
import threading
from pathlib import Path
from typing import Self

from companion.bots.match import Match
from companion.club import Club
from companion.errors import CompanionError
from companion.game.commands import AnyCommand
from companion.game.state import GameState
from companion.hosting.tables import HostedTable, HostedTables
from companion.hub.postgres import PostgreSQL
from companion.shipping.join_code import print_of
from companion.shipping.shipper import Shipper
from companion.table.answers import Accepted
from companion.table.disputing.commands import RaiseDispute, RuleOn
from companion.table.games.commands import Begin
from companion.table.table import Table
from companion.worker import Worker, WorkerOptions
from web.shared.addresses import Addresses

TABLES = {
    "Table 1": ("us-classic", ("Ann", "Bob", "Cy", "Dee")),
    "Table 2": ("de-dm", ("Eve", "Fay", "Guy")),
    "Table 3": ("ru-2004", ("Аня", "Боря", "Вера", "Гоша")),
}
"""What each is called -> which edition is played there, and who plays."""

WITHOUT_A_BOX = "Table 4"

HEAD_START = 60
"""So many commands are given at once: else all tables would look alike for minutes."""
PACE_S, BETWEEN_GAMES_S = 1.5, 30.0
MOST_REFUSED = 20
"""In a row, before a game is given up."""
RULED_AFTER = 40
"""Commands after which a dispute is ruled on."""

_log = logging.getLogger(__name__)


class PlayingTable:
    """A table at which built-in players play, game after game, and which ships its records.

    Args:
        home: its folder.
        edition: which is played.
        names: who plays.
        seed: of dice and cards.
    """

    def __init__(self, home: Path, edition: str, names: tuple[str, ...], seed: int) -> None:
        self._edition, self._names, self._seed = edition, names, seed
        self.table = Table(home)
        self.shipper = Shipper(home, self.table)
        self._calm = (seed * 17) % 40  # so many commands are given before something is disputed
        self._last = self._disputed = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="players")

    def start(self) -> None:
        """Begin to play and to ship."""
        self.table.start()
        self.shipper.start()
        self._thread.start()

    def stop(self) -> None:
        """Stop playing and shipping; the journal is closed."""
        self._ended.set()
        self._thread.join()
        self.shipper.stop()
        self.table.stop()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._play()
            except Exception:  # noqa: BLE001  # the next game is played all the same
                _log.exception("a built-in player stumbled")
            self._ended.wait(BETWEEN_GAMES_S)

    def _play(self) -> None:
        """Play a game to its end."""
        begun = Begin(edition=self._edition, players=self._names, first_roll=False)
        self.table.submit(begun, self.table.cause("banker", "banker"))
        match = Match.from_state(self._state, self._seed)
        self._seed += 1
        given = refused = 0
        while not match.state.winners and not self._ended.wait(PACE_S if given > HEAD_START else 0):
            command = self._accepted(match)
            if command is not None:
                match.follow(command, self._state)
                given, refused = given + 1, 0
                self._dispute(given)
                continue
            match.state, refused = self._state, refused + 1  # its clock has let the hammer fall
            if refused > MOST_REFUSED:
                _log.warning("the players of %s do not know how to go on", self._edition)
                return
            self._ended.wait(PACE_S)

    def _accepted(self, match: Match) -> AnyCommand | None:
        """Say what the players say next; return what was accepted of it."""
        for command in match.commands_now():
            cause = self.table.cause("banker", "banker")
            answer = self.table.submit(command, cause)
            if isinstance(answer, Accepted):
                self._last = answer.seq
                return command
        return None

    def _dispute(self, given: int) -> None:
        """Dispute what was just booked, and rule on it a minute later: the lobby shows that."""
        cause, after = self.table.cause("banker", "banker"), given - HEAD_START - self._calm
        if after == 0:
            self._disputed = self._last
            self.table.submit(RaiseDispute(seq=self._disputed), cause)
        elif after == RULED_AFTER:
            self.table.submit(RuleOn(seq=self._disputed, ruling="stands"), cause)

    @property
    def _state(self) -> GameState:
        state = self.table.view.state
        assert state is not None
        return state


class ClubTrial:
    """What a club needs that is only tried: made when it is entered, gone when it is left."""

    name = "trial"

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="companion-club-"))
        self.folder.chmod(0o711)  # PostgreSQL refuses root's rights, and must walk through
        self.postgres = PostgreSQL(self.folder / "postgresql", bound=True)
        self.password = secrets.token_urlsafe(9)
        self.tables = self.link = ""
        """Where tables without a box are reached, and one of them."""
        self._tables: list[PlayingTable] = []
        self._worker: Worker | None = None

    def __enter__(self) -> Self:
        try:
            self.postgres.start()
            self._worker = worker = Worker(WorkerOptions(database=self.database, host=""))
        except BaseException:
            self.postgres.stop()
            self._remove()
            raise
        self.tables = Addresses("", worker.port)()[0]
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        if self._worker is not None:
            self._worker.stop()
        self.postgres.stop()
        self._remove()

    @property
    def database(self) -> str:
        """Its address."""
        return self.postgres.address

    def begin(self, club: Club) -> None:
        """Let an organiser in, and let the tables join and play.

        Raises:
            CompanionError: a table cannot join.
        """
        club.hub.members.add(self.name, "organiser", self.password)
        for number, (name, (edition, players)) in enumerate(TABLES.items()):
            one = PlayingTable(self.folder / f"table-{number + 1}", edition, players, 7 + number)
            one.start()
            self._tables.append(one)
            secret = club.hub.tables.add(name)
            assert isinstance(secret, str)  # no table of a new club has this name
            one.shipper.join(club.table_address, f"{secret}-{print_of(club.authority)}")
        hosted = HostedTables(club.hub.database).add(WITHOUT_A_BOX)
        assert isinstance(hosted, HostedTable)
        self.link = f"{self.tables}/t/{hosted.key}/"

    def look(self) -> None:
        """Start PostgreSQL anew where it was killed."""
        if self.postgres.pid is not None:
            return
        try:
            self.postgres.start()
        except CompanionError as error:
            _log.warning("%s", error)

    def end(self) -> None:
        """Let the tables stop."""
        while self._tables:
            self._tables.pop().stop()

    def _remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
