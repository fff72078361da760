"""Steps a second of the native vector environment, beside environments in plain Python and our single ones.

    python benchmarks/vector.py --games 4096 --steps 200

Every environment plays random legal actions, which are chosen outside the time that is measured.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import patience
import patience.gym

sys.path.insert(0, str(Path(__file__).parent))
from naive import NaiveFreeCell, NaiveTiles  # noqa: E402


def choose(mask: np.ndarray[Any, Any], random: np.random.Generator) -> np.ndarray[Any, Any]:
    """A legal action of every row, each equally likely; 0 where there is none."""
    rows, columns = np.nonzero(mask)
    counts = np.bincount(rows, minlength=len(mask))
    firsts = np.cumsum(counts) - counts
    at = firsts + (random.random(len(mask)) * counts).astype(np.int64)
    return np.where(counts == 0, 0, columns[np.minimum(at, len(columns) - 1)])


def agree(naive: Any, puzzle: str, instance: Any, steps: int, seed: int) -> None:
    """Asserts that both give the same in a game of random actions."""
    random = np.random.default_rng(seed)
    envs = patience.gym.PuzzleVectorEnv(1, puzzle, instance=instance, autoreset_mode="Disabled")
    observations, infos = envs.reset()
    observation, info = naive.reset(instance)
    for _ in range(steps):
        assert (observations[0] == observation).all()
        assert (infos["action_mask"][0] == info["action_mask"]).all()
        actions = choose(infos["action_mask"], random)
        observations, rewards, terminations, _, infos = envs.step(actions)
        observation, reward, terminated, _, info = naive.step(int(actions[0]))
        assert (rewards[0], terminations[0]) == (reward, terminated)
        if terminated:
            break


def single(env: Any, begin: Any, steps: int) -> float:
    """Steps a second of one environment."""
    random, number, spent = np.random.default_rng(1), 1, 0.0
    _, info = begin(env, number)
    for _ in range(steps):
        legal = np.flatnonzero(info["action_mask"])
        action = int(random.choice(legal)) if len(legal) else 0
        start = time.perf_counter()
        _, _, terminated, _, info = env.step(action)
        if terminated:
            number += 1
            _, info = begin(env, number)
        spent += time.perf_counter() - start
    return steps / spent


def many(puzzle: str, games: int, steps: int, threads: int | None, copy: bool, **rules: Any) -> float:
    """Steps a second of the vector environment."""
    random, spent = np.random.default_rng(1), 0.0
    envs = patience.gym.PuzzleVectorEnv(games, puzzle, max_episode_steps=1000, threads=threads, copy=copy, **rules)
    _, infos = envs.reset(seed=1)
    for _ in range(steps):
        actions = choose(infos["action_mask"], random)
        start = time.perf_counter()
        infos = envs.step(actions)[4]
        spent += time.perf_counter() - start
    return games * steps / spent


def deal_tiles(number: int) -> str:
    return patience.Position("tiles", number).text()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=4096, help="games in step")
    parser.add_argument("--steps", type=int, default=200, help="steps of each")
    parser.add_argument("--naive-steps", type=int, default=5000, help="steps of an environment in plain Python")
    parser.add_argument("--threads", type=int, default=None, help="threads [default: all cores]")
    arguments = parser.parse_args()
    for seed in range(10):
        agree(NaiveFreeCell(), "freecell", 1 + 617 * seed, 300, seed)
        agree(NaiveTiles(), "tiles", deal_tiles(1 + seed), 300, seed)
    print(f"{'puzzle':<10} {'plain Python':>14} {'one of ours':>14} {'many':>14} {'many, copied':>14} {'times':>8}")
    naive: dict[str, tuple[Any, Any]] = {
        "freecell": (NaiveFreeCell(), lambda env, number: env.reset(number)),
        "tiles": (NaiveTiles(), lambda env, number: env.reset(deal_tiles(number))),
    }
    for puzzle in (puzzle["name"] for puzzle in patience.puzzles()):
        plain = None
        if puzzle in naive:
            plain = single(*naive[puzzle], arguments.naive_steps)
        ours = single(
            patience.gym.PuzzleEnv(puzzle), lambda env, number: env.reset(seed=number), arguments.naive_steps // 5 + 1
        )
        shared = many(puzzle, arguments.games, arguments.steps, arguments.threads, False)
        copied = many(puzzle, arguments.games, arguments.steps, arguments.threads, True)
        text, times = ("", "") if plain is None else (f"{plain:,.0f}", f"{shared / plain:.0f}")
        print(f"{puzzle:<10} {text:>14} {ours:>14,.0f} {shared:>14,.0f} {copied:>14,.0f} {times:>8}", flush=True)


if __name__ == "__main__":
    main()
