"""The dice of one throw: where each is at an instant, and what they are made of."""

import msgspec

from hardware.simulated.die import DieLook, DiePose
from hardware.simulated.scene import Die
from hardware.simulated.throw import LIFT_S, Flight, lifted

EXPOSURE_S = 0.016
"""How long the simulated shutter is open."""

_INSTANTS = 3  # of one exposure


class ThrownDice(msgspec.Struct, frozen=True):
    """The dice of one throw, and those that it picked up."""

    began: float
    flights: tuple[Flight, ...]
    old: tuple[tuple[DiePose, DieLook], ...]
    look: DieLook

    @property
    def released(self) -> float:
        """When the hand lets the dice go: it has taken the old ones out of the tray first."""
        return self.began + (LIFT_S if self.old else 0.0)

    @property
    def over(self) -> float:
        """When the last die is at rest."""
        return self.released + max((flight.lasts for flight in self.flights), default=0.0)

    def dice(self, at: float) -> tuple[Die, ...]:
        """Return the dice over the exposure that ends at *at*; one pose if it lies still."""
        if at >= max(self.over, self.began + LIFT_S if self.old else 0.0) + EXPOSURE_S:
            return tuple(Die(self.look_of(flight), (flight.rests,)) for flight in self.flights)
        instants = [at - EXPOSURE_S * i / (_INSTANTS - 1) for i in range(_INSTANTS)]
        old = self.old if at < self.began + LIFT_S else ()
        new = self.flights if at >= self.released else ()
        return (
            *(Die(look, tuple(lifted(p, t - self.began) for t in instants)) for p, look in old),
            *(
                Die(self.look_of(f), tuple(f.pose(t - self.released) for t in instants))
                for f in new
            ),
        )

    def look_of(self, flight: Flight) -> DieLook:
        """Return what a die is made of."""
        return flight.look or self.look
