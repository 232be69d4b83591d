"""`companion calibrate`: find the mat, say what the camera sees of it, keep it."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from calibration.light import complaints
from calibration.mat_detection import MatNotFound
from calibration.store import by_mat, save
from calibration.survey import Survey, survey
from companion.cli.options import add_camera, add_home
from companion.cli.parser import Subparsers
from companion.eye import chosen_source
from hardware.cameras.glimpse import glimpse
from hardware.checks import sticker_checks

EXAMPLE = """\
example:
  companion calibrate --camera usb:0
  companion calibrate --camera file:table.jpg --ruler 97.0
  companion calibrate --camera dir:photos --home /tmp/try --json

Print the mat with `companion print mat --out mat.pdf`, without any scaling, and lay it under the
camera.
Three to twelve stills of it from different sides, or a clip, tell the lens better than one.
"""

_FAR_MM = 1.0  # an error that the plan of the table does not bear


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "calibrate",
        description="Find the mat in what a camera sees; measure lens, scale, light and focus;"
        " keep it for the next games.",
        epilog=EXAMPLE,
    )
    add_home(parser)
    add_camera(parser)
    parser.add_argument(
        "--ruler",
        type=_ruler,
        metavar="MM",
        help="what a real ruler says of the 100 mm that are printed on the mat",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Look, keep, and say what was found; 1 if there is no mat to be used."""
    camera, pictures, focus = glimpse(chosen_source(args.home.expanduser(), args.camera))
    seen = survey(pictures, ruler=args.ruler)
    if isinstance(seen, MatNotFound):
        words = "; ".join([seen.words, *(wrong.words for wrong in complaints(pictures[-1]))])
        if args.json:
            _print_json({"camera": camera, "found": False, "code": seen.code, "error": words})
        print(f"companion: {camera}: {words}", file=sys.stderr)
        return 1
    kept = by_mat(camera, seen.size, seen.found, printed=seen.printed.scale, focus=focus)
    file = save(kept, args.home.expanduser())
    if args.json:
        _print_json(_facts(camera, seen, file))
    else:
        print("\n".join(_lines(camera, seen, file)))
    return 0


def _lines(camera: str, seen: Survey, file: Path) -> Iterator[str]:
    pose, found = seen.pose, seen.found
    width, height = seen.size
    about = "" if pose.measured else "about "
    yield f"ok    camera: {camera} gives {width} x {height} pixels"
    yield (
        f"ok    mat: {len(found.markers)} of 4 markers, the camera leans {about}"
        f"{pose.tilt:.0f} degrees and is {about}{pose.height / 10:.0f} cm away"
    )
    fits = found.error_mm <= _FAR_MM
    yield f"ok    scale: {seen.px_per_mm:.2f} pixels per mm"
    yield (
        f"ok    error: its printed edges lie within {found.error_mm:.2f} mm"
        if fits
        else f"look  error: its printed edges lie only within {found.error_mm:.1f} mm"
        "  -> press the mat flat"
    )
    yield f"ok    lens: {_lens(seen)}"
    yield _print_line(seen)
    small = sticker_checks(seen.px_per_mm)
    yield from (f"look  stickers: {check.words}  -> {check.mend}" for check in small)
    yield from (f"look  light: {complaint.words}" for complaint in seen.complaints)
    light = seen.light
    blur = "" if light.blur is None else f", blur {light.blur:.1f} pixels"
    if not seen.complaints:
        yield f"ok    light: paper {light.paper:.0f}, ink {light.black:.0f} of 255{blur}"
    yield f"kept in {file}"


def _lens(seen: Survey) -> str:
    corner = abs(seen.lens.k1 + seen.lens.k2)
    told = f" (told from {seen.poses} sides)" if seen.poses > 1 else ""
    if not corner:
        return f"straight lines stay straight{told}"
    bends = "inwards" if seen.lens.k1 < 0 else "outwards"
    return f"it bends the picture's corners {bends} by {corner:.1%}, which is allowed for{told}"


def _print_line(seen: Survey) -> str:
    printed = seen.printed
    if printed.is_off:
        return f"look  print: {printed.words}  -> print without scaling; all sizes follow it now"
    mark = "look" if printed.by == "nothing" else "ok  "
    mend = "  -> if it is not 100 mm long, say --ruler MM" if printed.by == "nothing" else ""
    return f"{mark}  print: {printed.words}{mend}"


def _facts(camera: str, seen: Survey, file: Path) -> dict[str, object]:
    lens, light = seen.found.homography.lens, seen.light
    return {
        "camera": camera,
        "found": True,
        "width": seen.size[0],
        "height": seen.size[1],
        "markers": seen.found.markers,
        "error_mm": round(seen.found.error_mm, 3),
        "px_per_mm": round(seen.px_per_mm, 3),
        "tilt": round(seen.pose.tilt, 1),
        "height_mm": round(seen.pose.height),
        "focal_measured": seen.pose.measured,
        "focal_px": round(seen.pose.focal, 1),
        "poses": seen.poses,
        "lens": None if lens is None else {"k1": round(lens.k1, 4), "k2": round(lens.k2, 4)},
        "print_scale": round(seen.printed.scale, 4),
        "print_by": seen.printed.by,
        "light": {
            "paper": round(light.paper),
            "black": round(light.black),
            "evenness": round(light.evenness, 2),
            "blur_px": None if light.blur is None else round(light.blur, 2),
        },
        "complaints": seen.complaints,
        "file": str(file),
    }


def _print_json(facts: dict[str, object]) -> None:
    print(msgspec.json.encode(facts).decode(), flush=True)


def _ruler(text: str) -> float:
    """Return the ruler's length; argparse turns the error into a line and exit status 2."""
    try:
        length = float(text)
    except ValueError:
        length = 0.0
    if not 80 <= length <= 120:
        raise argparse.ArgumentTypeError(f"{text} is no length of the 100 mm ruler (80 to 120)")
    return length
