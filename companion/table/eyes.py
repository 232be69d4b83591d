"""What the eyes see, on the writer's thread: commands where it is sure, questions where not."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from secrets import token_hex
from typing import Literal, TypeAlias

from msgspec.structs import replace

from companion.game.commands import AnyCommand, Buy, Draw, FirstRoll, Roll
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.journal.record import Cause
from companion.rules.speed_die import is_due
from companion.table.answers import Accepted, Answer, Broken
from companion.table.desk import Desk, KnownRoll
from companion.table.ports import SeenTag
from companion.table.readings import KeptReading
from companion.table.roles import RIGHTS
from companion.table.view import CameraState, LyingDeed, NoticeCode, View
from companion.vision.readings import DiceReading
from companion.words import RuleKey, Seat, SpeedFace

CARDS_A_DECK = 16
"""Cards are numbered from 1: the first deck's, then the second's."""

OBJECTIONS: dict[str, NoticeCode] = {
    "revoked": "tag-revoked",
    "twice": "tag-copied",
    "other set": "tag-of-another-set",
}
"""What is seen of a tag that does not count -> what is said of it."""

Values: TypeAlias = tuple[int, ...] | Literal["no roll"]

_NOT_ASKED = RuleKey("table/doubt")


class Eyes:
    """Makes readings into rolls, doubts and notices, and tags into purchases and draws.

    Args:
        desk: where the commands go.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._lying: frozenset[tuple[str, int]] = frozenset()  # in the scan field

    # ---- dice

    def motion(self, at: float) -> None:
        """Hold claims that were pressed after *at*."""
        desk = self._desk
        if desk.claims.motion is None:
            desk.claims.motion = at
        desk.motion_ends = desk.clock.mono() + desk.timing.motion
        desk.show()

    def calm(self) -> None:
        """Decide the claims that waited, unless they wait for a doubt: it was no roll."""
        self._desk.claims.motion = None
        if self._desk.view.doubt is None:
            self._desk.release_claims()
        else:
            self._desk.show()

    def dice(self, reading: DiceReading, cause: Cause, at: float) -> None:
        """Roll, ask, or note that nobody may roll; then decide the claims that waited.

        Args:
            reading: of the dice at rest.
            cause: the camera's; `mono` is when the dice began to move.
            at: when they were read, monotonic seconds.
        """
        desk = self._desk
        state = desk.game.state if desk.game else None
        if not reading.dice:
            self.calm()
            return
        if desk.view.check is not None:
            desk.notice("dice-in-check", evidence=cause.evidence)
            self.calm()
            return
        seat = _roller(state, desk.view.asked) if state else None
        kept = self._kept(state, seat, reading, cause)
        if state is None:
            desk.readings.keep(kept)
            self.calm()
            return
        desk.claims.motion = None
        if self._is_known(kept, reading, cause):
            pass
        elif reading.remark == "turned":
            desk.readings.keep(kept)
            read = ",".join(map(str, reading.values))
            desk.notice("dice-turned", evidence=cause.evidence, read=read)
        elif seat is None:
            desk.readings.keep(kept)
            self._not_due(state, cause)
        elif reading.verdict == "sure" and _is_enough(state, seat, reading):
            self._roll(state, seat, kept, replace(cause, seat=seat), at)
        else:
            desk.ask(kept)
        if desk.view.doubt is None:
            desk.release_claims()

    def _kept(
        self, state: GameState | None, seat: Seat | None, reading: DiceReading, cause: Cause
    ) -> KeptReading:
        """Return a reading as it is kept, until more is known of it."""
        game = self._desk.game
        return KeptReading(
            id=token_hex(8),
            wall=cause.wall,
            boot=cause.boot,
            began=cause.mono,
            game=game.name if game else "",
            after=game.seq if game else 0,
            seat=seat,
            due=dice_due(state),
            speed=state is not None and seat is not None and is_due(state, seat),
            evidence=cause.evidence,
            verdict=reading.verdict,
            confidence=reading.confidence,
            dice=reading.dice,
            seen=reading.seen,
            remark=reading.remark,
            third=reading.speed,
            fate="not-due",
        )

    def answer(
        self, doubt_id: str, values: Values, cause: Cause, speed: SpeedFace | None = None
    ) -> Answer:
        """See `Table.answer_doubt`."""
        desk, doubt = self._desk, self._desk.view.doubt
        known = desk.game.answered(cause.command_id) if desk.game else None
        if known:
            return known
        if desk.game is None or doubt is None or doubt.id != doubt_id:
            return Refusal("not-asked", _NOT_ASKED)
        if cause.role != "banker" and (cause.role != "seat" or cause.seat != doubt.seat):
            return Refusal("not-allowed", RIGHTS, {"seat": doubt.seat})
        if values == "no roll":
            desk.end_doubt("no-roll")
            self._release()
            return Accepted(desk.game.seq, (), desk.game.name)
        if len(values) != len(doubt.dice) or not set(values) <= {1, 2, 3, 4, 5, 6}:
            return Refusal("bad-command", _NOT_ASKED, {"dice": len(doubt.dice)})
        if doubt.speed != (speed is not None):
            return Refusal("bad-command", _NOT_ASKED, {"dice": len(doubt.dice) + doubt.speed})
        # The roll counts from when the dice moved: claims pressed later come after it.
        rolled = replace(cause, mono=doubt.began, evidence=doubt.evidence)
        answer = desk.decide(roll_of(desk.game.state, doubt.seat, values, speed), rolled)
        if isinstance(answer, Broken):  # it may be answered again
            return answer
        if isinstance(answer, Accepted):
            desk.last_roll = desk.last_roll and desk.last_roll._replace(known=cause.mono)
            desk.note(doubt.id, fate="answered", said=values, seq=answer.seq)
        desk.end_doubt("closed")
        self._release()
        return answer

    def _release(self) -> None:
        self._desk.show()
        if self._desk.claims.motion is None:
            self._desk.release_claims()

    def _is_known(self, kept: KeptReading, reading: DiceReading, cause: Cause) -> bool:
        """Return whether these dice were typed in while they moved."""
        last = self._desk.last_roll
        if last is None or cause.mono >= last.known:
            return False
        if last.typed:
            kept = replace(kept, seat=last.by, fate="typed", said=last.dice, seq=last.seq)
        self._desk.readings.keep(kept)
        if last.typed and not _may_be(last, reading):
            typed, read = (",".join(map(str, dice)) for dice in (last.dice, reading.values))
            self._desk.notice("dice-differ", evidence=cause.evidence, typed=typed, read=read)
        return True

    def _roll(
        self, state: GameState, seat: Seat, kept: KeptReading, cause: Cause, at: float
    ) -> None:
        desk = self._desk
        desk.end_doubt("closed")
        desk.show()
        answer = desk.decide(roll_of(state, seat, kept.values), cause)
        if isinstance(answer, Accepted):
            desk.last_roll = desk.last_roll and desk.last_roll._replace(known=at)
            desk.readings.keep(replace(kept, fate="booked", seq=answer.seq))
        elif isinstance(answer, Broken):  # nothing is saved: the roller may say it once more
            desk.ask(kept)
        else:
            desk.readings.keep(replace(kept, fate="refused"))
            desk.notice("refused", evidence=cause.evidence, code=answer.code, seat=seat)

    def _not_due(self, state: GameState, cause: Cause) -> None:
        wanted = self._desk.view.asked
        if not wanted:
            self._desk.notice("dice-not-awaited", evidence=cause.evidence)
            return
        seat = state.turn.seat if state.turn.seat in wanted else min(wanted)
        verbs = ",".join(sorted(wanted[seat]))
        self._desk.notice("dice-not-due", evidence=cause.evidence, seat=seat, asked=verbs)

    # ---- the scan field

    def cards(self, seen: Sequence[SeenTag], cause: Cause) -> None:
        """Buy with a deed newly laid, draw with a card newly shown; not while a check goes on."""
        if self._desk.view.check is not None:
            # What lies there when the check ends was laid for the check.
            self._note_deeds(seen)
            self._lying = frozenset(_proven(seen))
            return
        for code in sorted({code for tag in seen if (code := _objection(tag))}):
            self._desk.notice(code, evidence=cause.evidence)
        self._note_deeds(seen)
        lying = frozenset(_proven(seen))
        fresh, self._lying = sorted(lying - self._lying), lying
        for kind, number in fresh:
            state = self._desk.game.state if self._desk.game else None
            if state is None:
                return
            if kind == "deed":
                self._deed(state, number, cause)
            else:
                self._card(state, number, cause)

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

    def _deed(self, state: GameState, number: int, cause: Cause) -> None:
        lot, offer = state.edition.lot_of_deed(number), state.purchase
        if lot is None or offer is None:
            return  # deeds are laid there for other reasons too
        if lot == offer.lot:
            self._try(Buy(by=offer.seat), cause)
        elif state.lots[lot].owner is None:
            self._desk.notice("wrong-deed", evidence=cause.evidence, lot=lot, seat=offer.seat)

    def _card(self, state: GameState, number: int, cause: Cause) -> None:
        if state.draw is None:
            return
        card = card_of(state, number)
        if card is None:
            return
        deck = card.partition("/")[0]
        if deck != state.draw.deck:
            due = state.draw.deck
            self._desk.notice("wrong-card", evidence=cause.evidence, deck=deck, due=due)
            return
        self._try(Draw(by=state.draw.seat, card=card), cause)

    def _try(self, command: Buy | Draw, cause: Cause) -> None:
        answer = self._desk.decide(command, replace(cause, seat=command.by))
        if isinstance(answer, Refusal):
            code, seat = answer.code, command.by
            self._desk.notice("refused", evidence=cause.evidence, code=code, seat=seat)

    def camera(self, status: str, *, ok: bool) -> None:
        """Show the camera's state; without a camera no motion ends."""
        if not ok:
            self.calm()
        self._desk.show(camera=CameraState(ok, status))


def card_of(state: GameState, number: int) -> str | None:
    """Return the id of the card with a number on its tag: each deck in the file's order."""
    deck, place = divmod(number - 1, CARDS_A_DECK)
    decks = state.edition.decks
    if not 0 <= deck < len(decks):
        return None
    cards = [card.id for card in state.edition.cards if card.deck == decks[deck].id]
    return cards[place] if place < len(cards) else None


def _objection(tag: SeenTag) -> NoticeCode | None:
    """Return why a deed or a card does not count; None where it does, or is neither."""
    if tag.valid or tag.kind not in ("deed", "card"):
        return None
    return OBJECTIONS.get(tag.what, "not-proven")


def _proven(seen: Iterable[SeenTag]) -> Iterable[tuple[str, int]]:
    for tag in seen:
        if tag.valid and tag.id is not None and tag.kind in ("deed", "card"):
            yield tag.kind, tag.id


def _roller(state: GameState, wanted: Mapping[Seat, frozenset[str]]) -> Seat | None:
    """Return who must roll now, or None; at the start, the next in order who has not."""
    if state.first is not None:
        return state.first.waiting[0] if state.first.waiting else None
    return next((seat for seat, verbs in wanted.items() if "roll" in verbs), None)


def dice_due(state: GameState | None) -> int:
    """Return how many white dice the next throw is made with."""
    if state is None or state.first is None:
        return 2
    return state.rules.first_roll_dice


def speed_due(view: View) -> bool:
    """Return whether the next throw is made with the speed die as well."""
    seat = _roller(view.state, view.asked) if view.state else None
    return view.state is not None and seat is not None and is_due(view.state, seat)


def _is_enough(state: GameState, seat: Seat, reading: DiceReading) -> bool:
    """Return whether the dice seen say all: the speed die's face is always asked for."""
    return len(reading.dice) == dice_due(state) and not is_due(state, seat)


def _may_be(roll: KnownRoll, reading: DiceReading) -> bool:
    """Return whether a typed roll is what was read; beside it the speed die may lie."""
    typed, read = Counter(roll.dice), Counter(reading.values)
    return typed <= read if roll.speed else typed == read


def roll_of(
    state: GameState, seat: Seat, values: tuple[int, ...], speed: SpeedFace | None = None
) -> AnyCommand:
    """Return the command that rolls these dice, as the game now has it."""
    if state.first is not None:
        return FirstRoll(by=seat, dice=values)
    return Roll(by=seat, dice=(values[0], values[1]), speed=speed)
