"""What every address asks for, in the words of the one table of rights, and the door before them.

A new route needs one line in `ASKS`: the name of the thing it asks for (a line of
`companion.table.roles.MAY`). Without it the app does not start.
"""

from collections.abc import Mapping

from flask import Flask, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.game.refusals import Refusal
from companion.table.roles import MAY, RIGHTS, Asker, reach
from web.api.commands import answered
from web.banker.page import pin_form
from web.phones.chairs import Phone
from web.server.guard import SAFE_METHODS
from web.shared.commands import reply
from web.shared.context import phone

ASKS: Mapping[str, str] = {
    # ---- whole rooms that are the banker's
    "again": "bank",
    "banker": "bank",
    "camera": "bank",
    "copies": "bank",
    "deal": "bank",
    "games": "bank",
    "from_round": "bank",
    "equipment": "bank",
    "eye": "bank",
    "first_run": "bank",
    "house": "bank",
    "membership": "bank",
    "rulings": "bank",
    "sets": "bank",
    "setup": "bank",
    "sheets": "bank",
    "situation": "bank",
    "deed": "bank",
    "teach": "bank",
    "shown": "bank",
    # ---- everything else, each by its endpoint
    "static": "look",
    "voice.voice": "bank",
    "voice.choose": "bank",
    "voice.heard": "look",
    "join.start": "look",
    "join.join": "join",
    "join.sit": "join",
    "join.look": "look",  # the type of this very phone
    "join.me": "look",
    "table.table": "look",
    "watch.watch": "look",
    "watch.look_on": "join",
    "hold.bring": "join",  # a code
    "hold.brought": "join",
    "hold.code": "hold",
    "hold.make": "hold",
    "hold.give_up": "hold",
    "tag.tag": "look",
    "certificate.certificate": "look",
    "certificate.authority": "look",  # to be installed on any phone
    "doctor.doctor": "look",
    "doctor.buttons": "look",
    "doctor.pair": "bank",
    "doctor.lamps": "look",
    "doctor.show_on_lamp": "look",  # of their own seats alone
    "doctor.wiring": "look",
    "doctor.drawing": "look",
    "doctor.diagnostics": "bank",
    "doctor.privacy": "look",
    "doctor.keep_or_delete": "bank",
    "why.why": "look",
    "why.cash": "look",
    "what_if.ask": "suppose",
    "arrival.arrive": "join",
    "arrival.arrived": "join",  # with what the table before has signed
    "calls.choose": "call-arbiter",
    "calls.call": "call-arbiter",
    "calls.end": "call-arbiter",
    "disputes.dispute": "challenge",
    "disputes.rule": "bank",
    "disputes.customs": "bank",
    "disputes.take_back": "take-back",
    "disputes.choose": "vote",
    "disputes.vote": "vote",
    "pictures.picture": "look",
    "events.events": "look",
    "stand.eye": "look",
    "stand.state": "look",
    "stand.ask": "eye",
    "stand.begin": "eye",
    "stand.frame": "eye",
    "stand.time": "eye",
    "stand.leave": "eye",
    "stand.answer": "bank",
    "stand.send_away": "bank",
    "api.view": "look",  # of a seat: only with a right to that seat
    "game.game": "look",
    "description.openapi": "look",
    "health.health": "look",
    "banker.banker": "try-pin",
    "banker.pin": "try-pin",
    "seat.now": "play",
    "seat.deeds": "play",
    "seat.deed": "play",
    "seat.raise_money": "play",
    "trade.trade": "play",
    "seat.story": "play",
    "handing.handed": "hand-over",
    "handing.notes": "play",
    "handing.mode": "bank",
    "handing.correct": "bank",
    "proposal.say_so": "confirm",
    "proposal.say_not_so": "contest",
    "proposal.rule": "bank",
    "proposal.level": "bank",
    "statement.statement": "play",
    "statement.story": "look",
    "statement.export": "bank",
    "commands.do": "play",
    "commands.doubt": "answer-doubt",
    "commands.leave_turned": "answer-turned",
    "api.send": "play",
    "readings.misread": "look",
    "readings.challenge": "challenge",
    "readings.readings": "bank",
    "readings.rule": "bank",
    "photograph.photograph": "play",
    "check.check": "look",
    "check.picture": "look",
    "check.begin": "check",
    "check.end": "check",
    "check.finish": "lead-check",
    "check.start": "lead-check",
    "check.again": "lead-check",
    "check.mend": "lead-check",
    "check.tick": "look",
    "check.ticked": "lead-check",
    "check.count": "look",
    "check.counted": "lead-check",
    "check.correct": "bank",
    "check.corrected": "bank",
    "takeover.agree": "agree",
    "takeover.go": "bank",
    "simulated.simulated": "look",
    "simulated.picture": "look",
    "simulated.lamps": "look",
    "simulated.throw": "simulate",
    "simulated.lay_die": "bank",
    "simulated.befall": "bank",
    "simulated.lay_deed": "simulate",
    "simulated.lay_card": "simulate",
    "simulated.lay_out": "simulate",
    "simulated.take_deed": "simulate",
    "simulated.press": "simulate",
}
"""Endpoint, or the name of a blueprint that is the banker's -> what it asks for."""


class UnlistedRouteError(LookupError):
    """A route of which nobody has said what it asks for."""

    def __init__(self, endpoint: str) -> None:
        super().__init__(
            f"{endpoint}: nothing says who may. Add one line to ASKS in web/server/rights.py:"
            f' "{endpoint}": one of {", ".join(MAY)}'
        )


def asks_for(endpoint: str) -> str:
    """Return what a route asks for.

    Raises:
        UnlistedRouteError: it stands in no line.
    """
    what = ASKS.get(endpoint) or ASKS.get(endpoint.partition(".")[0])
    if what is None or what not in MAY:
        raise UnlistedRouteError(endpoint)
    return what


def asker_of(asking: Phone) -> Asker:
    """Return with what right a phone asks."""
    if asking.banker:
        return "banker"
    if asking.seats:
        return "seat"
    return "spectator" if asking.looks_on else "stranger"


def keep_the_door(app: Flask) -> None:
    """Let nobody in who has no right to what an address asks for.

    Raises:
        UnlistedRouteError: a route of *app* stands in no line.
    """
    for rule in app.url_map.iter_rules():
        asks_for(rule.endpoint)

    @app.before_request
    def refuse() -> ResponseReturnValue | None:
        if request.endpoint is None:
            return None  # there is no such page
        what = asks_for(request.endpoint)
        return None if reach(what, asker_of(phone())) else _refused(what)


def _refused(what: str) -> ResponseReturnValue:
    """Return what is answered to a phone that has no right."""
    refusal = Refusal("not-allowed", RIGHTS)
    if request.path.startswith("/api/"):
        return answered(refusal)
    if "seat" not in MAY[what]:
        return pin_form("", 403)
    if request.method in SAFE_METHODS:  # a seat would help
        return redirect(url_for("watch.watch" if phone().looks_on else "join.join"))
    return reply(refusal, url_for("join.start"))
