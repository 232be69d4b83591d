"""The simulated table: dice are thrown and deeds laid on it, a camera looks at it."""

import threading
import time
from collections.abc import Callable, Sequence
from functools import cached_property, partial

import msgspec
import numpy as np
from msgspec.structs import replace

from calibration.mat import A3, Mat
from cards_qr.keyring import Keyring
from cards_qr.tag import Item, Side
from companion.errors import CameraError
from companion.vision.frame import Frame, Pixels
from companion.vision.jpeg import jpeg
from hardware.pace import Clock, Pace, Sleep
from hardware.simulated.deed import draw_card
from hardware.simulated.die import BLUE_SPEED, FACES, LOOKS, PICTURES, SPEED, DieLook, Face
from hardware.simulated.ground import FELTS, tray_inside
from hardware.simulated.hands import DeedOnTable, Thing, free_place, free_slot
from hardware.simulated.mishap import Lean, Mishap, gone_wrong
from hardware.simulated.scene import DrawnDeed, DrawnTable
from hardware.simulated.throw import Flight, throw_into
from hardware.simulated.thrown import ThrownDice
from hardware.simulated.troubles import Trouble, befallen, dark


class TrulyLying(msgspec.Struct, frozen=True):
    """What truly lies on the table; for tests, and for nobody who plays."""

    dice: tuple[Face, ...]  # white, ascending; of the last throw, though it may still tumble
    at_rest: bool  # whether nothing moves
    thrown: float  # when the last throw is or was over, seconds of the table's clock
    deeds: tuple[tuple[int, Side], ...]  # number and the side that is up
    cards: tuple[int, ...] = ()


def _always(
    keyring: Keyring | Callable[[], Keyring | None] | None,
) -> Callable[[], Keyring | None]:
    """Return what returns the keyring, whether it is one or returns one."""
    if keyring is None or isinstance(keyring, Keyring):
        return lambda: keyring
    return keyring


def _side(side: str) -> Side:
    """Return a side by its name.

    Raises:
        CameraError: a deed has no such side.
    """
    if side not in ("front", "back"):
        raise CameraError(f"a deed has no side {side}", where="sim", mend="front or back")
    return "back" if side == "back" else "front"


class SimulatedTable:
    """A table drawn from a seed; every method may be called from any thread.

    Args:
        seed: the same seed throws the same values and draws the same table.
        keyring: the tags that the deeds carry, or what returns them now; without one no deed can
            be laid.
        look: what the dice are made of, or a name of `LOOKS`; chosen by the seed if not given.
        felt: which of `FELTS` lines the tray; chosen by the seed if it is not given.
        mat: the mat that lies there.
        size: width and height of the picture.
        tilt: of the camera from straight down, in degrees; chosen by the seed if it is not given.
        clock: the monotonic clock.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        keyring: Keyring | Callable[[], Keyring | None] | None = None,
        look: DieLook | str | None = None,
        felt: int | None = None,
        mat: Mat = A3,
        size: tuple[int, int] = (1280, 720),
        tilt: float | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._random = np.random.default_rng([seed, 0])
        self._fingers = np.random.default_rng([seed, 2])  # laying deeds changes no throw
        self._keyring_now = _always(keyring)
        self._keyring: Keyring | None = None
        self._clock = clock
        names = sorted(LOOKS)
        chance = names[int(self._random.integers(len(names)))]
        self._look = look if isinstance(look, DieLook) else LOOKS[look or chance]
        lining = FELTS[int(self._random.integers(len(FELTS))) if felt is None else felt]
        self._tray = tray_inside(mat)
        self._mat, self._scan = mat, mat.scan
        width, height = size
        self._set_up = partial(
            DrawnTable, seed, width=width, height=height, felt=lining, mat=mat, tilt=tilt
        )
        self._guard, self._drawing = threading.Lock(), threading.Lock()
        self._thrown = ThrownDice(began=clock() - 60.0, flights=(), old=(), look=self._look)
        self._palm: tuple[float, float] | None = None
        self._troubles: frozenset[Trouble] = frozenset()
        self._deeds: dict[Thing, DeedOnTable] = {}
        self._cards: dict[tuple[Thing, Side], Pixels] = {}

    def throw(
        self,
        dice: int = 2,
        *,
        show: Sequence[Face | None] | None = None,
        speed: Face | bool = False,
        third: DieLook | None = None,
        pictures: bool = False,
        looks: Sequence[DieLook] = (),
        mishap: Mishap | None = None,
        lean: Lean | None = None,
    ) -> None:
        """Pick up what lies in the tray and throw *dice* dice.

        Args:
            dice: how many; none where the speed die is thrown alone.
            show: the value of each; None: by chance.
            speed: the speed die is thrown as well; or which of its faces it shows.
            third: what the speed die is, for tests; by default of another colour than the others.
            pictures: the dice have pictures in place of pips.
            looks: what each of them is, for tests; by default all are alike.
            mishap: what goes wrong with the last of them.
            lean: how a cocked die leans, for tests.

        Raises:
            ValueError: not one to five dice.
        """
        with self._guard:
            drawn = self._values((None,) * dice if show is None else show)
            if not (speed is False) <= len(drawn) <= 5:
                raise ValueError(f"{len(drawn)} dice cannot be thrown: one to five")
            if speed is not False:
                face = FACES[int(self._random.integers(0, 6))] if speed is True else speed
                drawn = (*drawn, face)
            now = self._clock()
            flights = throw_into(self._tray, drawn, self._random)
            worn = looks or (PICTURES,) * (pictures * dice)
            flights = (
                *(replace(f, look=one) for f, one in zip(flights, worn, strict=False)),
                *flights[len(worn) :],
            )
            if speed is not False:
                usual = BLUE_SPEED if self._look == LOOKS["red"] else SPEED
                flights = (*flights[:-1], replace(flights[-1], look=third or usual))
            if mishap is not None:
                flights = gone_wrong(flights, mishap, self._tray, lean)
            self._lay(flights, began=now)

    def lay_die(self, side: int, *, pictures: bool = False) -> None:
        """Lay the speed die, or one with pictures, into the tray: alone, a side (1 to 6) up."""
        if pictures:
            self.throw(1, show=(FACES[side - 1],), pictures=True)
        else:
            self.throw(0, speed=FACES[side - 1])

    def take_dice(self) -> None:
        """Pick up all dice and keep them."""
        with self._guard:
            self._lay((), began=self._clock())

    def push(self, by: tuple[float, float], which: int | None = None) -> None:
        """Shift a die, or all that lie there, by so many millimetres; at once."""
        with self._guard:
            self._change(lambda f: replace(f, end=(f.end[0] + by[0], f.end[1] + by[1])), which)

    def turn_over(self, which: int, value: Face) -> None:
        """Turn a die where it lies; at once."""
        with self._guard:
            self._change(lambda f: replace(f, value=value), which)

    def hold(self, palm: tuple[float, float] | None) -> None:
        """Hold a hand over a place of the table (millimetres of the mat), or take it away."""
        with self._guard:
            self._palm = palm

    @property
    def troubles(self) -> frozenset[Trouble]:
        """What goes wrong now."""
        return self._troubles

    def befall(self, *troubles: Trouble) -> None:
        """Let something go wrong, until it is mended."""
        with self._guard:
            self._troubles |= {*troubles}

    def mend(self, *troubles: Trouble) -> None:
        """Let something go wrong no longer; without a word, nothing does."""
        with self._guard:
            self._troubles -= {*troubles} or self._troubles

    def _values(self, show: Sequence[Face | None]) -> tuple[Face, ...]:
        chance = iter(self._random.integers(0, 6, show.count(None)))
        return tuple(FACES[next(chance)] if value is None else value for value in show)

    def _lay(self, flights: tuple[Flight, ...], *, began: float) -> None:
        thrown = self._thrown
        old = tuple((die.poses[0], die.look) for die in thrown.dice(self._clock()))
        self._thrown = ThrownDice(began=began, flights=flights, old=old, look=self._look)

    def _change(self, how: Callable[[Flight], Flight], which: int | None) -> None:
        flights = tuple(
            how(flight) if which in (None, number) else flight
            for number, flight in enumerate(self._thrown.flights)
        )
        self._thrown = replace(self._thrown, flights=flights)

    def lay_deed(self, number: int, side: str = "front") -> None:
        """Lay a deed into the scan field, or turn it over if its other side is up.

        Args:
            number: of the deed, 1 to 28 in board order.
            side: which side shall be up, `front` or `back`.

        Raises:
            CameraError: there is no such deed or side, or no keyring to take its tag from.
        """
        self._put_down(("deed", number), _side(side))

    def lay_card(self, number: int) -> None:
        """Show a card, 1 to 32, to the scan field: lay it there, face up.

        Raises:
            CameraError: there is no such card, or no keyring to take its tag from.
        """
        self._put_down(("card", number), "front")

    def _put_down(self, thing: Thing, up: Side) -> None:
        self._draw_sides(thing)
        with self._guard:
            now = self._clock()
            self._deeds = {n: d for n, d in self._deeds.items() if not d.gone(now)}
            lying = self._deeds.get(thing)
            if lying is not None and not lying.leaving:
                self._deeds[thing] = lying.turned(up, now)
                return
            slot = free_slot(self._scan, self._deeds.values(), self._fingers)
            if slot is None:  # the field is full: the one that lay longest makes room
                oldest = min(self._deeds, key=lambda one: self._deeds[one].laid)
                self._deeds[oldest] = self._deeds[oldest].taken(now)
                slot = self._deeds[oldest].slot
            self._deeds[thing] = DeedOnTable(thing, slot, laid=now, side=up)

    def lay_out(
        self, deeds: Sequence[tuple[int, str]], cards: Sequence[int] = ()
    ) -> tuple[tuple[int, str], ...]:
        """Clear the table and lay out many deeds, number and the side that is up, and cards.

        Returns the deeds for which there was no room: they are still in the hand.

        Raises:
            CameraError: as `lay_deed` and `lay_card`.
        """
        things: list[tuple[Thing, Side]] = [(("card", n), "front") for n in cards]
        things += [(("deed", n), _side(side)) for n, side in deeds]
        for thing, _up in things:
            self._draw_sides(thing)
        self.take_dice()
        self.take_deed()
        with self._guard:
            now = self._clock()
            for done, (thing, up) in enumerate(things):
                slot = free_place(self._mat, self._deeds.values(), self._fingers)
                if slot is None:
                    return tuple(deeds[max(done - len(cards), 0) :])
                self._deeds[thing] = DeedOnTable(thing, slot, laid=now, side=up)
        return ()

    def take_deed(self, number: int | None = None) -> None:
        """Take a deed away; without a number, all that lies there, cards too."""
        with self._guard:
            now = self._clock()
            one: list[Thing] = [] if number is None else [("deed", number)]
            for taken in one or list(self._deeds):
                if taken in self._deeds:
                    self._deeds[taken] = self._deeds[taken].taken(now)

    @property
    def deeds(self) -> tuple[tuple[int, Side], ...]:
        """The deeds that a hand has laid and not taken: number and the side that is up."""
        return self.lies.deeds

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that a hand has laid and not taken."""
        return self.lies.cards

    @property
    def lies(self) -> TrulyLying:
        """What truly lies there now; for tests."""
        with self._guard:
            now = self._clock()
            lying = [one for one in self._deeds.values() if not one.leaving]
            moving = now < self._thrown.over or any(d.moves(now) for d in self._deeds.values())
            flights = self._thrown.flights
            values = tuple(sorted(flight.value for flight in flights if flight.look is None))
            named = [(*one.thing, one.side) for one in lying]
            return TrulyLying(
                dice=values,
                at_rest=not moving,
                thrown=self._thrown.over,
                deeds=tuple((number, side) for kind, number, side in named if kind == "deed"),
                cards=tuple(number for kind, number, _side in named if kind == "card"),
            )

    def camera(self, *, rate: float = 12.0, sleep: Sleep = time.sleep) -> "SimulatedCamera":
        """Return a camera above this table.

        Raises:
            CameraError: it is unplugged.
        """
        self.is_plugged_in()
        return SimulatedCamera(self, Pace(rate, clock=self._clock, sleep=sleep))

    def picture(self) -> bytes:
        """Return what a camera sees now, as a JPEG; black while it is unplugged."""
        seen = self.seen(self._clock())
        return jpeg(dark(seen) if "unplugged" in self._troubles else seen)

    def is_plugged_in(self) -> None:
        """Make sure that a camera can look.

        Raises:
            CameraError: it is unplugged.
        """
        if "unplugged" in self._troubles:
            raise CameraError(code="camera-stopped", where="sim")

    @cached_property
    def _scene(self) -> DrawnTable:
        """Drawn at the first look: 49 MB and half a second, which a real camera makes needless."""
        return self._set_up()

    def seen(self, at: float) -> Pixels:
        """Return what a camera sees at an instant of the clock, height x width x 3."""
        with self._guard:
            thrown, palm, cards = self._thrown, self._palm, self._cards
            troubles = self._troubles
            deeds = [deed for deed in self._deeds.values() if not deed.gone(at)]
        drawn = [DrawnDeed(d.thing, d.lying(at), moves=d.moves(at)) for d in deeds]
        flights, tray = thrown.flights, self._tray
        middle = (tray.left + tray.width / 2, tray.near + tray.depth / 2)
        over = flights[-1].end if flights else middle
        if palm is None and "hand" in troubles:
            palm = over
        with self._drawing:
            picture = self._scene.draw(thrown.dice(at), drawn, cards, palm=palm)
            return befallen(picture, troubles, self._scene.shine(over))

    def _draw_sides(self, thing: Thing) -> None:
        keyring, (kind, number) = self._keyring_now(), thing
        if keyring is not self._keyring:  # another box is on the table: its deeds, nobody else's
            with self._guard:
                self._keyring, self._cards, self._deeds = keyring, {}, {}
        sides: tuple[Side, ...] = ("front", "back") if kind == "deed" else ("front",)
        if (thing, sides[-1]) in self._cards:
            return
        for side in sides:
            tag = keyring.tag_of(Item(kind, number, side)) if keyring else None
            if tag is None:
                raise CameraError(code="nothing-to-lay", where="sim", detail=f"{kind} {number}")
            self._cards[thing, side] = draw_card(tag)


class SimulatedCamera:
    """A camera above the simulated table."""

    name = "sim"
    simulated = True

    def __init__(self, table: SimulatedTable, pace: Pace) -> None:
        self.table = table
        self._pace, self._number = pace, -1

    def read(self) -> Frame:
        """Wait for the next frame and return it.

        Raises:
            CameraError: it is unplugged.
        """
        at = self._pace.wait()
        self.table.is_plugged_in()
        self._number += 1
        return Frame(pixels=self.table.seen(at), at=at, number=self._number)

    def close(self) -> None:
        """Nothing is held open."""
