"""A seat's page, from top to bottom."""

import msgspec

from companion.game import events as e
from companion.game.events import Help
from companion.game.state import Rent
from companion.rules.rent import open_rents
from companion.sayings.said import marked as _
from companion.words import Seat, Space
from web.cash.view import Handover, handovers_of
from web.check.view import call_of
from web.dice.doubt import Question, question_of
from web.dice.rolls import RollView, last_roll
from web.disputes.view import OpenDispute, OpenVote, open_disputes, own_step_of, vote_of
from web.help.view import ProposalCard, card_of
from web.seat.agreed import house_rules_of, ways_of
from web.seat.auction import Sale, sale_of
from web.seat.foot import Foot, foot_of
from web.seat.laid import Led, TurnedQuestion, led_of, turned_of
from web.seat.notices import blindness_of, notice_of, teaching_of
from web.shared.parts import DeedCard, DeedLine, Mini, Person, StoryRow, deed_of, mini_of
from web.shared.scene import Scene
from web.trade.view import StandingTrade, incoming_of

LAST_EVENTS = 5


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """All that a seat's page shows."""

    id: str  # `GAME:SEQ`
    me: Person
    chip: str
    chip_tone: str  # "", "turn", "time"
    cash: str
    amount: int
    change: StoryRow | None
    reason: str
    roll: RollView | None
    deed: DeedCard | None
    sale: Sale | None
    question: Question | None
    strip: tuple[Mini, ...]
    rows: tuple[StoryRow, ...]
    notice: str
    turned: tuple[TurnedQuestion, ...]  # deeds turned over under the camera
    led: Led | None  # deeds laid there
    check: str  # what the check of the table that goes on says now
    offer: StandingTrade | None  # a trade that waits for the reader
    disputes: tuple[OpenDispute, ...]
    vote: OpenVote | None
    own_step: str  # what the reader may take back
    seq: int  # of the last record
    foot: Foot
    handovers: tuple[Handover, ...]  # what is to be handed over in notes
    proposal: ProposalCard | None  # what waits to be confirmed
    helps: Help  # how far the companion helps in booking
    dice_wait: bool  # until then
    ways: tuple[str, ...]  # rule sets and printings that are played
    house: tuple[str, ...]  # house rules, unofficial


def seat_view(scene: Scene) -> SeatView:
    """Return the page of the reader's seat."""
    seat = scene.reader
    assert seat is not None
    change = scene.last_change()
    chip, tone = _chip(scene, seat)
    question = question_of(scene)
    return SeatView(
        id=scene.view.id,
        me=scene.person(seat),
        chip=chip,
        chip_tone=tone,
        cash=scene.speaker.money(scene.state.cash(seat)),
        amount=scene.state.cash(seat),
        change=change[0] if change else None,
        reason=change[1] if change else "",
        roll=last_roll(scene),
        deed=matter_of(scene),
        sale=sale_of(scene),
        question=question if question and question.mine else None,
        strip=strip_of(scene, seat),
        rows=scene.rows(LAST_EVENTS),
        notice=blindness_of(scene.speaker, scene.view.camera, scene.context.strayed)
        or teaching_of(scene)
        or notice_of(scene, scene.news),
        turned=turned_of(scene),
        led=led_of(scene),
        check=call_of(scene),
        offer=incoming_of(scene),
        disputes=open_disputes(scene),
        vote=vote_of(scene),
        own_step=own_step_of(scene),
        seq=scene.view.seq,
        foot=foot_of(scene),
        handovers=handovers_of(scene),
        proposal=card_of(scene),
        helps=scene.view.helps,
        dice_wait=scene.view.handing.holds_dice,
        ways=ways_of(scene),
        house=house_rules_of(scene),
    )


def strip_of(scene: Scene, seat: Seat) -> tuple[Mini, ...]:
    """Return a player's deeds, whole groups first, each family together."""
    minis = [mini_of(scene.speaker, scene.state, lot.index) for lot in scene.state.owned(seat)]
    return tuple(sorted(minis, key=lambda mini: (not mini.whole, _family(scene, mini.lot))))


def _family(scene: Scene, lot: Space) -> tuple[bool, Space, Space]:
    first = scene.state.edition.family(lot)[0]
    return scene.state.edition.space(lot).kind != "street", first, lot


def matter_of(scene: Scene) -> DeedCard | None:
    """Return the deed that matters now: on offer, or with a rent to claim; None otherwise."""
    state = scene.state
    if state.auction is not None:
        return None
    if state.purchase is not None:
        price, lot = scene.speaker.money(state.purchase.price), state.purchase.lot
        offered = deed_of(scene.speaker, state, lot, tag=price)
        why = scene.origin(e.PurchaseOffered, lot=lot)
        return msgspec.structs.replace(offered, why=why)
    due = [rent for rent in open_rents(state) if not rent.claimed or rent.amount is None]
    own = [rent for rent in due if rent.owner == scene.reader]
    rent = next(iter(own or due), None)
    if rent is None:
        return None
    return _rent_deed(scene, rent)


def _rent_deed(scene: Scene, rent: Rent) -> DeedCard:
    say, speaker, owner = scene.speaker.say, scene.speaker, rent.owner
    due = say(_("{n} times a new roll"), n=rent.multiple)
    typed = scene.view.types_amounts
    if rent.amount is not None:
        due = speaker.say(_("as the deed says")) if typed else speaker.money(rent.amount)
    lines = [DeedLine(say(_("Rent due")), due, strong=True)]
    if owner == scene.reader:
        cash = scene.person(rent.visitor).cash
        lines.append(DeedLine(say(_("{name} has"), name=speaker.name(rent.visitor)), cash))
        note = say(_("Until the next player rolls. Your button does the same."))
    else:
        lines.append(DeedLine(say(_("Owner")), speaker.name(owner)))
        note = scene.what(owner, _("{name} may claim until the next player rolls."), "")
    head = deed_of(speaker, scene.state, rent.lot, full=False)
    why = 0 if typed else scene.origin(e.RentOpened, lot=rent.lot, visitor=rent.visitor)
    return msgspec.structs.replace(head, lines=tuple(lines), note=note, why=why)


def _chip(scene: Scene, seat: Seat) -> tuple[str, str]:
    """Return whose turn it is, or what has come between, and its tone."""
    say, state = scene.speaker.say, scene.state
    if state.winners:
        return say(_("The game is over")), ""
    if state.auction is not None:
        return say(_("Auction")), "time"
    if state.first is not None:
        return say(_("Who begins?")), "turn" if seat in scene.view.asked else ""
    mine = next(
        (rent for rent in open_rents(state) if rent.owner == seat and not rent.claimed), None
    )
    if mine is not None:
        place = scene.speaker.space(mine.lot)
        name = scene.speaker.name(mine.visitor)
        return say(_("{name} is on {lot}"), name=name, lot=place), "time"
    if scene.on_turn == seat:
        return say(_("Your turn")), "turn"
    return say(_("{name}'s turn"), name=scene.speaker.name(scene.on_turn)), ""
