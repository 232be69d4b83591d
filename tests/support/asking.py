"""People at a table who ask for everything that may be asked, by chance, in a sense that it has."""

import random
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.game import commands as c
from companion.game.commands import AnyCommand, BookLate, Command, TakeOver, verb
from companion.game.state import GameState
from companion.journal.audit import rows_after
from companion.journal.listing import GAMES
from companion.journal.record import Cause
from companion.journal.replay import in_force, is_played
from companion.journal.sqlite import SUFFIX
from companion.table.calling import commands as calling
from companion.table.cash import commands as cash
from companion.table.check import commands as check
from companion.table.check.laid_deeds import Mended, TableCheck
from companion.table.clocks import commands as clocks
from companion.table.commands import Submitted
from companion.table.deeds import commands as deeds
from companion.table.dice import commands as dice
from companion.table.disputing import commands as disputing
from companion.table.disputing.disputes import Customs
from companion.table.games import commands as games
from companion.table.games.seating import Seating
from companion.table.help import commands as helping
from companion.table.help.proposal import Proposal
from companion.table.roles import NOBODYS
from companion.table.story import commands as story
from companion.words import Seat, SpeedFace
from tests.support.games import RandomGame
from tests.support.table import Hands, Tag

Wanted = tuple[Submitted, Cause] | None


class Everybody:
    """All who sit around a table, and the camera above it.

    Args:
        seed: of all that comes by chance.
        edition: which is played, with its *variants*.
    """

    def __init__(self, at: Hands, seed: int, edition: str, variants: tuple[str, ...] = ()) -> None:
        self.at, self.chance, self.asked = at, random.Random(seed), 0
        self._game = RandomGame(seed, edition=edition, variants=variants, wild=0.3)

    # ---- who asks

    def banker(self) -> Cause:
        return self._cause("banker")

    def player(self, seat: Seat | None = None) -> Cause:
        return self._cause("seat", self.chance.choice(self.state.seats) if seat is None else seat)

    def _cause(self, role: Any, seat: Seat | None = None) -> Cause:
        self.asked += 1
        self.at.clock.now += 0.5
        return self.at.cause(role, "phone", seat=seat, command_id=f"id-{self.asked}")

    # ---- what there is

    @property
    def state(self) -> GameState:
        assert self.at.view.state is not None
        return self.at.view.state

    @property
    def check(self) -> TableCheck | None:
        return self.at.view.check

    @property
    def proposal(self) -> Proposal | None:
        return self.at.view.proposal

    # ---- what is asked

    def play(self) -> Wanted:
        """Return a command of the game."""
        self._game.state = self.state
        command: AnyCommand = self._game.next_command()
        if verb(command) in NOBODYS:
            return command, self.banker()
        return command, self.player(getattr(command, "by", None))

    def come_to_the_middle(self) -> None:
        """Let most groups be somebody's, and somebody be in jail with a card that leads out."""
        self._game.state = self.state
        seat = self.state.seats[-1]
        groups = replace(self._game.groups(), jailed={seat: 0}, holds={seat: ("chance",)})
        self.at.answer(groups, self.banker())

    def rolling(self) -> Seat | None:
        """Return who is to roll now."""
        wanted = self.at.view.asked
        return next((s for s, do in wanted.items() if do & {"roll", "first-roll"}), None)

    def throw(self, *, sure: bool) -> None:
        """Let the camera see dice, if somebody is to roll."""
        if self.rolling() is not None:
            self.at.clock.now += 2
            pips = [self.chance.randint(1, 6) for _ in range(2)]
            if self.state.first is not None:
                pips = pips[: self.state.rules.first_roll_dice]
            self.at.see_dice(*pips, verdict="sure" if sure else "unsure", began=self.at.clock.now)

    def turn_over(self) -> None:
        """Turn a deed over under the camera."""
        owned = [lot for lot, held in self.state.lots.items() if held.owner is not None]
        if owned:
            number = self.state.edition.deed_number(self.chance.choice(owned))
            for side in ("front", "back"):
                self.at.see_tags(Tag("deed", number, side=side))

    def record(self) -> int:
        """Return the number of a record in which something was played, often the last one."""
        played = [r.seq for r in in_force(self.at.records) if is_played(r)]
        return self.chance.choice((played[-1], self.chance.choice(played)))

    def wish(self, kind: type[Command]) -> Wanted:
        """Return a command of a *kind*, if it has a sense now."""
        return WAYS[kind](self)


def _begin(who: Everybody) -> Wanted:
    edition = who.state.edition.id
    names = ("Ann", "Bob", "Cy")
    begin = games.Begin(edition=edition, players=names, first_roll=False, instead=True)
    return begin, who.banker()


def _other_game(who: Everybody) -> str | None:
    home = who.at.home
    others = [one for one in home.games() if one != who.at.view.game]
    return who.chance.choice(others) if others else None


def _resume(who: Everybody) -> Wanted:
    name = _other_game(who)
    return (games.Resume(game=name), who.banker()) if name else None


def _tidy(who: Everybody) -> Wanted:
    name = _other_game(who)
    aside = who.at.home.archived()
    if aside and who.chance.random() < 0.5:
        return games.Tidy(game=aside[0], what="bring-back"), who.banker()
    what = who.chance.choice(("archive", "archive", "delete"))
    return (games.Tidy(game=name, what=what), who.banker()) if name else None  # type: ignore[arg-type]


def _adopt(who: Everybody) -> Wanted:
    name = _other_game(who)
    if name is None:
        return None
    path = who.at.home.folder / GAMES / f"{name}{SUFFIX}"
    stored = tuple((row.digest, row.body) for row in rows_after(path, 0, 500))
    return (games.Adopt(edition=name[5:], stored=stored), who.banker()) if stored else None


def _note_seats(who: Everybody) -> Wanted:
    phone = f"phone-{who.chance.randint(1, 99)}"
    return games.NoteSeats(now=Seating(seats={who.state.seats[0]: (phone,)})), who.player()


def _put_in(who: Everybody) -> Wanted:
    little = max(1, who.state.rules.smallest_amount)
    fee = BookLate(payer="bank", payee=who.state.playing[0], amount=little, why="forgotten")
    command = story.PutIn(place=who.record(), command=fee, seen=who.at.view.seq, cut=True)
    return command, who.banker()


def _of_proposal(say: Callable[[Everybody, Proposal], tuple[Submitted, Cause]]) -> Any:
    def wish(who: Everybody) -> Wanted:
        waits = who.proposal
        return say(who, waits) if waits is not None and waits.awaited else None

    return wish


def _confirm(who: Everybody, waits: Proposal) -> tuple[Submitted, Cause]:
    seat = waits.awaited[0]
    typed = {place: waits.dues[place].amount for place in waits.places_of(seat)}
    typed = typed if waits.helps == "announce" else {}
    return helping.Confirm(by=seat, proposal=waits.id, typed=typed), who.player(seat)


def _contest(who: Everybody, waits: Proposal) -> tuple[Submitted, Cause]:
    seat = who.chance.choice(who.state.seats)
    return helping.Contest(by=seat, proposal=waits.id, why="no"), who.player(seat)


def _drop(who: Everybody, waits: Proposal) -> tuple[Submitted, Cause]:
    rolls = isinstance(waits.command, c.Roll) and who.chance.random() < 0.7
    return helping.Drop(proposal=waits.id, dice=(1, 2) if rolls else ()), who.banker()


def _insist(who: Everybody, waits: Proposal) -> tuple[Submitted, Cause]:
    typed = {place: max(0, due.amount - 1) for place, due in enumerate(waits.dues) if not due.owed}
    return helping.Insist(proposal=waits.id, typed=typed, why="at home it is less"), who.banker()


def _answer_doubt(who: Everybody) -> Wanted:
    who.throw(sure=False)
    doubt = who.at.view.doubt
    if doubt is None:
        return None
    pips = tuple(die.faces[0] for die in doubt.dice) if who.chance.random() < 0.7 else ()
    speed: SpeedFace | None = 1 if doubt.speed and pips else None
    return dice.AnswerDoubt(doubt=doubt.id, dice=pips, speed=speed), who.player(doubt.seat)


def _challenge(who: Everybody) -> Wanted:
    who.throw(sure=True)
    readings = who.at.desk.readings.all
    return (dice.Challenge(reading=readings[-1].id), who.player()) if readings else None


def _rule_on_reading(who: Everybody) -> Wanted:
    who.throw(sure=True)
    booked = [one for one in who.at.desk.readings.all if one.fate == "booked"]
    if not booked:
        return None
    said = who.chance.choice(((), (1, 1)[: booked[-1].due]))
    seen = who.chance.choice((None, who.at.view.seq)) if said else None
    return dice.RuleOnReading(reading=booked[-1].id, dice=said, seen=seen), who.banker()


def _leave_turned(who: Everybody) -> Wanted:
    who.turn_over()
    turned = who.at.view.turned
    return (
        (deeds.LeaveTurned(turned=turned[-1].id), who.player(turned[-1].seat)) if turned else None
    )


def _begin_check(who: Everybody) -> Wanted:
    if who.chance.random() < 0.5:
        taken = TakeOver(turn=who.state.seats[0])
        return check.BeginCheck(purpose="take-over", situation=taken), who.banker()
    return check.BeginCheck(together=who.chance.random() < 0.5), who.player()


def _in_check(step: Callable[[Everybody, TableCheck], Submitted]) -> Any:
    def wish(who: Everybody) -> Wanted:
        if who.check is None:
            return None
        return step(who, who.check), who.banker()

    return wish


def _pile(kind: Any) -> Any:
    return _in_check(lambda _who, now: kind(check=now.id, pile=now.order[0]))


def _agree(who: Everybody) -> Wanted:
    known, seat = who.check, who.chance.choice(who.state.seats)
    if known is None or known.proposal is None:
        return None
    return check.Agree(check=known.id, by=seat, agrees=who.chance.random() < 0.7), who.player(seat)


def _vote(who: Everybody) -> Wanted:
    running, seat = who.at.view.vote, who.chance.choice(who.state.playing)
    if running is None:
        return None
    command = disputing.CastVote(by=seat, vote=running.id, yes=who.chance.random() < 0.5)
    return command, who.player(seat)


def _ask_vote(who: Everybody) -> Wanted:
    seat = who.chance.choice(who.state.playing)
    return disputing.AskVote(by=seat, to=who.record(), why="so"), who.player(seat)


def _rule_on(who: Everybody) -> Wanted:
    open_now = who.at.view.disputes
    if not open_now:
        return None
    ruling = who.chance.choice(("stands", "corrected", "taken-back"))
    seen = who.at.view.seq if ruling == "taken-back" else None
    return disputing.RuleOn(seq=open_now[0].seq, ruling=ruling, seen=seen), who.banker()  # type: ignore[arg-type]


def _end_waits(who: Everybody) -> Wanted:
    due = who.at.desk.waiting.due
    if due is None:
        return None
    who.at.clock.now = max(who.at.clock.now, due) + 0.1
    return disputing.EndWaits(), who._cause("clock")


def _customs(who: Everybody) -> Wanted:
    vote, waits = who.chance.random() < 0.8, who.chance.random() < 0.5
    customs = Customs(vote=vote, waits=waits)
    return disputing.SetCustoms(customs=customs), who.banker()


def _take_back(who: Everybody) -> Wanted:
    seat = who.state.turn.seat
    return story.TakeBack(by=seat), who.player(seat)


def _hand_over(who: Everybody) -> Wanted:
    payments = who.at.view.handing.open[:2]
    if not payments:
        return None
    return cash.HandOver(payments=tuple(one.id for one in payments)), who.banker()


def _call_arbiter(who: Everybody) -> Wanted:
    who.at.desk.in_club = True
    cause = who.player()
    return calling.CallArbiter(by=cause.seat, about="rules"), cause


def _answer_call(who: Everybody) -> Wanted:
    judge = replace(who.banker(), arbiter="Judy")
    return next(((calling.AnswerCall(call=one.id), judge) for one in who.at.view.calls), None)


WAYS: dict[type[Command], Callable[[Everybody], Wanted]] = {
    games.Begin: _begin,
    games.Resume: _resume,
    games.Tidy: _tidy,
    games.Adopt: _adopt,
    games.NoteSeats: _note_seats,
    story.Undo: lambda who: (story.Undo(why="a mistake"), who.banker()),
    story.GoBack: lambda who: (story.GoBack(to=max(1, who.record() - 1)), who.banker()),
    story.TakeBack: _take_back,
    story.PutIn: _put_in,
    disputing.RaiseDispute: lambda who: (disputing.RaiseDispute(seq=who.record()), who.player()),
    disputing.RuleOn: _rule_on,
    disputing.AskVote: _ask_vote,
    disputing.CastVote: _vote,
    disputing.EndWaits: _end_waits,
    disputing.SetCustoms: _customs,
    cash.HandOver: _hand_over,
    cash.SetBanknotes: lambda who: (
        cash.SetBanknotes(banknotes=who.chance.choice(("off", "on", "wait"))),
        who.banker(),
    ),
    helping.SetHelp: lambda who: (
        helping.SetHelp(helps=who.chance.choice(("book", "propose", "announce"))),
        who.banker(),
    ),
    helping.Confirm: _of_proposal(_confirm),
    helping.Contest: _of_proposal(_contest),
    helping.Drop: _of_proposal(_drop),
    helping.Insist: _of_proposal(_insist),
    calling.CallArbiter: _call_arbiter,
    calling.AnswerCall: _answer_call,
    calling.EndCall: lambda who: next(
        ((calling.EndCall(call=one.id), who.banker()) for one in who.at.view.calls), None
    ),
    dice.AnswerDoubt: _answer_doubt,
    dice.Challenge: _challenge,
    dice.RuleOnReading: _rule_on_reading,
    deeds.LeaveTurned: _leave_turned,
    clocks.Pause: lambda who: (clocks.Pause(), who.banker()),
    clocks.GoOn: lambda who: (clocks.GoOn(), who.banker()),
    clocks.SetPace: lambda who: (clocks.SetPace(pace="slow"), who.banker()),
    deeds.SetTurning: lambda who: (deeds.SetTurning(turning="ask"), who.banker()),
    check.BeginCheck: _begin_check,
    check.EndCheck: _in_check(lambda _who, now: check.EndCheck(check=now.id)),
    check.LayPile: _in_check(
        lambda _who, now: check.LayPile(check=now.id, pile=now.order[0], deeds={1: False})
    ),
    check.FinishPile: _pile(check.FinishPile),
    check.StartPile: _pile(check.StartPile),
    check.LookAgain: _pile(check.LookAgain),
    check.Count: _in_check(lambda _who, now: check.Count(check=now.id, cash={Seat(0): 5})),
    check.Mend: _in_check(
        lambda _who, now: check.Mend(check=now.id, difference="d", mended=Mended(1, ()))
    ),
    check.Agree: _agree,
}
"""How each command of the table comes to be asked for."""
