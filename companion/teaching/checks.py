"""What the doctor asks of taught dice."""

from collections.abc import Sequence
from pathlib import Path

from companion.doctor import Check
from companion.errors import SettingsError
from companion.teaching import taught_file
from companion.vision.nets import Nets


def taught_checks(file: Path) -> Sequence[Check]:
    """Say how sure the reader is of this table's dice, or that they were not taught."""
    try:
        known = taught_file.load(file)
    except SettingsError as error:
        return (Check("taught dice", "warn", "taught-fails", {"error": error}),)
    if known is None:
        return (Check("taught dice", "ok", "taught-not"),)
    if not known.fits(Nets().digest):
        return (Check("taught dice", "warn", "taught-other"),)
    trial = known.after
    facts = {
        "shown": known.throws,
        "tried": trial.throws,
        "sure": trial.sure,
        "wrong": trial.wrong,
    }
    return (Check("taught dice", "ok", "taught", facts, known.day),)
