"""A table goes on with a game of another one, or of its own that its card has lost."""

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from companion.errors import ClubError, CompanionError
from companion.journal import codec
from companion.journal.listing import GamesOnDisk
from companion.shipping.hub_link import HubLink
from companion.shipping.membership import Membership
from companion.shipping.wire import MovingGame, Parcel
from companion.table.answers import Accepted, Broken
from companion.table.games.adopting import far_enough
from companion.table.games.commands import Adopt
from companion.table.table import Table

MOST = 20_000
"""Records of a game: more are none of ours."""

_log = logging.getLogger(__name__)


def games_to_take(club: Membership, home: Path) -> tuple[MovingGame, ...]:
    """Return the games that may go on here and are not here, or not as far.

    Args:
        club: whose hub is asked.
        home: the folder of this table's games.

    Raises:
        ClubError: the hub is not there, or refuses.
    """
    with closing(club.link()) as link:
        games = link.open_games()
    here = GamesOnDisk(home)
    return tuple(one for one in games if one.seq and far_enough(here, one.game, one.seq) is None)


def taken_over(club: Membership, table: Table, game: MovingGame) -> str:
    """Take a game over, keep all its records here, and return its name in this home.

    From the first step on no other table adds to it. Where a later one fails, the game is still to
    be taken. Its pictures follow in a thread of their own.

    Raises:
        ClubError: the hub is not there, or refuses.
        CompanionError: the records cannot be kept here.
    """
    with closing(club.link()) as link:
        head = link.take(game.game)
        parcels = tuple(_fetched(link, game.game))
    if not parcels or len(parcels) < head.seq or parcels[0].digest != game.game:
        detail = f"{len(parcels)} of {head.seq} records, or another game's"
        raise ClubError(code="hub-nonsense", hub=club.hub, detail=detail)
    stored = tuple((parcel.digest, parcel.body) for parcel in parcels)
    command = Adopt(edition=game.edition, stored=stored)
    answer = table.submit(command, table.cause("banker", "banker"))
    if not isinstance(answer, Accepted):
        known = answer.error if isinstance(answer, Broken) else None
        raise known or ClubError(code="hub-nonsense", hub=club.hub, detail=answer.code)
    work = threading.Thread(
        target=_fetch_pictures, args=(club, table, parcels), name="pictures of a game", daemon=True
    )
    work.start()
    return answer.game


def _fetched(link: HubLink, game: str) -> Iterator[Parcel]:
    """Yield all records of a game that this table holds."""
    seq = 0
    while seq < MOST:
        some = link.records_after(game, seq)
        if not some:
            return
        yield from some
        seq += len(some)


def _fetch_pictures(club: Membership, table: Table, parcels: Sequence[Parcel]) -> None:
    """Fetch what the records rest on, as far as the hub has it; what is not had is missing."""
    try:
        with closing(club.link()) as link:
            for parcel in parcels:
                digest = codec.read(parcel.body, parcel.digest).cause.evidence
                if digest and table.pictures.read(digest) is None:
                    picture = link.picture(digest)
                    if picture is not None:
                        table.pictures.keep(picture)
    except CompanionError as error:
        _log.warning("pictures of a game are missing: %s", error)
