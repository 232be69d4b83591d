"""A drawing, put together of lines, boxes and words; light or dark, it has a ground of its own."""

from html import escape


class Diagram:
    """A picture of a width and a height, in pixels.

    Args:
        width: of it.
        height: of it.
        title: what it shows, for who cannot see it.
    """

    def __init__(self, width: float, height: float, title: str) -> None:
        self._parts = [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
                f' width="{width:g}" height="{height:g}" role="img" font-family="sans-serif">'
            ),
            f"<title>{escape(title)}</title>",
        ]
        self.box(0, 0, width, height, fill="#fff", stroke="none")

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        stroke: str = "#333",
        round_: float = 0,
    ) -> None:
        """Draw a rectangle from its upper left corner."""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_:g}"'
            f' fill="{fill}" stroke="{stroke}"/>'
        )

    def line(self, *places: tuple[float, float], stroke: str = "#333", width: float = 1.5) -> None:
        """Draw a line through places."""
        points = " ".join(f"{x:g},{y:g}" for x, y in places)
        self._parts.append(
            f'<polyline points="{points}" fill="none" stroke="{stroke}" stroke-width="{width:g}"/>'
        )

    def shape(self, *places: tuple[float, float], fill: str, stroke: str = "none") -> None:
        """Fill what lies between places."""
        points = " ".join(f"{x:g},{y:g}" for x, y in places)
        self._parts.append(f'<polygon points="{points}" fill="{fill}" stroke="{stroke}"/>')

    def dot(self, x: float, y: float, radius: float, *, fill: str, stroke: str = "#333") -> None:
        """Draw a circle around a place."""
        self._parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}"/>'
        )

    def words(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 12,
        anchor: str = "start",
        fill: str = "#111",
        bold: bool = False,
    ) -> None:
        """Write a line; *anchor* says what of it stands at *x*: start, middle, end."""
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"'
            f' fill="{fill}"{weight}>{escape(text)}</text>'
        )

    @property
    def text(self) -> str:
        """The file."""
        return "\n".join((*self._parts, "</svg>")) + "\n"
