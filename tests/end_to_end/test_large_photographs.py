"""Photographs that would take gigabytes: a running companion stays within its unit's memory."""

import re
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.end_to_end.appliance import Appliance
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Answer, Phone
from tests.support import black_pictures as black
from tests.support.repository import ROOT

UNIT = ROOT / "companion" / "appliance" / "etc" / "systemd" / "system" / "companion.service"
LIMIT_MIB = int(re.findall(r"^MemoryMax=(\d+)M$", UNIT.read_text(), re.MULTILINE)[0])

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells how much a process has held"
)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[tuple[Appliance, list[Phone]]]:
    unit = re.findall(r"MALLOC_\w+=\d+", UNIT.read_text())
    env = ["env", *unit]  # the memory is laid out as the service has it
    appliance = Appliance(tmp_path, "--camera", "sim", "--buttons", "none", within=env)
    try:
        phones = joined(appliance)
        begin(phones)
        yield appliance, phones
    finally:
        appliance.kill()


def most_held(appliance: Appliance) -> float:
    status = Path(f"/proc/{appliance.process.pid}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1024


def sent_at_once(phones: list[Phone], picture: bytes) -> list[Answer]:
    answers: list[Answer] = []
    threads = [
        threading.Thread(target=lambda phone=phone: answers.append(phone.photograph(picture)))
        for phone in phones
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@pytest.mark.parametrize(
    ("made", "refusals"),
    [
        (lambda: black.png(10_900, 10_900), {"picture-large"}),
        (
            lambda: black.png(5800, 4300, channels=4, bits=16),
            {"no-sticker-seen", "picture-busy"},
        ),
        (lambda: black.jpeg(12_000, 9000), {"no-sticker-seen", "picture-busy"}),
    ],
    ids=["PNG of 119 MP", "PNG of 25 MP", "JPEG of 108 MP"],
)
def test_three_phones_at_once_end_nothing(
    evening: tuple[Appliance, list[Phone]], made: Callable[[], bytes], refusals: set[str]
) -> None:
    appliance, phones = evening
    answers = sent_at_once(phones, made())
    assert [answer.status for answer in answers] == [409] * 3
    assert {answer.data["refused"] for answer in answers} <= refusals
    assert most_held(appliance) < LIMIT_MIB
    assert phones[1].game()
