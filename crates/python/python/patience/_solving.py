"""Solving one instance, or many on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from os import PathLike
from typing import Any, SupportsIndex

from patience import _patience
from patience._position import Position, Setting, policy_text
from patience._records import Record, Records

Instance = SupportsIndex | str | Position
"""A number, a name, a code, text, or a position."""


def puzzles() -> list[dict[str, Any]]:
    """Every puzzle: names, metrics, formats, rules.

    >>> import patience
    >>> "tiles" in [puzzle["name"] for puzzle in patience.puzzles()]
    True
    """
    return _patience.puzzles()


def engines(puzzle: str) -> list[dict[str, Any]]:
    """The engines of a puzzle with their settings, the default first.

    >>> import patience
    >>> "ida-star" in [engine["name"] for engine in patience.engines("tiles")]
    True
    """
    return _patience.engines(puzzle)


def features(puzzle: str) -> list[dict[str, Any]]:
    """The features of a puzzle, in the order of `Position.features`."""
    return _patience.features(puzzle)


def solve(
    puzzle: str,
    instance: Instance,
    /,
    *,
    engine: str | None = None,
    metric: str | None = None,
    policy: str | PathLike[str] | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int = 1,
    rules: dict[str, Setting] | None = None,
    **settings: Setting,
) -> Record:
    """Solves an instance. `time` is in seconds, `memory` in bytes; other keywords are settings of the engine.

    `policy` is a file of a policy that guides the engine, or its text; by default its own engine.

    >>> import patience
    >>> record = patience.solve("tiles", "1 2 3/4 . 5/7 8 6", nodes=1000)
    >>> record.outcome, record.cost, record.moves
    ('solved', 2, ('5', '6'))
    """
    if isinstance(instance, Position):
        _same(puzzle, instance)
        position, name = instance, instance.code
    else:
        position = Position(puzzle, instance, **(rules or {}))
        name = instance.strip() if isinstance(instance, str) else str(instance)
    return position._solve(name, engine, metric, settings, policy_text(policy), threads, (nodes, time, memory))


def solve_many(
    puzzle: str,
    instances: Iterable[Instance],
    /,
    *,
    engine: str | None = None,
    metric: str | None = None,
    policy: str | PathLike[str] | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    moves: bool = True,
    progress: bool | Callable[[int], object] = True,
    rules: dict[str, Setting] | None = None,
    **settings: Setting,
) -> Records:
    """Solves many instances on all cores, or on `threads`. The limits hold for each; `policy` is that of `solve`.

    Records come in the order of the instances; `moves=False` leaves their moves out. `progress` shows a bar where tqdm is installed, or is
    called with the number of instances that were solved since the last call. Ctrl-C ends the batch.

    >>> import patience
    >>> [record.cost for record in patience.solve_many("tiles", range(1, 4), progress=False)]
    [11, 26, 24]
    """
    items = list(instances)
    for item in items:
        if isinstance(item, Position):
            _same(puzzle, item)
    natives = [item._native if isinstance(item, Position) else item for item in items]
    budget, guide = (nodes, time, memory), policy_text(policy)

    def run(report: Callable[[int], object] | None) -> Records:
        found = _patience.solve_many(
            puzzle, natives, rules or {}, engine, metric, settings, guide, threads, moves, report, budget
        )
        return Records(found)

    if callable(progress):
        return run(progress)
    bar = _bar(len(items), puzzle) if progress else None
    if bar is None:
        return run(None)
    with bar:
        return run(bar.update)


def _same(puzzle: str, position: Position) -> None:
    if position.puzzle != puzzle:
        from patience._errors import Error

        raise Error(f"expected a position of {puzzle}, found one of {position.puzzle}")


def _bar(total: int, name: str) -> Any:
    """A progress bar; `None` where tqdm is not installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=total, desc=name, unit="")
