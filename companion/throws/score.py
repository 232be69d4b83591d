"""How well throws were read: by what people said, and by what somebody else saw.

What people let stand is no truth: who is not asked looks seldom, and may miss a wrong reading. So
a second person says of pictures drawn by chance what they show, without knowing what was read.
This is two-phase (double) sampling: A. Tenenbein, A double sampling scheme for estimating from
binomial data with misclassifications (1970). The share of wrong readings is

    objected x (objections that were right) + not objected x (wrong all the same),

each part with exact bounds, at a third of the missing 5 % each (Bonferroni), so that all hold
together in 95 of 100 cases.

Assumed: throws do not depend on one another; pictures looked at are drawn by chance from those that
are there, and lost ones are no worse; who looks does not know what was said, and two people do
not make the same mistake in the same picture. A look that errs alone counts against the reader,
unless a further person's look agrees with what was said. Where nobody looked at objections,
they are taken to be right. What cannot be told from the picture is left out, and counted.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import product
from typing import NamedTuple

import msgspec

from companion.throws.binomial import below, bounds
from companion.throws.handed_on import HandedOn, Looks
from companion.throws.throw import Throw

_THIRD = 0.05 / 3
Seen = Mapping[str, list[tuple[int, ...] | None]]
"""Id of a throw -> what each further person saw there, ascending; None: it cannot be told."""


class Proportion(msgspec.Struct, frozen=True):
    """So many of so many, and between what rates the true one lies."""

    count: int
    of: int
    low: float
    high: float
    below: float | None = None  # where none was: under what rate it lies, the one side alone

    @property
    def part(self) -> float:
        """The rate that was seen."""
        return self.count / self.of if self.of else 0.0


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """How well throws were read."""

    throws: int  # read without asking, or asked
    tables: int
    twice: int  # throws that stood in more than one file
    typed: int  # not counted: the roll was typed in before the camera was heard
    taken_back: int  # counted as right: taken back or doubted, and nobody has ruled
    right: Proportion  # of all throws: not asked, and nobody has ruled otherwise
    asked: Proportion  # of all throws
    wrong: Proportion  # of those not asked
    guessed: Proportion  # of those asked: the first guess was what people said
    looked: int  # pictures at which somebody else looked
    untold: int  # of these: nobody could tell what they show
    unobjected: Proportion  # looked at, nobody had objected: they show something else
    answered: Proportion  # looked at, a person had answered: they show something else
    pressed: Proportion  # of these, where a button said yes
    objected: Proportion  # looked at, ruled wrong: they show what was read, the ruling was wrong
    wrong_looked: tuple[float, float, float] | None  # rate, low, high; None: too little looked at


class _Files(NamedTuple):
    throws: dict[str, Throw]
    tables: int
    twice: int


def score(tables: Iterable[HandedOn], looks: Iterable[Looks]) -> Score:
    """Return how well the throws of some files were read; each counts once."""
    files = _joined(tables)
    throws = [throw for throw in files.throws.values() if throw.people != "typed"]
    asked = [throw for throw in throws if throw.asked]
    sure = [throw for throw in throws if not throw.asked]
    wrong = [throw for throw in sure if throw.people == "ruled wrong"]
    guessed = sum(throw.people == "confirmed" for throw in asked)
    seen = _seen(files.throws, looks)
    unobjected = _otherwise((t for t in sure if t not in wrong), seen)
    answered = _otherwise((t for t in asked if t.value is not None), seen)
    pressed = _otherwise((t for t in asked if t.value is not None and t.pressed), seen)
    objected = _as_read(wrong, seen)
    told = sum(any(values is not None for values in many) for many in seen.values())
    return Score(
        throws=len(throws),
        tables=files.tables,
        twice=files.twice,
        typed=len(files.throws) - len(throws),
        taken_back=sum(throw.people in ("taken back", "doubted") for throw in sure),
        right=_share(len(sure) - len(wrong), len(throws)),
        asked=_share(len(asked), len(throws)),
        wrong=_share(len(wrong), len(sure)),
        guessed=_share(guessed, len(asked)),
        looked=len(seen),
        untold=len(seen) - told,
        unobjected=unobjected,
        answered=answered,
        pressed=pressed,
        objected=objected,
        wrong_looked=_combined(len(wrong), len(sure), unobjected, objected),
    )


def _joined(tables: Iterable[HandedOn]) -> _Files:
    """Return each throw once: as of two files of one table that says it which knows more."""
    throws, sources, twice = dict[str, Throw](), set[str](), set[str]()
    for table in tables:
        sources.add(table.source)
        for throw in table.throws:
            other = throws.get(throw.id)
            if other is not None:
                twice.add(throw.id)
            if other is None or _known(throw) > _known(other):
                throws[throw.id] = throw
    return _Files(throws, len(sources), len(twice))


def _known(throw: Throw) -> int:
    """Return how much people have said: rulings come last."""
    if throw.people in ("ruled right", "ruled wrong"):
        return 2
    return int(throw.people in ("doubted", "taken back"))


def _seen(throws: Mapping[str, Throw], looks: Iterable[Looks]) -> Seen:
    """Return what further people saw; in one file the last word of a picture counts."""
    seen: defaultdict[str, list[tuple[int, ...] | None]] = defaultdict(list)
    for person in dict.fromkeys(looks):
        for one in {look.id: look for look in person.looks}.values():
            if one.id in throws:
                values = one.values
                seen[one.id].append(None if values is None else tuple(sorted(values)))
    return seen


def _otherwise(throws: Iterable[Throw], seen: Seen) -> Proportion:
    """Return how many pictures show something else than was let stand, by all who looked."""
    views = [(_let_stand(t), [v for v in seen.get(t.id, ()) if v is not None]) for t in throws]
    looked = [(stands, many) for stands, many in views if many]
    return _share(sum(stands not in many for stands, many in looked), len(looked), _THIRD)


def _as_read(wrong: Iterable[Throw], seen: Seen) -> Proportion:
    """Return how many readings ruled wrong were right, by somebody who looked."""
    views = [(t.read, [v for v in seen.get(t.id, ()) if v is not None]) for t in wrong]
    looked = [(read, many) for read, many in views if many]
    return _share(sum(read in many for read, many in looked), len(looked), _THIRD)


def _let_stand(throw: Throw) -> tuple[int, ...]:
    return throw.read if throw.value is None else throw.value


def _share(count: int, of: int, miss: float = 0.05) -> Proportion:
    none = below(of) if of and not count else None
    return Proportion(count, of, *bounds(count, of, miss), none)


def _combined(
    wrong: int, sure: int, unobjected: Proportion, objected: Proportion
) -> tuple[float, float, float] | None:
    """Return what rate of the readings not asked about is wrong, with its bounds."""
    if not unobjected.of:
        return None
    rulings = (0.0, 0.0) if not objected.of else (objected.low, objected.high)

    def rate(said: float, missed: float, mistaken: float) -> float:
        return said * (1 - mistaken) + (1 - said) * missed

    corners = product(bounds(wrong, sure, _THIRD), (unobjected.low, unobjected.high), rulings)
    rates = [rate(*corner) for corner in corners]
    likely = rate(wrong / sure, unobjected.part, objected.part)
    return likely, min(rates), max(rates)
