"""Moving a token, and the salary that the way may bring."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.editions.model import BOARD_SIZE, GO
from companion.game.events import Jailed, Moved, NothingDue, TurnEnded
from companion.game.state import GameState
from companion.rules.citing import always_cites, cites
from companion.rules.money import receive
from companion.rules.play import Play, key, keys
from companion.rules.registry import rule
from companion.words import Money, Seat, Space

SALARY_BY = {
    "card/new-space-counts": "go/by-card",
    "variant/speed-die-bus": "variant/speed-die-salary",
    "variant/speed-die-triple": "variant/speed-die-salary",
    "variant/speed-die-mr-monopoly": "variant/speed-die-salary",
    "variant/speed-die-rent": "variant/speed-die-salary",
}
"""What a salary on the way rests on besides, by what the move rests on."""


@rule("turn/move", "go/by-card")
def forward(play: Play, seat: Seat, spaces: int, *, because: str = "turn/move") -> None:
    """Move along the arrow; reaching or passing Go earns the salary."""
    start = play.state.players[seat].at
    to = Space((start + spaces) % BOARD_SIZE)
    laps = (start + spaces) // BOARD_SIZE
    told, salary = _told_of_way(play.state, seat, start, to), None
    if laps:
        further = [SALARY_BY[because]] if because in SALARY_BY else []
        salary = _salary(play.state, to, *further)
        told += _withheld(salary)
    play.tell(
        Moved(seat=seat, start=start, to=to, laps=laps, because=key(because), also=keys(*told))
    )
    if salary is not None:
        because = "go/stop" if to == GO else "go/pass"
        _pay(play, seat, salary, because)


class _Salary(NamedTuple):
    """What reaching or passing Go earns, with the rules and the arithmetic behind it."""

    amount: Money
    rules: tuple[str, ...]
    facts: dict[str, int | str]


@rule("go/stop", "go/pass", "go/twice-in-a-turn", "go/paid-once", "bank/pays-salary")
@rule("variant/speed-die-salary")
def _salary(state: GameState, to: Space, *further: str) -> _Salary:
    """Return the salary as it is due before a move that ends on *to* leads to or over Go."""
    rules, told = state.rules, [*further]
    if state.turn.laps:
        told.append("go/twice-in-a-turn")
        if not rules.go_salary_repeats_in_turn:
            return _Salary(0, tuple(told), {})
    if to != GO:
        return _Salary(rules.go_salary, tuple(told), {})
    told.append("go/paid-once")
    if not rules.go_landing_doubles_salary:
        return _Salary(rules.go_salary, tuple(told), {})
    return _Salary(2 * rules.go_salary, tuple(told), {"base": rules.go_salary, "multiplier": 2})


def _withheld(salary: _Salary) -> tuple[str, ...]:
    """Return why a way over Go earns nothing, if that is so."""
    return () if salary.amount else salary.rules


def _pay(play: Play, seat: Seat, salary: _Salary, because: str) -> None:
    also = ("bank/pays-salary", *salary.rules)
    receive(
        play, seat, salary.amount, reason="salary", because=because, also=also, facts=salary.facts
    )


@rule("turn/shared-space", "go/first-move", "jail/passed-over")
def _told_of_way(state: GameState, seat: Seat, start: Space, to: Space) -> list[str]:
    """Return what has a say besides: leaving Go is not passing it, and spaces may be shared."""
    told = []
    for player in state.players:
        if player.at == to and not player.out and player is not state.players[seat]:
            told = ["turn/shared-space"]
    if start < state.edition.jail < to:
        told.append("jail/passed-over")
    if start == GO and to != GO:
        told.append("go/paid-once" if state.players[seat].laps else "go/first-move")
    return told


@rule("turn/space-decides")
def nothing_due(play: Play, seat: Seat, because: str) -> None:
    """Say why the space under *seat*'s token asks for nothing."""
    play.tell(NothingDue(seat=seat, space=play.state.players[seat].at, because=key(because)))


always_cites(NothingDue, "turn/space-decides")


def forward_to(play: Play, seat: Seat, space: Space, *, because: str) -> None:
    """Move along the arrow to a space; from the space itself, once round."""
    spaces = (space - play.state.players[seat].at) % BOARD_SIZE or BOARD_SIZE
    forward(play, seat, spaces, because=because)


@rule("go/backwards")
def backward(play: Play, seat: Seat, spaces: int, *, because: str) -> None:
    """Move against the arrow; only some tables pay a salary for Go on that way."""
    start = play.state.players[seat].at
    to = Space((start - spaces) % BOARD_SIZE)
    counts = play.state.rules.go_salary_backwards and 0 < start <= spaces
    salary = _salary(play.state, to) if counts else None
    play.tell(
        Moved(
            seat=seat,
            start=start,
            to=to,
            back_laps=int(counts),
            because=key(because),
            also=keys("go/backwards"),
        )
    )
    if salary is not None:
        _pay(play, seat, salary, "go/backwards")


def straight_to(play: Play, seat: Seat, space: Space, *, because: str) -> None:
    """Put a token on a space without a way over Go: no salary."""
    start = play.state.players[seat].at
    play.tell(
        Moved(seat=seat, start=start, to=space, because=key(because), also=keys("go/backwards"))
    )


@rule("jail/space", "jail/card", "jail/ends-turn", "go/on-the-way-to-jail", "doubles/ended-by-jail")
@rule("variant/speed-die-jailed")
@rule("go/kept-before-jail")
def to_jail(play: Play, seat: Seat, *, because: str) -> None:
    """Send a player to jail: as a rule no salary on the way, and the turn is over."""
    start, rules = play.state.players[seat].at, play.state.rules
    play.tell(Jailed(seat=seat, start=start, because=key(because)))
    if rules.jail_salary and start > play.state.edition.jail:
        jail = play.state.edition.jail
        _pay(play, seat, _salary(play.state, jail), "go/on-the-way-to-jail")
    following = play.state.after(seat)
    play.tell(TurnEnded(seat=seat, next=following, because=key("jail/ends-turn")))


@cites(TurnEnded, "jail/ends-turn")
def _ended_by_jail(state: GameState, _event: TurnEnded) -> Iterator[str]:
    if state.turn.roll_due:
        yield "doubles/ended-by-jail"


@cites(Jailed)
def _jailed(state: GameState, event: Jailed) -> Iterator[str]:
    if event.start > state.edition.jail:
        yield "go/on-the-way-to-jail"
    if state.turn.laps:
        yield "go/kept-before-jail"
    if event.because == "doubles/third":
        yield "doubles/third-earns-nothing"
    if state.turn.onward:
        yield "variant/speed-die-jailed"
