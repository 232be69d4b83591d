"""Where a club wants it, an answer counts once the hub has it; while it is away, play goes on."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.shipping import hub_link, kept_there
from companion.shipping.kept_there import KeptThere
from companion.table.answers import Accepted
from companion.table.clocks.commands import GoOn, Pause
from tests.support.player import banker
from tests.support.shipping import Shipping
from tests.support.small_hub import SmallHub
from tests.support.waiting import soon


@pytest.fixture
def waiting(hub: SmallHub, shipping: Shipping) -> Shipping:
    hub.kept_too = True
    shipping.play(3)
    shipping.join(hub)
    assert soon(lambda: shipping.shipper.kept.wanted)
    return shipping


def pressed(shipping: Shipping, count: int = 1) -> Accepted:
    """Have the banker press so often; return the last answer."""
    paused = shipping.table.view.pauses.since is not None
    answer = shipping.table.submit(GoOn() if paused else Pause(), banker(shipping.table))
    assert isinstance(answer, Accepted), answer
    return answer if count == 1 else pressed(shipping, count - 1)


def at_hub(hub: SmallHub) -> int:
    return max(map(len, hub.records.values()), default=0)


def test_every_answer_is_at_the_hub_when_it_is_given(hub: SmallHub, waiting: Shipping) -> None:
    for _ in range(20):
        answer = pressed(waiting)
        assert at_hub(hub) >= answer.seq
    assert waiting.shipper.kept.late_since is None


def test_where_the_club_does_not_want_it_nobody_waits(
    hub: SmallHub, shipping: Shipping, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_link, "EXCHANGE_S", 60.0)
    monkeypatch.setattr(kept_there, "PATIENCE_S", 600.0)
    shipping.play(3)
    shipping.join(hub)
    assert soon(lambda: shipping.is_at(hub))
    hub.does = "hangs"
    pressed(shipping, 5)
    assert shipping.shipper.kept.late_since is None
    hub.close()


def test_a_hub_that_hangs_is_waited_for_once_and_then_no_more(
    hub: SmallHub, waiting: Shipping, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_link, "EXCHANGE_S", 60.0)
    pressed(waiting)
    monkeypatch.setattr(kept_there, "PATIENCE_S", 0.2)
    hub.does = "hangs"
    pressed(waiting)
    since = waiting.shipper.kept.late_since
    assert since is not None
    monkeypatch.setattr(kept_there, "PATIENCE_S", 600.0)
    pressed(waiting, 5)
    assert waiting.shipper.kept.late_since == since
    hub.close()  # what hangs is cut off
    hub.does = "well"
    hub.open()
    assert soon(lambda: waiting.shipper.kept.late_since is None)
    assert waiting.is_at(hub)
    answer = pressed(waiting)
    assert at_hub(hub) >= answer.seq


def test_others_play_on_while_somebody_waits(
    hub: SmallHub, waiting: Shipping, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_link, "EXCHANGE_S", 60.0)
    monkeypatch.setattr(kept_there, "PATIENCE_S", 600.0)
    pressed(waiting)
    hub.does = "hangs"
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(pressed, waiting)
        assert soon(lambda: waiting.table.view.pauses.since is None)
        table = waiting.table
        answer = table.post(Pause(), banker(table)).result(30)
        assert isinstance(answer, Accepted)
        assert not first.done()
        hub.close()
        assert isinstance(first.result(30), Accepted)  # it is away: nobody waits for it
    assert waiting.shipper.kept.late_since is not None


def test_while_the_hub_is_away_it_is_said_since_when_also_after_a_restart(
    hub: SmallHub, waiting: Shipping, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed(waiting)
    hub.close()
    pressed(waiting, 3)
    assert waiting.shipper.kept.late_since is not None
    waiting.stop()
    monkeypatch.setattr(kept_there, "PATIENCE_S", 600.0)
    waiting.start()
    assert waiting.shipper.kept.wanted
    pressed(waiting)
    assert soon(lambda: waiting.shipper.kept.late_since is not None)
    hub.open()
    assert soon(lambda: waiting.shipper.kept.late_since is None)
    assert waiting.is_at(hub)


def test_a_club_that_wants_it_no_more_lets_everybody_go(hub: SmallHub, waiting: Shipping) -> None:
    pressed(waiting)
    hub.kept_too = False
    pressed(waiting)
    assert soon(lambda: not waiting.shipper.kept.wanted)
    hub.close()
    pressed(waiting)
    assert waiting.shipper.kept.late_since is None


def test_a_table_that_leaves_the_club_waits_no_more(hub: SmallHub, waiting: Shipping) -> None:
    hub.close()
    pressed(waiting)
    assert waiting.shipper.kept.late_since is not None
    waiting.shipper.leave()
    assert waiting.shipper.kept.late_since is None
    pressed(waiting)
    assert waiting.shipper.kept.late_since is None


def test_whoever_waits_is_let_go_by_the_very_record() -> None:
    kept = KeptThere(lambda: None)
    kept.want(wanted=True)
    waits = threading.Thread(target=kept.wait, args=(Accepted(4, (), "a"),))
    waits.start()
    kept.came("b", 9, last=True)
    kept.came("a", 3, last=False)
    assert waits.is_alive()
    kept.came("a", 4, last=False)
    waits.join(30)
    assert not waits.is_alive()
    assert kept.late_since is None
