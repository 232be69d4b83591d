"""A companion with three phones that joined it."""

from typing import Protocol

from companion.game.events import Help
from tests.end_to_end.phone import Phone

EDITION = "us-classic"
PLAYERS = (("Ann", "blue"), ("Björn", "red"), ("Кира", "green"))


class Running(Protocol):
    """A companion, in a process of its own or in this one."""

    @property
    def port(self) -> int:
        """The port of its pages."""
        ...

    @property
    def pin(self) -> str | None:
        """The banker's PIN that it shows."""
        ...


def joined(appliance: Running) -> list[Phone]:
    """Return the phones of three players; the first is the banker's too."""
    phones = [Phone(appliance.port, getattr(appliance, "root", "")) for _ in PLAYERS]
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
