"""Three people who play at the companion with real pictures of dice, and what they live to see."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.end_to_end.appliance import wait_for
from tests.end_to_end.phone import Phone
from tests.end_to_end.photos import Picture, Tray
from tests.end_to_end.reckoning import reckoned, rent_of

TAXES = (4, 38)
HARMLESS = {"chance": "chance/dividend", "chest": "chest/doctor"}
BOARD = 40
MOST_ANSWERS = 60
"""Far more than one roll ever leads to: a debtor mortgages all there is, one lot at a time."""
UNSEEN_S = 15.0
"""So long do people wait before they type what the camera does not see."""


class Evening:
    """Plays turn after turn, towards spaces on which something is still to be seen.

    What the companion proposes is confirmed; what it only announces is reckoned and typed.

    Args:
        phones: by seat.
        tray: through which the camera sees dice.
        pictures: of two dice; each is used once.
        moment: told what there is to see, and at which seat, before it is dealt with.
    """

    def __init__(
        self,
        phones: list[Phone],
        tray: Tray,
        pictures: list[Picture],
        moment: Callable[[str, int], None] = lambda _what, _seat: None,
    ) -> None:
        self.phones, self.tray, self.left = phones, tray, list(pictures)
        self._moment = moment
        self.thrown: list[tuple[int, ...]] = []  # what the pictures show, in order
        self.doubts = 0
        self.taps = 0  # so often somebody confirmed
        self.mistyped = 0  # so often an amount was typed that is not the rules'
        self._card = ""  # drawn last
        self.seen: set[str] = set()

    @property
    def rolls(self) -> int:
        """How many rolls were made."""
        return len(self.thrown)

    @property
    def game(self) -> dict[str, Any]:
        """The running game as data."""
        return self.phones[0].game()

    # ---- rolling

    def roll(self) -> None:
        """Let whoever must roll throw the dice of the picture that leads furthest."""
        before = self.game
        seat = self._roller(before)
        self._moment("turn", seat)
        picture = max(self.left, key=lambda picture: self._worth(before, seat, picture))
        self.left.remove(picture)
        missed = self._unclaimed(before)
        self.tray.put(picture)
        try:
            after = wait_for("a roll", lambda: self._read(before), timeout_s=UNSEEN_S)
        except TimeoutError:  # the reader sees no dice at all: they are typed in
            self._accepted(self.phones[seat].command("roll", dice=picture.values))
            after = self.game
            self.seen.add("dice typed")
        if after["doubt"]:
            self._answer(after, picture)
        self.thrown.append(picture.values)
        self.confirm()
        for owner, lot in missed - self._open_rents(self.game):
            refused = self.phones[owner].command("claim", lot=lot).data
            assert refused["refused"] == "claim-too-late", refused
            self.seen.add("rent missed")

    def _read(self, before: dict[str, Any]) -> dict[str, Any] | None:
        now = self.game
        return now if now["doubt"] or now["seq"] > before["seq"] else None

    def _answer(self, game: dict[str, Any], picture: Picture) -> None:
        """Tap the faces on the phone of the one who rolled."""
        doubt = game["doubt"]
        if all(die["centre"] for die in doubt["dice"]):  # a whole throw is guessed
            self._moment("doubt", doubt["seat"])
        fields = {f"dice-{n}": value for n, value in enumerate(picture.values)}
        answer = self.phones[doubt["seat"]].post("/doubt", {"doubt": doubt["id"], **fields})
        assert answer.status in (200, 303), answer
        self.doubts += 1
        self.seen.add("doubt answered")
        wait_for("the answered roll", lambda: self._past(game["seq"]))

    def _past(self, seq: int) -> dict[str, Any] | None:
        now = self.game
        return now if now["seq"] > seq else None

    def _roller(self, game: dict[str, Any]) -> int:
        return next(int(seat) for seat, words in game["asked"].items() if "roll" in words)

    def _worth(self, game: dict[str, Any], seat: int, picture: Picture) -> int:
        """Return how much a roll would bring that was not seen yet."""
        state = game["state"]
        to = (state["players"][seat]["at"] + picture.total) % BOARD
        lot = state["lots"].get(str(to))
        if to in TAXES:
            return 3 if "tax" not in self.seen else 0
        if lot is None:
            return 0
        if lot["owner"] not in (None, seat):
            return 0 if {"rent claimed", "rent missed"} <= self.seen else 4
        return 2 if lot["owner"] is None else 0

    def _unclaimed(self, game: dict[str, Any]) -> set[tuple[int, int]]:
        """Return owner and lot of the rents that lapse with the next roll: a new turn's first."""
        turn = game["state"]["turn"]
        return set() if turn["rolled"] and turn["roll_due"] else self._open_rents(game)

    def _open_rents(self, game: dict[str, Any]) -> set[tuple[int, int]]:
        rents = game["state"]["rents"]
        return {(rent["owner"], rent["lot"]) for rent in rents if not rent["claimed"]}

    # ---- what the space asks for

    def settle(self) -> None:
        """Do what is asked until the next roll is."""
        for _ in range(MOST_ANSWERS):
            game = self.confirm()
            self._note(game)
            self._claim(game)
            game = self.game
            asked = {word for words in game["asked"].values() for word in words}
            if asked <= {"roll", "end", "jail-pay", "jail-card"}:
                return
            self._do(game)
        raise AssertionError(f"after {MOST_ANSWERS} answers there is still asked {game['asked']}")

    def _do(self, game: dict[str, Any]) -> None:
        state = game["state"]
        if state["auction"]:
            self._auction(state["auction"])
        elif state["debts"]:
            self._raise_money(state["debts"][0]["debtor"])
        elif state["purchase"]:
            seat, price = state["purchase"]["seat"], state["purchase"]["price"]
            self._moment("purchase", seat)
            wanted = "auction won" in self.seen and game["cash"][seat] > price + 200
            self._accepted(self.phones[seat].command("buy" if wanted else "decline"))
            self.seen.add("bought" if wanted else "declined")
        elif state["draw"]:
            self._card = HARMLESS[state["draw"]["deck"]]
            self._accepted(self.phones[state["draw"]["seat"]].command("draw", card=self._card))

    def _auction(self, auction: dict[str, Any]) -> None:
        """Bid by buttons: the two after the first seat, then the clock's hammer."""
        for seat in (1, 2):
            self.press(seat)
            wait_for(f"a bid of {seat}", partial(self._leads, seat))
        self._moment("auction", 1)
        wait_for("the hammer", lambda: self.game["state"]["auction"] is None)
        owner = self.game["state"]["lots"][str(auction["lot"])]["owner"]
        assert owner == 2, owner
        self.seen.add("auction won")

    def _leads(self, seat: int) -> bool:
        auction = self.game["state"]["auction"]
        return bool(auction) and auction["leader"] == seat

    def _claim(self, game: dict[str, Any]) -> None:
        """Claim a rent by button; once, let one lapse."""
        due = [rent for rent in game["state"]["rents"] if not rent["claimed"]]
        if not due or ("rent claimed" in self.seen and "rent missed" not in self.seen):
            return
        owner, before = due[0]["owner"], game["cash"]
        self._moment("rent", owner)
        self.press(owner)
        wait_for("the rent", lambda: not self._due_to(owner, self.confirm()))
        rent = due[0]["amount"] or rent_of(due[0]["lot"])  # null where people type it
        if self.game["cash"][owner] == before[owner] + rent:
            self.seen.add("rent claimed")

    @staticmethod
    def _due_to(owner: int, game: dict[str, Any]) -> bool:
        return any(r["owner"] == owner and not r["claimed"] for r in game["state"]["rents"])

    # ---- what waits to be confirmed

    def confirm(self) -> dict[str, Any]:
        """Confirm all that waits, each who must on the own phone; return the game after it."""
        for _ in range(MOST_ANSWERS):
            game = self.game
            waits = game["proposal"]
            if waits is None:
                return game
            seat = waits["awaited"][0]
            self._moment("proposal", seat)
            assert game["asked"][str(seat)] == ["confirm"], game["asked"]
            answer = self.phones[seat].post("/confirm", self._word(game, seat))
            assert answer.status == 303, answer
            self.taps += 1
        raise AssertionError(f"after {MOST_ANSWERS} words there still waits {waits}")

    def _word(self, game: dict[str, Any], seat: int) -> dict[str, Any]:
        """Return the form that *seat* sends; the first amount that is typed is wrong."""
        waits = game["proposal"]
        word: dict[str, Any] = {"proposal": waits["id"]}
        if waits["helps"] != "announce":
            return word
        if waits["typed"]:  # both amounts are shown now
            self.mistyped += 1
            return {**word, "as-ruled": "yes"}
        for place in waits["places"][str(seat)]:
            due = waits["dues"][place]
            assert due["amount"] == 0, due
            amount = reckoned(due, game["state"], self.thrown[-1], self._card)
            word[f"typed-{place}"] = amount + (self.mistyped == 0)
        return word

    def _raise_money(self, debtor: int) -> None:
        lots = self.game["state"]["lots"]
        for lot, held in lots.items():
            if held["owner"] == debtor and not held["mortgaged"]:
                self._accepted(self.phones[debtor].command("mortgage", lots=[int(lot)]))
                break
        self.phones[debtor].command("pay")

    def press(self, seat: int) -> None:
        """Press a seat's button."""
        answer = self.phones[0].post("/simulated/press", {"seat": seat})
        assert answer.status in (200, 303), answer

    def _note(self, game: dict[str, Any]) -> None:
        if any(p["at"] in TAXES for p in game["state"]["players"]):
            self.seen.add("tax")

    @staticmethod
    def _accepted(answer: Any) -> None:
        assert answer.status == 200, answer
