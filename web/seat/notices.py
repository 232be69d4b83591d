"""What the table saw that is no command, as a sentence."""

from collections.abc import Callable, Mapping
from typing import cast

from msgspec.structs import replace

from companion.editions.rulebook import Rulebook
from companion.errors import EditionError
from companion.game.refusals import Code, Refusal
from companion.sayings.refusals import ANSWERS
from companion.sayings.said import marked as _
from companion.sayings.tags import FOREIGN
from companion.speaker import Speaker
from companion.table.view import CameraState, Notice
from companion.words import RuleKey
from web.shared.broken import error_in_words
from web.shared.parts import hour_of
from web.shared.ports import Strayed
from web.shared.scene import Scene

NOTICES: dict[str, str] = {
    "dice-not-due": _("The dice were seen, but {seat} comes first."),
    "dice-not-awaited": _("The dice were seen, but nobody rolls now."),
    "dice-differ": _("{typed} was typed in, but the dice show {read}. The banker can correct it."),
    "dice-turned": _("A die was turned after it was read: the dice show {read} now. No roll."),
    "dice-in-check": _(
        "The table is being checked, so these dice do not count. Type them, or throw again after."
    ),
    "dice-in-pause": _("The game is paused, so these dice do not count. Throw again after."),
    "wrong-deed": _("{lot} is not the deed on offer."),
    "deed-of": _("{lot} belongs to {owner}. On offer now is {space}."),
    "deed-of-the-bank": _("{lot} belongs to the Bank: nobody has bought it yet."),
    "turned-in-vain": _("{lot} stays as it is: turn it back. {why}"),
    "wrong-card": _("That card is from {deck}; {due} is to be drawn."),
    "not-proven": _("A tag on the table is not one of this set."),
    "tag-revoked": _("That sticker was replaced by a new one. It counts no more."),
    "tag-copied": _("The same sticker lies here twice, so one is a copy. Neither counts."),
    "tag-of-another-set": _("That sticker belongs to another set."),
    "tag-foreign": _("A code lies there that is none of ours: {about}. Nothing comes of it."),
    "no-keyring": _(
        "No sticker counts, for the keys of this set cannot be used. The banker's page says why."
    ),
    "refused": _("What was laid down is against the rules now."),
    "vote-failed": _("{seat} wanted to go back, but too few were for it. The game goes on."),
    "play-goes-on": _("Play has waited long enough and goes on. The banker still has to rule."),
    "check-cut-off": _(
        "The companion stopped during the check of the table. Nothing of it is booked; begin anew."
    ),
    "lost-records": _("A phone remembers more than the journal holds. Ask the banker to look."),
    "game-elsewhere": _("This game goes on at another table: {table}."),
}
"""Notice code -> sentence."""

OLD_SET = _("That sticker is of a set that was replaced by a new one.")
NOT_PLAYED = _("That sticker belongs to {edition}, which is not being played.")


def notice_of(scene: Scene, notices: tuple[Notice, ...]) -> str:
    """Return the newest notice as a sentence; nothing if there is none.

    Args:
        scene: who hears it; what the rules refuse is said with its rule.
        notices: oldest first.
    """
    if not notices:
        return ""
    notice, speaker, rules = notices[-1], scene.speaker, scene.rulebook
    facts = speaker.written(notice.facts)
    refusal = notice.refusal
    if refusal is not None and notice.to is None and "seat" in notice.facts:  # all hear it
        refusal = replace(refusal, facts={**refusal.facts, "seat": notice.facts["seat"]})
    why = _why(speaker, refusal, rules) if refusal else ""
    code = notice.facts.get("code")
    if code in ANSWERS:
        return why or speaker.refusal(Refusal(cast("Code", code), RuleKey("table/seen")))
    if "due" in facts:
        facts["due"] = speaker.deck(str(notice.facts["due"]))
    if "about" in facts:
        facts["about"] = speaker.say(FOREIGN.get(facts["about"], FOREIGN["text"]))
    if "text" in facts:
        return _of_another_set(scene, facts["text"])
    try:
        return speaker.say(NOTICES[notice.code], **{**facts, "why": why})
    except (KeyError, IndexError):
        return ""


def _of_another_set(scene: Scene, text: str) -> str:
    """Return of which set a tag is, where this companion has issued it."""
    tags, say = scene.context.parts.tags, scene.speaker.say
    found = tags.find(text) if tags is not None else None
    if found is None:
        return say(NOTICES["tag-of-another-set"])
    if found.standing != "valid":
        return say(OLD_SET)
    try:
        edition = scene.context.parts.editions.edition(found.edition).name
    except EditionError:
        edition = found.edition
    return say(NOT_PLAYED, edition=edition)


def _why(speaker: Speaker, refusal: Refusal, rules: Callable[[], Rulebook]) -> str:
    """Return why the rules refuse something, and the numbers of the rules."""
    ids = ", ".join(rule.id for rule in rules().told(refusal.because))
    words = speaker.refusal(refusal)
    return f"{words} ({ids})" if ids else words


def pause_of(scene: Scene) -> str:
    """Return who paused the game, and since when; nothing while it goes on."""
    since, speaker = scene.view.pauses.since, scene.speaker
    if since is None:
        return ""
    goes_on = ""
    if scene.view.round_left is not None:
        goes_on = " " + (time_of(scene) or speaker.say(_("The tournament's clock goes on.")))
    if since.arbiter:
        words = _("{name} (arbiter) paused the game at {time}. No clock runs, and nothing counts.")
        return speaker.say(words, name=since.arbiter, time=hour_of(since.wall)) + goes_on
    if since.seat is None:
        words = _("The banker paused the game at {time}. No clock runs, and nothing counts.")
        return speaker.say(words, time=hour_of(since.wall)) + goes_on
    words = _("{name} paused the game at {time}. No clock runs, and nothing counts.")
    return speaker.say(words, name=speaker.name(since.seat), time=hour_of(since.wall)) + goes_on


def ends_of(scene: Scene) -> str:
    """Return when a game against the clock is over, as agreed, and by how much pauses delay it."""
    heard, left = scene.view.round, scene.view.round_left
    if heard is not None and left is not None:
        words = _("with round {number} of “{tournament}”, in {minutes} min")
        facts = {"number": heard.number, "tournament": heard.tournament, "minutes": left}
        return scene.speaker.say(words, **facts)
    state, minutes = scene.state, round(scene.view.pauses.rested / 60)
    if not state.ends or not minutes or state.time_called or state.winners:
        return state.ends
    later = _("{ends}, and {minutes} min later for pauses")
    return scene.speaker.say(later, ends=state.ends, minutes=minutes)


def time_of(scene: Scene) -> str:
    """Return how soon the agreed end of the game is; nothing while there is time."""
    left, speaker = scene.view.time_left, scene.speaker
    if left is None:
        return ""
    heard, minutes = scene.view.round, scene.view.round_left
    if heard is not None and minutes is not None:
        words = _("Round {number} of “{tournament}”: {minutes} min are left.")
        if not minutes:
            words = _("Time is up: round {number} of “{tournament}” is over. The banker calls it.")
        facts = {"number": heard.number, "tournament": heard.tournament, "minutes": minutes}
        return speaker.say(words, **facts)
    if left:
        soon = _("Less than {minutes} minutes are left until the agreed end.")
        return speaker.say(soon, minutes=left)
    return speaker.say(_("The agreed time has come. The banker says when it is up."))


def is_blind(camera: CameraState | None) -> bool:
    """Return whether there is a camera, but it gives no pictures now."""
    return camera is not None and not camera.ok


def teaching_of(scene: Scene) -> str:
    """Return what to do while throws teach the dice and are no rolls; nothing while they are."""
    teacher = scene.context.parts.teacher
    if teacher is None or not teacher.watches:
        return ""
    return scene.speaker.say(
        _("The banker is teaching the dice: no throw is a roll now. Wait, or type the dice.")
    )


STRAYED: Mapping[Strayed, str] = {
    "no": "",
    "followed": _("The camera or the mat was moved. All is read where the mat lies now."),
    "lost": _("The camera was moved: nothing is read. Type the dice until the banker has looked."),
}
"""Whether the camera or the mat were moved far -> sentence."""


def strayed_of(speaker: Speaker, strayed: Strayed) -> str:
    """Return what is to be said of a camera or mat that was moved; nothing if it was not."""
    return speaker.say(STRAYED[strayed])


def why_blind(speaker: Speaker, camera: CameraState | None) -> str:
    """Return what hinders the camera, its mend and where; nothing while nothing does."""
    if camera is None or camera.ok:
        return ""
    if camera.trouble is None:
        return f"({camera.status})"
    return error_in_words(speaker, camera.trouble)


def blindness_of(speaker: Speaker, camera: CameraState | None, strayed: Strayed = "no") -> str:
    """Return what to do while nothing can be read; nothing while it can."""
    if not is_blind(camera):
        return ""
    if strayed == "lost":
        return strayed_of(speaker, strayed)
    return speaker.say(_("The camera sees no dice now. Type or photograph them until it does."))


def deeds_unseen(speaker: Speaker, camera: CameraState | None) -> str:
    """Return what to do while the camera for the deeds sees none, and why; nothing while it does.

    Args:
        speaker: says it.
        camera: the one that sees only where deeds are laid; None: there is none.
    """
    if not is_blind(camera):
        return ""
    todo = speaker.say(_("The camera for the deeds sees nothing now. Use the phones instead."))
    why = why_blind(speaker, camera) if camera and camera.trouble else ""
    return f"{todo} {why}".strip()
