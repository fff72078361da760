"""Evolution of policies, with functions of Python that breed and judge."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from patience import _patience
from patience._errors import Error
from patience._policy import Policy
from patience._puzzle import Puzzle
from patience._solving import _bar

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Parent(NamedTuple):
    """A policy of the last generation."""

    policy: str
    """The text of its file."""
    fitness: float
    """Its fitness."""
    fired: tuple[int, ...]
    """How often each of its rules decided; the default last."""


class Refused(NamedTuple):
    """Why the last child is no policy of the run."""

    line: int
    """The line of its text, from 1."""
    column: int
    """The column, from 1."""
    message: str
    """What is wrong."""
    left: int
    """Further tries for this child."""


class Parents(list[Parent]):
    """The parents of a child: two for a crossover, one for a mutation. A mutator is called with them."""

    operator: Literal["crossover", "mutation"]
    """What the run asks for."""
    generation: int
    """The generation of the parents."""
    refused: Refused | None
    """Why the last child of these parents was refused; `None` for the first try."""
    run: dict[str, Any]
    """What children must be: puzzle, genome, rules, depth, features."""

    def __init__(self, run: dict[str, Any], request: dict[str, Any], refused: dict[str, Any] | None) -> None:
        super().__init__(Parent(it["policy"], it["fitness"], tuple(it["fired"])) for it in request["parents"])
        self.operator = request["operator"]
        self.generation = request["generation"]
        self.run = run
        self.refused = None if refused is None else Refused(**refused["refused"], left=refused["left"])


class Trial(NamedTuple):
    """A search that a policy guided in the evolution, and that of the baseline on the same case."""

    case: int
    """The number of the case."""
    name: str
    """Its name."""
    nodes: int
    """States expanded."""
    length: int | None
    """The length of the solution; `None` if the search failed."""
    fired: list[int]
    """How often each rule decided; the default last."""
    baseline_nodes: int
    """States expanded with the baseline."""
    baseline_length: int | None
    """The length of the baseline's solution."""
    fitness: float
    """The built-in fitness: the share of nodes that it saved."""

    @property
    def solved(self) -> bool:
        """Whether it found a solution."""
        return self.length is not None


class Generation(NamedTuple):
    """The figures of a generation: a line of the log."""

    generation: int
    """Its number; the first, of random policies, is 0."""
    best: float
    """The highest fitness."""
    mean: float
    """The mean fitness."""
    worst: float
    """The lowest fitness."""
    searches: int
    """Searches."""
    evaluations: int
    """Searches so far, with those on validation cases."""
    cases: int
    """Different cases."""
    solved: int
    """Searches that found a solution."""
    nodes: float
    """Mean nodes of these."""
    distinct: int
    """Distinct policies."""
    size: float
    """Mean size of a policy."""
    validation: float
    """The fitness of the best policy on the validation set."""
    validation_solved: int
    """Validation cases that it solved."""
    validation_cases: int
    """Validation cases."""
    champion: float
    """The fitness of the best policy so far on the validation set."""
    champion_generation: int
    """Its generation."""
    stage: str
    """The stage of the curriculum."""
    children: int | None
    """Children that a mutator was asked for."""
    refused: int | None
    """Answers of the mutator that were refused."""
    replaced: int | None
    """Children that the built-in operators bred instead."""
    line: dict[str, Any]
    """The whole line of the log."""


class Generations(list[Generation]):
    """The history of a run: a list that becomes a table."""

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists, without the lines of the log."""
        names = [name for name in Generation._fields if name != "line"]
        return {name: [getattr(it, name) for it in self] for name in names}

    def to_arrow(self) -> pyarrow.Table:
        """A table of Arrow. Needs pyarrow."""
        import pyarrow as pa

        return pa.table(self.to_dict())

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of pandas."""
        import pandas as pd

        return pd.DataFrame(self.to_dict())

    def to_polars(self) -> polars.DataFrame:
        """A data frame of polars."""
        import polars as pl

        return pl.DataFrame(self.to_dict(), infer_schema_length=None)


class Evolution(NamedTuple):
    """A run of evolution that is over."""

    out: Path
    """Its folder."""
    best: Policy
    """The best policy on the validation set, as in `best.toml`."""
    history: Generations
    """Its generations."""
    note: str | None
    """A remark on the run."""


Mutator = Callable[[Parents], str | Policy]
"""Breeds a child: its policy, or the text of one."""

Fitness = Callable[[Policy, list[Trial]], float | Iterable[float]]
"""Judges a policy by its searches: one number, or one for every search; 0 or more, higher is better."""


def evolve(
    puzzle: str | Puzzle[Any, Any],
    /,
    out: str | os.PathLike[str],
    settings: dict[str, Any] | None = None,
    *,
    mutator: Mutator | None = None,
    fitness: Fitness | None = None,
    resume: bool = False,
    threads: int | None = None,
    progress: bool | Callable[[Generation], object] = True,
) -> Evolution:
    """Evolves policies in the folder `out`, as the command `patience evolve` does: with the same settings, it writes the same files.

    `settings` has the names of `settings.toml`, such as `{"generations": 50, "hillis": {"every": 3}}` or `{"hillis.every": 3}`; others keep
    their defaults. `resume=True` continues the run in the folder; then only `generations` and `budget` may change. The result does not depend
    on `threads`.

    A `mutator` replaces the built-in operators. If its child is refused, it is called again, up to three times, with the reason in
    `parents.refused`; then the built-in operator breeds. A `fitness` function replaces the share of nodes that searches save. Both must be
    given again to resume their run, and only functions that always answer alike make a run that can be repeated.

    `progress` shows a bar where tqdm is installed, or is called with every generation. Ctrl-C or an exception of a function ends the run; its
    folder has all complete generations, and `resume=True` continues it.

    >>> import patience, tempfile
    >>> settings = {"genome": "weights", "generations": 2, "population": 4, "training": 10, "validation": 4}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run = patience.evolve("tiles", f"{folder}/run", settings, progress=False)
    >>> [generation.generation for generation in run.history], run.best.puzzle
    ([0, 1], 'tiles')
    """
    own = puzzle if isinstance(puzzle, Puzzle) else None
    bar: Any = None

    def breed(run: dict[str, Any], request: dict[str, Any], refused: dict[str, Any] | None) -> str:
        assert mutator is not None
        child = mutator(Parents(run, request, refused))
        if isinstance(child, Policy):
            return child.text
        if not isinstance(child, str):
            raise Error(f"mutator: expected the text of a policy, found {type(child).__name__}")
        return child

    def judge(text: str, trials: list[Any]) -> float:
        assert fitness is not None
        judged = fitness(Policy(text, own), [Trial(*trial) for trial in trials])
        if isinstance(judged, Iterable):
            values = [float(value) for value in judged]
            if len(values) != len(trials):
                raise Error(f"fitness: expected {len(trials)} numbers, found {len(values)}")
            return sum(values) / len(values)
        return float(judged)

    def report(line: dict[str, Any], remaining: int | None) -> None:
        if callable(progress):
            progress(_generation(line))
        if bar is not None:
            if remaining is not None:
                bar.total = line["generation"] + 1 + remaining
            bar.set_postfix(best=f"{line['champion']['validation']['fitness']:.3f}", refresh=False)
            bar.update(line["generation"] + 1 - bar.n)

    def run() -> Evolution:
        lines, note = _patience.evolve(
            puzzle if own is None else own._own(),  # type: ignore[arg-type]
            os.fspath(out),
            settings or {},
            resume,
            threads,
            None if mutator is None else (breed, _name(mutator)),
            None if fitness is None else (judge, _name(fitness)),
            report if progress else None,
        )
        best = Policy.read(Path(out) / "best.toml", own)
        return Evolution(Path(out), best, Generations(_generation(line) for line in lines), note)

    if progress is True:
        bar = _bar(0, "generations")
    if bar is None:
        return run()
    with bar:
        return run()


def _name(function: Callable[..., Any]) -> str:
    """The name of a function in settings."""
    function = function if hasattr(function, "__qualname__") else type(function)
    return f"{function.__module__}.{function.__qualname__}"


def _generation(line: dict[str, Any]) -> Generation:
    validation, champion = line["validation"], line["champion"]
    mutated = line.get("mutator", {})
    return Generation(
        generation=line["generation"],
        best=line["best"],
        mean=line["mean"],
        worst=line["worst"],
        searches=line["searches"],
        evaluations=line["evaluations"],
        cases=line["cases"],
        solved=line["solved"],
        nodes=line["nodes"],
        distinct=line["distinct"],
        size=line["size"],
        validation=validation["fitness"],
        validation_solved=validation["solved"],
        validation_cases=validation["cases"],
        champion=champion["validation"]["fitness"],
        champion_generation=champion["generation"],
        stage=line.get("stage", ""),
        children=mutated.get("children"),
        refused=mutated.get("refused"),
        replaced=mutated.get("replaced"),
        line=line,
    )
