"""Pictures of a view as arrays of pixels, without a library that draws."""

from __future__ import annotations

import zlib

import numpy as np
import numpy.typing as npt

from patience._position import Piece, View

CELL = 24
"""Pixels of a cell."""

FAN = 8
"""Pixels of a piece that stays visible below the next one."""

Colour = tuple[int, int, int]

TABLE: Colour = (24, 92, 60)
EMPTY: Colour = (20, 74, 49)
SOLID: Colour = (12, 40, 28)
BACK: Colour = (52, 84, 150)
FACE: Colour = (246, 244, 236)
INKS: dict[str, Colour] = {"red": (190, 30, 45), "black": (30, 30, 36), "accent": (214, 48, 49)}


def draw(view: View) -> npt.NDArray[np.uint8]:
    """A picture of a view: height, width and three colours.

    Stripes stand for the labels of pieces. They are too few to tell all cards apart: the observation and the SVG do.

    >>> import patience
    >>> draw(patience.Position("tiles", "1 2/3 .").view()).shape
    (48, 48, 3)
    """
    places = view["places"]
    right = max((place["area"]["left"] + place["area"]["width"] for place in places), default=2)
    bottom = max((place["area"]["top"] + place["area"]["height"] for place in places), default=1)
    deepest = max((len(place["pieces"]) for place in places if place["spread"] == "down"), default=1)
    # Columns always have room for as many cards as a column can have, so that all pictures of a game have one size.
    fanned = any(place["spread"] == "down" for place in places)
    room = FAN * max(deepest, 24) if fanned else 0
    pixels = np.empty((bottom * CELL + room, right * CELL // 2, 3), dtype=np.uint8)
    pixels[:] = TABLE
    for place in places:
        area = place["area"]
        left, top = area["left"] * CELL // 2, area["top"] * CELL
        ground = SOLID if place.get("solid") else EMPTY
        _fill(pixels, left, top, area["width"] * CELL // 2, area["height"] * CELL, ground)
    for place in places:
        area = place["area"]
        left, top = area["left"] * CELL // 2, area["top"] * CELL
        pieces = place["pieces"]
        if place["spread"] == "stack":
            pieces = pieces[-1:]
        elif place["spread"] == "right":
            pieces = pieces[-max(1, (area["width"] // 2 - 1) * CELL // FAN) :]
        for at, piece in enumerate(pieces):
            down, across = (at * FAN, 0) if place["spread"] == "down" else (0, at * FAN)
            _piece(pixels, left + across, top + down, piece)
    return pixels


def _piece(pixels: npt.NDArray[np.uint8], left: int, top: int, piece: Piece) -> None:
    width, height = (cells * CELL for cells in piece["size"])
    if piece.get("down"):
        _fill(pixels, left, top, width, height, BACK)
        return
    label = piece["label"]["ascii"]
    # Labels are the same in every game, so a piece always looks the same.
    code = zlib.crc32(label.encode())
    hue: Colour = (90 + code % 140, 90 + (code >> 8) % 140, 90 + (code >> 16) % 140)
    ink = INKS.get(piece["ink"], hue)
    is_card = piece["ink"] in ("red", "black")
    _fill(pixels, left, top, width, height, FACE if is_card else ink)
    # Six stripes, one for each bit.
    for bit in range(6):
        if code >> bit & 1:
            _fill(pixels, left + 2 + 3 * bit, top + 1, 4, FAN - 3, ink if is_card else FACE)


def _fill(pixels: npt.NDArray[np.uint8], left: int, top: int, width: int, height: int, colour: Colour) -> None:
    pixels[top + 1 : top + height - 1, left + 1 : left + width - 1] = colour
