"""The service's files start what there is, where it may write."""

import configparser
import shlex
from importlib.resources import files
from pathlib import Path

from companion.appliance.installation import Places
from companion.appliance.system import SERVICE
from companion.appliance.versions import CURRENT, TRIAL
from companion.cli.parser import parse
from companion.cli.run import SCREEN

JUDGE = "companion-trial.service"


def text_of(name: str) -> str:
    """Return what stands in a unit file."""
    return files("companion.appliance").joinpath("etc/systemd/system", name).read_text()


def unit(name: str) -> configparser.ConfigParser:
    """Return a unit file; of a key that is there more than once, the last."""
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read_string(text_of(name))
    return read


def named(name: str, key: str) -> list[str]:
    """Return all words that a unit file has for a key, however often it is there."""
    lines = [line.partition("=") for line in text_of(name).splitlines()]
    return [word for head, _, words in lines if head == key for word in words.split()]


def test_the_service_starts_the_companion_in_the_one_place_where_it_may_write() -> None:
    service, places = unit(SERVICE)["Service"], Places()
    command, *words = shlex.split(service["ExecStart"])
    _, args = parse(words)
    assert Path(command) == places.versions / CURRENT / "bin/companion"
    assert args.home == places.home == Path("/var/lib") / service["StateDirectory"]
    assert service["WorkingDirectory"] == str(places.home)
    assert (service["ProtectSystem"], args.port) == ("strict", 80)


def test_the_screen_shows_what_the_service_lays_where_it_may() -> None:
    screen = str(Places().screen)
    assert unit("companion-screen.path")["Path"]["PathChanged"] == screen
    assert "companion-screen.path" in named(SERVICE, "Wants")
    assert screen == f"/run/{unit(SERVICE)['Service']['RuntimeDirectory']}/{SCREEN}"


def test_the_port_that_avahi_publishes_is_the_services() -> None:
    assert "<port>80</port>" in text_of("../../avahi/services/companion.service")


def test_who_judges_is_the_version_to_go_back_to() -> None:
    trial = Places().versions / TRIAL
    assert unit(JUDGE)["Unit"]["ConditionPathIsSymbolicLink"] == str(trial)
    python, *words = shlex.split(unit(JUDGE)["Service"]["ExecStart"])
    assert (Path(python), words[-1]) == (trial / "bin/python", "judge")
