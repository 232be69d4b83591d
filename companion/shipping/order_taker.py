"""A thread that fetches what arbiters order and which round sits here; the table does it."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from companion.errors import CompanionError
from companion.game.commands import Command
from companion.game.refusals import Refusal
from companion.shipping.hub_link import HubLink
from companion.shipping.membership import Membership
from companion.shipping.refusals import plain
from companion.shipping.wire import OrderAnswer, TableOrder, TableRound
from companion.table.answers import Accepted, Answer
from companion.table.clocks.heard_round import HeardRound
from companion.table.commands import COMMANDS
from companion.table.table import Table
from companion.words import readable

ASK_S, LAST_WAIT_S = 3.0, 60.0
"""So often the hub is asked; at most so long is waited while it is away."""

PATIENCE_S = 3.0
"""So long whoever stops the companion waits for what is under way."""

ORDERED = frozenset(
    {
        "rule", "rule-on-reading", "undo", "rewind", "put-in", "confirm", "drop", "insist",
        "correct", "book-late", "fine", "time-up", "pause", "go-on", "answer-call", "end-call",
    }
)  # fmt: skip
"""What an arbiter may order: what the banker rules, and words to a call; nothing that a
player decides.
"""

MOST_S, MOST_PLAYERS, MOST_LINEUPS = 1e8, 20, 8
"""Of a round that a hub tells of: more is nonsense."""

_log = logging.getLogger(__name__)


class OrderTaker:
    """Does at a table what the club's arbiters order, with the banker's right and in their name.

    Args:
        table: where it is done.
        club: returns which club the table is in.
        addresses: return where its pages are; the hub is told, for phones of a game that moves.
    """

    def __init__(
        self,
        table: Table,
        club: Callable[[], Membership | None],
        addresses: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        self._table, self._club, self._addresses = table, club, addresses
        self._told: tuple[str, ...] = ()  # of the addresses
        self._asks: Membership | None = None  # whose hub the line leads to
        self._link: HubLink | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="order taker", daemon=True)

    def start(self) -> None:
        """Begin; once only."""
        self._thread.start()

    def stop(self) -> None:
        """End, whatever the hub does."""
        self._stopping.set()
        if self._link is not None:
            self._link.cut()
        self._thread.join(PATIENCE_S)

    def _run(self) -> None:
        wait = ASK_S
        while not self._stopping.wait(wait):
            try:
                self._round()
                wait = ASK_S
            except Exception as error:  # noqa: BLE001  # nothing ends the thread
                if not isinstance(error, CompanionError):
                    _log.exception("the order taker stumbled")
                self._hang_up()  # the shipper says what is wrong with the hub
                wait = min(2 * wait, LAST_WAIT_S)
        self._hang_up()

    def _round(self) -> None:
        """Do what is ordered, one after the other.

        Raises:
            ClubError: the hub is away or talks nonsense.
        """
        club = self._club()
        if club is not self._asks:
            self._hang_up()
            self._asks, self._told = club, ()
            self._table.hear_round(None)
        if club is None:
            return
        link = self._link = self._link or club.link()
        addresses = tuple(self._addresses())
        if addresses != self._told:
            link.tell_addresses(addresses)
            self._told = addresses
        asked = time.monotonic()
        told = link.round()
        self._table.hear_round(heard(told, asked, time.monotonic()))
        for order in link.orders().orders:
            answer = obeyed(self._table, order)
            if answer is not None:
                link.order_done(order.number, answer)

    def _hang_up(self) -> None:
        if self._link is not None:
            self._link.close()
        self._link = None


def heard(told: TableRound | None, asked: float, answered: float) -> HeardRound | None:
    """Return a round as a table knows it, its end by the hub's clock.

    Args:
        told: what the hub says.
        asked: when it was asked, in seconds of the clock by which its end is to be.
        answered: when it had answered, likewise.
    """
    if told is None or not all(abs(each or 0) < MOST_S for each in (told.left_s, told.minutes)):
        return None  # also where it is no number at all
    ends = None if told.left_s is None else (asked + answered) / 2 + told.left_s
    return HeardRound(
        tournament=plain(told.tournament),
        number=told.number,
        players=tuple(map(plain, told.players[:MOST_PLAYERS])),
        edition=told.edition,
        variants=told.variants,
        house=told.house,
        minutes=told.minutes,
        ends=ends,
        lineups=tuple(
            tuple(map(plain, each[:MOST_PLAYERS])) for each in told.lineups[:MOST_LINEUPS]
        ),
    )


def obeyed(table: Table, order: TableOrder) -> OrderAnswer | None:
    """Have an order carried out at a table; None: it could not be saved, and is tried again."""
    command = _command_in(order.command)
    if command is None:
        return OrderAnswer(accepted=False, told="bad-command")
    on_table = table.history()[:1]
    if not on_table or on_table[0].digest != order.game:
        return OrderAnswer(accepted=False, told="other-game")
    cause = table.cause("banker", "banker", command_id=_id_of(order))
    answer: Answer = table.submit(command, replace(cause, arbiter=plain(order.by)))  # type: ignore[arg-type]
    if isinstance(answer, Accepted):
        return OrderAnswer(accepted=True)
    return OrderAnswer(accepted=False, told=answer.code) if isinstance(answer, Refusal) else None


def _id_of(order: TableOrder) -> str:
    """Return the command's id: the same order twice is one command.

    A hub whose database was made anew counts from 1 again: the number alone would not do.
    """
    told = f"{order.game} {order.by} {order.command}"
    return f"club-{order.number}-{sha256(told.encode()).hexdigest()[:16]}"


def _command_in(text: str) -> Command | None:
    """Return the command of an order, if it is one that may be ordered."""
    try:
        told = msgspec.json.decode(text, type=dict[str, object])
        kind = COMMANDS.get(str(told.get("do")))
        if kind is None or told["do"] not in ORDERED:
            return None
        command = msgspec.convert(readable(told), kind, str_keys=True)
        return None if getattr(command, "by", None) is not None else command  # nobody's own word
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
