# Written by scripts/python-stubs.
"""
The native module of the package `patience`.
"""

import typing
from typing import Any, SupportsFloat, SupportsIndex, final

from patience._position import Setting, View
from patience._records import Record

__all__ = ["Position", "Table", "engines", "features", "puzzles", "solve_many"]

@final
class Position:
    """
    A position of a puzzle. The class `patience.Position` wraps it.
    """
    def __new__(cls, /, puzzle: str, text: typing.SupportsIndex | str, rules: dict[str, Setting]) -> Position: ...
    @property
    def code(self, /) -> str:
        """
        The position as one short word, which says everything.
        """
    def features(self, /) -> bytearray:
        """
        The values of the features, as the bytes of floats of 64 bits.
        """
    def hint(self, /, metric: str | None, next: SupportsIndex, distances: bool, budget: tuple[SupportsIndex | None, SupportsFloat | SupportsIndex | None, SupportsIndex | None]) -> dict[str, typing.Any]:
        """
        The best move.
        """
    def judge(self, /, metric: str | None, budget: tuple[SupportsIndex | None, SupportsFloat | SupportsIndex | None, SupportsIndex | None]) -> dict[str, typing.Any]:
        """
        Every legal move with its verdict.
        """
    def moves(self, /) -> list[tuple[str, str, str, str]]:
        """
        Every legal move: its text, piece, source and target.
        """
    def play(self, /, mv: str) -> Position:
        """
        The position after a move.
        """
    @property
    def puzzle(self, /) -> str:
        """
        The name of the puzzle.
        """
    def rules(self, /) -> dict[str, typing.Any] | None:
        """
        The rules, where the puzzle has any.
        """
    def solve(self, /, instance: str, engine: str | None, metric: str | None, settings: dict[str, Setting], threads: SupportsIndex, budget: tuple[SupportsIndex | None, SupportsFloat | SupportsIndex | None, SupportsIndex | None]) -> Record:
        """
        A solution, as the fields of a record.
        """
    @property
    def solved(self, /) -> bool:
        """
        Whether the goal is reached.
        """
    def svg(self, /) -> str:
        """
        A picture.
        """
    def text(self, /, format: str | None) -> str:
        """
        The position as text.
        """
    def view(self, /) -> View:
        """
        Places and pieces.
        """

@final
class Table:
    """
    A table at which one game after the other is played, in arrays of one shape.
    """
    def __new__(cls, /, puzzle: str, example: Any | None, rules: dict[str, Any], hide: bool) -> Table: ...
    @property
    def actions(self, /) -> int:
        """
        How many actions there are.
        """
    def ended(self, /) -> tuple[bool, bool]:
        """
        Whether the goal is reached, and whether no move changes anything any more.
        """
    @property
    def hides(self, /) -> bool:
        """
        Whether pieces are hidden.
        """
    def legal(self, /) -> list[tuple[int, str]]:
        """
        The legal moves, each with its action.
        """
    def mask(self, /) -> bytearray:
        """
        Which actions are legal, a byte each.
        """
    @property
    def most(self, /) -> int:
        """
        The greatest number of an observation.
        """
    def observation(self, /) -> bytearray:
        """
        The numbers of the pieces, a byte each.
        """
    def reset(self, /, example: Any | None, random: SupportsIndex) -> str:
        """
        Begins a game: of an instance, or of one that a random number chooses. Returns what it goes by.
        """
    @property
    def shape(self, /) -> tuple[int, int]:
        """
        Places, and the most pieces of each.
        """
    def step(self, /, action: SupportsIndex) -> bool:
        """
        Plays an action; false, and nothing changes, if it is not legal.
        """
    def svg(self, /) -> str:
        """
        A picture of what the player sees.
        """
    def text(self, /) -> str:
        """
        What the player sees, for a terminal.
        """
    def view(self, /) -> Any:
        """
        Places and pieces that the player sees.
        """

def engines(puzzle: str) -> list[dict[str, typing.Any]]:
    """
    The engines of a puzzle, the default first.
    """

def features(puzzle: str) -> list[dict[str, typing.Any]]:
    """
    The features of a puzzle, in the order of their values.
    """

def puzzles() -> list[dict[str, typing.Any]]:
    """
    Every puzzle.
    """

def solve_many(puzzle: str, instances: list[typing.SupportsIndex | str | Position], rules: dict[str, Setting], engine: str | None, metric: str | None, settings: dict[str, Setting], wished: SupportsIndex | None, moves: bool, progress: typing.Callable[[int], object] | None, budget: tuple[SupportsIndex | None, SupportsFloat | SupportsIndex | None, SupportsIndex | None]) -> list[Record]:
    """
    Solves many instances. `progress` is called with the number of instances that were solved since the last call.
    """
