"""A table's place in its club, for tests of pages: what was asked is noted."""

from companion.errors import ClubError
from companion.shipping.shipper import ShipState

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

STATES = {"all is there": JOINED, "away": AWAY, "void": VOID, "unread": UNREAD, "stopped": STOPPED}


class NotedClub:
    """A shipper of which nothing comes."""

    def __init__(self, state: ShipState = NONE) -> None:
        self.state = state
        self.asked: list[tuple[str, ...]] = []

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
