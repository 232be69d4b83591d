"""Moves with the speed die: by its number, by bus, to any space, and on with Mr. Monopoly."""

from companion.editions.model import BOARD_SIZE
from companion.game.events import ChoiceOffered, Chosen, WentOn
from companion.game.state import BUS, TRIPLE, GameState, OpenChoice
from companion.rules.landing import land
from companion.rules.moving import forward, forward_to
from companion.rules.obstacles import MOVES_BY
from companion.rules.play import Outcome, Play, key
from companion.rules.registry import rule
from companion.rules.rent import is_due
from companion.rules.speed_die import is_triple, total
from companion.words import Seat, Space, SpeedFace


@rule("variant/speed-die-bus", "variant/speed-die-triple", "variant/speed-die-number")
def move(play: Play, seat: Seat, dice: tuple[int, int], speed: SpeedFace | None) -> None:
    """Move by the dice, or ask where to."""
    if speed is None:
        forward(play, seat, sum(dice))
        land(play, seat)
    elif is_triple(dice, speed):
        spaces = tuple(str(space) for space in range(BOARD_SIZE))
        _ask(play, seat, spaces, TRIPLE, because="variant/speed-die-triple")
    elif speed == "bus":
        ways = dict.fromkeys(str(way) for way in (*dice, sum(dice)))
        _ask(play, seat, tuple(ways), BUS, because="variant/speed-die-bus")
    else:
        forward(play, seat, total(dice, speed))
        land(play, seat)


def _ask(play: Play, seat: Seat, options: tuple[str, ...], about: str, *, because: str) -> None:
    play.tell(ChoiceOffered(seat=seat, options=options, about=about, because=key(because)))


def move_as_chosen(state: GameState, choice: OpenChoice, option: str) -> Outcome:
    """Move as the player says, by one white die or both, or to the space named."""
    play, seat = Play(state), choice.seat
    because = MOVES_BY[choice.about]
    play.tell(Chosen(seat=seat, option=option, because=key(because)))
    if choice.about == BUS:
        forward(play, seat, int(option), because=because)
    else:
        forward_to(play, seat, Space(int(option)), because=because)
    land(play, seat)
    return play


@rule("variant/speed-die-mr-monopoly", "variant/speed-die-rent", "variant/speed-die-stays")
def go_on(play: Play) -> None:
    """Begin the second part of the move: to the next unowned lot, else where rent is due."""
    state, seat = play.state, play.state.turn.seat
    if state.players[seat].jailed is not None:
        play.tell(WentOn(seat=seat, to=None, because=key("variant/speed-die-jailed")))
        return
    at = state.players[seat].at
    spaces = (Space((at + step) % BOARD_SIZE) for step in range(1, BOARD_SIZE + 1))
    ahead = [space for space in spaces if space in state.lots]
    unowned = [lot for lot in ahead if state.lots[lot].owner is None]
    if unowned:
        _on_to(play, seat, unowned[0], because="variant/speed-die-mr-monopoly")
        return
    earning = [lot for lot in ahead if is_due(state, seat, lot)]
    if earning:
        _on_to(play, seat, earning[0], because="variant/speed-die-rent")
    else:
        play.tell(WentOn(seat=seat, to=None, because=key("variant/speed-die-stays")))


def _on_to(play: Play, seat: Seat, lot: Space, *, because: str) -> None:
    play.tell(WentOn(seat=seat, to=lot, because=key(because)))
    forward_to(play, seat, lot, because=because)
    land(play, seat)
