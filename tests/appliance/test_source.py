"""A release folder is whole or refused; a checkout is named by what it holds."""

import hashlib
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.appliance.source import LOCK, PROJECT, SUMS, Checkout, Release, source_of
from companion.cli import main
from companion.errors import UpdateError
from tests.support.repository import ROOT

OWN = "wheels/monopoly_companion-2.0-py3-none-any.whl"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A release on a stick."""
    tmp_path = tmp_path / "stick"
    tmp_path.mkdir()
    (tmp_path / "wheels").mkdir()
    for name in (OWN, "wheels/flask-3.1.3-py3-none-any.whl", LOCK):
        (tmp_path / name).write_text(name)
    names = sorted(
        str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()
    )
    sums = (f"{hashlib.sha256(name.encode()).hexdigest()}  {name}\n" for name in names)
    (tmp_path / SUMS).write_text("".join(sums))
    return tmp_path


def test_a_whole_release_tells_version_and_digest(
    stick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    digest = hashlib.sha256((stick / SUMS).read_bytes()).hexdigest()
    assert main(["update", str(stick), "--check", "--digest", digest]) == 0
    assert capsys.readouterr().out == f"Version 2.0, whole. Digest: {digest}\n"


def damage(stick: Path, how: str) -> None:
    if how == "changed":
        (stick / OWN).write_text("something else")
    elif how == "missing":
        (stick / OWN).unlink()
    else:
        (stick / "wheels/flask-4.0-py3-none-any.whl").touch()


@pytest.mark.parametrize("how", ["changed", "missing", "added"])
def test_a_damaged_release_is_refused(stick: Path, how: str) -> None:
    damage(stick, how)
    with pytest.raises(UpdateError, match="is damaged or strange"):
        source_of(stick)


def odd(stick: Path, kind: str) -> None:
    """Put something else in the place of a listed file, whose content may be right."""
    wheel, aside = stick / OWN, stick.parent / "aside"
    content = wheel.read_bytes()
    wheel.unlink()
    match kind:
        case "pipe":
            os.mkfifo(wheel)
        case "socket":
            with socket.socket(socket.AF_UNIX) as line:
                line.bind(os.path.relpath(wheel))
        case "folder":
            wheel.mkdir()
        case "link":
            aside.write_bytes(content)
            wheel.symlink_to(aside)


@pytest.mark.parametrize("kind", ["pipe", "socket", "folder", "link"])
def test_only_files_are_whole(stick: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(stick)  # the name of a socket must be short
    odd(stick, kind)
    with pytest.raises(UpdateError, match=r"is damaged or strange.*copy the release"):
        source_of(stick)


@pytest.mark.parametrize("kind", ["pipe", "link", "link to a folder"])
def test_what_is_beside_the_files_is_in_the_list_too(stick: Path, kind: str) -> None:
    beside = stick / "wheels" / "beside"
    if kind == "pipe":
        os.mkfifo(beside)
    else:
        beside.symlink_to(stick.parent if "folder" in kind else stick / LOCK)
    with pytest.raises(UpdateError, match="wheels/beside is damaged or strange"):
        source_of(stick)


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe\n",
        b"no digest\n",
        b"\n",
        b"%b  ../outside\n" % (b"0" * 64),
        b"%b  /etc/passwd\n" % (b"0" * 64),
        b"%b  wheels/../wheels/x\n" % (b"0" * 64),
        b"%b  %b\n" % (b"0" * 64, LOCK.encode()),
        b"%b  nul\0\n" % (b"0" * 64),
        b"%b  half" % (b"0" * 64),
    ],
    ids=["bytes", "no line", "empty", "above", "absolute", "winding", "twice", "nul", "cut short"],
)
def test_a_damaged_list_says_copy_it_again(
    stick: Path, line: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    with (stick / SUMS).open("ab") as file:
        file.write(line)
    assert main(["update", str(stick), "--check"]) == 1
    said = capsys.readouterr().err
    assert "SHA256SUMS is damaged or strange" in said
    assert "copy the release to the stick again" in said


def test_a_list_that_is_a_pipe_is_not_waited_for(stick: Path) -> None:
    (stick / SUMS).unlink()
    os.mkfifo(stick / SUMS)
    with pytest.raises(UpdateError, match="SHA256SUMS is damaged or strange"):
        source_of(stick)


def test_a_checkout_has_no_digest_to_be_held_to(tmp_path: Path) -> None:
    (tmp_path / PROJECT).write_text('[project]\nversion = "1.0"\n')
    with pytest.raises(UpdateError, match="a checkout has no digest"):
        source_of(tmp_path, "0" * 64)


@pytest.mark.parametrize("digest", ["", "0" * 64])
def test_a_release_with_a_project_beside_it_is_neither(stick: Path, digest: str) -> None:
    (stick / PROJECT).touch()
    with pytest.raises(UpdateError, match=r"both a checkout and a release.*copy the release"):
        source_of(stick, digest)


@pytest.mark.parametrize("content", [b"", b"\xff", b"[project]\n", b"project = 3\n"])
def test_a_damaged_project_says_copy_it_again(tmp_path: Path, content: bytes) -> None:
    (tmp_path / PROJECT).write_bytes(content)
    with pytest.raises(UpdateError, match=r"pyproject.toml is damaged.*copy the release"):
        source_of(tmp_path)


def test_a_checkout_with_a_pipe_in_it_is_not_copied(tmp_path: Path) -> None:
    (tmp_path / PROJECT).write_text('[project]\nversion = "1.0"\n')
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UpdateError, match="cannot be copied"):
        assert source_of(tmp_path).version


def test_what_is_installed_is_what_was_looked_at(stick: Path, tmp_path: Path) -> None:
    """A stick may be changed between a look and the installation."""
    release, python = source_of(stick), tmp_path / "versions" / "2.0" / "bin" / "python"
    python.parent.mkdir(parents=True)
    installed: list[bytes] = []

    def pip(*words: str | Path) -> str:
        (stick / OWN).write_text("changed while it runs")
        installed.extend(
            w.read_bytes() for w in words if isinstance(w, Path) and w.suffix == ".whl"
        )
        return ""

    release.install(python, pip)
    assert installed == [OWN.encode()]
    with pytest.raises(UpdateError, match="is damaged or strange"):
        release.install(python, pip)
    assert [path.name for path in (tmp_path / "versions").iterdir()] == ["2.0"]


def test_another_release_than_the_one_named_is_refused(stick: Path) -> None:
    with pytest.raises(UpdateError, match="another release than the one named"):
        source_of(stick, "0" * 64)


def test_any_other_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UpdateError, match="no release folder"):
        source_of(tmp_path)
    (tmp_path / SUMS).write_text(f"{'0' * 64}  {LOCK}\n")
    with pytest.raises(UpdateError, match="no release folder"):
        assert Release(tmp_path).version


def test_a_checkout_is_named_by_what_it_holds(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.0"\n')
    before = Checkout(tmp_path).version
    assert before.startswith("1.0-")
    assert Checkout(tmp_path).version == before
    (tmp_path / "more.py").touch()
    assert Checkout(tmp_path).version != before


def test_only_root_may_update(
    stick: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert main(["update", str(stick)]) == 1
    assert "only root may do this (put sudo before it)" in capsys.readouterr().err


def test_the_machines_own_python_can_install_before_anything_is() -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import companion.appliance.__main__"
    words = [sys.executable, "-I", "-S", "-c", code]
    assert subprocess.run(words, capture_output=True, timeout=60, check=False).returncode == 0
