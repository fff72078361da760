"""Many games in step: exactly what as many single environments give."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import patience
import patience.gym
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

PUZZLES = [puzzle["name"] for puzzle in patience.puzzles()]
MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]


def same(one: Any, other: Any) -> None:
    """Asserts that two results are equal to the last type."""
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            same(one[key], other[key])
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype and one.shape == other.shape
        if one.dtype == object:
            for mine, its in zip(one, other):
                same(mine, its)
        else:
            assert (one == other).all()
    elif isinstance(one, tuple):
        for mine, its in zip(one, other, strict=True):
            same(mine, its)
    else:
        assert one == other


def actions(infos: dict[str, Any], random: np.random.Generator) -> np.ndarray[Any, Any]:
    """A legal action of every game, or any action where there is none; sometimes one that is not legal."""
    mask = infos["action_mask"]
    chosen = [random.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask]
    if random.random() < 0.2:
        chosen[0] = int(random.integers(mask.shape[1]))
    return np.array(chosen)


def compare(puzzle: str, mode: AutoresetMode, steps: int, most: int, **keywords: Any) -> set[str]:
    """Steps both environments in the same way; returns what happened."""
    name, seen = patience.gym.ENVIRONMENTS[puzzle], set()
    single = lambda: gymnasium.make(name, max_episode_steps=most, **keywords)  # noqa: E731
    sync = SyncVectorEnv([single] * 5, autoreset_mode=mode)
    mine = gymnasium.make_vec(
        name,
        5,
        vectorization_mode="vector_entry_point",
        autoreset_mode=mode,
        max_episode_steps=most,
        threads=2,
        **keywords,
    )
    assert isinstance(mine, patience.gym.PuzzleVectorEnv)
    assert mine.metadata["autoreset_mode"] is mode
    assert mine.observation_space == sync.observation_space and mine.action_space == sync.action_space
    assert mine.single_observation_space == sync.single_observation_space
    assert mine.single_action_space == sync.single_action_space
    random = np.random.default_rng(3)
    for seed in (7, None, [5, 4, None, 2, 1]):
        first, second = mine.reset(seed=seed), sync.reset(seed=seed)
        same(first, second)
        infos = first[1]
        for _ in range(steps):
            chosen = actions(infos, random)
            result = mine.step(chosen)
            same(result, sync.step(chosen))
            infos = result[4]
            seen |= {"terminated"} if result[2].any() else set()
            seen |= {"truncated"} if result[3].any() else set()
            seen |= {"solved"} if result[1].any() else set()
    return seen


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_games_in_step_are_single_games(puzzle: str, mode: AutoresetMode) -> None:
    assert "truncated" in compare(puzzle, mode, 20, 9)


@pytest.mark.parametrize("mode", MODES)
def test_episodes_end_alike(mode: AutoresetMode) -> None:
    assert {"terminated", "solved"} <= compare("tiles", mode, 40, 100, instance="1 2/. 3")
    assert "terminated" in compare("peg", mode, 20, 100, instance="triangle15")
    assert "truncated" in compare("klondike", mode, 10, 6, hidden=False, draw=1)


def test_threads_change_nothing() -> None:
    random = np.random.default_rng(1)
    envs = [patience.gym.PuzzleVectorEnv(1500, "freecell", threads=threads) for threads in (1, 4)]
    results = [env.reset(seed=1) for env in envs]
    same(*results)
    for _ in range(3):
        chosen = actions(results[0][1], random)
        same(*(env.step(chosen) for env in envs))


def test_games_can_be_reset_one_by_one() -> None:
    envs = patience.gym.PuzzleVectorEnv(
        3, "tiles", instance="1 2/. 3", max_episode_steps=1, autoreset_mode=AutoresetMode.DISABLED
    )
    _, infos = envs.reset(seed=1)
    _, _, _, truncations, _ = envs.step(infos["action_mask"].argmax(axis=1))
    assert truncations.all()
    with pytest.raises(patience.Error, match="game 0 is over"):
        envs.step([0, 0, 0])
    mask = np.array([True, False, True])
    observations, infos = envs.reset(options={"reset_mask": mask})
    assert (infos["_action_mask"] == mask).all() and not infos["action_mask"][1].any()
    assert (observations[0] == observations[2]).all() and (observations[0] != observations[1]).any()
    with pytest.raises(patience.Error, match="game 1 is over"):
        envs.step([0, 0, 0])


def test_nothing_hidden_is_told() -> None:
    envs = patience.gym.PuzzleVectorEnv(20, "klondike")
    observations, infos = envs.reset(seed=1)
    back = envs.single_observation_space.high.max() - 2  # type: ignore[attr-defined]
    assert ((observations == back).sum(axis=(1, 2)) == 45).all()
    assert ((observations != 0) & (observations != back)).sum() == 7 * 20
    assert all(name is None for name in infos["instance"])


def test_arrays_are_copied_or_not() -> None:
    for copy in (True, False):
        envs = patience.gym.PuzzleVectorEnv(2, "tiles", copy=copy)
        before, infos = envs.reset(seed=1)
        kept = before.copy()
        after = envs.step(infos["action_mask"].argmax(axis=1))[0]
        assert np.shares_memory(before, after) != copy
        assert (before == kept).all() == copy


def test_wrong_arguments_are_refused() -> None:
    make = patience.gym.PuzzleVectorEnv
    for keywords in (
        {"num_envs": 0},
        {"max_episode_steps": 0},
        {"autoreset_mode": "Later"},
        {"render_mode": "ansi"},
        {"colums": 3},
        {"instance": "no board"},
    ):
        with pytest.raises(patience.Error):
            make(**{"num_envs": 2, "puzzle": "tiles", **keywords})  # type: ignore[arg-type]
    envs = make(2, "tiles")
    with pytest.raises(patience.Error, match="reset"):
        envs.step([0, 0])
    for options in ({"deal": 1}, {"instance": "1 2/3 ."}, {"reset_mask": [True, False]}, {"instance": 617.5}):
        with pytest.raises(patience.Error):
            envs.reset(options=options)
    with pytest.raises(patience.Error, match="3|2 seeds"):
        envs.reset(seed=[1, 2, 3])
    envs.reset(seed=1)
    for wrong in ([0], [0.5, 1.0], [0, 81], [-1, 0], [[0, 0]], np.array([0, 2**64 - 1], dtype=np.uint64)):
        with pytest.raises(patience.Error):
            envs.step(wrong)
