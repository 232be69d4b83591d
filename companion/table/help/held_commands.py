"""Holding commands: what the companion reckons by itself waits, one thing after the other."""

from collections.abc import Mapping

from companion.game.commands import AnyCommand, Claim, Correct
from companion.game.events import AnyEvent, Insisted, Proposed
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.rules import decide
from companion.table.help.dues import dues_of, reckoned
from companion.table.help.proposal import HELP, Proposal
from companion.table.help.proposals import Proposals
from companion.words import RuleKey, Seat


def why_nothing(head: Proposal | None) -> Refusal | None:
    """Return why nothing else is booked while something is to be confirmed, or None."""
    if head is None:
        return None
    awaited = {"seat": head.awaited[0]} if head.awaited and not head.contested else {}
    return Refusal("not-confirmed", HELP, awaited)


def proposed(
    proposals: Proposals, state: GameState, command: AnyCommand
) -> Proposed | Proposal | Refusal | None:
    """Return what is to be confirmed before a command is booked; None: it is booked by itself.

    A claim that waits already, for it was pressed twice, gives what waits.
    """
    if proposals.helps == "book":
        return None
    outcome = decide(state, command)
    if isinstance(outcome, Refusal):
        return outcome
    dues = dues_of(command, outcome)
    if not dues:
        return None
    if isinstance(command, Claim):
        known = proposals.same_claim(state, command)
        if known is not None:
            return known
    seats = dict.fromkeys(due.says for due in dues if due.says is not None)
    return Proposed(
        helps=proposals.helps,
        seats=(*seats,),
        dues=dues,
        because=HELP,
        also=_rules(command, outcome),
    )


def _rules(command: AnyCommand, story: tuple[AnyEvent, ...]) -> tuple[RuleKey, ...]:
    """Return the rules that the amounts rest on."""
    keys = (key for one in reckoned(command, story) for key in (one.because, *one.also))
    return tuple(dict.fromkeys(keys))


def asked_now(
    head: Proposal | None, asked: Mapping[Seat, frozenset[str]]
) -> Mapping[Seat, frozenset[str]]:
    """Return what is waited for: while something is to be confirmed, that alone."""
    if head is None:
        return asked
    return {} if head.contested else dict.fromkeys(head.awaited, frozenset({"confirm"}))


def correction_of(event: Insisted, state: GameState) -> Correct:
    """Return the correction of what was insisted on, its reason with both amounts."""
    pairs = (f"{event.ruled[n]} → {amount}" for n, amount in event.typed.items())
    return Correct(
        why=f"{', '.join(pairs)}: {event.why}",
        cash={seat: state.cash(seat) + change for seat, change in event.cash.items()},
        pot=state.pot + event.pot if event.pot else None,
    )
