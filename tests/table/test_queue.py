"""Work is done in the order of its causes."""

import threading

from companion.table.queue import CauseQueue, Job
from tests.support.table import FakeClock


def put(queue: CauseQueue, when: float, name: str, told: list[str], *, delay: float = 0) -> None:
    queue.put(when, lambda: told.append(name), lambda: told.append(f"no {name}"), delay=delay)


def take_all(queue: CauseQueue, clock: FakeClock) -> None:
    while True:
        job = queue.take(clock.now)
        if job is None:
            return
        job.work()


def test_an_earlier_cause_goes_first_though_it_came_later() -> None:
    clock, told = FakeClock(), list[str]()
    queue = CauseQueue(clock)
    put(queue, 900.2, "claim", told)
    put(queue, 900.1, "bid", told)
    take_all(queue, clock)
    assert told == ["bid", "claim"]


def test_equal_causes_go_as_they_came() -> None:
    clock, told = FakeClock(), list[str]()
    queue = CauseQueue(clock)
    for name in "abcdef":
        put(queue, 900.0, name, told)
    take_all(queue, clock)
    assert "".join(told) == "abcdef"


def test_work_that_waits_for_an_earlier_cause_lets_it_pass_and_nothing_later() -> None:
    clock, told = FakeClock(), list[str]()
    queue = CauseQueue(clock)
    put(queue, 1000.0, "roll", told, delay=0.08)
    put(queue, 1000.01, "later", told)
    take_all(queue, clock)
    assert told == []
    put(queue, 999.99, "claim", told)
    take_all(queue, clock)
    assert told == ["claim"]
    clock.now += 0.1
    take_all(queue, clock)
    assert told == ["claim", "roll", "later"]


def test_a_cause_in_the_future_counts_as_now() -> None:
    clock, told = FakeClock(), list[str]()
    queue = CauseQueue(clock)
    put(queue, 9e9, "liar", told)
    clock.now += 1
    put(queue, clock.now, "honest", told)
    take_all(queue, clock)
    assert told == ["liar", "honest"]


def test_closing_drops_what_is_left_and_what_comes() -> None:
    clock, told = FakeClock(), list[str]()
    queue = CauseQueue(clock)
    put(queue, 900.0, "a", told)
    queue.close()
    put(queue, 900.0, "b", told)
    assert told == ["no a", "no b"]


def test_a_writer_that_waits_is_woken() -> None:
    taken: list[Job | None] = []
    queue = CauseQueue(_real_clock())
    writer = threading.Thread(target=lambda: taken.append(queue.take(float("1e9"))))
    writer.start()
    put(queue, 0.0, "a", [])
    writer.join()
    assert taken[0] is not None


def _real_clock() -> FakeClock:
    return FakeClock()  # it stands still: only a notification can wake the writer
