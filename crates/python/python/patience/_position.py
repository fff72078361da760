"""Positions: moves, verdicts, solutions, pictures."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, TypedDict

from patience import _patience
from patience._errors import Error
from patience._records import Outcome, Record, Stop

if TYPE_CHECKING:
    import numpy
    import numpy.typing

Setting = bool | int | float | str | list[Any] | tuple[Any, ...] | None
"""A value of a rule or of a setting of an engine; `None` is the default."""

Verdict = Literal["wins", "loses", "unknown"]
"""Whether a position or a move is won."""


def policy_text(policy: str | PathLike[str] | None) -> str | None:
    """The text of a policy: of a file, or what has several lines itself.

    >>> policy_text("puzzle = 'freecell'\\n")
    "puzzle = 'freecell'\\n"
    """
    if policy is None or (isinstance(policy, str) and "\n" in policy):
        return policy
    try:
        return Path(policy).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Error(f"policy: {error}") from None


class Move(str):
    """A legal move: its text in the puzzle's notation, with its piece and places.

    >>> import patience
    >>> move = patience.Position("tiles", "1 2/. 3").moves()[0]
    >>> move, move.piece, move.source, move.target
    ('1', '1', 'r1c1', 'r2c1')
    """

    __slots__ = ("piece", "source", "target")

    piece: str
    source: str
    target: str

    def __new__(cls, text: str, piece: str, source: str, target: str) -> Move:
        move = super().__new__(cls, text)
        move.piece = piece
        move.source = source
        move.target = target
        return move

    def __getnewargs__(self) -> tuple[str, str, str, str]:  # type: ignore[override]
        return (str(self), self.piece, self.source, self.target)


class Judged(NamedTuple):
    """A legal move with its verdict."""

    move: str
    """The move in notation."""
    verdict: Verdict
    """Whether the position after it is won."""
    distance: int | None
    """The least cost of a solution from there, where it is known."""
    at_most: int | None
    """The cost of the solution that was found from there, where no distance is known."""


class Judgement(NamedTuple):
    """A position with the verdicts of its moves."""

    verdict: Verdict
    """Whether the position is won."""
    distance: int | None
    """The least cost of a solution, where it is known."""
    at_most: int | None
    """The cost of the solution that was found, where no distance is known."""
    best: str | None
    """A move that keeps the game won."""
    moves: tuple[Judged, ...]
    """Every legal move."""


class Hint(NamedTuple):
    """What to play."""

    best: str | None
    """The best move; `None` if no move is known to win, or nothing is left to do."""
    next: tuple[str, ...]
    """The first moves of a solution."""
    outcome: Outcome
    """Whether the position is won, as the outcome of a search."""
    distance: int | None
    """The least cost of a solution, where it is known."""
    at_most: int | None
    """The cost of the solution that was found, where no distance is known."""
    metric: str
    """The metric of the costs."""
    stop: Stop | None
    """The limit that left something unknown."""
    reason: str | None
    """Why there is no solution, where the argument is not an exhausted search."""


class Label(TypedDict):
    """A few letters on a piece or a place."""

    text: str
    ascii: str


class Piece(TypedDict, total=False):
    """A card, a vehicle, a peg."""

    id: str
    name: str
    label: Label
    ink: str
    down: bool
    size: list[int]


class Place(TypedDict, total=False):
    """A pile, a cell, a hole."""

    id: str
    name: str
    kind: str
    label: Label
    area: dict[str, int]
    spread: str
    solid: bool
    pieces: list[Piece]


class View(TypedDict):
    """A position as places that hold pieces."""

    places: list[Place]


class Position:
    """A position of a puzzle: rules, goal, and where everything is. It never changes.

    `instance` is a number, a name, a code, or text in any format of the puzzle; rules are keywords.

    >>> import patience
    >>> position = patience.Position("tiles", "1 2 3/4 . 5/7 8 6")
    >>> position.moves()
    ['2', '4', '5', '8']
    >>> position.play("5").play("6").solved
    True
    """

    __slots__ = ("_native",)

    _native: _patience.Position

    def __init__(self, puzzle: str, instance: SupportsIndex | str, /, **rules: Setting) -> None:
        self._native = _patience.Position(puzzle, instance, rules)

    @classmethod
    def _of(cls, native: _patience.Position) -> Position:
        position = cls.__new__(cls)
        position._native = native
        return position

    @property
    def puzzle(self) -> str:
        """The name of the puzzle."""
        return self._native.puzzle

    @property
    def code(self) -> str:
        """The position as one short word, which says everything."""
        return self._native.code

    @property
    def solved(self) -> bool:
        """Whether the goal is reached."""
        return self._native.solved

    @property
    def rules(self) -> dict[str, Any]:
        """The rules, where the puzzle has any."""
        return self._native.rules() or {}

    def moves(self) -> list[Move]:
        """Every legal move."""
        return [Move(*move) for move in self._native.moves()]

    def play(self, move: str) -> Position:
        """The position after a move."""
        return self._of(self._native.play(move))

    def judge(
        self,
        *,
        metric: str | None = None,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
    ) -> Judgement:
        """Every legal move: whether it keeps the game winnable. The limits hold for the whole.

        >>> import patience
        >>> judgement = patience.Position("tiles", "1 2 3/4 . 5/7 8 6").judge()
        >>> judgement.verdict, judgement.distance, judgement.best
        ('wins', 2, '5')
        """
        found = self._native.judge(metric, (nodes, time, memory))
        moves = (
            Judged(it["move"], it["verdict"], it.get("distance"), it.get("at_most")) for it in found["moves"]
        )
        return Judgement(
            found["verdict"], found.get("distance"), found.get("at_most"), found.get("best"), tuple(moves)
        )

    def hint(
        self,
        *,
        next: int = 1,
        distances: bool = False,
        metric: str | None = None,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
    ) -> Hint:
        """The best move, and the first moves of a solution.

        >>> import patience
        >>> patience.Position("tiles", "1 2 3/4 . 5/7 8 6").hint(next=2).next
        ('5', '6')
        """
        found = self._native.hint(metric, next, distances, (nodes, time, memory))
        return Hint(
            found["best"],
            tuple(found["next"]),
            found["outcome"],
            found["distance"],
            found.get("at_most"),
            found["metric"],
            found.get("stop"),
            found.get("reason"),
        )

    def solve(
        self,
        *,
        engine: str | None = None,
        metric: str | None = None,
        policy: str | PathLike[str] | None = None,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        threads: int = 1,
        **settings: Setting,
    ) -> Record:
        """A solution. `time` is in seconds, `memory` in bytes; other keywords are settings of the engine.

        `policy` is a file of a policy, or its text. `threads` is for engines that search with several. Ctrl-C ends the search.

        >>> import patience
        >>> patience.Position("tiles", "1 2 3/4 . 5/7 8 6").solve().moves
        ('5', '6')
        """
        return self._solve(self.code, engine, metric, settings, policy_text(policy), threads, (nodes, time, memory))

    def _solve(
        self,
        name: str,
        engine: str | None,
        metric: str | None,
        settings: dict[str, Setting],
        policy: str | None,
        threads: int,
        budget: tuple[int | None, float | None, int | None],
    ) -> Record:
        return self._native.solve(name, engine, metric, settings, policy, threads, budget)

    def text(self, format: str | None = None) -> str:
        """The position as text, in a format that can be read back or in one of the puzzle's."""
        return self._native.text(format)

    def svg(self) -> str:
        """A picture as SVG."""
        return self._native.svg()

    def view(self) -> View:
        """Places and pieces, as a renderer needs them."""
        return self._native.view()

    def features(self) -> numpy.typing.NDArray[numpy.float64]:
        """The values of `patience.features(puzzle)`, in their order. Needs NumPy.

        >>> import patience
        >>> names = [feature["name"] for feature in patience.features("tiles")]
        >>> values = patience.Position("tiles", "1 2 3/4 . 5/7 8 6").features()
        >>> float(values[names.index("Manhattan")])
        2.0
        """
        import numpy as np

        return np.frombuffer(self._native.features(), dtype=np.float64)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"Position({self.puzzle!r}, {self.code!r})"

    def __str__(self) -> str:
        return self.text()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.puzzle == other.puzzle and self.code == other.code

    def __hash__(self) -> int:
        return hash((self.puzzle, self.code))

    def __reduce__(self) -> tuple[type[Position], tuple[str, str]]:
        return (type(self), (self.puzzle, self.code))
