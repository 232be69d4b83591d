"""Slips of the pen: a line of a file that is missing, doubled, or holds anything else."""

import re

VALUES = ("3", "-1", "0.5", "nan", "true", '"word"', "[]", "[1]", '["a"]', "{}", "{ a = 1 }")
SLIPS = ("cut", "twice", *VALUES)


def slipped(lines: list[str], number: int, slip: str) -> str:
    """Return the text of a TOML file with this slip in the line of this number."""
    match slip:
        case "cut":
            changed = []
        case "twice":
            changed = [lines[number]] * 2
        case _:
            changed = [re.sub(r"= .*?(,?)$", rf"= {slip}\1", lines[number])]
    return "\n".join([*lines[:number], *changed, *lines[number + 1 :]])
