"""What the box itself is to say, where the banker has chosen it: asked for again and again."""

from companion.table.view import View
from companion.voice.news import Heard, news_of
from web.shared.context import Context
from web.shared.language import SOURCE


class BoxNews:
    """Looks whether there is anything new to say since a mark; of one view it looks once."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._seen: tuple[View | None, str] = (None, "")

    def since(self, mark: str) -> Heard | None:
        """Return what the box is to say; None: another speaks, or nobody."""
        context = self._context
        chosen, view = context.voice.now, context.view
        if chosen.by != "box" or not chosen.is_heard:
            return None
        language = chosen.language if chosen.language in context.catalogues else SOURCE
        if self._seen[0] is view and self._seen[1] == mark:
            return Heard(language, (), mark, context.table.repeats)
        records = context.chronicle.records(view.game, view.seq)
        catalogue, now = context.catalogues[language], context.table.mono()
        found, mark = news_of(view, records, catalogue, mark, level=chosen.level, now=now)
        self._seen = (view, mark)
        return Heard(language, found, mark, context.table.repeats)
