"""The locks pin every dependency with hashes, for every machine and Python, and name no host."""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from itertools import product
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.repository import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = PYPROJECT["project"]
PLAY, TEST = "requirements.lock", "requirements-dev.lock"
EXTRA_IN_LOCK, EXTRA_LEFT_OUT = "zxing", "training"
MACHINES, PYTHONS = ("x86_64", "aarch64"), ("3.11", "3.12", "3.13")

Environment = dict[str, str]
ENVIRONMENTS: list[Environment] = [
    {
        "extra": "",
        "implementation_name": "cpython",
        "os_name": "posix",
        "platform_machine": machine,
        "platform_python_implementation": "CPython",
        "platform_system": "Linux",
        "python_full_version": f"{python}.2",
        "python_version": python,
        "sys_platform": "linux",
    }
    for machine, python in product(MACHINES, PYTHONS)
]


class Pin(NamedTuple):
    """One package of a lock."""

    requirement: Requirement
    hashes: list[str]

    @property
    def name(self) -> str:
        return canonicalize_name(self.requirement.name)

    @property
    def version(self) -> str:
        (only,) = self.requirement.specifier
        return only.version


def text_of(lock: str) -> str:
    return (ROOT / lock).read_text()


def pins(lock: str) -> list[Pin]:
    """Read a lock: `name==version ; marker --hash=... --hash=...`, continued over lines."""
    plain = re.sub(r"(?m)^\s*#.*\n", "", text_of(lock)).replace("\\\n", " ")
    return [
        Pin(Requirement(line.partition("--hash=")[0]), re.findall(r"--hash=(\S+)", line))
        for line in plain.splitlines()
    ]


def applies(requirement: Requirement, environment: Environment) -> bool:
    return requirement.marker is None or requirement.marker.evaluate(environment)


def wanted(lock: str) -> Iterator[Requirement]:
    """Yield what pyproject.toml asks for."""
    groups = PYPROJECT["dependency-groups"]
    lines = [*PYPROJECT["build-system"]["requires"], *groups["build"], *PROJECT["dependencies"]]
    lines += PROJECT["optional-dependencies"][EXTRA_IN_LOCK]
    lines += groups["dev"] if lock == TEST else []
    yield from map(Requirement, lines)


@pytest.mark.parametrize("lock", [PLAY, TEST])
def test_the_lock_names_no_place(lock: str) -> None:
    """No address, no folder, no index: whoever installs says where from."""
    assert re.findall(r"(?m)://|@ |^-.*|\w+\.(?:org|com|io)\b", text_of(lock)) == []


@pytest.mark.parametrize("lock", [PLAY, TEST])
def test_every_package_is_pinned_with_hashes(lock: str) -> None:
    assert len(pins(lock)) > 10
    for pin in pins(lock):
        assert re.fullmatch(r"==[\w.!+]+", str(pin.requirement.specifier)), pin.name
        assert pin.hashes, pin.name
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", h) for h in pin.hashes), pin.name


@pytest.mark.parametrize("lock", [PLAY, TEST])
@pytest.mark.parametrize(
    "environment", ENVIRONMENTS, ids=lambda e: f"{e['platform_machine']}-{e['python_version']}"
)
def test_the_lock_covers_what_pyproject_asks_for(lock: str, environment: Environment) -> None:
    """By name and by version, exactly one pin for each requirement that applies."""
    here = [pin for pin in pins(lock) if applies(pin.requirement, environment)]
    for requirement in wanted(lock):
        found = [p.version for p in here if p.name == canonicalize_name(requirement.name)]
        expected = 1 if applies(requirement, environment) else 0
        assert len(found) == expected, requirement
        assert all(requirement.specifier.contains(version) for version in found), requirement


def test_the_lock_covers_what_its_packages_ask_for() -> None:
    """Each dependency of a package that is installed from the lock is in the lock."""
    locked = {pin.name for pin in pins(TEST)}
    for pin in pins(TEST):
        if not applies(pin.requirement, {"extra": ""}):
            continue
        for line in distribution(pin.name).requires or ():
            needed = Requirement(line)
            if applies(needed, {"extra": ""}):
                assert canonicalize_name(needed.name) in locked, f"{pin.name}: {needed}"


def test_the_lock_for_tests_holds_the_lock_for_play() -> None:
    """Or holds the same for every machine, where playing needs it on some."""
    play, test = ({str(pin.requirement) for pin in pins(lock)} for lock in (PLAY, TEST))
    assert [pin for pin in play - test if pin.partition(";")[0].strip() not in test] == []


def test_what_only_training_needs_is_in_no_lock() -> None:
    only_training = {Requirement(r).name for r in PROJECT["optional-dependencies"][EXTRA_LEFT_OUT]}
    assert not only_training & {pin.name for pin in pins(TEST)}


@pytest.mark.parametrize("lock", [PLAY, TEST])
def test_every_machine_gets_the_same_versions(lock: str) -> None:
    """What is read, computed and checked on one Python is so on all of them."""
    names = [pin.name for pin in pins(lock)]
    assert len(set(names)) == len(names)
