"""What if: one record of the running game supposed otherwise. Nothing is changed by asking."""

from flask import Blueprint, abort, make_response, request
from flask.typing import ResponseReturnValue

from companion.disputes.what_if import Outcome, Supposition, what_if
from companion.editions.typed import typed
from companion.errors import CompanionError
from companion.game.commands import FirstRoll, Roll, command_from
from companion.journal.replay import is_played
from companion.sayings.said import marked as _
from web.shared.broken import error_in_words
from web.shared.context import current, phone
from web.shared.forms import fields_of
from web.shared.render import page, scene_for
from web.shared.scene import Scene
from web.story.what_if_view import WhatIfView, chosen_commands, told_of, what_if_view

bp = Blueprint("what_if", __name__)

PATIENCE_S = 5.0
"""So long one waits for the answer to somebody else's question."""


@bp.get("/what-if/<int:seq>")
def ask(seq: int) -> ResponseReturnValue:
    """Show in which ways a record could have been otherwise; with one, what would have been."""
    scene = scene_for(phone().seat)
    if scene is None:
        abort(404)
    if not 1 < seq <= len(scene.records) or not is_played(scene.records[seq - 1]):
        abort(404)
    if not current().supposing.acquire(timeout=PATIENCE_S):
        said = scene.speaker.say(_("Somebody else is asking something like that. Ask again."))
        return make_response(page("shared/failed.html", code=503, said=said), 503)
    try:
        return _answered(scene, what_if_view(scene, seq))
    finally:
        current().supposing.release()


def _answered(scene: Scene, form: WhatIfView) -> ResponseReturnValue:
    try:
        outcome = _supposed(scene, form)
    except ValueError:
        said = scene.speaker.say(_("That cannot be supposed here."))
        return page("story/what_if.html", form=form, told=None, said=said), 400
    except CompanionError as error:  # rules that are none, or none of this game
        return page(
            "story/what_if.html", form=form, told=None, said=error_in_words(scene.speaker, error)
        ), 400
    told = told_of(scene, outcome) if outcome else None
    return page("story/what_if.html", form=form, told=told, said="", asked=_asked(form))


def _supposed(scene: Scene, form: WhatIfView) -> Outcome | None:
    """Return what would have been; None if nothing was asked yet.

    Raises:
        ValueError: what is supposed is none of the ways.
        EditionError: what is supposed is no rule.
    """
    args, seq = request.args, form.seq
    if form.dice and "dice-0" in args:
        supposed = Supposition(seq=seq, instead=(_roll(scene, form),))
    elif "choice" in args:
        commands = chosen_commands(scene, seq, args["choice"])
        if commands is None:
            raise ValueError(args["choice"])
        supposed = Supposition(seq=seq, instead=commands)
    elif "rule" in args:
        name = args["rule"]
        if all(name != rule.option for _title, rules in form.rules for rule in rules):
            raise ValueError(name)
        supposed = Supposition(seq=seq, house={name: typed(name, args.get("value", "")[:40])})
    else:
        return None
    return what_if(scene.records, supposed, where=scene.view.game)


def _roll(scene: Scene, form: WhatIfView) -> Roll | FirstRoll:
    was = scene.records[form.seq - 1].command
    told = fields_of(Roll, request.args)
    fields = dict(was) | {name: told[name] for name in ("dice", "speed") if name in told}
    if form.speed is None:
        fields.pop("speed", None)
    command = command_from(fields)
    assert isinstance(command, Roll | FirstRoll)
    return command


def _asked(form: WhatIfView) -> list[int]:
    """Return the dice that were supposed, to be shown again."""
    given = [request.args.get(f"dice-{n}", "") for n in range(len(form.dice))]
    return [int(text) for text in given if text in "123456" and text]
