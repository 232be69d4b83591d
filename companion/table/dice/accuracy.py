"""How this table's dice were read, in words."""

from collections.abc import Sequence

from companion.doctor import Check, Code
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
        words = "no throw has been read at this table yet"
        return (Check("dice read here", "ok", words, code="throws-none"),)
    words = f"of {_many(ever.throws, 'throw')} {_told(ever)}"
    facts = {
        "throws": recent.throws,
        "sure": recent.sure,
        "wrong": recent.wrong,
        "asked": recent.asked,
    }
    if ever.throws < FEW:
        words = f"{words}; too few to say how good that is"
        return (Check("dice read here", "ok", words, code="throws-few", facts=facts),)
    if ever.throws > recent.throws:
        words = f"of the last {recent.throws} throws {_told(recent)}; of all {words[3:]}"
    mend = ""
    code: Code = "throws"
    if recent.asked > ASKS_OFTEN * recent.throws:
        mend = "more light helps, dice that lie apart, and teaching the dice"
        code = "throws-asked"
    if recent.wrong > max(1, ERRS_OFTEN * recent.sure):
        mend, code = "teach the dice, and look at what was read wrong", "throws-wrong"
    return (Check("dice read here", "warn" if mend else "ok", words, mend, code, facts),)


def _told(tally: Tally) -> str:
    share = f" ({percent(tally.sure / tally.throws)})" if tally.throws >= FEW else ""
    told = f"{tally.sure}{share} read without asking{_errors(tally)}"
    guessed = f" (first guess right: {tally.guessed})" if tally.asked else ""
    return f"{told}, {tally.asked or 'none'} asked about{guessed}"


def _errors(tally: Tally) -> str:
    if not tally.sure:
        return ""
    wrong = f"{tally.wrong or 'none'} known to be wrong"
    back = f"; {tally.back} taken back, right or wrong" if tally.back else ""
    if tally.sure < FEW:
        return f" ({wrong}{back})"
    share = (
        percent(tally.wrong / tally.sure) if tally.wrong else f"below {percent(below(tally.sure))}"
    )
    return f" ({wrong}: {share}{back})"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
