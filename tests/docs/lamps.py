"""The table of what the lamps say: each pattern's rhythm, drawn from its data, and its meaning."""

from hardware.patterns import PATTERNS, Pattern
from tests.docs.tables import table

_STEP_MS, _LENGTH_MS = 60, 1800

MEANINGS = {
    "en": {
        "turn": "it is your turn to roll",
        "pulse": "in an auction: a short press bids, a long one is your way out; else: a press"
        " confirms what waits for you (an amount, notes that you got)",
        "ask": "you are asked: the lot, a trade, a vote. A short press says yes, a long one no",
        "blink": "a rent is due to you: press before the next roll",
        "blink-slow": "are these dice right? A press says yes. All lamps so: the game is paused",
        "on": "you lead the auction",
        "off": "nothing is asked of you",
    },
    "de": {
        "turn": "du bist mit Würfeln dran",
        "pulse": "in einer Versteigerung: kurz drücken bietet, lang drücken steigt aus; sonst:"
        " Drücken bestätigt, was auf dich wartet (einen Betrag, erhaltene Scheine)",
        "ask": "du wirst gefragt: Grundstück, Handel, Abstimmung. Kurz heißt ja, lang heißt nein",
        "blink": "dir steht Miete zu: drück vor dem nächsten Wurf",
        "blink-slow": "stimmen die Würfel? Drücken heißt ja. Alle Lampen so: das Spiel macht Pause",
        "on": "dein Gebot führt",
        "off": "von dir wird nichts verlangt",
    },
    "it": {
        "turn": "tocca a te tirare",
        "pulse": "in un'asta: premi per offrire, tieni premuto per uscirne; altrimenti premi per"
        " confermare ciò che aspetta te (un importo, le banconote ricevute)",
        "ask": "una domanda per te: il terreno, uno scambio, un voto. Premi per il sì, tieni"
        " premuto per il no",
        "blink": "ti spetta un affitto: premi prima del prossimo tiro",
        "blink-slow": "i dadi sono giusti? Premere vuol dire sì. Tutte le luci così: la partita è"
        " in pausa",
        "on": "sei in testa all'asta",
        "off": "non ti si chiede nulla",
    },
    "ru": {
        "turn": "ваша очередь бросать",
        "pulse": "на аукционе короткое нажатие делает ставку, долгое — выход из торгов; иначе"
        " нажатие подтверждает то, что ждёт вас (сумму, полученные купюры)",
        "ask": "вопрос к вам: участок, обмен, голосование. Короткое нажатие — «да», долгое — «нет»",
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
