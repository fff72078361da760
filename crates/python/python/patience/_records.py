"""Results: of one search, and of a batch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Outcome = Literal["solved", "unsolvable", "exhausted", "limit"]
"""How a search ends: `exhausted` means that nothing is left to try and nothing is proven."""

Stop = Literal["nodes", "time", "memory", "cancelled"]
"""The limit that ended a search."""


class Record(NamedTuple):
    """One instance, one engine, one outcome."""

    puzzle: str
    """The puzzle."""
    instance: str
    """Which instance: a number, a name, or a code."""
    engine: str
    """The engine."""
    policy: str | None
    """The name of the policy that guided it."""
    metric: str
    """The metric of the cost."""
    outcome: Outcome
    """How the search ended."""
    stop: Stop | None
    """The limit that was reached."""
    reason: str | None
    """Why there is no solution, where the argument is not an exhausted search."""
    moves: tuple[str, ...]
    """The moves of the solution in notation."""
    length: int | None
    """The number of moves in notation."""
    cost: int | None
    """The cost of the solution in the metric."""
    optimal: bool
    """Whether no solution costs less."""
    lengths: dict[str, int]
    """The lengths of the solution, by the names of the puzzle's records."""
    nodes: int
    """States expanded."""
    generated: int
    """Moves generated."""
    duplicates: int
    """Generated states that had been seen."""
    peak_bytes: int
    """The most bytes that the tables of the search held."""
    seconds: float
    """Seconds from start to end."""
    solutions: int | None
    """The number of optimal solutions, where the engine counted them."""

    @property
    def solved(self) -> bool:
        """Whether a solution was found."""
        return self.outcome == "solved"


class Records(list[Record]):
    """The records of a batch: a list that becomes a table."""

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists. Each length has a column of its own, and moves are one text.

        >>> import patience
        >>> columns = patience.solve_many("tiles", ["1 2/. 3", "1 2/3 ."], progress=False).to_dict()
        >>> columns["instance"], columns["cost"]
        (['1 2/. 3', '1 2/3 .'], [1, 0])
        """
        columns: dict[str, list[Any]] = {}
        for name in Record._fields:
            if name == "moves":
                columns[name] = [" ".join(record.moves) for record in self]
            elif name == "solutions":
                # They may have more than 64 bits, which tables do not.
                columns[name] = [None if it.solutions is None else str(it.solutions) for it in self]
            elif name != "lengths":
                columns[name] = [getattr(record, name) for record in self]
        for name in dict.fromkeys(name for record in self for name in record.lengths):
            columns.setdefault(name, [record.lengths.get(name) for record in self])
        return columns

    def to_arrow(self) -> pyarrow.Table:
        """A table of Arrow. Needs pyarrow."""
        import pyarrow as pa

        words = {"puzzle", "instance", "engine", "policy", "metric", "outcome", "stop", "reason", "moves", "solutions"}

        def column(name: str, values: Iterable[Any]) -> Any:
            if name in words:
                kind = pa.string()
            elif name == "optimal":
                kind = pa.bool_()
            elif name == "seconds":
                kind = pa.float64()
            else:
                kind = pa.int64()
            return pa.array(values, type=kind)

        return pa.table({name: column(name, values) for name, values in self.to_dict().items()})

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of pandas."""
        import pandas as pd

        return pd.DataFrame(self.to_dict())

    def to_polars(self) -> polars.DataFrame:
        """A data frame of polars."""
        import polars as pl

        return pl.DataFrame(self.to_dict(), infer_schema_length=None)
