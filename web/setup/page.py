"""Setting up a game: one question a page; the answers travel in the address until the last."""

from typing import cast, get_args

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.editions.model import Edition
from companion.errors import EditionError
from companion.game.events import Banker, Banknotes, Help
from companion.game.refusals import Refusal
from companion.rules.setup import why_banker_plays
from companion.sayings.said import marked as _
from companion.table.answers import Accepted, Answer, broken_by
from companion.table.clocks.commands import SetPace
from companion.table.clocks.timing import Pace
from companion.table.games.commands import Begin
from companion.words import Seat
from web.phones.chairs import LONGEST_NAME, MOST_SEATS, Sitter, cleaned, is_too_long
from web.setup.again import last_time
from web.setup.answers import (
    ANSWERS,
    OF_NO_BOX,
    OF_THE_BOARD,
    answers_so_far,
    chairs_are_free,
    chosen_edition,
    house_texts,
    query_so_far,
)
from web.setup.boxes import boxes_of
from web.setup.corrections import corrections_typed, different_board
from web.setup.from_round import agreed, offered
from web.setup.house_form import changes
from web.setup.house_rules import sentence_of, value_of
from web.setup.printings import about
from web.setup.steps import asked
from web.shared.acting import PAGE, done
from web.shared.broken import error_in_words
from web.shared.commands import reply
from web.shared.context import current, phone, speaker
from web.shared.forms import seat_of

bp = Blueprint("setup", __name__, url_prefix="/banker/game")

FEWEST = 2
"""So many players at least before anything is asked about them."""


@bp.get("/edition")
def edition() -> ResponseReturnValue:
    """Which box lies on the table?"""
    shelf = current().parts.editions
    mistakes = [error_in_words(speaker(), mistake) for mistake in shelf.mistakes()]
    kept = [(name, value) for name, value in answers_so_far() if name in OF_NO_BOX]
    boxes = boxes_of(shelf, len(_sitters()), speaker())
    return asked("edition", chosen_edition(), editions=tuple(boxes), mistakes=mistakes,
                 answers=kept, offer=offered(), hosted=current().is_hosted,
                 last_time=last_time() if len(_sitters()) >= FEWEST else None,
                 sitters=[sitter.name for sitter in _sitters().values()])  # fmt: skip


@bp.get("/box")
def box() -> ResponseReturnValue:
    """Which printing of it?"""
    chosen = chosen_edition()
    if chosen is None:
        return redirect(url_for("setup.edition"))
    if not chosen.printings:
        return redirect(url_for("house.house", **query_so_far()))  # type: ignore[arg-type]  # plain words
    told = {printing.id: about(speaker(), printing) for printing in chosen.printings}
    return asked("box", chosen, answers=answers_so_far("variant"), told=told)


@bp.get("/players")
def players() -> ResponseReturnValue:
    """Who plays, in which order?"""
    return _players("") if chosen_edition() else redirect(url_for("setup.edition"))


@bp.post("/players")
def seats() -> ResponseReturnValue:
    """Add somebody without a phone, let somebody stand up, or change places."""
    form, seat, said = request.form, seat_of(request.form), ""
    if form.get("what") == "add":
        said = _added(cleaned(form.get("name", "")))
    elif seat is not None and (chairs_are_free() or _is_for_later(seat, form.get("what", ""))):
        _moved(seat, form.get("what", ""))
    if said:
        return _players(said), 409
    return redirect(url_for("setup.players", **query_so_far()), 303)  # type: ignore[arg-type]  # Flask takes lists as repeated values


def _players(said: str) -> str:
    phones, chosen = current().phones, _played()
    fewest, most = FEWEST, MOST_SEATS
    if chosen is not None:
        fewest, most = chosen.parameters.players_min, chosen.parameters.players_max
    return asked("players", chosen, answers=answers_so_far(), sitters=phones.sitters, said=said,
                 held=phones.held, free=chairs_are_free(), fewest=fewest, most=most,
                 later={seat for seat in phones.sitters if _is_for_later(seat, "remove")},
                 seats=MOST_SEATS, fits=fewest <= len(phones.sitters) <= most)  # fmt: skip


def _added(name: str) -> str:
    """Put somebody without a phone on a chair; return why that did not go."""
    say = speaker().say
    if not name:
        return say(_("Type a name."))
    if is_too_long(name):
        return say(_("A name has at most {n} letters."), n=LONGEST_NAME)
    went = current().phones.add(name)
    return "" if went else say(_("Somebody has that name, or all seats are taken."))


def _moved(seat: Seat, what: str) -> None:
    phones = current().phones
    earlier = [other for other in phones.sitters if other < seat]
    if what == "remove":
        phones.stand_up(seat)
    elif what == "up" and earlier:
        phones.swap(seat, earlier[-1])


def _is_for_later(seat: Seat, what: str) -> bool:
    """Return whether somebody is taken from a chair who does not play the game that runs."""
    state = current().view.state
    return what == "remove" and (state is None or seat not in state.seats)


@bp.get("/bank")
def bank() -> ResponseReturnValue:
    """Who keeps the Bank, and when does a game against the clock end?"""
    chosen = _played()
    if chosen is None or len(_sitters()) < FEWEST:
        return _back_to_players()
    refusal = why_banker_plays(chosen, len(_sitters()))
    mine = phone().seat
    likely = min(_sitters()) if mine is None else mine
    ends = request.args.get("ends", "")
    with_round = bool(ends) and ends == agreed(current().view.round)
    return asked(
        "bank",
        chosen,
        answers=answers_so_far("banker", "ends", "banknotes", "helps", "pace"),
        sitters=_sitters(),
        keeper=request.args.get("banker", str(likely)),
        apart=refusal is None,
        why_not=speaker().refusal(refusal) if refusal else "",
        timed="timed" in chosen.variants and not with_round,
        with_round=with_round,
        ends=ends,
        banknotes=_banknotes(),
        helps=_helps(),
        pace=_pace(),
    )


@bp.get("/first")
def first() -> ResponseReturnValue:
    """Do the dice decide who begins?"""
    chosen = chosen_edition()
    if chosen is None or len(_sitters()) < FEWEST:
        return _back_to_players()
    return asked("first", chosen, answers=answers_so_far("first"), begins=_begins())


@bp.get("/check")
def check() -> ResponseReturnValue:
    """All that was chosen, and what may be otherwise on the board; then it begins."""
    chosen = _played()
    if chosen is None or len(_sitters()) < FEWEST:
        return redirect(url_for("setup.edition"))
    return asked(
        "check",
        chosen,
        sections=different_board(chosen, speaker()),
        typed=any(name.startswith(OF_THE_BOARD) for name in request.args),
        house=[
            (speaker().say(sentence_of(name)), value_of(speaker(), value))
            for name, value in chosen.house.items()
        ],
        banker=_keeper(),
        answers=[(name, value) for name, value in answers_so_far() if name in ANSWERS],
        sitters=_sitters(),
        begins=_begins(),
        running=not chairs_are_free(),
    )


@bp.post("")
def begin() -> ResponseReturnValue:
    """Begin the game; chairs then close up, and everybody's phone keeps its player."""
    answer = _begun()
    going_on = isinstance(answer, Accepted) and request.form.get("first") == "middle"
    return reply(answer, url_for("situation.take_over" if going_on else "banker.banker"))


def _begun() -> Answer:
    context, form = current(), request.form
    if any(form.get(name, "") not in words for name, words in _words().items()):
        return Refusal("bad-command", PAGE)
    chosen = chosen_edition()
    try:
        house = changes(chosen, house_texts()) if chosen else {}
        corrections = corrections_typed(form, chosen) if chosen else {}
    except EditionError as error:
        return broken_by("edition", error)
    banker = _banker(_sitters())
    context.phones.close_ranks()  # players are numbered in the order of their chairs
    names = [sitter.name for sitter in context.phones.sitters.values()]
    command = Begin(
        edition=form.get("edition", ""),
        variants=tuple(form.getlist("variant")),
        house=house,
        corrections=corrections,
        players=tuple(names),
        first_roll=_begins() == "yes",
        banker=banker,
        ends=form.get("ends", "")[:20],
        banknotes=_banknotes(),
        seating=context.phones.seating,
        helps=_helps(),
        instead="replace" in form,
    )
    answer = done(command, None, form.get("id", ""), banker=True)
    if isinstance(answer, Accepted) and _pace() != context.view.pace:
        kept = done(SetPace(pace=_pace()), None, "", banker=True)
        return answer if isinstance(kept, Accepted) else kept
    return answer


def _words() -> dict[str, tuple[str, ...]]:
    """Return what each question may be answered with; nothing is its first or usual answer."""
    return {
        "banker": ("", "apart", *map(str, _sitters())),
        "banknotes": ("", *get_args(Banknotes)),
        "helps": ("", *get_args(Help)),
        "pace": ("", *get_args(Pace)),
        "first": ("", "yes", "no", "middle"),
    }


def _banker(sitters: dict[Seat, Sitter]) -> Banker | None:
    """Return who keeps the Bank, as the players will be numbered once chairs close up."""
    wanted = request.values.get("banker", "")
    if wanted == "apart":
        return "apart"
    order = [str(seat) for seat in sitters]
    return Seat(order.index(wanted)) if wanted in order else None


def _banknotes() -> Banknotes:
    """Return whether the table keeps its banknotes; not, if nothing was said."""
    wanted = request.values.get("banknotes", "")
    return cast("Banknotes", wanted) if wanted in get_args(Banknotes) else "off"


def _helps() -> Help:
    """Return how far the companion helps in booking; all the way, if nothing was said."""
    wanted = request.values.get("helps", "")
    return cast("Help", wanted) if wanted in get_args(Help) else "book"


def _pace() -> Pace:
    """Return how fast auctions are to be; as they were, if nothing was said."""
    wanted = request.values.get("pace", "")
    return cast("Pace", wanted) if wanted in get_args(Pace) else current().view.pace


def _begins() -> str:
    """Return who begins: whom the dice say, if nothing was said."""
    return request.values.get("first") or "yes"


def _keeper() -> str:
    """Return the name of the player who keeps the Bank; nothing if nobody does or it is apart."""
    wanted = request.args.get("banker", "")
    return next((s.name for seat, s in _sitters().items() if str(seat) == wanted), "")


def _played() -> Edition | None:
    """Return the edition with everything that was chosen in it, or None."""
    chosen = chosen_edition()
    if chosen is None:
        return None
    try:
        house = changes(chosen, house_texts())
        return current().parts.editions.edition(chosen.id, chosen.variants, house)
    except EditionError:
        return None


def _sitters() -> dict[Seat, Sitter]:
    return dict(current().phones.sitters)


def _back_to_players() -> ResponseReturnValue:
    return redirect(url_for("setup.players", **query_so_far()))  # type: ignore[arg-type]  # plain words
