"""The bound that is stated holds, however unevenly there and back take their time."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from companion.vision.phone_frames import RoundTrip
from hardware.cameras.phone_clock import DRIFT, LATEST_S, TICK_S, PhoneClock

delays = st.floats(0.0, 2.0)
trips = st.lists(st.tuples(delays, delays, st.floats(0.0, 30.0)), min_size=1, max_size=30)
ROUNDING = 1e-6


class World:
    """Two clocks: ours, and a phone's that began elsewhere and drifts."""

    def __init__(self, zero: float, drift: float) -> None:
        self.zero, self.drift = zero, drift

    def phone(self, ours: float) -> float:
        """Return what the phone's clock says at our time."""
        return (ours - self.zero) * (1 + self.drift)

    def trip(self, began: float, there: float, back: float) -> RoundTrip:
        told = began + there
        return RoundTrip(self.phone(began), told, self.phone(told + back))

    def learn(self, clock: PhoneClock, asked: Sequence[tuple[float, float, float]]) -> float:
        """Let a clock learn from round trips; return the time after the last."""
        now = 1000.0
        for there, back, pause in asked:
            now += pause
            clock.learn(self.trip(now, there, back), now + there + back)
            now += there + back
        return now


@given(trips, st.floats(-500, 500), st.floats(-0.9 * DRIFT, 0.9 * DRIFT), delays)
def test_the_bound_holds(
    asked: list[tuple[float, float, float]], zero: float, drift: float, way: float
) -> None:
    world, clock = World(zero, drift), PhoneClock()
    taken = world.learn(clock, asked)
    came = taken + way
    bound = clock.bound(came)
    assert bound is not None
    at = clock.mapped(world.phone(taken), world.phone(taken), came)
    assert abs(at - taken) <= bound + ROUNDING
    assert at <= came
    assert clock.jumps == 0


@given(trips, st.tuples(delays, delays))
def test_a_quick_round_trip_makes_it_narrow(
    asked: list[tuple[float, float, float]], quick: tuple[float, float]
) -> None:
    world, clock = World(7.0, 0.0), PhoneClock()
    now = world.learn(clock, [*asked, (quick[0], quick[1], 0.0)])
    bound = clock.bound(now)
    assert bound is not None
    half = sum(quick) / 2 + TICK_S
    assert bound <= half + DRIFT * quick[1] + ROUNDING


@given(trips, st.floats(5.0, 50_000.0))
def test_a_phone_that_slept_is_mapped_anew(
    asked: list[tuple[float, float, float]], slept: float
) -> None:
    """Its clock stood still; the next round trip says so, and from then on the bound holds."""
    world, clock = World(0.0, 0.0), PhoneClock()
    now = world.learn(clock, asked) + slept
    world.zero += slept
    clock.learn(world.trip(now, 0.01, 0.02), now + 0.03)
    at = clock.mapped(world.phone(now + 0.04), world.phone(now + 0.04), now + 0.05)
    bound = clock.bound(now + 0.05)
    assert bound is not None
    assert abs(at - (now + 0.04)) <= bound + ROUNDING


def test_a_frame_that_comes_before_that_round_trip_counts_as_just_taken() -> None:
    world, clock = World(0.0, 0.0), PhoneClock()
    now = world.learn(clock, [(0.01, 0.01, 0.0)]) + 600
    world.zero += 600
    at = clock.mapped(world.phone(now), world.phone(now + 0.05), now + 0.1)
    assert abs(at - (now + 0.05)) < ROUNDING  # as long ago as the phone itself says
    assert clock.jumps == 1
    assert clock.bound(now) is None


def test_a_slow_upload_is_no_jump() -> None:
    world, clock = World(3.0, 0.0), PhoneClock()
    now = world.learn(clock, [(0.01, 0.01, 0.0)])
    at = clock.mapped(world.phone(now), world.phone(now), now + LATEST_S - 1)
    assert abs(at - now) < 0.02
    assert clock.jumps == 0


def test_without_a_round_trip_a_frame_counts_as_just_taken() -> None:
    clock = PhoneClock()
    assert clock.bound(5.0) is None
    assert clock.mapped(1.0, 1.2, 5.0) == 4.8


def test_what_cannot_be_a_round_trip_is_none() -> None:
    clock, nan = PhoneClock(), float("nan")
    for trip in (RoundTrip(2.0, 5.0, 1.0), RoundTrip(1.0, 99.0, 2.0), RoundTrip(nan, 5.0, nan)):
        clock.learn(trip, 6.0)
    clock.learn(RoundTrip(1.0, nan, 2.0), 6.0)
    clock.learn(RoundTrip(0.0, 5.0, 60.0), 70.0)
    assert clock.bound(6.0) is None
