"""The native module of the package `patience`."""

import os
from collections.abc import Callable
from typing import Any, SupportsIndex, final

import numpy as np
import numpy.typing as npt

from patience._position import Setting, View
from patience._records import Record

__all__ = [
    "OwnPuzzle",
    "Policy",
    "Position",
    "Table",
    "Tables",
    "engines",
    "evolve",
    "features",
    "puzzles",
    "solve_many",
]

_Budget = tuple[int | None, float | None, int | None]

@final
class Position:
    def __new__(cls, puzzle: str, text: SupportsIndex | str, rules: dict[str, Setting]) -> Position: ...
    @property
    def puzzle(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def solved(self) -> bool: ...
    def rules(self) -> dict[str, Any] | None: ...
    def moves(self) -> list[tuple[str, str, str, str]]: ...
    def play(self, mv: str) -> Position: ...
    def text(self, format: str | None) -> str: ...
    def svg(self) -> str: ...
    def view(self) -> View: ...
    def features(self) -> bytearray: ...
    def judge(self, metric: str | None, budget: _Budget) -> dict[str, Any]: ...
    def hint(self, metric: str | None, next: int, distances: bool, budget: _Budget) -> dict[str, Any]: ...
    def solve(
        self,
        instance: str,
        engine: str | None,
        metric: str | None,
        settings: dict[str, Setting],
        policy: Policy | None,
        threads: int,
        budget: _Budget,
    ) -> Record: ...

def puzzles() -> list[dict[str, Any]]: ...
def engines(puzzle: str) -> list[dict[str, Any]]: ...
def features(puzzle: str) -> list[dict[str, Any]]: ...
def solve_many(
    puzzle: str,
    instances: list[SupportsIndex | str | Position],
    rules: dict[str, Setting],
    engine: str | None,
    metric: str | None,
    settings: dict[str, Setting],
    policy: Policy | None,
    wished: int | None,
    moves: bool,
    progress: Callable[[int], object] | None,
    budget: _Budget,
) -> list[Record]: ...

@final
class Table:
    def __new__(
        cls, puzzle: str, example: SupportsIndex | str | None, rules: dict[str, Setting], hide: bool
    ) -> Table: ...
    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def most(self) -> int: ...
    @property
    def actions(self) -> int: ...
    @property
    def hides(self) -> bool: ...
    def reset(self, example: SupportsIndex | str | None, random: int) -> str: ...
    def step(self, action: int) -> bool: ...
    def observation(self) -> bytearray: ...
    def mask(self) -> bytearray: ...
    def legal(self) -> list[tuple[int, str]]: ...
    def ended(self) -> tuple[bool, bool]: ...
    def text(self) -> str: ...
    def svg(self) -> str: ...
    def view(self) -> View: ...

@final
class Tables:
    def __new__(
        cls,
        puzzle: str,
        example: SupportsIndex | str | None,
        rules: dict[str, Setting],
        hide: bool,
        count: int,
        most_steps: int | None,
        autoreset: str,
        wished: int | None,
    ) -> Tables: ...
    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def most(self) -> int: ...
    @property
    def actions(self) -> int: ...
    @property
    def hides(self) -> bool: ...
    def reset(
        self,
        example: SupportsIndex | str | None,
        chosen: npt.NDArray[np.bool_],
        randoms: npt.NDArray[np.uint64],
        observations: npt.NDArray[np.uint8],
        masks: npt.NDArray[np.int8],
        flags: npt.NDArray[np.bool_],
    ) -> None: ...
    def step(
        self,
        actions: npt.NDArray[np.int64],
        randoms: npt.NDArray[np.uint64],
        observations: npt.NDArray[np.uint8],
        masks: npt.NDArray[np.int8],
        last_observations: npt.NDArray[np.uint8],
        last_masks: npt.NDArray[np.int8],
        rewards: npt.NDArray[np.float64],
        flags: npt.NDArray[np.bool_],
    ) -> None: ...
    def begun(self) -> list[tuple[int, str | None]]: ...

_Described = tuple[str, str, str, bool, bool, tuple[float, float] | None]
_Solved = tuple[str, str, str | None, list[Any], int, int, int, float, bool]

@final
class OwnPuzzle:
    def __new__(
        cls, object: object, name: str, features: list[_Described], heuristic: str | None, cases: list[int]
    ) -> OwnPuzzle: ...
    def solve(
        self,
        seed: int,
        engine: str | None,
        settings: dict[str, Setting],
        policy: Policy | None,
        budget: _Budget,
    ) -> _Solved: ...

@final
class Policy:
    def __new__(cls, text: str, own: OwnPuzzle | None) -> Policy: ...
    @property
    def text(self) -> str: ...
    @property
    def puzzle(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def engine(self) -> str: ...
    @property
    def rules(self) -> int: ...
    @property
    def size(self) -> int: ...
    def provenance(self) -> dict[str, Any]: ...

def evolve(
    puzzle: str | OwnPuzzle,
    out: str | os.PathLike[str],
    settings: dict[str, Any],
    resume: bool,
    threads: int | None,
    mutator: tuple[Callable[[Any, Any, Any], str], str] | None,
    fitness: tuple[Callable[[str, list[Any]], float], str] | None,
    progress: Callable[[dict[str, Any], int | None], object] | None,
) -> tuple[list[dict[str, Any]], str | None]: ...
