"""The speed die: who throws it, and what it counts for."""

from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.rules.play import refuse
from companion.rules.registry import rule
from companion.words import Seat, SpeedFace


@rule("variant/speed-die", "variant/speed-die-starts")
def is_thrown(state: GameState, seat: Seat) -> bool:
    """Return whether *seat* throws three dice: from the first throw after the first salary."""
    return state.rules.speed_die and state.players[seat].laps > 0


@rule("variant/speed-die-in-jail")
def is_thrown_to_move(state: GameState, seat: Seat) -> bool:
    """Return whether the next throw for a move, or out of jail, is one of three dice."""
    if not state.rules.speed_die:
        return False
    return is_thrown(state, seat) and state.players[seat].jailed is None


def is_due(state: GameState, seat: Seat) -> bool:
    """Return whether the next throw of *seat*, for a move or for a rent, is one of three dice."""
    rent = state.rent_roll
    if rent is not None and rent.visitor == seat:
        return is_thrown(state, seat)
    return state.first is None and is_thrown_to_move(state, seat)


def why_wrong(
    state: GameState, seat: Seat, speed: SpeedFace | None, *, due: bool
) -> Refusal | None:
    """Return why these are not the dice that *seat* throws now, or None.

    Args:
        state: as it stands.
        seat: who throws.
        speed: what the speed die shows, if it was thrown.
        due: whether it is to be thrown.
    """
    if (speed is not None) == due:
        return None
    because = "variant/speed-die"
    also = ["variant/speed-die-starts"] if due else []
    also += ["variant/speed-die-utility"] if state.rules.speed_die and state.rent_roll else []
    if state.rules.speed_die and not due:
        jailed = is_thrown(state, seat) and state.players[seat].jailed is not None
        because = "variant/speed-die-in-jail" if jailed else "variant/speed-die-starts"
    return refuse("bad-command", because, *also, dice=3 if due else 2)


def is_triple(dice: tuple[int, int], speed: SpeedFace | None) -> bool:
    """Return whether all three dice show the same number."""
    return speed is not None and dice[0] == dice[1] == speed


@rule("variant/speed-die-utility", "variant/speed-die-number")
def total(dice: tuple[int, int], speed: SpeedFace | None) -> int:
    """Return the sum of all dice; a symbol counts nothing."""
    return sum(dice) + (speed if isinstance(speed, int) else 0)
