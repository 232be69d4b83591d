"""The arbiter's pages: what waits at all tables, a record with its evidence, rulings from here."""

import re
from collections.abc import Iterator, Sequence
from functools import partial

import msgspec
from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.game.commands import Command, Correct
from companion.hub.database import plain
from companion.hub.lobby import Lobby, LobbyLine
from companion.hub.waiting import waiting_in
from companion.journal.record import Record
from companion.sayings.said import marked as _
from companion.shipping.wire import Refused
from companion.table.clocks.pauses import between
from companion.table.state import TableState
from web.club.arbiter_view import GameRow, card_of, game_row, record_view, speaker_of, unread_row
from web.club.context import club, heard, member
from web.club.moves import staying_tables
from web.club.render import page
from web.club.rulings import command_in, lacks_reason, row_of
from web.club.view import UNREADABLE, seen_words
from web.club.wording import said

bp = Blueprint("arbiter", __name__, url_prefix="/arbiter")

DIGEST = re.compile(r"[0-9a-f]{64}")
LONGEST_ID = 80
NO_REASON = _("The reason is missing.")
NO_ORDER = _("That cannot be ordered so. Look at what was typed.")


@bp.get("")
def waiting() -> ResponseReturnValue:
    """Show what waits at all tables, the oldest first."""
    context = club()
    tag, lobby, catalogue = context.streams.tag, context.keeper.lobby, heard()
    now = context.keeper.now()
    waits = waiting_in(lobby)
    cards = [lobby.drawn(one.line, partial(card_of, catalogue, one, now)) for one in waits]
    return page(
        "arbiter.html",
        tag=tag,
        cards=[card for card in cards if card is not None],
        rows=[*_rows(lobby)],
        away=context.keeper.away is not None,
    )


def _rows(lobby: Lobby) -> Iterator[GameRow]:
    """Yield what came last at each table; of a game that cannot be read, that."""
    told, catalogue = {line.game: told for line, told in lobby.told()}, heard()
    for line in lobby.lines:
        row = None
        if line.game in told:
            _state, records = told[line.game]
            row = lobby.drawn(line, partial(game_row, catalogue, line, records))
        yield row or unread_row(catalogue, line)


@bp.get("/<game>/<int:seq>")
def record(game: str, seq: int) -> ResponseReturnValue:
    """Show one record: what happened, by which rules, on what evidence; and what may be ruled."""
    return _shown(game, seq)


@bp.post("/<game>/<int:seq>")
def order(game: str, seq: int) -> ResponseReturnValue:
    """Order at the table what the form says; sent twice, it is one order."""
    state = _told(game, seq)[1]
    form, asking = request.form, member()
    command = command_in(form, seq)
    if command is None or asking is None or not _sits(command, state):
        return _shown(game, seq, said=said(NO_ORDER)), 400
    if lacks_reason(form):
        return _shown(game, seq, said=said(NO_REASON)), 400
    told = msgspec.json.encode(command).decode()
    sent = f"{asking.id} {plain(form['id'], LONGEST_ID)}" if form.get("id") else None
    if isinstance(club().hub.orders.give(game, asking.name, told, sent), Refused):
        abort(404)
    return redirect(url_for("arbiter.record", game=game, seq=seq, _anchor="orders"), 303)


@bp.post("/<game>/<int:seq>/withdraw/<int:number>")
def withdraw(game: str, seq: int, number: int) -> ResponseReturnValue:
    """Take an order back that the table has not answered."""
    orders = club().hub.orders
    if all(one.number != number for one in orders.of(game if DIGEST.fullmatch(game) else "")):
        abort(404)
    orders.withdraw(number)
    return redirect(url_for("arbiter.record", game=game, seq=seq, _anchor="orders"), 303)


@bp.get("/pictures/<digest>.jpg")
def picture(digest: str) -> ResponseReturnValue:
    """Return a picture that a record rests on; its name is its SHA-256, so it never changes."""
    jpeg = club().hub.pictures.read(digest) if DIGEST.fullmatch(digest) else None
    if jpeg is None:
        abort(404)
    response = Response(jpeg, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return response


def _shown(game: str, seq: int, **values: str) -> str:
    context, catalogue = club(), heard()
    tag, lobby = context.streams.tag, context.keeper.lobby
    aside = next((one for one in lobby.lines if one.game == game and one.edition is None), None)
    if aside is not None:
        return _unread(aside)
    line, state, records = _told(game, seq)
    speaker = speaker_of(catalogue, line)
    view = lobby.drawn(line, partial(record_view, speaker, line, state, records, seq))
    if view is None:
        return _unread(line)
    given, now = context.hub.orders.of(game), context.keeper.now()
    orders = [
        (row_of(speaker, one), seen_words(catalogue, max(now, one.made_at), one.made_at))
        for one in given
    ]
    picture = view.picture or (view.booked.picture if view.booked else "")
    has_picture = bool(picture) and context.hub.pictures.has(picture)
    since = line.kept_at - between(records[seq - 1].cause, records[-1].cause)
    here = url_for("arbiter.record", game=game, seq=seq)
    return page(
        "record.html",
        tag=tag,
        game=game,
        view=view,
        orders=orders,
        picture=picture,
        has_picture=has_picture,
        ago=seen_words(catalogue, now, since),
        stays=line.table in staying_tables(),
        here=here,
        **values,
    )


def _sits(command: Command, state: TableState) -> bool:
    """Return whether all whose balance an order corrects play the game."""
    return not isinstance(command, Correct) or {*command.cash} <= {*state.game.seats}


def _unread(line: LobbyLine) -> str:
    return page("unread.html", table=line.table, said=said(UNREADABLE))


def _told(game: str, seq: int = 1) -> tuple[LobbyLine, TableState, Sequence[Record]]:
    """Return a game that the lobby shows, with a record *seq* in it; or there is no such page."""
    found = next((one for one in club().keeper.lobby.told() if one[0].game == game), None)
    if found is None or not 0 < seq <= len(found[1][1]):
        abort(404)
    line, (state, records) = found
    return line, state, records
