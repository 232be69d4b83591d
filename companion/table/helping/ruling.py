"""What the banker makes of a proposal, and how far the companion helps at this table."""

from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias

from msgspec.structs import replace

from companion.game.commands import AnyCommand, FirstRoll, Roll
from companion.game.events import Dropped, Help, HelpSet, Insisted, Purse
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.journal.record import Cause
from companion.rules import decide
from companion.table.answers import Accepted, Answer
from companion.table.desk import ONE_GAME, Desk
from companion.table.helping.holding import booked, correction_of
from companion.table.helping.proposal import HELP, Proposal, is_amount
from companion.table.live import LiveGame
from companion.table.replay import after
from companion.table.roles import may_govern
from companion.words import Money, SpeedFace

Dice: TypeAlias = tuple[int, ...]

_LONGEST = 70  # of a command's id, that a second one can be made of it


def set_help(desk: Desk, helps: Help, cause: Cause) -> Answer:
    """Set how far the companion helps in booking from now on; the banker only.

    What is open stays open, as it was proposed.
    """
    refusal, game = may_govern(cause), desk.game
    if refusal or game is None:
        return refusal or Refusal("no-game", ONE_GAME)
    if helps == desk.proposals.helps:
        return Accepted(game.seq, (), game.name)
    event = HelpSet(helps=helps, because=HELP)
    answer = game.note((event,), cause, {"do": "help", "helps": helps})
    desk.settle()
    return answer


def drop(
    desk: Desk,
    proposal: int,
    cause: Cause,
    *,
    why: str = "",
    dice: Dice = (),
    speed: SpeedFace | None = None,
) -> Answer:
    """Let nothing of what is proposed count; the banker only. With *dice*, those were rolled.

    Whoever was asked then is asked again. Refused with `not-asked` where it is open no more, with
    `bad-command` where other *dice* are named of what was no roll, or of another number.
    """
    found = _open(desk, proposal, cause)
    if isinstance(found, Refusal | Accepted):
        return _rolled_again(desk, cause, found) or found
    game, head = found
    instead = _with_dice(head.command, dice, speed) if dice else None
    if dice and instead is None:
        return Refusal("bad-command", HELP, {"dice": len(dice)})
    event = Dropped(proposal=head.id, why=why.strip(), because=HELP)
    asked = {"do": "drop", "proposal": head.id, **({"dice": [*dice]} if dice else {})}
    answer = game.note((event,), cause, asked)
    if isinstance(answer, Accepted):
        _mark_reading(desk, game, head, dice)
    desk.settle()
    if instead is not None and isinstance(answer, Accepted):
        answer = desk.decide(instead, _second(cause, head.cause.evidence))
    desk.release_claims()
    return answer


def insist(desk: Desk, proposal: int, typed: Mapping[int, Money], why: str, cause: Cause) -> Answer:
    """Book what the rules say, and correct it to the amounts *typed*; the banker only.

    Both stay in the ledger, with the reason. *typed*: by the place of the due; others are booked
    as the rules say. Refused with `bad-command` without a reason, with `not-an-option` where no
    amount differs or cash does not cover what the rules say, with `not-enough-cash` where somebody
    would have less than nothing.
    """
    found = _open(desk, proposal, cause)
    if isinstance(found, Refusal | Accepted):
        return found
    game, head = found
    other = {n: amount for n, amount in typed.items() if head.ruled.get(n) not in (None, amount)}
    if not why.strip():
        return Refusal("bad-command", HELP, {"wanted": "why"})
    if not all(is_amount(n) for n in other.values()):
        return Refusal("bad-command", HELP)
    if not other or any(head.dues[place].owed for place in other):
        return Refusal("not-an-option", HELP)
    changes = _changes(head, other)
    event = Insisted(
        proposal=head.id,
        typed=other,
        ruled={place: head.dues[place].amount for place in other},
        cash={one: n for one, n in changes.items() if isinstance(one, int)},
        pot=changes["pot"],
        why=why.strip(),
        because=HELP,
    )
    refusal = _why_no_correction(after(game.state, head.events), event)
    if refusal:
        return refusal
    answer = booked(desk, game, head, cause, event)
    desk.settle()  # what was insisted on is corrected in going on
    desk.release_claims()
    return answer


def _why_no_correction(reached: GameState, event: Insisted) -> Refusal | None:
    """Return why balances could not be as they are insisted on, or None."""
    correction = correction_of(event, reached)
    for seat, left in correction.cash.items():
        if left < 0:
            facts = {"amount": reached.cash(seat) - left, "cash": reached.cash(seat)}
            return Refusal("not-enough-cash", HELP, facts)
    outcome = decide(reached, correction)
    return outcome if isinstance(outcome, Refusal) else None


def _changes(head: Proposal, typed: Mapping[int, Money]) -> Counter[Purse]:
    """Return by how much each purse differs from what the rules say."""
    changes: Counter[Purse] = Counter()
    for place, amount in typed.items():
        due = head.dues[place]
        changes[due.payer] += due.amount - amount
        changes[due.payee] -= due.amount - amount
    return changes


def _open(
    desk: Desk, proposal: int, cause: Cause
) -> tuple[LiveGame, Proposal] | Refusal | Accepted:
    """Return what the banker rules on, or what is answered instead."""
    game, head = desk.game, desk.proposals.head
    refusal = may_govern(cause)
    if refusal or game is None:
        return refusal or Refusal("no-game", ONE_GAME)
    known = game.answered(cause.command_id)
    if known:
        return known
    if head is None or head.id != proposal:
        return Refusal("not-asked", HELP)
    return game, head


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


def _second(cause: Cause, evidence: str | None) -> Cause:
    """Return the cause of the second record of one wish."""
    known = cause.command_id
    again = f"{known[:_LONGEST]}/roll" if known else None
    return replace(cause, command_id=again, evidence=evidence)


def _rolled_again(desk: Desk, cause: Cause, known: Refusal | Accepted) -> Answer | None:
    """Return how the dice were answered that came with a press that is known already."""
    again = _second(cause, None).command_id if isinstance(known, Accepted) else None
    return desk.game.answered(again) if desk.game else None


def _mark_reading(desk: Desk, game: LiveGame, head: Proposal, dice: Dice) -> None:
    """Note that the reading of a dropped roll has booked nothing, and what the dice were."""
    for reading in desk.readings.all:
        if (reading.game, reading.seq) != (game.name, head.id):
            continue
        if reading.fate == "booked" and dice:
            wrong = sorted(dice) != sorted(reading.values)
            desk.note(reading.id, ruling="wrong" if wrong else "right", said=dice)
        elif reading.fate == "booked":
            desk.note(reading.id, fate="refused", seq=0)
