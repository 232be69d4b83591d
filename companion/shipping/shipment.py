"""One game on its way to the hub: its stored rows, byte for byte, and the pictures they rest on."""

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.errors import ClubError, JournalError
from companion.journal.audit import Row, last_number, rows_after
from companion.journal.listing import ARCHIVE, GAMES
from companion.journal.record import FIRST_DIGEST
from companion.journal.sqlite import SUFFIX
from companion.shipping.hub_link import HubLink
from companion.shipping.membership import ShippedTo
from companion.shipping.refusals import is_address, plain, refused
from companion.shipping.wire import MOST, HubHead, LeaseWish, Parcel, RecordBatch, Refused

SIZE = 1 << 20
"""Bytes of records in one batch, unless one alone is longer."""

FAULTS = 3
"""A journal that cannot be read so often is left alone."""

PICTURE = 2 << 20
"""Bytes of a picture; a longer one stays at the table."""

_log = logging.getLogger(__name__)


class _Caused(msgspec.Struct, frozen=True):
    evidence: str | None = None


class _Rested(msgspec.Struct, frozen=True):
    cause: _Caused = _Caused()


_rested = msgspec.json.Decoder(_Rested)


class Shipment:
    """A game of this home, as far as the hub has it; used by one thread.

    Args:
        home: the folder.
        name: of the game.
        there: how far it was there when the hub told last.
    """

    def __init__(self, home: Path, name: str, there: ShippedTo) -> None:
        self.name = name
        self.there = there
        self.stop: ClubError | JournalError | None = None
        """Why it is not shipped any more."""
        self.is_sure = False
        """Whether the hub has told since it was connected how far it has this game."""
        self.is_whole = False
        """Whether all of it is there, and nothing comes that is not said before."""
        self.fell_back = False
        """Whether the hub had less than it had told before."""
        self.kept_too: bool | None = None
        """Whether an answer counts only once the hub has it; None: it has not said so yet."""
        self.arrival = ""
        """What phones of seats are known by that come from where the game was before."""
        self._home, self._game, self._digest, self._epoch = home, "", FIRST_DIGEST, 0
        self._gaps = self._faults = 0

    def doubt(self) -> None:
        """Ask the hub anew how far it is, before anything more is shipped."""
        self.is_sure = self.is_whole = False

    @property
    def path(self) -> Path:
        """Where the journal lies: among the games, or among those that were laid aside."""
        name = f"{self.name}{SUFFIX}"
        aside = self._home / GAMES / ARCHIVE / name
        return aside if aside.is_file() else self._home / GAMES / name

    def behind(self, told: int | None = None) -> int:
        """Return how many records the hub lacks; *told*: how many there are, if that is known."""
        if told is None:
            told = 0
            with suppress(JournalError):
                told = last_number(self.path)
        return max(0, told - self.there.seq)

    def step(self, link: HubLink, told: int | None) -> bool:
        """Ship one batch; return whether there may be more.

        Args:
            link: to the hub.
            told: number of the last record that the table has told of; None: all that is stored.

        Raises:
            ClubError: the hub is not there, talks nonsense or refuses; `stop` says if for good.
            JournalError: the journal is gone or damaged; likewise.
        """
        try:
            more = self._step(link, told)
        except JournalError as error:
            self._faults += 1
            if error.code == "journal-gone" or self._faults >= FAULTS:
                self.stop = error
            raise
        self._faults = 0
        return more

    def _step(self, link: HubLink, told: int | None) -> bool:
        if not self.is_sure and not self._begun(link):
            return False
        rows = [*_of_one_batch(rows_after(self.path, self.there.seq, MOST), told)]
        if not rows:
            return False
        batch = RecordBatch(
            epoch=self._epoch,
            after=self.there.seq,
            before=self._digest,
            parcels=tuple(Parcel(row.digest, row.body) for row in rows),
        )
        answer = link.keep(self._game, batch)
        if isinstance(answer, Refused):
            self._refused(answer)
            return True
        if (answer.seq, answer.digest) != (rows[-1].seq, rows[-1].digest):
            detail = f"it says record {answer.seq}"
            raise ClubError(code="hub-nonsense", hub=link.host, detail=detail)
        self._set(answer)
        self._gaps = 0
        return True

    def lacking(self, keeps: Callable[[], bool]) -> Iterator[tuple[int, str]]:
        """Yield records whose pictures were not offered yet: their number and the picture's digest.

        Of those without a picture only the last is yielded, without a digest.
        """
        while keeps() and self.there.pictures < self.there.seq:
            rows = rows_after(self.path, self.there.pictures, MOST)
            rows = tuple(row for row in rows if row.seq <= self.there.seq)
            if not rows:
                return
            for row in rows:
                if digest := _evidence(row.body):
                    yield row.seq, digest
            yield rows[-1].seq, ""

    def send_pictures(
        self,
        link: HubLink,
        read: Callable[[str], bytes | None],
        keeps: Callable[[], bool],
        goes_on: Callable[[], bool],
    ) -> bool:
        """Offer pictures that were not offered yet; return whether all were.

        Args:
            link: to the hub.
            read: returns a picture by its digest.
            keeps: whether pictures are kept.
            goes_on: asked before each: whether there is nothing better to do.
        """
        if self.stop is not None:
            return True
        for seq, digest in self.lacking(keeps):
            if not goes_on():
                return False
            picture = read(digest) if digest else None
            if picture is not None and len(picture) <= PICTURE and not link.has_picture(digest):
                link.keep_picture(digest, picture)
            self.there = replace(self.there, pictures=max(seq, self.there.pictures))
        return True

    def _begun(self, link: HubLink) -> bool:
        """Take the lease and compare the chains; return whether there is anything to ship."""
        first = rows_after(self.path, 0, 1)
        if not first:
            return False
        self._game = first[0].digest
        _number, _, edition = self.name.partition("-")
        wish = LeaseWish(name=self.name, edition=edition)
        answer = link.lease(self._game, wish)
        if isinstance(answer, Refused) and answer.code == "game-elsewhere":
            answer = _proven(link, self._game, replace(wish, first=first[0].body)) or answer
        if isinstance(answer, Refused):
            self._heed_way(answer)
            self.stop = refused(answer.code, answer.facts) if answer.code in _FOR_GOOD else None
            raise self.stop or refused(answer.code, answer.facts)
        if not answer.yours:
            self.stop = ClubError(code="game-elsewhere", table=plain(answer.table))
            raise self.stop
        if answer.seq < 0:
            raise ClubError(code="hub-nonsense", hub=link.host, detail=f"it says {answer.seq}")
        self._compare(answer)
        self._epoch, self.is_sure = answer.epoch, True
        self.fell_back = self.fell_back or answer.seq < self.there.seq
        self._set(answer)
        return True

    def _compare(self, head: HubHead) -> None:
        """Make sure that what the hub has is the beginning of what lies here.

        Raises:
            ClubError: it is not, and nothing more is shipped.
        """
        digest = FIRST_DIGEST
        if head.seq > 0:
            row = next(iter(rows_after(self.path, head.seq - 1, 1)), None)
            if row is None or row.seq != head.seq:
                here = last_number(self.path)
                self.stop = ClubError(code="hub-ahead", there=head.seq, here=here)
                raise self.stop
            digest = row.digest
        if digest != head.digest:
            self.stop = ClubError(code="chain-forks", seq=head.seq)
            raise self.stop

    def _refused(self, answer: Refused) -> None:
        """Go on where the hub is, if that is all; stop for good what is to be stopped.

        Raises:
            ClubError: it is not shipped now, or for good.
        """
        self.is_sure = False
        self._heed_way(answer)
        if answer.code == "chain-gap" and not self._gaps:
            self._gaps += 1  # where the hub is, the lease says
            return
        self._gaps = 0
        error = refused(answer.code, answer.facts)
        self.stop = error if answer.code in _FOR_GOOD else None
        raise error

    def _heed_way(self, answer: Refused) -> None:
        """Note how phones get to where the game goes on."""
        address, arrival = (answer.facts.get(name, "") for name in ("address", "arrival"))
        way = {"address": address if is_address(address) else "", "arrival": str(arrival)[:64]}
        self.there = replace(self.there, **way)

    def _set(self, head: HubHead) -> None:
        self._digest, self.kept_too, self.arrival = head.digest, head.kept_too, head.arrival
        seq = head.seq
        self.there = replace(self.there, seq=seq, pictures=min(seq, self.there.pictures))


def _proven(link: HubLink, game: str, wish: LeaseWish) -> HubHead | None:
    """Ask once more with the first record: whoever only knew a game's number has shown nothing.

    Raises:
        ClubError: the hub is not there any more.
    """
    try:
        answer = link.lease(game, wish)
    except ClubError as error:
        if error.code != "hub-nonsense":  # so an older one answers to a long wish
            raise
        return None
    return None if isinstance(answer, Refused) else answer


_FOR_GOOD = ("game-elsewhere", "chain-forks", "digest-wrong", "record-damaged")


def _of_one_batch(rows: tuple[Row, ...], told: int | None) -> Iterator[Row]:
    """Yield as many as may go in one batch."""
    size = 0
    for row in rows:
        size += len(row.body)
        if (told is not None and row.seq > told) or (size > SIZE and size > len(row.body)):
            return
        yield row


def _evidence(body: bytes) -> str:
    """Return the digest of the picture that a record rests on; nothing if there is none."""
    try:
        return _rested.decode(body).cause.evidence or ""
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
