"""What sees the dice, and what the deeds: found, chosen in mid-game, kept for the next start."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from companion.errors import CompanionError, SettingsError
from companion.files import Remembered
from companion.journal.swap import DEEDS_EYE, EYE
from companion.table.ports import Place
from hardware.camera_view import drawn_before, renamed
from hardware.cameras.address import checked, is_address, shown, without_name
from hardware.cameras.changeover import Changeover, is_same_device
from hardware.cameras.faults import in_words
from hardware.cameras.no_camera import NONE, PHOTOGRAPHS
from hardware.cameras.opening import SIMULATED, open_camera
from hardware.cameras.phone import NAME as PHONE
from hardware.cameras.phone import PhoneEye
from hardware.cameras.pi import pi_is_there
from hardware.cameras.reconnection import SteadyCamera, steady_camera
from hardware.cameras.usb_names import as_usb, is_lasting, number_of, usb_cameras
from hardware.simulated.table import SimulatedTable

FILES: Mapping[Place, str] = {"dice": EYE, "deeds": DEEDS_EYE}
"""Place -> where it is kept what sees it."""

Report = Callable[[str, CompanionError | None], None]


class KeptEye(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the banker has chosen; the file is its owner's alone, and in no copy."""

    source: str = ""  # as `open_camera` takes it; "": nothing was chosen
    model: str = ""  # of a USB camera: its number may be another at the next start
    address: str = ""  # the last one that was looked through, to go back to


class EyeOffer(msgspec.Struct, frozen=True):
    """Something that may see the table."""

    kind: str  # `pi`, `usb`, `phone`, `address`, `given`, `photographs`, `none`, `sim`, or of deeds
    # that no camera of their own sees: `same`, `tapped`
    token: str  # what chooses it
    name: str  # of this one, as everybody may read it
    is_chosen: bool


def chosen_source(home: Path, given: str, place: Place = "dice") -> str:
    """Return what is looked through: what was given, else what is kept, else `auto`."""
    kept = Remembered(home / FILES[place], KeptEye()).now
    return _found_again(kept) or given if given == "auto" else as_usb(given)


class EyeChoice:
    """What sees one place of one companion's table; from any thread.

    Args:
        home: its folder.
        given: the source it was started with; `auto`: none was given.
        table: the simulated table.
        phone: which the banker has let in, or may.
        tell: called when what pages say of it is another.
        beside: what sees the dice, of an eye for the deeds alone; None: this is it.
    """

    def __init__(
        self,
        home: Path,
        given: str,
        table: SimulatedTable,
        phone: PhoneEye,
        tell: Callable[[], object],
        *,
        beside: "EyeChoice | None" = None,
    ) -> None:
        self._home, self._given, self._table, self._phone = home, as_usb(given), table, phone
        self._also, self._tell = {PHONE: PHONE}, tell
        self.place: Place = "dice" if beside is None else "deeds"
        """What it is for."""
        self._other = beside
        self._kept = Remembered(home / FILES[self.place], KeptEye())

    def open(self, report: Report) -> SteadyCamera:
        """Open what was given, or what is kept: where that cannot be had, go on trying.

        Args:
            report: see `SteadyCamera`.

        Raises:
            CameraError: what was given cannot be opened.
            SettingsError: what was given sees the dice.
        """
        kept = self._given == "auto" and _found_again(self._kept.now)
        usual = NONE if (self.place, self._given) == ("deeds", "auto") else self._given
        if kept and kept != self._kept.now.source:  # it goes by another name
            renamed(self._home, *(one.partition("?")[0] for one in (self._kept.now.source, kept)))
        source = kept or usual
        if self.place == "deeds" and self._is_taken(source):
            if not kept:
                raise SettingsError(code="eye-taken")
            source = NONE  # the eye for the dice was named at this start
        self._camera = camera = steady_camera(
            source, table=self._table, phone=self._phone, report=report, patient=bool(kept)
        )
        focus = self._focus(camera.name)
        if focus is not None:
            camera.focus_on(focus)
        self._change = Changeover(
            camera,
            lambda one: open_camera(one, table=self._table, phone=self._phone),
            focus=self._focus,
            keep=self._keep,
            tell=self._tell,
        )
        return camera

    def heed(self, other: "EyeChoice") -> None:
        """Take the eye for the other place: what that looks through is not offered here."""
        self._other = other

    def watched(self, looked: Callable[[], int]) -> None:
        """Take who says at how many frames was looked: a change is over when two were seen."""
        self._change.looked = looked

    @property
    def source(self) -> str:
        """What is looked through, as `open_camera` takes it; not to be shown."""
        return self._camera.source

    @property
    def looks(self) -> bool:
        """Whether a camera is wanted."""
        return self._camera.looks

    @property
    def is_for_dice_alone(self) -> bool:
        """Whether another camera is there for the deeds."""
        return self._other is not None and self._other.looks

    @property
    def is_photographed(self) -> bool:
        """Whether players photograph the dice instead."""
        return self._camera.name == PHOTOGRAPHS

    @property
    def is_drawn(self) -> bool:
        """Whether it looks at the simulated table."""
        return self._camera.is_drawn

    @property
    def sees(self) -> bool:
        """Whether a camera gives pictures of a real table now."""
        camera = self._camera
        return camera.looks and not (camera.simulated or camera.lost)

    @property
    def name(self) -> str:
        """What is looked through, as everybody may read it."""
        return self._camera.name

    @property
    def trouble(self) -> CompanionError | None:
        """Why it gives no pictures, as far as is known."""
        return self._camera.trouble

    @property
    def trying(self) -> str:
        """What is being tried now; "" if nothing is."""
        return self._change.trying

    @property
    def tried(self) -> str:
        """What was tried last; "" if nothing was."""
        return self._change.tried

    @property
    def failed(self) -> CompanionError | None:
        """Why the last try came to nothing; None if it did not."""
        error = self._change.failed
        if error is None or isinstance(error, CompanionError):
            return error
        return in_words(error, self.tried)

    @property
    def is_kept(self) -> bool:
        """Whether a choice is kept that counts at the next start."""
        return self._given == "auto" and bool(self._kept.now.source)

    def forget(self) -> None:
        """Keep no choice any more, but the address to go back to.

        Raises:
            SettingsError: that cannot be written.
        """
        self._kept.set(KeptEye(address=self._address))

    def offers(self) -> Sequence[EyeOffer]:
        """Return all that may be chosen now."""
        there = {token: (kind, name) for kind, token, name in self._there()}
        now = self._token_now()
        return [EyeOffer(kind, token, name, token == now) for token, (kind, name) in there.items()]

    def choose(self, token: str, address: str = "") -> bool:
        """Try what an offer or an address that was typed names; return whether that was begun.

        Raises:
            CameraError: the address is none.
            SettingsError: it is not offered any more, or the other eye looks through it.
        """
        if address:
            source = checked(address)
            if self._is_taken(source):
                raise SettingsError(code="eye-taken")
            return self._change.begin(source)
        sources = {one.token: self._source_of(one.token) for one in self.offers()}
        if token not in sources:
            raise SettingsError(code="eye-gone")
        return self._change.begin(sources[token])

    def _there(self) -> Sequence[tuple[str, str, str]]:
        """Return kind, token and name of everything that there is."""
        now, address = self._camera.source, self._address
        found = self._none_of_their_own()
        found += [("pi", "pi", "")] if now == "pi" or pi_is_there() else []
        found += [("usb", one, _usb_name(one, model)) for one, model in self._usb_there().items()]
        is_real = any(token != NONE for _kind, token, _name in found)
        found += [(kind, kind, "") for kind in self._also]
        found += [("address", "address", shown(address))] if address else []
        if self._given.startswith(("dir:", "file:")):
            found.append(("given", "given", self._given))
        if self.place == "dice":
            found += [("photographs", PHOTOGRAPHS, ""), ("none", NONE, "")]
        if self.is_drawn or (not is_real and self.place == "dice") or self._is_beside_drawn_dice:
            found.append(("sim", SIMULATED, ""))
        return [one for one in found if not self._is_taken(self._source_of(one[1]))]

    def _usb_there(self) -> Mapping[str, str]:
        """Return the USB cameras, source and model; the one in use by the name it goes by."""
        now = self._camera.source.partition("?")[0]
        if not now.startswith("usb:"):
            return usb_cameras()
        others = {
            one: model for one, model in usb_cameras().items() if not is_same_device(one, now)
        }
        return {now: self._camera.model, **others}

    def _none_of_their_own(self) -> list[tuple[str, str, str]]:
        """Return what it is called where no camera is for the deeds alone."""
        if self.place == "dice" or self._other is None:
            return []
        return [("same" if self._other.looks else "tapped", NONE, "")]

    @property
    def _is_beside_drawn_dice(self) -> bool:
        return self.place == "deeds" and self._other is not None and self._other.is_drawn

    def _is_taken(self, source: str) -> bool:
        """Return whether the eye for the other place holds what a source names."""
        if self._other is None or source in (NONE, SIMULATED):  # a drawn table has room for two
            return False
        held = self._other.source
        are_phones = _is_phone(source) and _is_phone(held)
        is_tried = self._other.trying != "" and self._other.trying == shown(source)
        is_one = without_name(source) == without_name(held) or is_same_device(source, held)
        return is_one or is_tried or are_phones

    @property
    def _address(self) -> str:
        """The address that is looked through or was last."""
        kept = self._kept.now
        before = (self._camera.source, kept.address, kept.source, self._given)
        return next(filter(is_address, before), "")

    def _source_of(self, token: str) -> str:
        sources = {"given": self._given, "address": self._address, **self._also}
        return sources.get(token, token)

    def _token_now(self) -> str:
        now = self._camera.source
        if now in (self._given, self._camera.name) and now.startswith(("dir:", "file:")):
            return "given"
        by_source = {source: kind for kind, source in self._also.items()}
        return "address" if is_address(now) else by_source.get(now, now.partition("?")[0])

    def _keep(self, source: str) -> None:
        """Keep what is looked through now; what only a command line may name is not."""
        kept = "" if source.startswith(("dir:", "file:")) else source
        model = self._camera.model if source.startswith("usb:") else ""
        before = self._kept.now
        address = next(filter(is_address, (source, before.address, before.source)), "")
        self._kept.set(KeptEye(kept, model, address))
        if self.place == "deeds" and self._other is not None:
            self._other.stay()

    def stay(self) -> None:
        """Keep what is looked through now, lest the next start finds the other eye's camera first.

        Raises:
            SettingsError: it cannot be kept.
        """
        if self._given == "auto" and self._camera.source != SIMULATED:
            self._keep(self._camera.source)

    def _focus(self, name: str) -> float | None:
        known = drawn_before(self._home, name)
        return None if known is None else known.focus


def _is_phone(source: str) -> bool:
    """Return whether a source is the phone in the stand."""
    return source.partition("?")[0] == PHONE


def _found_again(kept: KeptEye) -> str:
    """Return the source of what was kept: a USB camera may have another number by now."""
    if is_lasting(kept.source):  # another of this model is another camera
        return kept.source
    usb = usb_cameras() if kept.model else {}
    here = (model for source, model in usb.items() if is_same_device(source, kept.source))
    if not kept.model or next(here, None) == kept.model:
        return kept.source
    alike = [source for source, model in usb.items() if model == kept.model]
    return alike[0] if len(alike) == 1 else kept.source


def _usb_name(source: str, model: str) -> str:
    """Return how a page names a USB camera: by its number and model, for a name that lasts is long.

    Two alike are told apart by the number that each has now.
    """
    device = source.partition(":")[2]
    short = f"usb:{number_of(device) or device}"
    return f"{short} ({model})" if model else short
