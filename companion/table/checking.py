"""Deeds laid out pile by pile, on the writer's thread; it compares nothing with the books.

Nothing of it is on disk: a check that is cut off begins anew, and what it brings into the books
is a correction like any other.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from secrets import token_hex

from msgspec.structs import replace

from companion.game.commands import TakeOver
from companion.game.postings import HOTEL
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.rules import decide
from companion.rules.correcting import is_untouched
from companion.table.answers import Accepted, Answer
from companion.table.desk import ONE_GAME, Desk
from companion.table.laid import (
    TABLE,
    Check,
    Holder,
    LaidDeed,
    Look,
    Mended,
    OddTag,
    Picture,
    Pile,
    Purpose,
)
from companion.table.ports import LaidTag
from companion.table.roles import may_check, may_govern, may_lead, why_may_not
from companion.words import Money, RuleKey, Seat, Space

CHECK = RuleKey("table/check")
"""What a refusal rests on here: the check of the table."""

ODD = ("revoked", "other set", "forged")
"""What is seen of a tag that is reported, though it does not count."""

MOST_DEEDS = 28

CLEAR = 2
"""So many looks in a row must show none of a pile before the next one is begun."""


class Checking:
    """Leads a check from pile to pile.

    Args:
        desk: whose view shows it.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._shots = 0
        self._clear = 0  # looks in a row without a deed of the pile before
        self._doubled: frozenset[int] = frozenset()  # seen more than once in the look before

    @property
    def _check(self) -> Check | None:
        return self._desk.view.check

    # ---- people

    def begin(self, cause: Cause, *, purpose: Purpose, together: bool) -> Answer:
        """Ask the first player to lay out; who asks while a check goes on is shown that one."""
        game = self._desk.game
        if game is None:
            return Refusal("no-game", ONE_GAME)
        refusal = may_check(cause, game.state.playing)
        if purpose == "take-over":
            refusal = may_govern(cause)
            if not refusal and not is_untouched(game.state):
                refusal = Refusal("game-running", CHECK)
        if refusal:
            return refusal
        if self._check is None:
            order: tuple[Holder, ...] = (TABLE,) if together else game.state.playing
            leader = cause.seat if cause.role == "seat" else None
            check = Check(
                id=token_hex(8), purpose=purpose, leader=leader, order=order, now=order[0]
            )
            self._desk.show(check=check)
        return self._done()

    def end(self, cause: Cause, check_id: str) -> Answer:
        """End the check, whatever it has come to; every player may, for it stops the camera."""
        refusal = self._why_not(check_id) or may_check(cause, self._seats)
        if refusal:
            return refusal
        self._desk.show(check=None)
        return self._done()

    def lay(self, cause: Cause, check_id: str, holder: Holder, deeds: Mapping[int, bool]) -> Answer:
        """Take a pile as it is ticked by hand: number -> whether the back is up."""

        def ticked(check: Check) -> Check | Refusal:
            if any(not 0 < number <= MOST_DEEDS for number in deeds):
                return Refusal("bad-command", CHECK)
            old = check.laid.piles.get(holder, Pile())
            pile = {n: _ticked(old.deeds.get(n), back=back) for n, back in sorted(deeds.items())}
            return _with_pile(check, holder, replace(old, deeds=pile, twice=old.twice & {*deeds}))

        return self._step(cause, check_id, holder, ticked)

    def finish(self, cause: Cause, check_id: str, holder: Holder) -> Answer:
        """Take a pile as whole and go on to the next; twice is once."""

        def finished(check: Check) -> Check:
            if check.now != holder:
                return check
            pile = replace(check.laid.piles.get(holder, Pile()), whole=True)
            check = _with_pile(check, holder, pile)
            left = [h for h in check.order if not check.laid.piles.get(h, Pile()).whole]
            following = left[0] if left else None
            clearing = check.lying if following is not None else ()
            return replace(
                check, now=following, clearing=clearing, ignored=frozenset(), looked=False
            )

        return self._step(cause, check_id, holder, finished)

    def start(self, cause: Cause, check_id: str, holder: Holder) -> Answer:
        """Begin a pile although deeds of the one before lie there still: those do not count."""

        def started(check: Check) -> Check:
            if check.now != holder:
                return check
            return replace(check, clearing=(), ignored=frozenset(check.clearing))

        return self._step(cause, check_id, holder, started)

    def look_again(self, cause: Cause, check_id: str, holder: Holder) -> Answer:
        """Begin a pile anew; what was mended in it is told by what lies there then."""

        def begun(check: Check) -> Check:
            concerned = {key: m for key, m in check.mended.items() if holder in m.piles}
            moved = {(other, m.deed) for m in concerned.values() for other in m.piles}
            piles = {
                other: _without(pile, {deed for whose, deed in moved if whose == other})
                for other, pile in check.laid.piles.items()
            }
            cash = piles.get(holder, Pile()).cash
            return _kept(
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

        return self._step(cause, check_id, holder, begun)

    def count(
        self,
        cause: Cause,
        check_id: str,
        *,
        buildings: Mapping[Space, int] | None = None,
        cash: Mapping[Seat, Money] | None = None,
    ) -> Answer:
        """Take what was counted: buildings on the board, banknotes of players."""

        def counted(check: Check) -> Check | Refusal:
            state = self._desk.game.state if self._desk.game else None
            for seat, amount in (cash or {}).items():
                if seat not in self._seats or amount < 0:
                    return Refusal("bad-command", CHECK, {"seat": seat})
                pile = check.laid.piles.get(seat, Pile())
                check = _with_pile(check, seat, replace(pile, cash=amount))
            known = state.lots if state else {}
            if any(lot not in known or not 0 <= n <= HOTEL for lot, n in (buildings or {}).items()):
                return Refusal("bad-command", CHECK)
            if buildings is None:
                return check
            return replace(check, laid=replace(check.laid, buildings=dict(buildings)))

        return self._step(cause, check_id, None, counted)

    def mend(self, cause: Cause, check_id: str, key: str, mended: Mended) -> Answer:
        """Note that the cardboard was put right; the next look at a pile tells."""
        return self._step(
            cause,
            check_id,
            None,
            lambda check: replace(check, mended={**check.mended, key: mended}),
        )

    # ---- a game taken over

    def propose(self, cause: Cause, check_id: str, proposal: TakeOver) -> Answer:
        """Show everybody how a game stands that is to be taken over; the banker only."""
        refusal = self._why_not(check_id) or may_govern(cause)
        if refusal or self._check is None or self._desk.game is None:
            return refusal or Refusal("not-asked", CHECK)
        outcome = decide(self._desk.game.state, proposal)
        if isinstance(outcome, Refusal):
            return outcome
        nobody: frozenset[Seat] = frozenset()
        self._desk.show(
            check=replace(self._check, proposal=proposal, agreed=nobody, objected=nobody)
        )
        return self._done()

    def agree(self, cause: Cause, check_id: str, seat: Seat, *, right: bool) -> Answer:
        """Note what a player says of the proposal; the banker may say it for somebody else."""
        refusal = why_may_not("agree", cause, seat)
        if refusal:
            return refusal

        def said(check: Check) -> Check | Refusal:
            if check.proposal is None:
                return Refusal("not-asked", CHECK)
            others = (check.agreed - {seat}, check.objected - {seat})
            agreed, objected = (
                s | {seat} if yes else s for s, yes in zip(others, (right, not right), strict=True)
            )
            return replace(check, agreed=agreed, objected=objected)

        return self._step(cause, check_id, seat, said)

    # ---- the camera

    def see(self, seen: Sequence[LaidTag], jpeg: bytes, look: Look) -> None:
        """Take what lies in a whole frame that was looked at for a pile."""
        check, holder = self._check, look.holder
        if check is None or check.look != look:
            return  # the look was under way when the pile was finished
        deeds = [(tag.id, tag) for tag in seen if tag.kind == "deed" and tag.id and tag.valid]
        numbers = Counter(number for number, _tag in deeds)
        doubled = frozenset(number for number, times in numbers.items() if times > 1)
        # A deed that is being turned over may show both its sides in one look, never in two.
        twice, self._doubled = doubled & self._doubled, doubled
        looked = replace(
            check,
            lying=tuple(sorted(numbers)),
            looked=True,
            clearing=self._left(check, numbers),
            ignored=check.ignored & {*numbers},
        )
        if not check.clearing:
            self._shots += 1
            there = {n: tag for n, tag in deeds if n not in looked.ignored}
            pile = _seen(check.pile, there, twice - looked.ignored, seen, self._shots)
            looked = _with_pile(looked, holder, pile)
            looked = _kept(replace(looked, pictures=(*check.pictures, Picture(self._shots, jpeg))))
        if looked != check:
            self._desk.show(check=looked)

    def _left(self, check: Check, numbers: Collection[int]) -> tuple[int, ...]:
        """Return the deeds to be taken away: all, until no look of two in a row shows any.

        What a hand covers for a moment is not gone, and must not count for the next player.
        """
        lies = not check.clearing or any(n in numbers for n in check.clearing)
        self._clear = 0 if lies else self._clear + 1
        return () if self._clear >= CLEAR else check.clearing

    # ---- one step

    @property
    def _seats(self) -> tuple[Seat, ...]:
        return self._desk.game.state.seats if self._desk.game else ()

    def _why_not(self, check_id: str) -> Refusal | None:
        check = self._check
        return None if check is not None and check.id == check_id else Refusal("not-asked", CHECK)

    def _step(
        self,
        cause: Cause,
        check_id: str,
        holder: Holder | None,
        change: Callable[[Check], Check | Refusal],
    ) -> Answer:
        """Change the check if whoever asks may: the pile's own player, who leads, the banker."""
        check = self._check
        refusal = self._why_not(check_id)
        if refusal or check is None:
            return refusal or Refusal("not-asked", CHECK)
        if holder is not None and holder not in (*check.order, *self._seats):
            return Refusal("bad-command", CHECK)
        refusal = may_lead(cause, check.leader, None if holder in (None, TABLE) else holder)  # type: ignore[arg-type]
        if refusal:
            return refusal
        changed = change(check)
        if isinstance(changed, Refusal):
            return changed
        if changed != check:
            self._desk.show(check=changed)
        return self._done()

    def _done(self) -> Answer:
        game = self._desk.game
        assert game is not None
        return Accepted(game.seq, (), game.name)


def _with_pile(check: Check, holder: Holder, pile: Pile) -> Check:
    if check.laid.piles.get(holder) == pile:
        return check
    return replace(check, laid=replace(check.laid, piles={**check.laid.piles, holder: pile}))


def _ticked(known: LaidDeed | None, *, back: bool) -> LaidDeed:
    """Return a deed that is ticked by hand; what the camera saw of it stays, if it says so too."""
    return known if known is not None and known.back == back else LaidDeed(back)


def _without(pile: Pile, numbers: AbstractSet[int | None]) -> Pile:
    deeds = {n: deed for n, deed in pile.deeds.items() if n not in numbers}
    return pile if deeds == pile.deeds else replace(pile, deeds=deeds, twice=pile.twice & {*deeds})


def _seen(
    pile: Pile,
    there: Mapping[int, LaidTag],
    twice: AbstractSet[int],
    seen: Sequence[LaidTag],
    shot: int,
) -> Pile:
    """Return a pile with what lies there now; the very same where that is nothing new."""
    deeds = {n: LaidDeed(tag.side == "back", shot, tag.corners) for n, tag in there.items()}
    odd = {
        tag.text: OddTag(tag.what, tag.id if tag.kind == "deed" else None, shot, tag.corners)
        for tag in seen
        if tag.what in ODD
    }
    known = {n: deed.back for n, deed in pile.deeds.items() if deed.picture is not None}
    if (
        all(known.get(n) == deed.back for n, deed in deeds.items())
        and odd.keys() <= pile.odd.keys()
    ):
        return replace(pile, twice=pile.twice | twice) if not twice <= pile.twice else pile
    return replace(
        pile,
        deeds=dict(sorted({**pile.deeds, **deeds}.items())),
        odd={**pile.odd, **odd},
        twice=pile.twice | twice,
    )


def _kept(check: Check) -> Check:
    """Return a check without the pictures that show nothing which a newer one does not."""
    piles = check.laid.piles.values()
    wanted = {deed.picture for pile in piles for deed in pile.deeds.values()}
    wanted |= {odd.picture for pile in piles for odd in pile.odd.values()}
    return replace(check, pictures=tuple(p for p in check.pictures if p.number in wanted))
