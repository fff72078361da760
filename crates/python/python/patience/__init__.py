"""A workbench for one-player puzzles: solve, analyse and learn.

>>> import patience
>>> patience.solve("tiles", 1).optimal
True
"""

from __future__ import annotations

from patience._errors import Error
from patience._evolution import (
    Evolution,
    Fitness,
    Generation,
    Generations,
    Mutator,
    Parent,
    Parents,
    Refused,
    Trial,
    evolve,
)
from patience._policy import Policy
from patience._position import Hint, Judged, Judgement, Label, Move, Piece, Place, Position, Setting, Verdict, View
from patience._puzzle import Feature, Puzzle
from patience._records import Outcome, Record, Records, Stop
from patience._solving import Instance, engines, features, puzzles, solve, solve_many

__all__ = [
    "Error",
    "Evolution",
    "Feature",
    "Fitness",
    "Generation",
    "Generations",
    "Hint",
    "Instance",
    "Judged",
    "Judgement",
    "Label",
    "Move",
    "Mutator",
    "Outcome",
    "Parent",
    "Parents",
    "Piece",
    "Place",
    "Policy",
    "Position",
    "Puzzle",
    "Record",
    "Records",
    "Refused",
    "Setting",
    "Stop",
    "Trial",
    "Verdict",
    "View",
    "engines",
    "evolve",
    "features",
    "puzzles",
    "solve",
    "solve_many",
]
