"""Installed, brought up to date, gone back from, taken away: on a machine that only notes it."""

from pathlib import Path

import pytest

from companion.appliance.system import SERVICE
from companion.errors import UpdateError
from tests.appliance.machine import SOUND, Machine, PlugPulledError, Unbuilt

SYNC_FAILS = frozenset({"saving"})
MANY = 40


def machine_with(root: Path, version: str, **others: frozenset[str]) -> Machine:
    """Return a machine on which *version* is installed; what others would answer is told."""
    bad = {version: SOUND, **{name.replace("_", ".")[1:]: told for name, told in others.items()}}
    machine = Machine(root, bad)
    machine.here.install(Unbuilt(version))
    machine.commands.clear()
    return machine


def test_a_bare_machine_gets_user_command_and_service(tmp_path: Path) -> None:
    machine = Machine(tmp_path, {"1.0": SOUND})
    result = machine.here.install(Unbuilt("1.0"))
    assert (result.version, result.stays) == ("1.0", True)
    assert (machine.places.system / "system" / SERVICE).is_file()
    assert machine.places.command.readlink() == machine.places.versions / "current/bin/companion"
    assert "usermod --append --groups video,input companion" in machine.commands
    assert f"systemctl enable --now {SERVICE}" in machine.commands


def test_a_machine_on_which_it_does_not_play_says_why(tmp_path: Path) -> None:
    machine = Machine(tmp_path, {"1.0": SYNC_FAILS})
    with pytest.raises(UpdateError, match="does not play: failed: saving"):
        machine.here.install(Unbuilt("1.0"))


def test_a_sound_version_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "1.0", _2_0=SOUND)
    result = machine.here.update(Unbuilt("2.0"))
    assert (result.version, result.stays) == ("2.0", True)
    assert machine.running == "2.0"
    assert machine.here.versions.before_trial == ""


def test_all_games_are_copied_by_the_old_version_before_the_new_one_starts(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "1.0", _2_0=SOUND)
    machine.here.update(Unbuilt("2.0"))
    copied = next(
        n for n, words in enumerate(machine.commands) if "1.0/bin/companion backup" in words
    )
    assert copied < machine.commands.index(f"systemctl restart {SERVICE}")


@pytest.mark.parametrize("bad", [{}, {"2.0": SYNC_FAILS}])
def test_a_version_that_is_not_sound_makes_way_for_the_old_one(
    tmp_path: Path, bad: dict[str, frozenset[str]]
) -> None:
    machine = machine_with(tmp_path, "1.0")
    machine.bad = {"1.0": SOUND, **bad}
    result = machine.here.update(Unbuilt("2.0"))
    assert (result.version, result.stays) == ("1.0", False)
    assert result.why == ("failed: saving" if bad else "its page did not come")
    assert machine.running == "1.0"
    assert machine.here.versions.whole == ["1.0"]


def test_a_version_that_cannot_be_built_changes_nothing(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "1.0")
    with pytest.raises(UpdateError, match="a wheel does not fit"):
        machine.here.update(Unbuilt("2.0", fails=True))
    assert machine.here.versions.current == "1.0"
    assert not (machine.places.versions / "2.0").exists()


@pytest.mark.parametrize("new", [SOUND, SYNC_FAILS], ids=["sound", "not sound"])
def test_whenever_the_plug_is_pulled_a_sound_version_is_in_use_afterwards(
    tmp_path: Path, new: frozenset[str]
) -> None:
    pulled = 0
    for number in range(MANY):
        machine = machine_with(tmp_path / str(number), "1.0")
        cut = Machine(machine.root, {"1.0": SOUND, "2.0": new}, pulled=number)
        cut.start()
        try:
            cut.here.update(Unbuilt("2.0"))
        except PlugPulledError:
            pulled += 1
        woken = Machine(machine.root, cut.bad)
        woken.start()
        woken.here.finish_trial()
        assert woken.running in ({"1.0", "2.0"} if new is SOUND else {"1.0"})
        assert woken.here.versions.before_trial == ""
        assert woken.here.update(Unbuilt("2.0")).stays == (new is SOUND)
    assert 0 < pulled < MANY


def test_installing_twice_leaves_one_version_in_use(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "1.0")
    assert machine.here.install(Unbuilt("1.0")).version == "1.0"
    assert machine.here.versions.whole == ["1.0"]


def test_what_is_taken_away_leaves_the_games(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "1.0")
    machine.places.home.mkdir(parents=True)
    (machine.places.home / "one.journal").touch()
    home = machine.here.uninstall()
    assert (home / "one.journal").is_file()
    left = [path for path in tmp_path.rglob("*") if path.is_file() or path.is_symlink()]
    assert left == [home / "one.journal"]
    machine.here.uninstall()


def test_an_update_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UpdateError, match="nothing is installed here"):
        Machine(tmp_path, {}).here.update(Unbuilt("1.0"))


def test_a_version_is_no_path(tmp_path: Path) -> None:
    with pytest.raises(UpdateError, match="is no version"):
        Machine(tmp_path, {}).here.install(Unbuilt("../../etc"))
