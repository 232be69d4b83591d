"""Rolling the dice, and ending a turn."""

from collections.abc import Iterator

from companion.game.commands import End, Roll
from companion.game.events import Rolled, TurnEnded
from companion.game.refusals import Code, Refusal
from companion.game.state import GameState
from companion.rules import jail
from companion.rules.citing import cites
from companion.rules.moving import to_jail
from companion.rules.obstacles import in_debt, unsettled
from companion.rules.play import Outcome, Play, cannot_act, key, refuse
from companion.rules.registry import rule
from companion.rules.rent import close_claims, roll_for_rent
from companion.rules.speed_die import is_thrown, is_thrown_to_move, is_triple, why_wrong
from companion.rules.speed_die_moves import move
from companion.rules.trade import lapse_all
from companion.words import Seat, SpeedFace


def roller(state: GameState) -> Seat:
    """Return who has the next roll: the player on turn, or the next one once a turn is played."""
    turn = state.turn
    return state.after(turn.seat) if turn.rolled and not turn.roll_due else turn.seat


@rule("turn/settle-first", "auction/keeps-claims-open")
def roll(state: GameState, command: Roll) -> Outcome:
    """Move by the dice, try for a double in jail, or decide a rent by them."""
    seat = command.by
    refusal = cannot_act(state, seat)
    if refusal:
        return refusal
    rent = state.rent_roll
    if rent is not None and not state.debts and state.auction is None:
        if rent.visitor != seat:
            rolls_next = seat in (state.turn.seat, roller(state))
            code: Code = "unsettled" if rolls_next else "not-your-turn"
            return refuse(code, "utility/visitor-rolls", seat=rent.visitor)
        wrong = why_wrong(state, seat, command.speed, due=is_thrown(state, seat))
        return wrong or roll_for_rent(state, rent, command.dice, command.speed)
    return (
        _why_no_roll(state, seat)
        or why_wrong(state, seat, command.speed, due=is_thrown_to_move(state, seat))
        or _movement_roll(state, seat, command.dice, command.speed)
    )


@rule("doubles/roll-again", "doubles/third", "doubles/third-earns-nothing", "turn/order")
@rule("doubles/within-one-turn")
def _movement_roll(
    state: GameState, seat: Seat, dice: tuple[int, int], speed: SpeedFace | None
) -> Outcome:
    play = Play(state)
    if not (state.turn.seat == seat and state.turn.rolled):
        _begin_turn(play, seat)
    jailed = play.state.players[seat].jailed is not None
    pays_first = jailed and jail.has_tried_in_vain(play.state, seat)
    if jailed and not pays_first:
        jail.try_for_double(play, seat, dice)
        return play
    double = dice[0] == dice[1] and not is_triple(dice, speed)
    doubles = play.state.turn.doubles + 1 if double else 0
    third = doubles == state.rules.doubles_to_jail
    play.tell(
        Rolled(
            seat=seat,
            dice=dice,
            speed=speed,
            doubles=doubles,
            again=double and not third and state.rules.doubles_roll_again,
            onward=speed == "mr" and not third,
            because=key("turn/move"),
        )
    )
    if third:
        to_jail(play, seat, because="doubles/third")
    elif pays_first:
        jail.leave_at_last(play, seat, sum(dice))
    else:
        move(play, seat, dice, speed)
    return play


@rule("variant/speed-die-faces", "variant/speed-die-doubles", "variant/speed-die-triple-ends")
@cites(Rolled, "turn/move")
def _rolled(state: GameState, event: Rolled) -> Iterator[str]:
    """Yield what is said of a double, and of the speed die, which makes none."""
    if state.players[event.seat].freed:
        yield "jail/free-then-double"
    dice, speed = event.dice, event.speed
    triple = is_triple(dice, speed)
    if dice[0] == dice[1] and not triple:
        yield from ("doubles/roll-again", "doubles/within-one-turn")
    if speed is None:
        return
    yield from ("variant/speed-die", "variant/speed-die-faces", "variant/speed-die-starts")
    if triple:
        yield "variant/speed-die-triple-ends"
    else:
        yield "variant/speed-die-doubles"
    if isinstance(speed, int):
        yield "variant/speed-die-number"


def _begin_turn(play: Play, seat: Seat) -> None:
    """Let the turn before end, and with the new one's first roll unclaimed rents and offers."""
    before = play.state.turn
    if before.seat != seat:
        play.tell(TurnEnded(seat=before.seat, next=seat, because=key("turn/order")))
    if play.state.rents:
        close_claims(play, seat)
    if play.state.offers:
        lapse_all(play)


@rule("card/at-once")
def _why_no_roll(state: GameState, seat: Seat) -> Refusal | None:
    own_turn = seat == state.turn.seat and state.turn.rolled
    if state.time_called and (not own_turn or state.rules.timed_end == "roll-finished"):
        return refuse("game-over", "timed/last-turn")
    if state.first is not None:
        return refuse("must-roll", "turn/first-roll")
    if state.deal_due:
        return refuse("unsettled", "setup/pay-for-deal")
    due = roller(state)
    if seat not in (due, state.turn.seat):
        further = ("doubles/may-decline",) if state.turn.roll_due else ()
        arrested = ("jail/ends-turn",) if _just_arrested(state, seat) else ()
        return refuse("not-your-turn", "turn/order", *further, *arrested, seat=due)
    if state.debts:
        return in_debt(state)
    if state.unsettled:
        return unsettled(state)
    if seat != due:
        return refuse("already-rolled", "turn/order", *_told_of_no_more(state, seat), seat=due)
    return None


def _just_arrested(state: GameState, seat: Seat) -> bool:
    """Return whether the turn of *seat* was the last one, and ended in jail."""
    before = state.after(seat) == state.turn.seat and not state.turn.rolled
    return before and state.players[seat].jailed == 0


@rule("jail/freeing-double", "variant/speed-die-triple-ends", "doubles/roll-again")
@rule("jail/three-tries")
def _told_of_no_more(state: GameState, seat: Seat) -> Iterator[str]:
    """Yield why the throws of *seat* in this turn bring no further one."""
    dice, speed = state.turn.dice, state.turn.speed
    if dice is None:
        return
    if state.players[seat].jailed is not None:
        yield "jail/three-tries"
    if is_triple(dice, speed):
        yield "variant/speed-die-triple-ends"
    elif dice[0] == dice[1]:
        yield "jail/freeing-double"
    else:
        yield "doubles/roll-again"
    if state.edition.space(state.players[seat].at).kind == "utility":
        yield "doubles/other-rolls"  # nor does a throw for the rent


@rule("doubles/may-decline")
def end(state: GameState, command: End) -> Outcome:
    """End the turn, giving up a further roll where the edition makes that a right."""
    seat, turn = command.by, state.turn
    refusal = cannot_act(state, seat)
    if refusal:
        return refusal
    if state.first is not None:
        return refuse("must-roll", "turn/first-roll")
    if seat != turn.seat:
        return refuse("not-your-turn", "turn/order", seat=turn.seat)
    if state.debts:
        return in_debt(state)
    if state.unsettled:
        return unsettled(state)
    if state.time_called and not turn.rolled:
        return (TurnEnded(seat=seat, next=state.after(seat), because=key("timed/last-turn")),)
    if not turn.rolled:
        in_jail = state.players[seat].jailed is not None
        return refuse("must-roll", "jail/three-tries" if in_jail else "turn/move")
    if turn.roll_due and not state.rules.doubles_roll_may_be_declined:
        return refuse("must-roll", "doubles/may-decline")
    because = "doubles/may-decline" if turn.roll_due else "turn/order"
    return (TurnEnded(seat=seat, next=state.after(seat), because=key(because)),)
