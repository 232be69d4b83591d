"""A companion with three phones that joined it."""

from tests.end_to_end.appliance import Appliance
from tests.end_to_end.phone import Phone

PLAYERS = (("Ann", "blue"), ("Björn", "red"), ("Кира", "green"))


def joined(appliance: Appliance) -> list[Phone]:
    """Return the phones of three players; the first is the banker's too."""
    phones = [Phone(appliance.port) for _ in PLAYERS]
    assert phones[0].post("/banker/pin", {"pin": appliance.pin}).status == 303
    for seat, (phone, (name, colour)) in enumerate(zip(phones, PLAYERS, strict=True)):
        answer = phone.post("/join", {"name": name, "seat": seat, "colour": colour})
        assert answer.status == 303, answer
    return phones


def begin(phones: list[Phone]) -> None:
    """Begin a game of those who joined; the first phone is the banker's."""
    answer = phones[0].post("/banker/game", {"edition": "us-classic", "first": "no"})
    assert answer.status == 303, answer
