"""`python3 -m companion.appliance`: what `make install` and the machine's start call, as root."""

import sys
from pathlib import Path

from companion.appliance.installation import Installation, insist_on_root, told
from companion.appliance.source import source_of
from companion.errors import CompanionError


def main(word: str) -> int:
    """Install from the folder that this runs in, or do what else *word* says."""
    insist_on_root()
    here = Installation()
    match word:
        case "install":
            result = here.install(source_of(Path.cwd()))
            print(told(result))
            print(here.places.screen.read_text().rstrip())
            print("The banker's PIN: sudo journalctl --namespace=companion | grep PIN")
            return 0 if result.stays else 1
        case "uninstall":
            print(f"The companion is gone. The games are kept in {here.uninstall()}.")
        case "judge":
            judged = here.finish_trial()
            print(told(judged) if judged else "Nothing is on trial.")
        case "groups":
            here.grant_groups()
        case _:
            raise CompanionError(f"{word!r} is none of install, uninstall, judge, groups")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1] if sys.argv[1:] else ""))
    except CompanionError as error:
        sys.exit(f"companion: {error}")
