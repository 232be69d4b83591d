"""The colours can be read, in light and in dark."""

import re
from pathlib import Path

import pytest

import web

CSS = (Path(web.__file__).parent / "static" / "look.css").read_text()
LEAST = 4.5  # WCAG 2.2, AA, text of any size
LARGE = 3.0  # for what is bold and large, or no text

INK_ON_PAPER = [
    ("ink", "paper"), ("ink", "card"), ("soft", "paper"), ("soft", "card"),
    ("go", "paper"), ("stop", "paper"), ("go", "card"), ("stop", "card"),
    ("go-ink", "go"), ("stop-ink", "stop"), ("mark-ink", "mark"), ("mark-text", "paper"),
]  # fmt: skip


def variables(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6});", block))


LIGHT = variables(CSS[: CSS.index("@media (prefers-color-scheme: dark)")])
DARK = LIGHT | variables(
    CSS[CSS.index("@media (prefers-color-scheme: dark)") : CSS.index("html.large")]
)


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = "".join(c * 2 for c in digits) if len(digits) == 3 else digits
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(("front", "back"), INK_ON_PAPER)
@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read(front: str, back: str, scheme: dict[str, str]) -> None:
    assert contrast(scheme[front], scheme[back]) >= LEAST


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_names_can_be_read_on_their_bands(scheme: dict[str, str]) -> None:
    inks = dict(re.findall(r"\.g-([a-z-]+) \{ background: [^;]+; color: (#[0-9a-f]+); \}", CSS))
    bands = {name for name in re.findall(r"\.g-([a-z-]+) \{", CSS) if name != "station"}
    poor = {
        name: round(contrast(scheme[name], inks.get(name, "#fff")), 2)
        for name in bands
        if contrast(scheme[name], inks.get(name, "#fff")) < LEAST
    }
    assert not poor


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_token_stands_out_and_its_letter_can_be_read(scheme: dict[str, str]) -> None:
    for name, colour in re.findall(r"\.t-([a-z]+) \{ background: (#[0-9a-f]{6})", CSS):
        assert contrast(colour, "#fff") >= LEAST, name
    assert contrast(scheme["edge"], scheme["card"]) >= LARGE
