"""What everybody looks at now, on the table screen as on each seat's page."""

import msgspec

from companion.game import events as e
from companion.game.events import Help
from companion.game.state import Rent
from companion.journal.record import Record
from companion.rules.rent import open_rents
from companion.sayings.events import EVENTS, HELPS
from companion.sayings.said import marked as _
from web.calls.view import ToldCall, calls_of
from web.cash.view import Handover, handovers_of
from web.dice.doubt import Question, question_of
from web.dice.rolls import RollView, last_roll
from web.disputes.view import OpenDispute, OpenVote, open_disputes, vote_of
from web.help.view import ProposalCard, card_of
from web.seat.auction import Sale, sale_of
from web.seat.debt import OpenDebt, debt_of
from web.seat.notices import pause_of, time_of
from web.setup.agreed import Agreed, agreed_of
from web.shared.parts import DeedCard, DeedLine, StoryRow, deed_of
from web.shared.scene import Scene
from web.story.ending import Ending, ending_of

HELPED = EVENTS["help-set"].they


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """What both views have in common."""

    id: str  # `GAME:SEQ`
    ways: tuple[str, ...]  # rule sets and printings that are played
    house: tuple[str, ...]  # house rules, unofficial
    roll: RollView | None
    deed: DeedCard | None
    sale: Sale | None
    debt: OpenDebt | None  # that cash does not cover: play waits for it
    question: Question | None
    disputes: tuple[OpenDispute, ...]
    vote: OpenVote | None
    calls: tuple[ToldCall, ...]  # for the arbiter of the club
    handovers: tuple[Handover, ...]  # what is to be handed over in notes
    dice_wait: bool  # until then
    proposal: ProposalCard | None  # what waits to be confirmed
    helps: Help  # how far the companion helps in booking
    bankrupt: str  # who went out, and what becomes of the deeds; until the next roll
    time: str  # that the game is paused, or how soon its agreed end is
    ending: Ending | None  # who has won, and how
    rows: tuple[StoryRow, ...]  # of the story, the newest first


def moment_of(scene: Scene, events: int) -> Moment:
    """Return what is looked at now, with the newest *events*; of questions, a reader's own."""
    question = question_of(scene)
    agreed = agreed_of(scene.speaker, scene.state.edition)
    asked = question if question and (question.mine or scene.reader is None) else None
    return Moment(
        id=scene.view.id,
        ways=_ways(scene, agreed),
        house=agreed.house,
        roll=last_roll(scene),
        deed=matter_of(scene),
        sale=sale_of(scene),
        debt=debt_of(scene),
        question=asked,
        disputes=open_disputes(scene),
        vote=vote_of(scene),
        calls=calls_of(scene),
        handovers=handovers_of(scene),
        dice_wait=scene.view.handing.holds_dice,
        proposal=card_of(scene),
        helps=scene.view.helps,
        bankrupt=_bankruptcy(scene),
        time=pause_of(scene) or time_of(scene),
        ending=ending_of(scene),
        rows=scene.rows(events),
    )


def _ways(scene: Scene, agreed: Agreed) -> tuple[str, ...]:
    """Return the ways to play, with how far the companion helps where it does not book all."""
    say, helps = scene.speaker.say, scene.view.helps
    return agreed.ways if helps == "book" else (*agreed.ways, say(HELPED, helps=say(HELPS[helps])))


def since_the_roll(scene: Scene, kind: type[e.Event]) -> Record | None:
    """Return the newest record with such an event, if nobody has rolled since."""
    seq, rolled = scene.origin(kind), scene.rolled
    return scene.records[seq - 1] if seq and seq >= rolled else None


def _bankruptcy(scene: Scene) -> str:
    record = since_the_roll(scene, e.WentBankrupt)
    if record is None:
        return ""
    gone = (one for one in record.events if isinstance(one, e.WentBankrupt))
    lines = (scene.news_of(record, one) for one in gone)
    return next((line.text for line in lines if line), "")


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
        note = say(_("Until the next player rolls."))
        if owner in scene.context.button_seats:
            note = say(_("Until the next player rolls. Your button does the same."))
    else:
        lines.append(DeedLine(say(_("Owner")), speaker.name(owner)))
        note = scene.what(owner, _("{name} may claim until the next player rolls."), "")
    head = deed_of(speaker, scene.state, rent.lot, full=False)
    why = 0 if typed else scene.origin(e.RentOpened, lot=rent.lot, visitor=rent.visitor)
    return msgspec.structs.replace(head, lines=tuple(lines), note=note, why=why)
