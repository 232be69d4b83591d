"""One catalogue a language; the browser says which."""

import struct
from pathlib import Path

import pytest
from werkzeug.datastructures import LanguageAccept

from companion.game.commands import Roll
from companion.words import Seat
from tests.support.pages import ORIGIN, living_room
from web.shared import context, language

GERMAN = {
    "": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n",
    "Now": "Jetzt",
    "Buy for {amount}": "Für {amount} kaufen",
    "You rolled <b>{total}</b>: go to <b>{place}</b>": "<b>{total}</b>: weiter bis <b>{place}</b>",
}


def written(folder: Path, code: str, messages: dict[str, str]) -> None:
    """Write a compiled catalogue: a table of originals, a table of translations, the texts."""
    pairs = sorted((one.encode(), other.encode()) for one, other in messages.items())
    count, texts = len(pairs), b""
    start = 28 + 16 * count
    tables: list[list[int]] = [[], []]
    for n in (0, 1):
        for pair in pairs:
            tables[n] += [len(pair[n]), start + len(texts)]
            texts += pair[n] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0)
    body = struct.pack(f"<{4 * count}I", *tables[0], *tables[1])
    path = folder / code / "LC_MESSAGES" / "companion.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(head + body + texts)


def test_templates_and_sentences_speak_the_readers_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path / "translations", "de", GERMAN)
    there = language.catalogues(tmp_path / "translations")
    monkeypatch.setattr(context, "catalogues", lambda: there)
    with living_room(tmp_path / "home") as room:
        ann = room.client(room.begin()[0])
        room.play(Roll(by=Seat(0), dice=(1, 2)))
        german = ann.get("/seat", headers={"Accept-Language": "de-AT, en;q=0.5"}).text
        english = ann.get("/seat", headers={"Accept-Language": "fr"}).text
    assert '<html lang="de"' in german
    assert "Für $60 kaufen" in german
    assert ">Jetzt</a>" in german
    assert "<b>3</b>: weiter bis <b>Baltic Avenue</b>" in german
    assert "Buy for $60" in english


def test_english_is_there_without_any_catalogue(tmp_path: Path) -> None:
    there = language.catalogues(tmp_path)
    assert list(there) == ["en"]
    assert language.best(LanguageAccept([("xx", 1)]), there) == "en"


def test_a_phone_may_speak_another_language_than_it_is_set_to(tmp_path: Path) -> None:
    with living_room(tmp_path / "home") as room:
        ann, like = room.client(room.begin()[0]), {"Accept-Language": "en"}
        assert ">Русский</option>" in ann.get("/me", headers=like).text
        answer = ann.post("/look", data={"look": ["large", "ru"]}, headers=ORIGIN)
        assert answer.status_code == 303
        page = ann.get("/seat", headers=like).text
        assert '<html lang="ru" class="large">' in page
        assert "Бросьте кубики" in page or "Бросайте кубики" in page
        ann.post("/look", data={"look": [""]}, headers=ORIGIN)
        assert '<html lang="en" class="">' in ann.get("/seat", headers=like).text


@pytest.mark.parametrize("cookie", ["xx", "..", "ru\x00", "en-ru", "large." * 200])
def test_what_is_no_language_here_changes_nothing(tmp_path: Path, cookie: str) -> None:
    with living_room(tmp_path / "home") as room:
        ann = room.client(room.begin()[0])
        ann.set_cookie("look", cookie)
        assert '<html lang="de"' in ann.get("/seat", headers={"Accept-Language": "de"}).text
