"""What the banker makes of a proposal, and how far the companion helps at this table."""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from companion.game.commands import AnyCommand, Correct, FirstRoll, Roll
from companion.game.events import AnyEvent, Dropped, HelpSet, Insisted, Purse
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.journal.record import Cause
from companion.rules import decide
from companion.table.answers import Accepted
from companion.table.command import Dice
from companion.table.desk import Desk
from companion.table.help.booking import link_reading
from companion.table.help.commands import Drop, Insist, SetHelp
from companion.table.help.held_commands import correction_of
from companion.table.help.proposal import HELP, Proposal, is_amount
from companion.table.outcome import Outcome
from companion.table.playing import play_on
from companion.words import Money, SpeedFace


def set_help(desk: Desk, command: SetHelp, _cause: Cause) -> Outcome:
    """Set how far the companion helps in booking from now on.

    What is open stays open, as it was proposed.
    """
    if command.helps == desk.running.table.proposals.helps:
        return ()
    return (HelpSet(helps=command.helps, because=HELP),)


def drop(desk: Desk, command: Drop, cause: Cause) -> Outcome:
    """Let nothing of what is proposed count. With dice, those were rolled.

    Whoever was asked then is asked again. Refused with `not-asked` where it is open no more, with
    `bad-command` where other dice are named of what was no roll, or of another number, and where
    the rules refuse such a roll.
    """
    head, dice = desk.head, command.dice
    if head is None or head.id != command.proposal:
        return Refusal("not-asked", HELP)
    instead = _with_dice(head.command, dice, command.speed) if dice else None
    if dice and instead is None:
        return Refusal("bad-command", HELP, {"dice": len(dice)})
    event = Dropped(proposal=head.id, why=command.why.strip(), because=HELP)
    story = desk.running.story().note((event,), cause, command)
    if instead is not None:
        rolled = replace(cause, command_id=None, evidence=head.cause.evidence)
        refusal = play_on(desk, story, instead, rolled)
        if refusal:
            return refusal
    answer = desk.save(story)
    if isinstance(answer, Accepted):
        _mark_reading(desk, head, dice)
    return answer


def insist(desk: Desk, command: Insist, cause: Cause) -> Outcome:
    """Book what the rules say, and correct it to the amounts typed: both in one commit.

    Both stay in the ledger, with the reason. Others are booked as the rules say. Refused with
    `bad-command` without a reason, with `not-an-option` where no amount differs or cash does not
    cover what the rules say, with `not-enough-cash` where somebody would have less than nothing.
    """
    head, why, game = desk.head, command.why.strip(), desk.running
    if head is None or head.id != command.proposal:
        return Refusal("not-asked", HELP)
    other = {n: paid for n, paid in command.typed.items() if head.ruled.get(n) not in (None, paid)}
    if not why:
        return Refusal("bad-command", HELP, {"wanted": "why"})
    if not all(is_amount(n) for n in other.values()):
        return Refusal("bad-command", HELP)
    if not other or any(head.dues[place].owed for place in other):
        return Refusal("not-an-option", HELP)
    event = _insisted(head, other, why)
    cause = replace(cause, evidence=head.cause.evidence)
    story = game.story().play((*head.events, event), cause, head.command)
    correction = correction_of(event, story.state)
    outcome = _corrected(story.state, correction)
    if isinstance(outcome, Refusal):
        return outcome
    story.play(outcome, replace(cause, command_id=None, evidence=None), correction)
    answer = desk.save(story)
    link_reading(desk, head, answer)
    return answer


def _insisted(head: Proposal, typed: Mapping[int, Money], why: str) -> Insisted:
    changes = _changes(head, typed)
    return Insisted(
        proposal=head.id,
        typed={**typed},
        ruled={place: head.dues[place].amount for place in typed},
        cash={one: n for one, n in changes.items() if isinstance(one, int)},
        pot=changes["pot"],
        why=why,
        because=HELP,
    )


def _corrected(reached: GameState, correction: Correct) -> tuple[AnyEvent, ...] | Refusal:
    """Return what sets balances as they are insisted on, or why they cannot be so."""
    for seat, left in correction.cash.items():
        if left < 0:
            facts = {"amount": reached.cash(seat) - left, "cash": reached.cash(seat)}
            return Refusal("not-enough-cash", HELP, facts)
    return decide(reached, correction)


def _changes(head: Proposal, typed: Mapping[int, Money]) -> Counter[Purse]:
    """Return by how much each purse differs from what the rules say."""
    changes: Counter[Purse] = Counter()
    for place, amount in typed.items():
        due = head.dues[place]
        changes[due.payer] += due.amount - amount
        changes[due.payee] -= due.amount - amount
    return changes


# ---- other dice


def _with_dice(command: AnyCommand, dice: Dice, speed: SpeedFace | None) -> AnyCommand | None:
    """Return a held roll with other dice, or None: it is no roll, or was one of more dice."""
    if not isinstance(command, Roll | FirstRoll) or len(dice) != len(command.dice):
        return None
    if not set(dice) <= {1, 2, 3, 4, 5, 6}:
        return None
    if isinstance(command, FirstRoll):
        return replace(command, dice=dice)
    return replace(command, dice=dice, speed=speed or command.speed)


def _mark_reading(desk: Desk, head: Proposal, dice: Dice) -> None:
    """Note that the reading of a dropped roll has booked nothing, and what the dice were."""
    for reading in desk.readings.all:
        if (reading.game, reading.seq) != (desk.running.name, head.id):
            continue
        if reading.fate == "booked" and dice:
            wrong = sorted(dice) != sorted(reading.values)
            desk.note(reading.id, ruling="wrong" if wrong else "right", said=dice)
        elif reading.fate == "booked":
            desk.note(reading.id, fate="refused", seq=0)
