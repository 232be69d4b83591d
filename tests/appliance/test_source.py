"""A release folder is whole or refused; a checkout is named by what it holds."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from companion.appliance.source import LOCK, SUMS, Checkout, Release, source_of
from companion.cli import main
from companion.errors import UpdateError
from tests.support.repository import ROOT

OWN = "wheels/monopoly_companion-2.0-py3-none-any.whl"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A release on a stick."""
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


def test_another_release_than_the_one_named_is_refused(stick: Path) -> None:
    with pytest.raises(UpdateError, match="another release than the one named"):
        source_of(stick, "0" * 64)


def test_any_other_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UpdateError, match="no release folder"):
        source_of(tmp_path)
    (tmp_path / SUMS).touch()
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
