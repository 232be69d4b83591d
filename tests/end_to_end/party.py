"""A companion with three phones that joined it."""

from companion.game.events import Help
from tests.end_to_end.appliance import Appliance
from tests.end_to_end.phone import Phone

EDITION = "us-classic"
PLAYERS = (("Ann", "blue"), ("Björn", "red"), ("Кира", "green"))


def joined(appliance: Appliance) -> list[Phone]:
    """Return the phones of three players; the first is the banker's too."""
    phones = [Phone(appliance.port) for _ in PLAYERS]
    assert phones[0].post("/banker/pin", {"pin": appliance.pin}).status == 303
    for seat, (phone, (name, colour)) in enumerate(zip(phones, PLAYERS, strict=True)):
        answer = phone.post("/join", {"name": name, "seat": seat, "colour": colour})
        assert answer.status == 303, answer
    return phones


def begin(phones: list[Phone], *, helps: Help = "book", edition: str = EDITION) -> None:
    """Begin a game of those who joined; the first phone is the banker's."""
    chosen = {"edition": edition, "first": "no", "helps": helps}
    answer = phones[0].post("/banker/game", chosen)
    assert answer.status == 303, answer
