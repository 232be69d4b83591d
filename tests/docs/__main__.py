"""Makes anew what in `docs` is made from data: `make docs`."""

from tests.docs.made import made
from tests.support.repository import ROOT


def main() -> None:
    """Write what has changed, and name it."""
    for path, text in made().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
