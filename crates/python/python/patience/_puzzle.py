"""Puzzles that are written in Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from patience import _patience
from patience._errors import Error
from patience._records import Record

if TYPE_CHECKING:
    from patience._policy import Policy
    from patience._position import Setting

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move")


class Feature(NamedTuple):
    """A feature of a state: what it measures, and how policies may use it."""

    measure: Callable[[Any], float]
    """The value of a state."""
    range: tuple[float, float] | None = None
    """The least and the greatest value; by default, those on random walks from the first cases."""
    kind: Literal["heuristic", "advisor", "flag"] = "heuristic"
    """A heuristic estimates the distance to the goal; an advisor does not; a flag is an advisor that is 0 or 1."""
    nearer: Literal["low", "high"] = "low"
    """Which values of a heuristic are nearer to the goal."""
    admissible: bool = False
    """Whether the distance never exceeds the number of moves to the goal."""
    summary: str = ""
    """What it measures, in a few words."""


class Puzzle(ABC, Generic[State, Move]):
    """A puzzle that is written in Python, for any search and for evolution.

    A state is any hashable value that does not change. The methods must be pure: each is asked once for a state, and its answer is kept while
    the object is in use. Every move costs one.

    >>> import patience
    >>> class Count(patience.Puzzle[int, int]):
    ...     "Count from a seed down to 0 by steps of 1, 2 or 5."
    ...     features = {"Left": lambda left: left}
    ...
    ...     def start(self, seed: int) -> int:
    ...         return seed
    ...
    ...     def moves(self, left: int) -> list[int]:
    ...         return [step for step in (1, 2, 5) if step <= left]
    ...
    ...     def play(self, left: int, step: int) -> int:
    ...         return left - step
    ...
    ...     def solved(self, left: int) -> bool:
    ...         return left == 0
    >>> record = patience.solve(Count(), 13, engine="breadth-first")
    >>> record.cost, record.optimal, sorted(record.moves)
    (4, True, ['1', '2', '5', '5'])
    """

    name: ClassVar[str] = ""
    """The name in files; that of the class by default."""

    features: Mapping[str, Callable[[Any], float] | Feature] = {}
    """Features by name: functions of a state. A plain function is a heuristic whose low values are nearer to the goal."""

    heuristic: str | None = None
    """The heuristic of searches without a policy, and so the baseline of evolution; the first one by default."""

    cases: Sequence[int] = range(1, 1001)
    """Seeds of the instances that evolution may use."""

    @abstractmethod
    def start(self, seed: int) -> State:
        """The start of the instance of a seed."""

    @abstractmethod
    def moves(self, state: State) -> Iterable[Move]:
        """The legal moves, in a fixed order."""

    @abstractmethod
    def play(self, state: State, move: Move) -> State:
        """The state after a move."""

    @abstractmethod
    def solved(self, state: State) -> bool:
        """Whether the goal is reached."""

    def measure(self, state: State) -> Sequence[float]:
        """The values of the features, in their order. Override it if one computation gives several."""
        return [function(state) for function in self._functions()]

    def write(self, move: Move) -> str:
        """A move as text in records."""
        return str(move)

    def _functions(self) -> list[Callable[[Any], float]]:
        return [it.measure if isinstance(it, Feature) else it for it in self.features.values()]

    def _own(self) -> _patience.OwnPuzzle:
        """What the engines search; made when it is first needed."""
        own = self.__dict__.get("_native")
        if own is None:
            described: list[tuple[str, str, str, bool, bool, tuple[float, float] | None]] = []
            for name, feature in self.features.items():
                it = feature if isinstance(feature, Feature) else Feature(feature)
                described.append((name, it.summary, it.kind, it.nearer == "high", it.admissible, it.range))
            cases = sorted(set(self.cases))
            if cases and not 0 <= cases[0] <= cases[-1] < 2**32:
                raise Error("cases: expected numbers from 0 to 2**32 - 1")
            name = self.name or type(self).__name__.lower()
            own = self.__dict__["_native"] = _patience.OwnPuzzle(self, name, described, self.heuristic, cases)
        assert isinstance(own, _patience.OwnPuzzle)
        return own

    def _solve(
        self,
        seed: int,
        engine: str | None,
        settings: dict[str, Setting],
        policy: Policy | None,
        budget: tuple[int | None, float | None, int | None],
        with_moves: bool = True,
    ) -> Record:
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
            raise Error(f"expected a seed from 0 to 2**64 - 1, found {seed!r}")
        native = None if policy is None else policy._native
        engine, outcome, stop, moves, nodes, generated, duplicates, peak, seconds, optimal = (
            self._own().solve(seed, engine, settings, native, budget)
        )
        length = len(moves) if outcome == "solved" else None
        return Record(
            puzzle=self.name or type(self).__name__.lower(),
            instance=str(seed),
            engine=engine,
            policy=None if policy is None else policy.name,
            metric="moves",
            outcome=outcome,  # type: ignore[arg-type]
            stop=stop,  # type: ignore[arg-type]
            reason=None,
            moves=tuple(self.write(move) for move in moves) if with_moves else (),
            length=length,
            cost=length,
            optimal=optimal,
            lengths={} if length is None else {"move_count": length},
            nodes=nodes,
            generated=generated,
            duplicates=duplicates,
            peak_bytes=peak,
            seconds=seconds,
            solutions=None,
        )
