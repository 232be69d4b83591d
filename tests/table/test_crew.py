"""Threads that many tables share: at each table one at a time, and none is forgotten."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from companion.table.crew import Crew

NEVER = float("inf")
LONG_S = 10.0


class Toy:
    """Counts its turns, and how many threads are at it at once."""

    def __init__(self, work: Callable[[int], float]) -> None:
        self.turns, self.most = 0, 0
        self._work, self._now, self._lock = work, 0, threading.Lock()
        self.turned = threading.Condition()

    def turn(self) -> float:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        try:
            return self._work(self.turns)
        finally:
            with self._lock:
                self._now -= 1
            with self.turned:
                self.turns += 1
                self.turned.notify_all()

    def has_turned(self, times: int) -> bool:
        with self.turned:
            return self.turned.wait_for(lambda: self.turns >= times, LONG_S)


def later(_turn: int) -> float:
    return time.monotonic() + 1000.0


@pytest.fixture
def crew() -> Iterator[Crew]:
    crew = Crew(3)
    crew.start()
    yield crew
    crew.stop()


def test_a_table_is_turned_when_it_comes_and_when_it_asked_for_it(crew: Crew) -> None:
    toy = Toy(lambda turn: time.monotonic() + 0.01 if turn < 4 else NEVER)
    crew.take_on(toy)
    assert toy.has_turned(5)


def test_a_table_that_is_woken_does_not_wait_for_its_time(crew: Crew) -> None:
    toy = Toy(later)
    crew.take_on(toy)
    assert toy.has_turned(1)
    crew.wake(toy)
    assert toy.has_turned(2)


def test_what_comes_while_a_table_is_turned_turns_it_once_more(crew: Crew) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def work(turn: int) -> float:
        if turn == 0:
            inside.set()
            go_on.wait(LONG_S)
        return later(turn)

    toy = Toy(work)
    crew.take_on(toy)
    assert inside.wait(LONG_S)
    for _ in range(5):
        crew.wake(toy)
    go_on.set()
    assert toy.has_turned(2)
    assert toy.most == 1


def test_no_two_threads_are_ever_at_one_table(crew: Crew) -> None:
    toys = [Toy(lambda _turn: time.monotonic()) for _ in range(6)]
    for toy in toys:
        crew.take_on(toy)

    def wake_all() -> None:
        for toy in toys * 200:
            crew.wake(toy)

    wakers = [threading.Thread(target=wake_all) for _ in range(3)]
    for waker in wakers:
        waker.start()
    for waker in wakers:
        waker.join()
    assert all(toy.has_turned(50) for toy in toys)
    assert {toy.most for toy in toys} == {1}


def test_one_tables_mistake_ends_neither_it_nor_the_others(crew: Crew) -> None:
    def wrong(turn: int) -> float:
        if turn == 0:
            raise RuntimeError
        return later(turn)

    stumbling, sound = Toy(wrong), Toy(lambda _turn: time.monotonic() + 0.01)
    crew.take_on(stumbling)
    crew.take_on(sound)
    assert stumbling.has_turned(2)
    assert sound.has_turned(3)


def test_a_table_that_hangs_holds_up_no_other(crew: Crew) -> None:
    go_on = threading.Event()

    def hang(_turn: int) -> float:
        go_on.wait(LONG_S)
        return NEVER

    hanging = Toy(hang)
    sound = Toy(lambda _turn: time.monotonic() + 0.01)
    crew.take_on(hanging)
    crew.take_on(sound)
    assert sound.has_turned(10)
    assert hanging.turns == 0
    go_on.set()


def test_waking_a_table_that_has_left_does_nothing(crew: Crew) -> None:
    toy = Toy(lambda _turn: NEVER)
    crew.take_on(toy)
    assert toy.has_turned(1)
    crew.wake(toy)
    assert toy.turns == 1
