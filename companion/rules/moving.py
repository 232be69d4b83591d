"""Moving a token, and the salary that the way may bring."""

from companion.editions.model import BOARD_SIZE, GO
from companion.game.events import Jailed, Moved, TurnEnded
from companion.rules.money import receive
from companion.rules.play import Play, key, keys
from companion.rules.registry import rule
from companion.words import Seat, Space

SALARY_BY = {
    "card/new-space-counts": "go/by-card",
    "variant/speed-die-bus": "variant/speed-die-salary",
    "variant/speed-die-triple": "variant/speed-die-salary",
    "variant/speed-die-mr-monopoly": "variant/speed-die-salary",
    "variant/speed-die-rent": "variant/speed-die-salary",
}
"""What a salary on the way rests on besides, by what the move rests on."""


@rule("turn/move", "go/stop", "go/pass", "go/by-card", "go/twice-in-a-turn", "go/paid-once")
def forward(play: Play, seat: Seat, spaces: int, *, because: str = "turn/move") -> None:
    """Move along the arrow; reaching or passing Go earns the salary."""
    start = play.state.players[seat].at
    to = Space((start + spaces) % BOARD_SIZE)
    laps = (start + spaces) // BOARD_SIZE
    play.tell(
        Moved(
            seat=seat,
            start=start,
            to=to,
            laps=laps,
            because=key(because),
            also=keys("turn/shared-space"),
        )
    )
    if laps:
        way = SALARY_BY.get(because)
        receive(
            play,
            seat,
            play.state.rules.go_salary,
            reason="salary",
            because="go/stop" if to == GO else "go/pass",
            also=("bank/pays-salary", *((way,) if way else ())),
        )


def forward_to(play: Play, seat: Seat, space: Space, *, because: str) -> None:
    """Move along the arrow to a space; from the space itself, once round."""
    spaces = (space - play.state.players[seat].at) % BOARD_SIZE or BOARD_SIZE
    forward(play, seat, spaces, because=because)


@rule("go/backwards")
def straight_to(play: Play, seat: Seat, space: Space, *, because: str) -> None:
    """Put a token on a space without a way over Go: no salary."""
    start = play.state.players[seat].at
    play.tell(
        Moved(seat=seat, start=start, to=space, because=key(because), also=keys("go/backwards"))
    )


@rule("jail/space", "jail/card", "jail/ends-turn", "go/on-the-way-to-jail", "doubles/ended-by-jail")
@rule("variant/speed-die-jailed")
def to_jail(play: Play, seat: Seat, *, because: str) -> None:
    """Send a player to jail: as a rule no salary on the way, and the turn is over."""
    start, rules = play.state.players[seat].at, play.state.rules
    lost = keys("variant/speed-die-jailed") if play.state.turn.onward else ()
    play.tell(
        Jailed(
            seat=seat,
            start=start,
            because=key(because),
            also=keys("go/on-the-way-to-jail", "go/kept-before-jail") + lost,
        )
    )
    if rules.jail_salary and start > play.state.edition.jail:
        because = "go/on-the-way-to-jail"
        receive(play, seat, rules.go_salary, reason="salary", because=because)
    play.tell(TurnEnded(seat=seat, next=play.state.after(seat), because=key("jail/ends-turn")))
