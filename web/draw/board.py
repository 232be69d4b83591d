"""The board as geometry: bands and houses towards the middle, the owner's stripe at the edge.

The board is a square of 1000; Go is at the lower right, as it is for whoever sits at its side.
Names are never turned on their side; tokens stand inside the ring, beside their space.
"""

import math
from collections.abc import Callable, Iterable, Iterator

import msgspec

from companion.editions.colours import band
from companion.editions.model import BOARD_SIZE, BoardSpace, Edition
from companion.game.state import GameState
from companion.words import Seat, Space
from web.draw.names import Lines, fitted

SIZE = 1000.0
CORNER = 132.0
CELL = (SIZE - 2 * CORNER) / 9
BAND, BROAD = 28.0, 66.0
STRIPE = 7.0
TOKEN = 21.0  # radius
LARGEST, LARGEST_CORNER = 17.0, 21.0
MARGIN = 4.0
PRICE = 20.0  # height of the line with the price
HOTEL = 5


class Box(msgspec.Struct, frozen=True):
    """An upright rectangle."""

    x: float
    y: float
    w: float
    h: float

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.w / 2, self.y + self.h / 2


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One space as it is drawn."""

    index: Space
    kind: str
    name: str
    box: Box
    colour: str = ""  # of the band
    band: Box | None = None
    stripe: Box | None = None  # along the outer edge, in the owner's colour
    owner: str = ""  # that colour
    letter: str = ""  # the owner's, for who tells no colours apart
    mortgaged: bool = False
    houses: tuple[Box, ...] = ()
    hotel: Box | None = None
    text: Lines
    at: tuple[float, float]  # middle of the name
    price: str = ""
    cost_at: tuple[float, float] = (0.0, 0.0)  # of the price, or of the owner's letter


class Token(msgspec.Struct, frozen=True):
    """A player's token beside the space it stands on."""

    seat: Seat
    letter: str
    colour: str
    x: float
    y: float
    jailed: bool
    turn: bool


class Board(msgspec.Struct, frozen=True):
    """All that is drawn of a board."""

    cells: tuple[Cell, ...]
    tokens: tuple[Token, ...]
    language: str  # of the names


class SmallBoard(msgspec.Struct, frozen=True, kw_only=True):
    """The board without names, small and light: each colour is one path."""

    bands: dict[str, str]  # colour -> path
    stripes: dict[str, str]  # an owner's colour -> path
    houses: str
    hotels: str
    tokens: tuple[Token, ...]


Colour = Callable[[Seat], str]


def board_of(
    edition: Edition, state: GameState | None, colour: Colour, price: Callable[[int], str]
) -> Board:
    """Return the drawing of *edition*'s board; with a game on it, owners, houses and tokens."""
    cells = tuple(_cell(edition, state, space, colour, price) for space in edition.spaces)
    tokens = tuple(_tokens(state, colour)) if state else ()
    return Board(cells, tokens, edition.language)


def bands_of(edition: Edition) -> dict[str, str]:
    """Return the bands of an edition's bare board, broad enough for a stamp: colour -> path."""
    strips: dict[str, list[Box]] = {}
    for space in edition.spaces:
        if space.kind == "street":
            strip = _edge(_box(space.index), _side(space.index), BROAD, inner=True)
            strips.setdefault(band(edition, space), []).append(strip)
    return {colour: _path(boxes) for colour, boxes in strips.items()}


def small_board_of(state: GameState, colour: Colour) -> SmallBoard:
    """Return the small drawing of a game's board."""
    cells = board_of(state.edition, state, colour, str).cells
    colours = dict.fromkeys(cell.colour for cell in cells if cell.band)
    owners = dict.fromkeys(cell.owner for cell in cells if cell.owner)
    return SmallBoard(
        bands={one: _path(c.band for c in cells if c.colour == one) for one in colours},
        stripes={one: _path(c.stripe for c in cells if c.owner == one) for one in owners},
        houses=_path(house for cell in cells for house in cell.houses),
        hotels=_path(cell.hotel for cell in cells),
        tokens=tuple(_tokens(state, colour)),
    )


def _path(boxes: Iterable[Box | None]) -> str:
    there = (box for box in boxes if box)
    return "".join(f"M{b.x:.0f} {b.y:.0f}h{b.w:.0f}v{b.h:.0f}h-{b.w:.0f}z" for b in there)


def _side(index: int) -> int:
    """Return 0 for the lower row, 1 left, 2 upper, 3 right; corners open their side."""
    return index // 10


def _box(index: int) -> Box:
    side, n = _side(index), index % 10
    if n == 0:
        near, far = 0.0, SIZE - CORNER
        corners = ((far, far), (near, far), (near, near), (far, near))
        return Box(*corners[side], CORNER, CORNER)
    along = CORNER + (n - 1) * CELL
    back = SIZE - along - CELL
    return (
        Box(back, SIZE - CORNER, CELL, CORNER),
        Box(0, back, CORNER, CELL),
        Box(along, 0, CELL, CORNER),
        Box(SIZE - CORNER, along, CORNER, CELL),
    )[side]


def _edge(box: Box, side: int, depth: float, *, inner: bool, inset: float = 0.0) -> Box:
    """Return a strip of *depth* along the inner or outer edge of a space."""
    near = inner == (side in (0, 3))  # the strip lies at the box's own upper or left edge
    if side in (0, 2):
        y = box.y + inset if near else box.y + box.h - depth - inset
        return Box(box.x, y, box.w, depth)
    x = box.x + inset if near else box.x + box.w - depth - inset
    return Box(x, box.y, depth, box.h)


def _cell(
    edition: Edition,
    state: GameState | None,
    space: BoardSpace,
    colour: Colour,
    price: Callable[[int], str],
) -> Cell:
    box, side = _box(space.index), _side(space.index)
    lot = state.lots.get(space.index) if state else None
    strip = _edge(box, side, BAND, inner=True) if space.kind == "street" else None
    text, at, cost_at = _name(space, box, side, banded=strip is not None)
    level = lot.level if lot else 0
    owner = lot.owner if lot else None
    return Cell(
        index=space.index,
        kind=space.kind,
        name=space.name,
        box=box,
        colour=band(edition, space) if space.is_lot else "",
        band=strip,
        stripe=_stripe(box, side) if owner is not None else None,
        owner=colour(owner) if owner is not None else "",
        letter=letter_of(state, owner) if state and owner is not None else "",
        mortgaged=bool(lot and lot.mortgaged),
        houses=tuple(_houses(strip, side, level)) if strip and level < HOTEL else (),
        hotel=next(_houses(strip, side, 1)) if strip and level == HOTEL else None,
        text=text,
        at=at,
        price=price(space.price) if space.is_lot and owner is None else "",
        cost_at=cost_at,
    )


Point = tuple[float, float]


def _name(space: BoardSpace, box: Box, side: int, *, banded: bool) -> tuple[Lines, Point, Point]:
    """Return a name as it fits, its middle, and where the price stands beneath it."""
    if space.index % 10 == 0:
        largest = LARGEST if space.kind == "jail" else LARGEST_CORNER  # many stand around it
        free = box.h - 4 * TOKEN - 6  # what tokens above and below it leave
        return fitted(space.name, box.w - 16, free, largest), box.centre, box.centre
    outer = STRIPE + MARGIN
    inner = BAND if banded else 0.0
    deep = CORNER - outer - inner
    shift = (outer - inner) / 2  # the name stands in the middle of what band and stripe leave
    below = PRICE if space.is_lot else 0.0
    x, y = box.centre
    if side in (0, 2):
        y += -shift if side == 0 else shift
        text = fitted(space.name, box.w - 2 * MARGIN, deep - below - 2 * MARGIN, LARGEST)
        return text, (x, y - below / 2), (x, y + deep / 2 - below / 2 - 1)
    x += shift if side == 1 else -shift
    text = fitted(space.name, deep - 2 * MARGIN, box.h - below - 2 * MARGIN, LARGEST)
    return text, (x, y - below / 2), (x, y + box.h / 2 - below / 2 - 1)


def _stripe(box: Box, side: int) -> Box:
    strip = _edge(box, side, STRIPE, inner=False, inset=3)
    if side in (0, 2):
        return Box(strip.x + 6, strip.y, strip.w - 12, strip.h)
    return Box(strip.x, strip.y + 6, strip.w, strip.h - 12)


def _houses(strip: Box, side: int, count: int) -> Iterator[Box]:
    size, gap = 14.0, 4.0
    x, y = strip.centre
    start = -(count * size + (count - 1) * gap) / 2
    for n in range(count):
        off = start + n * (size + gap)
        if side in (0, 2):
            yield Box(x + off, y - size / 2, size, size)
        else:
            yield Box(x - size / 2, y + off, size, size)


def _tokens(state: GameState, colour: Colour) -> Iterator[Token]:
    spots: dict[tuple[Space, bool], list[Seat]] = {}
    for seat in state.playing:
        player = state.players[seat]
        spots.setdefault((player.at, player.jailed is not None), []).append(seat)
    for (space, jailed), seats in spots.items():
        for nth, seat in enumerate(seats):
            x, y = _corner(space, nth, jailed=jailed) if space % 10 == 0 else _beside(
                space, nth, alone=len(seats) == 1)  # fmt: skip
            turn = state.turn.seat == seat and not state.winners
            yield Token(seat, letter_of(state, seat), colour(seat), x, y, jailed, turn)


def letter_of(state: GameState, seat: Seat) -> str:
    """Return what stands on a player's token."""
    return state.players[seat].name[:1].upper()


BENEATH, ASIDE = ((-1, 1), (0, 1), (1, 1)), ((-1, 0), (1, 0))
ABOVE = ((1, -1), (0, -1), (-1, -1))
"""Places in a corner around its name, which those beneath and above leave free."""


def _corner(space: Space, nth: int, *, jailed: bool) -> tuple[float, float]:
    """Return where the *nth* token of a corner stands."""
    x, y = _box(space).centre
    places: tuple[tuple[int, int], ...]
    if jailed:
        places = (*ABOVE, *ASIDE[::-1], *BENEATH)
    elif space == BOARD_SIZE // 4:  # in jail prisoners and visitors meet last
        places = (*BENEATH, *ASIDE, *ABOVE)
    else:
        places = (*BENEATH, *ABOVE)
    if nth >= len(places):
        return _within(x, y, nth - len(places))
    column, row = places[nth]
    off = CORNER / 2 - TOKEN - 3
    return x + column * off, y + row * off


def _within(x: float, y: float, nth: int) -> tuple[float, float]:
    """Return where the *nth* token stands that a corner at *x*, *y* has no room for: inwards."""
    off = CORNER / 2 + TOKEN + 4 + nth * 1.5 * TOKEN
    return x + math.copysign(off, SIZE / 2 - x), y + math.copysign(off, SIZE / 2 - y)


def _beside(space: Space, nth: int, *, alone: bool) -> tuple[float, float]:
    """Return where the *nth* token of a space stands: inwards, two abreast unless *alone*."""
    side = _side(space)
    x, y = _box(space).centre
    row, column = divmod(nth, 2)
    aside = 0.0 if alone else (column - 0.5) * 2 * (TOKEN + 1)
    deep = CORNER / 2 + TOKEN + 8 + row * (2 * TOKEN + 3)
    places = ((x + aside, y - deep), (x + deep, y + aside), (x + aside, y + deep),
              (x - deep, y + aside))  # fmt: skip
    return places[side]
