"""The environments of every puzzle."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import patience
import patience.gym
import pytest
from gymnasium.utils.env_checker import check_env

PUZZLES = [puzzle["name"] for puzzle in patience.puzzles()]


@pytest.fixture(params=PUZZLES)
def puzzle(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def make(puzzle: str, **keywords: Any) -> patience.gym.PuzzleEnv:
    env = gymnasium.make(patience.gym.ENVIRONMENTS[puzzle], **keywords).unwrapped
    assert isinstance(env, patience.gym.PuzzleEnv)
    return env


def walk(env: patience.gym.PuzzleEnv, steps: int, seed: int) -> list[np.ndarray[Any, Any]]:
    random = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    seen = [observation]
    for _ in range(steps):
        legal = np.flatnonzero(info["action_mask"])
        if not len(legal):
            break
        observation, _, terminated, truncated, info = env.step(random.choice(legal))
        assert not info["illegal"] and not truncated
        assert env.observation_space.contains(observation)
        seen.append(observation)
        if terminated:
            break
    return seen


def test_ids_follow_from_the_registry() -> None:
    assert patience.gym.ENVIRONMENTS["freecell"] == "patience/FreeCell-v0"
    assert patience.gym.ENVIRONMENTS["rushhour"] == "patience/RushHour-v0"
    assert set(patience.gym.ENVIRONMENTS) == set(PUZZLES)


def test_gymnasium_accepts_the_environment(puzzle: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # An environment with a mask of its own kind is no fault.
        warnings.filterwarnings("ignore", message=".*render.*svg.*")
        check_env(make(puzzle, render_mode="rgb_array"), skip_render_check=True)


def test_a_seed_decides_the_game(puzzle: str) -> None:
    one, other = make(puzzle), make(puzzle)
    first, second = walk(one, 30, 5), walk(other, 30, 5)
    assert len(first) == len(second)
    assert all((a == b).all() for a, b in zip(first, second))


def test_masks_agree(puzzle: str) -> None:
    env = make(puzzle)
    _, info = env.reset(seed=3)
    assert info["action_mask"].dtype == np.int8 and env.action_masks().dtype == np.bool_
    assert (info["action_mask"] == env.action_masks()).all()
    assert set(np.flatnonzero(env.action_masks())) == set(env.legal_moves())
    assert env.action_space.contains(env.action_space.sample(mask=info["action_mask"]))


def test_illegal_actions_change_nothing(puzzle: str) -> None:
    env = make(puzzle)
    before, info = env.reset(seed=3)
    action = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, terminated, truncated, info = env.step(action)
    assert (before == after).all() and info["illegal"]
    assert (reward, terminated, truncated) == (0.0, False, False)


@pytest.mark.parametrize("action", [-1, 10**9])
def test_actions_out_of_range_are_refused(action: int) -> None:
    env = make("tiles")
    env.reset(seed=1)
    with pytest.raises(patience.Error, match="expected an action"):
        env.step(action)


def test_a_solution_earns_one() -> None:
    env = make("tiles", instance="1 2 3/4 . 5/7 8 6")
    env.reset()
    for move, expected in [("5", (0.0, False)), ("6", (1.0, True))]:
        action = next(action for action, text in env.legal_moves().items() if text == move)
        _, reward, terminated, _, info = env.step(action)
        assert (reward, terminated) == expected
    assert info["solved"]


def test_a_game_without_moves_is_over() -> None:
    # Two pegs that cannot reach each other.
    env = make("peg", instance="triangle15")
    random = np.random.default_rng(1)
    for _ in range(20):
        _, info = env.reset()
        terminated = False
        while not terminated:
            legal = np.flatnonzero(info["action_mask"])
            _, reward, terminated, _, info = env.step(random.choice(legal))
        assert info["solved"] == (reward == 1.0)
        assert info["solved"] or not info["action_mask"].any()


def test_instances_can_be_named() -> None:
    env = make("freecell")
    _, info = env.reset(options={"instance": 617})
    assert info["instance"] == "617"
    position = patience.Position("freecell", 617)
    assert set(env.legal_moves().values()) == set(position.moves())
    with pytest.raises(patience.Error, match="unknown option"):
        env.reset(options={"deal": 617})
    with pytest.raises(patience.Error):
        env.reset(options={"instance": "no deal"})


def test_boards_of_another_shape_are_refused() -> None:
    env = make("tiles", columns=3, rows=3)
    before, _ = env.reset(seed=1)
    with pytest.raises(patience.Error, match="other places"):
        env.reset(options={"instance": "1 2/3 ."})
    assert (env._observation() == before).all()


def test_hidden_cards_are_hidden() -> None:
    env = make("klondike")
    assert env.hides
    observation, info = env.reset(seed=11)
    down = patience.Position("klondike", 3).view()["places"]
    unseen = sum(1 for place in down for piece in place["pieces"] if piece.get("down"))
    back = env._form.most - 2
    assert (observation == back).sum() == unseen == 45
    # The seven cards that lie face up are all that can be told apart.
    assert ((observation != 0) & (observation != back)).sum() == 7
    assert info["instance"] is None
    assert not make("klondike", hidden=False).hides
    assert not make("freecell").hides


def test_hidden_games_show_the_same_as_open_ones() -> None:
    hidden, seen = make("klondike"), make("klondike", hidden=False)
    first, _ = hidden.reset(options={"instance": 3})
    second, _ = seen.reset(options={"instance": 3})
    assert (first == second).all()
    assert hidden.render() is None


@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array"])
def test_games_are_rendered(puzzle: str, mode: str) -> None:
    env = make(puzzle, render_mode=mode)
    env.reset(seed=2)
    first = env.render()
    env.step(next(iter(env.legal_moves())))
    second = env.render()
    if isinstance(first, str):
        assert first != second and first.startswith("<svg") == (mode == "svg")
    else:
        assert isinstance(first, np.ndarray) and isinstance(second, np.ndarray)
        assert first.dtype == np.uint8 and first.shape == second.shape and first.shape[2] == 3
        assert (first != second).any()


def test_render_modes_are_checked() -> None:
    with pytest.raises(patience.Error, match="render_mode"):
        patience.gym.PuzzleEnv("tiles", render_mode="human")


def test_rules_are_keywords_and_checked() -> None:
    assert make("tiles", columns=4, rows=4).observation_space.shape == (16, 1)
    with pytest.raises(patience.Error, match="colums"):
        patience.gym.PuzzleEnv("tiles", colums=4)


def test_environments_are_vectorised_by_gymnasium() -> None:
    envs = gymnasium.make_vec(patience.gym.ENVIRONMENTS["tiles"], num_envs=3)
    observations, infos = envs.reset(seed=1)
    assert observations.shape == (3, 9, 1) and infos["action_mask"].shape == (3, 81)
    envs.close()
