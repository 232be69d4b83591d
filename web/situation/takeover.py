"""Agreeing on how a game stands that is taken over, and going on with it."""

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from companion.errors import JournalError
from companion.game.refusals import Refusal
from companion.table.answers import Accepted, Answer
from companion.table.check.checking import CHECK
from companion.table.check.commands import Agree, EndCheck
from companion.table.check.laid_deeds import TableCheck
from web.check.page import scene_here, seat_here
from web.shared.acting import asked, done, seat_for
from web.shared.commands import reply
from web.shared.context import current, phone
from web.situation.agreement import accord_of, silent_in, taken_over

bp = Blueprint("takeover", __name__, url_prefix="/check")


@bp.post("/agree")
def agree() -> ResponseReturnValue:
    """Say whether the game stands so; the banker may say it for somebody else."""
    by, asking = request.form.get("by"), phone()
    seat, _named = seat_for(by) if by else (seat_here(), False)
    own = seat if seat in asking.seats else asking.seat
    answer: Answer = Refusal("not-allowed", CHECK)
    if seat is not None:
        right = request.form.get("right") == "yes"
        answer = asked(Agree, own, banker=asking.banker, by=seat, agrees=right)
    return reply(answer, url_for("check.check"))


@bp.post("/go")
def go() -> ResponseReturnValue:
    """Begin the game as it was proposed; the record says where its figures come from."""
    return reply(_gone(), url_for("banker.banker"))


def _gone() -> Answer:
    scene = scene_here()
    check = scene.view.check if scene is not None else None
    known = request.form.get("check", "")[:80]
    if scene is None or check is None or check.proposal is None or check.id != known:
        return Refusal("gone-on", CHECK)
    after = taken_over(scene.state, check)
    if after is None:
        return Refusal("gone-on", CHECK)
    if check.objected or silent_in(after, check):
        return Refusal("unsettled", CHECK)  # nobody is passed over in silence
    command = replace(check.proposal, accord=accord_of(check))
    answer = done(command, None, request.form.get("id", ""), banker=True, evidence=_evidence(check))
    if isinstance(answer, Accepted):
        done(EndCheck(check=known), None, "", banker=True)
    return answer


def _evidence(check: TableCheck) -> str | None:
    """Keep the picture with the most deeds in it; None: there is none, or no room."""
    shown = [d.picture for pile in check.laid.piles.values() for d in pile.deeds.values()]
    best = max(check.pictures, key=lambda shot: shown.count(shot.number), default=None)
    try:
        return current().table.pictures.keep(best.jpeg) if best is not None else None
    except JournalError:
        return None
