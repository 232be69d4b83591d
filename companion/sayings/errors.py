"""What is broken -> a sentence and its mend, by the error's code."""

from collections.abc import Callable, Mapping

from companion.sayings.club import CLUB
from companion.sayings.mistakes import KINDS, MISTAKES, NEAR
from companion.sayings.said import Said
from companion.sayings.said import marked as _

_DAMAGED = _("This file is damaged.")
_THERE_ARE = _("There are: {there}")
_FROM_A_COPY = _("Take the file from a copy of your games.")
_MAKE_ROOM = _("Make room, or give the folder to the user under whom the companion runs.")
_LIKE_THIS = _("In millimetres, with points for decimals: {example}")
_AGAIN = _("Then measure again.")
_UNCOVER = _("Uncover the others, then measure again.")
_COPY_BACK = _("Take a copy of your games back.")
_OTHER_COPY = _("Take another copy.")
_UPDATE = _("Update the companion.")
_LIST_OF_GAMES = _("Choose one of the list of games.")
_ANEW = _("If it lasts, start the companion anew.")
_PLUGGED = _("Check its cable and power.")
_INSTALL = _("Install the companion anew.")
_LAY_IT = _("Lay it under the camera, then measure again.")

ERRORS: Mapping[str, Said] = {
    "phones-damaged": Said(
        _("Which phone has which seat could not be read. The file was laid aside."),
        _("Join anew, the banker first."),
    ),
    "pin-damaged": Said(
        _("The banker's PIN could not be read."),
        _("The machine shows a new one; so does the table screen while there is no banker."),
    ),
    "manners-damaged": Said(
        _("Who sees how much money could not be read. Everybody sees only their own balance."),
        _("The banker can set it anew."),
    ),
    "not-written": Said(_("This file cannot be written."), _MAKE_ROOM),
    "not-read": Said(_("This file cannot be read."), _FROM_A_COPY),
    "damaged": Said(_DAMAGED, _FROM_A_COPY),
    "kept-damaged": Said(_DAMAGED, _("It is written anew.")),
    "calibration-damaged": Said(_DAMAGED, _("Calibrate the camera again.")),
    "swap-damaged": Said(_DAMAGED, _("Ask for help: all your data lie beside it.")),
    "keyring-damaged": Said(_("This keyring is damaged."), _FROM_A_COPY),
    "keyring-changed": Said(_("The keyring was changed meanwhile."), _("Try again.")),
    "keyring-of-another": Said(
        _("This is the keyring of another edition ({other}), not of {edition}."),
        _("Take {file} from a copy, or move this file away and print a new set."),
    ),
    "keyring-replaced": Said(
        _("This is set {set}, which a newer set has replaced."),
        _("Take the newer {file} from a copy, or print a new set: companion print --new-set"),
    ),
    "keyring-lacks-tag": Said(_("The keyring has no tag of number {number}."), _FROM_A_COPY),
    "codebook": Said(_("This is a list of tags without their key."), _FROM_A_COPY),
    "issues-used-up": Said(
        _("This sticker was printed anew as often as can be."),
        _("Print a new set: companion print --new-set"),
    ),
    "no-such-sheet": Said(_("There is no sheet of this name: {name}"), _THERE_ARE),
    "no-such-paper": Said(_("There is no paper of this name: {name}"), _THERE_ARE),
    "no-such-labels": Said(_("There is no label sheet of this name: {name}"), _THERE_ARE),
    "not-on-labels": Said(_("This sheet is not printed on labels."), _("Choose A4 or Letter.")),
    "wifi-name": Said(_("No Wi-Fi is called so."), _("Its name has 1 to {most} letters.")),
    "wifi-password": Said(
        _("This is no password of a Wi-Fi."), _("It has {least} to {most} letters, or is empty.")
    ),
    "labels-unclear": Said(_("Not understood: {said}"), _LIKE_THIS),
    "labels-twice-said": Said(_("Said twice: {key}"), _LIKE_THIS),
    "labels-too-many": Said(_("{count} labels are too many for a sheet."), _LIKE_THIS),
    "labels-too-small": Said(
        _("A label of {size} mm is too small for a tag."), _("Take labels of {least} mm or more.")
    ),
    "labels-overlap": Said(
        _("Labels of {size} mm would overlap: the next one begins after {pitch} mm."),
        _("The pitch goes from one edge to the like edge of the next label."),
    ),
    "labels-beyond-paper": Said(
        _("{count} labels of {size} mm reach {over} mm beyond the {paper} mm of the paper."),
        _("Measure size, pitch and margin again, or take fewer of them."),
    ),
    "labels-below-tag": Said(
        _("A tag of {size} mm is larger than a label of {width} x {height} mm."),
        _("Take larger labels, or print smaller tags: companion print --size"),
    ),
    "nothing-to-lay": Said(
        _("Nothing can be laid there: the keys of this set cannot be used."),
        _("The banker's page says why."),
    ),
    "box-outside": Said(_("A box does not lie in the picture."), _("Draw it again.")),
    "tray-crossed": Said(
        _("The tray's sides cross each other, or one of its corners points inwards."),
        _("Pull each corner to its own corner of the tray."),
    ),
    "tray-small": Said(
        _("The tray is drawn so small that no dice can be read in it."), _("Draw it larger.")
    ),
    "tray-size": Said(
        _("A tray measures {least} to {most} mm inside, each way."),
        _("Say both numbers in millimetres, or none."),
    ),
    "tray-misfit": Said(
        _("The tray's corners and its size do not fit each other."),
        _(
            "Pull the corners to those of the tray's floor, and measure inside: the width along"
            " the side from corner 1 to corner 2."
        ),
    ),
    "authority-damaged": Said(
        _("The authority that signs this companion's certificate is damaged. It was laid aside."),
        _("Phones that had installed it install the new one."),
    ),
    "certificate-damaged": Said(
        _("This companion's certificate is damaged."), _("It is made anew at the next start.")
    ),
    "certificate-fails": Said(_("This companion's certificate cannot be made."), _INSTALL),
    "certificate-not-read": Said(
        _("This companion's certificate cannot be read."),
        _("Give the folder certificate to the user under whom the companion runs, or delete it."),
    ),
    "no-picture": Said(_("The camera has given no picture yet."), _("Look at its cable.")),
    "camera-stopped": Said(_("It gives no more pictures."), _PLUGGED),
    "camera-silent": Said(_("It has given no picture for {seconds} s."), _PLUGGED),
    "camera-gone": Said(_("What it shows is not there any more."), _("Put it back.")),
    "camera-same": Said(_("It gives the same picture again and again."), _PLUGGED),
    "camera-missing": Said(
        _("There is no such camera now. Found: {found}"), _("Plug it in, or choose another.")
    ),
    "camera-shut": Said(
        _("It cannot be opened, or gives no picture."),
        _("Close other programs that use it, or choose another."),
    ),
    "camera-unanswered": Said(_("It has not answered for {seconds} s."), _PLUGGED),
    "stream-silent": Said(
        _("No picture comes from this address."),
        _("Open it in the browser of another machine of this network to check it."),
    ),
    "rtsp-silent": Said(
        _("No picture comes from this address."),
        _("Check name, password and path in it. VLC on another machine opens it if it is right."),
    ),
    "ribbon-empty": Said(
        _("There is no camera on the ribbon cable."), _("Check the cable, without power.")
    ),
    "picamera-missing": Said(
        _("The library of the Pi's camera is missing."),
        _("Install the package python3-picamera2."),
    ),
    "eye-gone": Said(_("This is not there any more."), _("Choose another.")),
    "eye-taken": Said(_("The other eye looks through this camera."), _("Choose another.")),
    "no-address": Said(
        _("This is no address of a camera."),
        _("It begins with http://, https://, rtsp:// or rtsps://, and has no blanks."),
    ),
    "keypad-gone": Said(_("The keypad is gone."), _("Plug it in again.")),
    "keypad-missing": Said(_("There is no such keypad."), _("Plug it in, or look at its name.")),
    "keypad-closed": Said(
        _("The keypad may not be read."), _("Add the companion's user to the group input.")
    ),
    "lgpio-missing": Said(
        _("The library lgpio is not installed."), _("Install the package python3-lgpio.")
    ),
    "pins-none": Said(
        _("There are no pins for buttons here."), _("Only a Raspberry Pi has them: --buttons mock.")
    ),
    "camera-stuck": Said(_("Nothing has been looked at for a while."), _ANEW),
    "camera-dark": Said(
        _("It sees nothing: all is dark."), _("Uncover the lens, or switch on a lamp.")
    ),
    "eye-none": Said(
        _("No phone sends pictures."),
        _("Open the page /eye on the phone in the stand; the banker lets it in."),
    ),
    "eye-silent": Said(
        _("The phone has sent no picture for {seconds} s."),
        _("Look at it: is it charged, on the Wi-Fi, and its page open?"),
    ),
    "eye-away": Said(
        _("The phone's page is hidden, or something else has its camera."),
        _("Open that page again: it goes on by itself."),
    ),
    "no-mat": Said(_("No mat is seen."), _LAY_IT),
    "mat-covered": Said(_("Only {seen} of the mat's 4 corner markers are seen."), _UNCOVER),
    "mat-not-flat": Said(_("The mat does not fit: lay it flat, and one mat only."), _AGAIN),
    "mirrored": Said(
        _("The picture is mirrored: switch mirroring off in the camera's settings."), _AGAIN
    ),
    "two-mats": Said(_("Two mats are in view: take one away."), _AGAIN),
    "throws-damaged": Said(
        _("The list of the throws that were shown cannot be used."),
        _("Throw its folder away. What is shown from now on is kept beside it."),
    ),
    "taught-damaged": Said(
        _("What was learned from your dice is damaged."),
        _("Teach the dice again: that takes its place."),
    ),
    "looks-damaged": Said(
        _("The list of the looks at your speed die cannot be used."),
        _("Forget it, and show it again."),
    ),
    "no-die-shown": Said(
        _("No die was shown: the pictures of the throws are gone or damaged."),
        _("Show some throws, then learn again."),
    ),
    "not-learned": Said(
        _("The companion has made a mistake, and nothing was learned. Its log says which."),
        _("Stop, and teach again; all is read as before."),
    ),
    "journal-damaged": Said(_("This game is damaged."), _COPY_BACK),
    "journal-newer": Said(_("A newer companion has written this game."), _UPDATE),
    "journal-foreign": Said(
        _("This file is no game of the companion's."), _("Put it into another folder.")
    ),
    "journal-gone": Said(_("There is no such game here."), _LIST_OF_GAMES),
    "journal-moved": Said(
        _("The file of this game was moved or deleted while it was played."),
        _("Put it, or its folder, back where it was: the game goes on by itself then."),
    ),
    "journal-there": Said(
        _("There is a file of this name already."), _("Put it into another folder.")
    ),
    "journal-no-name": Said(_("No game can have this name."), _LIST_OF_GAMES),
    "records-lost": Said(_("The disk lost entries: {left} of {there} are left."), _COPY_BACK),
    "home-forgotten": Said(
        _("All games are lost at the next restart: they lie on {disk}, which keeps nothing."),
        _("Give their folder a partition or a volume of its own; or, to lose them: --temporary"),
    ),
    "no-room": Said(_("There is no room left on the disk."), _("Make room, then try again.")),
    "disk-fails": Said(
        _("The disk does not keep what is written."), _("Check the disk or memory card.")
    ),
    "hub-database": Said(
        _("The club's database does not do its work."),
        _("Look after PostgreSQL: does it run, and does it have this database?"),
    ),
    "hub-full": Said(
        _("The disk of the club's database is full."), _("Make room where PostgreSQL has its data.")
    ),
    "hub-newer": Said(_("A newer companion has used the club's database."), _UPDATE),
    "hub-risky": Said(
        _("PostgreSQL may lose in a power cut what it says it has kept: {settings} is off."),
        _("Set it to `on` in postgresql.conf."),
    ),
    "no-worker": Said(
        _("No worker is there that could go on with this table."),
        _("Start one: `companion worker`. Nothing is lost meanwhile."),
    ),
    "table-elsewhere": Said(
        _("Another worker goes on with this table."), _("Load the page anew: nothing is lost.")
    ),
    "copy-settling": Said(
        _("A copy is being taken back there."), _("Start the companion once, then try again.")
    ),
    "copy-damaged": Said(_("This is no whole copy."), _OTHER_COPY),
    "copy-file-damaged": Said(_("In this copy {name} is damaged."), _OTHER_COPY),
    "copy-newer": Said(_("A newer companion has made this copy."), _UPDATE),
    "copy-not-written": Said(
        _("The copy cannot be written there."),
        _("Make room, and start the companion: it finds what there was before, or the copy."),
    ),
    "copy-stopped": Said(
        _("The companion was shutting down, and gave the copy up."),
        _("One is made at the next start."),
    ),
    "copy-fails": Said(_("The copy could not be made."), _("Try again.")),
    "place-missing": Said(_("There is no such folder."), _("Put the stick in.")),
    "place-read-only": Said(_("Nothing can be written there."), _("Take another stick.")),
    "silent": Said(_("It does not answer."), _("Pull the stick out and put it in again.")),
    "cannot-suppose": Said(_("That cannot be supposed here.")),
    "same-names": Said(
        _("Two players have the same name."), _("Give each of them a name of their own.")
    ),
    "nobody-banks": Said(
        _("Nobody sits on the seat that keeps the Bank."), _("Choose one of the players.")
    ),
    "too-many-players": Said(
        _("Players: {count}. A game needs {fewest} to {most}."), _("Change who plays.")
    ),
    **MISTAKES,
    **CLUB,
}
"""What is broken."""


def said_of(
    code: str, facts: Mapping[str, str | int | float], translate: Callable[[str], str] = str
) -> Said:
    """Return what is broken and its mend, with the facts put in.

    Args:
        code: the error's.
        facts: all that its sentences name; `near`, where there is one, asks whether that was meant.
        translate: returns an English sentence in the reader's language, placeholders as they are.
    """
    found, mend = ERRORS[code]
    written = {name: _written(fact) for name, fact in facts.items()}
    if written.get("kind") in KINDS:
        written["kind"] = translate(written["kind"])
    mend = NEAR if written.get("near") else mend
    what, cure = (translate(part).format(**written) if part else "" for part in (found, mend))
    return Said(what if what.endswith(".") else f"{what}.", cure)


def _written(fact: str | float) -> str:
    return f"{fact:g}" if isinstance(fact, float) else str(fact)
