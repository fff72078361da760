"""Evolution from Python: the program's files, mutators, fitness functions, interrupts."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from typing import Any

import patience
import pytest
from runs import files, run_program

SMALL: dict[str, Any] = {"genome": "formula", "generations": 4, "population": 6, "training": 12, "validation": 4, "nodes": 2000, "baseline_nodes": 2000}
"""A run of a second."""


def evolve(out: Path, puzzle: str = "tiles", **more: Any) -> patience.Evolution:
    settings = {**SMALL, **more.pop("settings", {})}
    return patience.evolve(puzzle, out, settings, **{"progress": False, **more})


def test_a_run_is_a_folder_and_a_typed_result(tmp_path: Path) -> None:
    run = evolve(tmp_path / "run")
    assert set(files(run.out)) == {"settings.toml", "log.jsonl", "checkpoint.json", "best.toml"}
    assert [it.generation for it in run.history] == [0, 1, 2, 3]
    assert all(0 <= it.worst <= it.mean <= it.best <= 1 for it in run.history)
    assert run.best == patience.Policy.read(run.out / "best.toml")
    assert run.best.provenance["generation"] == run.history[-1].champion_generation
    columns = run.history.to_dict()
    assert columns["best"] == [it.best for it in run.history] and "line" not in columns


def test_runs_with_the_same_settings_are_the_same_to_the_byte(tmp_path: Path) -> None:
    one = evolve(tmp_path / "one", threads=1)
    two = evolve(tmp_path / "two", threads=3)
    other = evolve(tmp_path / "other", settings={"seed": 2})
    assert files(one.out) == files(two.out)
    assert files(one.out) != files(other.out)


def as_words(settings: dict[str, Any]) -> list[str]:
    return [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]


@pytest.mark.parametrize("more", [{}, {"genome": "policy", "curriculum": "hillis", "hillis.every": 2, "seed": 9}])
def test_a_run_is_that_of_the_program_to_the_byte(tmp_path: Path, more: dict[str, Any]) -> None:
    settings = {**SMALL, **more}
    run_program("evolve", "tiles", "--out", tmp_path / "program", "--quiet", *as_words(settings))
    run = patience.evolve("tiles", tmp_path / "python", settings, progress=False)
    assert files(run.out) == files(tmp_path / "program")


def test_each_resumes_and_reports_the_runs_of_the_other(tmp_path: Path) -> None:
    whole = evolve(tmp_path / "whole")
    part = {**SMALL, "generations": 2}
    run_program("evolve", "tiles", "--out", tmp_path / "one", "--quiet", *as_words(part))
    one = patience.evolve("tiles", tmp_path / "one", SMALL, resume=True, progress=False)
    assert files(one.out) == files(whole.out)
    two = evolve(tmp_path / "two", settings=part)
    run_program("evolve", "tiles", "--out", two.out, "--quiet", "--resume", "--set", "generations=4")
    assert files(two.out) == files(whole.out)
    run_program("report", two.out)
    assert "Best genome" in (two.out / "report.html").read_text()


def test_an_interrupted_run_resumes_to_the_same_files(tmp_path: Path) -> None:
    whole = evolve(tmp_path / "whole")

    class Enough(Exception):
        pass

    def stop(generation: patience.Generation) -> None:
        if generation.generation == 1:
            raise Enough

    with pytest.raises(Enough):
        evolve(tmp_path / "part", progress=stop)
    assert len(files(tmp_path / "part")) == 4
    seen: list[int] = []
    part = evolve(tmp_path / "part", resume=True, progress=lambda it: seen.append(it.generation))
    assert seen == [2, 3]
    assert part.history == whole.history
    assert files(part.out) == files(whole.out)


def test_ctrl_c_ends_a_run_and_leaves_it_resumable(tmp_path: Path) -> None:
    out = tmp_path / "run"
    threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        evolve(out, settings={"generations": 1_000_000})
    assert (out / "settings.toml").exists()
    done = len(files(out).get("log.jsonl", b"").splitlines())
    run = evolve(out, resume=True, settings={"generations": done + 1})
    assert len(run.history) >= 1


def test_a_mutator_breeds_and_hears_why_a_child_was_refused(tmp_path: Path) -> None:
    heard: list[patience.Refused | None] = []

    def mutator(parents: patience.Parents) -> str:
        heard.append(parents.refused)
        assert len(parents) == (2 if parents.operator == "crossover" else 1)
        assert parents.run["puzzle"] == "tiles" and parents.run["features"]
        if parents.generation == 0 and parents.refused is None:
            return parents[0].policy.replace("Manhattan", "Manhatten").replace("Misplaced", "Misplacd") + "\nwrong = 1\n"
        return max(parents, key=lambda parent: parent.fitness).policy

    run = evolve(tmp_path / "run", mutator=mutator)
    first = run.history[0]
    assert first.children and first.refused == first.children and first.replaced == 0
    refused = [it for it in heard if it is not None]
    assert refused and all(it.left == 3 and it.line >= 1 and it.message for it in refused)
    assert run.history[1].refused == 0
    assert 'mutator = "python:test_evolution.' in (run.out / "settings.toml").read_text()


def test_the_built_in_operator_takes_over_from_a_mutator_that_fails(tmp_path: Path) -> None:
    run = evolve(tmp_path / "run", mutator=lambda parents: "nothing", settings={"generations": 2})
    first = run.history[0]
    assert first.children and first.refused == 4 * first.children and first.replaced == first.children


def test_an_exception_of_a_mutator_ends_the_run_as_it_is(tmp_path: Path) -> None:
    calls = 0

    def mutator(parents: patience.Parents) -> str:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise LookupError("no more")
        return parents[0].policy

    out = tmp_path / "run"
    with pytest.raises(LookupError, match="no more"):
        evolve(out, mutator=mutator)
    with pytest.raises(patience.Error, match="give it as mutator="):
        evolve(out, resume=True)
    run = evolve(out, resume=True, mutator=lambda parents: parents[0].policy)
    assert len(run.history) == 4


def test_a_mutator_must_return_text(tmp_path: Path) -> None:
    with pytest.raises(patience.Error, match="expected the text of a policy, found int"):
        evolve(tmp_path / "run", mutator=lambda parents: 5)


def short(policy: patience.Policy, trials: list[patience.Trial]) -> list[float]:
    """Short solutions are good ones."""
    assert policy.puzzle == "tiles"
    return [0.0 if trial.length is None else 1 / (1 + trial.length) for trial in trials]


def test_a_fitness_function_judges(tmp_path: Path) -> None:
    run = evolve(tmp_path / "run", fitness=short)
    usual = evolve(tmp_path / "usual")
    assert run.history[0].solved == usual.history[0].solved
    assert run.history[0].best != usual.history[0].best
    # No board of the run is solved in fewer than four moves.
    assert all(0 < it.best < 0.2 for it in run.history)
    constant = evolve(tmp_path / "constant", fitness=lambda policy, trials: 2)
    assert all(it.best == it.worst == it.champion == 2 for it in constant.history)


def test_the_program_does_not_continue_a_run_without_its_fitness_function(tmp_path: Path) -> None:
    out = tmp_path / "run"
    evolve(out, fitness=short, settings={"generations": 1})
    with pytest.raises(patience.Error, match=r"python:test_evolution\.short: give it as fitness="):
        evolve(out, resume=True, settings={"generations": 2})
    assert len(evolve(out, resume=True, fitness=short, settings={"generations": 2}).history) == 2


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda policy, trials: 1 / 0, "division"),
        (lambda policy, trials: -1.0, "expected 0 or more, found -1"),
        (lambda policy, trials: float("nan"), "expected 0 or more, found NaN"),
        (lambda policy, trials: [1.0], "expected 10 numbers, found 1"),
        (lambda policy, trials: "high", "could not convert"),
    ],
)
def test_a_fitness_function_that_is_none_ends_the_run(tmp_path: Path, wrong: Any, message: str) -> None:
    out = tmp_path / "run"
    with pytest.raises((patience.Error, ZeroDivisionError, ValueError), match=message):
        evolve(out, fitness=wrong)
    assert "checkpoint.json" not in files(out)
    with pytest.raises(patience.Error, match="already holds a run"):
        evolve(out, fitness=short)
    assert len(evolve(out, fitness=short, resume=True).history) == 4


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"populaton": 7}, "populaton"),
        ({"population": 0}, "population = 0"),
        ({"hillis": {"evry": 3}}, "evry"),
        ({"hillis.every": "often"}, "often"),
        ({"a..b": 1}, "name of a setting"),
        ({"population": object()}, "population"),
        ({"seed": 2**63}, "seed"),
        ({"fitness": "mine"}, "fitness"),
    ],
)
def test_settings_are_checked_before_anything_is_written(
    tmp_path: Path, settings: dict[str, Any], message: str
) -> None:
    with pytest.raises(patience.Error, match=message):
        evolve(tmp_path / "run", settings=settings)
    assert not (tmp_path / "run").exists()


def test_what_cannot_be_evolved_is_refused(tmp_path: Path) -> None:
    with pytest.raises(patience.Error, match="chess"):
        patience.evolve("chess", tmp_path / "run")
    with pytest.raises(patience.Error, match="holds no run"):
        evolve(tmp_path / "run", resume=True)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("years of work")
    with pytest.raises(patience.Error, match=r"thesis\.tex"):
        evolve(tmp_path / "mine")


def test_policies_are_read_saved_and_searched_with(tmp_path: Path) -> None:
    run = evolve(tmp_path / "run")
    copy = tmp_path / "copy.toml"
    run.best.save(copy)
    with pytest.raises(FileExistsError):
        run.best.save(copy)
    assert patience.Policy.read(copy) == run.best
    one = patience.solve("tiles", 7, policy=run.best)
    [many] = patience.solve_many("tiles", [7], policy=run.best, progress=False)
    assert one.solved and one.engine == run.best.engine and one.nodes == many.nodes
    assert patience.Position("tiles", 7).solve(policy=run.best).nodes == one.nodes
    with pytest.raises(patience.Error, match="does not take this policy"):
        patience.solve("freecell", 1, policy=run.best)
    with pytest.raises(patience.Error) as caught:
        patience.Policy(run.best.text.replace("format = 1", "format = 7"))
    assert (caught.value.line, caught.value.column) == (1, 10)
    for text in ["", "puzzle", 'format = 1\npuzzle = "chess"', "\0"]:
        with pytest.raises(patience.Error):
            patience.Policy(text)
