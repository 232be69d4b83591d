"""What every page is rendered with."""

from collections.abc import Sequence
from typing import Any

from flask import g, render_template, request

from companion.sayings.said import marked as _
from companion.speaker import mended
from companion.voice.announcer import Announcement
from companion.voice.news import lately
from companion.words import Seat
from web.arrival.view import way_on
from web.shared.context import current, known_balances, language, phone, speaker
from web.shared.language import LOOK
from web.shared.parts import hour_of
from web.shared.scene import Scene

LOOKS = ("large", "contrast", "awake")


def looks() -> tuple[str, ...]:
    """Return what this phone has set: larger type, more contrast, a screen that stays awake."""
    kept = request.cookies.get(LOOK, "").split(".")
    return tuple(look for look in LOOKS if look in kept)


def scene_for(reader: Seat | None = None) -> Scene | None:
    """Return the running game, as the phone that asks may see it; None while there is none."""
    context, view = current(), current().view
    if view.state is None:
        return None
    return Scene(context, view, speaker(), reader, knows=known_balances(), banks=phone().banker)


def back() -> str:
    """Return the address of the page that is asked for, to come back to."""
    return request.script_root + request.full_path.rstrip("?")


def read_out(*, asked: bool) -> Sequence[Announcement]:
    """Return what a screen reader is to read out of the game: what is new on the page since."""
    context, view = current(), current().view
    records = context.chronicle.records(view.game, view.seq)
    return lately(view, records, context.catalogues[g.language], asked=asked)


def unkept() -> str:
    """Return that the club has not got yet what was booked here, and since when; mostly nothing."""
    club = current().parts.club
    since = club.kept.late_since if club is not None else None
    if since is None:
        return ""
    words = _("Booked here; the club has not got it yet, since {time}. Play on.")
    return speaker().say(words, time=hour_of(since))


def page(template: str, **values: Any) -> str:
    """Return a page in the reader's language; `values` are what it shows."""
    context = current()
    g.setdefault("language", language())
    # The tag is taken before the view, so that a page never believes to be newer than it is.
    g.tag = values.setdefault("tag", context.streams.tag)
    values.setdefault("way_on", way_on())
    html = render_template(
        template,
        lang=g.language,
        html_class=" ".join(looks()),
        build=context.settings.build,
        settings=context.settings,
        eye_open=context.parts.sees(),
        photographs=context.parts.photographs is not None,
        stickers=context.parts.photographs is not None and context.parts.tags is not None,
        simulated=context.simulation is not None,
        has_eyes=context.parts.eye is not None,
        examined=bool(context.parts.checks),
        unkept=unkept(),
        **values,
    )
    return mended(html)
