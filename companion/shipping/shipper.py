"""A thread that ships what is in the journals to the hub. It only reads; nobody waits for it."""

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from companion.errors import ClubError, CompanionError, JournalError
from companion.shipping.hub_link import HubLink
from companion.shipping.joining import joined
from companion.shipping.kept_there import KeptThere
from companion.shipping.membership import (
    ClubFile,
    Membership,
    ShippedTo,
    ShipState,
    last_number,
    names_in,
)
from companion.shipping.shipment import Shipment
from companion.table.table import Table

FIRST_WAIT_S, LAST_WAIT_S = 1.0, 60.0
"""Between two tries while the hub is away: each time twice as long."""

ASK_S = 60.0
"""So often a hub that has all is asked whether it still has: it may come back from a copy."""

NOTE_S = 60.0
"""So often it is written down, at most, how far the hub has come: the card has other work."""

PATIENCE_S = 3.0
"""So long whoever stops the companion waits for what is under way."""

_log = logging.getLogger(__name__)


class Shipper:
    """Ships the records of a home's games to the hub of its club, if it is in one.

    Args:
        home: the folder.
        table: whose games they are; it is told of nothing but a game that goes on elsewhere.
        keeps: whether this table keeps pictures.
        clock: monotonic seconds.
    """

    def __init__(
        self,
        home: Path,
        table: Table,
        keeps: Callable[[], bool] = lambda: True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._home, self._table, self._keeps, self._clock = home, table, keeps, clock
        self._file, self._lock = ClubFile(home), threading.Lock()
        self._club, self._trouble = self._file.read()
        self._since = clock()  # of the trouble
        self._shipments: dict[str, Shipment] = {}
        self._stops: tuple[tuple[str, CompanionError], ...] = ()
        self._served: Membership | None = None  # whose games the shipments are
        self._link: HubLink | None = None
        self._wait, self._noted = FIRST_WAIT_S, clock()
        self._seen: tuple[str, int] = ("", 0)  # of the table, when its news were last heeded
        self._listed: str | None = None  # the game on the table when all games were listed last
        self._stopping = self._woken = self._anew = False
        self._thread = threading.Thread(target=self._run, name="shipper", daemon=True)
        self._tell_where(self._club)
        table.note_club(there=self._club is not None)
        self.kept = KeptThere(table.refresh)
        """What waits until the hub has it too."""
        self.kept.want(wanted=self._club is not None and self._club.kept_too)
        table.waits_for_more = self.kept.wait

    # ---- life

    def start(self) -> None:
        """Begin; once only."""
        self._thread.start()

    def stop(self) -> None:
        """End, whatever the hub does."""
        self._stopping = True
        self._wake()
        link = self._link
        if link is not None:
            link.cut()
        self._thread.join(PATIENCE_S)

    @property
    def is_alive(self) -> bool:
        """Whether the thread goes on."""
        return self._thread.is_alive()

    # ---- for pages

    @property
    def state(self) -> ShipState:
        """How it stands now; from any thread."""
        club, trouble = self._club, self._trouble
        lasts = self._clock() - self._since if trouble is not None else 0.0
        told = ShipState(trouble=trouble, for_s=lasts, kept_too=self.kept.wanted)
        if club is None:
            return told
        names = {"club": club.club, "table": club.table, "hub": club.address}
        return replace(told, **names, behind=self._behind(), stops=self._stops)

    def arrival_of(self, game: str) -> str:
        """Return what phones of the table where a game was before are known by; none: empty."""
        shipment = self._shipments.get(game)
        return shipment.arrival if shipment is not None else ""

    @property
    def membership(self) -> Membership | None:
        """The club that this table is in; from any thread."""
        return self._club

    def join(self, address: str, code: str) -> None:
        """Join the club of a code as it was typed; records follow by themselves.

        Raises:
            ClubError: address or code cannot be right, or the hub is not there, or refuses.
            SettingsError: it cannot be kept.
        """
        found = joined(address, code, socket.gethostname(), last_number(self._home))
        with self._lock:
            old = self._club
            if old is not None and old.authority == found.authority:  # with a new code, perhaps
                found = replace(found, before=old.before, also=old.also, there=old.there)
            self._file.keep(found)
            self._club, self._trouble, self._stops = found, None, ()
        self._table.note_club(there=True)
        self._wake()

    def leave(self) -> None:
        """Leave the club; what the hub has stays there.

        Raises:
            SettingsError: the file cannot be removed.
        """
        with self._lock:
            self._file.remove()
            left, self._club, self._trouble, self._stops = self._club, None, None, ()
        self.kept.want(wanted=False)
        self._tell_where(left, goes_on_here=True)
        self._table.note_club(there=False)
        self._wake()

    def again(self) -> None:
        """Ask the hub at once, also for games that are not shipped any more."""
        self._anew = True
        self._wake()

    # ---- the thread

    def _run(self) -> None:
        while not self._stopping:
            try:
                heeds, seconds = self._round()
            except CompanionError as error:
                heeds, seconds = False, self._failed(error)
            except Exception as error:  # noqa: BLE001  # nothing ends the thread
                _log.exception("the shipper stumbled")
                failed = ClubError(code="shipping-fails", detail=repr(error))
                heeds, seconds = False, self._failed(failed)
            self._rest(seconds, heeds=heeds)
        self._note(always=True)
        self._hang_up()

    def _round(self) -> tuple[bool, float | None]:
        """Ship what there is; return whether news are to be heeded, and how long to rest.

        Raises:
            CompanionError: the hub is away, talks nonsense, or does not know this table.
        """
        if self._club is not self._served or self._anew:
            self._begin_anew()
        club, self._seen = self._served, self._now
        if club is None:
            return False, None
        link = self._link = self._link or HubLink(club.hub, club.port, club.context, club.token)
        for shipment in self._due(club):
            if self._is_over(club):
                return True, 0.0
            self._ship(shipment, link, club)
            if self._has_news and not self._is_on_table(shipment):
                return True, 0.0  # what is played now goes first
        if self._noticed_loss():
            return True, 0.0
        self._mended()
        self._wait = FIRST_WAIT_S
        for shipment in [*self._shipments.values()]:
            read, goes_on = self._table.pictures.read, partial(self._has_time, club)
            if not shipment.send_pictures(link, read, self._keeps, goes_on):
                return True, 0.0
        self._note()
        return True, ASK_S

    def _ship(self, shipment: Shipment, link: HubLink, club: Membership) -> None:
        """Ship batch after batch of a game; give way to the one that is played."""
        more = True
        while more and not self._is_over(club):
            is_on_table = self._is_on_table(shipment)
            if is_on_table:
                self._seen = self._now
            try:
                more = shipment.step(link, self._seen[1] if is_on_table else None)
            except (ClubError, JournalError) as error:
                if shipment.stop is None:
                    raise
                self._stopped(shipment, error)
                return
            self._mended()
            self._heed(shipment)
            if shipment.there.elsewhere:
                self._goes_on_at(shipment, "")
            if not is_on_table and self._has_news:
                return
            shipment.is_whole = not (more or is_on_table)

    def _heed(self, shipment: Shipment) -> None:
        """Let whoever waits for a record go on, and wait as the club wants it now."""
        last = self._is_on_table(shipment) and shipment.there.seq >= self._now[1]
        self.kept.came(shipment.name, shipment.there.seq, last=last)
        if shipment.kept_too not in (None, self.kept.wanted):
            self.kept.want(wanted=bool(shipment.kept_too))
            self._note(always=True)

    def _stopped(self, shipment: Shipment, error: ClubError | JournalError) -> None:
        """Say once that a game is not shipped any more; one that is deleted is forgotten."""
        if error.code == "journal-gone":
            del self._shipments[shipment.name]
            return
        _log.warning("%s is not shipped: %s", shipment.name, error)
        self._stops = (*self._stops, (shipment.name, error.kept()))
        self._table.refresh()
        if error.code == "game-elsewhere":
            self._goes_on_at(shipment, str(error.facts.get("table", "")))

    def _goes_on_at(self, shipment: Shipment, other: str) -> None:
        """Have the table know where a game goes on, also when it starts anew; empty: here."""
        shipment.there = replace(shipment.there, elsewhere=other)
        self._note(always=True)  # before the pages look how their phones get there
        self._table.goes_on_at(shipment.name, other)

    def _tell_where(self, club: Membership | None, *, goes_on_here: bool = False) -> None:
        """Tell the table which games were heard to go on elsewhere, or that they go on here."""
        for name, there in club.there.items() if club is not None else ():
            if there.elsewhere:
                self._table.goes_on_at(name, "" if goes_on_here else there.elsewhere)

    def _due(self, club: Membership) -> Iterator[Shipment]:
        """Yield what is to be shipped: the game on the table, then those that were."""
        playing = self._seen[0]
        if playing != self._listed:
            self._list(club, playing)
        for shipment in sorted(self._shipments.values(), key=lambda one: one.name != playing):
            is_whole = shipment.is_whole and shipment.name != playing
            if shipment.stop is None and not is_whole:
                yield shipment

    def _list(self, club: Membership, playing: str) -> None:
        """Look which games there are."""
        if playing and not club.wants(playing):
            self._add(playing)
        names = names_in(self._home)
        wanted = [playing, *(n for n in reversed(names) if club.wants(n))]
        for name in dict.fromkeys(name for name in wanted if name in names):
            if name not in self._shipments:
                there = club.there.get(name, ShippedTo())
                self._shipments[name] = Shipment(self._home, name, there)
        self._listed = playing

    def _add(self, name: str) -> None:
        """Note that a game of before joining was on the table since: its records follow, too."""
        with self._lock:
            if self._club is self._served and self._club is not None:
                self._served = self._club = replace(self._club, also=(*self._club.also, name))
                self._file.keep(self._club)

    def _noticed_loss(self) -> bool:
        """Tell whether the hub had less than before; then it is asked for all games once more."""
        lost = [one for one in self._shipments.values() if one.fell_back]
        if lost:
            _log.warning("the hub had lost records: they are shipped once more")
            for shipment in self._shipments.values():
                if not shipment.fell_back:
                    shipment.doubt()
                shipment.fell_back = False
        return bool(lost)

    # ---- what hinders, and rests

    def _failed(self, error: CompanionError) -> float:
        """Say a trouble once; return how long to rest."""
        before = self._trouble
        self._trouble = error.kept()
        self.kept.lost(self._behind_on_table())
        if before is None or before.code != error.code:
            _log.warning("%s", error)
            self._since = self._clock() if before is None else self._since
            self._table.refresh()
        self._hang_up()
        for shipment in self._shipments.values():
            shipment.doubt()
        rest, self._wait = self._wait, min(2 * self._wait, LAST_WAIT_S)
        return rest

    def _mended(self) -> None:
        if self._trouble is not None:
            self._trouble = None
            self._table.refresh()

    def _rest(self, seconds: float | None, *, heeds: bool) -> None:
        """Wait until news come, or the time is over, or somebody wakes."""
        feed = self._table.feed
        with feed.changed:
            came = feed.changed.wait_for(
                lambda: self._stopping or self._woken or (heeds and self._has_news), seconds
            )
            self._woken = False
        if not came and seconds == ASK_S:
            for shipment in [*self._shipments.values()][:1]:  # the hub may have lost something
                shipment.doubt()

    def _wake(self) -> None:
        with self._table.feed.changed:
            self._woken = True
            self._table.feed.changed.notify_all()

    def _begin_anew(self) -> None:
        self._note(always=True)
        self._hang_up()
        with self._lock:
            self._anew, self._served, self._stops = False, self._club, ()
        self._shipments, self._listed, self._wait = {}, None, FIRST_WAIT_S

    def _hang_up(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.close()

    def _note(self, *, always: bool = False) -> None:
        """Write down how far the hub is, now and then: it is asked anyway."""
        there = {name: one.there for name, one in self._shipments.items()}
        if self._clock() - self._noted < NOTE_S and not always:
            return
        with self._lock:
            club = self._club
            there = {**(club.there if club else {}), **there}
            kept = club and replace(club, there=there, kept_too=self.kept.wanted)
            if kept is None or kept == club or club is not self._served:
                return
            self._noted = self._clock()
            try:
                self._file.keep(kept)
            except CompanionError as error:
                _log.warning("%s", error)
                return
            self._served = self._club = kept

    # ---- looks

    @property
    def _now(self) -> tuple[str, int]:
        game, seq, _revision = self._table.feed.now
        return game, seq

    @property
    def _has_news(self) -> bool:
        return self._now != self._seen

    def _has_time(self, club: Membership) -> bool:
        return not (self._has_news or self._is_over(club))

    def _is_on_table(self, shipment: Shipment) -> bool:
        return shipment.name == self._now[0]

    def _is_over(self, club: Membership) -> bool:
        """Tell whether the shipper stops, or this membership is over."""
        now = self._club
        return self._stopping or now is None or now.token != club.token

    def _behind(self) -> int:
        """Return how many records the hub lacks, as far as is known."""
        playing, shipments = self._now[0], {**self._shipments}
        others = (one for name, one in shipments.items() if name != playing and not one.is_whole)
        return self._behind_on_table() + sum(one.behind() for one in others)

    def _behind_on_table(self) -> int:
        playing, seq = self._now
        on_table = self._shipments.get(playing)
        return on_table.behind(seq) if on_table is not None else seq
