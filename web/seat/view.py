"""A seat's page, from top to bottom."""

from msgspec.structs import asdict

from companion.rules.rent import open_rents
from companion.sayings.said import marked as _
from companion.words import Seat
from web.calls.view import may_call
from web.check.view import call_of
from web.disputes.view import own_step_of
from web.seat.auction import unsold
from web.seat.foot import Foot, foot_of
from web.seat.holdings import strip_of
from web.seat.laid import Led, TurnedQuestion, led_of, turned_of
from web.seat.moment import Moment, moment_of
from web.seat.notices import blindness_of, notice_of, teaching_of
from web.shared.parts import Mini, Person, StoryRow
from web.shared.scene import Scene
from web.trade.view import StandingTrade, incoming_of, traded

LAST_EVENTS = 5


class SeatView(Moment, frozen=True, kw_only=True):
    """All that a seat's page shows."""

    me: Person
    chip: str
    chip_tone: str  # "", "turn", "time"
    cash: str
    amount: int
    separator: str  # between thousands
    change: StoryRow | None
    reason: str
    strip: tuple[Mini, ...]
    notice: str
    turned: tuple[TurnedQuestion, ...]  # deeds turned over under the camera
    led: Led | None  # deeds laid there
    check: str  # what the check of the table that goes on says now
    offer: StandingTrade | None  # a trade that waits for the reader
    own_step: str  # what the reader may take back
    may_call: bool  # the arbiter of the club
    seq: int  # of the last record
    foot: Foot


def seat_view(scene: Scene) -> SeatView:
    """Return the page of the reader's seat."""
    seat = scene.reader
    assert seat is not None
    change = scene.last_change()
    chip, tone = _chip(scene, seat)
    return SeatView(
        **asdict(moment_of(scene, LAST_EVENTS)),
        me=scene.person(seat),
        chip=chip,
        chip_tone=tone,
        cash=scene.speaker.money(scene.state.cash(seat)),
        amount=scene.state.cash(seat),
        separator=scene.speaker.separator,
        change=change[0] if change else None,
        reason=change[1] if change else "",
        strip=strip_of(scene, seat),
        notice=blindness_of(scene.speaker, scene.view.camera, scene.context.strayed)
        or teaching_of(scene)
        or notice_of(scene, scene.news)
        or unsold(scene)
        or traded(scene),
        turned=turned_of(scene),
        led=led_of(scene),
        check=call_of(scene),
        offer=incoming_of(scene),
        own_step=own_step_of(scene),
        may_call=may_call(scene, seat),
        seq=scene.view.seq,
        foot=foot_of(scene),
    )


def _chip(scene: Scene, seat: Seat) -> tuple[str, str]:
    """Return whose turn it is, or what has come between, and its tone."""
    say, state = scene.speaker.say, scene.state
    if state.winners:
        return say(_("The game is over")), ""
    if state.auction is not None:
        return say(_("Auction")), "time"
    if state.first is not None:
        return say(_("Who begins?")), "turn" if seat in scene.view.asked else ""
    if any(rent.owner == seat and not rent.claimed for rent in open_rents(state)):
        return say(_("Rent for you")), "time"
    if scene.on_turn == seat:
        return say(_("Your turn")), "turn"
    if "end" in scene.view.asked.get(seat, frozenset()):
        return say(_("Your turn is played out")), "turn"
    return say(_("{name}'s turn"), name=scene.speaker.name(scene.on_turn)), ""
