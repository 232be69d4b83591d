"""Processes in which people vote, wait and press too late, until they are killed."""

import threading
from multiprocessing.connection import Connection
from pathlib import Path

from companion.game.commands import Claim, Correct
from companion.game.refusals import Refusal
from companion.table.answers import Accepted
from companion.table.disputing.commands import AskVote, RaiseDispute, SetCustoms
from companion.table.disputing.disputes import Customs
from companion.table.presses import PRESSED
from companion.table.table import Table
from companion.words import Seat
from tests.support.player import banker, begin, miss_a_rent

ANN, BOB = Seat(0), Seat(1)


def ask_for_a_vote_in_a_process(home: Path, told: Connection) -> None:
    """Begin a game, ask for a vote, let play wait for a ruling, tell both, wait to be killed."""
    table = Table(home)
    table.start()
    begin(table)
    table.submit(Correct(why="something to go back to", cash={ANN: 900}), banker(table))
    table.submit(Correct(why="and to dispute", cash={ANN: 800}), banker(table))
    customs = Customs(waits=True, vote=True, vote_s=600)
    table.submit(SetCustoms(customs=customs), banker(table))
    ann, bob = (table.cause("seat", "phone", seat=seat) for seat in (ANN, BOB))
    for answer in (
        table.submit(AskVote(by=ANN, to=2, why="a mistake"), ann),
        table.submit(RaiseDispute(seq=3, why="miscounted"), bob),
    ):
        assert isinstance(answer, Accepted), answer
    told.send((table.view.vote, table.view.held))
    threading.Event().wait()


def press_too_late_in_a_process(home: Path, told: Connection) -> None:
    """Let a rent lapse, press too late for it, tell the record of the press, wait to be killed."""
    table = Table(home)
    table.start()
    begin(table)
    miss_a_rent(table)
    answer = table.submit(Claim(by=ANN), table.cause("seat", "button", seat=ANN))
    assert isinstance(answer, Refusal)
    told.send(answer.facts[PRESSED])
    threading.Event().wait()
