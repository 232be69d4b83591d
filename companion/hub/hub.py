"""The parts of a hub, for its pages."""

from collections.abc import Callable
from typing import NamedTuple, Self

from companion.hub.database import Database
from companion.hub.members import Members
from companion.hub.pictures import HubPictures
from companion.hub.records import Records
from companion.hub.tables import Tables


class Hub(NamedTuple):
    """What keeps a club."""

    database: Database
    records: Records
    tables: Tables
    members: Members
    pictures: HubPictures
    authority: Callable[[], str]  # returns the certificate of the hub's authority, PEM; "": none
    club: str  # what it is called

    @classmethod
    def on(cls, database: Database, authority: Callable[[], str], club: str) -> Self:
        """Return the parts of a hub on a database that was migrated."""
        return cls(
            database=database,
            records=Records(database),
            tables=Tables(database, club),
            members=Members(database),
            pictures=HubPictures(database),
            authority=authority,
            club=club,
        )
