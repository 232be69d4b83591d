"""Moving a token, and the salary that the way may bring."""

from collections.abc import Iterator

from companion.editions.model import BOARD_SIZE, GO
from companion.game.events import Jailed, Moved, NothingDue, TurnEnded
from companion.game.state import GameState
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
    earned_before = play.state.turn.laps
    play.tell(
        Moved(
            seat=seat,
            start=start,
            to=to,
            laps=laps,
            because=key(because),
            also=keys(*_told_of_way(play, seat, start, to)),
        )
    )
    if laps:
        further = [SALARY_BY[because]] if because in SALARY_BY else []
        further += ["go/twice-in-a-turn"] if earned_before else []
        receive(
            play,
            seat,
            play.state.rules.go_salary,
            reason="salary",
            because="go/stop" if to == GO else "go/pass",
            also=("bank/pays-salary", *further),
        )


@rule("turn/shared-space", "go/first-move")
def _told_of_way(play: Play, seat: Seat, start: Space, to: Space) -> Iterator[str]:
    """Yield what has a say besides: leaving Go is not passing it, and spaces may be shared."""
    players = play.state.players
    if any(players[other].at == to for other in play.state.others(seat)):
        yield "turn/shared-space"
    if start == GO and to != GO:
        yield "go/paid-once" if players[seat].laps else "go/first-move"


@rule("turn/space-decides")
def nothing_due(play: Play, seat: Seat, because: str, *also: str) -> None:
    """Say why the space under *seat*'s token asks for nothing."""
    at = play.state.players[seat].at
    told = keys(*also, "turn/space-decides")
    play.tell(NothingDue(seat=seat, space=at, because=key(because), also=told))


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
    further_roll = play.state.turn.roll_due and because != "doubles/third"
    told = _told_of_jail(play.state, start, because)
    play.tell(Jailed(seat=seat, start=start, because=key(because), also=keys(*told)))
    if rules.jail_salary and start > play.state.edition.jail:
        because = "go/on-the-way-to-jail"
        receive(play, seat, rules.go_salary, reason="salary", because=because)
    ended = keys("doubles/ended-by-jail") if further_roll else ()
    following = play.state.after(seat)
    play.tell(TurnEnded(seat=seat, next=following, because=key("jail/ends-turn"), also=ended))


def _told_of_jail(state: GameState, start: Space, because: str) -> Iterator[str]:
    if start > state.edition.jail:
        yield "go/on-the-way-to-jail"
    if state.turn.laps:
        yield "go/kept-before-jail"
    if because == "doubles/third":
        yield "doubles/third-earns-nothing"
    if state.turn.onward:
        yield "variant/speed-die-jailed"
