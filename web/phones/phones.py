"""Which phone may do what: cookies, seats, names and colours, kept through a power cut.

A phone is known by a cookie of 256 random bits of which only the SHA-256 is kept. Before a game
the seats are chairs that people take; the game then has its players in the order of the chairs.
A phone may hold several seats (a parent's, who plays a child's too), and a seat may be held by
several phones (of one player). Who got a seat, and how, is noted with the change itself.
"""

import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from companion.errors import CompanionError, SettingsError
from companion.files import File, is_away, set_aside, write_whole
from companion.table.games.seating import Hows, Seating
from companion.words import Seat
from web.phones.chairs import (
    COLOURS,
    MOST_MOVES,
    How,
    Kept,
    Move,
    Phone,
    Sitter,
    alike,
    hashed,
    read,
)
from web.phones.changes import SeatChange, has_name, next_free
from web.phones.spectators import Spectators

SHOWN_S = 120.0
"""So long the table screen tells of a seat that changed hands."""


class Phones:
    """All phones and chairs; every change is on disk before it counts.

    A file that cannot be read is set aside, and all join anew.

    Args:
        path: where they are kept.
        on_change: called after every change, so that live pages look anew.

    Raises:
        SettingsError: they cannot be read now, and may be as good as ever.
    """

    def __init__(self, path: File, *, on_change: Callable[[], None] = lambda: None) -> None:
        self._path, self._on_change = path, on_change
        self._lock = threading.RLock()
        self.broken: CompanionError | None = None
        """Why nobody is known any more, until a banker is in."""
        try:
            self._kept = read(path)
        except SettingsError as error:
            if is_away(error, path):
                raise
            self.broken, self._kept = error.kept(), Kept()
            set_aside(path)
        self.spectators = Spectators()
        self._moved_at = -SHOWN_S  # monotonic seconds of the newest move since the start
        self.revision = 0

    # ---- questions

    def of(self, token: str | None) -> Phone:
        """Return the phone with this cookie; one without any right if it is not known."""
        return self.with_key(hashed(token) if token else "")

    def with_key(self, key: str) -> Phone:
        """Return the phone with this key; one without any right if it is not known."""
        kept = next((phone for phone in self._kept.phones if phone.key == key), Phone(key))
        looks_on = not (kept.banker or kept.seats) and key in self.spectators
        return replace(kept, looks_on=True) if looks_on else kept

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
        return frozenset(seat for phone in self._kept.phones for seat in phone.seats)

    def holders(self, seat: Seat) -> tuple[str, ...]:
        """Return the keys of the phones that hold a seat."""
        return tuple(phone.key for phone in self._kept.phones if seat in phone.seats)

    @property
    def awaited(self) -> frozenset[Seat]:
        """The seats that the banker has opened: the next phone that asks may have them."""
        return frozenset(Seat(n) for n in self._kept.awaited) - self.held

    @property
    def has_banker(self) -> bool:
        """Whether a banker's phone is in."""
        return any(phone.banker for phone in self._kept.phones)

    @property
    def eye(self) -> Phone | None:
        """The phone that the banker let be the camera."""
        return next((phone for phone in self._kept.phones if phone.eye), None)

    @property
    def series(self) -> int:
        """Which PIN made the bankers: how often it had been reset."""
        return self._kept.series

    @property
    def moves(self) -> tuple[Move, ...]:
        """How seats changed hands, oldest first; the last few."""
        return self._kept.moves

    @property
    def seating(self) -> Seating:
        """Who holds what, by the names that records have for phones."""
        phones = self._kept.phones
        seats = {seat: tuple(p.device for p in phones if seat in p.seats) for seat in self.held}
        return Seating(seats=seats, banker=tuple(phone.device for phone in phones if phone.banker))

    @property
    def hows(self) -> Hows:
        """How each seat changed hands last, and to which phone."""
        return {move.seat: (move.how, move.phone) for move in self._kept.moves}

    @property
    def news(self) -> Move | None:
        """The seat that changed hands just now."""
        fresh = time.monotonic() - self._moved_at < SHOWN_S
        return self._kept.moves[-1] if fresh and self._kept.moves else None

    # ---- taking a seat

    def sit(
        self, seat: Seat | None, sitter: Sitter, token: str | None = None, *, beside: bool = False
    ) -> str | None:
        """Give a free chair to the phone with *token* (or to a new one); return its new cookie.

        *seat* None: the one it has, else the next free one. *beside*: the phone keeps the chairs
        that it has. None if somebody else sits there, has that name, or no chair is free.
        """
        with self._lock:
            phone, change = self.of(token), self._change()
            left = None if beside else phone.seat
            if seat is None:
                seat = next_free(change) if left is None else left
            if seat is None:
                return None
            if left is not None:
                change.sitters.pop(left, None)
            if left is not None and left != seat:  # nobody holds the chair that was left
                change.phones = [one.without(left) for one in change.phones]
            if seat in change.sitters or has_name(change, sitter.name):
                return None
            change.sitters[seat] = sitter
            kept = phone.seats if beside else phone.others
            return self._renewed(change, phone, seats=(*kept, seat) if beside else (seat, *kept))

    def claim(self, seat: Seat, token: str | None = None, *, started: bool = False) -> str | None:
        """Give a player's seat that no phone holds to a phone; return its new cookie.

        None if a phone holds it; once the game has *started*, also if the banker has not opened it.
        """
        with self._lock:
            if seat in self.held or (started and seat not in self.awaited):
                return None
            phone, change = self.of(token), self._change()
            self._note(change, seat, "joined")
            return self._renewed(change, phone, seats=(*phone.seats, seat))

    def give(self, seat: Seat, token: str | None, *, share: bool, by_banker: bool = False) -> str:
        """Give a seat to a phone that brought a code for it; return its new cookie.

        The phones that held it until now keep it only if they *share* it. *by_banker*: whether the
        code was no player's.
        """
        with self._lock:
            phone, change = self.of(token), self._change()
            if not share:
                change.phones = [one.without(seat) for one in change.phones]
            handed: How = "given" if by_banker else "handed"
            self._note(change, seat, "shared" if share else handed)
            seats = tuple(dict.fromkeys((*phone.seats, seat)))
            return self._renewed(change, phone, seats=seats)

    def arrive(
        self, seat: Seat, device: str, game: str, name: str, token: str | None
    ) -> str | None:
        """Give a seat to the phone that had it where the game was before; return its new cookie.

        Args:
            seat: which, of the player called *name*.
            device: what records called that phone there.
            game: the digest of the game's first record.
            name: who sits there.
            token: the phone's cookie here.

        None if that has counted before. Whoever held the chair in another game holds it no more.
        """
        its = f"{game[:16]}.{seat}."
        with self._lock:
            if f"{its}{device}" in self._kept.arrived:
                return None
            phone, change = self.of(token), self._change()
            if not any(one.startswith(its) for one in change.arrived):
                change.phones = [one.without(seat) for one in change.phones]
            change.arrived = (*change.arrived, f"{its}{device}")[-MOST_MOVES:]
            change.sitters[seat] = Sitter(name, self.colour(seat))
            self._note(change, seat, "handed")
            phone = next((one for one in change.phones if one.key == phone.key), phone)
            seats = tuple(dict.fromkeys((*phone.seats, seat)))
            return self._renewed(change, phone, seats=seats)

    def make_banker(self, token: str | None) -> str:
        """Give the banker's rights to a phone; return its new cookie."""
        with self._lock:
            phone = self.of(token)
            banker = replace(phone, banker=True, looks_on=False)
            token = self._renewed(self._change(), banker, seats=phone.seats)
            self.broken = None
            return token

    def let_see(self, key: str) -> None:
        """Let the phone with *key* be the camera, and no other any more."""
        with self._lock:
            change, one = self._change(), self.with_key(key)
            others = [replace(phone, eye=False) for phone in change.phones if phone.key != key]
            change.phones = [*others, replace(one, eye=True, looks_on=False)]
            self._keep(change)

    # ---- letting go

    def release(self, seat: Seat) -> None:
        """Take a seat from its phones and open it: whoever sits there may join again."""
        with self._lock:
            change = self._change()
            change.phones = [phone.without(seat) for phone in change.phones]
            change.awaited.add(seat)
            self._note(change, seat, "released")
            self._keep(change)

    def give_up(self, seat: Seat, key: str) -> None:
        """Let the phone with *key* go from a seat, which goes on without it."""
        with self._lock:
            change = self._change()
            change.phones = [p.without(seat) if p.key == key else p for p in change.phones]
            self._note(change, seat, "given-up")
            self._keep(change)

    def end_seeing(self) -> None:
        """Let no phone be the camera."""
        with self._lock:
            change = self._change()
            change.phones = [replace(phone, eye=False) for phone in change.phones]
            self._keep(change)

    def dismiss_bankers(self, series: int) -> tuple[str, ...]:
        """Take the banker's rights from every phone; return the keys of those that had them.

        *series* is that of the PIN that makes bankers from now on.
        """
        with self._lock:
            change = self._change()
            gone = tuple(phone.key for phone in change.phones if phone.banker)
            change.phones = [replace(phone, banker=False) for phone in change.phones]
            change.series = series
            self._keep(change)
            return gone

    # ---- chairs

    def add(self, name: str) -> bool:
        """Put somebody without a phone on the next free chair; return whether it went."""
        with self._lock:
            change = self._change()
            free = next_free(change)
            if free is None or has_name(change, name):
                return False
            taken = {sitter.colour for sitter in change.sitters.values()}
            colour = next(colour for colour in COLOURS if colour not in taken)
            change.sitters[free] = Sitter(name, colour)
            self._keep(change)
            return True

    def stand_up(self, seat: Seat) -> None:
        """Empty a chair, its phones included."""
        with self._lock:
            change = self._change()
            change.phones = [phone.without(seat) for phone in change.phones]
            change.sitters.pop(seat, None)
            change.awaited.discard(seat)
            self._keep(change)

    def seat_players(self, players: Sequence[str]) -> None:
        """Let the players of a game sit on their chairs, and nobody else.

        Whoever sits on the own chair already keeps it, phones included; the banker lets others in.

        Args:
            players: who plays, in the order of their seats.
        """
        with self._lock:
            change = self._change()
            named = {n: alike(name) for n, name in enumerate(players)}
            kept = {n for n, one in change.sitters.items() if named.get(n) == alike(one.name)}
            if len(kept) == len(players) == len(change.sitters):
                return
            colours = [change.sitters[n].colour for n in sorted(kept)]
            free = iter([colour for colour in COLOURS if colour not in colours])
            for number in {*change.sitters, *range(len(players))} - kept:
                change.phones = [phone.without(Seat(number)) for phone in change.phones]
                change.sitters.pop(number, None)
                change.awaited.discard(number)
                if number < len(players):
                    change.sitters[number] = Sitter(players[number], next(free))
            self._keep(change)

    def swap(self, seat: Seat, other: Seat) -> None:
        """Let two chairs change places, phones included."""
        with self._lock:
            self._reorder({seat: other, other: seat})

    def close_ranks(self) -> None:
        """Move everybody up so that the chairs are numbered without gaps, as the players are."""
        with self._lock:
            self._reorder({seat: Seat(n) for n, seat in enumerate(self.sitters)})

    def _reorder(self, to: Mapping[Seat, Seat]) -> None:
        change = self._change()
        change.phones = [
            phone.holding(tuple(to.get(seat, seat) for seat in phone.seats))
            for phone in change.phones
        ]
        change.sitters = {int(to.get(Seat(n), n)): one for n, one in change.sitters.items()}
        change.awaited = {int(to.get(Seat(n), n)) for n in change.awaited}
        self._keep(change)

    # ---- keeping

    def _change(self) -> SeatChange:
        kept = self._kept
        return SeatChange(
            [*kept.phones], {**kept.sitters}, {*kept.awaited}, kept.series, kept.arrived
        )

    def _note(self, change: SeatChange, seat: Seat, how: How) -> None:
        sitter = change.sitters.get(seat)
        change.moves.append(Move(time.time(), seat, sitter.name if sitter else "", how))

    def _renewed(self, change: SeatChange, phone: Phone, *, seats: tuple[Seat, ...]) -> str:
        """Keep a change with *phone* under a new cookie, and return that."""
        token = secrets.token_urlsafe(32)
        born = phone.device if phone.known else ""
        fresh = replace(phone.holding(seats), key=hashed(token), born=born)
        change.phones = [one for one in change.phones if one.key != phone.key] + [fresh]
        change.awaited -= {*seats}
        change.moves = [replace(move, phone=fresh.device) for move in change.moves]
        self._keep(change)
        self.spectators.leave(phone.key)
        return token

    def _keep(self, change: SeatChange) -> None:
        kept = Kept(
            tuple(phone for phone in change.phones if phone.known),
            change.sitters,
            tuple(sorted(change.awaited)),
            (*self._kept.moves, *change.moves)[-MOST_MOVES:],
            change.arrived,
            change.series,
        )
        write_whole(self._path, msgspec.json.encode(kept))
        self._kept = kept
        if change.moves:
            self._moved_at = time.monotonic()
        self.revision += 1
        self._on_change()
