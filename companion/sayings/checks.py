"""What the doctor found -> a sentence and its mend, by the check's code; and what was looked at."""

from collections.abc import Mapping

from companion.sayings.errors import ERRORS
from companion.sayings.said import Said
from companion.sayings.said import marked as _

NAMES: Mapping[str, str] = {
    "buttons": _("Buttons"),
    "camera": _("Camera"),
    "deeds camera": _("Camera for the deeds"),
    "deeds light": _("Light over the deeds"),
    "deeds watcher": _("Watching the deeds"),
    "height": _("Height"),
    "dice seen": _("Dice in view"),
    "deeds seen": _("Deeds in view"),
    "card": _("Card of the machine"),
    "clock": _("Clock"),
    "club": _("Club"),
    "copies": _("Copies"),
    "replaced": _("Replaced"),
    "dice read here": _("Dice read here"),
    "dice reader": _("Dice reader"),
    "disk": _("Room for games"),
    "focus": _("Focus"),
    "frames": _("Frames"),
    "games": _("Games kept"),
    "heat": _("Heat"),
    "https": _("Camera of a phone (https)"),
    "keyring": _("Keys of the stickers"),
    "lookout": _("Looking at laid deeds"),
    "light": _("Light"),
    "lgpio": _("Library of the pins"),
    "mat": _("Mat"),
    "memory": _("Memory"),
    "nets": _("Nets of the dice reader"),
    "network": _("Network"),
    "phone": _("Phone as the camera"),
    "picamera2": _("Library of the Pi's camera"),
    "place": _("Place of the camera"),
    "port": _("Port"),
    "power": _("Power supply"),
    "quick tag decoder": _("Quick tag decoder"),
    "restart": _("After a restart"),
    "rights": _("Rights to devices"),
    "saving": _("Saving"),
    "service": _("Service"),
    "sound": _("Sound"),
    "sticker size": _("Size of the stickers"),
    "stickers": _("Phones at stickers"),
    "tag decoder": _("Tag decoder"),
    "taught dice": _("Taught dice"),
    "voice": _("Voice"),
    "watcher": _("Watching the dice"),
    "wi-fi": _("Wi-Fi"),
    "writer": _("Keeping the game"),
}
"""What was looked at."""

_FOUND = _(
    "It is found. Its edges lie within {mm} mm, {scale} pixels show a millimetre, and the camera "
    "leans {degrees} degrees."
)
_COVERED = _(
    "Only {seen} of the mat's 4 corner markers are seen, so the whole picture counts as the tray."
)
_DRAWN = _(
    "No mat is seen: the tray counts as it was drawn. {scale} pixels show a millimetre, and the "
    "camera leans about {degrees} degrees."
)
_ROOM = _("{room} are free.")
_FREE_PIN = _(
    "Switch off what uses it (raspi-config or config.txt), or name another pin in pins.toml."
)
_THROWS = _(
    "Of the throws lately ({throws}) {sure} were read without asking, {wrong} of them known to be "
    "wrong; {asked} were asked about."
)

_POWER = _("Use the power supply that belongs to the machine, and its own cable.")
_DEGREES = _("{degrees} degrees.")
_COOLER = _("Give it air, or a cooler: from 80 degrees on it goes slower.")

STILL = _("Standing still: {parts}. If it lasts, start the companion anew.")
"""What is said on the table screen of parts that stand still."""

CHECKS: Mapping[str, Said] = {
    "camera-fails": Said(_("The camera cannot be used: {error}")),
    "camera-simulated": Said(_("The simulated table stands in for a camera, as it was asked for.")),
    "camera-none": Said(
        _("There is no camera: the dice are drawn."),
        _("To play with real dice, plug a camera in, then choose it under Which eye."),
    ),
    "camera-seen": Said(_("{name} gives {width} x {height} pixels.")),
    "focus": Said(_("The lens sees sharply at {cm} cm.")),
    "frames": Said(_("Since the start {taken} were taken, {looked} looked at, {skipped} skipped.")),
    "phone-timed": Said(
        _("The times of its pictures are right to {ms} ms; they come after {late} ms.")
    ),
    "phone-untimed": Said(
        _("When its pictures were taken is known only roughly."),
        _("Bring the phone nearer to the Wi-Fi: it is asked for the time again and again."),
    ),
    "camera-lost": Said(
        _("{name} gives no picture."), _("Look at its cable. It is asked again and again.")
    ),
    "dice-typed": Said(_("No camera is used, as it was chosen: dice are typed.")),
    "dice-photographed": Said(
        _(
            "No camera is used, as it was chosen: dice are photographed. A photograph proves less"
            " than a camera that saw the throw."
        )
    ),
    "camera-height": Said(_("The camera hangs {cm} cm above the mat.")),
    "dice-seen": Said(_("In the tray it sees: {dice}.")),
    "dice-unseen": Said(_("It sees no dice in the tray. To try, lay two there.")),
    "deeds-seen": Said(_("In the scan field it sees so many deeds: {deeds}.")),
    "deeds-unseen": Said(_("It sees no deed in the scan field. To try, lay one there.")),
    "deeds-in-picture": Said(_("It sees so many deeds: {deeds}.")),
    "no-deed-in-picture": Said(_("It sees no deed. To try, lay one there.")),
    "mat-found": Said(_FOUND),
    "mat-steep": Said(_FOUND, _("Hang the camera more nearly above the middle.")),
    "no-mat": Said(
        _("No mat is seen, so the whole picture counts as the tray."),
        _("Lay the printed mat under the camera."),
    ),
    "mat-covered": Said(_COVERED, _("Uncover the others.")),
    "mat-far": Said(_COVERED, _("Uncover the others, or bring the camera nearer.")),
    "mat-not-flat": Said(
        _("The mat fits only to {mm} mm, so the whole picture counts as the tray."),
        _("Lay it flat, and one mat only."),
    ),
    "tray-drawn": Said(_DRAWN),
    "tray-steep": Said(_DRAWN, _("Hang the camera more nearly above the middle.")),
    "tray-unsized": Said(
        _("No mat is seen: dice are read in the tray as it was drawn."),
        _("Say how large it is inside: then dice that lean are told."),
    ),
    "mirrored": Said(
        _("The picture is mirrored, so nothing can be read in it."),
        _("Switch mirroring off in the camera's settings."),
    ),
    "two-mats": Said(
        _("Two mats are in view, so the whole picture counts as the tray."), _("Take one away.")
    ),
    "light-good": Said(_("Bright and sharp enough.")),
    "light-changes": Said(_("It changes: exposure and colours follow it until it stands.")),
    "too-dark": Said(_("Too dark: paper has {paper} of 255."), _("Switch on a lamp.")),
    "too-bright": Said(_("The mat's white is burnt out."), _("Less light, or less exposure.")),
    "glare": Said(_("{percent} % of the picture is burnt out."), _("Move the lamp or shade it.")),
    "pale": Said(
        _("Black is hardly darker than white."), _("Wipe the lens, and shade it from lamps.")
    ),
    "uneven": Said(
        _("One corner of the mat has {percent} % of another's light."), _("Move the lamp.")
    ),
    "tinted": Said(_("What is grey looks coloured."), _("Set the camera's white balance.")),
    "out-of-focus": Said(_("Out of focus."), _("Set the camera's distance.")),
    "place-followed": Said(
        _("The camera or the mat has moved by {cm} cm since the start."),
        _("All is read where the mat lies now: say so on the banker's page, or put it back."),
    ),
    "place-lost": Said(
        _("The camera has moved, and nobody knows where the fields lie: nothing is read."),
        _("Put it back, uncover the mat, or say on the banker's page where all lies."),
    ),
    "part-still": Said(_("It stands still."), _("If it lasts, start the companion anew.")),
    "buttons-fail": Said(_("The buttons cannot be used: {error}")),
    "buttons-simulated": Said(_("They are simulated, on their own page.")),
    "buttons-none": Said(_("There are none: phones do it all.")),
    "buttons": Said(_("{kind}, for {seats} seats.")),
    "buttons-pressed": Said(_("All have been pressed: {pressed}.")),
    "buttons-unpressed": Said(
        _("Pressed: {pressed}. Not heard: {silent}."),
        _("Look at the wires of those that were pressed and not heard."),
    ),
    "button-stuck": Said(
        _("The button of seat {seat} is held down."),
        _("Let it go. If nobody holds it, look at its wire."),
    ),
    "button-taken": Said(
        _("The button of seat {seat} is dead: something else has taken its pin, GPIO {pin}."),
        _FREE_PIN,
    ),
    "lamp-taken": Said(
        _("The lamp of seat {seat} stays dark: something else has taken its pin, GPIO {pin}."),
        _FREE_PIN,
    ),
    "pin-reserved": Said(
        _("GPIO {pin}, of seat {seat}, belongs to {use} as well: once that is on, it is lost."),
        _("Name another pin in pins.toml."),
    ),
    "zbar-missing": Said(
        _("zbar is missing: deeds are read, but codes that are not ours are not named."),
        "sudo apt install libzbar0",
    ),
    "zbar-replaced": Said(
        _("zbar is missing: zxing-cpp reads in its place."), "sudo apt install libzbar0"
    ),
    "zbar": Said(_("zbar is there.")),
    "zxing-missing": Said(_("zxing-cpp is not installed. It is not needed.")),
    "zxing": Said(_("zxing-cpp is there.")),
    "keyring-fails": Said(
        _("The tags of a set cannot be read: {error}"), _("Take the keyring from a copy.")
    ),
    "keyring": Said(_("Set {set} of {edition}.")),
    "keyring-replaced": Said(_("Set {set} of {edition}, replaced by a newer one.")),
    "copies-fail": Said(
        _("A copy is not where it should be: {error}"), _("Look at the stick, or make room.")
    ),
    "copies-damaged": Said(
        _("A game is damaged: {error}"), _("Take a copy back, or delete that game.")
    ),
    "copies-none": Said(_("There is no copy yet."), _("Play: one is made at each start.")),
    "copies": Said(_("Copies: {n}. The newest is from {when}.")),
    "copies-twice": Said(_("Copies: {n}, also at {where}. The newest is from {when}.")),
    "games-fail": Said(_("{home} cannot be written."), _("Choose another folder with --home.")),
    "games": Said(_("Games are kept in {home}.")),
    "saving": Said(_("What happens is on the disk before it is told.")),
    "not-saving": Said(
        _("Nothing can be kept for sure in {home}."),
        _("Use another card or disk: this one loses what it was given."),
    ),
    "disk": Said(_ROOM),
    "home-forgotten": ERRORS["home-forgotten"],
    "home-temporary": Said(
        _("All games are lost at the next restart: they lie on {disk}. It was asked for.")
    ),
    "replaced": Said(_("Kept from before a copy was taken back: {n}, {room}.")),
    "disk-low": Said(_ROOM, _("Make room: delete what is not needed, or use a larger card.")),
    "clock": Said(_("The clock is set.")),
    "clock-unset": Said(
        _("The clock was never set: times in the story will be wrong, nothing else."),
        _("Connect the companion to a network once, or set the time by hand."),
    ),
    "clock-alone": Said(
        _(
            "The clock went on from where it stopped: times in the story may be wrong,"
            " nothing else."
        ),
        _("Connect the companion to a network once, or set the time by hand."),
    ),
    "voltage-good": Said(_("It gives enough.")),
    "voltage-low": Said(
        _("It gives too little: pictures fail, and the card may be damaged."), _POWER
    ),
    "voltage-was-low": Said(
        _("It has given too little at times since the machine was started."), _POWER
    ),
    "heat-good": Said(_DEGREES),
    "heat-high": Said(_DEGREES, _COOLER),
    "heat-slow": Said(_("{degrees} degrees: so hot that it goes slower."), _COOLER),
    "memory-good": Said(_ROOM),
    "memory-low": Said(
        _("Only {room} are free."), _("Stop what else runs on this machine, or start it anew.")
    ),
    "card-good": Said(_("About {percent} % of its life are used.")),
    "card-worn": Said(
        _("About {percent} % of its life are used, or its spare room."),
        _("Copy the games to a stick, and use another card soon."),
    ),
    "card-silent": Said(
        _("Cards of this kind do not say how worn they are: keep a copy on a stick.")
    ),
    "card-read-only": Said(
        _("It can no longer be written: nothing can be kept."),
        _("Start the machine anew. If it happens again, use another card and take a copy back."),
    ),
    "wifi": Said(_("{name} hears well: {signal} dBm.")),
    "wifi-weak": Said(
        _("{name} hears badly: {signal} dBm."), _("Bring it nearer to the router, or use a cable.")
    ),
    "wifi-sleeps": Said(
        _("{name} saves power, so phones may wait a moment ({signal} dBm)."),
        "sudo iw dev {name} set power_save off",
    ),
    "rights": Said(_("What is plugged in may be opened ({groups}).")),
    "rights-missing": Said(
        _("The user {user} may not open {devices}."),
        "sudo usermod --append --groups {groups} {user}; sudo reboot",
    ),
    "picamera": Said(_("picamera2 is there.")),
    "picamera-missing": Said(
        _("picamera2 is missing: a camera on the ribbon cable is not found."),
        "sudo apt install python3-picamera2",
    ),
    "lgpio": Said(_("lgpio is there.")),
    "lgpio-missing": Said(
        _("lgpio is missing: no button and no lamp works."), "sudo apt install python3-lgpio"
    ),
    "sound": Said(
        _("There is an output, {name}. The companion speaks there if the banker says so.")
    ),
    "sound-none": Said(_("There is no output. None is needed.")),
    "voice-speaks": Said(_("The companion speaks.")),
    "voice-silent": Said(
        _("What the companion says is not heard: its sound output fails."),
        _("Plug the loudspeaker in again; or let another device speak."),
    ),
    "voice-missing": Said(
        _("The companion has no voice of its own."), "sudo apt install espeak-ng alsa-utils"
    ),
    "service": Said(_("The companion starts with the machine.")),
    "service-down": Said(
        _("It is installed, but it does not run."), "sudo systemctl restart companion"
    ),
    "service-once": Said(
        _("It does not start with the machine."), "sudo systemctl enable companion"
    ),
    "port-easy": Said(_("80: nobody has to type it.")),
    "port-other": Said(_("{port}: it is typed behind the address, after a colon.")),
    "port-busy": Said(
        _("80 is taken by another program, so it will be {port}."), "sudo ss -ltnp 'sport = :80'"
    ),
    "https": Said(_("On port {port}; its certificate counts until {until}.")),
    "https-kept": Said(_("There is a certificate; it counts until {until}.")),
    "https-none": Said(_("There is no certificate yet: it is made when the companion starts.")),
    "https-off": Said(
        _("It is switched off: no phone gives its camera to the pages."),
        _("Start the companion without --tls-port 0."),
    ),
    "https-fails": Said(
        _("There is none, so no phone gives its camera to the pages. All else works: {error}"),
        _("Mend that; it is tried again every minute."),
    ),
    "https-unrenewed": Said(
        _("Its certificate counts until {until}, but it cannot be renewed: {error}"),
        _("Mend that; it is tried again every minute."),
    ),
    "https-lacks": Said(
        _("Its certificate may not be for {hosts}: a browser warns there, whatever is installed."),
        _("Open the pages by an address of the home network."),
    ),
    "https-port-busy": Said(
        _("Port {port} cannot be had, so no phone gives its camera to the pages. All else works."),
        _("Choose another one with --tls-port."),
    ),
    "nets": Said(_("onnxruntime runs them.")),
    "nets-other": Said(
        _(
            "onnxruntime does not run on this machine ({why}), so OpenCV runs them: the same"
            " readings, later by up to a second."
        )
    ),
    "reader-fails": Said(_("The dice cannot be read: {error}"), _("Install the companion anew.")),
    "reader": Said(_("One look at the tray takes {ms} ms.")),
    "taught-fails": Said(_("What was taught cannot be used: {error}")),
    "taught-other": Said(
        _("This is not the reader that learned your dice. It reads as shipped."),
        _("Teach the dice, on the banker's page: your throws are kept, learn from them again."),
    ),
    "taught-not": Said(
        _("They are read as shipped: nobody has shown this table's dice yet, and nobody has to.")
    ),
    "taught": Said(
        _("Throws shown: {shown}. Tried on {tried}: {sure} read without asking, {wrong} wrong.")
    ),
    "throws-none": Said(_("No throw has been read at this table yet.")),
    "throws-few": Said(_THROWS, _("Too few to say how good that is.")),
    "throws": Said(_THROWS),
    "throws-asked": Said(
        _THROWS, _("More light helps, dice that lie apart, and teaching the dice.")
    ),
    "throws-wrong": Said(_THROWS, _("Teach the dice, and look at what was read wrong.")),
    "club": Said(_("{club} has all entries of this table, which it calls {table}.")),
    "club-none": Said(_("This table is in no club; it needs none.")),
    "club-kept": Said(_("This table belongs to {club}, which calls it {table}.")),
    "club-waits": Said(_("Entries that the club does not have yet: {n}. {error}")),
    "club-stopped": Said(_("{game} is not sent to the club any more. {error}")),
    "club-unread": Said("{error}"),
    "network": Said(_("Phones join at {addresses}.")),
    "network-none": Said(
        _("There is no network: no phone can join."),
        _("Join the Wi-Fi. Guest networks often keep phones apart."),
    ),
    "stickers-small": Said(
        _("A sticker of {mm} mm shows {px} pixels a module: too few to be read well."),
        _("Bring the camera nearer, or print larger ones: companion print --size {enough}"),
    ),
    "stickers-large": Said(
        _("A sticker of {mm} mm shows {px} pixels a module, seen from {cm} cm: enough to be read.")
    ),
    "stickers-open": Said(_("A phone's own camera, held over a sticker, opens its page.")),
    "stickers-closed": Said(
        _("A phone's own camera, held over a sticker, finds no page. The game needs none."),
        _("For that its name must be m (sudo hostnamectl hostname m) and its port 80."),
    ),
}
"""What was found."""
