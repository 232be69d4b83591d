"""Tables for rounds in which everybody meets others than before, as far as that can be.

The field calls the perfect case the social golfer problem. It begins with rows that are shifted
against each other (a transversal design), which is perfect where the number of tables has no
divisor below their size, or with everybody sitting down where they know fewest. Then comes a tabu
search: somebody who meets a person again changes places with whoever that helps most, also where
it helps nobody, and the two do not change back for a while.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from random import Random
from typing import TypeAlias

FEWEST, MOST = 4, 6
"""Players at a table, where their number allows it."""
USUAL = 5
STEPS = 20_000
"""After so many changes of places the best that was found has to do."""

_LOOKS = 60  # at most so many others are weighed for one change of places
_TRIES = 50  # so often somebody is drawn by lot, until all are looked through
_TABU = 8  # steps for which two do not change back, up to twice as many

Round: TypeAlias = tuple[tuple[str, ...], ...]
"""The tables of a round: who sits there."""


def table_sizes(players: int, tables: int | None = None) -> tuple[int, ...]:
    """Return how many sit at each table, as equal as can be, the largest first.

    Four to six where that is possible: three are no such number, and seven are two tables of
    three and four.

    Args:
        players: at least two.
        tables: how many there are; None: as many as make tables of about five.

    Raises:
        ValueError: there are too few tables, or too few players for them.
    """
    if tables is None:
        most = max(1, players // FEWEST)
        tables = max(-(-players // MOST), min(most, round(players / USUAL)))
    if not 2 * tables <= players <= MOST * tables:
        raise ValueError(f"{players} players at {tables} tables")
    each, more = divmod(players, tables)
    return (each + 1,) * more + (each,) * (tables - more)


def repeats(rounds: Sequence[Round]) -> int:
    """Return how often people meet again: two who meet three times count three, as three pairs."""
    return sum(comb(times, 2) for times in _meetings(rounds).values())


def fewest_repeats(players: int, sizes: Sequence[Sequence[int]]) -> int:
    """Return a number of repeats that no seating can be below.

    The larger of two: all meetings spread evenly over all pairs; and of any two rounds, a table's
    players spread evenly over the tables of the other. There need be no seating that reaches it.

    Args:
        players: who all sit in each round.
        sizes: of the tables of each round.
    """
    meetings = sum(comb(size, 2) for round_ in sizes for size in round_)
    pairs = comb(players, 2)
    each, more = divmod(meetings, pairs)
    spread = (pairs - more) * comb(each, 2) + more * comb(each + 1, 2)
    crossed = sum(_crossed(one, other) for one, other in combinations(sizes, 2))
    return max(spread, crossed)


def _crossed(one: Sequence[int], other: Sequence[int]) -> int:
    """Return how many pairs meet in both of two rounds at least."""

    def parted(size: int, among: int) -> int:
        each, more = divmod(size, among)
        return (among - more) * comb(each, 2) + more * comb(each + 1, 2)

    return max(
        sum(parted(size, len(other)) for size in one),
        sum(parted(size, len(one)) for size in other),
    )


def seated(
    players: Sequence[str],
    sizes: Sequence[Sequence[int]],
    *,
    before: Sequence[Round] = (),
    seed: int = 0,
    steps: int = STEPS,
) -> tuple[Round, ...]:
    """Return rounds in which people meet again as seldom as the search finds.

    Args:
        players: who all sit in each of these rounds.
        sizes: of the tables of each round; they add up to the players.
        before: rounds that were played, also with people who are not there any more.
        seed: the same gives the same rounds on every machine.
        steps: how long the search goes on.

    Raises:
        ValueError: somebody stands there twice, or the tables do not seat all.
    """
    if len(set(players)) != len(players) or any(sum(round_) != len(players) for round_ in sizes):
        raise ValueError("every player sits at one table of each round")
    if not sizes:
        return ()
    least = 0 if before else fewest_repeats(len(players), sizes)
    alike = not before and len(set(map(tuple, sizes))) == 1 and sizes[0][0] - sizes[0][-1] <= 1
    found: list[tuple[Round, ...]] = []
    for shifts in (True, False) if alike else (False,):
        found.append(_Search(players, sizes, before, seed, shifts=shifts).best(steps, least))
        if repeats(found[-1]) == least:
            break
    return min(found, key=lambda rounds: repeats((*before, *rounds)))


def _meetings(rounds: Sequence[Round]) -> Counter[frozenset[str]]:
    pairs = (pair for round_ in rounds for table in round_ for pair in combinations(table, 2))
    return Counter(map(frozenset, pairs))


class _Search:
    """Rounds as they stand now, and how often each two meet in them and before."""

    def __init__(
        self,
        players: Sequence[str],
        sizes: Sequence[Sequence[int]],
        before: Sequence[Round],
        seed: int,
        *,
        shifts: bool,
    ) -> None:
        self._players = players
        self._random = Random(seed).random  # noqa: S311  # who sits where is no secret
        number = {player: index for index, player in enumerate(players)}
        self._met: list[Counter[int]] = [Counter() for _ in players]
        for pair, times in _meetings(before).items():
            one, other = (number.get(player) for player in pair)
            if one is not None and other is not None:
                self._met[one][other] = self._met[other][one] = times
        self._repeats = sum(comb(times, 2) for _, _, times in self._pairs())
        self._rounds: list[list[list[int]]] = []
        self._table: list[list[int]] = []  # by round and player
        lots = [(self._random(), player) for player in range(len(players))]
        self._lots = [player for _, player in sorted(lots)]
        for shift, round_ in enumerate(sizes):
            self._sit(
                (self._shifted(shift, round_) if shifts else []) or self._by_acquaintance(round_)
            )

    def best(self, steps: int, least: int) -> tuple[Round, ...]:
        """Return the best rounds that are found in so many steps; *least*: none has fewer."""
        best, found = self._repeats, self._copied()
        tabu: dict[tuple[int, int, int], int] = {}
        for step in range(steps):
            chosen = self._who_meets_again() if best > least else None
            if chosen is None:
                break
            round_, player = chosen
            change = self._best_change(round_, player, step, best, tabu)
            if change is None:
                continue
            self._swap(round_, player, change)
            low, high = sorted((player, change))
            tabu[round_, low, high] = step + _TABU + self._below(_TABU)
            if self._repeats < best:
                best, found = self._repeats, self._copied()
        return found

    def _shifted(self, shift: int, sizes: Sequence[int]) -> list[list[int]]:
        """Return a round in which each row of players stands so much further than the row before.

        After as many rounds as tables comes one in which rows sit together, where they are as
        large as tables; then there is none.
        """
        tables = len(sizes)
        rows = [self._lots[at : at + tables] for at in range(0, len(self._lots), tables)]
        if shift >= tables:
            is_last = shift == tables and sorted(map(len, rows)) == sorted(sizes)
            return rows if is_last else []
        seats: list[list[int]] = [[] for _ in sizes]
        for step, row in enumerate(rows):
            for place, player in enumerate(row):
                seats[(place + step * shift) % tables].append(player)
        return seats

    def _by_acquaintance(self, sizes: Sequence[int]) -> list[list[int]]:
        """Return a round in which one after the other sits down where they know fewest."""
        seats: list[list[int]] = [[] for _ in sizes]
        for _, player in sorted((self._random(), player) for player in self._lots):
            free = [seat for seat, size in zip(seats, sizes, strict=True) if len(seat) < size]
            min(free, key=lambda seat: self._known(player, seat)).append(player)
        return seats

    def _sit(self, tables: list[list[int]]) -> None:
        places = [0] * len(self._players)
        for index, table in enumerate(tables):
            for player in table:
                places[player] = index
            for one, other in combinations(table, 2):
                self._meet(one, other)
        self._rounds.append(tables)
        self._table.append(places)

    def _known(self, player: int, table: Sequence[int]) -> tuple[int, int]:
        return sum(self._met[player][other] for other in table), len(table)

    def _who_meets_again(self) -> tuple[int, int] | None:
        """Return a round and a player who meets somebody there whom they meet elsewhere too."""
        rounds, players = len(self._rounds), len(self._players)
        for _ in range(_TRIES):
            drawn = self._below(rounds), self._below(players)
            if self._meets_again(*drawn):
                return drawn
        every = [
            (round_, player)
            for round_ in range(rounds)
            for player in range(players)
            if self._meets_again(round_, player)
        ]
        return every[self._below(len(every))] if every else None

    def _meets_again(self, round_: int, player: int) -> bool:
        met = self._met[player]
        return any(met[other] > 1 for other in self._beside(round_, player))

    def _best_change(
        self,
        round_: int,
        player: int,
        step: int,
        best: int,
        tabu: Mapping[tuple[int, int, int], int],
    ) -> int | None:
        """Return with whom a player changes places best; None: with nobody now."""
        found, least = None, 0.0
        for other in self._others(round_, player):
            more = self._repeats_more(round_, player, other)
            low, high = sorted((player, other))
            if tabu.get((round_, low, high), 0) > step and self._repeats + more >= best:
                continue
            weighed = more + self._random() / 2  # of equals any one
            if found is None or weighed < least:
                found, least = other, weighed
        return found

    def _others(self, round_: int, player: int) -> Iterator[int]:
        """Yield those of other tables, all or as many as are weighed."""
        own = self._table[round_][player]
        players = len(self._players)
        if players <= _LOOKS:
            yield from (p for p in range(players) if self._table[round_][p] != own)
            return
        for _ in range(_LOOKS):
            drawn = self._below(players)
            if self._table[round_][drawn] != own:
                yield drawn

    def _repeats_more(self, round_: int, one: int, other: int) -> int:
        """Return how many more repeats there are once two have changed places."""
        met_one, met_other = self._met[one], self._met[other]
        more = 0
        for left in self._beside(round_, one):
            more += met_other[left] - met_one[left] + 1
        for found in self._beside(round_, other):
            more += met_one[found] - met_other[found] + 1
        return more

    def _swap(self, round_: int, one: int, other: int) -> None:
        tables, places = self._rounds[round_], self._table[round_]
        for player in (one, other):
            for beside in self._beside(round_, player):
                self._meet(player, beside, -1)
        first, second = places[one], places[other]
        tables[first][tables[first].index(one)] = other
        tables[second][tables[second].index(other)] = one
        places[one], places[other] = second, first
        for player in (one, other):
            for beside in self._beside(round_, player):
                self._meet(player, beside)

    def _beside(self, round_: int, player: int) -> list[int]:
        table = self._rounds[round_][self._table[round_][player]]
        return [other for other in table if other != player]

    def _meet(self, one: int, other: int, times: int = 1) -> None:
        now = self._met[one][other]
        self._repeats += comb(now + times, 2) - comb(now, 2)
        self._met[one][other] = self._met[other][one] = now + times

    def _pairs(self) -> Iterator[tuple[int, int, int]]:
        for one, met in enumerate(self._met):
            yield from ((one, other, times) for other, times in met.items() if one < other)

    def _copied(self) -> tuple[Round, ...]:
        return tuple(
            tuple(tuple(self._players[player] for player in table) for table in round_)
            for round_ in self._rounds
        )

    def _below(self, bound: int) -> int:
        return int(self._random() * bound)
