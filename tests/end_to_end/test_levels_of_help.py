"""The same short evening, whether the companion books by itself, proposes or only announces."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.game.events import Help
from tests.end_to_end.appliance import Appliance
from tests.end_to_end.evening import Evening
from tests.end_to_end.party import begin, joined
from tests.end_to_end.photos import OWN, Tray, labelled

TO_SEE = {"bought", "rent claimed", "rent missed", "tax"}
MOST_ROLLS = 14


class End(NamedTuple):
    """What an evening came to."""

    thrown: list[tuple[int, ...]]
    cash: list[int]
    fingerprint: str
    seen: set[str]
    taps: int  # so often somebody confirmed
    mistyped: int  # so often with an amount that is not the rules'


def played(work: Path, helps: Help) -> End:
    """Play in *work* until all there is to see was seen."""
    tray = Tray(work / "tray")
    source = f"dir:{tray.folder}?hold=0.5"
    appliance = Appliance(work / "home", "--camera", source, "--buttons", "mock")
    try:
        phones = joined(appliance)
        begin(phones, helps=helps)
        evening = Evening(phones, tray, labelled(OWN))
        evening.seen.add("auction won")  # the clock of an auction takes its time: they buy
        while TO_SEE - evening.seen and evening.rolls < MOST_ROLLS:
            evening.roll()
            evening.settle()
        last: dict[str, Any] = evening.game
    finally:
        appliance.kill()
    assert last["helps"] == helps
    return End(
        thrown=evening.thrown,
        cash=last["cash"],
        fingerprint=last["fingerprint"],
        seen=evening.seen,
        taps=evening.taps,
        mistyped=evening.mistyped,
    )


@pytest.fixture(scope="module")
def booked(tmp_path_factory: pytest.TempPathFactory) -> End:
    """The evening of a companion that books by itself."""
    end = played(tmp_path_factory.mktemp("book"), "book")
    assert not TO_SEE - end.seen
    assert end.taps == 0
    return end


def test_who_confirms_what_is_proposed_pays_what_is_booked_else(
    tmp_path: Path, booked: End
) -> None:
    end = played(tmp_path, "propose")
    assert end.thrown == booked.thrown
    assert (end.cash, end.fingerprint) == (booked.cash, booked.fingerprint)
    assert end.taps > 0


def test_who_types_the_amounts_pays_what_is_booked_else(tmp_path: Path, booked: End) -> None:
    end = played(tmp_path, "announce")
    assert end.thrown == booked.thrown
    assert (end.cash, end.fingerprint) == (booked.cash, booked.fingerprint)
    assert end.taps > 1
    assert end.mistyped == 1  # the first amount, on purpose; all else was reckoned as the rules do
