"""A line to PostgreSQL that is cut without a word is given up, and found again."""

import os
import subprocess
import sys

from tests.support.processes import LIMIT_S
from tests.support.repository import ROOT

ALONE = ("unshare", "--net") if os.geteuid() == 0 else ("unshare", "-r", "--net")


def test_a_hub_whose_line_is_cut_says_so_and_goes_on_by_itself() -> None:
    done = subprocess.run(
        [*ALONE, sys.executable, "-m", "tests.durability.cut_line"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_S,
    )
    assert done.stdout.splitlines() == ["1 games", "hub-database", "10 True", "rings"], done.stderr
