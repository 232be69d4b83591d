"""What avahi makes of the service that is installed, and of a name that another machine has."""

import os
import subprocess
import sys

from tests.appliance.two_avahis import DAEMON, HERE, THERE
from tests.support.processes import LIMIT_S
from tests.support.repository import ROOT

ALONE = ("unshare", *(() if os.geteuid() == 0 else ("-r",)), "--net", "--mount")


def test_a_name_that_is_taken_is_numbered_and_pages_answer_to_what_avahi_publishes() -> None:
    assert DAEMON.exists()
    done = subprocess.run(
        [*ALONE, sys.executable, "-m", "tests.appliance.two_avahis"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_S,
    )
    assert done.stdout.splitlines() == [
        f"companion.local {THERE}",
        "Monopoly on companion 80",
        f"companion-2.local {HERE}",
        f"http://{HERE} http://companion-2.local",
        "True",
        f"companion.local {THERE}",
    ], done.stderr
