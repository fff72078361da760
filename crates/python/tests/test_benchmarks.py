"""The environments in plain Python that the benchmark compares with play the same games as ours."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

from naive import NaiveFreeCell, NaiveTiles  # noqa: E402
from vector import agree, choose, deal_tiles  # noqa: E402


@pytest.mark.parametrize("seed", range(5))
def test_plain_python_plays_the_same_games(seed: int) -> None:
    agree(NaiveFreeCell(), "freecell", 11982 if seed == 0 else seed, 120, seed)
    agree(NaiveTiles(), "tiles", deal_tiles(seed + 1), 120, seed)


def test_a_short_solution_ends_alike() -> None:
    for seed in range(10):
        agree(NaiveTiles(), "tiles", "1 2 3/4 5 6/7 . 8", 60, seed)


def test_chosen_actions_are_legal() -> None:
    mask = np.array([[0, 1, 0, 1], [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1]], dtype=np.int8)
    seen = {tuple(choose(mask, np.random.default_rng(seed))) for seed in range(50)}
    assert seen == {(1, 0, 0, 3), (3, 0, 0, 3)}
