"""What is doubtful, disputed, waited for or not for everybody: and pages that are none."""

import re
from collections.abc import Iterator
from html import unescape

from msgspec.structs import replace

from companion.game.commands import Buy, Claim, Roll
from companion.game.events import Help
from companion.shipping.membership import ShippedTo
from companion.table.calling.commands import AnswerCall, CallArbiter
from companion.table.cash.commands import SetBanknotes
from companion.table.check.commands import BeginCheck, FinishPile, LayPile
from companion.table.dice.commands import Challenge
from companion.table.disputing.commands import AskVote, RaiseDispute, SetCustoms
from companion.table.disputing.disputes import Customs
from companion.table.help.commands import Confirm, Contest, SetHelp
from companion.words import Space
from tests.support.chapters.company import ANN, BEN, CY, LONG, Company, Look
from tests.support.doubtful import tray, unsure
from tests.support.laying import LyingTag, lay
from tests.support.noted_club import NotedClub, NotedMembership
from tests.support.pages import sent
from web.arrival.ticket import ticket_for


def dice(at: Company) -> Iterator[Look]:
    """Dice in doubt; dice that were read wrong, and the banker's ruling."""
    at.begin()
    at.sees(unsure(0.5, 0.6))
    yield at.at(ANN, "dice in doubt")
    yield at.at(ANN, "dice in doubt: No", opened=".answer summary")
    yield at.at(BEN, "dice in doubt, of another")
    yield at.screen("table: dice in doubt")
    at.sees(replace(unsure(0.99, 0.5), dice=unsure(0.99, 0.5).dice[:1]))
    yield at.at(ANN, "one die is not seen")
    at.sees(replace(unsure(0.99, 0.98), verdict="sure"))
    yield at.at(CY, "dice that were read")
    yield at.screen("table: dice that were read")
    reading = at.room.table.readings.all[-1]
    yield at.at(CY, "read wrong?", f"/misread/{reading.id}")
    at.says(Challenge(reading=reading.id), CY)
    yield at.at(CY, "said to be read wrong", f"/misread/{reading.id}")
    yield at.at(ANN, "my dice are said to be wrong")
    yield at.bankers("banker: dice to rule on")
    yield at.bankers("how the dice were read", "/banker/readings", opened="summary")


def rent(at: Company) -> None:
    """Let Ben pay Ann a rent: the records before the last are how it came to it."""
    at.begin()
    at.room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    at.room.play(Roll(by=BEN, dice=(1, 2)), Claim(by=ANN))


def calls(at: Company) -> Iterator[Look]:
    """The arbiter of the club is called, and answers."""
    rent(at)
    table = at.room.table
    table.note_club(there=True)
    at.says(CallArbiter(by=CY, about="other", why="the lamp of my seat does not go out"), CY)
    yield at.at(ANN, "a call: what for", "/call")
    yield at.at(CY, "a call: mine")
    yield at.at(ANN, "a call: of another")
    yield at.bankers("banker: a call")
    yield at.screen("table: a call")
    judge = replace(table.cause("banker", "banker"), arbiter="Judy")
    table.submit(AnswerCall(call=table.view.calls[0].id, why="I bring another one"), judge)
    yield at.at(CY, "a call: answered")
    yield at.screen("table: a call answered")
    yield at.at(CY, "a call that cannot be", "/call", sent={"about": "people", "by": "2"})


def led_over(at: Company) -> Iterator[Look]:
    """The club lacks what was booked; the game goes on at another table, with its phones."""
    rent(at)
    table, club, secret = at.room.table, NotedClub(), "ab" * 32
    at.has(club=club)
    club.kept.want(wanted=True)
    club.kept.lost(behind=1)
    yield at.at(ANN, "the club lacks what was booked")
    yield at.screen("table: the club lacks what was booked")
    club.kept.want(wanted=False)
    club.membership = NotedMembership()
    there = ShippedTo(elsewhere="Table 8", address="http://192.168.1.8:8000", arrival=secret)
    club.membership.there[table.view.game] = there
    yield at.at(BEN, "the game goes on elsewhere")
    yield at.bankers("banker: the game goes on elsewhere")
    yield at.anybodys("look on: the game goes on elsewhere", "/watch")
    yield at.screen("table: the game goes on elsewhere")
    club.membership, club.arrival = None, secret
    ticket = ticket_for(secret, table.history()[0].digest, BEN, "0123456789ab")
    yield at.anybodys("arrive: with a seat", f"/arrive?t={ticket}")
    yield at.anybodys("arrive: what does not count", "/arrive?t=1")


def disputes(at: Company) -> Iterator[Look]:
    """A booking is disputed, the table votes, the banker goes back or books late."""
    rent(at)
    seq = at.room.table.view.seq
    yield at.at(BEN, "why: This is wrong", f"/why/{seq}", opened="summary")
    at.says(SetCustoms(customs=Customs(waits=True, vote=True, vote_s=600)))
    at.says(RaiseDispute(seq=seq, why="I stood on the one before"), BEN)
    yield at.at(BEN, "a dispute: mine")
    yield at.at(CY, "a dispute: of another")
    yield at.bankers("banker: a dispute", opened="summary")
    yield at.screen("table: a dispute")
    yield at.at(CY, "why: disputed", f"/why/{seq}")
    yield at.at(BEN, "a vote: to where", "/vote")
    at.says(AskVote(by=BEN, to=seq - 1, why="we forgot a card"), BEN)
    yield at.at(ANN, "a vote: yes or no")
    yield at.at(BEN, "a vote: I asked")
    yield at.screen("table: a vote")
    yield at.bankers("go back: to where", "/banker/back")
    yield at.bankers("go back: what is lost", "/banker/back?to=2")
    yield at.bankers("late", "/banker/late")
    late = f"/banker/late?show=1&payer=1&payee=0&lot=3&amount=4&after={seq}&why=agreed"
    yield at.bankers("late: what changes", late)
    yield at.bankers("correct", "/banker/correct")
    yield at.bankers("correct: what changes", "/banker/correct?seat=1&amount=1400&why=x")
    yield at.bankers("set right", "/banker/set-right")
    yield at.bankers("a deed: which", "/banker/deed")
    yield at.bankers("a deed: printed otherwise", "/banker/deed?lot=3")
    yield at.bankers("a deed: what changes", "/banker/deed?lot=3&price=80&house_cost=60&why=x")
    ended = {"do": "end", "by": "2"}
    yield at.at(CY, "not done", "/do", sent=ended)


def helped(at: Company, helps: Help) -> Iterator[Look]:
    """What is not booked by itself waits for those whom it concerns."""
    at.begin()
    at.says(SetHelp(helps=helps))
    at.room.play(Roll(by=ANN, dice=(1, 2)))
    yield at.at(ANN, f"{helps}: a roll")
    at.room.play(Buy(by=ANN))
    yield at.at(ANN, f"{helps}: a purchase")
    while at.room.table.view.proposal is not None:
        confirm(at)
    at.room.play(Roll(by=BEN, dice=(1, 2)))
    while at.room.table.view.proposal is not None:
        confirm(at)
    at.room.play(Claim(by=ANN))
    yield at.at(BEN, f"{helps}: I pay")
    yield at.at(ANN, f"{helps}: I get")
    yield at.at(CY, f"{helps}: another")
    yield at.screen(f"table: {helps}")
    proposal = at.room.table.view.proposal
    assert proposal is not None
    at.says(Contest(by=BEN, proposal=proposal.id, why="it is mortgaged"), BEN)
    yield at.at(BEN, f"{helps}: it is not so")
    yield at.bankers(f"banker: {helps}, contested", opened="summary")


def confirm(at: Company) -> None:
    """Let the next who must confirm do so, typing what the rules say."""
    waits = at.room.table.view.proposal
    assert waits is not None
    seat = waits.awaited[0]
    typed = {place: waits.dues[place].amount for place in waits.places_of(seat)}
    at.says(
        Confirm(proposal=waits.id, by=seat, typed=typed if waits.helps == "announce" else {}), seat
    )


def proposing(at: Company) -> Iterator[Look]:
    """Amounts are proposed."""
    yield from helped(at, "propose")


def announcing(at: Company) -> Iterator[Look]:
    """Amounts are typed."""
    yield from helped(at, "announce")


def banknotes(at: Company) -> Iterator[Look]:
    """Banknotes wait to be handed over."""
    at.begin()
    at.says(SetBanknotes(banknotes="wait"))
    at.room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    yield at.at(ANN, "banknotes: to the Bank")
    yield at.at(BEN, "banknotes: the dice wait")
    yield at.bankers("banker: banknotes")
    yield at.screen("table: banknotes")
    yield at.at(ANN, "count my banknotes", "/seat/notes")
    yield at.at(ANN, "count: compared", "/seat/notes?note-500=1&note-100=3")
    yield at.bankers("act for somebody: banknotes", "/seats/0/notes")


def hidden(at: Company) -> Iterator[Look]:
    """Nobody sees what the others have."""
    at.begin()
    at.given(owner=at.owns(ann=(1, 3), ben=(6,)))
    assert sent(at.room.banker(), "/banker/balances", hidden="yes") == 303
    yield at.at(ANN, "hidden: my turn")
    yield at.at(BEN, "hidden: waiting")
    yield at.at(ANN, "hidden: trade", "/seat/trade?with=1")
    yield at.screen("table: hidden")
    yield at.anybodys("hidden: look on", "/watch")
    yield at.at(ANN, "hidden: a balance of another", "/why/cash/1")
    yield at.anybodys("hidden: story", "/story")


def check(at: Company) -> Iterator[Look]:
    """Deeds are laid out and compared with the books."""
    at.begin(LONG, "Ben")
    baltic, station = Space(3), Space(5)
    at.given(owner=at.owns(ann=(3,), ben=(5,)), mortgaged={station: True}, buildings={baltic: 0})
    yield at.at(ANN, "check: how", "/check")
    at.says(BeginCheck())
    yield at.at(ANN, "check: lay out", "/check")
    yield at.at(BEN, "check: another lays out")
    yield at.screen("table: lay out")
    lay(at.room, LyingTag(2), picture=tray())
    yield at.at(ANN, "check: laid", "/check")
    yield at.screen("table: laid")
    yield at.at(ANN, "check: tick by hand", "/check/tick/0")
    known = at.room.table.view.check
    assert known is not None
    at.says(FinishPile(check=known.id, pile=ANN))
    at.says(LayPile(check=known.id, pile=BEN, deeds={3: False}, whole=True))
    found = at.room.table.view.check
    if found is not None and found.now is not None:
        at.says(FinishPile(check=known.id, pile=BEN))
    yield at.at(ANN, "check: a difference", "/check")
    yield at.bankers("check: the banker's", "/check")
    yield at.screen("table: a difference")
    link = re.search(r"/check/correct\?[^\"]*", at.room.banker().get("/check").text)
    assert link is not None
    yield at.bankers("check: correct the books", unescape(link[0]))
    yield at.at(ANN, "check: count", "/check/count")


def none(at: Company) -> Iterator[Look]:
    """Pages that are none, or not for this phone."""
    at.begin()
    yield at.anybodys("no such page", "/nowhere")
    yield at.at(ANN, "not for this phone", "/banker/back")
    yield at.anybodys("not understood", "/why/99999")
    yield at.at(ANN, "too late", "/do", sent={"do": "buy", "by": "0"})
