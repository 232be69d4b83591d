"""Deeds and cards under the camera -> purchases, draws, questions; on the writer's thread."""

from collections.abc import Collection, Sequence
from secrets import token_hex
from typing import Literal, TypeAlias

import numpy as np
from msgspec.structs import replace

from companion.editions.model import deck_of
from companion.game.commands import Buy, Draw, Mortgage, Redeem
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.journal.record import Cause
from companion.rules import decide
from companion.rules.correcting import is_untouched
from companion.table.answers import Accepted
from companion.table.deeds.cards import card_of
from companion.table.deeds.gestures import Gesture, Gestures, Laid, Lies, Taken, Turned
from companion.table.deeds.scan_field import Business, ShownDeeds
from companion.table.pipeline import Pipeline
from companion.table.ports import SeenTag
from companion.table.view import LyingDeed, NoticeCode
from companion.words import RuleKey, Seat, Space

OBJECTIONS: dict[str, NoticeCode] = {
    "revoked": "tag-revoked",
    "twice": "tag-copied",
    "other set": "tag-of-another-set",
    "forged": "not-proven",
    "unproven": "no-keyring",
    "foreign": "tag-foreign",
}
"""What is seen of a tag that does not count -> what is said of it."""

NAMES: dict[NoticeCode, tuple[str, ...]] = {
    "tag-of-another-set": ("text",),
    "tag-foreign": ("about",),
}
"""What else of such a tag is told: what is in a foreign code is nobody's business."""

Objection: TypeAlias = tuple[NoticeCode, str, int | None, str]
"""Why a tag does not count, and which: its kind, number and text."""

TURNED = RuleKey("table/turned-over")
"""What a refusal rests on here: a deed that was turned over."""

COMMANDS: dict[Business, type[Mortgage | Redeem]] = {"mortgage": Mortgage, "redeem": Redeem}


class Deeds:
    """Does what hands in the scan field mean, each gesture once.

    Args:
        pipeline: where the commands go.
    """

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline, self._desk = pipeline, pipeline.desk
        self._objections: frozenset[Objection] = frozenset()

    def see(self, seen: Sequence[SeenTag], cause: Cause) -> None:
        """Take all that lies in the scan field now; while a check goes on nothing comes of it."""
        checking = self._desk.view.check is not None
        self._objections = self._object(seen, cause, aloud=not checking)
        self._note_deeds(seen)
        done = self._desk.field.see([_lies(tag) for tag in seen if _is_known(tag)])
        if checking:
            # What lies there when the check ends was laid for the check.
            self._desk.field.spend(*((one.kind, one.number) for one in done))
            return
        for gesture in done:
            self._do(gesture, cause)
        self._show()

    def photographed(self, seen: Sequence[SeenTag], cause: Cause, own: Collection[Seat]) -> bool:
        """Do what is meant by what lies on a photograph; return whether it was for anything.

        It is a look of its own: what lies in the scan field meanwhile is another matter. Of all
        that lies there only what is the business of *own*, the seats of whoever sent it, is done.
        """
        self._object(seen, cause, aloud=True, to=cause.seat)
        state = self._desk.game.state if self._desk.game else None
        laid = Gestures().see([_lies(tag) for tag in seen if _is_known(tag)])
        meant = [one for one in laid if state is not None and _business_of(state, one) in own]
        for gesture in meant:
            self._do(gesture, cause, own)
        self._show()
        return bool(meant)

    def _do(self, gesture: Gesture, cause: Cause, own: Collection[Seat] | None = None) -> None:
        """Do what one gesture means; *own*: to whose phones deeds are shown, None: to all."""
        state = self._desk.game.state if self._desk.game else None
        if state is None or isinstance(gesture, Taken):
            return
        if gesture.kind == "card":
            self._card(state, gesture, cause)
        elif isinstance(gesture, Laid):
            self._laid(state, gesture, cause, own)
        else:
            self._turned(state, gesture, cause)

    def _object(
        self, seen: Sequence[SeenTag], cause: Cause, *, aloud: bool, to: Seat | None = None
    ) -> frozenset[Objection]:
        """Say of a tag that does not count why, once as long as it lies there; return of which."""
        now = {
            (code, tag.kind, tag.id, tag.text): tag
            for tag in seen
            if (code := _objection(tag)) is not None
        }
        fresh = {one[0]: now[one] for one in sorted(now.keys() - self._objections, key=str)}
        for code in sorted(fresh) if aloud else ():
            facts = {name: getattr(fresh[code], name) for name in NAMES.get(code, ())}
            self._desk.notice(code, evidence=cause.evidence, to=to, **facts)
        return frozenset(now)

    def _note_deeds(self, seen: Sequence[SeenTag]) -> None:
        """Show which deeds lie there, for whoever asks: a game is being typed in, say."""
        lying = {
            tag.id: LyingDeed(tag.id, tag.side == "back")
            for tag in seen
            if tag.valid and tag.kind == "deed" and tag.id is not None
        }
        deeds = tuple(sorted(lying.values()))
        if deeds != self._desk.view.lying:
            self._desk.show(lying=deeds)

    # ---- cards

    def _card(self, state: GameState, gesture: Laid | Turned, cause: Cause) -> None:
        if state.draw is None or isinstance(gesture, Turned):
            return
        card = card_of(state, gesture.number)
        if card is None:
            return
        deck = deck_of(card)
        if deck != state.draw.deck:
            due = state.draw.deck
            self._desk.notice("wrong-card", evidence=cause.evidence, deck=deck, due=due)
            return
        self._try(Draw(by=state.draw.seat, card=card), cause)

    def _try(self, command: Buy | Draw, cause: Cause) -> bool:
        """Have done what was laid down for; return whether it was."""
        answer = self._pipeline.answer(command, replace(cause, seat=command.by))
        if isinstance(answer, Refusal):
            code, seat = answer.code, command.by
            self._desk.notice(
                "refused", evidence=cause.evidence, refusal=answer, code=code, seat=seat
            )
        return isinstance(answer, Accepted)

    # ---- deeds

    def _laid(
        self, state: GameState, gesture: Laid, cause: Cause, own: Collection[Seat] | None
    ) -> None:
        lot, offer = state.edition.lot_of_deed(gesture.number), state.purchase
        if lot is None:
            return
        held = state.lots[lot]
        if held.mortgaged == (gesture.side == "back"):
            self._desk.field.withdraw(lot)  # it lies as the books have it
        if offer is not None and lot == offer.lot:
            if self._try(Buy(by=offer.seat), cause):
                self._desk.field.spend(
                    (gesture.kind, gesture.number)
                )  # laid for this, and for no trade
        elif held.owner is None:
            self._nobodys(state, lot, cause)
        elif gesture.side == "back" and not held.mortgaged:
            self._business(state, lot, "mortgage", cause)
        elif offer is not None:
            due, owner = offer.lot, held.owner
            self._desk.notice("deed-of", evidence=cause.evidence, lot=lot, owner=owner, space=due)
        elif not state.winners:
            self._shown(state, lot, gesture, own)

    def _nobodys(self, state: GameState, lot: Space, cause: Cause) -> None:
        """Say of a deed that nobody owns that it does not belong there, if it does not."""
        offer, auction = state.purchase, state.auction
        if offer is not None:
            self._desk.notice("wrong-deed", evidence=cause.evidence, lot=lot, seat=offer.seat)
        elif auction is not None and auction.lot == lot:
            return  # laid there for all to see
        elif state.under_way and not state.winners and not is_untouched(state):
            self._desk.notice("deed-of-the-bank", evidence=cause.evidence, lot=lot)

    def _shown(
        self, state: GameState, lot: Space, gesture: Laid, own: Collection[Seat] | None
    ) -> None:
        """Show a deed to its owner; with another player's beside it, begin a trade."""
        lots: dict[Seat, list[Space]] = {}
        numbers = sorted({gesture.number, *gesture.beside})
        for number in numbers:
            other = state.edition.lot_of_deed(number)
            owner = state.lots[other].owner if other is not None else None
            if other is not None and owner is not None:
                lots.setdefault(owner, []).append(other)
        at, field = self._desk.clock.mono(), self._desk.field
        owner = state.lots[lot].owner
        assert owner is not None
        if len(lots) != 2:
            deeds, photographed = frozenset({gesture.number}), own is not None
            field.show(
                ShownDeeds(token_hex(8), owner, (lot,), deeds, at, photographed=photographed)
            )
            return
        deeds = frozenset(state.edition.deed_number(lot) for both in lots.values() for lot in both)
        (one, ones), (two, twos) = ((seat, tuple(each)) for seat, each in lots.items())
        both = (
            ShownDeeds(token_hex(8), one, ones, deeds, at, two, twos, own is not None),
            ShownDeeds(token_hex(8), two, twos, deeds, at, one, ones, own is not None),
        )
        field.show(*(shown for shown in both if own is None or shown.seat in own))

    def _turned(self, state: GameState, gesture: Turned, cause: Cause) -> None:
        lot = state.edition.lot_of_deed(gesture.number)
        if lot is None or state.lots[lot].owner is None:
            return
        back = gesture.side == "back"
        if state.lots[lot].mortgaged == back:  # the cardboard is as the books have it
            self._desk.field.withdraw(lot)
        else:
            self._business(state, lot, "mortgage" if back else "redeem", cause)

    def _business(self, state: GameState, lot: Space, do: Business, cause: Cause) -> None:
        """Mortgage or redeem a lot, or ask its owner; say why not where the rules refuse."""
        owner = state.lots[lot].owner
        if owner is None or state.winners:
            return
        command = COMMANDS[do](by=owner, lots=(lot,))
        outcome = decide(state, command)
        if not isinstance(outcome, Refusal) and self._desk.field.turning == "book":
            answer = self._pipeline.answer(command, replace(cause, seat=owner))
            if isinstance(answer, Accepted):
                return
            outcome = answer if isinstance(answer, Refusal) else ()  # broken: a person says it
        if isinstance(outcome, Refusal):
            self._desk.field.withdraw(lot)
            self._desk.notice(
                "turned-in-vain",
                evidence=cause.evidence,
                refusal=outcome,
                to=owner,
                lot=lot,
                owner=owner,
            )
        else:
            self._desk.field.ask(owner, lot, do, cause.evidence)

    def _show(self) -> None:
        """Publish a new view if the scan field has asked something, or has been answered."""
        field, view = self._desk.field, self._desk.view
        if (field.turned, field.shown, field.turning) != (view.turned, view.shown, view.turning):
            self._desk.show()


def _objection(tag: SeenTag) -> NoticeCode | None:
    """Return why a tag does not count; None where it does, or is none of a deed or card.

    Of what is not in the register nobody knows what it sticks on: its kind is `foreign`.
    """
    if tag.valid or tag.kind not in ("deed", "card", "foreign"):
        return None
    return OBJECTIONS.get(tag.what, "not-proven")


def _business_of(state: GameState, gesture: Gesture) -> Seat | None:
    """Return for whom a thing means something now: who draws, may buy, or owns; None: nobody."""
    if gesture.kind == "card":
        return state.draw.seat if state.draw is not None else None
    lot, offer = state.edition.lot_of_deed(gesture.number), state.purchase
    if lot is None:
        return None
    return offer.seat if offer is not None and lot == offer.lot else state.lots[lot].owner


def _is_known(tag: SeenTag) -> bool:
    return tag.kind in ("deed", "card") and tag.id is not None


def _lies(tag: SeenTag) -> Lies:
    """Return how a thing lies; what cannot be told from a copy is as good as hidden."""
    assert tag.id is not None
    corners = np.array(tag.corners)
    x, y = (corners.mean(axis=0) / max(np.ptp(corners, axis=0).max(), 1.0)).tolist()
    kind: Literal["deed", "card"] = "card" if tag.kind == "card" else "deed"
    side: Literal["front", "back"] = "back" if tag.side == "back" else "front"
    hidden = tag.hidden or not tag.valid
    return Lies(kind=kind, number=tag.id, side=side, at=(round(x, 2), round(y, 2)), hidden=hidden)
