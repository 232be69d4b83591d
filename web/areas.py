"""The blueprints of all areas, as `create_app` registers them."""

from web.api import commands as api
from web.api import description, game, health
from web.arrival import page as arrival
from web.banker import page as banker
from web.calls import page as calls
from web.camera import page as camera
from web.camera import simulated
from web.cash import page as cash
from web.certificate import page as certificate
from web.check import page as check
from web.copies import games
from web.copies import page as copies
from web.dice import page as dice
from web.dice import photograph, shown, teach
from web.disputes import page as disputes
from web.doctor import page as doctor
from web.eye import page as eye
from web.help import page as proposals
from web.membership import page as membership
from web.phones import hold, join
from web.rulings import page as rulings
from web.seat import page as seat
from web.server import events
from web.setup import again, deal, equipment, first_run, from_round, house, sets
from web.setup import page as setup
from web.shared import commands
from web.situation import deed, takeover
from web.situation import page as situation
from web.stand import page as stand
from web.stickers import sheets, tag
from web.story import statement, what_if, why
from web.table import page as table
from web.table import watch
from web.trade import page as trade
from web.voice import page as voice

ROOMS = (
    *(join, hold, watch, seat, statement, cash, proposals, table, banker, rulings, situation),
    *(
        check,
        takeover,
        deed,
        deal,
        setup,
        again,
        from_round,
        house,
        sets,
        equipment,
        first_run,
        why,
        what_if,
    ),
    *(
        disputes,
        doctor,
        teach,
        shown,
        camera,
        eye,
        dice,
        photograph,
        trade,
        games,
        copies,
        tag,
        sheets,
        simulated,
        events,
        commands,
    ),
    *(api, game, description, health, voice, certificate, stand, membership, calls, arrival),
)

BLUEPRINTS = (*(room.bp for room in ROOMS), why.pictures)
