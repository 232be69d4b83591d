"""What came of a table in a round: proposed by a game, typed, corrected with a reason."""

import re
from collections.abc import Mapping

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.hub.database import plain
from companion.hub.proposals import ProposedResult
from companion.hub.results import MOST_WORTH, EnteredResult
from companion.hub.tournaments import RoundTable, Tournament, TournamentRound
from companion.sayings.said import marked as _
from companion.shipping.wire import Refused
from web.club.arbiter_view import speaker_of
from web.club.context import club, heard, member
from web.club.render import page
from web.club.tournament_view import (
    booked_games,
    changed,
    found,
    grouped,
    proposal,
    round_of,
    shown_round,
)
from web.club.view import seen_words
from web.club.wording import refused_in_words, said
from web.setup.agreed import Agreed, agreed_of

bp = Blueprint(
    "results", __name__, url_prefix="/tournaments/<int:number>/rounds/<int:round_>/tables"
)

LONGEST_REASON = 300

_WHOLE = re.compile(r"[0-9]{1,10}|[0-9]{1,3}(?:[\s.,'’][0-9]{3}){1,3}")
"""`1500`, `1 500`, `1.500`; but not `1.5`."""

NO_WORTH = _("Type what each of them is worth: a whole number, 0 for who is bankrupt.")
ALL_THE_SAME = _("That stands there already.")
WENT_ON = _("The game has gone on meanwhile. Look once more.")


@bp.get("/<int:place>")
def table(number: int, round_: int, place: int) -> ResponseReturnValue:
    """Show a table of a round: who was worth what, who says so, and why."""
    return _shown(number, round_, place)


@bp.post("/<int:place>")
def enter(number: int, round_: int, place: int) -> ResponseReturnValue:
    """Enter what everybody is worth, or correct it."""
    _one, _round, at = _table(number, round_, place)
    typed = {one.id: request.form.get(f"worth-{one.id}", "") for one in at.players}
    worth = {player: _worth(text) for player, text in typed.items()}
    known = {player: amount for player, amount in worth.items() if amount is not None}
    why = plain(request.form.get("why", ""), LONGEST_REASON)
    if len(known) < len(worth):
        return _shown(number, round_, place, said(NO_WORTH), typed), 400
    new = {player: amount for player, amount in known.items() if at.worth.get(player) != amount}
    if not new:
        return _shown(number, round_, place, said(ALL_THE_SAME)), 400
    refused = club().hub.results.enter(
        number, round_, new, by=_name(), why=why, seen=_seen(request.form.get("seen", ""))
    )
    if refused is not None:
        keeps = typed if refused.code == "no-reason" else None
        return _shown(number, round_, place, refused_in_words(refused), keeps), 409
    return _done(number)


@bp.post("/<int:place>/book")
def book(number: int, round_: int, place: int) -> ResponseReturnValue:
    """Book what a game says, if it still says what the reader saw."""
    one, at_round, at = _table(number, round_, place)
    game = proposal(one, at_round, at, booked_games(club().hub.results.of(number)))
    if game is None or request.form.get("told") != told_by(game):
        return _shown(number, round_, place, said(WENT_ON)), 409
    refused: Refused | None = club().hub.results.enter(
        number, round_, game.worth, by=_name(), game=game.game, seen=0
    )
    if refused is not None:
        return _shown(number, round_, place, refused_in_words(refused)), 409
    return _done(number)


def told_by(game: ProposedResult) -> str:
    """Return all that a proposal says, in one word."""
    return "-".join([game.game, *(f"{who}.{worth}" for who, worth in sorted(game.worth.items()))])


def _done(number: int) -> ResponseReturnValue:
    changed()
    return redirect(url_for("tournament.tournament", number=number), 303)


def _shown(
    number: int, round_: int, place: int, told: str = "", typed: Mapping[int, str] | None = None
) -> str:
    tag = club().streams.tag
    one, at_round, at = _table(number, round_, place)
    entered = club().hub.results.of(number)
    own = [each for each in entered if (each.round, each.table) == (round_, place)]
    game = proposal(one, at_round, at, booked_games(entered))
    return page(
        "round_table.html",
        tag=tag,
        said=told,
        tournament=one,
        round=shown_round(one, at_round),
        table=at,
        typed=typed or {player: str(worth) for player, worth in at.worth.items()},
        seen=max((each.number for each in own), default=0),
        game=game,
        told=told_by(game) if game else "",
        agreed=_agreed(game) if game and game.by_other_rules else None,
        may_enter=_may_enter(one, at_round),
        history=[_line(each) for each in reversed(own)],
        grouped=grouped,
        here=url_for("results.table", number=number, round_=round_, place=place),
    )


def _agreed(game: ProposedResult) -> Agreed | None:
    """Return by what a game was played otherwise than in the book."""
    lines = (line for line in club().keeper.lobby.lines if line.game == game.game)
    line = next(lines, None)
    if line is None or line.edition is None:
        return None
    return agreed_of(speaker_of(heard(), line), line.edition)


def _may_enter(one: Tournament, round_: TournamentRound) -> bool:
    asking = member()
    is_screen = asking is None or asking.role == "screen"
    return not is_screen and not one.is_closed and round_.begun_at is not None


def _line(each: EnteredResult) -> tuple[EnteredResult, str, str]:
    """Return a result, its worth, and how long ago it was entered."""
    return each, grouped(each.worth), seen_words(heard(), club().keeper.now(), each.at)


def _table(number: int, round_: int, place: int) -> tuple[Tournament, TournamentRound, RoundTable]:
    one = found(number)
    at_round = round_of(one, round_)
    at = next((each for each in at_round.tables if each.number == place), None)
    return one, at_round, at or abort(404)


def _worth(text: str) -> int | None:
    """Return a worth as it was typed, with its thousands apart or not; None: that is none."""
    if not _WHOLE.fullmatch(text.strip()):
        return None
    worth = int(re.sub(r"\D", "", text))
    return worth if worth <= MOST_WORTH else None


def _seen(text: str) -> int:
    """Return the number of the last result that whoever enters one has seen."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else -1


def _name() -> str:
    asking = member()
    return asking.name if asking else abort(403)
