"""How this table's dice were read, in words."""

from collections.abc import Iterator, Sequence

from companion.doctor import Check, Code, Facts, Health
from companion.table.dice.readings import KeptReadings, Tally

LAST = 200
"""So many throws are recent."""

FEW = 30
"""Below so many throws shares say nothing."""

ASKS_OFTEN, ERRS_OFTEN = 0.2, 0.01
"""Shares from which on something should be done."""


def below(count: int) -> float:
    """Return under what share errors lie when none was seen in *count* throws: 3/n, rounded up.

    Were the share larger, no error in so many would happen in fewer than one case in twenty.
    """
    return -(-3000 // count) / 1000


def percent(share: float) -> str:
    """Return a share in percent: whole, or with a tenth where it is nearly none or nearly all."""
    number = 100 * share
    if 10 <= number <= 99 or number in (0, 100):
        return f"{number:.0f} %"
    return f"{min(number, 99.9):.1f} %"


def accuracy_checks(readings: KeptReadings) -> Sequence[Check]:
    """Say how this table's throws were read: the last ones, and all."""
    recent, ever = readings.tally(LAST), readings.tally()
    if not ever.throws:
        return (Check("dice read here", "ok", "throws-none"),)
    facts: Facts = {"throws": recent.throws, "asked": recent.asked, **_shares(recent)}
    code: Code = "throws"
    if ever.throws < FEW:
        code = "throws-few"
    elif recent.wrong > max(1, ERRS_OFTEN * recent.sure):
        code = "throws-wrong"
    elif recent.asked > ASKS_OFTEN * recent.throws:
        code = "throws-asked"
    health: Health = "ok" if code in ("throws", "throws-few") else "warn"
    return (Check("dice read here", health, code, facts, "; ".join(_more(recent, ever))),)


def _shares(tally: Tally) -> dict[str, str]:
    """Return how many were read without asking and how many of these wrong, with their shares."""
    sure, wrong = str(tally.sure), str(tally.wrong)
    if tally.throws >= FEW:
        sure = f"{sure} ({percent(tally.sure / tally.throws)})"
    if tally.sure >= FEW:
        least = "" if tally.wrong else "< "
        share = tally.wrong / tally.sure if tally.wrong else below(tally.sure)
        wrong = f"{wrong} ({least}{percent(share)})"
    return {"sure": sure, "wrong": wrong}


def _more(recent: Tally, ever: Tally) -> Iterator[str]:
    """Yield what only the terminal says."""
    if recent.asked:
        yield f"first guess right: {recent.guessed}"
    if recent.back:
        yield f"taken back, right or wrong: {recent.back}"
    if ever.throws > recent.throws:
        told = _shares(ever)
        yield f"of all {ever.throws}: {told['sure']}, {told['wrong']} wrong, {ever.asked} asked"
