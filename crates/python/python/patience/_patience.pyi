# Written by scripts/python-stubs.
"""
The native module of the package `patience`.
"""

from _typeshed import SupportsGetItem
from os import PathLike
import typing
from typing import Any, SupportsFloat, SupportsIndex, final

import numpy
import numpy.typing
from patience._position import Setting, View
from patience._records import Record

__all__ = ["Form", "OwnPuzzle", "Policy", "Position", "Table", "Tables", "engines", "evolve", "features", "puzzles", "solve_many"]

@final
class Form:
    """
    What all games of an environment have in common.
    """
    @property
    def actions(self, /) -> int:
        """
        How many actions there are.
        """
    @property
    def hides(self, /) -> bool:
        """
        Whether pieces are hidden.
        """
    @property
    def most(self, /) -> int:
        """
        The greatest number of an observation.
        """
    @property
    def shape(self, /) -> tuple[int, int]:
        """
        Places, and the most pieces of each.
        """

@final
class OwnPuzzle:
    """
    A puzzle that is written in Python. The class `patience.Puzzle` makes it.
    """
    def __new__(cls, /, object: Any, name: str, features: SupportsGetItem[int, tuple[str, str, str, bool, bool, tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex] | None]], heuristic: str | None, cases: SupportsGetItem[int, SupportsIndex]) -> OwnPuzzle: ...
    def solve(self, /, seed: SupportsIndex, engine: str | None, settings: dict[str, Any], policy: Policy | None, budget: tuple[SupportsIndex | None, SupportsFloat | SupportsIndex | None, SupportsIndex | None]) -> tuple[str, str, str | None, list[Any], int, int, int, int, float, bool]:
        """
        Solves the instance of a seed: how it ended, the limit, the moves, nodes, moves generated, bytes, seconds, whether it is optimal.
        """

@final
class Policy:
    """
    A policy of a puzzle. The class `patience.Policy` wraps it.
    """
    def __new__(cls, /, text: str, own: OwnPuzzle | None) -> Policy: ...
    @property
    def engine(self, /) -> str:
        """
        The engine that it was made for.
        """
    @property
    def name(self, /) -> str:
        """
        Its name.
        """
    def provenance(self, /) -> dict[str, typing.Any]:
        """
        Where it comes from.
        """
    @property
    def puzzle(self, /) -> str:
        """
        The name of the puzzle.
        """
    @property
    def rules(self, /) -> int:
        """
        The number of its rules, without the default.
        """
    @property
    def size(self, /) -> int:
        """
        The number of its nodes and weights.
        """
    @property
    def text(self, /) -> str:
        """
        The text of its file.
        """

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
    def solve(self, /, instance: str, engine: str | None, metric: str | None, settings: dict[str, Setting], policy: Policy | None, threads: SupportsIndex, budget: tuple[SupportsIndex | None, SupportsFloat | SupportsIndex | None, SupportsIndex | None]) -> Record:
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
    def ended(self, /) -> tuple[bool, bool]:
        """
        Whether the goal is reached, and whether no move changes anything any more.
        """
    @property
    def form(self, /) -> Form:
        """
        What all games have in common.
        """
    def legal(self, /) -> list[tuple[int, str]]:
        """
        The legal moves, each with its action.
        """
    def mask(self, /) -> bytearray:
        """
        Which actions are legal, a byte each.
        """
    def observation(self, /) -> bytearray:
        """
        The numbers of the pieces, a byte each.
        """
    def reset(self, /, example: Any | None, random: SupportsIndex) -> str:
        """
        Begins a game: of an instance, or of one that a random number chooses. Returns what it goes by.
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

@final
class Tables:
    """
    Tables at which games are played in step, in arrays of one shape.
    """
    def __new__(cls, /, puzzle: str, example: Any | None, rules: dict[str, Any], hide: bool, count: SupportsIndex, most_steps: SupportsIndex | None, autoreset: str, wished: SupportsIndex | None) -> Tables: ...
    def begun(self, /) -> list[tuple[int, str | None]]:
        """
        The games that have begun since the last call, with what they go by; `None` if pieces are hidden: anybody could deal them.
        """
    @property
    def form(self, /) -> Form:
        """
        What all games have in common.
        """
    def reset(self, /, example: Any | None, chosen: numpy.typing.NDArray[numpy.bool_], randoms: numpy.typing.NDArray[numpy.uint64], observations: numpy.typing.NDArray[numpy.uint8], masks: numpy.typing.NDArray[numpy.int8], flags: numpy.typing.NDArray[numpy.bool_]) -> None:
        """
        Begins the chosen games: of an instance, or of those that random numbers choose. An error changes nothing.
        """
    def step(self, /, actions: numpy.typing.NDArray[numpy.int64], randoms: numpy.typing.NDArray[numpy.uint64], observations: numpy.typing.NDArray[numpy.uint8], masks: numpy.typing.NDArray[numpy.int8], last_observations: numpy.typing.NDArray[numpy.uint8], last_masks: numpy.typing.NDArray[numpy.int8], rewards: numpy.typing.NDArray[numpy.float64], flags: numpy.typing.NDArray[numpy.bool_]) -> None:
        """
        Plays an action of every game. An action that is not legal changes nothing.
        """

def engines(puzzle: str) -> list[dict[str, typing.Any]]:
    """
    The engines of a puzzle, the default first.
    """

def evolve(puzzle: str | OwnPuzzle, out: str | PathLike[str], settings: dict[str, typing.Any], resume: bool, threads: SupportsIndex | None, mutator: tuple[typing.Callable[[typing.Any, typing.Any, typing.Any], str], str] | None, fitness: tuple[typing.Callable[[str, list[typing.Any]], float], str] | None, progress: typing.Callable[[dict[str, typing.Any], int | None], object] | None) -> tuple[list[dict[str, typing.Any]], str | None]:
    """
    Evolves policies in a folder. Returns the log and a note. `progress` is called with every line of the log and the generations that remain.
    """

def features(puzzle: str) -> list[dict[str, typing.Any]]:
    """
    The features of a puzzle, in the order of their values.
    """

def puzzles() -> list[dict[str, typing.Any]]:
    """
    Every puzzle.
    """

def solve_many(puzzle: str, instances: list[typing.SupportsIndex | str | Position], rules: dict[str, Setting], engine: str | None, metric: str | None, settings: dict[str, Setting], policy: Policy | None, wished: SupportsIndex | None, moves: bool, progress: typing.Callable[[int], object] | None, budget: tuple[SupportsIndex | None, SupportsFloat | SupportsIndex | None, SupportsIndex | None]) -> list[Record]:
    """
    Solves many instances. `progress` is called with the number of instances that were solved since the last call.
    """
