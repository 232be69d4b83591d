"""The command line: one file per subcommand."""

import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import TextIO, cast

from companion.cli.complaint import one_line
from companion.cli.parser import parse
from companion.cli.plain import Plain, exact

SUCCESS, REFUSED, USAGE = 0, 1, 2
INTERRUPTED = 130  # as shells say it: 128 and the number of SIGINT
UNHEARD = 141  # likewise SIGPIPE: whoever read the output has gone


def main(argv: Sequence[str] | None = None) -> int:
    """Run the subcommand that *argv* names; return the exit status.

    What is broken becomes one line on stderr: what, where, and the mend. For whoever hunts a bug,
    `COMPANION_TRACEBACK=1` lets the exception through.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    with redirect_stdout(_plain(sys.stdout)), redirect_stderr(_plain(sys.stderr)):
        return _answered(words)


def _plain(stream: TextIO) -> TextIO:
    return cast("TextIO", Plain(exact(stream)))


def _answered(words: Sequence[str]) -> int:
    """Run the subcommand; whatever goes wrong is one line."""
    try:
        return _run(words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return UNHEARD
    except Exception as error:  # whatever it is, a person at a table reads one line
        if os.environ.get("COMPANION_TRACEBACK"):
            raise
        print(f"companion: {one_line(error)}", file=sys.stderr)
        return REFUSED


def _run(words: Sequence[str]) -> int:
    """Parse, run, and flush: a reader that has gone is noticed here, not at the exit."""
    try:
        run, args = parse(words)
        status = run(args)
    except SystemExit as leaving:  # argparse has answered: help, or what is wrong with the words
        status = leaving.code if isinstance(leaving.code, int) else SUCCESS
    sys.stdout.flush()
    return status


def _forget_stdout() -> None:
    """Let the interpreter's last flush go nowhere instead of failing aloud."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
