"""Before a game, and around it: joining, setting up, looking after the machine."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from cards_qr.keyrings import Keyrings
from cards_qr.tag import Item
from companion.backups.keeper import Keeper
from companion.certificates.keeping import Certificates
from companion.doctor import Check
from companion.errors import CameraError
from companion.game.commands import Buy, Roll, TakeOver
from companion.machine.checks import machine_checks
from companion.table.check.commands import Agree, BeginCheck
from companion.table.clocks.heard_round import HeardRound
from companion.table.games.commands import Begin
from companion.table.witness import TableWitness
from companion.words import Space
from hardware.checks import NO_CAMERA, button_checks
from hardware.upkeep import Upkeep
from tests.support.chapters.company import ANN, BEN, CROWD, CY, DEE, LONG, Company, Look
from tests.support.doubtful import tray, unsure
from tests.support.eyes import NotedEye
from tests.support.machines import PI_4, WIRELESS
from tests.support.machines import machine as machine_of
from tests.support.noted_club import GAMES as CLUB_GAMES
from tests.support.noted_club import STATES as CLUB_STATES
from tests.support.noted_club import NotedClub, NotedMembership
from tests.support.pages import NotedPanels, Secured, sent
from tests.support.sight import DrawnOn
from tests.support.waiting import soon
from tests.teaching.test_shown_dice import lay_picture, show_pictures
from tests.teaching.test_shown_faces import lay
from web.setup.steps import TITLES


def joining(at: Company) -> Iterator[Look]:
    """Nobody is there yet, then one after the other."""
    yield at.anybodys("join: nobody is there", "/join")
    yield at.screen("table: nobody is there")
    yield at.anybodys("banker: the PIN", "/banker")
    yield at.anybodys("look on: no game", "/watch")
    yield at.bankers("banker: nobody is there")
    yield at.bankers("the first evening", "/banker/first")
    yield at.bankers("who speaks", "/banker/voice")
    at.tokens = at.room.seated(*CROWD[:3])
    yield at.at(ANN, "waiting for the game")
    yield at.anybodys("join: some are there", "/join")
    yield at.at(ANN, "join: one seat more", "/join?beside=1")
    yield at.at(ANN, "this phone", "/me")
    yield at.anybodys("bring a seat here", "/code")
    yield at.at(ANN, "a code: none", "/me/code")
    sent(at.room.client(at.tokens[ANN]), "/me/code", seat=0, what="share")
    yield at.at(ANN, "a code", "/me/code")
    yield at.bankers("banker: before a game")
    yield at.screen("table: before a game")
    yield at.bankers("story: no game", "/story")
    yield at.bankers("games: none", "/banker/games")
    yield at.bankers("copies: none", "/banker/backups")


def setting_up(at: Company) -> Iterator[Look]:
    """Step by step; then deeds are dealt, and a game that has begun is taken over."""
    at.tokens = at.room.seated(*CROWD[:4])
    for step in TITLES:
        name = f"set-up: {step}"
        yield at.bankers(name, f"/banker/game/{step}?edition={at.edition}")
    round_ = HeardRound(
        tournament=f"Open of {LONG}",
        number=2,
        players=(*CROWD[:3], LONG),
        edition=at.edition,
        minutes=90,
    )
    at.room.table.hear_round(round_)
    soon(lambda: at.room.table.view.round is not None)
    yield at.bankers("set-up: a round", "/banker/game/edition")
    with_round = f"/banker/game/bank?edition={at.edition}&ends=90+min"
    yield at.bankers("set-up: the Bank in a round", with_round)
    at.room.table.hear_round(None)
    house = f"/banker/game/house?edition={at.edition}"
    yield at.bankers("set-up: camera and buttons", f"/banker/game/equipment?edition={at.edition}")
    yield at.bankers("set-up: all house rules", house, opened="summary")
    rules = f"/banker/game/rules?edition={at.edition}&house=parking_jackpot:yes"
    yield at.bankers("house rules to print or keep", rules)
    chosen = "house=parking_jackpot:yes&first=yes&helps=propose&banknotes=on"
    yield at.bankers("set-up: check, chosen", f"/banker/game/check?edition=ru-2004&{chosen}")
    yield at.bankers("set-up: timed", "/banker/game/bank?edition=ru-2004&variant=timed")
    yield at.bankers("set-up: a box that differs", "/banker/game/box?edition=disney")


def dealing(at: Company) -> Iterator[Look]:
    """Deeds are dealt before the first roll."""
    at.begin(*CROWD[:2], edition="ru-2004", variants=("short",))
    yield at.bankers("deal the deeds", "/banker/deal")
    yield at.bankers("banker: deeds to deal")
    yield at.screen("table: deeds to deal")


def taking_over(at: Company) -> Iterator[Look]:
    """It is rolled for who begins; or a game that has begun elsewhere is taken over."""
    at.begin(*CROWD[:4], first_roll=True)
    yield at.at(ANN, "who begins: Ann rolls")
    yield at.at(BEN, "who begins: Ben waits")
    yield at.screen("table: who begins")
    yield at.bankers("take a game over", "/banker/take-over")
    at.says(BeginCheck(purpose="take-over"))
    yield at.at(ANN, "take over: lay out deeds", "/check")
    yield at.screen("table: lay out deeds")
    lots = at.owns(ann=(1, 3, 5), ben=(6, 8))
    cash = dict.fromkeys((ANN, BEN, CY, DEE), at.money(700))
    stands = TakeOver(turn=ANN, owner=lots, cash=cash, mortgaged={Space(5): True})
    at.says(BeginCheck(purpose="take-over", situation=stands))
    yield at.at(ANN, "take over: for all to agree", "/check")
    yield at.bankers("take over: the banker's", "/check")
    check = at.room.table.view.check
    assert check is not None
    at.says(Agree(check=check.id, by=BEN, agrees=False), BEN)
    yield at.at(BEN, "take over: I say no", "/check")
    yield at.bankers("take over: one says no", "/check")
    yield at.screen("table: take over")


def troubled_table(at: Company) -> Iterator[Look]:
    """Things go wrong at the simulated table, and a button sticks."""
    simulation, buttons = at.room.context.parts.simulation, at.room.context.parts.buttons
    assert simulation is not None
    assert buttons is not None
    simulation.befall("glare", "unplugged")
    buttons.stick(BEN, down=True)
    yield at.bankers("simulated table: trouble", "/simulated", opened="#mishaps > summary")
    simulation.mend()
    buttons.stick(BEN, down=False)


def buttons_and_lamps(at: Company) -> Iterator[Look]:
    """Which button is whose, what lamps say, and how all is wired."""
    yield at.anybodys("doctor: buttons", "/doctor/buttons")
    panels = NotedPanels(3, (ANN, BEN, CY))
    at.has(panels=panels)
    yield at.bankers("doctor: buttons, the banker's", "/doctor/buttons")
    panels.pairing.ask([BEN])
    yield at.bankers("doctor: press your button", "/doctor/buttons")
    yield at.anybodys("doctor: lamps", "/doctor/lamps")
    yield at.at(ANN, "doctor: lamps, shown on mine", "/doctor/lamps")
    yield at.anybodys("doctor: wiring", "/doctor/wiring")


def secured(at: Company) -> Iterator[Look]:
    """What a phone says of the companion's own certificate, and what to do about it."""
    yield at.anybodys("https: there is none", "/certificate")
    made = Certificates(at.room.home, tuple)
    made.look()
    at.has(secure=Secured(("https://192.168.1.40", "https://companion.local"), made.now.authority))
    yield at.anybodys("https: a phone's camera", "/certificate")
    yield at.bankers("https: the authority", "/certificate", opened="summary")
    at.has(secure=None)


def club(at: Company) -> Iterator[Look]:
    """In no club, in one, and what may stand in the way."""
    shipper = NotedClub()
    at.has(club=shipper)
    yield at.bankers("club: none", "/banker/club")
    for name, shipper.state in CLUB_STATES.items():
        yield at.bankers(f"club: {name}", "/banker/club", opened="#leaving > summary")
    yield at.bankers("banker: not all is sent to the club")
    for name, games in (("none", ()), ("two", CLUB_GAMES)):
        shipper.membership = NotedMembership(*games)
        yield at.bankers(f"club: games that may go on here, {name}", "/banker/club/games")
    at.has(club=None)


def machine(at: Company) -> Iterator[Look]:
    """What looks after camera, dice, stickers, copies and games."""
    at.says(Begin(edition=at.edition, players=(LONG, "Eve"), first_roll=False))
    at.room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    at.begin()
    yield at.bankers("More", opened="summary")
    yield at.anybodys("doctor", "/doctor")
    yield at.bankers("doctor: the banker's", "/doctor")
    at.has(diagnose=lambda **_: b"")
    at.has(checks=(lambda: troubled(at.room.home),), button_seats=(ANN, BEN, CY))
    yield at.bankers("doctor: of a Pi that is not well", "/doctor")
    upkeep = Upkeep(lambda: troubled(at.room.home)[1:])
    upkeep.look()
    at.has(upkeep=upkeep)
    yield at.bankers("banker: the machine is not well")
    yield at.anybodys("pictures: what is kept", "/privacy")
    yield at.bankers("pictures: the banker's", "/privacy")
    at.has(upkeep=None, heard=lambda _seconds: {BEN})
    yield from buttons_and_lamps(at)
    yield from secured(at)
    yield from club(at)
    yield at.bankers("camera", "/banker/camera")
    yield at.bankers("camera: in numbers", "/banker/camera", opened="summary")
    yield from eyes(at)
    yield at.bankers("stickers", "/banker/sheets")
    yield at.bankers("stickers: all of it", "/banker/sheets", opened="summary")
    yield at.anybodys("simulated table", "/simulated")
    yield from troubled_table(at)
    yield at.bankers("games", "/banker/games")
    yield at.bankers("games: delete", "/banker/games/delete?game=0001-" + at.edition)
    keeper = at.room.context.parts.copies
    assert isinstance(keeper, Keeper)
    copy = keeper.make("asked")
    assert copy is not None
    yield at.bankers("copies", "/banker/backups", opened="summary")
    yield at.bankers("copies: take one back", f"/banker/backups/back?name={copy.name}")
    yield at.anybodys("a deed's code", tag_path(at))
    yield at.bankers("dice: none read", "/banker/readings")
    yield at.bankers("teach", "/banker/teach")
    assert sent(at.room.banker(), "/banker/teach/course", step="begin") == 303
    yield at.bankers("teach: throw", "/banker/teach")
    TableWitness(at.room.table, teacher=at.teacher).dice(unsure(0.6, 0.7), tray(), 1.0, 2.0)
    yield at.bankers("teach: asked", "/banker/teach")
    yield from shown_dice(at)


def shown_dice(at: Company) -> Iterator[Look]:
    """Dice that are taught face by face: the speed die, and dice with pictures."""
    yield at.bankers("teach a speed die", "/banker/teach/die")
    at.teacher.dice.speed.begin()
    lay(at.teacher.dice.speed, "1")
    yield at.bankers("teach a speed die: looks", "/banker/teach/die")
    at.teacher.dice.speed.stop()
    yield at.bankers("dice with pictures", "/banker/teach/pictures")
    yield at.bankers("dice with pictures: the other", "/banker/teach/other-pictures")
    at.teacher.dice.first.begin()
    lay_picture(at.teacher.dice.first, 1)
    yield at.bankers("dice with pictures: looks", "/banker/teach/pictures")
    show_pictures(at.teacher.dice.first)
    yield at.bankers("dice with pictures: known", "/banker/teach/pictures")
    at.teacher.dice.play(pips=True)
    yield at.bankers("dice with pictures: in their box", "/banker/teach/pictures")


def eyes(at: Company) -> Iterator[Look]:
    """What sees the dice: chosen, tried, refused, and none at all."""
    eye, sight = at.room.context.parts.eye, at.room.context.parts.sight
    assert isinstance(eye, NotedEye)
    assert isinstance(sight, DrawnOn)
    sight.rim = ((60, 40), (300, 50), (310, 250), (50, 240))
    yield at.bankers("camera: a tray that was found", "/banker/camera")
    sight.rim = None
    eye.now, eye.is_kept = "usb:0", True
    at.has(secure=Secured(("https://192.168.1.40:8443",), b""))
    yield at.bankers("which eye", "/banker/eye")
    eye.trying = eye.tried = "http://192.168.178.31/video"
    yield at.bankers("which eye: tried", "/banker/eye")
    eye.trying, eye.failed = "", CameraError(code="stream-silent", where=eye.tried)
    yield at.bankers("which eye: failed", "/banker/eye")
    eye.failed, eye.trouble = None, CameraError(code="camera-missing", where="usb:0", found="-")
    yield at.bankers("which eye: gone", "/banker/eye")
    yield at.bankers("which eye for the deeds: none of their own", "/banker/eye/deeds")
    deeds = at.room.context.parts.deeds_eye
    assert isinstance(deeds, NotedEye)
    deeds.now = "usb:2"
    yield at.bankers("which eye for the deeds", "/banker/eye/deeds")
    eye.trouble, sight.size = None, None
    for eye.now in ("photographs", "none"):
        yield at.bankers(f"which eye: {eye.now}", "/banker/eye")
        yield at.at(ANN, f"roll: {eye.now}")
    yield at.bankers("camera: none", "/banker/camera")
    yield at.screen("table: no eye")
    eye.now, sight.size = "sim", (480, 320)


def troubled(home: Path) -> Sequence[Check]:
    """Return what the doctor says of a small Pi that has more than one trouble."""
    throttled = {"sys/devices/platform/soc/soc:firmware/get_throttled": "50005"}
    weak = {"proc/net/wireless": WIRELESS.format(level=-78)}
    pi = machine_of(home / "pi", {**PI_4, **throttled, **weak}, closed=("dev/video0",))
    return (NO_CAMERA, *machine_checks(pi, home), *button_checks("none", 8))


def tag_path(at: Company) -> str:
    """Return where the code of a deed leads."""
    tags = at.room.context.parts.tags
    assert isinstance(tags, Keyrings)
    tag = tags.of(at.edition).tag_of(Item("deed", 2, "front"))
    assert tag is not None
    return "/" + tag.text.rpartition("/")[2]
