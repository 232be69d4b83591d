"""What the eyes see, on the writer's thread: commands where it is sure, questions where not."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from secrets import token_hex

from msgspec.structs import replace

from companion.game.state import GameState
from companion.journal.record import Cause
from companion.rules.speed_die import is_due
from companion.table.answers import Accepted, Broken
from companion.table.deeds.deeds import Deeds
from companion.table.dice.doubts import roll_of
from companion.table.dice.readings import KeptReading, KnownRoll
from companion.table.pipeline import Pipeline
from companion.table.ports import SeenTag
from companion.table.view import CameraState, NoticeCode, View
from companion.vision.readings import DiceReading
from companion.words import Seat


class Eyes:
    """Makes readings into rolls, doubts and notices, and tags into purchases and draws.

    Args:
        pipeline: where the commands go.
    """

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline, self._desk = pipeline, pipeline.desk
        self._deeds = Deeds(pipeline)

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
        self._desk.show()
        self._pipeline.release_claims()

    def dice(self, reading: DiceReading, cause: Cause) -> None:
        """Roll, ask, or note that nobody may roll; then decide the claims that waited.

        Args:
            reading: of the dice at rest.
            cause: the camera's; `mono` is when the dice began to move.
        """
        desk = self._desk
        state = desk.game.state if desk.game else None
        if not reading.dice:
            self.calm()
            return
        beside = _why_beside(desk.view)
        if beside is not None:
            desk.notice(beside, evidence=cause.evidence)
            self.calm()
            return
        seat = roller(desk.view.asked) if state else None
        kept = self._kept(state, seat, reading, cause)
        if state is None:
            desk.readings.keep(kept)
            self.calm()
            return
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
            self._roll(state, seat, kept, replace(cause, seat=seat))
        else:
            desk.ask(kept)
        desk.claims.motion = None
        desk.show()
        self._pipeline.release_claims()

    def _kept(
        self, state: GameState | None, seat: Seat | None, reading: DiceReading, cause: Cause
    ) -> KeptReading:
        """Return a reading as it is kept, until more is known of it."""
        game = self._desk.game
        speed = state is not None and seat is not None and is_due(state, seat)
        return KeptReading(
            id=token_hex(8),
            wall=cause.wall,
            boot=cause.boot,
            began=cause.mono,
            game=game.name if game else "",
            after=game.seq if game else 0,
            seat=seat,
            due=dice_due(state),
            speed=speed,
            evidence=cause.evidence,
            verdict=reading.verdict,
            confidence=reading.confidence,
            dice=reading.dice,
            seen=reading.seen,
            remark=reading.remark,
            third=reading.speed,
            face=reading.face if speed else None,
            emblems=reading.emblems,
            fate="not-due",
        )

    def _is_known(self, kept: KeptReading, reading: DiceReading, cause: Cause) -> bool:
        """Return whether these dice were typed in while they moved."""
        last = self._desk.last_roll
        if last is None or cause.mono >= last.known:
            return False
        if not last.typed and reading.remark == "unseen":
            return False  # they are others than the camera read, since some moment before it did
        if last.typed:
            kept = replace(kept, seat=last.by, fate="typed", said=last.dice, seq=last.seq)
        self._desk.readings.keep(kept)
        if last.typed and not _may_be(last, reading):
            typed, read = (",".join(map(str, dice)) for dice in (last.dice, reading.values))
            self._desk.notice("dice-differ", evidence=cause.evidence, typed=typed, read=read)
        return True

    def _roll(self, state: GameState, seat: Seat, kept: KeptReading, cause: Cause) -> None:
        desk = self._desk
        desk.end_doubt("closed")
        desk.show()
        roll = roll_of(state, seat, kept.values, kept.face)
        answer = self._pipeline.answer(roll, cause)
        if isinstance(answer, Accepted):
            desk.readings.keep(replace(kept, fate="booked", seq=answer.seq))
            desk.show()  # from now on it may be said to be wrong
        elif isinstance(answer, Broken):  # nothing is saved: the roller may say it once more
            desk.ask(kept)
        else:
            desk.readings.keep(replace(kept, fate="refused"))
            code = answer.code
            desk.notice("refused", evidence=cause.evidence, refusal=answer, code=code, seat=seat)

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
        """Do what was done with deeds and cards in the scan field."""
        self._deeds.see(seen, cause)

    def photographed(self, seen: Sequence[SeenTag], cause: Cause, own: Collection[Seat]) -> bool:
        """Do what was meant by photographing deeds or a card, for the seats of who sent it."""
        return self._deeds.photographed(seen, cause, own)

    def camera(self, state: CameraState | None) -> None:
        """Show the state of the camera that sees the dice; without it no motion ends."""
        if state is None or not state.ok:
            self.calm()
        self._desk.show(camera=state)

    def deeds_camera(self, state: CameraState | None) -> None:
        """Show the state of the camera that sees only where deeds are laid."""
        self._desk.show(deeds_camera=state)


def _why_beside(view: View) -> NoticeCode | None:
    """Return why dice are no roll whatever they show; None: they may be one."""
    if view.pauses.since is not None:
        return "dice-in-pause"
    return "dice-in-check" if view.check is not None else None


def roller(wanted: Mapping[Seat, frozenset[str]]) -> Seat | None:
    """Return who must roll now, or None."""
    return next((seat for seat, verbs in wanted.items() if verbs & {"roll", "first-roll"}), None)


def dice_due(state: GameState | None) -> int:
    """Return how many white dice the next throw is made with."""
    if state is None or state.first is None:
        return 2
    return state.rules.first_roll_dice


def speed_due(view: View) -> bool:
    """Return whether the next throw is made with the speed die as well."""
    seat = roller(view.asked) if view.state else None
    return view.state is not None and seat is not None and is_due(view.state, seat)


def _is_enough(state: GameState, seat: Seat, reading: DiceReading) -> bool:
    """Return whether the dice seen say all: of the speed die only a taught one does."""
    whole = len(reading.dice) == dice_due(state)
    return whole and (reading.face is not None or not is_due(state, seat))


def _may_be(roll: KnownRoll, reading: DiceReading) -> bool:
    """Return whether a typed roll is what was read; beside it the speed die may lie."""
    typed, read = Counter(roll.dice), Counter(reading.values)
    return typed <= read if roll.speed else typed == read
