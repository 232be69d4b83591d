"""One file with all that helps, and nothing that is nobody's business."""

import io
import logging
import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.diagnostics.blanks import Blanks
from companion.diagnostics.kept_log import KeptLog
from companion.diagnostics.report import JOURNAL, Diagnostics
from companion.doctor import Check
from companion.files import write_whole
from companion.journal.pictures import Pictures
from tests.support.machines import PI_4, machine
from tests.support.table import hands, reading

SECRETS = {
    "names": ("Ann", "Bob", "Cy", "Aunt Ottilie", "Дядя Фёдор"),
    "the PIN": ("482915",),
    "addresses": (
        *("192.168.178.23", "10.0.0.7", "fe80::3a8f:1c2d:9b00:77", "2001:db8:85a3::8a2e:370:7334"),
        *("dc:a6:32:0f:1e:2d", "livingroom-pi.local", "garden.fritz.box"),
    ),
    "networks": ("Villa Kunterbunt", "Villa Kunterbunt Gast"),
    "passwords": ("hunter22", "sesame99"),
    "folders": ("/media/ottilie",),
}

LOG = """\
2026-11-24T17:02:03+0100 companion[812]: The companion is ready. Phones join at http://192.168.178.23
2026-11-24T17:02:03+0100 companion[812]: Banker's PIN:  482915   (at http://livingroom-pi.local/banker)
2026-11-24T17:05:09+0100 companion[812]: companion: camera lost: rtsp://cam:hunter22@10.0.0.7/stream
2026-11-24T17:05:10+0100 companion[812]: the press of Aunt Ottilie was lost, said Bob to CY
2026-11-24T17:05:11+0100 companion[812]: wlan0 (dc:a6:32:0f:1e:2d) joined Villa Kunterbunt
2026-11-24T17:05:12+0100 companion[812]: fe80::3a8f:1c2d:9b00:77, 2001:db8:85a3::8a2e:370:7334
2026-11-24T17:05:13+0100 companion[812]: psk=sesame99
2026-11-24T17:05:14+0100 companion[8]: Дядя Фёдор, garden.fritz.box, copies in /media/ottilie/STICK
2026-11-24T17:05:15+0100 companion[812]: the watcher stumbled over frame 4711
"""

JPEG = b"a picture"

SAID = {
    " ".join(JOURNAL): LOG.strip(),
    "nmcli --get-values NAME connection show": "Villa Kunterbunt Gast\nWired connection 1",
    "iw dev wlan0 link": "Connected to dc:a6:32:0f:1e:2d\n\tSSID: Villa Kunterbunt\n",
}


@pytest.fixture
def diagnostics(tmp_path: Path) -> Diagnostics:
    home = tmp_path / "home"
    with hands(home) as at:
        at.begin()
        seen = replace(
            at.cause("camera", "camera"), evidence=Pictures(home / "pictures").keep(JPEG)
        )
        at.eyes.dice(reading(1, 2), seen)
    names = '{"seats": [{"name": "Aunt Ottilie"}, {"name": "Дядя Фёдор", "colour": "red"}]}'
    write_whole(home / "phones.json", names.encode())
    write_whole(home / "pin.json", b'{"pin": "482915"}')
    plan = b'{"home_id": "0123abcd", "minutes": 5, "second": "/media/ottilie/STICK"}'
    write_whole(home / "backups.json", plan)
    checks = (
        Check("network", "ok", "network", {"addresses": "http://192.168.178.23"}),
        Check("camera", "ok", "camera-seen", {"name": "rtsp://10.0.0.7", "width": 9, "height": 9}),
    )
    pi = machine(tmp_path / "pi", PI_4, SAID)
    return Diagnostics(home, lambda: checks, machine=pi, options={"camera": "rtsp://10.0.0.7"})


def texts(made: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(made)) as pack:
        named = {name.partition("/")[2]: pack.read(name) for name in pack.namelist()}
    return {name: content.decode("utf-8", "replace") for name, content in named.items()}


def test_it_holds_what_helps(diagnostics: Diagnostics) -> None:
    found = texts(diagnostics.file())
    assert "Raspberry Pi 4 Model B" in found["versions.txt"]
    assert "numpy" in found["versions.txt"]
    assert "Phones join at http://<address>" in found["doctor.txt"]
    assert '"edition": "ru-2004"' in found["settings.json"]
    assert '"minutes": 5' in found["settings.json"].replace('\\"', '"')
    assert '"verdict": "sure"' in found["readings.json"]
    assert "frame 4711" in found["log.txt"]
    assert "17:05:15" in found["log.txt"]  # a time of day is no address
    assert "Nothing was sent" in found["about.txt"]
    assert not [name for name in found if name.endswith(".jpg")]


@pytest.mark.parametrize("kind", SECRETS)
def test_it_holds_nothing_that_is_nobodys_business(diagnostics: Diagnostics, kind: str) -> None:
    for name, text in texts(diagnostics.file()).items():
        if name != "versions.txt":  # packages are called as they are
            words = text.casefold().replace("<", " ").replace(">", " ")
            for secret in SECRETS[kind]:
                assert f" {secret.casefold()} " not in f" {words} ".replace("\n", " "), name
                assert secret not in text.split(), name
    for secret in (s for s in SECRETS[kind] if len(s) > len("Ann")):
        assert secret.casefold() not in "".join(texts(diagnostics.file()).values()).casefold()


def test_pictures_are_in_it_only_where_they_were_asked_for(diagnostics: Diagnostics) -> None:
    found = texts(diagnostics.file(pictures=True))
    assert len([name for name in found if name.endswith(".jpg")]) == 1
    assert "pictures of the dice" in found["about.txt"]


def test_where_no_journal_is_the_last_lines_of_the_run_are_told(tmp_path: Path) -> None:
    kept, log = KeptLog(), logging.getLogger("companion.tried")
    log.addHandler(kept)
    log.warning("camera lost: %s", "http://10.0.0.7/x")
    log.removeHandler(kept)
    made = Diagnostics(tmp_path, tuple, lambda: kept.text, machine(tmp_path / "pi", PI_4)).file()
    assert "camera lost: http://<address>" in texts(made)["log.txt"]


def test_short_and_strange_names_are_words_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "phones.json").write_text('[{"name": "Al"}, {"name": "C++ (2)"}, {"name": ""}]')
    blanks = Blanks(tmp_path, machine(tmp_path / "pi", PI_4))
    said = blanks.out_of("Al also said C++ (2) at 12:30:05, AL!")
    assert said == "<name> also said <name> at 12:30:05, <name>!"


def test_the_command_writes_it_and_says_what_is_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = tmp_path / "question.zip"
    words = ["diagnostics", "--home", str(tmp_path / "home"), "--camera", "sim", "--to", str(to)]
    assert main(words) == 0
    assert capsys.readouterr().out.endswith("no names. Nothing was sent.\n")
    assert "dice reader" in texts(to.read_bytes())["doctor.txt"]
    assert main([*words[:-1], str(tmp_path)]) == 1
