"""Which of the things that the table saw still stand on the banker's page."""

from companion.table.view import Notice, NoticeCode
from web.seat.notices import notice_of
from web.shared.scene import Scene

MOST = 3
"""So many are told at once."""

FADES_S = 60.0
"""After so long a throw that was none is no news, even if nothing was done since."""

THROWN: frozenset[NoticeCode] = frozenset(
    {"dice-not-due", "dice-not-awaited", "dice-in-check", "dice-in-pause"}
)
"""Of these only the newest is told: dice were thrown again."""

LASTING: frozenset[NoticeCode] = frozenset(
    {"dice-differ", "lost-records", "check-cut-off", "game-elsewhere"}
)
"""They stand until the banker puts them away: what is done next is no answer to them."""


def standing_notices(scene: Scene) -> tuple[tuple[Notice, str], ...]:
    """Return what is still to be told, the newest first, each as a sentence."""
    told: dict[str, tuple[Notice, str]] = {}
    for notice in reversed(scene.view.notices):
        words = notice_of(scene, (notice,)) if _stands(scene, notice) else ""
        if words:
            told.setdefault("throw" if notice.code in THROWN else words, (notice, words))
    return tuple(told.values())[:MOST]


def _stands(scene: Scene, notice: Notice) -> bool:
    if notice.id in scene.context.dismissed:
        return False
    if notice.code in THROWN and scene.now - notice.mono > FADES_S:
        return False
    return notice.code in LASTING or notice.mono > scene.done_at
