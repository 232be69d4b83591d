"""Two auctions where the companion proposes what it reckons; the plug is pulled again and again."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.accounts.verification import pictures_beside, verify
from companion.game.events import Bought, Confirmed, Paid
from companion.journal.sqlite import open_journal
from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.party import begin, joined
from tests.end_to_end.photos import Tray
from tests.end_to_end.reckoning import rent_of

ANN, BJORN, KIRA = range(3)
START = 1500
FIRST, SECOND = 6, 9


class Room:
    """The appliance with three phones and their buttons; nothing lies under its camera."""

    def __init__(self, folder: Path) -> None:
        self._home, tray = folder / "home", Tray(folder / "tray")
        self._options = ("--camera", f"dir:{tray.folder}?hold=0.5", "--buttons", "mock")
        self._appliance = Appliance(self._home, *self._options)
        try:
            self.phones = joined(self._appliance)
            begin(self.phones, helps="propose")
        except BaseException:
            self.close()
            raise

    @property
    def game(self) -> dict[str, Any]:
        """The running game as data."""
        return self.phones[ANN].game()

    @property
    def journal(self) -> Path:
        """The file of the one game there is."""
        (path,) = (self._home / "games").glob("*.journal")
        return path

    def pull_the_plug(self) -> None:
        """Kill it, start it again, and see that all of the game is there as it was."""
        before = self.game
        self._appliance.kill()
        self._appliance = Appliance(self._home, *self._options, port=self.phones[ANN].port)
        assert self._appliance.port == self.phones[ANN].port
        after = self.game
        same = ("game", "seq", "fingerprint", "cash", "asked", "helps", "proposal", "state")
        assert [before[key] for key in same] == [after[key] for key in same]

    def do(self, seat: int, verb: str, **fields: Any) -> None:
        """Let a phone say something that must be accepted."""
        answer = self.phones[seat].command(verb, **fields)
        assert answer.status == 200, answer

    def press(self, seat: int, until: Callable[[dict[str, Any]], Any]) -> None:
        """Press a seat's button, and wait for what comes of it."""
        answer = self.phones[ANN].post("/simulated/press", {"seat": seat})
        assert answer.status in (200, 303), answer
        self.wait(f"what the press of {seat} does", until)

    def bid(self, seat: int) -> int:
        """Bid by button; return the price that was bid."""
        self.press(seat, lambda game: game["state"]["auction"]["leader"] == seat)
        price: int = self.game["state"]["auction"]["price"]
        return price

    def hammer(self, *losers: int) -> None:
        """Let all others drop out, and wait for the hammer: nobody has to confirm what it ends."""
        for seat in losers:
            self.do(seat, "pass")
        game = self.wait("the hammer", lambda game: game["state"]["auction"] is None)
        assert game["proposal"] is None

    def wait(self, what: str, look: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Return the game as soon as it is as *look* wants it."""

        def found() -> dict[str, Any] | None:
            game = self.game
            return game if look(game) else None

        return wait_for(what, found)

    def close(self) -> None:
        """Stop it for good."""
        self._appliance.kill()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    found = Room(tmp_path)
    try:
        yield found
    finally:
        found.close()


def test_bids_hammer_and_a_rent_between_survive_the_plug_and_are_booked_once(room: Room) -> None:
    room.do(ANN, "roll", dice=[2, 4])
    room.do(ANN, "decline")
    room.bid(BJORN)
    first = room.bid(KIRA)
    room.pull_the_plug()  # in the middle of an auction
    room.hammer(ANN, BJORN)
    assert room.game["cash"] == [START, START, START - first]

    room.do(BJORN, "roll", dice=[3, 3])  # to Kira's lot, who may claim until Ann's dice
    room.do(BJORN, "roll", dice=[1, 2])
    room.do(BJORN, "decline")
    second = room.bid(ANN)
    room.do(KIRA, "claim", lot=FIRST)
    assert room.game["asked"] == {str(BJORN): ["confirm"]}
    room.pull_the_plug()  # while the rent waits, and the auction for it
    refused = room.phones[KIRA].command("bid", amount=second + 1).data["refused"]
    assert refused == "not-confirmed"
    room.press(BJORN, lambda game: game["proposal"] is None)
    room.pull_the_plug()  # just after it was confirmed
    room.hammer(BJORN, KIRA)

    rent = rent_of(FIRST)
    last = room.game
    assert last["cash"] == [START - second, START - rent, START - first + rent]
    assert [last["state"]["lots"][str(lot)]["owner"] for lot in (FIRST, SECOND)] == [KIRA, ANN]
    room.close()
    assert verify(room.journal, pictures_beside(room.journal)).damages == ()
    journal = open_journal(room.journal)
    events = [event for record in journal.records for event in record.events]
    journal.close()
    rents = [event for event in events if isinstance(event, Paid) and event.reason == "rent"]
    assert [(event.payer, event.payee, event.amount) for event in rents] == [(BJORN, KIRA, rent)]
    assert [event.price for event in events if isinstance(event, Bought)] == [first, second]
    assert [event.seats for event in events if isinstance(event, Confirmed)] == [(BJORN,)]
