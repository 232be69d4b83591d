"""What a seat's phone brings along to the table where its game goes on."""

import hmac
import re
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from companion.words import Seat

_TICKET = re.compile(r"([0-9])\.([0-9a-f]{12})\.([0-9a-f]{32})")


class Ticket(NamedTuple):
    """A seat, and which phone has held it, as records name phones."""

    seat: Seat
    device: str


def ticket_for(arrival: str, game: str, seat: Seat, device: str) -> str:
    """Return what proves that a phone held a seat of a game.

    Args:
        arrival: the secret of the two tables.
        game: the digest of its first record.
        seat: which.
        device: what records call the phone.
    """
    return f"{seat}.{device}.{_signed(arrival, game, seat, device)}"


def proven(arrival: str, game: str, texts: Iterable[str]) -> tuple[Ticket, ...]:
    """Return those tickets that are right; without a secret none is."""
    found = [match for text in texts if (match := _TICKET.fullmatch(text))] if arrival else []
    return tuple(
        Ticket(Seat(int(seat)), device)
        for seat, device, mark in (match.groups() for match in found)
        if hmac.compare_digest(mark, _signed(arrival, game, Seat(int(seat)), device))
    )


def _signed(arrival: str, game: str, seat: Seat, device: str) -> str:
    told = f"{game} {seat} {device}".encode()
    return hmac.new(arrival.encode(), told, sha256).hexdigest()[:32]
