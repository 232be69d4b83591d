"""Somebody who plays on and on: whatever is asked, an answer is found."""

import random
import resource
import threading
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from companion.game.commands import (
    AnyCommand,
    Bid,
    Buy,
    Choose,
    Claim,
    Correct,
    Decline,
    Draw,
    FirstRoll,
    Hammer,
    Pass,
    PayDebt,
    Roll,
)
from companion.game.events import RentOpened
from companion.game.state import GameState, fingerprint
from companion.journal.record import Cause
from companion.journal.replay import in_force
from companion.rules.asked import asked
from companion.rules.auction import lowest_bid
from companion.table.answers import Accepted, Answer, Broken
from companion.table.games.commands import Begin
from companion.table.help.commands import Confirm, SetHelp
from companion.table.story.commands import PutIn
from companion.table.table import Table
from companion.words import Seat

PLAYERS = ("Ann", "Bob", "Cy")
WAIT_S = 30.0
"""An answer that takes so long never comes."""


def next_command(state: GameState, chance: random.Random) -> AnyCommand:
    """Return a command that the referee accepts now; the game never ends."""
    wanted = asked(state)
    if state.auction is not None and not state.debts:
        return _in_auction(state, chance)
    seat, words = next(iter(wanted.items()))
    dice = (chance.randint(1, 6), chance.randint(1, 6))
    if "first-roll" in words:
        return FirstRoll(by=seat, dice=dice)
    if "pay" in words:
        debt = state.debts_of(seat)[0]
        if state.cash(seat) < debt.amount:
            return Correct(why="the test plays on", cash={seat: debt.amount + 2000})
        return PayDebt(by=seat)
    if "buy" in words:
        assert state.purchase is not None
        rich = state.cash(seat) > state.purchase.price + 300
        return Buy(by=seat) if rich else Decline(by=seat)
    if "draw" in words:
        assert state.draw is not None
        deck = state.draw.deck
        pile = [c.id for c in state.edition.cards if c.deck == deck and c.id not in state.holds]
        return Draw(by=seat, card=chance.choice(pile))
    if "choose" in words:
        assert state.choice is not None
        return Choose(by=seat, option=chance.choice(state.choice.options))
    return Roll(by=next(s for s, w in wanted.items() if "roll" in w), dice=dice)


def _in_auction(state: GameState, chance: random.Random) -> AnyCommand:
    auction = state.auction
    assert auction is not None
    bidders = [seat for seat in auction.bidders if seat != auction.leader]
    if not bidders or chance.random() < 0.3:
        return Hammer()
    least, seat = lowest_bid(state, auction), chance.choice(bidders)
    return Bid(by=seat, amount=least) if state.cash(seat) >= least else Pass(by=seat)


def banker(table: Table, command_id: str | None = None) -> Cause:
    """Return the cause of somebody who may do everything."""
    return table.cause("banker", "banker", command_id=command_id)


def begin(table: Table) -> Answer:
    """Begin a game for the players."""
    cause = banker(table)
    return table.submit(Begin(edition="ru-2004", players=PLAYERS, first_roll=False), cause)


def miss_a_rent(table: Table) -> None:
    """Let the first player miss the rent of the second: the third has rolled already."""
    ann, bob, cy = map(Seat, range(3))
    for command in (
        Roll(by=ann, dice=(1, 2)),
        Buy(by=ann),
        Roll(by=bob, dice=(1, 2)),
        Roll(by=cy, dice=(3, 4)),
    ):
        answer = table.submit(command, banker(table))
        assert isinstance(answer, Accepted), answer


def play(table: Table, chance: random.Random) -> Iterator[Answer]:
    """Play without end; yield each answer. What could not be saved is sent again, same id."""
    if table.view.state is None:
        yield begin(table)
    while True:
        state = table.view.state
        assert state is not None
        command = next_command(state, chance)
        cause = banker(table, f"{table.view.id}-{chance.random()}")
        answer = table.submit(command, cause)
        yield answer
        while isinstance(answer, Broken):
            answer = table.submit(command, cause)
            yield answer


def play_in_a_process(home: Path, told: Connection, seed: int) -> None:
    """Play until killed, telling the number and digest of each record that was acknowledged."""
    table = Table(home)
    table.start()
    for answer in play(table, random.Random(seed)):
        assert isinstance(answer, Accepted), answer
        told.send((answer.seq, table.history()[-1].digest))


def forget_and_put_in(home: Path, told: Connection, seed: int) -> None:
    """Play until killed; now and then put a rent in its place that was forgotten.

    Tells the number and digest of the last record of all that was acknowledged.
    """
    table, chance = Table(home), random.Random(seed)
    table.start()
    for answer in play(table, chance):
        assert isinstance(answer, Accepted), answer
        if chance.random() < 0.7:
            _put_in(table, chance)
        told.send((len(table.history()), table.history()[-1].digest))


def confirm_in_a_process(home: Path, told: Connection, seed: int) -> None:
    """Play until killed where all that costs something is proposed, and confirm each of it.

    Tells the number and digest of each record that was acknowledged.
    """
    table, chance = Table(home), random.Random(seed)
    table.start()
    if table.view.state is None:
        begin(table)
        propose(table)
    for answer in _confirming(table, chance):
        assert isinstance(answer, Accepted), answer
        told.send((answer.seq, table.history()[answer.seq - 1].digest))


def _confirming(table: Table, chance: random.Random) -> Iterator[Answer]:
    game = play(table, chance)
    while True:
        waits = table.view.proposal
        yield next(game) if waits is None else say_so(table, waits.id)


def propose(table: Table) -> None:
    """Let the companion propose what it reckons, until the game ends."""
    cause = banker(table)
    answer = table.submit(SetHelp(helps="propose"), cause)
    assert isinstance(answer, Accepted), answer


def say_so(table: Table, proposal: int, command_id: str | None = None) -> Answer:
    """Confirm what is proposed, for all who must."""
    cause = banker(table, command_id)
    return table.submit(Confirm(proposal=proposal), cause)


def propose_in_a_process(home: Path, told: Connection) -> None:
    """Let the dice cost Ann a tax that is only proposed, tell what waits, wait to be killed."""
    table = Table(home)
    table.start()
    begin(table)
    propose(table)
    answer = table.submit(Roll(by=Seat(0), dice=(1, 3)), banker(table))
    assert isinstance(answer, Accepted), answer
    told.send((table.view.proposal, table.view.asked))
    threading.Event().wait()


def _put_in(table: Table, chance: random.Random) -> None:
    """Claim one of the last rents that lapsed where it was due, if there is one."""
    line = in_force(table.history())[-40:]
    missed = [
        (record.seq, Claim(by=event.owner, lot=event.lot))
        for record in line
        for event in record.events
        if isinstance(event, RentOpened) and not event.claimed
    ]
    if missed:
        place, claim = chance.choice(missed)
        cause = banker(table, f"late-{table.view.id}-{chance.random()}")
        table.submit(PutIn(place=place, command=claim, seen=table.view.seq, cut=True), cause)


class Evening(NamedTuple):
    """What happened around a time when nothing could be saved."""

    codes: list[str]  # of the answers meanwhile
    trouble: str  # shown meanwhile
    fingerprints: tuple[str, str]  # of the state: before, and meanwhile
    accepted_later: int  # of five commands
    trouble_later: str
    records: int  # in the end


def play_against_a_wall(home: Path, told: Connection, limit: int) -> None:
    """Play while no file may grow beyond *limit* bytes, until nothing can be saved; then freely."""
    table = Table(home)
    table.start()
    game = play(table, random.Random(1))
    next(game)
    freely = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, freely[1]))
    before = meanwhile = _state(table)
    codes: list[str] = []
    while len(codes) < 3:
        answer = next(game)
        meanwhile = _state(table)
        if isinstance(answer, Broken):
            codes.append(answer.code)
        else:
            before = meanwhile
    trouble = str(table.view.trouble or "")
    resource.setrlimit(resource.RLIMIT_FSIZE, freely)
    later = sum(isinstance(next(game), Accepted) for _ in range(5))
    evening = Evening(
        codes,
        trouble,
        (before, meanwhile),
        later,
        str(table.view.trouble or ""),
        len(table.history()),
    )
    table.stop()
    told.send(evening)


def _state(table: Table) -> str:
    assert table.view.state is not None
    return fingerprint(table.view.state)
