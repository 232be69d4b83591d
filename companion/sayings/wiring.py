"""What the drawing of the wiring says, and the list of its parts."""

from companion.sayings.said import marked as _

TITLE = _("Buttons and lamps at the Pi's header")
BUTTON = _("button: its pin, the button, ground (no resistor: the pull-up is inside)")
LAMP = _("lamp: its pin, 330 ohms, the LED's long leg; its short leg, ground")
HIGH_BUTTON = _("button (3.3 volts): its pin, the button, 3.3 volts (the pull-down is inside)")
LOW_LAMP = _("lamp (3.3 volts): 3.3 volts, the LED's long leg; its short leg, 330 ohms, its pin")
FLOATING = _("10 kΩ: from the pin to 3.3 volts; of a button at 3.3 volts: from the pin to ground")
END = _("pins 1 and 2: the card's end")
GROUND = _("ground for all of this side")
SEATS_BUTTON = _("seat {n}: button")
SEATS_LAMP = _("seat {n}: lamp")

BUTTONS = _("push buttons that close while they are pressed")
LEDS = _("LEDs, in the buttons or beside them, for 3.3 or 5 volts")
RESISTORS = _("resistors of 330 ohms (orange, orange, brown), one for each LED")
PULLS = _("resistors of 10 kilohms (brown, black, orange)")
WIRES = _("wires, two for each button and each LED")
