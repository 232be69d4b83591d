"""`companion router`: what it prints is nginx's, whoever starts it, and misuse is told."""

import os
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli import router as module

HUB, WORKER = ("--hub", "10.0.0.1:8000"), ("--worker", "10.0.0.2:8301")


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["router", *words]) == 0
    return capsys.readouterr().out


def test_the_folder_that_root_gets_can_be_walked_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Started by root, nginx works as somebody else, who has to reach what it keeps there."""
    for name in ("OWN", "OF_ROOT"):
        monkeypatch.setattr(module, name, tmp_path / name)
    for euid, name, mode in ((0, "OF_ROOT", 0o711), (1000, "OWN", 0o700)):
        monkeypatch.setattr(os, "geteuid", lambda euid=euid: euid)
        assert f'"{tmp_path / name}/where"' in printed(capsys, *HUB, *WORKER)
        assert (tmp_path / name).stat().st_mode & 0o777 == mode


@pytest.mark.parametrize(
    ("words", "told", "status"),
    [
        ((*HUB,), "--worker", 2),
        ((*WORKER,), "--hub", 2),
        ((*HUB, "--worker", "10.0.0.2"), "is no HOST:PORT", 2),
        ((*HUB, "--worker", "http://10.0.0.2:1"), "is no HOST:PORT", 2),
        ((*HUB, *WORKER, "--key", "a.pem"), "give both", 1),
        ((*HUB, *WORKER, "--key", "/none", "--certificate", "/none"), "cannot be used", 1),
        ((*HUB, *WORKER, "--key", __file__, "--certificate", __file__), "cannot be used", 1),
        ((*HUB, *WORKER, "--folder", "/dev/null/x"), "cannot be made", 1),
    ],
)
def test_misuse_is_told(
    words: tuple[str, ...], told: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["router", *words]) == status
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("command", ["club", "worker"])
def test_whom_a_router_is_believed_for_is_an_address(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [command, "--database", "postgresql:///none", "--router", "hello"]
    assert main(words) == 2
    assert "'hello' is no address like 127.0.0.1" in capsys.readouterr().err
