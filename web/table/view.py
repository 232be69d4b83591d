"""The table screen: the board, the matter of the moment in its middle, and what everybody asks."""

import msgspec
from markupsafe import escape
from msgspec.structs import asdict

from companion.accounts.effects import meaning_of
from companion.game import events as e
from companion.game.apply import apply, entry_for
from companion.game.events import AnyEvent
from companion.game.postings import POT
from companion.game.state import GameState
from companion.sayings.said import marked as _
from web.check.view import CheckView, check_view
from web.draw.board import Board, Token, board_of
from web.seat.auction import unsold
from web.seat.foot import waited_for
from web.seat.holdings import Holding, holdings_of
from web.seat.laid import laid_line
from web.seat.moment import Moment, moment_of, since_the_roll
from web.seat.notices import ends_of, notice_of, teaching_of
from web.seat.outlook import Risk, risks_of
from web.shared.chronicle import told
from web.shared.parts import Person
from web.shared.scene import Scene
from web.situation.agreement import Agreement, agreement_of

LAST_EVENTS = 6
DEAREST = 3
"""So many of the rents that may come stand in the middle."""


class DrawnCard(msgspec.Struct, frozen=True):
    """A card as all are to read it."""

    deck: str
    text: str
    does: str  # in the screen's language; nothing where the text is


class TableView(Moment, frozen=True, kw_only=True):
    """All that the table screen shows of a running game."""

    board: Board
    goes: Token | None  # where a token would go once an amount is confirmed
    edition: str
    check: CheckView | None  # deeds are laid out
    agreement: Agreement | None  # how a game stands that is to be taken over
    middle: str  # a line, where nothing else is in the middle
    card: DrawnCard | None  # or a card, until the next roll
    holdings: tuple[Holding, ...]  # who owns what; in the middle, if anybody owns anything
    risks: tuple[Risk, ...]  # the dearest that the next throw may cost whoever throws it
    risk_of: str  # whom
    headline: str  # HTML
    beneath: str
    ends: str  # when a game against the clock is over, as agreed
    pot: str  # what lies on Free Parking
    pot_why: int  # number of the record that last changed it
    bargaining: bool  # the dice wait while prices are free
    notice: str
    moving: bool  # something moves in the tray
    people: tuple[Person, ...]


def table_view(scene: Scene) -> TableView:
    """Return what the table screen shows."""
    now, waits = moment_of(scene, LAST_EVENTS), waited_for(scene)
    return TableView(
        **asdict(now),
        board=_board(scene, scene.state),
        goes=_goes(scene),
        edition=scene.state.edition.name,
        check=check_view(scene),
        agreement=agreement_of(scene),
        middle=_middle(scene, now),
        card=_card(scene),
        holdings=holdings_of(scene),
        risks=_risks(scene),
        risk_of=scene.speaker.name(scene.on_turn) if scene.on_turn is not None else "",
        headline=_headline(scene, now, waits),
        beneath=_beneath(now, waits),
        ends="" if scene.state.time_called or scene.state.winners else ends_of(scene),
        pot=_pot(scene),
        pot_why=_pot_why(scene) if scene.state.pot else 0,
        bargaining=scene.view.negotiation is not None,
        notice=teaching_of(scene) or notice_of(scene, scene.news) or unsold(scene)
        or laid_line(scene),
        moving=scene.view.motion is not None,
        people=scene.people,
    )  # fmt: skip


def _board(scene: Scene, state: GameState) -> Board:
    colour = scene.context.phones.colour
    return board_of(state.edition, state, colour, scene.speaker.digits)


def _goes(scene: Scene) -> Token | None:
    waits = scene.view.proposal
    moved = [one for one in waits.events if isinstance(one, e.Moved)] if waits else []
    if not moved:
        return None
    there = _board(scene, apply(scene.state, moved[-1]))
    return next(token for token in there.tokens if token.seat == moved[-1].seat)


def _headline(scene: Scene, now: Moment, waits: str) -> str:
    if now.ending:
        return scene.speaker.say(_("The game is over"))
    if scene.view.pauses.since is not None:
        return scene.speaker.say(_("The game is paused"))
    if now.bankrupt:
        return str(escape(now.bankrupt))
    return now.roll.sentence if now.roll else str(escape(waits))


def _beneath(now: Moment, waits: str) -> str:
    if now.ending:
        return now.ending.lasted
    if now.proposal:
        return ""  # whom it waits for stands beside it, and no rent can be claimed meanwhile
    return ((now.deed and now.deed.note) or waits) if now.roll else ""


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


def _card(scene: Scene) -> DrawnCard | None:
    record, speaker = since_the_roll(scene, e.CardDrawn), scene.speaker
    drawn = [one for one in record.events if isinstance(one, e.CardDrawn)] if record else []
    card = scene.state.edition.card(drawn[-1].card) if drawn else None
    if card is None:
        return None
    return DrawnCard(speaker.deck(card.deck), card.text, meaning_of(speaker, card))


def _risks(scene: Scene) -> tuple[Risk, ...]:
    """Return the dearest rents that may come; where two cost the same, the likelier first."""
    seat = scene.on_turn
    if seat is None or "roll" not in scene.view.asked.get(seat, frozenset()):
        return ()
    ahead = sorted(risks_of(scene, seat), key=lambda risk: (-risk.rent, -risk.ways))
    return tuple(ahead[:DEAREST])


def _middle(scene: Scene, now: Moment) -> str:
    speaker, state = scene.speaker, scene.state
    if now.bankrupt:
        return now.bankrupt
    if state.draw is not None:
        return speaker.say(_("{name} draws from {deck}"), name=speaker.name(state.draw.seat),
                           deck=speaker.deck(state.draw.deck))  # fmt: skip
    return ""
