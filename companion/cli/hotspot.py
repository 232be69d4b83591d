"""`companion hotspot`: a Wi-Fi of the machine's own, where there is none."""

import argparse
import sys

from cards_qr.printing.join_card import wifi_text
from companion.appliance.hotspot import Hotspot, Wifi
from companion.appliance.installation import insist_on_root
from companion.cli.codes import drawn
from companion.cli.parser import Subparsers
from companion.cli.plain import exact

EXAMPLE = """\
example:
  companion hotspot on
  companion hotspot status
  companion hotspot off

Only root may do it: put sudo before it. With one Wi-Fi device the machine leaves the Wi-Fi that it
is in, and comes back when the hotspot is switched off. It opens again at every start until then.
To print both codes:
  companion print join --wifi Companion --password - --address http://10.42.0.1/join --out join.pdf
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "hotspot",
        description="Open a Wi-Fi of this machine's own for the phones, or close it.",
        epilog=EXAMPLE,
    )
    parser.add_argument("what", choices=("on", "off", "status"), help="open it, close it, or look")


def run(args: argparse.Namespace) -> int:
    """Do it and show what phones need; 1 if it is asked after and not open.

    Raises:
        UpdateError: this is not root, or there is no NetworkManager that does it.
    """
    insist_on_root()
    hotspot = Hotspot()
    if args.what == "off":
        print("The hotspot is closed." if hotspot.off() else "The hotspot was not open.")
        return 0
    wifi = hotspot.on() if args.what == "on" else hotspot.now()
    if not wifi:
        print("The hotspot is not open.")
        return 1
    _show(wifi)
    return 0


def _show(wifi: Wifi) -> None:
    terminal = exact(sys.stdout)  # the codes have colours
    page = f"http://{wifi.address}"
    print(f"1. Wi-Fi: {wifi.ssid}   password: {wifi.password}")
    print(*drawn(wifi_text(wifi.ssid, wifi.password)), sep="\n", file=terminal)
    print("   A phone says that this Wi-Fi has no internet: stay in it. If the page does not come,")
    print("   switch off mobile data while you play.")
    print(f"2. Phones join at {page}")
    print(*drawn(page), sep="\n", file=terminal)
