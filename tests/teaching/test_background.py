"""Long work stands back behind the game."""

import os
import threading

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from companion.teaching.background import MODEST, in_background


def priority() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def cores() -> set[int]:
    """Return how many cores a product of matrices may take, in each library that makes them."""
    return {lib["num_threads"] for lib in threadpool_info() if lib["user_api"] == "blas"}


def test_only_the_thread_that_works_stands_back() -> None:
    mine, seen = priority(), list[int]()

    def work() -> None:
        with in_background():
            seen.append(priority())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [max(mine, MODEST)]
    assert priority() == mine


def test_it_keeps_to_one_core_and_gives_the_others_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.teaching.background.MODEST", 0)
    assert np.ones((2, 2)).sum() == 4  # numpy brings the library
    before = cores()
    with in_background():
        assert cores() == {1}
    assert cores() == before
