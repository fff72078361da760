"""Whatever is asked, the answer is a value or an error of Python: no crash, no hang, no panic."""

from __future__ import annotations

import tempfile
from typing import Any

import gymnasium
import numpy as np
import patience
import patience.gym
from hypothesis import given, settings
from hypothesis import strategies as st

PUZZLES = [puzzle["name"] for puzzle in patience.puzzles()]
ENGINES = {puzzle: [engine["name"] for engine in patience.engines(puzzle)] for puzzle in PUZZLES}
FIELDS = [field for puzzle in PUZZLES for engine in patience.engines(puzzle) for field in engine["settings"]]
# What is drawn must not be the name of a file that is written.
SETTINGS = sorted({field["name"] for field in FIELDS} - {field["name"] for field in FIELDS if field["type"] == "path"})
RULES = sorted({it["name"] for puzzle in patience.puzzles() for it in puzzle["rules"]})
STARTS: dict[str, int | str] = {"freecell": 617, "klondike": 3, "rushhour": "jam1", "peg": "english", "tiles": 1}

# A panic becomes a RuntimeError, which is not among these.
EXPECTED = (ValueError, TypeError, OverflowError)

values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(max_size=8),
    st.binary(max_size=4),
    st.lists(st.integers(-3, 3), max_size=3),
    st.just(object()),
)
texts = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="0123456789 ./\n:|oxABCDHKQ#?-", max_size=80),
    st.sampled_from([str(start) for start in STARTS.values()]),
)
instances = st.one_of(values, texts)
puzzles = st.one_of(st.sampled_from(PUZZLES), st.text(max_size=5))
budgets = st.fixed_dictionaries(
    {"nodes": st.one_of(st.integers(0, 300), st.integers(-(2**70), -1))},
    optional={"time": st.one_of(st.floats(max_value=0.05), st.just(float("nan"))), "memory": st.integers(-5, 2**22)},
)


def start(puzzle: str) -> patience.Position:
    return patience.Position(puzzle, STARTS.get(puzzle, 1))


@settings(max_examples=200, deadline=None)
@given(puzzles, instances, st.dictionaries(st.sampled_from(RULES), values, max_size=2))
def test_reading(puzzle: Any, instance: Any, rules: Any) -> None:
    try:
        position = patience.Position(puzzle, instance, **rules)
    except EXPECTED:
        return
    assert patience.Position(puzzle, position.code) == position
    position.moves()
    position.svg()
    position.view()


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(PUZZLES), st.data())
def test_playing(puzzle: str, data: st.DataObject) -> None:
    position = start(puzzle)
    for _ in range(data.draw(st.integers(0, 12))):
        moves = position.moves()
        if not moves:
            break
        position = position.play(data.draw(st.sampled_from(moves)))
    for mv in (data.draw(texts), data.draw(values)):
        try:
            position.play(mv)
        except EXPECTED:
            pass
    for format in (data.draw(st.text(max_size=6)), None):
        try:
            position.text(format)
        except EXPECTED:
            pass
    position.features()


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(PUZZLES), st.data(), budgets)
def test_searching(puzzle: str, data: st.DataObject, budget: Any) -> None:
    position = start(puzzle)
    engine = data.draw(st.one_of(st.none(), st.sampled_from(ENGINES[puzzle]), st.text(max_size=4)))
    metric = data.draw(st.one_of(st.none(), st.text(max_size=4)))
    chosen = data.draw(st.dictionaries(st.sampled_from(SETTINGS), values, max_size=1))
    for ask in (
        lambda: position.solve(engine=engine, metric=metric, **budget, **chosen),
        lambda: position.judge(metric=metric, **budget),
        lambda: position.hint(metric=metric, next=data.draw(st.integers(-1, 5)), **budget),
    ):
        try:
            ask()
        except EXPECTED:
            pass


@settings(max_examples=30, deadline=None)
@given(st.lists(instances, max_size=5), st.one_of(st.none(), st.integers(-1, 3)), budgets)
def test_batches(items: Any, threads: Any, budget: Any) -> None:
    try:
        records = patience.solve_many("tiles", items, threads=threads, progress=False, **budget)
    except EXPECTED:
        return
    assert len(records) == len(items)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(PUZZLES), st.integers(0, 2**31), st.lists(st.integers(-2, 10**6), max_size=20))
def test_environments(puzzle: str, seed: int, actions: list[int]) -> None:
    env = patience.gym.PuzzleEnv(puzzle)
    env.reset(seed=seed)
    for action in actions:
        legal = list(env.legal_moves())
        try:
            # Every other action is one that can be played.
            env.step(legal[action % len(legal)] if legal and action % 2 else action)
        except EXPECTED:
            pass


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.integers(-1, 6), values), st.text(max_size=8), values, values, st.booleans())
def test_making_many_environments(count: Any, mode: Any, most: Any, threads: Any, copy: Any) -> None:
    try:
        patience.gym.PuzzleVectorEnv(
            count, "tiles", autoreset_mode=mode, max_episode_steps=most, threads=threads, copy=copy
        )
    except EXPECTED:
        pass


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(PUZZLES),
    st.integers(1, 4),
    st.sampled_from(["NextStep", "SameStep", "Disabled"]),
    st.one_of(st.none(), st.integers(1, 4)),
    st.booleans(),
    st.data(),
)
def test_many_environments(puzzle: str, count: int, mode: str, most: Any, copy: bool, data: st.DataObject) -> None:
    envs = patience.gym.PuzzleVectorEnv(count, puzzle, autoreset_mode=mode, max_episode_steps=most, copy=copy)
    if data.draw(st.integers(0, 4)):
        envs.reset(seed=1)
    for _ in range(data.draw(st.integers(1, 8))):
        ask = data.draw(st.sampled_from(["reset", "some", "legal", "legal", "any", "bad"]))
        try:
            if ask == "reset":
                envs.reset(seed=data.draw(st.one_of(st.none(), st.integers(0, 2**31), st.lists(values, max_size=4))))
            elif ask == "some":
                mask = np.array(data.draw(st.lists(st.booleans(), min_size=1, max_size=count)), dtype=np.bool_)
                envs.reset(options={"reset_mask": mask})
            elif ask == "legal":
                envs.step(envs.action_masks().argmax(axis=1))
            elif ask == "any":
                envs.step(data.draw(st.lists(st.integers(-2, 400), min_size=count, max_size=count)))
            else:
                envs.step(data.draw(st.lists(values, max_size=4)))
        except (*EXPECTED, gymnasium.error.Error):
            pass


SMALL = {"generations": 2, "population": 4, "training": 4, "validation": 2, "nodes": 50, "baseline_nodes": 50}
"""The sizes of a run of a few milliseconds: what is drawn for them stays small."""
OTHERS = ["seed", "curriculum", "method", "hillis.every", "search.horizon", "elite", "budget", "no such"]


@settings(max_examples=40, deadline=None)
@given(
    st.dictionaries(st.sampled_from(sorted(SMALL)), st.one_of(st.integers(-1, 4), st.text(max_size=3)), max_size=1),
    st.dictionaries(st.sampled_from(OTHERS), values, max_size=1),
)
def test_settings_of_evolution(sizes: Any, others: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        try:
            run = patience.evolve("tiles", f"{folder}/run", {**SMALL, **sizes, **others}, progress=False)
        except EXPECTED:
            return
        assert len(run.history) >= 1


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["weights", "formula", "policy"]),
    st.data(),
    st.one_of(st.just(""), texts, values),
    st.one_of(st.none(), st.floats(), values, st.lists(st.floats(0, 9), min_size=3, max_size=5)),
    st.sampled_from([None, 1, 2]),
)
def test_functions_of_evolution(genome: str, data: st.DataObject, child: Any, fitness: Any, threads: Any) -> None:
    def mutator(parents: patience.Parents) -> Any:
        text = parents[0].policy
        if not isinstance(child, str):
            return child
        # A parent with a piece of it replaced: often a policy, often nearly one.
        at = data.draw(st.integers(0, len(text)))
        return text[:at] + child + text[at + data.draw(st.integers(0, 5)) :]

    with tempfile.TemporaryDirectory() as folder:
        try:
            run = patience.evolve(
                "tiles",
                f"{folder}/run",
                {**SMALL, "genome": genome},
                mutator=None if child == "" else mutator,
                fitness=None if fitness is None else lambda policy, trials: fitness,
                threads=threads,
                progress=False,
            )
        except EXPECTED:
            return
        assert [it.generation for it in run.history] == [0, 1]
