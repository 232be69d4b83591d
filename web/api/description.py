"""`GET /api/openapi.json`: what may be sent and what is answered, made from the types."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from flask import Blueprint, Response

from companion.table.commands import COMMANDS
from web.api.commands import as_json
from web.seat.view import SeatView
from web.shared.acting import LONGEST_ID
from web.table.view import TableView

OPENAPI = "3.1.0"
REFERENCE = "#/components/schemas/{name}"
JSON = "application/json"
BESIDE: Mapping[str, Any] = {
    "id": {
        "type": "string",
        "maxLength": LONGEST_ID,
        "description": "Chosen by who sends; sent again, it is answered as before.",
    },
    "as-banker": {"type": "boolean", "description": "Said by a banker who plays too."},
}
"""What a command may carry beside its own fields."""

ACCEPTED = {
    "type": "object",
    "properties": {"ok": {"const": True}, "seq": {"type": "integer", "minimum": 0}},
    "required": ["ok", "seq"],
}
REFUSED = {
    "type": "object",
    "properties": {
        "refused": {"type": "string", "description": "A code."},
        "sentence": {"type": "string", "description": "The same in the reader's language."},
        "why": {"type": "string", "description": "The page that tells who was sooner."},
        "ask": {"type": "string", "description": "The words of its link."},
    },
    "required": ["refused", "sentence"],
}
NO_GAME = {
    "type": "object",
    "properties": {
        "game": {"type": ["string", "null"]},
        "seq": {"type": "integer"},
        "trouble": {"type": "string"},
    },
    "required": ["game", "seq", "trouble"],
}
HEALTH = {
    "type": "object",
    "properties": {
        "build": {"type": "string", "description": "The version that runs."},
        "installed": {"type": "string", "description": "The name of its environment."},
        "checks": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "health": {"enum": ["ok", "warn", "bad"]},
                    "code": {"type": "string"},
                },
                "required": ["name", "health", "code"],
            },
        },
    },
    "required": ["build", "installed", "checks"],
}
GAME = {**NO_GAME, "description": "State, balances, what is asked of whom, notices."}
STREAM = (
    "Server-sent events: that something happened, never the news itself. Data is the number of the "
    "last record, the tag of what pages show, the build; ask for a view then."
)

bp = Blueprint("description", __name__, url_prefix="/api")


@bp.get("/openapi.json")
def openapi() -> Response:
    """Return the description."""
    return as_json(described())


@cache
def described() -> Mapping[str, Any]:
    """Return what the interface is, as OpenAPI describes one."""
    sent = {word: kind for word, kind in COMMANDS.items() if not getattr(kind, "inward", False)}
    kinds = [*sent.values(), SeatView, TableView]
    _, schemas = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    for kind in sent.values():
        _open(schemas[kind.__name__])
    schemas |= {"Accepted": ACCEPTED, "Refused": REFUSED, "NoGame": NO_GAME, "Game": GAME}
    schemas["Health"] = HEALTH
    mapping = {word: REFERENCE.format(name=kind.__name__) for word, kind in sent.items()}
    command = {
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": "do", "mapping": mapping},
    }
    return {
        "openapi": OPENAPI,
        "info": {"title": "The companion", "version": "1"},
        "paths": {
            "/api/commands": {"post": _sending(command)},
            "/api/view": {"get": _view()},
            "/api/game": {"get": _getting("The game as plain data.", "Game", "NoGame")},
            "/api/health": {"get": _getting("Which version runs, and how it is.", "Health")},
            "/events": {"get": _stream()},
        },
        "components": {
            "schemas": schemas,
            "securitySchemes": {"phone": {"type": "apiKey", "in": "cookie", "name": "companion"}},
        },
        "security": [{"phone": []}, {}],
    }


def _open(schema: dict[str, Any]) -> None:
    """Let a command carry what stands beside it; whose it is, the cookie says."""
    schema["properties"] = {**schema["properties"], **BESIDE}
    schema["required"] = [name for name in schema.get("required", ()) if name != "by"]


FOREIGN = {"421": "The `Host` is none of the companion's."}
"""What the guard refuses, whatever is asked for."""


def _refused(told: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the answers that are no success: status -> answer."""
    return {status: _answer(why, "Refused") for status, why in {**told, **FOREIGN}.items()}


def _sending(command: Mapping[str, Any]) -> Mapping[str, Any]:
    refusals = {
        "400": "It is no command, or what it names cannot be.",
        "403": "The phone has no right to it, or the request came from another page.",
        "404": "There is no game.",
        "409": "The rules, or what happened meanwhile, do not allow it.",
        "411": "It does not say how long it is.",
        "413": "It is too large.",
        "503": "It could not be kept: nothing has changed.",
    }
    return {
        "summary": "Ask for something: a move, or what the banker may do.",
        "description": "Wants the `Origin` of the companion itself.",
        "requestBody": {"required": True, "content": {JSON: {"schema": command}}},
        "responses": {"200": _answer("Done, and on disk.", "Accepted"), **_refused(refusals)},
    }


def _view() -> Mapping[str, Any]:
    seat = {"type": "integer", "minimum": 0}
    return {
        **_getting("A seat's page, or the table screen.", "SeatView", "TableView", "NoGame"),
        "parameters": [{"name": "seat", "in": "query", "required": False, "schema": seat}],
    }


def _getting(summary: str, *names: str) -> Mapping[str, Any]:
    answers = {"anyOf": [{"$ref": REFERENCE.format(name=name)} for name in names]}
    found = {"description": "It.", "content": {JSON: {"schema": answers}}}
    no_right = "The phone has no right to it."
    refused = _refused({"400": no_right, "403": no_right})
    return {"summary": summary, "responses": {"200": found, **refused}}


def _stream() -> Mapping[str, Any]:
    content = {"text/event-stream": {"schema": {"type": "string"}}}
    told = {"description": "A stream.", "content": content}
    return {"summary": STREAM, "responses": {"200": told}}


def _answer(description: str, name: str) -> Mapping[str, Any]:
    schema = {"$ref": REFERENCE.format(name=name)}
    return {"description": description, "content": {JSON: {"schema": schema}}}
