"""One file for several editions, rendered for each: in that edition's numbers and rule ids."""

from collections.abc import Collection, Mapping
from typing import Any

from companion.editions.load import edition_ids, load_rulebook
from companion.errors import ScenarioError
from companion.scenario.file import checked
from companion.words import RuleKey

ALL = "all"


def editions_of(raw: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the ids of the editions that a file is for, in its order.

    Raises:
        ScenarioError: it names none, both one and several, an unknown one, or one twice.
    """
    if "editions" not in raw:
        edition = raw.get("edition")
        return (edition if isinstance(edition, str) else checked(raw).edition,)
    named, known = raw["editions"], edition_ids()
    if "edition" in raw:
        raise ScenarioError("both `edition` and `editions`", where="editions", mend="one of them")
    if named == ALL:
        return tuple(known)
    if not isinstance(named, list) or not named:
        raise ScenarioError(f"{named!r} are no editions", where="editions", mend='"all" or a list')
    for edition_id in named:
        if edition_id not in known or named.count(edition_id) > 1:
            mend = f"each once of {', '.join(known)}"
            raise ScenarioError(f"{edition_id!r} is no edition", where="editions", mend=mend)
    return tuple(named)


def rendered_for(raw: Mapping[str, Any], edition_id: str) -> dict[str, Any]:
    """Return the file as it would be written for one edition alone, with its catalogue's rules.

    What is of the wrong type is left for `checked` to name.

    Raises:
        CompanionError: there is no such edition.
    """
    plain = {name: value for name, value in raw.items() if name != "editions"}
    rules = plain.get("rules")
    if isinstance(rules, list) and all(isinstance(name, str) for name in rules):
        plain["rules"] = _ids_of(rules, edition_id, editions_of(raw))
    return plain | {"edition": edition_id}


def _ids_of(named: list[Any], edition_id: str, editions: Collection[str]) -> list[Any]:
    """Return ids in the place of keys, without those that only other *editions* have."""
    book = load_rulebook(edition_id)
    ids: dict[str, None] = {}
    for name in named:
        told = book.told(RuleKey(name))
        if told:
            ids |= dict.fromkeys(rule.id for rule in told)
        elif not any(load_rulebook(other).told(RuleKey(name)) for other in editions):
            ids[name] = None
    return [*ids]
