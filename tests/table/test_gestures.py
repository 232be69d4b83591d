"""Each gesture is one, whatever hands pass over the field and however often it is looked at."""

from collections.abc import Sequence

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.table.deeds.gestures import Gesture, Gestures, Laid, Lies, Side, Taken, Turned


def deed(number: int, side: Side = "front", *, at: float = 0.0, hidden: bool = False) -> Lies:
    return Lies(kind="deed", number=number, side=side, at=(at, 0.0), hidden=hidden)


def gestures(*looks: Sequence[Lies]) -> list[Gesture]:
    """Return what was done over several looks."""
    hands = Gestures()
    return [done for look in looks for done in hands.see(look)]


def test_a_deed_is_laid_turned_and_taken_once() -> None:
    front, back = [deed(3)], [deed(3, "back")]
    assert gestures([], front, front, back, back, front, [], []) == [
        Laid("deed", 3, "front"),
        Turned("deed", 3, "back"),
        Turned("deed", 3, "front"),
        Taken("deed", 3),
    ]


def test_a_hand_over_a_deed_does_nothing() -> None:
    covered = [deed(3, hidden=True)]
    assert gestures([deed(3)], covered, covered, [deed(3)]) == [Laid("deed", 3, "front")]


def test_a_deed_turned_under_a_hand_is_turned_once() -> None:
    covered = [deed(3, hidden=True)]
    assert gestures([deed(3)], covered, [deed(3, "back", at=2.0)])[1:] == [
        Turned("deed", 3, "back")
    ]


def test_a_deed_that_is_pushed_is_not_laid_and_one_that_went_out_of_sight_is() -> None:
    assert gestures([deed(3)], [deed(3, at=4.0)]) == [Laid("deed", 3, "front")]
    covered = [deed(3, hidden=True)]
    assert gestures([deed(3)], covered, [deed(3, at=4.0)]) == [Laid("deed", 3, "front")] * 2


def test_a_deed_is_laid_beside_those_that_are_to_be_seen() -> None:
    hands = Gestures()
    hands.see([deed(1), deed(2), deed(3)])
    hands.spend(("deed", 2))
    done = hands.see([deed(1), deed(2), deed(3, hidden=True), deed(4)])
    assert done == (Laid("deed", 4, "front", frozenset({1})),)


def test_two_deeds_laid_at_once_lie_beside_each_other() -> None:
    first, second = gestures([deed(1), deed(2)])
    assert isinstance(first, Laid)
    assert isinstance(second, Laid)
    assert (first.beside, second.beside) == (frozenset({2}), frozenset({1}))


def test_what_is_spent_is_fresh_again_when_it_is_laid_anew() -> None:
    hands = Gestures([deed(2)])
    hands.see([deed(2)])
    hands.spend(("deed", 2))
    assert hands.lying[0].spent
    hands.see([deed(2, "back")])
    assert hands.lying[0].spent
    hands.see([])
    hands.see([deed(2)])
    assert not hands.lying[0].spent


def test_both_sides_of_a_deed_at_once_are_a_copy_and_tell_nothing() -> None:
    both = [deed(3), deed(3, "back", at=5.0)]
    assert gestures([deed(3)], both, [deed(3)]) == [Laid("deed", 3, "front")]
    assert gestures([], both) == []


def test_after_a_restart_a_hand_may_lie_over_what_lay_there() -> None:
    hands = Gestures([deed(1), deed(2)])
    assert hands.see([deed(2)]) == ()
    assert hands.see([deed(1), deed(2)]) == ()
    again = Gestures(hands.lying)
    assert again.see([deed(2)]) == ()
    assert again.see([]) == (Taken("deed", 1), Taken("deed", 2))


def test_what_was_not_seen_since_the_start_is_beside_nothing() -> None:
    assert Gestures([deed(1), deed(2)]).see([deed(2), deed(3)]) == (
        Laid("deed", 3, "front", frozenset({2})),
    )


def test_what_was_hidden_at_the_stop_may_lie_elsewhere_in_the_picture_at_the_start() -> None:
    assert Gestures([deed(1, hidden=True)]).see([deed(1, at=9.0)]) == ()


def test_a_deed_turned_while_the_companion_was_off_is_turned() -> None:
    assert Gestures([deed(1)]).see([deed(1, "back")]) == (Turned("deed", 1, "back"),)


# ---- properties: what people do, and what is seen of it

SIDES: tuple[Side, ...] = ("front", "back")
ACTS = st.lists(
    st.tuples(
        st.sampled_from(["lay", "turn", "take", "cover", "uncover", "look", "restart"]),
        st.integers(1, 3),
    ),
    max_size=40,
)


class Played(msgspec.Struct):
    """The field as it truly is, and what was truly done."""

    lying: dict[int, Lies] = {}
    covered: set[int] = set()
    done: list[tuple[str, int]] = []

    def act(self, verb: str, number: int) -> None:
        lies = self.lying.get(number)
        if verb == "lay" and lies is None:
            self.lying[number] = deed(number)
        elif verb == "turn" and lies is not None and number not in self.covered:
            self.lying[number] = replace(lies, side=SIDES[lies.side == "front"])
        elif verb == "take" and lies is not None and number not in self.covered:
            del self.lying[number]
        elif verb == "cover" and lies is not None:
            self.covered.add(number)
            return
        elif verb == "uncover" and number in self.covered:
            self.covered.discard(number)
            return
        else:
            return
        self.done.append((verb, number))

    @property
    def seen(self) -> list[Lies]:
        return [replace(one, hidden=one.number in self.covered) for one in self.lying.values()]


VERBS = {Laid: "lay", Turned: "turn", Taken: "take"}


@given(ACTS)
def test_every_gesture_is_told_once_and_nothing_else_is(acts: list[tuple[str, int]]) -> None:
    """Looked at after every act, covered and uncovered, also across restarts."""
    field, hands, told = Played(), Gestures(), []
    for verb, number in acts:
        field.act(verb, number)
        if verb == "restart" and not field.covered:
            hands = Gestures(hands.lying)
        told += [(VERBS[type(one)], one.number) for one in hands.see(field.seen)]
        assert hands.see(field.seen) == ()
    told += [(VERBS[type(one)], one.number) for one in hands.see(field.seen)]
    assert told == field.done


@given(ACTS, st.integers(0, 5))
def test_what_stays_there_is_never_told_again(acts: list[tuple[str, int]], looks: int) -> None:
    """Whatever was done before: after one look nothing comes of further ones, nor of a restart."""
    field, hands = Played(), Gestures()
    for verb, number in acts:
        field.act(verb, number)
    hands.see(field.seen)
    for _ in range(looks):
        hands = Gestures(hands.lying)
        assert hands.see(field.seen) == ()


@given(ACTS)
def test_never_more_gestures_than_hands_have_made(acts: list[tuple[str, int]]) -> None:
    """Looked at only now and then, a gesture may be missed; none is made up."""
    field, hands = Played(), Gestures()
    for verb, number in acts:
        field.act(verb, number)
        if verb != "look":
            continue
        for one in hands.see(field.seen):
            told = VERBS[type(one)], one.number
            assert told in field.done
            field.done.remove(told)
