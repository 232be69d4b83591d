"""What is broken in calibration, keyrings and printing is said in the reader's language."""

from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from calibration import store
from cards_qr.keyrings import Keyrings
from cards_qr.printing.order import stock_named
from cards_qr.tag import Item, U
from companion.editions.load import load_edition
from companion.errors import CompanionError, KeyringError, SettingsError, SheetError
from companion.files import keep, read_kept
from companion.speaker import Speaker
from companion.table.answers import Broken
from companion.vision.plane import Zone
from tests.support.pages import Living
from web.doctor.findings import in_words
from web.shared.broken import BROKEN, error_in_words
from web.shared.language import catalogues

LANGUAGES = tuple(catalogues())
GERMAN = {"Accept-Language": "de"}


def test_what_is_said_of_broken_commands_is_said_of_codes_there_are() -> None:
    codes = get_args(Broken.__annotations__["code"])
    assert {*BROKEN} <= {*codes}


def speaker(language: str) -> Speaker:
    return Speaker(catalogues()[language], load_edition("us-classic"), ())


def keyring_of(text: str) -> Callable[[Path], object]:
    """Return what opens a keyring with such a text in its file."""

    def opened(home: Path) -> object:
        (home / "keyrings").mkdir()
        (home / "keyrings/us-classic.json").write_text(text)
        return Keyrings(home).of("us-classic")

    return opened


def of_another(home: Path) -> object:
    keyrings = Keyrings(home)
    keyrings.of("ru-2004")
    keyrings.path("ru-2004").rename(keyrings.path("us-classic"))
    return keyrings.of("us-classic")


def of_last_year(home: Path) -> object:
    keyrings = Keyrings(home)
    before = keyrings.of("us-classic")
    old = keyrings.path("us-classic").read_bytes()
    keyrings.save(keyrings.renewed("us-classic"), before)
    keyrings.path("us-classic").write_bytes(old)
    return keyrings.of("us-classic")


def issued_often(home: Path) -> object:
    keyrings = Keyrings(home)
    return keyrings.reissued("us-classic", [Item("seat", 1)] * U.issues)


def unwritable(home: Path) -> object:
    (home / "keyrings").write_text("a file where the folder should be")
    return Keyrings(home).of("us-classic")


def outside(_home: Path) -> object:
    return store.by_hand("cam", (640, 480), tray=Zone(0, 0, 641, 9).corners, scan=Zone(0, 0, 9, 9))


def damaged(home: Path) -> object:
    (home / "pages.json").write_text("{")
    return read_kept(home / "pages.json", Zone)


WRONG: dict[str, Callable[[Path], object]] = {
    "keyring-damaged": keyring_of("{"),
    "codebook": keyring_of("kind,number,side,payload,qr_version,ec_level,mask\n"),
    "keyring-of-another": of_another,
    "keyring-replaced": of_last_year,
    "issues-used-up": issued_often,
    "not-written": unwritable,
    "damaged": damaged,
    "box-outside": outside,
    "no-such-paper": lambda _home: stock_named("a9"),
    "no-such-labels": lambda _home: stock_named("label:nobody"),
    "labels-unclear": lambda _home: stock_named("label:20x20,pitch=wide"),
    "labels-twice-said": lambda _home: stock_named("label:20x20,left=1,left=2"),
    "labels-too-small": lambda _home: stock_named("label:3x3"),
    "labels-overlap": lambda _home: stock_named("label:20x20,pitch=19.5x20"),
    "labels-beyond-paper": lambda _home: stock_named("label:20x20,columns=30"),
}


@pytest.mark.parametrize("code", WRONG)
def test_what_is_broken_is_said_in_every_language(tmp_path: Path, code: str) -> None:
    with pytest.raises((KeyringError, SettingsError, SheetError)) as raised:
        WRONG[code](tmp_path)
    error: CompanionError = raised.value
    assert error.code == code
    said = [error_in_words(speaker(language), error) for language in LANGUAGES]
    assert len({*said}) == len(LANGUAGES)
    for words in said:
        assert "{" not in words
        assert error.where in words


def test_amounts_and_files_stand_in_the_sentence(tmp_path: Path) -> None:
    with pytest.raises(SheetError) as raised:
        stock_named("label:20x20,pitch=19.5x20")
    assert "19.5 mm" in error_in_words(speaker("de"), raised.value)
    with pytest.raises(KeyringError) as broken:
        of_another(tmp_path)
    said = error_in_words(speaker("en"), broken.value)
    assert "of another edition (ru-2004), not of us-classic." in said
    assert "us-classic.json" in said


def test_an_error_without_a_code_is_said_as_the_terminal_has_it() -> None:
    error = SheetError("the ink is gone", mend="buy some")
    assert error_in_words(speaker("ru"), error) == "the ink is gone (buy some)"


def test_the_page_of_the_sheets_speaks_german(room: Living, tmp_path: Path) -> None:
    banker = room.banker()
    where = "/banker/sheets/sheet.pdf?what=deeds&edition=us-classic&paper=a4"
    said = banker.get(f"{where}&own=25x25,pitch=20x20", headers=GERMAN).text
    assert "würden sich überlappen" in said
    (tmp_path / "keyrings").mkdir(exist_ok=True)
    (tmp_path / "keyrings/us-classic.json").write_text("{")
    assert "Die Schlüssel der Aufkleber sind beschädigt." in banker.get(where, headers=GERMAN).text


def test_the_doctor_says_in_german_what_is_wrong_with_a_keyring(tmp_path: Path) -> None:
    with pytest.raises(KeyringError):
        of_last_year(tmp_path)
    (wrong,) = (one for one in Keyrings(tmp_path).checks() if one.health == "bad")
    words = in_words(speaker("de"), wrong).words
    assert "ein neuerer hat ihn ersetzt" in words
    assert "newer" not in words.replace("--new-set", "")


def test_what_cannot_be_kept_is_said_in_german(tmp_path: Path) -> None:
    (tmp_path / "here").write_text("a file where the folder should be")
    with pytest.raises(SettingsError) as raised:
        keep(Zone(1, 2, 3, 4), tmp_path / "here/pages.json")
    said = error_in_words(speaker("de"), raised.value)
    assert said.startswith("Diese Datei kann nicht geschrieben werden.")
