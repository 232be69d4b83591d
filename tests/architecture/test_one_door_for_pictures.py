"""Pictures are decoded in one place, which bounds what that takes in memory."""

import ast
from collections.abc import Iterator

import pytest

from tests.support.repository import ROOMS, ROOT

DECODERS = frozenset(
    {"imdecode", "imdecodemulti", "imdecodeanimation", "imread", "imreadmulti", "imreadanimation"}
    | {"imreadWithMetadata", "imdecodeWithMetadata", "ImageCollection", "VideoCapture"}
)
"""What opens pictures and clips in OpenCV."""

DOORS = {
    "companion/vision/pictures.py": {"imdecode", "VideoCapture"},
    "companion/vision/picture_heads.py": {"PIL"},  # heads alone
    "hardware/cameras/devices.py": {"VideoCapture"},  # cameras, which give frames as large as asked
}


def openers(source: str) -> Iterator[str]:
    """Yield what opens pictures in a module's source."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) if name in DECODERS:
                yield name
            case ast.ImportFrom(module="cv2", names=names):
                yield from ({alias.name for alias in names} & DECODERS)
            case ast.ImportFrom(module=str(module)) if module.split(".")[0] in ("PIL", "imageio"):
                yield "PIL"
            case ast.Import(names=names) if any(a.name.split(".")[0] == "PIL" for a in names):
                yield "PIL"


def test_nothing_else_opens_pictures() -> None:
    found = {
        str(path.relative_to(ROOT)): set(openers(path.read_text()))
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
    }
    assert {name: used for name, used in found.items() if used} == DOORS


@pytest.mark.parametrize(
    "source",
    [
        "import cv2\ncv2.imread('a')",
        "from cv2 import imdecode",
        "from PIL import Image",
        "import PIL.Image",
    ],
)
def test_another_door_would_be_found(source: str) -> None:
    assert list(openers(source))
