"""Policies: rules, formulas or weights that guide a search."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from patience import _patience

if TYPE_CHECKING:
    from patience._puzzle import Puzzle


class Policy:
    """A policy, from the text of its file. One of a puzzle that is written in Python needs the puzzle.

    `patience.solve(…, policy=policy)` and `patience.solve_many(…, policy=policy)` search with it.

    >>> import patience
    >>> policy = patience.Policy('''
    ... format = 1
    ... puzzle = "tiles"
    ... name = "cautious"
    ... scale = "counts"
    ... [default]
    ... value = "Manhattan + Misplaced"
    ... ''')
    >>> policy
    <Policy cautious of tiles>
    >>> patience.solve("tiles", 1, policy=policy).cost
    11
    """

    __slots__ = ("_native",)

    def __init__(self, text: str, puzzle: Puzzle[Any, Any] | None = None) -> None:
        self._native = _patience.Policy(text, None if puzzle is None else puzzle._own())

    @classmethod
    def read(cls, path: str | os.PathLike[str], puzzle: Puzzle[Any, Any] | None = None) -> Policy:
        """Reads a file."""
        return cls(Path(path).read_text(encoding="utf-8"), puzzle)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a new file, which `patience solve --policy` reads, too. One that exists is an error."""
        with open(path, "x", encoding="utf-8") as file:
            file.write(self.text)

    @property
    def text(self) -> str:
        """The text of its file."""
        return self._native.text

    @property
    def puzzle(self) -> str:
        """The name of the puzzle."""
        return self._native.puzzle

    @property
    def name(self) -> str:
        """Its name."""
        return self._native.name

    @property
    def engine(self) -> str:
        """The engine that it was made for."""
        return self._native.engine

    @property
    def rules(self) -> int:
        """The number of its rules, without the default."""
        return self._native.rules

    @property
    def size(self) -> int:
        """The number of its nodes and weights."""
        return self._native.size

    @property
    def provenance(self) -> dict[str, Any]:
        """Where it comes from: settings, seed, generation, training result."""
        return self._native.provenance()

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Policy) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Policy {self.name} of {self.puzzle}>"
