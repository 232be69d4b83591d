"""Buttons and lamps through the real lgpio library and its own threads."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.appliance import Appliance
from tests.end_to_end.party import joined

Say = Callable[[str], Any]
Edge = tuple[float, int]
MS = 0.001

CLEAN = [(0.0, 0), (0.08, 1)]
BOUNCING = [(n * MS, n % 2) for n in range(9)] + [(0.12 + n * MS, (n + 1) % 2) for n in range(9)]
SPIKE = [(0.0, 0), (0.05 * MS, 1)]
WORN = [(n * 3 * MS, n % 2) for n in range(21)] + [(0.2, 1)]


@pytest.mark.parametrize(
    ("presses", "trace"),
    [
        pytest.param(1, CLEAN, id="clean"),
        pytest.param(1, BOUNCING, id="bounces for 8 ms"),
        pytest.param(1, [(0.0, 0), (MS, 1), (20 * MS, 0), (0.1, 1)], id="bounces after 19 ms"),
        pytest.param(0, SPIKE, id="spike of 50 us"),
        pytest.param(0, [(0.0, 0), (2.9 * MS, 1)], id="pulse under 3 ms"),
        pytest.param(1, [(0.0, 0), (3.1 * MS, 1)], id="short press"),
        pytest.param(0, [(n * 0.03 + at, level) for n in range(10) for at, level in SPIKE],
                     id="ten spikes"),
        pytest.param(1, WORN, id="scratches for 60 ms"),
        pytest.param(1, [(0.0, 0), (0.035, 1), (0.07, 0), (0.3, 1)], id="gap of 35 ms"),
        pytest.param(2, [(0.0, 0), (0.06, 1), (0.12, 0), (0.2, 1)], id="double tap, 60 ms apart"),
    ],
)  # fmt: skip
def test_a_trace_of_edges_is_so_many_presses(say: Say, trace: list[Edge], presses: int) -> None:
    assert [seat for seat, _ in say(f"told({trace})")] == [0] * presses


@pytest.mark.parametrize("trace", [CLEAN, BOUNCING, WORN])
def test_a_press_has_the_time_of_its_first_edge(say: Say, trace: list[Edge]) -> None:
    ((_, at),) = say(f"told({trace})")
    assert at == pytest.approx(0.0, abs=1e-6)


def test_what_was_seen_of_a_press_can_be_asked(say: Say) -> None:
    """Which pin, how long it was down, and how often the contact bounced."""
    say(f"told({BOUNCING})")
    pin, lasted, bounces = say("panels.trace(0)")
    assert (pin, bounces) == ("GPIO 16", 8)
    assert lasted == pytest.approx(128 * MS, abs=1e-6)
    assert say("panels.trace(1)") is None


def test_eight_presses_within_two_milliseconds_are_told_in_their_order(say: Say) -> None:
    order = [3, 0, 6, 2, 5, 1, 4]
    traces = [[(order.index(seat) * 0.3 * MS, 0), (0.1, 1)] for seat in range(7)]
    assert [seat for seat, _ in say(f"told(*{traces})")] == order


def test_a_contact_that_bounces_is_not_overtaken_by_a_clean_one(say: Say) -> None:
    later = [(2 * MS, 0), (0.08, 1)]
    assert [seat for seat, _ in say(f"told({BOUNCING}, {later})")] == [0, 1]


def test_a_spike_holds_nobody_up_for_ever(say: Say) -> None:
    later = [(2 * MS, 0), (0.08, 1)]
    assert [seat for seat, _ in say(f"told({SPIKE}, {later})")] == [1]


def test_a_press_is_told_while_the_button_still_is_down(say: Say) -> None:
    say("opened()")
    assert say("pressed(3)") == 3
    say("panels.close()")


def test_a_press_that_fails_ends_no_button(say: Say) -> None:
    say("opened()")
    say("fail_once(2)")
    say("give([(BUTTONS[2], 0, time.monotonic())])")
    assert say("pressed(0)") == 0
    assert "the press of seat 3 was lost" in say("LOG.getvalue()")
    say("panels.close()")


def test_a_mistake_in_the_librarys_own_thread_ends_no_button(say: Say) -> None:
    """Lgpio calls all pins back from one thread, and does not guard it."""
    say("opened()")
    say("setattr(panels._presses._buttons[2], '_heard', lambda *_: threading.current_thread().no)")
    say("give([(BUTTONS[2], 0, time.monotonic())])")
    assert say("pressed(0)") == 0
    assert "GPIO 27 stumbled" in say("LOG.getvalue()")
    say("panels.close()")


def test_a_mistake_among_the_buttons_ends_no_button(say: Say) -> None:
    say("opened()")
    say("setattr(panels._presses._buttons[2], 'contact', None)")
    say("give([(BUTTONS[2], 0, time.monotonic())])")
    assert say("until(lambda: 'the buttons stumbled' in LOG.getvalue())")
    say("setattr(panels._presses._buttons[2], 'contact', debounce.DebouncedContact(0.0))")
    assert say("pressed(0)") == 0
    say("panels.close()")


def test_a_lamp_that_cannot_be_switched_puts_out_no_other(say: Say) -> None:
    say("opened()")
    say("setattr(panels._lamps[0], 'switch', lambda lit: 1 / 0)")
    say("[panels.show(seat, BLINK) for seat in (0, 1)]")
    assert say("until(lambda: CHIP.level_of(LAMPS[1]))")
    assert say("until(lambda: not CHIP.level_of(LAMPS[1]))")
    assert "a lamp cannot be switched" in say("LOG.getvalue()")
    say("panels.close()")


def test_a_lamp_shows_what_it_can_show(say: Say) -> None:
    """A pattern is shown over what the lamp says, which then goes on."""
    say("opened()")
    assert say("panels.lit_seats") == [*range(8)]
    say("panels.show(2, ON)")
    say("panels.demonstrate(2, 'blink')")
    assert say("until(lambda: not CHIP.level_of(LAMPS[2]))")
    assert say("until(lambda: CHIP.level_of(LAMPS[2]))")
    assert say("panels._lamps[2].once.period") >= 4000
    say("panels.demonstrate(2, 'nothing')")
    assert say("panels._lamps[2].once.steps") == [[60, 60]] * 3
    say("panels.demonstrate(2, 'off')")
    assert say("CHIP.level_of(LAMPS[2])") == 0
    assert say("panels.lamp(2)") == "on"
    say("panels.close()")


def test_buttons_that_were_closed_and_opened_again_are_heard(say: Say) -> None:
    """A copy that is taken back starts all anew in the same process."""
    for _ in range(3):
        say("opened()")
        assert say("pressed(5)") == 5
        say("panels.close()")
        assert say("[pin for pin in range(28) if CHIP.in_use(pin)]") == []


def test_a_button_that_is_held_down_is_stuck(say: Say) -> None:
    say("opened()")
    say("setattr(debounce, 'STUCK_S', 0.2)")
    assert say("pressed(4)") == 4
    assert say("until(lambda: panels.stuck)")
    assert say("panels.stuck") == [4]
    assert say("until(lambda: 'the button of seat 5 is held down' in LOG.getvalue())")
    assert say("pressed(1)") == 1
    say("setattr(debounce, 'STUCK_S', 8.0)")
    say("panels.close()")


def test_a_pin_that_something_else_has_costs_its_seat_alone(
    board_in: Callable[..., Say], tmp_path: Path
) -> None:
    say = board_in(tmp_path, 5, 18, 19)
    taken, trouble = say("opened()")
    assert trouble is None
    assert [(seat, part, pin) for seat, part, pin, _ in taken] == [
        (4, "button", 5),
        (4, "lamp", 18),
        (5, "lamp", 19),
    ]
    assert "switch the sound card off" in taken[1][3]
    assert say("pressed(5)") == 5
    say("panels.show(0, ON)")
    assert say("CHIP.level_of(LAMPS[0])") == 1
    assert "the button of seat 5 is dead: GPIO 5" in say("LOG.getvalue()")


def test_spi_i2c_one_wire_and_serial_cost_nothing(
    board_in: Callable[..., Say], tmp_path: Path
) -> None:
    assert board_in(tmp_path, 2, 3, 4, 7, 8, 9, 10, 11, 14, 15)("opened()") == [[], None]


def test_a_working_directory_that_cannot_be_written_costs_nothing(
    board_in: Callable[..., Say],
) -> None:
    say = board_in(Path("/proc"))
    assert say("opened()") == [[], None]
    assert say("pressed(6)") == 6
    assert say("str(Path.cwd())") == "/proc"


def test_the_librarys_pipe_lies_about_nowhere(
    board_in: Callable[..., Say], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = tmp_path / "free"
    free.mkdir()
    monkeypatch.setenv("TMPDIR", str(free))
    say = board_in(tmp_path)
    say("opened()")
    assert say("pressed(6)") == 6
    assert [*tmp_path.rglob("*")] == [free]


def test_a_file_of_pins_in_the_home_counts(say: Say, tmp_path: Path) -> None:
    (tmp_path / "pins.toml").write_text("[[seat]]\nbutton = 11\nlamp = 10\n")
    say(f"opened({str(tmp_path)!r})")
    assert say("[pin for pin in range(28) if CHIP.in_use(pin)]") == [10, 11]
    say("give([(11, 0, time.monotonic())])")
    assert say("heard.get(timeout=LIMIT_S)[0]") == 0
    say("panels.close()")


def test_a_pi_has_buttons_on_its_pins_whatever_its_camera(say: Say) -> None:
    assert say("usual_buttons()") == "gpio"


def test_the_companion_starts_with_a_taken_pin_in_a_folder_it_cannot_write(
    chip: Path, tmp_path: Path
) -> None:
    """It says which seat that costs, where it was started and on the page of checks."""
    within = ("env", "--chdir=/proc", f"LD_PRELOAD={chip}", "FAKE_GPIO_BUSY=,13,")
    appliance = Appliance(tmp_path / "home", "--camera", "sim", within=within)
    try:
        phones = joined(appliance)
        page = phones[0].get("/doctor").body.decode()
        assert "The button of seat 7 is dead: something else has taken its pin, GPIO 13." in page
        assert "the button of seat 7 is dead: GPIO 13: GPIO busy" in appliance.output
    finally:
        appliance.kill()
