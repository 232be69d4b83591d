"""Games as each version of the companion wrote them: `python -m tests.golden.journals` adds some.

`versions/version-N.zip` is a copy of a home with one game of every edition, made by the companion
that wrote records in version N; `version-N.toml` says what each game comes to. In those of
`version-N-retold` something was booked late, and what came later was told again. All are kept for
ever and never made anew: whoever raises the version adds the next.
"""

import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.backups.writing import Order, Packer
from companion.bots.match import Match, names_of
from companion.editions.library import Library
from companion.editions.load import edition_ids, load_edition
from companion.game import events as e
from companion.game.commands import BookLate, Correct, CorrectDeed
from companion.game.events import AnyEvent
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.journal.codec import VERSION
from companion.journal.home import Home
from companion.journal.record import Cause
from companion.journal.replay import in_force, replayed
from companion.table.answers import Accepted, Answer
from companion.table.clocks.timing import Timing
from companion.table.desk import Desk
from companion.table.games.beginning import opened
from companion.table.games.commands import Begin
from companion.table.live_game import LiveGame, begun
from companion.table.pipeline import Pipeline
from companion.table.story.commands import PutIn, Undo
from companion.words import RuleKey, Seat, Space
from tests.support.table import FakeClock

FOLDER = Path(__file__).parent / "versions"
STEPS, PLAYERS, SEED = 60, 4, 1
TOLD_AGAIN = 30
"""So many steps are played where they are told again."""

SECOND_PLACE = 18
"""The second late entry stands after so many records in force: in no edition all fits after it."""

CAUSE = Cause(
    role="banker",
    origin="banker",
    device="golden",
    wall=1_800_000_000.0,
    mono=12.5,
    boot="00000000-0000-0000-0000-000000000000",
)


def play(home: Home, edition_id: str) -> LiveGame:
    """Play a beginning, set a deed right, correct cash, take that back, tell what moves nothing."""
    game = _begun(home, edition_id, STEPS)
    reprinted = CorrectDeed(why="a golden print", lot=Space(1), price=60_000)
    _accepted(game.decide(reprinted, CAUSE))
    first = Seat(0)
    cash = {first: game.state.cash(first) + 100}
    _accepted(game.decide(Correct(why="a golden reason", cash=cash), CAUSE))
    back = Undo(why="a golden mistake")
    story = game.story_from(None, CAUSE, back, why=back.why)
    assert not isinstance(story, Refusal), story
    _accepted(game.save(story))
    for event in beside(first):
        _accepted(game.note((event,), CAUSE, {"do": "tell"}))
    return game


def retell(home: Home, edition_id: str) -> LiveGame:
    """Play the beginning of a game, and book late in it twice: all fits, then not all.

    The second place is among what the first one has told again. It takes all that the payer has
    there, so what they spent after it was not possible.
    """
    game = _begun(home, edition_id, TOLD_AGAIN)
    desk = Desk(home, FakeClock(), Timing(), lambda _view: None)
    desk.game, table = game, Pipeline(desk)
    payer, least = Seat(0), max(1, game.state.rules.smallest_amount)
    little = BookLate(payer=payer, payee="bank", amount=least, why="a golden fee")
    _accepted(
        table.answer(
            PutIn(place=TOLD_AGAIN // 2, command=little, seen=game.seq, why="forgotten"),
            _by("little"),
        )
    )
    line = in_force(game.records())[:SECOND_PLACE]
    there = replayed(line).cash(payer)
    much = BookLate(payer=payer, payee=Seat(1), amount=there, why="a golden bet")
    place = line[-1].seq
    _accepted(
        table.answer(
            PutIn(place=place, command=much, seen=game.seq, why="forgotten", cut=True), _by("much")
        )
    )
    return game


def _begun(home: Home, edition_id: str, steps: int) -> LiveGame:
    """Return a game after so many *steps* of built-in players."""
    wanted = Begin(edition=edition_id, players=names_of(PLAYERS), first_roll=True)
    beginning = opened(wanted, Library())
    assert not isinstance(beginning, Refusal), beginning
    game = begun(home, *beginning, CAUSE, wanted)
    match = Match(load_edition(edition_id), PLAYERS, SEED)
    for number in range(steps):
        by = replace(_by(f"step-{number}"), mono=CAUSE.mono + number)
        _accepted(game.decide(match.step(), by))
    return game


def _by(command_id: str) -> Cause:
    return replace(CAUSE, command_id=command_id)


def beside(seat: Seat) -> Iterator[AnyEvent]:
    """Yield what may stand in a journal and moves nothing, one of each kind."""
    rule, phone = RuleKey("table/golden"), "0123456789ab"
    yield e.BanknotesSet(banknotes="on", cash={seat: 100}, because=rule)
    yield e.HandedOver(payment="1.1", giver="bank", to=seat, amount=100, because=rule)
    yield e.Disputed(seat=seat, seq=3, why="a golden doubt", waits=120, because=rule)
    yield e.WaitEnded(because=rule)
    yield e.Ruled(seq=3, ruling="stands", because=rule)
    yield e.VoteAsked(
        seat=seat, back_to=2, voters=(seat, Seat(1), Seat(2)), seconds=60, because=rule
    )
    yield e.Voted(seat=Seat(1), vote=9, yes=False, because=rule)
    yield e.VoteFailed(seat=seat, vote=9, because=rule)
    yield e.PressRefused(
        seat=seat, do="bid", code="bid-too-low", amount=10, against=3, decided=12.75, because=rule
    )
    yield e.Paused(because=rule)
    yield e.PauseEnded(because=rule)
    yield e.ArbiterCalled(seat=seat, about="rules", why="a golden question", because=rule)
    yield e.CallAnswered(call=9, arbiter="Judy", because=rule)
    yield e.CallEnded(call=9, because=rule)
    yield e.SeatMoved(seat=seat, how="handed", phones=(phone,), because=rule)
    yield e.BankerMoved(how="pin", phones=(phone,), because=rule)
    yield from proposed(seat, rule)


def proposed(seat: Seat, rule: RuleKey) -> Iterator[AnyEvent]:
    """Yield what is said of amounts that wait to be confirmed."""
    due = e.Due(payer=seat, payee="bank", amount=200, reason="tax")
    yield e.HelpSet(helps="announce", because=rule)
    yield e.Proposed(helps="announce", seats=(seat,), dues=(due,), because=rule)
    yield e.Differed(proposal=9, seat=seat, typed={0: 180}, ruled={0: 200}, because=rule)
    yield e.Contested(proposal=9, seat=seat, why="a golden reason", because=rule)
    yield e.Confirmed(proposal=9, seats=(seat,), because=rule)
    yield e.Dropped(proposal=9, because=rule)
    yield e.Insisted(
        proposal=9, typed={0: 180}, ruled={0: 200}, cash={seat: 20}, why="so", because=rule
    )


def told_of(state: GameState, records: int) -> dict[str, Any]:
    """Return what a game comes to, as a person would check it."""
    seats = range(PLAYERS)
    return {
        "records": records,
        "cash": [state.cash(Seat(seat)) for seat in seats],
        "owned": [sorted(lot.index for lot in state.owned(Seat(seat))) for seat in seats],
        "at": [player.at for player in state.players],
    }


KINDS: Mapping[str, Callable[[Home, str], LiveGame]] = {"": play, "-retold": retell}
"""How the games of a version are played, by the end of their copy's name."""

NEWEST = tuple(f"version-{VERSION}{kind}" for kind in KINDS)
"""The names of the copies of the present version."""


def copies() -> list[str]:
    """Return the names of all copies of golden games."""
    return sorted(file.stem for file in FOLDER.glob("*.zip"))


def file_of(name: str) -> Path:
    """Return a copy of golden games."""
    return FOLDER / f"{name}.zip"


def kept(name: str) -> dict[str, dict[str, Any]]:
    """Return what each game of a copy comes to, by the game's name."""
    return tomllib.loads(file_of(name).with_suffix(".toml").read_text())


def main() -> int:
    """Add the games of the present version, as far as they are not there."""
    missing = [(n, how) for n, how in zip(NEWEST, KINDS.values(), strict=True) if n not in copies()]
    if not missing:
        print(f"{' and '.join(NEWEST)} are there: golden games are never made anew")
        return 1
    for name, how in missing:
        _add(name, how)
    return 0


def _add(name: str, how: Callable[[Home, str], LiveGame]) -> None:
    FOLDER.mkdir(exist_ok=True)
    lines = ["# What the games of this version come to. Never made anew.\n"]
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder), ballast=0)
        for edition_id in edition_ids():
            game = how(home, edition_id)
            lines.append(f"\n[{game.name}]\n")
            told = told_of(game.state, game.seq)
            lines += [f"{key} = {value}\n" for key, value in told.items()]
            game.close()
        home.close()
        order = Order(home_id="00000000", number=1, why="asked", wall=CAUSE.wall)
        Packer(Path(folder)).write(order, file_of(name))
    file_of(name).with_suffix(".toml").write_text("".join(lines))


def _accepted(answer: Answer) -> None:
    assert isinstance(answer, Accepted), answer


if __name__ == "__main__":
    sys.exit(main())
