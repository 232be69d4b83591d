"""A command of the game at the table: held until it is confirmed, or decided, saved and applied."""

from companion.game.commands import AnyCommand, FirstRoll, Roll
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.rules import decide
from companion.table.answers import Answer
from companion.table.desk import Desk
from companion.table.help.held_commands import proposed
from companion.table.help.proposal import Proposal
from companion.table.live_game import Story


def play(desk: Desk, command: AnyCommand, cause: Cause) -> Answer:
    """Have a command decided as the game stands, and saved."""
    game = desk.running
    cause = desk.field.witnessed(command, cause)
    story = game.story()
    refusal = play_on(desk, story, command, cause)
    if refusal:
        return desk.hammering.refused(game, command, cause, refusal, desk.clock.mono())
    return desk.save(story) if story.drafts else desk.accepted()  # a claim that waits already


def play_on(desk: Desk, story: Story, command: AnyCommand, cause: Cause) -> Refusal | None:
    """Let a story go on by a command, held or decided; return why it is refused, if it is."""
    held = proposed(desk.running.table.proposals, story.state, command)
    if isinstance(held, Refusal):
        return held
    if isinstance(held, Proposal):
        return None
    if held is not None:
        story.note((held,), cause, command)
    else:
        outcome = decide(story.state, command)
        if isinstance(outcome, Refusal):
            return outcome
        story.play(outcome, cause, command)
    if isinstance(command, Roll | FirstRoll):
        story.roll(command, cause)
    return None
