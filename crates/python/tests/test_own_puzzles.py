"""Puzzles that are written in Python: searches, and evolution on cases that no run has seen."""

from __future__ import annotations

import gc
import os
import random
import signal
import threading
import weakref
from pathlib import Path
from typing import Any

import patience
import pytest
from runs import files, run_program

Stack = tuple[int, ...]


def displaced(stack: Stack) -> int:
    """Pancakes that are not in their places."""
    return sum(at != size for at, size in enumerate(stack))


def gaps(stack: Stack) -> int:
    """Neighbours whose sizes are not neighbours: every flip closes one at most."""
    plate = len(stack)
    return sum(abs(one - other) != 1 for one, other in zip(stack, (*stack[1:], plate), strict=True))


class Pancakes(patience.Puzzle[Stack, int]):
    """Sort a stack of pancakes by flipping what lies on top."""

    features = {
        "Displaced": displaced,
        "Gaps": patience.Feature(gaps, range=(0, 6), admissible=True, summary="neighbours apart"),
        "Last": patience.Feature(lambda stack: stack[-1], kind="advisor"),
    }
    heuristic = "Displaced"
    cases = range(1, 201)

    def start(self, seed: int) -> Stack:
        stack = list(range(6))
        random.Random(seed).shuffle(stack)
        return tuple(stack)

    def moves(self, stack: Stack) -> list[int]:
        return list(range(2, len(stack) + 1))

    def play(self, stack: Stack, count: int) -> Stack:
        return stack[:count][::-1] + stack[count:]

    def solved(self, stack: Stack) -> bool:
        return list(stack) == sorted(stack)


SMALL: dict[str, Any] = {"generations": 6, "population": 12, "training": 20, "validation": 8, "random.cases": 4}


def shortest(puzzle: Pancakes, seed: int) -> int:
    """The number of flips that a stack needs, by a search that shares nothing with the engines."""
    layer, seen, depth = {puzzle.start(seed)}, set[Stack](), 0
    while not any(puzzle.solved(stack) for stack in layer):
        seen |= layer
        layer = {puzzle.play(it, flip) for it in layer for flip in puzzle.moves(it)} - seen
        depth += 1
    return depth


def test_every_generic_engine_solves_a_puzzle_of_python() -> None:
    puzzle = Pancakes()
    for seed in range(1, 6):
        best = shortest(puzzle, seed)
        for engine in ["staged", "ida-star", "iterative", "breadth-first", "a-star", "best-first", "beam"]:
            record = patience.solve(puzzle, seed, engine=engine)
            if not record.solved:
                # Only these may overlook a solution.
                assert engine in ("staged", "beam") and record.outcome == "exhausted"
                continue
            assert record.length is not None and record.length >= best
            stack = puzzle.start(seed)
            for flip in record.moves:
                assert int(flip) in puzzle.moves(stack)
                stack = puzzle.play(stack, int(flip))
            assert puzzle.solved(stack)
    for engine, heuristic in [("a-star", {"heuristic": "Gaps"}), ("ida-star", {"heuristic": "Gaps"}), ("breadth-first", {})]:
        record = patience.solve(puzzle, 3, engine=engine, **heuristic)  # type: ignore[arg-type]
        assert record.optimal and record.cost == shortest(puzzle, 3)
    assert not patience.solve(puzzle, 3, engine="a-star", heuristic="Displaced").optimal


def test_searches_do_not_depend_on_earlier_ones() -> None:
    puzzle = Pancakes()
    for engine in ["staged", "best-first", "a-star", "beam"]:
        first = [it.nodes for it in patience.solve_many(Pancakes(), range(1, 9), engine=engine, progress=False)]
        again = [patience.solve(puzzle, seed, engine=engine).nodes for seed in reversed(range(1, 9))]
        assert first == again[::-1]


def test_evolution_beats_its_baseline_on_unseen_cases(tmp_path: Path) -> None:
    puzzle = Pancakes()
    run = patience.evolve(puzzle, tmp_path / "run", SMALL, progress=False)
    # The run drew its cases from 1 to 200.
    unseen = range(1001, 1051)
    baseline = patience.solve_many(puzzle, unseen, engine="best-first", progress=False)
    evolved = patience.solve_many(puzzle, unseen, policy=run.best, progress=False)
    assert {it.engine for it in evolved} == {"best-first"}
    assert all(it.solved for it in baseline) and all(it.solved for it in evolved)
    assert sum(it.nodes for it in evolved) < 0.5 * sum(it.nodes for it in baseline)
    assert set(files(run.out)) == {"settings.toml", "log.jsonl", "checkpoint.json", "best.toml"}


def test_runs_are_the_same_on_any_number_of_threads_and_when_resumed(tmp_path: Path) -> None:
    one = patience.evolve(Pancakes(), tmp_path / "one", SMALL, progress=False)
    two = patience.evolve(Pancakes(), tmp_path / "two", SMALL, threads=3, progress=False)
    assert files(one.out) == files(two.out)

    def stop(generation: patience.Generation) -> None:
        if generation.generation == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        patience.evolve(Pancakes(), tmp_path / "part", SMALL, progress=stop)
    part = patience.evolve(Pancakes(), tmp_path / "part", SMALL, resume=True, progress=False)
    assert files(part.out) == files(one.out)
    assert part.best == patience.Policy.read(one.out / "best.toml", Pancakes())


def test_the_program_reports_a_run_of_a_puzzle_that_it_does_not_know(tmp_path: Path) -> None:
    run = patience.evolve(Pancakes(), tmp_path / "run", {**SMALL, "generations": 1}, progress=False)
    run_program("report", run.out)
    page = (run.out / "report.html").read_text()
    assert "pancakes" in page and "Best genome" in page


def test_mutators_and_fitness_functions_work_for_puzzles_of_python(tmp_path: Path) -> None:
    def mutator(parents: patience.Parents) -> patience.Policy:
        names = [feature["name"] for feature in parents.run["features"]]
        assert names == ["Displaced", "Gaps", "Last"]
        return patience.Policy(parents[0].policy, Pancakes())

    def fitness(policy: patience.Policy, trials: list[patience.Trial]) -> float:
        return sum(trial.solved for trial in trials) / len(trials)

    run = patience.evolve(
        Pancakes(), tmp_path / "run", {**SMALL, "generations": 2}, mutator=mutator, fitness=fitness, progress=False
    )
    assert run.history[0].refused == 0 and run.history[0].best == 1.0


@pytest.mark.parametrize("threads", [None, 3])
@pytest.mark.parametrize("method", ["start", "moves", "play", "solved", "measure"])
def test_errors_of_methods_come_out_as_they_are(tmp_path: Path, method: str, threads: int | None) -> None:
    class Broken(Pancakes):
        features = {"Gaps": patience.Feature(gaps, range=(0, 6))}
        heuristic = "Gaps"
        calls = 0
        left = 30

    def raising(self: Broken, *given: Any) -> Any:
        type(self).calls += 1
        if type(self).calls > type(self).left:
            raise LookupError(method)
        return getattr(Pancakes, method)(self, *given)

    setattr(Broken, method, raising)
    puzzle = Broken()
    with pytest.raises(LookupError, match=method):
        patience.evolve(puzzle, tmp_path / "run", SMALL, threads=threads, progress=False)
    with pytest.raises(LookupError, match=method):
        for seed in range(1000, 1100):
            patience.solve(puzzle, seed)
    Broken.left = 10**9
    if (tmp_path / "run").exists():
        run = patience.evolve(puzzle, tmp_path / "run", SMALL, resume=True, progress=False)
        assert len(run.history) == 6


@pytest.mark.parametrize(
    ("answer", "message"),
    [([1.0], "expected 2 numbers, found 1"), ([1.0, float("nan")], "finite"), ([1.0, "x"], "float|real number"), (5, "iterable")],
)
def test_wrong_features_are_refused(answer: Any, message: str) -> None:
    class Wrong(Pancakes):
        features = {"One": patience.Feature(gaps, range=(0, 1)), "Two": patience.Feature(gaps, range=(0, 1))}
        heuristic = "Two"

        def measure(self, state: Stack) -> Any:
            return answer

    with pytest.raises((patience.Error, TypeError), match=message):
        patience.solve(Wrong(), 1)


def test_wrong_descriptions_are_refused() -> None:
    def made(**changes: Any) -> Pancakes:
        puzzle: Pancakes = type("Changed", (Pancakes,), changes)()
        return puzzle

    wrong: list[tuple[dict[str, Any], str]] = [
        ({"name": "freecell"}, "puzzle of the workbench"),
        ({"name": "../x"}, "name"),
        ({"features": {}}, "expected 1 to 64"),
        ({"features": {"if": gaps}, "heuristic": None}, "`if`"),
        ({"features": {"A b": gaps}, "heuristic": None}, "`A b`"),
        ({"heuristic": "Last"}, "unknown heuristic `Last`"),
        ({"features": {"G": patience.Feature(gaps, range=(1, 1))}, "heuristic": None}, "range"),
        ({"features": {"G": patience.Feature(gaps, kind="guess")}, "heuristic": None}, "guess"),  # type: ignore[arg-type]
        ({"cases": [-1]}, "cases"),
    ]
    for changes, message in wrong:
        with pytest.raises(patience.Error, match=message):
            patience.solve(made(**changes), 1)
    for seed in [-1, 2**64, True, "1", 1.5]:
        with pytest.raises(patience.Error, match="expected a seed"):
            patience.solve(Pancakes(), seed)  # type: ignore[arg-type]
    with pytest.raises(patience.Error, match="unknown engine `magic`"):
        patience.solve(Pancakes(), 1, engine="magic")
    with pytest.raises(patience.Error, match="width"):
        patience.solve(Pancakes(), 1, engine="best-first", width=3)
    with pytest.raises(TypeError, match="unhashable"):
        patience.solve(made(start=lambda self, seed: [2, 1]), 1)


def test_states_that_cannot_be_solved_and_limits_are_answers() -> None:
    class Stuck(Pancakes):
        def moves(self, stack: Stack) -> list[int]:
            return []

    assert patience.solve(Stuck(), 1).outcome == "unsolvable"
    record = patience.solve(Pancakes(), 3, engine="breadth-first", nodes=10)
    assert (record.outcome, record.stop, record.nodes) == ("limit", "nodes", 10)


def test_ctrl_c_ends_a_search_of_an_endless_puzzle() -> None:
    class Endless(patience.Puzzle[int, int]):
        features = {"Far": lambda state: -state}

        def start(self, seed: int) -> int:
            return 0

        def moves(self, state: int) -> list[int]:
            return [1, 2]

        def play(self, state: int, move: int) -> int:
            return state + move

        def solved(self, state: int) -> bool:
            return False

    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        patience.solve(Endless(), 1, nodes=10**12)


def test_a_puzzle_can_be_freed() -> None:
    puzzle = Pancakes()
    patience.solve(puzzle, 1)
    gone = weakref.ref(puzzle)
    del puzzle
    gc.collect()
    assert gone() is None
