"""A card in a folder: the one file for it runs there, and what it asks of the machine is noted."""

import os
import re
import subprocess
from pathlib import Path

from tests.support.repository import ROOT

FILE = ROOT / "companion/appliance/first-boot"
PLACES = re.compile(r"(?<![\w$])/(?=(?:usr/local|etc|var|boot|opt|proc|run|dev/sd))")
SAYS = """#!/bin/sh
echo "$(basename $0) $*" >>{root}/asked
"""


class Card:
    """A machine in a folder, whose commands only note that they were asked for."""

    def __init__(
        self, root: Path, *, cmdline: str = "quiet", hostname: str = "raspberrypi"
    ) -> None:
        self.root, self.programs = root, root / "bin"
        for folder in ("usr/local/sbin", "etc/systemd/system", "boot/firmware", "proc", "bin"):
            (root / folder).mkdir(parents=True)
        (root / "proc/cmdline").write_text(cmdline)
        (root / "boot/firmware/cmdline.txt").write_text(cmdline)
        (root / "etc/hosts").write_text("127.0.1.1 raspberrypi\n")
        for name in ("systemctl", "hostnamectl", "journalctl", "apt-get", "dpkg", "make", "sync"):
            self.program(name, SAYS)
        self.program("hostname", f"#!/bin/sh\necho {hostname}\n")
        self.program("git", SAYS + 'mkdir -p "$6/.ci"; echo "echo set up" >"$6/.ci/setup"\n')

    def program(self, name: str, text: str) -> None:
        path = self.programs / name
        path.write_text(text.format(root=self.root))
        path.chmod(0o755)

    def run(self, *words: str, address: str = "") -> subprocess.CompletedProcess[str]:
        """Run the file as a person or cloud-init does."""
        return self.shell(f"sh {self.lay(address)} {' '.join(words)}")

    def lay(self, address: str = "") -> Path:
        """Lay the file beside `cmdline.txt`."""
        script = self.root / "boot/firmware/vendor-data"
        script.write_text(
            self.inside(FILE.read_text()).replace("address=''", f"address='{address}'")
        )
        return script

    def inside(self, text: str) -> str:
        """Return it with the machine's places in this folder."""
        return PLACES.sub(f"{self.root}/", text)

    def shell(self, command: str) -> subprocess.CompletedProcess[str]:
        """Run a command of this machine."""
        path = f"{self.programs}:{os.environ['PATH']}"
        return subprocess.run(
            ["/bin/sh", "-c", command],
            env={"PATH": path},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    @property
    def asked(self) -> str:
        path = self.root / "asked"
        return path.read_text() if path.exists() else ""
