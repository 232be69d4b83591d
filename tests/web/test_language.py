"""One catalogue a language; the browser says which."""

import struct
from pathlib import Path

import pytest
from werkzeug.datastructures import LanguageAccept

from companion.game.commands import Roll
from companion.words import Seat
from tests.support.pages import living_room
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
