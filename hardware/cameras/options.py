"""What may be set about a camera, and how a source is written."""

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qsl

import msgspec

from companion.errors import CameraError
from hardware.cameras.address import is_address, shown
from hardware.cameras.usb_names import as_usb

WRITTEN = (
    "auto, usb:N, usb:DEVICE, pi, phone, sim, none, photographs, file:CLIP_OR_PICTURE, dir:FOLDER,"
    " http://... or rtsp://..."
)


class CameraOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How frames are wanted; a source may end in `?rate=6&hold=2` to say it for itself."""

    rate: float = 12.0  # frames per second at most, 0.2 to 60
    width: int = 1280  # asked of devices; what they give may differ
    height: int = 720  # a Pi's camera is as high as its sensor's shape makes it
    hold: float = 1.2  # `dir:`: seconds for which each picture lies still
    lead: float = 0.6  # `dir:`: seconds of an empty table before the first picture
    loop: bool = False  # `dir:`: begin again after the last picture

    def __post_init__(self) -> None:
        """Refuse what no camera can do."""
        for key, low, high in (("rate", 0.2, 60), ("hold", 0, 3600), ("lead", 0, 3600)):
            if not low <= getattr(self, key) <= high:
                raise ValueError(f"{key} is {getattr(self, key)}, not {low} to {high}")
        if self.width < 64 or self.height < 64:
            raise ValueError("a picture is at least 64 x 64")


def split_source(source: str, options: CameraOptions) -> tuple[str, str, CameraOptions]:
    """Return kind, what follows the colon, and the options that *source* sets for itself.

    A stream's address is left whole: its question mark belongs to the address.

    Raises:
        CameraError: *source* is not written as any camera is.
    """
    source = as_usb(source)
    if is_address(source):
        return "stream", source, options
    kind, _, rest = source.partition(":")
    if "?" in kind:  # `sim?rate=5`
        kind, _, asked = source.partition("?")
        rest = ""
    elif kind in ("file", "dir") and Path(rest).exists():
        asked = ""  # a question mark is part of the name
    else:
        rest, _, asked = rest.partition("?")
    if kind in ("file", "dir") and not rest:
        raise CameraError(
            f"{kind}: names nothing", where=shown(source), mend=f"write one of: {WRITTEN}"
        )
    return kind, rest, _with(options, dict(parse_qsl(asked, keep_blank_values=True)), source)


def _with(options: CameraOptions, asked: Mapping[str, str], source: str) -> CameraOptions:
    values = {**msgspec.structs.asdict(options), **asked}
    try:
        return msgspec.convert(values, CameraOptions, strict=False)
    except msgspec.ValidationError as problem:
        known = ", ".join(CameraOptions.__struct_fields__)
        raise CameraError(str(problem), where=shown(source), mend=f"known: {known}") from problem
