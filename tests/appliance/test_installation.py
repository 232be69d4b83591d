"""Installed, brought up to date, gone back from, taken away: on a machine that only notes it."""

import shutil
from pathlib import Path

import pytest

from companion.appliance.system import SERVICE, Run
from companion.errors import UpdateError
from tests.appliance.machine import SOUND, Machine, PlugPulledError, Unbuilt

SYNC_FAILS = frozenset({"saving"})
MANY = 40
MORE = "system/companion-more.path"


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
    assert machine.unit == "1.0"
    assert machine.places.command.readlink() == machine.places.versions / "current/bin/companion"
    assert "usermod --append --groups video,input companion" in machine.commands
    assert machine.commands[-2:] == [f"systemctl enable {SERVICE}", f"systemctl restart {SERVICE}"]


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


def test_the_copies_of_updates_long_ago_make_room(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "1.0", _2_0=SOUND, _3_0=SOUND, _4_0=SOUND)
    copies = machine.places.home / "backups"
    for version in ("2.0", "3.0", "4.0"):
        machine.here.update(Unbuilt(version))
    assert sorted(copy.name for copy in copies.glob("*.zip")) == [
        "before-3.0.zip",
        "before-4.0.zip",
    ]


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
            cut.here.update(Unbuilt("2.0", more=MORE))
        except PlugPulledError:
            pulled += 1
        woken = Machine(machine.root, cut.bad)
        woken.start()
        woken.here.finish_trial()
        more = machine.places.etc / "systemd" / MORE
        assert more.is_file() == (woken.running == "2.0")
        assert woken.unit == woken.running_unit == woken.running
        assert woken.running in ({"1.0", "2.0"} if new is SOUND else {"1.0"})
        assert woken.here.versions.before_trial == ""
        assert woken.here.update(Unbuilt("2.0")).stays == (new is SOUND)
    assert 0 < pulled < MANY


def test_the_machines_files_are_those_of_the_version_in_use(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "1.0", _2_0=SOUND, _3_0=SYNC_FAILS, _4_0=SOUND)
    more = machine.places.etc / "systemd" / MORE
    machine.here.update(Unbuilt("2.0", more=MORE))
    assert machine.unit == machine.running_unit == "2.0"
    assert more.is_file()
    machine.here.install(Unbuilt("3.0"))
    assert machine.unit == machine.running_unit == "2.0"
    assert more.is_file()
    machine.here.update(Unbuilt("4.0"))
    assert machine.unit == "4.0"
    assert not more.exists()


def test_a_version_that_brings_no_service_makes_way_for_the_old_one(tmp_path: Path) -> None:
    class Foreign(Unbuilt):
        """Something else with its number."""

        def install(self, python: Path, run: Run) -> None:
            super().install(python, run)
            shutil.rmtree(python.parents[1] / "lib")

    machine = machine_with(tmp_path, "1.0", _2_0=SOUND)
    result = machine.here.update(Foreign("2.0"))
    assert (result.version, result.why) == ("1.0", "2.0: it brings no service along")
    assert machine.unit == machine.running == "1.0"


def test_a_group_that_comes_later_is_granted_at_the_next_start(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "1.0")
    machine.here.grant_groups()
    assert machine.commands == ["getent group"]
    machine.groups["gpio"] = []
    machine.here.grant_groups()
    assert machine.commands[-1] == "usermod --append --groups gpio companion"


def test_two_builds_of_one_number_are_told_apart(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "1.0-aaaaaaaa")
    machine.start = lambda: None  # type: ignore[method-assign]  # the old one goes on
    result = machine.here.update(Unbuilt("1.0-bbbbbbbb"))
    assert (result.version, result.why) == ("1.0-aaaaaaaa", "version 1.0-aaaaaaaa answered")


def test_games_that_only_the_new_version_can_read_are_taken_back(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "1.0", _2_0=SYNC_FAILS)
    start = machine.start

    def write() -> None:
        start()
        machine.unreadable |= machine.running == "2.0"

    machine.start = write  # type: ignore[method-assign]
    result = machine.here.update(Unbuilt("2.0"))
    assert result.why.startswith("failed: saving; the games are taken back as they are in ")
    words = [words for words in machine.commands if "restore" in words or "stop" in words]
    assert words[0] == f"systemctl stop {SERVICE}"
    assert "before-2.0.zip" in words[1]
    assert machine.running == "1.0"


@pytest.mark.parametrize("new", [SOUND, SYNC_FAILS], ids=["sound", "not sound"])
def test_a_game_damaged_long_ago_stands_in_no_updates_way_and_is_left_as_it_is(
    tmp_path: Path, new: frozenset[str]
) -> None:
    machine = machine_with(tmp_path, "1.0", _2_0=new)
    machine.damaged = {"0007-us-classic"}
    result = machine.here.update(Unbuilt("2.0"))
    assert result.stays == (new is SOUND)
    assert "taken back" not in result.why
    assert not any("restore" in words for words in machine.commands)


def test_without_any_copy_there_is_no_update(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "1.0", _2_0=SOUND)
    machine.full = True
    with pytest.raises(UpdateError, match="No space left"):
        machine.here.update(Unbuilt("2.0"))
    assert machine.running == "1.0"


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


def test_another_release_of_the_same_number_is_said(tmp_path: Path) -> None:
    machine = Machine(tmp_path, {"1.0": SOUND})
    machine.here.install(Unbuilt("1.0", digest="a" * 64))
    assert machine.here.update(Unbuilt("1.0", digest="a" * 64)).why == "it was in use already"
    with pytest.raises(UpdateError, match=r"another release of the same number, 1.0, is in use"):
        machine.here.update(Unbuilt("1.0", digest="b" * 64))


def test_what_lies_there_of_another_release_of_the_same_number_is_built_anew(
    tmp_path: Path,
) -> None:
    machine = Machine(tmp_path, {"1.0": SOUND})
    machine.here.install(Unbuilt("1.0"))
    machine.here.update(Unbuilt("2.0", digest="a" * 64))  # never sound
    machine.commands.clear()
    machine.here.update(Unbuilt("2.0", digest="b" * 64))
    assert any("pip install 2.0" in command for command in machine.commands)
    assert machine.here.versions.digest_of("2.0") in ("", "b" * 64)
