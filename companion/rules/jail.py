"""In jail, and the ways out of it."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from companion.game.commands import JailCard, JailPay
from companion.game.events import CardReturned, DebtLifted, Freed, JailTurnSpent, MoveHeld, Rolled
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.rules.citing import always_cites, cites
from companion.rules.landing import land
from companion.rules.money import charge
from companion.rules.moving import forward
from companion.rules.obstacles import in_debt, unsettled
from companion.rules.play import Outcome, Play, cannot_act, key, refuse
from companion.rules.registry import rule
from companion.rules.speed_die import is_thrown
from companion.words import Seat

Way: TypeAlias = Literal["fine", "card"]
"""By what a prisoner leaves before the roll."""

AS_USUAL = ("jail/before-the-roll", "jail/free-then-double")
"""Who pays or gives a card is free before the roll, which is then like any other."""


def has_tried_in_vain(state: GameState, seat: Seat) -> bool:
    """Return whether a prisoner has no try left, and pays before this roll to move by it."""
    spent = state.players[seat].jailed
    by_last_try = state.rules.jail_third_roll_pays_then_moves
    return spent is not None and spent >= state.rules.jail_turns and not by_last_try


@rule("jail/double-frees", "jail/freeing-double", "jail/three-tries")
def try_for_double(play: Play, seat: Seat, dice: tuple[int, int]) -> None:
    """Let a prisoner roll: a double frees and moves, the last failed try costs the fine."""
    double = dice[0] == dice[1]
    again = double and play.state.rules.jail_doubles_roll_again
    play.tell(
        Rolled(
            seat=seat, dice=dice, doubles=int(again), again=again, because=key("jail/double-frees")
        )
    )
    if double:
        play.tell(Freed(seat=seat, by="double", because=key("jail/double-frees")))
        forward(play, seat, sum(dice))
        land(play, seat)
        return
    spent = (play.state.players[seat].jailed or 0) + 1
    play.tell(JailTurnSpent(seat=seat, turns=spent, because=key("jail/double-frees")))
    if spent >= play.state.rules.jail_turns and play.state.rules.jail_third_roll_pays_then_moves:
        leave_at_last(play, seat, sum(dice))


@cites(Rolled, "jail/double-frees")
def _rolled(state: GameState, event: Rolled) -> Iterator[str]:
    if event.dice[0] == event.dice[1]:
        yield "jail/freeing-double"
    if is_thrown(state, event.seat):
        yield "variant/speed-die-in-jail"


always_cites(JailTurnSpent, "jail/three-tries")


@rule("jail/third-turn-fine", "jail/third-turn-moves", "jail/third-turn-card", "jail/fine-as-debt")
def leave_at_last(play: Play, seat: Seat, spaces: int) -> None:
    """Take the fine that no prisoner gets round in the end, then move by the roll just made."""
    paid = charge(
        play,
        seat,
        "bank",
        play.state.rules.jail_fine,
        reason="jail-fine",
        because="jail/third-turn-fine",
        also=("jail/third-turn-card",),
        feed="fines",
    )
    if paid:
        leave_by_fine(play, seat, spaces)
    else:
        play.tell(MoveHeld(seat=seat, spaces=spaces, because=key("jail/fine-as-debt")))


def leave_by_fine(play: Play, seat: Seat, spaces: int) -> None:
    """Move a prisoner who has paid after the last failed try by that roll."""
    play.tell(Freed(seat=seat, by="fine", because=key("jail/third-turn-fine")))
    forward(play, seat, spaces)
    land(play, seat)


always_cites(Freed, "jail/third-turn-moves", because="jail/third-turn-fine")


@rule("jail/fine", "jail/fine-turns", "jail/before-the-roll", "jail/free-then-double")
def pay_fine(state: GameState, command: JailPay) -> Outcome:
    """Let a prisoner out for the fine, before the roll."""
    seat, fine = command.by, state.rules.jail_fine
    refusal = why_no_way_out(state, seat, by="fine")
    if refusal:
        return refusal
    if state.cash(seat) < fine:
        return refuse("not-enough-cash", "jail/fine", amount=fine, cash=state.cash(seat))
    play = Play(state)
    charge(play, seat, "bank", fine, reason="jail-fine", because="jail/fine", feed="fines")
    play.tell(Freed(seat=seat, by="fine", because=key("jail/fine")))
    return play


always_cites(Freed, *AS_USUAL, "jail/fine-turns", because="jail/fine")


@rule("jail/jail-free", "card/jail-free-returns", "jail/bought-card")
def use_card(state: GameState, command: JailCard) -> Outcome:
    """Let a prisoner out for a kept card, before the roll; it goes back under its pile."""
    seat = command.by
    if may_give_card_for_fine(state, seat):
        return _give_card_for_fine(state, seat)
    refusal = why_no_way_out(state, seat, by="card")
    if refusal:
        return refusal
    cards = state.jail_cards(seat)
    if not cards:
        return refuse("no-such-card", "jail/jail-free")
    return (
        CardReturned(seat=seat, card=cards[0], because=key("card/jail-free-returns")),
        Freed(seat=seat, by="card", because=key("jail/jail-free")),
    )


@rule("jail/third-turn-card")
@cites(Freed, "jail/jail-free")
def _freed_by_card(state: GameState, event: Freed) -> Iterator[str]:
    """Yield also that it was the last chance, if after this roll no card would help any more."""
    yield from AS_USUAL
    turns, rules = (state.players[event.seat].jailed or 0) + 1, state.rules
    if turns == rules.jail_turns and turns + 1 not in rules.jail_card_turns:
        yield "jail/third-turn-card"


def may_give_card_for_fine(state: GameState, seat: Seat) -> bool:
    """Return whether a kept card may stand for the last fine, which cash did not cover."""
    owes = any(debt.reason == "jail-fine" for debt in state.debts_of(seat))
    waits = owes and bool(state.turn.held_move)
    return state.rules.jail_card_for_last_fine and waits and bool(state.jail_cards(seat))


@rule("jail/third-turn-card")
def _give_card_for_fine(state: GameState, seat: Seat) -> Outcome:
    """Take a card instead of the last fine, then move by the roll that failed."""
    debt = next(debt for debt in state.debts_of(seat) if debt.reason == "jail-fine")
    spaces, because = state.turn.held_move, key("jail/third-turn-card")
    play = Play(state)
    play.tell(
        CardReturned(
            seat=seat, card=state.jail_cards(seat)[0], because=key("card/jail-free-returns")
        )
    )
    play.tell(
        DebtLifted(
            debtor=seat,
            creditor=debt.creditor,
            amount=debt.amount,
            reason=debt.reason,
            because=because,
        )
    )
    play.tell(Freed(seat=seat, by="card", because=because))
    forward(play, seat, spaces)
    land(play, seat)
    return play


always_cites(Freed, "jail/third-turn-moves", "jail/fine-as-debt", because="jail/third-turn-card")


def why_no_way_out(state: GameState, seat: Seat, *, by: Way) -> Refusal | None:
    """Return why *seat* may not leave jail by fine or card now, or None."""
    refusal = _why_not_at_the_dice(state, seat, by)
    if refusal:
        return refusal
    turns, rules = (state.players[seat].jailed or 0) + 1, state.rules
    allowed = rules.jail_fine_voluntary_turns if by == "fine" else rules.jail_card_turns
    if turns not in allowed:
        because = "jail/fine-turns" if by == "fine" else "jail/third-turn-card"
        return refuse("not-an-option", because, turn=turns)
    return None


def _why_not_at_the_dice(state: GameState, seat: Seat, by: Way) -> Refusal | None:
    """Return why *seat* is not the prisoner who is about to roll, or None."""
    refusal = cannot_act(state, seat)
    if refusal:
        return refusal
    if state.time_called:
        return refuse("game-over", "timed/last-turn")
    if state.first is not None:
        return refuse("must-roll", "turn/first-roll")
    if state.deal_due:
        return refuse("unsettled", "setup/pay-for-deal")
    turn = state.turn
    played_out = turn.rolled and not turn.roll_due
    next_up = state.after(turn.seat) if played_out else turn.seat
    if seat not in (next_up, turn.seat):
        return refuse("not-your-turn", "turn/order", seat=next_up)
    if state.debts:
        too_late = ("jail/before-the-roll",) if seat != next_up else ()
        failed = any(debt.reason == "jail-fine" for debt in state.debts_of(seat))
        card = "jail/third-turn-card" if by == "card" and failed else None
        return in_debt(state, *too_late, because=card)
    if state.players[seat].jailed is None:
        return refuse("not-in-jail", "jail/visiting")
    if seat != next_up:
        return refuse("already-rolled", "jail/before-the-roll")
    if state.unsettled:
        return unsettled(state)
    return None
