"""Deeds laid out pile by pile, on the writer's thread; it compares nothing with the books.

Nothing of it is on disk: a check that is cut off begins anew, and what it brings into the books
is a correction like any other.
"""

from collections.abc import Callable, Mapping, Sequence
from secrets import token_hex
from typing import Any

from msgspec.structs import replace

from companion.game.postings import HOTEL
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.rules import decide
from companion.rules.correcting import is_untouched
from companion.table.check import piles
from companion.table.check.commands import (
    Agree,
    BeginCheck,
    CheckStep,
    Count,
    EndCheck,
    FinishPile,
    LayPile,
    LookAgain,
    Mend,
    PileStep,
    StartPile,
)
from companion.table.check.laid_deeds import (
    TABLE,
    Holder,
    Objection,
    Picture,
    Pile,
    PileLook,
    TableCheck,
    Thing,
    in_order,
)
from companion.table.check.piles import PileSighting, kept, sighting, ticked, with_pile, without
from companion.table.command import TableCommand
from companion.table.deeds.cards import keepable
from companion.table.desk import Desk
from companion.table.outcome import Outcome
from companion.table.ports import LaidTag
from companion.table.roles import may_check, may_govern, may_lead
from companion.words import RuleKey, Seat

CHECK = RuleKey("table/check")
"""What a refusal rests on here: the check of the table."""

MOST_DEEDS = 28

CLEAR = 2
"""So many looks in a row must show none of a pile before the next one is begun."""

COVERED = 8
"""And so many where something may lie there still under a hand: three seconds and more."""


class Checking:
    """Leads a check from pile to pile.

    Args:
        desk: whose view shows it.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._shots = 0
        self._clear = 0  # looks in a row without anything of the pile before
        self._doubled: frozenset[Thing] = frozenset()  # seen more than once in the look before
        self._last: tuple[PileLook, Picture] | None = None  # of the pile that is laid out

    @property
    def _check(self) -> TableCheck | None:
        return self._desk.view.check

    @property
    def does(self) -> Mapping[type[TableCommand], Callable[[Any, Cause], Outcome]]:
        """What each command of a check does."""
        return {
            BeginCheck: self.begin,
            EndCheck: self.end,
            LayPile: self.lay,
            FinishPile: self.finish,
            StartPile: self.start,
            LookAgain: self.look_again,
            Count: self.count,
            Mend: self.mend,
            Agree: self.agree,
        }

    # ---- people

    def begin(self, command: BeginCheck, cause: Cause) -> Outcome:
        """Ask the first player to lay out; who asks while a check goes on is shown that one.

        Every player may; a game is taken over by the banker alone, who may show how it stands.
        """
        desk, state = self._desk, self._desk.running.state
        refusal = may_check(cause, state.playing)
        if command.purpose == "take-over":
            refusal = may_govern(cause) or self._why_no_take_over(command)
        if refusal:
            return refusal
        check = self._check
        if check is None:
            order: tuple[Holder, ...] = (TABLE,) if command.together else state.playing
            leader = cause.seat if cause.role == "seat" else None
            check = TableCheck(
                id=token_hex(8), purpose=command.purpose, leader=leader, order=order, now=order[0]
            )
        if command.situation is not None:
            nobody: frozenset[Seat] = frozenset()
            check = replace(
                check, proposal=command.situation, agreed=nobody, vouched=nobody, objections={}
            )
        if check != self._check:
            desk.show(check=check)
        return ()

    def _why_no_take_over(self, command: BeginCheck) -> Refusal | None:
        state = self._desk.running.state
        if not is_untouched(state):
            return Refusal("game-running", CHECK)
        outcome = decide(state, command.situation) if command.situation else ()
        return outcome if isinstance(outcome, Refusal) else None

    def end(self, command: EndCheck, cause: Cause) -> Outcome:
        """End the check, whatever it has come to; every player may, for it stops the camera."""
        refusal = self._why_not(command) or may_check(cause, self._seats)
        if refusal:
            return refusal
        self._desk.show(check=None)
        return ()

    def lay(self, command: LayPile, cause: Cause) -> Outcome:
        """Take a pile as it is ticked by hand."""

        def laid(check: TableCheck) -> TableCheck | Refusal:
            if not self._keepable.issuperset(command.cards) or any(
                not 0 < number <= MOST_DEEDS for number in command.deeds
            ):
                return Refusal("bad-command", CHECK)
            pile = check.laid.piles.get(command.pile, Pile())
            check = with_pile(check, command.pile, ticked(pile, command.deeds, {*command.cards}))
            return self._finished(check, command.pile) if command.whole else check

        return self._step(command, cause, laid)

    def finish(self, command: FinishPile, cause: Cause) -> Outcome:
        """Take a pile as whole and go on to the next; twice is once."""
        return self._step(command, cause, lambda check: self._finished(check, command.pile))

    def _finished(self, check: TableCheck, holder: Holder) -> TableCheck:
        if check.now != holder:
            return check
        self._clear = 0
        check = self._with_bare_picture(check)
        pile = replace(check.laid.piles.get(holder, Pile()), whole=True)
        check = with_pile(check, holder, pile)
        left = [h for h in check.order if not check.laid.piles.get(h, Pile()).whole]
        following = left[0] if left else None
        clearing = check.lying if following is not None else ()
        return replace(check, now=following, clearing=clearing, ignored=frozenset(), looked=False)

    def _with_bare_picture(self, check: TableCheck) -> TableCheck:
        """Keep the last picture of a pile that shows nothing: it proves what was missing."""
        if check.now is None or check.pile.pictures() or self._last is None:
            return check
        look, picture = self._last
        if look != check.look:
            return check
        check = with_pile(check, check.now, replace(check.pile, bare=picture.number))
        return replace(check, pictures=(*check.pictures, picture))

    def start(self, command: StartPile, cause: Cause) -> Outcome:
        """Begin a pile although deeds of the one before lie there still: those do not count."""

        def started(check: TableCheck) -> TableCheck:
            if check.now != command.pile:
                return check
            return replace(check, clearing=(), ignored=frozenset(check.clearing))

        return self._step(command, cause, started)

    def look_again(self, command: LookAgain, cause: Cause) -> Outcome:
        """Begin a pile anew; what was mended in it is told by what lies there then."""
        holder = command.pile

        def begun(check: TableCheck) -> TableCheck:
            concerned = {key: m for key, m in check.mended.items() if holder in m.piles}
            moved = {(other, m.thing) for m in concerned.values() for other in m.piles}
            piles = {
                other: without(pile, {thing for whose, thing in moved if whose == other})
                for other, pile in check.laid.piles.items()
            }
            cash = piles.get(holder, Pile()).cash
            return kept(
                replace(
                    check,
                    laid=replace(check.laid, piles={**piles, holder: Pile(cash=cash)}),
                    now=holder,
                    clearing=(),
                    ignored=frozenset(),
                    looked=False,
                    mended={k: m for k, m in check.mended.items() if k not in concerned},
                )
            )

        return self._step(command, cause, begun)

    def count(self, command: Count, cause: Cause) -> Outcome:
        """Take what was counted: buildings on the board, banknotes of players."""

        def counted(check: TableCheck) -> TableCheck | Refusal:
            for seat, amount in command.cash.items():
                if seat not in self._seats:
                    return Refusal("bad-command", CHECK, {"seat": seat})
                pile = check.laid.piles.get(seat, Pile())
                check = with_pile(check, seat, replace(pile, cash=amount))
            known, built = self._desk.running.state.lots, command.buildings
            if built is None:
                return check
            if any(lot not in known or n > HOTEL for lot, n in built.items()):
                return Refusal("bad-command", CHECK)
            return replace(check, laid=replace(check.laid, buildings=built))

        return self._step(command, cause, counted)

    def mend(self, command: Mend, cause: Cause) -> Outcome:
        """Note that the cardboard was put right; the next look at a pile tells."""
        return self._step(
            command,
            cause,
            lambda check: replace(
                check, mended={**check.mended, command.difference: command.mended}
            ),
        )

    def agree(self, command: Agree, cause: Cause) -> Outcome:
        """Note what a player says of how a game stands that is taken over.

        The banker may say it for somebody else, who has no phone, say: everybody sees that, and
        who has objected is not talked over.
        """
        seat, right = command.by, command.agrees

        def said(check: TableCheck) -> TableCheck | Refusal:
            if check.proposal is None or seat not in self._seats:
                return Refusal("not-asked", CHECK)
            for_another = cause.role == "banker" and cause.seat != seat
            if for_another and seat in check.objected:
                return Refusal("not-allowed", CHECK, {"seat": seat})
            agreed = check.agreed - {seat}
            others = {one: said for one, said in check.objections.items() if one != seat}
            objection = Objection(command.about, command.what, command.why.strip())
            return replace(
                check,
                agreed=agreed | {seat} if right else agreed,
                vouched=check.vouched | {seat} if right and for_another else check.vouched - {seat},
                objections=others if right else {**others, seat: objection},
            )

        return self._changed(command, said)

    # ---- the camera

    def see(
        self, seen: Sequence[LaidTag], jpeg: bytes, look: PileLook, *, alone: bool = False
    ) -> None:
        """Take what lies in a whole frame that was looked at for a pile.

        *alone*: it is a photograph of this pile, and nobody has to take the one before away.
        """
        check, game = self._check, self._desk.game
        if check is None or game is None or check.look != look:
            return  # the look was under way when the pile was finished
        now = sighting(seen, game.state)
        # A deed that is being turned over may show both its sides in one look, never in two.
        twice, self._doubled = now.doubled & self._doubled, now.doubled
        if alone:
            check, twice = replace(check, clearing=(), ignored=frozenset()), now.doubled
        looked = replace(
            check,
            lying=in_order(now.lying),
            looked=True,
            clearing=self._left(check, now),
            ignored=check.ignored & (now.lying | now.hidden),
        )
        if not check.clearing:
            self._shots += 1
            self._last = look, Picture(self._shots, jpeg)
            counting = replace(
                now, there={t: tag for t, tag in now.there.items() if t not in looked.ignored}
            )
            pile = piles.seen(check.pile, counting, twice - looked.ignored, self._shots)
            looked = with_pile(looked, look.holder, pile)
            looked = kept(replace(looked, pictures=(*check.pictures, self._last[1])))
        if looked != check:
            self._desk.show(check=looked)

    def _left(self, check: TableCheck, now: PileSighting) -> tuple[Thing, ...]:
        """Return what is to be taken away: all, until no look of some in a row shows any of it.

        What a hand covers for a moment is not gone, and must not count for the next player; but
        on a ground that was never seen bare nobody can tell, so that does not go on for ever.
        """
        left = {*check.clearing}
        self._clear = 0 if not left or left & now.lying else self._clear + 1
        enough = COVERED if left & now.hidden else CLEAR
        return () if self._clear >= enough else check.clearing

    # ---- one step

    @property
    def _keepable(self) -> frozenset[str]:
        """The cards that players keep: one a deck at most."""
        game = self._desk.game
        return frozenset(keepable(game.state) if game else ())

    @property
    def _seats(self) -> tuple[Seat, ...]:
        return self._desk.game.state.seats if self._desk.game else ()

    def _why_not(self, command: CheckStep) -> Refusal | None:
        check = self._check
        there = check is not None and check.id == command.check
        return None if there else Refusal("not-asked", CHECK)

    def _step(
        self, command: CheckStep, cause: Cause, change: Callable[[TableCheck], TableCheck | Refusal]
    ) -> Outcome:
        """Change the check if whoever asks may: the pile's own player, who leads, the banker."""
        refusal, check = self._why_not(command), self._check
        if refusal or check is None:
            return refusal or ()
        holder = command.pile if isinstance(command, PileStep) else TABLE
        if holder not in (TABLE, *check.order, *self._seats):
            return Refusal("bad-command", CHECK)
        own = None if holder == TABLE else holder
        return may_lead(cause, check.leader, own) or self._changed(command, change)

    def _changed(
        self, command: CheckStep, change: Callable[[TableCheck], TableCheck | Refusal]
    ) -> Outcome:
        refusal, check = self._why_not(command), self._check
        if refusal or check is None:
            return refusal or ()
        changed = change(check)
        if isinstance(changed, Refusal):
            return changed
        if changed != check:
            self._desk.show(check=changed)
        return ()
