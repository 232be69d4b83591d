"""Photographs every page in every state, and lays the pictures out on sheets to look at.

    python -m tests.end_to_end.album FOLDER [--language de] [--size phone] [--chapter debts]

plays the chapters of `tests/support/chapters` and leaves in FOLDER a JPEG for each chapter,
language and size: `debts-de-phone.jpg`. Options may be given more than once; without them it is
everything, by day; `--dark` shows the pages of the night.
A red mark beside a picture shows how far the screen goes before one scrolls.
"""

import argparse
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Page

from tests.support.chapters.book import CHAPTERS, EDITIONS
from tests.support.chapters.company import Company, company
from tests.support.chapters.visitor import Visitor
from tests.support.chromium import chromium
from tests.support.pages import served


class Format(NamedTuple):
    """How large a page is, and how large its picture on a sheet: pixels, and columns."""

    size: tuple[int, int]
    width: int
    columns: int


FORMATS: Mapping[str, Format] = {
    "small": Format((320, 568), 300, 6),
    "phone": Format((390, 844), 300, 6),
    "screen": Format((1280, 720), 620, 3),
    "television": Format((1920, 1080), 930, 2),
}
SCREENS = {"screen", "television"}
MOST_HEIGHT = 2.6
"""So many screens of a page are shown; the rest is cut."""

GAP, LABEL, SHEET_HEIGHT = 14, 22, 1900
PAPER, INK, FOLD = "#888480", "white", "#e0201b"


class Photo(NamedTuple):
    """A page on a sheet, as wide as its column."""

    name: str
    picture: Image.Image
    fold: int


def photos(
    visitor: Visitor, at: Company, chapter: str, sizes: Sequence[str]
) -> Mapping[str, list[Photo]]:
    """Play a chapter; return its photos by size. A television shows the table screen alone."""
    taken: dict[str, list[Photo]] = {name: [] for name in sizes}
    with served(at.room) as url:
        for look in CHAPTERS[chapter](at):
            page = visitor.visit(url, look)
            for name in sizes:
                if name in (SCREENS if look.screen else FORMATS.keys() - {"television"}):
                    visitor.resize(FORMATS[name].size)
                    taken[name].append(photo(page, look.name, FORMATS[name]))
            visitor.leave()
    return taken


def photo(page: Page, name: str, how: Format) -> Photo:
    """Return what a page shows, as far down as is shown at all."""
    taken = page.screenshot(full_page=True, type="jpeg", quality=90)
    shown = Image.open(BytesIO(taken))
    height = min(shown.height, round(how.size[1] * MOST_HEIGHT))
    scale = how.width / how.size[0]
    small = shown.crop((0, 0, how.size[0], height)).resize(
        (how.width, round(height * scale)), Image.Resampling.LANCZOS
    )
    return Photo(name, small, round(how.size[1] * scale))


def sheets(photos: Sequence[Photo], how: Format) -> Iterator[Image.Image]:
    """Lay photos out row by row, on as many sheets as that takes."""
    rows = [photos[at : at + how.columns] for at in range(0, len(photos), how.columns)]
    while rows:
        height, taken = GAP, 0
        for row in rows:
            high = max(one.picture.height for one in row) + LABEL + GAP
            if taken and height + high > SHEET_HEIGHT:
                break
            height, taken = height + high, taken + 1
        yield sheet(rows[:taken], how, height)
        rows = rows[taken:]


def sheet(rows: Sequence[Sequence[Photo]], how: Format, height: int) -> Image.Image:
    """Return one sheet: each photo under its name."""
    paper = Image.new("RGB", (GAP + how.columns * (how.width + GAP), height), PAPER)
    pen, font = ImageDraw.Draw(paper), ImageFont.load_default(15)
    top = GAP
    for row in rows:
        for column, one in enumerate(row):
            left = GAP + column * (how.width + GAP)
            pen.text((left, top), one.name, INK, font)
            paper.paste(one.picture, (left, top + LABEL))
            if one.picture.height > one.fold + 1:
                mark = top + LABEL + one.fold
                pen.line((left - GAP // 2, mark, left - 1, mark), FOLD, 3)
        top += max(one.picture.height for one in row) + LABEL + GAP
    return paper


def fill(
    folder: Path,
    languages: Sequence[str],
    sizes: Sequence[str],
    names: Sequence[str],
    light: Literal["light", "dark"],
) -> int:
    """Play these chapters in these languages; return how many photos that made."""
    count = 0
    with tempfile.TemporaryDirectory() as work, chromium() as browser:
        for language in languages:
            visitor = Visitor(browser, FORMATS[sizes[0]].size, language, color_scheme=light)
            for name in names:
                with company(Path(work) / f"{language}-{name}", EDITIONS[language]) as at:
                    taken = photos(visitor, at, name, sizes)
                for size, made in taken.items():
                    count += len(made)
                    for number, one in enumerate(sheets(made, FORMATS[size])):
                        more = f"-{number + 1}" if number else ""
                        one.save(folder / f"{name}-{language}-{size}{more}.jpg", quality=82)
    return count


def main() -> None:
    """Fill a folder with sheets."""
    parser = argparse.ArgumentParser(description="Photographs every page in every state.")
    parser.add_argument("folder", type=Path)
    for option, known in (("language", EDITIONS), ("size", FORMATS), ("chapter", CHAPTERS)):
        parser.add_argument(f"--{option}", action="append", choices=known)
    parser.add_argument("--dark", action="store_true", help="as phones show it at night")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    count = fill(
        asked.folder,
        asked.language or list(EDITIONS),
        asked.size or list(FORMATS),
        asked.chapter or list(CHAPTERS),
        "dark" if asked.dark else "light",
    )
    print(f"{count} photos in {asked.folder}")


if __name__ == "__main__":
    main()
