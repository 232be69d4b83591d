"""The parts of a hub, for its pages."""

from collections.abc import Callable
from typing import NamedTuple, Self

from companion.hub.database import Database
from companion.hub.members import Members
from companion.hub.moves import Moves
from companion.hub.orders import Orders
from companion.hub.pictures import HubPictures
from companion.hub.public_keys import PublicKeys
from companion.hub.records import Records
from companion.hub.results import Results
from companion.hub.round_tables import RoundTables
from companion.hub.seats import Seats
from companion.hub.tables import Tables
from companion.hub.tournaments import Tournaments


class Hub(NamedTuple):
    """What keeps a club."""

    database: Database
    records: Records
    moves: Moves
    orders: Orders
    tables: Tables
    members: Members
    tournaments: Tournaments
    seats: Seats
    round_tables: RoundTables
    results: Results
    public_keys: PublicKeys
    pictures: HubPictures
    authority: Callable[[], str]  # returns the certificate of the hub's authority, PEM; "": none
    club: str  # what it is called

    @classmethod
    def on(cls, database: Database, authority: Callable[[], str], club: str) -> Self:
        """Return the parts of a hub on a database that was migrated."""
        return cls(
            database=database,
            records=Records(database),
            moves=Moves(database),
            orders=Orders(database),
            tables=Tables(database, club),
            members=Members(database),
            tournaments=Tournaments(database),
            seats=Seats(database),
            round_tables=RoundTables(database),
            results=Results(database),
            public_keys=PublicKeys(database),
            pictures=HubPictures(database),
            authority=authority,
            club=club,
        )
