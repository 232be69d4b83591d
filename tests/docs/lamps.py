"""The table of what the lamps say: each pattern's rhythm, drawn from its data, and its meaning."""

from hardware.patterns import PATTERNS, Pattern
from tests.docs.tables import table

_STEP_MS, _LENGTH_MS = 60, 1800

MEANINGS = {
    "en": {
        "pulse": "it is your turn to roll; in an auction: a press bids; or a press confirms what"
        " waits for you (an amount, notes that you got)",
        "blink": "a rent is due to you: press before the next roll",
        "blink-slow": "are these dice right? A press says yes. All lamps so: the game is paused",
        "on": "you lead the auction",
        "off": "nothing is asked of you",
    },
    "de": {
        "pulse": "du bist mit Würfeln dran; in einer Versteigerung: Drücken bietet; oder Drücken"
        " bestätigt, was auf dich wartet (einen Betrag, erhaltene Scheine)",
        "blink": "dir steht Miete zu: drück vor dem nächsten Wurf",
        "blink-slow": "stimmen die Würfel? Drücken heißt ja. Alle Lampen so: das Spiel macht Pause",
        "on": "dein Gebot führt",
        "off": "von dir wird nichts verlangt",
    },
    "it": {
        "pulse": "tocca a te tirare; in un'asta: premi per offrire; oppure premi per confermare ciò"
        " che aspetta te (un importo, le banconote ricevute)",
        "blink": "ti spetta un affitto: premi prima del prossimo tiro",
        "blink-slow": "i dadi sono giusti? Premere vuol dire sì. Tutte le luci così: la partita è"
        " in pausa",
        "on": "sei in testa all'asta",
        "off": "non ti si chiede nulla",
    },
    "ru": {
        "pulse": "ваша очередь бросать; на аукционе нажатие делает ставку; или нажатие подтверждает"
        " то, что ждёт вас (сумму, полученные купюры)",
        "blink": "вам полагается аренда: нажмите до следующего броска",
        "blink-slow": "кубики прочитаны верно? Нажатие значит «да». Так мигают все: игра на паузе",
        "on": "ваша ставка наибольшая",
        "off": "от вас ничего не требуется",
    },
}
_HEADS = {
    "en": ("the lamp, for 1.8 seconds", "it says"),
    "de": ("die Lampe, 1,8 Sekunden lang", "sie sagt"),
    "it": ("la luce, per 1,8 secondi", "che cosa dice"),
    "ru": ("лампа в течение 1,8 секунды", "что она говорит"),
}


def lamps(code: str) -> str:
    """Return the table in one language, by its code."""
    rows = [(f"`{rhythm(PATTERNS[name])}`", says) for name, says in MEANINGS[code].items()]
    return table(_HEADS[code], rows)


def rhythm(pattern: Pattern) -> str:
    """Return a pattern as it looks, a character for each 60 ms."""
    return "".join("█" if pattern.lit(ms) else "·" for ms in range(0, _LENGTH_MS, _STEP_MS))
