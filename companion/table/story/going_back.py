"""Going back in the story: the banker to any record, a player by the own last step."""

from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.answers import Answer
from companion.table.desk import Desk
from companion.table.disputing.disputes import DISPUTE
from companion.table.live_game import Story
from companion.table.outcome import Outcome
from companion.table.story.commands import GoBack, TakeBack, Undo
from companion.table.story.own_step import own_last_step


def undo(desk: Desk, command: Undo, cause: Cause) -> Outcome:
    """Take the last step in force back; refused as going back is."""
    why = command.why.strip()
    return _saved(desk, desk.running.story_from(None, cause, command, why=why))


def go_back(desk: Desk, command: GoBack, cause: Cause) -> Outcome:
    """Go on from just after an earlier record.

    Nothing is erased: the record of it names the one that it goes back to. Refused with
    `nothing-to-undo` where there is no such record before the last one.
    """
    why = command.why.strip()
    return _saved(desk, desk.running.story_from(command.to, cause, command, why=why))


def take_back(desk: Desk, command: TakeBack, cause: Cause) -> Outcome:
    """Take the last step of one's own back; see `companion.table.story.own_step` for which that is.

    Refused with `nothing-to-undo` if there is none.
    """
    game = desk.running
    step = own_last_step(game.records(), game.state, command.by)
    if step is None:
        return Refusal("nothing-to-undo", DISPUTE)
    return _saved(
        desk,
        game.story_from(step.seq - 1, cause, command, seat=command.by),
    )


def _saved(desk: Desk, story: Story | Refusal) -> Answer:
    return story if isinstance(story, Refusal) else desk.save(story)
