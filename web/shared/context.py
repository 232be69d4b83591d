"""What every page works with: one `Context` a table, found through `current()`."""

import secrets
import threading
from collections.abc import Collection, Mapping, Sequence
from gettext import NullTranslations
from pathlib import Path

from flask import current_app, g, request
from werkzeug import Response

from companion.errors import CompanionError
from companion.files import Remembered
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.journal.record import Cause
from companion.speaker import Speaker
from companion.table.answers import Accepted, Answer, Broken
from companion.table.table import Table
from companion.table.view import View
from companion.voice.settings import FILE as VOICE
from companion.voice.settings import VoiceSettings
from companion.words import Seat
from web.doctor.checkup import Checkup
from web.eye.kinds import PHOTOGRAPHED, TYPED
from web.phones.chairs import MOST_SEATS, Phone
from web.phones.codes import Codes
from web.phones.follower import Follower
from web.phones.phones import Phones
from web.phones.pin import FILE, Pin
from web.server.arriving import Head
from web.server.live import Streams
from web.shared.broken import BROKEN, HOSTED, error_in_words
from web.shared.chronicle import Chronicle
from web.shared.dismissed import Dismissed
from web.shared.language import catalogues, chosen
from web.shared.manners import FILE as MANNERS
from web.shared.manners import Manners
from web.shared.panels import SeatPanels
from web.shared.ports import Parts, Simulation, Strayed
from web.shared.settings import Settings
from web.stand.asking import Asking

COOKIE = "companion"
TABLE = "companion.table"
"""In a request's environment, where one app serves many tables: the `Context` of its own."""
YEAR_S = 365 * 24 * 3600


class Context:
    """The table and the rooms around it, as the pages see them."""

    def __init__(self, table: Table, settings: Settings, parts: Parts) -> None:
        self.table, self.settings, self.parts = table, settings, parts
        self.catalogues: Mapping[str, NullTranslations] = catalogues()
        self.streams = Streams(
            table.feed,
            most=settings.streams,
            build=settings.build,
            heartbeat_s=settings.heartbeat_s,
            life=settings.life,
        )
        self.phones = Phones(settings.home / "phones.json", on_change=self.streams.nudge)
        self.follower = Follower(table, self.phones)
        self.codes = Codes()
        self.manners = Manners(settings.home / MANNERS, on_change=self.streams.nudge)
        self.pin = Pin(settings.home / FILE, series=self.phones.series)
        self.chronicle = Chronicle(table)
        self.dismissed = Dismissed(self.streams.nudge)
        self.checkup = Checkup(lambda: self.parts.checks)
        self.asking = Asking(self.streams.nudge)
        self.voice = Remembered(settings.home / VOICE, VoiceSettings())
        self.voice_tab = ""
        """Which tab of a browser speaks: the one where that was tapped last."""
        self.stopping = False
        self.supposing = threading.Lock()
        """Held while a game is replayed otherwise: one at a time, play comes first."""
        self.shown_table: tuple[tuple[str, ...], str] = ((), "")
        """The table screen as rendered last, with what it depends on: all screens share it."""

    @property
    def view(self) -> View:
        """The newest snapshot of the table."""
        return self.table.view

    def speaker(self, language: str, state: GameState | None) -> Speaker:
        """Return who says things about a game in a language."""
        edition = state.edition if state else self.parts.editions.edition(self.at_home(language))
        names = tuple(player.name for player in state.players) if state else ()
        return Speaker(self.catalogues[language], edition, names)

    @property
    def is_hosted(self) -> bool:
        """Whether this table has no machine of its own: what is kept of it lies with the club."""
        return not isinstance(self.settings.home, Path)

    @property
    def lost(self) -> Sequence[CompanionError]:
        """What will be lost, or which of the pages' own files was, as long as it matters."""
        found = (self.settings.forgotten, self.phones.broken, self.pin.broken, self.manners.broken)
        return [error for error in found if error is not None]

    @property
    def strayed(self) -> Strayed:
        """Whether the camera or the mat were moved far."""
        return self.parts.sight.strayed if self.parts.sight else "no"

    @property
    def simulation(self) -> Simulation | None:
        """The simulated table, while it is looked at: then pages have its hands."""
        eye = self.parts.eye
        return self.parts.simulation if eye is None or eye.is_drawn else None

    @property
    def camera(self) -> bool:
        """Whether a camera is to see the dice; without one they are typed or photographed."""
        eye = self.parts.eye
        return self.settings.camera and (eye is None or eye.looks)

    @property
    def unseen_dice(self) -> str:
        """What is said of the dice where no camera is wanted; nothing where one is."""
        eye = self.parts.eye
        if eye is None or eye.looks:
            return ""
        return PHOTOGRAPHED if eye.is_photographed else TYPED

    @property
    def panels(self) -> SeatPanels | None:
        """The seats' buttons; simulated ones are there beside a simulated table only."""
        can_press = self.parts.buttons is None or self.simulation is not None
        return self.parts.panels if can_press else None

    @property
    def button_seats(self) -> Collection[Seat]:
        """The seats whose buttons can be pressed now."""
        can_press = self.parts.buttons is None or self.simulation is not None
        return self.parts.button_seats if can_press else ()

    def at_home(self, language: str) -> str:
        """Return the edition that is shown before there is a game: one in this language."""
        cards = self.parts.editions.all()
        return next((card.id for card in cards if card.language == language), cards[0].id)

    def heed_reset(self) -> None:
        """Take the rights of bankers whose PIN was reset at the machine."""
        series = self.pin.series
        if series != self.phones.series:
            for key in self.phones.dismiss_bankers(series):
                self.streams.end_of(key)

    def known(self, head: Head) -> str:
        """Return the key of the phone that asks, if it plays, is the banker's or the camera."""
        phone = self.phones.of(head.cookie(COOKIE))
        return phone.key if phone.banker or phone.seats or phone.eye else ""

    def stop(self) -> None:
        """Refuse commands from now on and end all streams; the server can then be stopped."""
        self.stopping = True
        self.streams.end_all()


def current() -> Context:
    """Return the context of the table that is asked; an app has one, or many."""
    context: Context = request.environ.get(TABLE) or current_app.extensions["companion"]
    return context


def phone() -> Phone:
    """Return the phone that asks."""
    if "phone" not in g:
        current().heed_reset()
        g.phone = current().phones.of(request.cookies.get(COOKIE))
    known: Phone = g.phone
    return known


def known_balances() -> Collection[Seat]:
    """Return whose balances the phone that asks may know: its seats', or as the banker all."""
    asking = phone()
    return [Seat(n) for n in range(MOST_SEATS)] if asking.banker else asking.seats


def language() -> str:
    """Return the language of the one who asks: chosen on that phone, or as it is set."""
    return chosen(current().catalogues)


def speaker() -> Speaker:
    """Return who speaks to the one who asks, about the running game."""
    if "speaker" not in g:
        context = current()
        g.speaker = context.speaker(language(), context.view.state)
    found: Speaker = g.speaker
    return found


def give_cookie(response: Response, token: str) -> None:
    """Let a phone be known by *token* at this table, and at no other of the same address."""
    # No `secure`: on plain http, the default in a living room, it would be dropped.
    path = request.script_root or "/"
    response.set_cookie(COOKIE, token, max_age=YEAR_S, httponly=True, samesite="Lax", path=path)


def fresh_id() -> str:
    """Return an id for a command that a form will send."""
    return secrets.token_urlsafe(12)


def cause_of(seat: Seat | None, command_id: str | None, *, banker: bool = False) -> Cause:
    """Return the cause of what this request asks for."""
    asking = phone()
    return current().table.cause(
        "banker" if banker else "seat",
        "phone",
        seat=seat,
        device=asking.device,
        command_id=command_id or None,
    )


def sentence(answer: Answer) -> str:
    """Return what an answer says to the one who asked; nothing if it was done."""
    if isinstance(answer, Accepted):
        return ""
    if isinstance(answer, Refusal):
        return speaker().refusal(answer)
    told = BROKEN.get(answer.code)
    if told:
        return speaker().say(told)
    return broken_in_words(answer.error) if answer.error else answer.text


def trouble() -> str:
    """Return why the game cannot go on, or what was lost, to the one who asks; or nothing."""
    broken = current().view.trouble
    found = [*([broken] if broken else []), *current().lost]
    return " ".join(dict.fromkeys(map(broken_in_words, found)))


def broken_in_words(error: CompanionError) -> str:
    """Return what is broken, to the one who asks: its mend only where it can be mended."""
    if current().is_hosted and error.code and error.code in HOSTED:
        return speaker().say(HOSTED[error.code])
    return error_in_words(speaker(), error)


def refused(answer: Answer) -> str:
    """Return the code of a refusal or of what is broken; nothing if it was done."""
    return answer.code if isinstance(answer, Refusal | Broken) else ""
