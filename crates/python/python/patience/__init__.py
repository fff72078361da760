"""A workbench for one-player puzzles: solve, analyse and learn.

>>> import patience
>>> patience.solve("tiles", 1).optimal
True
"""

from __future__ import annotations

from patience._errors import Error
from patience._position import Hint, Judged, Judgement, Label, Move, Piece, Place, Position, Setting, Verdict, View
from patience._records import Outcome, Record, Records, Stop
from patience._solving import Instance, engines, features, puzzles, solve, solve_many

__all__ = [
    "Error",
    "Hint",
    "Instance",
    "Judged",
    "Judgement",
    "Label",
    "Move",
    "Outcome",
    "Piece",
    "Place",
    "Position",
    "Record",
    "Records",
    "Setting",
    "Stop",
    "Verdict",
    "View",
    "engines",
    "features",
    "puzzles",
    "solve",
    "solve_many",
]
