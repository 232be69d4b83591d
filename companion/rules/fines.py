"""Fines for bad manners at the table, in the editions that have them."""

from companion.game.commands import Fine
from companion.game.state import GameState
from companion.rules.money import charge
from companion.rules.play import Outcome, Play, cannot_act, refuse
from companion.rules.registry import rule


@rule("fine/fines", "fine/wrong-token", "fine/out-of-turn", "fine/dice-off-table", "fine/as-debt")
def fine(state: GameState, command: Fine) -> Outcome:
    """Fine a player, as the banker says; most editions know no fine but that of the jail."""
    refusal = cannot_act(state, command.player)
    if refusal:
        return refusal
    amount = state.rules.fine_amount
    if not amount:
        return refuse("not-an-option", "fine/fines", reason=command.reason)
    play = Play(state)
    facts = {"for": command.reason}
    charge(
        play,
        command.player,
        "bank",
        amount,
        reason="fine",
        because=f"fine/{command.reason}",
        also=("fine/fines", "fine/as-debt"),
        facts=facts,
        feed="fines",
    )
    return play
