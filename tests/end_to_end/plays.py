"""Whether an installed companion plays: a game is begun, and each of three players throws once.

    .ci/plays PYTHON

says so of the companion that PYTHON has; nothing but the standard library is needed beside it.
"""

import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import companion
from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone

PATIENCE_S = 600.0
"""So long may a step take where each instruction is emulated."""

CARDS = {"chance": "chance/dividend", "chest": "chest/doctor"}


def later(phone: Phone, than: int) -> dict[str, Any] | None:
    """Return the game once it has gone on; dice that are asked about are said to be as guessed."""
    game = phone.game()
    if game["doubt"]:
        fields = {f"dice-{n}": die["faces"][0] for n, die in enumerate(game["doubt"]["dice"])}
        phone.post("/doubt", {"doubt": game["doubt"]["id"], **fields})
    return game if game["seq"] > than else None


def turn(phones: list[Phone]) -> int:
    """Let whoever is asked throw, and settle what comes of it; return the seat."""
    game = phones[0].game()
    seat = next(int(seat) for seat, words in game["asked"].items() if "roll" in words)
    assert phones[seat].post("/simulated/throw", {}).status == 303
    game = wait_for("the roll", partial(later, phones[0], game["seq"]), timeout_s=PATIENCE_S)
    draw = game["state"]["draw"]
    if draw:
        assert phones[draw["seat"]].command("draw", card=CARDS[draw["deck"]]).status == 200
    purchase = phones[0].game()["state"]["purchase"]
    if purchase:
        assert phones[purchase["seat"]].command("buy").status == 200
    return seat


def main() -> None:
    """Play, and say how long it took."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        appliance = Appliance(
            Path(folder) / "home", "--camera", "sim", "--buttons", "mock", "--seed", "7"
        )
        try:
            wait_for("the page", lambda: "PIN" in appliance.output, timeout_s=PATIENCE_S)
            phones = joined(appliance)
            begin(phones)
            seen: set[int] = set()
            while len(seen) < len(phones):
                seen.add(turn(phones))
        finally:
            appliance.kill()
    place = Path(companion.__file__).parent
    print(f"{place} plays: a round of {len(seen)} in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
