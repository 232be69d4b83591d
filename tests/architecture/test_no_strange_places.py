"""No file of the repository knows one machine's folders or where packages are fetched from."""

import re

import pytest

from tests.support.repository import ROOT, tracked

STRANGE = re.compile(
    rb"(?<![\w.$}])/(?:work|root|Users|home/[a-z]\w*)/"  # somebody's own folders
    rb"|pypi[.]org|pythonhosted[.]org|piwheels[.]org|npmjs[.](?:org|com)"  # registries
    rb"|(?:deb|security|snapshot)[.]debian[.]org|archive[.]raspberrypi"
)


def test_no_tracked_file_names_a_strange_place() -> None:
    found = {
        str(file.relative_to(ROOT)): [hit.decode() for hit in STRANGE.findall(file.read_bytes())]
        for file in tracked()
    }
    assert {name: hits for name, hits in found.items() if hits} == {}


@pytest.mark.parametrize(
    ("folder", "rest"),
    [
        ("/wo", "rk/main/x"),
        ("'/ro", "ot/.cache'"),
        ("/ho", "me/ann/dice.jpg"),
        ("https://py", "pi.org/simple"),
    ],
)
def test_a_strange_place_is_found(folder: str, rest: str) -> None:
    assert STRANGE.search(f"see {folder}{rest}".encode())


@pytest.mark.parametrize("text", ["frame/work/x", "/usr/bin/chromium", "~/photos", "a.b/root/c"])
def test_an_ordinary_place_is_none(text: str) -> None:
    assert not STRANGE.search(text.encode())
