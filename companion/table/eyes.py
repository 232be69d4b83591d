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
from companion.table.roles import RIGHTS
from companion.table.view import CameraState, Doubt, DoubtfulDie, LyingDeed
from companion.vision.readings import DiceReading, DieReading
from companion.words import RuleKey, Seat, SpeedFace

CARDS_A_DECK = 16
"""Cards are numbered from 1: the first deck's, then the second's."""

Values: TypeAlias = tuple[int, ...] | Literal["no roll"]

_NOT_ASKED = RuleKey("table/doubt")
_UNSEEN = DoubtfulDie(faces=(1, 2, 3, 4, 5, 6), confidence=0.0)


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
        if state is None or not reading.dice:
            self.calm()
            return
        desk.claims.motion = None
        seat = _roller(state, desk.view.asked)
        if self._is_known(reading, cause):
            pass
        elif seat is None:
            self._not_due(state, cause)
        elif reading.verdict == "sure" and _is_enough(state, seat, reading):
            self._roll(state, seat, reading, replace(cause, seat=seat), at)
        else:
            desk.show(doubt=_doubt(state, seat, reading, cause))
        if desk.view.doubt is None:
            desk.release_claims()

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
            self._close_doubt()
            return Accepted(desk.game.seq, (), desk.game.name)
        if len(values) != len(doubt.dice) or not set(values) <= {1, 2, 3, 4, 5, 6}:
            return Refusal("bad-command", _NOT_ASKED, {"dice": len(doubt.dice)})
        if doubt.speed != (speed is not None):
            return Refusal("bad-command", _NOT_ASKED, {"dice": len(doubt.dice) + doubt.speed})
        # The roll counts from when the dice moved: claims pressed later come after it.
        rolled = replace(cause, mono=doubt.began, evidence=doubt.evidence)
        answer = desk.decide(_roll_of(desk.game.state, doubt.seat, values, speed), rolled)
        if isinstance(answer, Accepted):
            desk.last_roll = desk.last_roll and desk.last_roll._replace(known=cause.mono)
        if not isinstance(answer, Broken):  # else it may be answered again
            self._close_doubt()
        return answer

    def _close_doubt(self) -> None:
        self._desk.show(doubt=None)
        if self._desk.claims.motion is None:
            self._desk.release_claims()

    def _is_known(self, reading: DiceReading, cause: Cause) -> bool:
        """Return whether these dice were typed in while they moved."""
        last = self._desk.last_roll
        if last is None or cause.mono >= last.known:
            return False
        if last.typed and not _may_be(last, reading):
            typed, read = (",".join(map(str, dice)) for dice in (last.dice, reading.values))
            self._desk.notice("dice-differ", evidence=cause.evidence, typed=typed, read=read)
        return True

    def _roll(
        self, state: GameState, seat: Seat, reading: DiceReading, cause: Cause, at: float
    ) -> None:
        desk = self._desk
        desk.show(doubt=None)
        values = tuple(die.pips for die in reading.dice)
        answer = desk.decide(_roll_of(state, seat, values), cause)
        if isinstance(answer, Accepted):
            desk.last_roll = desk.last_roll and desk.last_roll._replace(known=at)
        elif isinstance(answer, Broken):  # nothing is saved: the roller may say it once more
            desk.show(doubt=_doubt(state, seat, reading, cause))
        else:
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
        """Buy with a deed newly laid, draw with a card newly shown."""
        if any(tag.kind in ("deed", "card") and not tag.valid for tag in seen):
            self._desk.notice("not-proven", evidence=cause.evidence)
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


def _is_enough(state: GameState, seat: Seat, reading: DiceReading) -> bool:
    """Return whether the dice seen say all: the speed die's face is always asked for."""
    return len(reading.dice) == dice_due(state) and not is_due(state, seat)


def _may_be(roll: KnownRoll, reading: DiceReading) -> bool:
    """Return whether a typed roll is what was read; beside it the speed die may lie."""
    typed, read = Counter(roll.dice), Counter(reading.values)
    return typed <= read if roll.speed else typed == read


def _roll_of(
    state: GameState, seat: Seat, values: tuple[int, ...], speed: SpeedFace | None = None
) -> AnyCommand:
    if state.first is not None:
        return FirstRoll(by=seat, dice=values)
    return Roll(by=seat, dice=(values[0], values[1]), speed=speed)


def _doubt(state: GameState, seat: Seat, reading: DiceReading, cause: Cause) -> Doubt:
    due = dice_due(state)
    surest = sorted(reading.dice, key=lambda die: die.confidence, reverse=True)[:due]
    dice = [_doubtful(die) for die in reading.dice if die in surest]
    return Doubt(
        id=token_hex(8),
        seat=seat,
        dice=tuple(dice + [_UNSEEN] * (due - len(dice))),
        speed=is_due(state, seat),
        evidence=cause.evidence,
        began=cause.mono,
    )


def _doubtful(die: DieReading) -> DoubtfulDie:
    faces = sorted(range(1, 7), key=lambda face: die.faces[face - 1], reverse=True)
    faces.remove(die.pips)
    return DoubtfulDie((die.pips, *faces), die.confidence, die.centre, die.edge)
