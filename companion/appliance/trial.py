"""A new version on trial: it stays if it is sound within a minute, else the old one comes back."""

import json
import time
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.appliance.versions import Versions
from companion.errors import UpdateError

PATIENCE_S = 60.0
LOOK_S = 1.0
HEALTH = "http://127.0.0.1/api/health"
NEEDED = frozenset({"games", "saving", "camera", "dice reader"})
"""What a version must be able to do: keep games, sync what it keeps, see, read dice."""


class Health(NamedTuple):
    """What a running companion says of itself."""

    installed: str  # the name of the environment that it runs in
    bad: frozenset[str]  # the names of checks that are bad


Ask = Callable[[], Health | None]
"""Asks the running companion; None: its page does not come."""


class UpdateResult(NamedTuple):
    """What came of a trial."""

    version: str  # in use now
    stays: bool
    why: str = ""  # it did not stay


def ask() -> Health | None:
    """Ask the companion of this machine how it is."""
    try:
        with urllib.request.urlopen(HEALTH, timeout=10) as answer:
            told: Mapping[str, Any] = json.load(answer)
        bad = (check["name"] for check in told["checks"] if check["health"] == "bad")
        return Health(str(told["installed"]), frozenset(bad))
    except (OSError, ValueError, KeyError):
        return None


def judge(
    versions: Versions,
    start: Callable[[str], None],
    go_back: Callable[[str, str], str],
    *,
    ask: Ask = ask,
    sleep: Callable[[float], None] = time.sleep,
    patience_s: float = PATIENCE_S,
) -> UpdateResult:
    """Start the version on trial, wait until it is sound and let it stay, or go back.

    After a pulled plug as well: it looks at the links alone. Where the new version was not yet in
    use it stays so. *start* starts the version in use with its own files; *go_back* starts the old
    one, which is in use again, after the tried one, and returns what else is to be said.

    Raises:
        UpdateError: the old version cannot be started.
    """
    tried, old = versions.current, versions.before_trial
    if tried == old:
        start(old)
        versions.end_trial()
        return UpdateResult(old, stays=False, why="it was stopped before it began")
    try:
        start(tried)
        why = hindrance(tried, ask=ask, sleep=sleep, patience_s=patience_s)
    except UpdateError as error:
        why = str(error)
    if not why:
        versions.end_trial()
        return UpdateResult(tried, stays=True)
    versions.use(old)
    also = go_back(old, tried)
    versions.end_trial()
    return UpdateResult(old, stays=False, why=f"{why}; {also}" if also else why)


def hindrance(
    version: str,
    *,
    ask: Ask = ask,
    sleep: Callable[[float], None] = time.sleep,
    patience_s: float = PATIENCE_S,
) -> str:
    """Return what was wrong with *version* all the time; nothing as soon as it is sound."""
    why = ""
    for _ in range(max(round(patience_s / LOOK_S), 1)):
        why = _wrong(ask(), version)
        if not why:
            break
        sleep(LOOK_S)
    return why


def _wrong(health: Health | None, tried: str) -> str:
    """Return what is wrong with the version that is tried; nothing if it is sound."""
    if health is None:
        return "its page did not come"
    if health.installed != tried:
        return f"version {health.installed} answered"
    failed = sorted(health.bad & NEEDED)
    return f"failed: {', '.join(failed)}" if failed else ""
