"""The table screen: the board, the matter of the moment in its middle, and what everybody asks."""

import msgspec
from markupsafe import escape

from companion.game.apply import entry_for
from companion.game.events import AnyEvent, Help
from companion.game.postings import POT
from companion.sayings.said import marked as _
from web.cash.view import Handover, handovers_of
from web.check.view import CheckView, check_view
from web.dice.doubt import Question, question_of
from web.dice.rolls import RollView, last_roll
from web.disputes.view import OpenDispute, OpenVote, open_disputes, vote_of
from web.draw.board import Board, board_of
from web.help.view import ProposalCard, card_of
from web.seat.agreed import house_rules_of, ways_of
from web.seat.auction import Sale, sale_of
from web.seat.foot import waited_for
from web.seat.laid import laid_line
from web.seat.notices import notice_of, teaching_of
from web.seat.view import matter_of
from web.shared.chronicle import told
from web.shared.parts import DeedCard, Person, StoryRow
from web.shared.scene import Scene
from web.situation.agreement import Agreement, agreement_of

LAST_EVENTS = 6


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """All that the table screen shows of a running game."""

    id: str
    board: Board
    edition: str
    ways: tuple[str, ...]  # rule sets and printings that are played
    house: tuple[str, ...]  # house rules, unofficial
    sale: Sale | None
    question: Question | None
    check: CheckView | None  # deeds are laid out
    agreement: Agreement | None  # how a game stands that is to be taken over
    deed: DeedCard | None
    middle: str  # a line, where nothing else is in the middle
    roll: RollView | None
    headline: str  # HTML
    beneath: str
    ends: str  # when a game against the clock is over, as agreed
    pot: str  # what lies on Free Parking
    pot_why: int  # number of the record that last changed it
    bargaining: bool  # the dice wait while prices are free
    disputes: tuple[OpenDispute, ...]
    vote: OpenVote | None
    notice: str
    moving: bool  # something moves in the tray
    handovers: tuple[Handover, ...]  # what is to be handed over in notes
    proposal: ProposalCard | None  # what waits to be confirmed
    helps: Help  # how far the companion helps in booking
    dice_wait: bool  # until then
    people: tuple[Person, ...]
    rows: tuple[StoryRow, ...]


def table_view(scene: Scene) -> TableView:
    """Return what the table screen shows."""
    roll = last_roll(scene)
    waits = waited_for(scene)
    deed = matter_of(scene)
    return TableView(
        id=scene.view.id,
        board=board_of(scene.state.edition, scene.state, scene.context.phones.colour,
                       scene.speaker.digits),
        edition=scene.state.edition.name,
        ways=ways_of(scene),
        house=house_rules_of(scene),
        sale=sale_of(scene),
        question=question_of(scene),
        check=check_view(scene),
        agreement=agreement_of(scene),
        deed=deed,
        middle=_middle(scene),
        roll=roll,
        headline=roll.sentence if roll else str(escape(waits)),
        beneath=(deed.note if deed and deed.note else waits) if roll else "",
        ends="" if scene.state.time_called or scene.state.winners else scene.state.ends,
        pot=_pot(scene),
        pot_why=_pot_why(scene) if scene.state.pot else 0,
        disputes=open_disputes(scene),
        vote=vote_of(scene),
        bargaining=scene.view.negotiation is not None,
        notice=teaching_of(scene) or notice_of(scene, scene.news) or laid_line(scene),
        moving=scene.view.motion is not None,
        handovers=handovers_of(scene),
        proposal=card_of(scene),
        helps=scene.view.helps,
        dice_wait=scene.view.handing.holds_dice,
        people=scene.people,
        rows=scene.rows(LAST_EVENTS),
    )  # fmt: skip


def _pot(scene: Scene) -> str:
    speaker, state = scene.speaker, scene.state
    if not state.pot:
        return ""
    place = next(space.name for space in state.edition.spaces if space.kind == "parking")
    return speaker.say(_("{amount} lie on {space}"), amount=speaker.money(state.pot), space=place)


def _pot_why(scene: Scene) -> int:
    moved = (record.seq for record, event in told(scene.records) if _moves_pot(event))
    return next((seq for seq in moved if seq not in scene.undone), 0)


def _moves_pot(event: AnyEvent) -> bool:
    entry = entry_for(event)
    posted = entry is not None and any(one.account == POT for one in entry.postings)
    return posted or getattr(event, "pot", None) is not None


def _middle(scene: Scene) -> str:
    speaker, state = scene.speaker, scene.state
    if state.winners:
        return speaker.say(_("{names} wins"), names=speaker.people(state.winners))
    if state.draw is not None:
        return speaker.say(_("{name} draws from {deck}"), name=speaker.name(state.draw.seat),
                           deck=speaker.deck(state.draw.deck))  # fmt: skip
    return ""
