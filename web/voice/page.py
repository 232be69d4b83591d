"""Who speaks, as the banker chooses it; and what is to be said, for the one that does."""

import msgspec
from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.errors import SettingsError
from companion.files import Remembered
from companion.game.refusals import Refusal
from companion.table.answers import Broken
from companion.voice.news import news_of
from companion.voice.settings import VoiceSettings
from web.shared.acting import PAGE
from web.shared.broken import error_in_words
from web.shared.commands import reply
from web.shared.context import current, language, phone, speaker
from web.shared.language import own_names
from web.shared.render import page

bp = Blueprint("voice", __name__)


def kept() -> Remembered[VoiceSettings]:
    """Return where it is kept who speaks."""
    return current().voice


@bp.get("/banker/voice")
def voice() -> ResponseReturnValue:
    """Ask who speaks, and how much."""
    return page(
        "voice/voice.html",
        chosen=kept().now,
        sitters=current().phones.sitters,
        speaks=current().parts.can_speak(),
        languages=own_names(current().catalogues),
        saved="saved" in request.args,
    )


@bp.post("/banker/voice")
def choose() -> ResponseReturnValue:
    """Set who speaks: the one that is chosen, never two."""
    by, _, seat = request.form.get("by", "").partition("-")
    fields = {"by": by, "level": request.form.get("level"), "seat": seat or None}
    if by == "box":
        fields["language"] = request.form.get("language")
    try:
        chosen = msgspec.convert(fields, VoiceSettings, strict=False)
    except msgspec.ValidationError:
        return reply(Refusal("bad-command", PAGE), url_for("voice.voice"))
    if chosen.language not in current().catalogues or (chosen.by == "phone") != (
        chosen.seat in current().phones.sitters
    ):
        return reply(Refusal("bad-command", PAGE), url_for("voice.voice"))
    try:
        kept().set(chosen)
    except SettingsError as error:
        said = error_in_words(speaker(), error)
        return reply(Broken("not-saved", said), url_for("voice.voice"))
    current().streams.nudge()
    return redirect(url_for("voice.voice", saved=1), 303)


def speaks_here(where: str) -> bool:
    """Return whether the device that asks is the chosen one; *where*: `table` or `seat`."""
    chosen = kept().now
    if chosen.level == "off":
        return False
    if chosen.by == "table":
        return where == "table"
    return chosen.by == "phone" and where == "seat" and chosen.seat in phone().seats


@bp.get("/voice/news")
def heard() -> ResponseReturnValue:
    """Return what is to be said since a mark, to the one device and tab that speaks."""
    context, view = current(), current().view
    tab = request.args.get("tab", "")[:40]
    if "here" in request.args:
        context.voice_tab = tab
    if not speaks_here(request.args.get("where", "")) or tab != context.voice_tab:
        return {"here": False, "say": [], "mark": "", "repeats": 0}
    records = context.chronicle.records(view.game, view.seq)
    mark = request.args.get("mark", "")[:200]
    catalogue, level = context.catalogues[language()], kept().now.level
    found, mark = news_of(view, records, catalogue, mark, level=level, now=context.table.mono())
    say, repeats = msgspec.to_builtins(found), context.table.repeats
    return {"here": True, "say": say, "mark": mark, "repeats": repeats}
