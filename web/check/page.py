"""Checking the table: deeds laid out or ticked, what differs, and what becomes of it."""

from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.disputes.check_table import Difference, Report
from companion.editions.model import deck_of
from companion.errors import JournalError
from companion.game.commands import Command
from companion.game.refusals import Refusal
from companion.rules.correcting import is_untouched
from companion.table.answers import Accepted, Answer
from companion.table.check.checking import CHECK
from companion.table.check.commands import (
    BeginCheck,
    Count,
    EndCheck,
    FinishPile,
    LayPile,
    LookAgain,
    Mend,
    StartPile,
)
from companion.table.check.laid_deeds import TABLE, Holder, Mended, Pile, TableCheck
from companion.table.deeds.cards import keepable
from companion.vision.montage import montage
from companion.words import Seat, Space
from web.cash.page import settle_counted
from web.check.shots import pictures_about
from web.check.view import before_and_after, check_view, fix_of, report_of, sentence_of
from web.check.view import whose as whose_pile
from web.seat.notices import notice_of
from web.shared.acting import PAGE, asked, seen_here, status_of, submit
from web.shared.commands import reply
from web.shared.context import current, phone, sentence
from web.shared.forms import amount_of
from web.shared.render import page, scene_for
from web.shared.scene import Scene
from web.situation.agreement import agreement_of
from web.situation.view import families_of

bp = Blueprint("check", __name__, url_prefix="/check")

LONGEST_KEY = 200
LONGEST_WHY = 300
MOST_CARDS = 32
MOST_PICTURES = 6  # of one proof


def seat_here() -> Seat | None:
    """Return the seat for which this phone speaks now; of several, the one that is waited for."""
    seats, check = phone().seats, current().view.check
    if check is not None and check.proposal is not None:
        silent = [seat for seat in seats if seat not in check.agreed | check.objected]
        return next(iter((*silent, *seats)), None)
    wanted = (_holder(), check.now, check.leader) if check is not None else ()
    return next((seat for seat in (*wanted, *seats) if seat in seats), None)


def scene_here() -> Scene | None:
    """Return the running game as this phone sees it."""
    state, seat = current().view.state, seat_here()
    return scene_for(seat if state and seat in state.seats else None)


@bp.get("")
def check() -> ResponseReturnValue:
    """Show who lays out now, or what differs; without a check, offer one."""
    tag = current().streams.tag
    scene = scene_here()
    if scene is None:
        return redirect(url_for("join.start"))
    asking = phone()
    return page(
        "check/check.html",
        tag=tag,
        scene=scene,
        view=check_view(scene, banker=asking.banker),
        agreement=agreement_of(scene),
        may=asking.banker or scene.reader is not None,
        untouched=is_untouched(scene.state),
        camera=current().camera,
        cut_off=_cut_off(scene),
    )


def _cut_off(scene: Scene) -> str:
    """Return that the last check ended with the companion; nothing if it did not."""
    told = [one for one in scene.view.notices if one.code == "check-cut-off"]
    return notice_of(scene, tuple(told))


@bp.get("/picture/<check_id>/<int:number>.jpg")
def picture(check_id: str, number: int) -> ResponseReturnValue:
    """Return a picture of deeds that lie there."""
    known = current().view.check
    shot = known.picture(number) if known is not None and known.id == check_id else None
    if shot is None:
        abort(404)
    return Response(shot.jpeg, mimetype="image/jpeg", headers={"Cache-Control": "max-age=3600"})


# ---- steps


@bp.post("/begin")
def begin() -> ResponseReturnValue:
    """Begin a check, or lay out the deeds of a game that is taken over."""
    purpose = "take-over" if "take-over" in request.form else "check"
    together = request.form.get("how") == "together" and purpose == "check"
    return _step(BeginCheck, purpose=purpose, together=together)


@bp.post("/end")
def end() -> ResponseReturnValue:
    """End it."""
    return _step(EndCheck, url_for("join.start"))


@bp.post("/finish")
def finish() -> ResponseReturnValue:
    """Take a pile as whole."""
    return _step(FinishPile)


@bp.post("/start")
def start() -> ResponseReturnValue:
    """Begin a pile although other deeds lie there still."""
    return _step(StartPile)


@bp.post("/again")
def again() -> ResponseReturnValue:
    """Look at a pile once more."""
    return _step(LookAgain)


@bp.post("/mend")
def mend() -> ResponseReturnValue:
    """Note that the cardboard was put right."""
    _scene, _check, report = _looked_at()
    one = report.of(request.form.get("key", "")[:LONGEST_KEY])
    if one is None:
        return reply(Refusal("gone-on", CHECK), url_for("check.check"))
    return _step(Mend, difference=one.key, mended=Mended(one.thing, one.piles))


# ---- without a camera


@bp.get("/tick/<holder>")
def tick(holder: str) -> ResponseReturnValue:
    """Show all deeds and kept cards, to tick those that somebody has."""
    scene, known = _running()
    whose = _named(holder)
    if whose not in known.order:
        abort(404)
    pile, lots = known.laid.piles.get(whose, Pile()), scene.state.edition.lots
    owners = {lot.index: scene.state.lots[lot.index].owner for lot in lots}
    return page(
        "check/tick.html",
        check=known,
        name=whose_pile(scene, whose),
        ticked={n: deed.back for n, deed in pile.deeds.items()},
        cards=[
            (card, scene.speaker.deck(deck_of(card)), card in pile.cards)
            for card in keepable(scene.state)
        ],
        booked={lot for lot, seat in owners.items() if seat is not None and whose in (TABLE, seat)},
        numbers={lot.index: n for n, lot in enumerate(lots, start=1)},
        families=families_of(scene),
    )


@bp.post("/tick/<holder>")
def ticked(holder: str) -> ResponseReturnValue:
    """Take what was ticked; with `whole`, that is all."""
    deeds = {
        n: request.form[f"deed-{n}"] == "back"
        for n in range(1, 29)
        if request.form.get(f"deed-{n}") in ("front", "back")
    }
    cards = request.form.getlist("card")[:MOST_CARDS]
    return _step(LayPile, pile=_named(holder), deeds=deeds, cards=cards)


@bp.get("/count")
def count() -> ResponseReturnValue:
    """Ask which buildings stand on the board, and for banknotes where the family uses them."""
    scene, known = _running()
    streets = [f for f in families_of(scene) if f.lots[0].kind == "street"]
    built = {
        lot: known.laid.buildings.get(lot, held.level) for lot, held in scene.state.lots.items()
    }
    cash = {
        seat: pile.cash
        for seat, pile in known.laid.piles.items()
        if pile.cash is not None and seat != TABLE and scene.sees(seat)
    }
    return page("check/count.html", check=known, people=scene.people, families=streets, built=built,
                owned={lot for lot, held in scene.state.lots.items() if held.owner is not None},
                levels=range(1, scene.state.rules.houses_per_hotel + 1), cash=cash,
                notes=tuple(reversed(scene.state.edition.notes)),
                unit=scene.speaker.unit)  # fmt: skip


@bp.post("/count")
def counted() -> ResponseReturnValue:
    """Take what was counted."""
    scene, _check = _running()
    form = request.form
    try:
        built = {lot: int(form.get(f"stands-{lot}") or 0) for lot in scene.state.lots}
    except ValueError:
        return reply(Refusal("bad-command", PAGE), url_for("check.count"))
    streets = {Space(lot): n for lot, n in built.items() if f"stands-{lot}" in form}
    cash = {seat: sum_ for seat in scene.state.seats if (sum_ := _notes(scene, seat)) is not None}
    return _step(Count, buildings=streets, cash=cash)


def _notes(scene: Scene, seat: Seat) -> int | None:
    """Return what was counted of one player: a sum, or so many notes of each; None: nothing."""
    whole = amount_of(request.form.get(f"sum-{seat}", ""))
    pieces = {
        n: amount_of(request.form.get(f"note-{seat}-{n}", "")) for n in scene.state.edition.notes
    }
    known = [n * count for n, count in pieces.items() if count is not None]
    return whole if whole is not None else sum(known) if known else None


# ---- the books


@bp.get("/correct")
def correct() -> ResponseReturnValue:
    """Show before and after, and ask for the reason."""
    return _ask(request.args.get("key", ""), request.args.get("fix", ""))


def _ask(key: str, number: str, said: str = "") -> ResponseReturnValue:
    scene, _check, report = _looked_at()
    fix, one = fix_of(report, key, _number(number)), report.of(key)
    if fix is None or one is None:
        return redirect(url_for("check.check"), 303)
    return page(
        "check/correct.html",
        said=said,
        text=sentence_of(scene, one),
        key=key,
        number=number,
        changes=before_and_after(scene, fix),
        seq=scene.view.seq,
    )


@bp.post("/correct")
def corrected() -> ResponseReturnValue:
    """Correct the books, with the reason and the picture; the ledger shows it as an entry."""
    _scene, known, report = _looked_at()
    key, number = request.form.get("key", "")[:LONGEST_KEY], request.form.get("fix", "")
    fix, one = fix_of(report, key, _number(number)), report.of(key)
    if fix is None or one is None:
        answer: Answer = Refusal("gone-on", CHECK)
    else:
        why = " ".join(request.form.get("why", "").split())[:LONGEST_WHY]
        fields = {"do": "correct", "why": why, **fix.fields, "seen": seen_here()}
        answer = submit(fields, None, request.form.get("id", ""), banker=True,
                        evidence=_evidence(known, one))  # fmt: skip
    if isinstance(answer, Accepted):
        if one is not None and one.kind == "cash":
            settle_counted(answer)
        return redirect(url_for("check.check"), 303)
    return make_response(_ask(key, number, sentence(answer)), status_of(answer))


def _evidence(known: TableCheck, one: Difference) -> str | None:
    """Keep the pictures that prove a difference as one; None: there is none, or no room."""
    picture = montage([shot.jpeg for shot in pictures_about(known, one)[-MOST_PICTURES:]])
    try:
        return current().table.pictures.keep(picture) if picture is not None else None
    except JournalError:
        return None


# ---- what all steps share


def _step(kind: type[Command], back: str = "", **given: Any) -> ResponseReturnValue:
    """Take a step for this phone, its own seat's or as the banker, in the check that it names."""
    answer = asked(kind, seat_here(), banker=phone().banker, **given)
    return reply(answer, back or url_for("check.check"))


def _running() -> tuple[Scene, TableCheck]:
    """Return the game and its check; leads back where there is none."""
    scene = scene_here()
    if scene is None or scene.view.check is None:
        abort(make_response(redirect(url_for("check.check"), 303)))
    return scene, scene.view.check


def _looked_at() -> tuple[Scene, TableCheck, Report]:
    scene, known = _running()
    return scene, known, report_of(scene, known)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 3 else -1


def _holder() -> Holder:
    return _named(request.form.get("pile", ""))


def _named(text: str) -> Holder:
    return TABLE if text == TABLE else Seat(_number(text))
