"""Amounts in words as people say them, in four languages: by another rule than the companion's.

From the greatest word that fits downwards; each word alone, as a voice says the parts of a number.
"""

GENDERS = {
    "de": {"USD": "m", "EUR": "m", "DEM": "f", "GBP": "n", "RUB": "m", "": ""},
    "it": {"USD": "m", "EUR": "m", "DEM": "m", "GBP": "f", "RUB": "m", "": ""},
    "ru": {"USD": "m", "EUR": "m", "DEM": "f", "GBP": "m", "RUB": "m", "": ""},
    "en": {"USD": "", "EUR": "", "DEM": "", "GBP": "", "RUB": "", "": ""},
}
NOUNS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "USD": ("dollar", "dollars"),
        "EUR": ("euro", "euros"),
        "DEM": ("mark", "marks"),
        "GBP": ("pound", "pounds"),
        "RUB": ("rouble", "roubles"),
        "": ("", ""),
    },
    "de": {
        "USD": ("Dollar",) * 2,
        "EUR": ("Euro",) * 2,
        "DEM": ("Mark",) * 2,
        "GBP": ("Pfund",) * 2,
        "RUB": ("Rubel",) * 2,
        "": ("", ""),
    },
    "it": {
        "USD": ("dollaro", "dollari"),
        "EUR": ("euro", "euro"),
        "DEM": ("marco", "marchi"),
        "GBP": ("sterlina", "sterline"),
        "RUB": ("rublo", "rubli"),
        "": ("", ""),
    },
    "ru": {
        "USD": ("доллар", "доллара", "долларов"),
        "EUR": ("евро",) * 3,
        "DEM": ("марка", "марки", "марок"),
        "GBP": ("фунт", "фунта", "фунтов"),
        "RUB": ("рубль", "рубля", "рублей"),
        "": ("", "", ""),
    },
}

EN = {
    **dict(
        enumerate(
            [
                "zero",
                "one",
                "two",
                "three",
                "four",
                "five",
                "six",
                "seven",
                "eight",
                "nine",
                "ten",
                "eleven",
                "twelve",
            ]
        )
    ),
    **dict(zip(range(13, 17), ["thirteen", "fourteen", "fifteen", "sixteen"], strict=True)),
    **dict(zip(range(17, 20), ["seventeen", "eighteen", "nineteen"], strict=True)),
    **dict(
        zip(
            range(20, 100, 10),
            ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"],
            strict=True,
        )
    ),
}
DE = {
    **dict(
        enumerate(
            [
                "null",
                "eins",
                "zwei",
                "drei",
                "vier",
                "fünf",
                "sechs",
                "sieben",
                "acht",
                "neun",
                "zehn",
                "elf",
                "zwölf",
            ]
        )
    ),
    **dict(zip(range(13, 17), ["dreizehn", "vierzehn", "fünfzehn", "sechzehn"], strict=True)),
    **dict(zip(range(17, 20), ["siebzehn", "achtzehn", "neunzehn"], strict=True)),
    **dict(
        zip(
            range(20, 100, 10),
            [
                "zwanzig",
                "dreißig",
                "vierzig",
                "fünfzig",
                "sechzig",
                "siebzig",
                "achtzig",
                "neunzig",
            ],
            strict=True,
        )
    ),
}
IT = {
    **dict(
        enumerate(
            [
                "zero",
                "uno",
                "due",
                "tre",
                "quattro",
                "cinque",
                "sei",
                "sette",
                "otto",
                "nove",
                "dieci",
                "undici",
            ]
        )
    ),
    **dict(zip(range(12, 16), ["dodici", "tredici", "quattordici", "quindici"], strict=True)),
    **dict(zip(range(16, 20), ["sedici", "diciassette", "diciotto", "diciannove"], strict=True)),
    **dict(
        zip(
            range(20, 100, 10),
            [
                "venti",
                "trenta",
                "quaranta",
                "cinquanta",
                "sessanta",
                "settanta",
                "ottanta",
                "novanta",
            ],
            strict=True,
        )
    ),
}
RU = {
    **dict(
        enumerate(
            [
                "ноль",
                "один",
                "два",
                "три",
                "четыре",
                "пять",
                "шесть",
                "семь",
                "восемь",
                "девять",
                "десять",
            ]
        )
    ),
    **dict(
        zip(range(11, 15), ["одиннадцать", "двенадцать", "тринадцать", "четырнадцать"], strict=True)
    ),
    **dict(zip(range(15, 18), ["пятнадцать", "шестнадцать", "семнадцать"], strict=True)),
    **dict(zip(range(18, 20), ["восемнадцать", "девятнадцать"], strict=True)),
    **dict(zip(range(20, 50, 10), ["двадцать", "тридцать", "сорок"], strict=True)),
    **dict(zip(range(50, 80, 10), ["пятьдесят", "шестьдесят", "семьдесят"], strict=True)),
    **dict(zip(range(80, 100, 10), ["восемьдесят", "девяносто"], strict=True)),
    **dict(zip(range(100, 500, 100), ["сто", "двести", "триста", "четыреста"], strict=True)),
    **dict(zip(range(500, 800, 100), ["пятьсот", "шестьсот", "семьсот"], strict=True)),
    **dict(zip(range(800, 1000, 100), ["восемьсот", "девятьсот"], strict=True)),
}


def english(number: int) -> str:
    if number // 100 == 19:  # nineteen hundred and ...: the voice has it from years
        return f"nineteen hundred and {english(number % 100)}"
    for scale, name in ((10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= scale:
            over, rest = divmod(number, scale)
            between = " and " if scale == 100 or rest < 100 else " "
            return f"{english(over)} {name}" + (f"{between}{english(rest)}" if rest else "")
    return EN.get(number) or f"{EN[number - number % 10]} {EN[number % 10]}"


def german(number: int, one: str = "eins") -> str:
    if number >= 10**6:
        over, rest = divmod(number, 10**6)
        name = "eine Million" if over == 1 else f"{german(over)} Millionen"
        return f"{name} {german(rest, one)}" if rest else name
    for scale, name in ((1000, "tausend"), (100, "hundert")):
        if number >= scale:
            over, rest = divmod(number, scale)
            joined = " und " if rest == 1 and one != "eins" else " "
            return f"{german(over, 'ein')} {name}" + (
                f"{joined}{german(rest, one)}" if rest else ""
            )
    if number == 1:
        return one
    if number in DE:
        return DE[number]
    return f"{'ein' if number % 10 == 1 else DE[number % 10]} und {DE[number - number % 10]}"


def italian(number: int) -> str:
    if number >= 10**6:
        over, rest = divmod(number, 10**6)
        name = "un milione" if over == 1 else f"{italian(over)} milioni"
        return f"{name} {italian(rest)}" if rest else name
    if number >= 1000:
        over, rest = divmod(number, 1000)
        name = "mille" if over == 1 else f"{italian(over)} mila"
        return f"{name} {italian(rest)}" if rest else name
    if number >= 100:
        over, rest = divmod(number, 100)
        name = "cento" if over == 1 else f"{IT[over]}cento"
        return f"{name} {italian(rest)}" if rest else name
    if number in IT:
        return IT[number]
    tens = IT[number - number % 10]
    return tens[:-1] + IT[number % 10] if number % 10 in (1, 8) else f"{tens} {IT[number % 10]}"


def russian(number: int, gender: str) -> str:
    for scale, forms, of in (
        (10**6, ("миллион", "миллиона", "миллионов"), "m"),
        (1000, ("тысяча", "тысячи", "тысяч"), "f"),
    ):
        if number >= scale:
            over, rest = divmod(number, scale)
            name = f"{russian(over, of)} {forms[russian_form(over)]}"
            return f"{name} {russian(rest, gender)}" if rest else name
    if gender == "f" and number in (1, 2):
        return "одна" if number == 1 else "две"
    if number in RU:
        return RU[number]
    scale = 100 if number > 100 else 10
    return f"{RU[number - number % scale]} {russian(number % scale, gender)}"


def russian_form(number: int) -> int:
    if number % 100 in (11, 12, 13, 14):
        return 2
    return {1: 0, 2: 1, 3: 1, 4: 1}.get(number % 10, 2)


def spelt(number: int, language: str, code: str) -> str:
    """Return an amount in words as people say it, with the noun of a currency."""
    gender, nouns = GENDERS[language][code], NOUNS[language][code]
    noun = nouns[russian_form(number) if language == "ru" else number != 1]
    match language:
        case "ru":
            words = russian(number, gender)
        case "de":
            words = german(number, {"f": "eine", "m": "ein", "n": "ein", "": "eins"}[gender])
        case "it":
            words = italian(number)
            if gender and number == 1:
                words = "una" if gender == "f" else "un"
            if gender and number and number % 10**6 == 0:
                words += " di"
        case _:
            words = english(number)
    return f"{words} {noun}".strip()
