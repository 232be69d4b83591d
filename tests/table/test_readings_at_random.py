"""Whatever is thrown, typed, answered, challenged and taken back: readings and journal agree."""

import random
from pathlib import Path

import pytest

from companion.game.commands import FirstRoll, Roll
from companion.game.events import FirstRolled, Rolled, RolledForRent
from companion.journal.record import Record
from companion.journal.replay import in_force
from companion.table.answers import Accepted
from companion.table.dice.commands import AnswerDoubt, Challenge, RuleOnReading
from companion.table.story.commands import GoBack, Undo
from companion.words import Seat
from tests.support.player import next_command
from tests.support.table import Hands, hands

STEPS, RESTARTS = 60, 4


class Evening:
    """A table at which anything happens."""

    def __init__(self, at: Hands, chance: random.Random) -> None:
        self.at, self.chance = at, chance

    def step(self) -> None:
        self.at.clock.now += 1
        deeds = (self.throw, self.throw, self.play, self.play, self.play, self.answer)
        self.chance.choice((*deeds, self.challenge, self.rule, self.go_back))()

    def throw(self) -> None:
        dice = [self.chance.randint(1, 6) for _ in range(self.chance.choice((1, 2, 2, 2, 2, 3)))]
        sure = self.chance.random() < 0.6
        began = self.at.clock.now - self.chance.choice((0.1, 3.0))  # typed meanwhile, perhaps
        self.at.see_dice(*dice, verdict="sure" if sure else "unsure", began=began)

    def play(self) -> None:
        state = self.at.view.state
        assert state is not None
        command = next_command(state, self.chance)
        cause = self.at.cause("banker", "banker", seat=getattr(command, "by", None))
        self.at.pipeline.submit(command, cause, self.at.replies.append)
        assert isinstance(self.at.replies[-1], Accepted), (command, self.at.replies[-1])
        if isinstance(command, Roll | FirstRoll) and self.at.view.doubt is not None:
            assert self.at.view.doubt.seat != command.by

    def answer(self) -> None:
        doubt = self.at.view.doubt
        if doubt is not None:
            said = tuple(self.chance.choice(die.faces[:2]) for die in doubt.dice)
            cause = self.at.cause(seat=doubt.seat)
            answer = self.at.answer(
                AnswerDoubt(doubt=doubt.id, dice=self.chance.choice((said, ()))), cause
            )
            assert isinstance(answer, Accepted), answer

    def challenge(self) -> None:
        for reading in self.at.desk.readings.all[-3:]:
            self.at.answer(Challenge(reading=reading.id), self.at.cause(seat=Seat(1)))

    def rule(self) -> None:
        for one in self.at.view.challenged[-1:]:
            said = self.chance.choice([(), (1, 1), (6, 5)])
            seen = self.chance.choice((None, self.at.view.seq))
            cause = self.at.cause("banker", "banker", command_id=f"r{self.at.clock.now}")
            self.at.answer(RuleOnReading(reading=one.id, dice=said, seen=seen, why=""), cause)

    def go_back(self) -> None:
        seq = self.at.view.seq
        to = self.chance.choice((None, max(1, seq - self.chance.randint(1, 4))))
        self.at.answer(Undo() if to is None else GoBack(to=to), self.at.cause("banker", "banker"))


def rolled(record: Record) -> tuple[int, ...] | None:
    kinds = FirstRolled | Rolled | RolledForRent
    return next((event.dice for event in record.events if isinstance(event, kinds)), None)


def agree(at: Hands) -> None:
    """Check what is kept of each reading against the journal."""
    records = at.records
    kept = {record.seq for record in in_force(records)}
    asked = [one.id for one in at.desk.readings.all if one.fate == "asked"]
    assert asked == ([at.view.doubt.id] if at.view.doubt else [])
    for one in at.desk.readings.all:
        if not one.seq:
            assert one.fate not in ("booked", "answered", "typed")
            continue
        assert one.back is (one.seq not in kept)
        dice = rolled(records[one.seq - 1])
        assert dice == (one.values if one.fate == "booked" else one.said), one
        if one.fate == "booked":
            assert records[one.seq - 1].cause.role == "camera"


@pytest.mark.parametrize("seed", range(8))
def test_readings_and_journal_agree_and_a_restart_changes_nothing(
    tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    now = 1000.0
    doubt = None
    for restart in range(RESTARTS):
        with hands(tmp_path) as at:
            at.clock.now = now
            if restart:
                at.pipeline.wake()
            else:
                at.begin(first_roll=True)
            assert at.view.doubt == doubt
            evening = Evening(at, chance)
            for _ in range(STEPS):
                evening.step()
                agree(at)
            before = (at.desk.readings.all, at.desk.readings.tally())
            doubt, now = at.view.doubt, at.clock.now
        with hands(tmp_path) as at:
            at.clock.now = now
            at.pipeline.wake()
            assert (at.desk.readings.all, at.desk.readings.tally()) == before
            assert at.view.doubt == doubt
