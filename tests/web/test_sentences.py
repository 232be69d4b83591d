"""What only pages say: every notice, and whatever is waited for, has its sentence."""

from typing import get_args

from companion.table.roles import EVERY_VERB
from companion.table.view import NoticeCode
from web.seat.foot import WAITS
from web.seat.notices import NOTICES


def test_every_notice_has_a_sentence() -> None:
    assert set(NOTICES) == set(get_args(NoticeCode))


def test_what_may_be_waited_for_has_a_sentence() -> None:
    assert set(WAITS) <= EVERY_VERB
