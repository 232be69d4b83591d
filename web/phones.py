"""Which phone may do what: cookies, seats, names and colours, kept through a power cut.

A phone is known by a cookie of 256 random bits of which only the SHA-256 is kept. Before a game
the seats are chairs that people take; the game then has its players in the order of the chairs.
"""

import hashlib
import secrets
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from companion.errors import SettingsError
from companion.files import write_whole
from companion.words import Seat
from web.language import marked as _

MOST_SEATS = 8
COLOUR_NAMES: Mapping[str, str] = {
    "blue": _("Blue"),
    "red": _("Red"),
    "green": _("Green"),
    "purple": _("Purple"),
    "orange": _("Orange"),
    "teal": _("Teal"),
    "pink": _("Pink"),
    "slate": _("Grey"),
}
COLOURS = tuple(COLOUR_NAMES)
LONGEST_NAME = 40


class Phone(msgspec.Struct, frozen=True):
    """One browser with rights: a seat, the banker's, or both."""

    key: str  # SHA-256 of its cookie, hexadecimal
    seat: Seat | None = None
    banker: bool = False

    @property
    def known(self) -> bool:
        """Whether it has any right at all."""
        return self.banker or self.seat is not None


class Sitter(msgspec.Struct, frozen=True):
    """Who sits on a chair, with or without a phone."""

    name: str
    colour: str


class _Kept(msgspec.Struct, frozen=True):
    phones: tuple[Phone, ...] = ()
    sitters: dict[int, Sitter] = {}


def cleaned(name: str) -> str:
    """Return a name as it is shown: printable, single spaces, at most 40 characters."""
    shown = "".join(letter for letter in name if letter.isprintable())
    return " ".join(shown.split())[:LONGEST_NAME].strip()


class Phones:
    """All phones and chairs; every change is on disk before it counts.

    Args:
        path: where they are kept.
        on_change: called after every change, so that live pages look anew.

    Raises:
        SettingsError: the file is damaged.
    """

    def __init__(self, path: Path, *, on_change: Callable[[], None] = lambda: None) -> None:
        self._path, self._on_change = path, on_change
        self._lock = threading.RLock()
        self._kept = _read(path)
        self.revision = 0

    # ---- questions

    def of(self, token: str | None) -> Phone:
        """Return the phone with this cookie; one without any right if it is not known."""
        key = hashed(token) if token else ""
        return next((phone for phone in self._kept.phones if phone.key == key), Phone(key))

    @property
    def sitters(self) -> Mapping[Seat, Sitter]:
        """Who sits where, by seat, ascending."""
        return {Seat(n): self._kept.sitters[n] for n in sorted(self._kept.sitters)}

    def colour(self, seat: Seat) -> str:
        """Return the colour of a seat's token."""
        sitter = self._kept.sitters.get(seat)
        return sitter.colour if sitter else COLOURS[seat % len(COLOURS)]

    @property
    def held(self) -> frozenset[Seat]:
        """The seats that a phone holds."""
        return frozenset(phone.seat for phone in self._kept.phones if phone.seat is not None)

    def holder(self, seat: Seat) -> str:
        """Return the key of the phone that holds a seat; nothing if none does."""
        return next((phone.key for phone in self._kept.phones if phone.seat == seat), "")

    @property
    def has_banker(self) -> bool:
        """Whether a banker's phone is in."""
        return any(phone.banker for phone in self._kept.phones)

    # ---- changes

    def sit(self, seat: Seat, sitter: Sitter, token: str | None = None) -> str | None:
        """Give a free seat to the phone with *token* (or to a new one); return its new cookie.

        None if somebody else sits there, or has that name.
        """
        with self._lock:
            phone = self.of(token)
            others = {int(n): other for n, other in self.sitters.items() if n != phone.seat}
            if seat in others or sitter.name in {other.name for other in others.values()}:
                return None
            sitters: dict[int, Sitter] = {**others, seat: sitter}
            return self._renewed(phone, seat=seat, banker=phone.banker, sitters=sitters)

    def claim(self, seat: Seat, token: str | None = None) -> str | None:
        """Give a player's seat that no phone holds to a phone; return its new cookie, or None."""
        with self._lock:
            phone = self.of(token)
            if seat in self.held or phone.seat is not None:
                return None
            return self._renewed(phone, seat=seat, banker=phone.banker)

    def make_banker(self, token: str | None) -> str:
        """Give the banker's rights to a phone; return its new cookie."""
        with self._lock:
            phone = self.of(token)
            return self._renewed(phone, seat=phone.seat, banker=True)

    def release(self, seat: Seat) -> None:
        """Take a seat from the phone that holds it; whoever sits there may join again."""
        with self._lock:
            phones = tuple(
                msgspec.structs.replace(phone, seat=None) if phone.seat == seat else phone
                for phone in self._kept.phones
            )
            self._keep(_Kept(tuple(p for p in phones if p.banker or p.seat is not None),
                             self._kept.sitters))  # fmt: skip

    def add(self, name: str) -> None:
        """Put somebody without a phone on the next free chair, if there is one."""
        with self._lock:
            free = next((n for n in range(MOST_SEATS) if n not in self._kept.sitters), None)
            if free is None or any(s.name == name for s in self._kept.sitters.values()):
                return
            taken = {sitter.colour for sitter in self._kept.sitters.values()}
            colour = next(colour for colour in COLOURS if colour not in taken)
            self._keep(_Kept(self._kept.phones, {**self._kept.sitters, free: Sitter(name, colour)}))

    def stand_up(self, seat: Seat) -> None:
        """Empty a chair, its phone included."""
        with self._lock:
            self.release(seat)
            sitters = {n: s for n, s in self._kept.sitters.items() if n != seat}
            self._keep(_Kept(self._kept.phones, sitters))

    def swap(self, seat: Seat, other: Seat) -> None:
        """Let two chairs change places, phones included."""
        with self._lock:
            self._reorder({seat: other, other: seat})

    def close_ranks(self) -> None:
        """Move everybody up so that the chairs are numbered without gaps, as the players are."""
        with self._lock:
            self._reorder({seat: Seat(n) for n, seat in enumerate(self.sitters)})

    def _reorder(self, to: Mapping[Seat, Seat]) -> None:
        phones = tuple(
            msgspec.structs.replace(phone, seat=to.get(phone.seat, phone.seat))
            if phone.seat is not None
            else phone
            for phone in self._kept.phones
        )
        sitters = {int(to.get(seat, seat)): sitter for seat, sitter in self.sitters.items()}
        self._keep(_Kept(phones, sitters))

    def _renewed(
        self,
        phone: Phone,
        *,
        seat: Seat | None,
        banker: bool,
        sitters: dict[int, Sitter] | None = None,
    ) -> str:
        token = secrets.token_urlsafe(32)
        others = tuple(other for other in self._kept.phones if other.key != phone.key)
        kept = self._kept.sitters if sitters is None else sitters
        self._keep(_Kept((*others, Phone(hashed(token), seat, banker)), kept))
        return token

    def _keep(self, kept: _Kept) -> None:
        write_whole(self._path, msgspec.json.encode(kept), mode=0o600)
        self._kept = kept
        self.revision += 1
        self._on_change()


def hashed(token: str) -> str:
    """Return what is kept of a cookie."""
    return hashlib.sha256(token.encode()).hexdigest()


def _read(path: Path) -> _Kept:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Kept)
    except FileNotFoundError:
        return _Kept()
    except (OSError, msgspec.DecodeError) as cause:
        raise SettingsError(
            "the phones cannot be read", where=str(path), mend="delete the file; phones join anew"
        ) from cause
