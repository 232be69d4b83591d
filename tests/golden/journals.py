"""Games as each version of the companion wrote them: `python -m tests.golden.journals` adds one.

`versions/version-N.zip` is a copy of a home with one game of every edition, made by the companion
that wrote records in version N; `version-N.toml` says what each game comes to. Both are kept for
ever and never made anew: whoever raises the version adds the next pair.
"""

import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.backups.writing import Order, Packer
from companion.bots.match import Match, names_of
from companion.editions.library import Library
from companion.editions.load import edition_ids, load_edition
from companion.game import events as e
from companion.game.commands import Correct
from companion.game.events import AnyEvent
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.journal.codec import VERSION
from companion.journal.home import Home
from companion.journal.record import Cause
from companion.table.answers import Accepted, Answer
from companion.table.live import LiveGame, begun
from companion.table.new_game import NewGame
from companion.words import RuleKey, Seat

FOLDER = Path(__file__).parent / "versions"
STEPS, PLAYERS, SEED = 60, 4, 1
CAUSE = Cause(
    role="banker",
    origin="banker",
    device="golden",
    wall=1_800_000_000.0,
    mono=12.5,
    boot="00000000-0000-0000-0000-000000000000",
)


def play(home: Home, edition_id: str) -> LiveGame:
    """Play the beginning of a game, correct it, take that back, and tell what moves nothing."""
    wanted = NewGame(
        edition=edition_id, variants=(), house={}, players=names_of(PLAYERS), first_roll=True
    )
    opened = wanted.opened(Library())
    assert not isinstance(opened, Refusal), opened
    game = begun(home, *opened, CAUSE, wanted.command())
    match = Match(load_edition(edition_id), PLAYERS, SEED)
    for number in range(STEPS):
        by = replace(CAUSE, command_id=f"step-{number}", mono=CAUSE.mono + number)
        _accepted(game.decide(match.step(), by))
    first = Seat(0)
    cash = {first: game.state.cash(first) + 100}
    _accepted(game.decide(Correct(why="a golden reason", cash=cash), CAUSE))
    _accepted(game.go_back(None, "a golden mistake", CAUSE))
    for event in beside(first):
        _accepted(game.note((event,), CAUSE, {"do": "tell"}))
    return game


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


def versions() -> list[int]:
    """Return all versions of which there are golden games."""
    return sorted(int(file.stem.removeprefix("version-")) for file in FOLDER.glob("*.zip"))


def file_of(version: int) -> Path:
    """Return the copy with the games of a version."""
    return FOLDER / f"version-{version}.zip"


def kept(version: int) -> dict[str, dict[str, Any]]:
    """Return what each game of a version comes to, by its name."""
    return tomllib.loads(file_of(version).with_suffix(".toml").read_text())


def main() -> int:
    """Add the games of the present version, if they are not there."""
    if file_of(VERSION).exists():
        print(f"{file_of(VERSION).name} is there: golden games are never made anew")
        return 1
    FOLDER.mkdir(exist_ok=True)
    lines = ["# What the games of this version come to. Never made anew.\n"]
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder), ballast=0)
        for edition_id in edition_ids():
            game = play(home, edition_id)
            lines.append(f"\n[{game.name}]\n")
            told = told_of(game.state, game.seq)
            lines += [f"{key} = {value}\n" for key, value in told.items()]
            game.close()
        home.close()
        order = Order(home_id="00000000", number=1, why="asked", wall=CAUSE.wall)
        Packer(Path(folder)).write(order, file_of(VERSION))
    file_of(VERSION).with_suffix(".toml").write_text("".join(lines))
    return 0


def _accepted(answer: Answer) -> None:
    assert isinstance(answer, Accepted), answer


if __name__ == "__main__":
    sys.exit(main())
