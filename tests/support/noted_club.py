"""A table's place in its club, for tests of pages: what was asked is noted."""

from collections.abc import Sequence

from companion.errors import ClubError
from companion.shipping.kept_there import KeptThere
from companion.shipping.membership import ShippedTo, ShipState
from companion.shipping.wire import HubHead, MovingGame, Parcel

NONE = ShipState()
JOINED = ShipState(club="Chess & Co.", table="Table 7", hub="192.168.1.20")
AWAY = ShipState(
    club="Chess & Co.",
    table="Table 7",
    hub="192.168.1.20",
    behind=12,
    trouble=ClubError(code="hub-away", hub="192.168.1.20", detail="No route to host"),
    for_s=305.0,
)
VOID = ShipState(
    club="Chess & Co.",
    table="Table 7",
    hub="192.168.1.20",
    behind=1,
    trouble=ClubError(code="token-void"),
    for_s=61.0,
)
STOPPED = ShipState(
    club="Chess & Co.",
    table="Table 7",
    hub="192.168.1.20",
    behind=40,
    stops=(
        ("0012-us-classic", ClubError(code="game-elsewhere", table="Table 9")),
        ("0011-us-classic", ClubError(code="hub-ahead", there=212, here=97)),
        ("0010-us-classic", ClubError(code="chain-forks", seq=57)),
    ),
)
UNREAD = ShipState(trouble=ClubError(code="club-damaged", where="/home/club.json"))

GAMES = (
    MovingGame(
        game="ab" * 32, name="0012-us-classic", edition="us-classic", table="Table 9", yours=False,
        seq=212,
    ),
    MovingGame(
        game="cd" * 32, name="0003-disney", edition="disney", table="Table 7", yours=True, seq=1,
    ),
)  # fmt: skip

STATES = {"all is there": JOINED, "away": AWAY, "void": VOID, "unread": UNREAD, "stopped": STOPPED}


class NotedMembership:
    """A place in a club, and the line to a hub that has these games, in which records are given."""

    hub = "192.168.1.20"

    def __init__(self, *games: MovingGame) -> None:
        self.games = games
        self.records: dict[str, Sequence[Parcel]] = {}
        self.head: Sequence[Parcel] = ()  # up to which it says that it has a game
        self.taken: list[str] = []
        self.trouble: ClubError | None = None
        self.there: dict[str, ShippedTo] = {}

    def link(self) -> "NotedMembership":
        return self

    def close(self) -> None:
        pass

    def open_games(self) -> tuple[MovingGame, ...]:
        if self.trouble is not None:
            raise self.trouble
        return self.games

    def take(self, game: str) -> HubHead:
        self.taken.append(game)
        rows = self.head or self.records[game]
        return HubHead(seq=len(rows), digest=rows[-1].digest, epoch=2, table="7", yours=True)

    def records_after(self, game: str, seq: int) -> tuple[Parcel, ...]:
        return tuple(self.records[game][seq : seq + 2])

    def picture(self, _digest: str) -> bytes | None:
        return None


class NotedClub:
    """A shipper of which nothing comes."""

    def __init__(self, state: ShipState = NONE) -> None:
        self.state = state
        self.membership: NotedMembership | None = None
        self.asked: list[tuple[str, ...]] = []
        self.kept = KeptThere(lambda: None)
        self.arrival = ""

    def arrival_of(self, _game: str) -> str:
        return self.arrival

    def join(self, address: str, code: str) -> None:
        if len(code) != 19:
            raise ClubError(code="club-code-long", count=len(code), due=18)
        self.asked.append((address, code))
        self.state = JOINED

    def again(self) -> None:
        self.asked.append(("again",))

    def leave(self) -> None:
        self.asked.append(("leave",))
        self.state = NONE
