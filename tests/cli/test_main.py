"""The command line answers in one line and with the right exit status."""

import io
import logging
import os
import re
import sys
from argparse import Namespace
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.cli import main, parser, subcommands
from companion.cli.complaint import one_line
from companion.cli.parser import Parser, Subparsers
from companion.cli.plain import Plain, shown
from companion.errors import EditionError
from tests.support.homes import played_home
from tests.support.processes import python


def pretend(monkeypatch: pytest.MonkeyPatch, run: Callable[[Namespace], int]) -> None:
    """Add the subcommand `companion pretend [--loud] [FILE...]`, which does *run*."""

    def add_parser(subparsers: Subparsers) -> None:
        added = subparsers.add_parser("pretend", epilog="example: companion pretend")
        added.add_argument("--loud", action="store_true")
        added.add_argument("files", nargs="*")

    module = ModuleType("pretended")
    module.__dict__.update(add_parser=add_parser, run=run)
    monkeypatch.setitem(sys.modules, "pretended", module)
    table = {**subcommands.SUBCOMMANDS, "pretend": subcommands.Subcommand("pretended", "pretends")}
    monkeypatch.setattr(parser, "SUBCOMMANDS", table)


def raising(error: BaseException) -> Callable[[Namespace], int]:
    def run(_: Namespace) -> int:
        raise error

    return run


@pytest.mark.parametrize("status", [0, 1])
def test_the_exit_status_is_the_subcommands(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    pretend(monkeypatch, lambda _: status)
    assert status == main(["pretend"])


def test_the_subcommand_gets_its_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(args: Namespace) -> int:
        assert args == Namespace(loud=True, files=["a.jpg", "b.jpg"])
        return 0

    pretend(monkeypatch, run)
    assert main(["pretend", "--loud", "a.jpg", "b.jpg"]) == 0


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (
            EditionError("no board", where="x.toml", mend="add [[space]]"),
            "companion: x.toml: no board (add [[space]])\n",
        ),
        (EditionError("two\nlines"), "companion: two lines\n"),
        (FileNotFoundError(2, "No such file", "a.jpg"), "companion: a.jpg: No such file\n"),
        (
            OSError(28, "No space left on device", "out.pdf"),
            "companion: out.pdf: No space left on device (make room, then try again)\n",
        ),
        (
            ModuleNotFoundError("No module named 'zxingcpp'", name="zxingcpp"),
            "companion: the library zxingcpp is missing (`make run` installs what is missing)\n",
        ),
    ],
)
def test_what_is_broken_is_one_line_on_stderr(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    line: str,
) -> None:
    pretend(monkeypatch, raising(error))
    assert main(["pretend"]) == 1
    assert ("", line) == capsys.readouterr()


@pytest.mark.parametrize(
    "words",
    [
        ["print", "join", "--edition", "ru-2004", "--out", "{at}.pdf"],
        ["backup", "--home", "{home}", "--to", "{at}"],
    ],
    ids=lambda words: words[0],
)
def test_on_a_full_disk_it_is_said_what_could_not_be_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
) -> None:
    home = played_home(tmp_path / "home")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    at = tmp_path / "out"
    assert main([word.format(at=at, home=home) for word in words]) == 1
    said = capsys.readouterr().err
    assert str(at) in said
    assert "make room" in said.lower()
    assert said.count("\n") == 1


def test_a_bug_is_one_line_too_and_names_the_place(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretend(monkeypatch, raising(KeyError("seat")))
    assert main(["pretend"]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("companion: KeyError: 'seat', in companion/cli/__init__.py:")


def test_whoever_hunts_a_bug_gets_the_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, raising(KeyError("seat")))
    monkeypatch.setenv("COMPANION_TRACEBACK", "1")
    with pytest.raises(KeyError):
        main(["pretend"])


def test_a_missing_module_of_our_own_is_a_bug() -> None:
    error = ModuleNotFoundError("No module named 'companion.ruels'", name="companion.ruels")
    assert "a bug" in one_line(error)


@pytest.mark.parametrize(
    "words", [[], ["prtend"], ["read"], ["pretend", "--softly"], ["pretend", "--lou"]]
)
def test_wrong_usage_is_one_line_and_exits_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    pretend(monkeypatch, lambda _: 0)
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("companion: ")


def test_ctrl_c_exits_130_and_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretend(monkeypatch, raising(KeyboardInterrupt()))
    assert main(["pretend"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_reader_that_stops_listening_is_no_error() -> None:
    code = (
        "import sys; from companion import cli;"
        "cli.parse = lambda words: (lambda args: print('heard?') or 0, None);"
        "sys.exit(cli.main())"
    )
    reading, writing = os.pipe()
    os.close(reading)
    done = python("-c", code, stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def test_python_m_companion_is_the_same_program() -> None:
    done = python("-m", "companion", "nonsense")
    assert done.returncode == 2
    assert done.stderr.startswith("companion: ")


def test_help_imports_no_subcommand() -> None:
    """`companion --help` is quick: neither a subcommand nor a large library is loaded for it."""
    code = (
        "import sys; from companion.cli import main; main(['--help']);"
        "print(*sys.modules, file=sys.stderr)"
    )
    loaded = python("-c", code).stderr.split()
    subcommand_modules = {entry.module for entry in subcommands.SUBCOMMANDS.values()}
    assert not subcommand_modules & set(loaded)
    assert not {"numpy", "cv2", "flask", "msgspec", "gpiozero"} & set(loaded)


def test_help_lists_every_subcommand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    for name in subcommands.SUBCOMMANDS:
        assert f"    {name.partition(' ')[0]} " in shown


def test_an_unknown_subcommand_and_a_port_that_is_none_are_wrong_usage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["nonsense"]) == 2
    assert capsys.readouterr().err.startswith("companion: argument SUBCOMMAND: invalid choice")
    assert main(["run", "--port", "99999"]) == 2
    assert "'99999' is no port (0 to 65535)" in capsys.readouterr().err


@pytest.mark.parametrize("name", subcommands.SUBCOMMANDS)
def test_each_subcommand_has_help_with_an_example(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert main([*name.split(), "--help"]) == 0
    shown = capsys.readouterr().out.lower()
    usage, _, rest = shown.partition("example")
    assert f"usage: companion {name}" in usage
    assert f"companion {name}" in rest


@pytest.mark.parametrize("name", subcommands.SUBCOMMANDS)
def test_each_help_is_a_sentence_and_a_word_on_every_option(name: str) -> None:
    added: list[Parser] = []

    class Adding:
        def add_parser(self, name: str, **more: Any) -> Parser:
            added.append(Parser(name, **more))
            return added[-1]

    import_module(subcommands.SUBCOMMANDS[name].module).add_parser(Adding())
    (made,) = added
    assert re.fullmatch("[A-Z].*[.]", str(made.description))
    assert all(action.help for action in made._actions)
    assert str(made.epilog).startswith(f"example:\n  companion {name}")


@pytest.mark.parametrize("name", subcommands.SUBCOMMANDS)
def test_each_subcommand_can_be_run(name: str) -> None:
    module = import_module(subcommands.SUBCOMMANDS[name].module)
    assert callable(module.run)


STEERING = "a\x1b[2Jb\x9b1mc\u202ed\u2066e\x07f\rg\ud800h\x7f"
READ = "a\\u001b[2Jb\\u009b1mc\\u202ed\\u2066e\\u0007f\\u000dg\\ud800h\\u007f"


def test_nothing_that_a_command_prints_steers_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(_: Namespace) -> int:
        print(STEERING)
        print(STEERING, file=sys.stderr)
        log = logging.getLogger("pretended")
        log.handlers, log.propagate = [logging.StreamHandler()], False
        log.warning(STEERING)
        return 0

    pretend(monkeypatch, run)
    assert main(["pretend"]) == 0
    told = capsys.readouterr()
    assert told.out == f"{READ}\n"
    assert told.err == f"{READ}\n{READ}\n"


def test_nothing_that_an_error_says_steers_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretend(monkeypatch, raising(EditionError(STEERING)))
    assert main(["pretend"]) == 1
    assert READ.replace("\\u000d", " ") in capsys.readouterr().err  # it is one line


def test_words_of_all_languages_and_lines_are_printed_as_they_are() -> None:
    words = "José Ёж 東京 🎲\t1\r\n2\n"
    assert shown(words) == words


def test_what_lies_behind_may_be_closed_first() -> None:
    """An interpreter that ends closes both, in whichever order; 3.14 tells of what fails then."""
    behind = io.TextIOWrapper(io.BytesIO())
    before = Plain(behind)
    before.write("heard")
    before.flush()
    behind.close()
    before.close()
    assert before.closed
