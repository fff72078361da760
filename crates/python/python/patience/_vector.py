"""Thousands of games in step, as one environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from patience import _patience
from patience._errors import Error
from patience._position import Setting

Observations = npt.NDArray[np.uint8]
Actions = npt.NDArray[np.int64]

MOST_GAMES = 2**20
"""The most games in step: the masks of as many may take gigabytes."""

# The columns of the native flags.
TERMINATED, TRUNCATED, ILLEGAL, SOLVED, BEGUN, LAST_ILLEGAL, LAST_SOLVED = range(7)


def _only(names: npt.NDArray[np.object_], chosen: npt.NDArray[np.bool_]) -> npt.NDArray[np.object_]:
    """The names of some games, and `None` for others."""
    names = names.copy()
    names[~chosen] = None
    return names


class PuzzleVectorEnv(gymnasium.vector.VectorEnv[Observations, Actions, npt.NDArray[Any]]):
    """Many games of a puzzle in step: what as many `PuzzleEnv` give, much faster.

    All games are played by native code without the GIL, on all cores if there are many, or on `threads`. Seeds, actions and infos are those
    of Gymnasium's `SyncVectorEnv` around `PuzzleEnv`: game number i of `reset(seed=s)` is that of seed s + i, and a list has a seed for each.
    `reset(options={"instance": 617})` or the argument `instance` names the instance of all games; `options={"reset_mask": …}` resets some.

    An episode ends when the puzzle is solved or stuck, or after `max_episode_steps`. The next one begins with the next step, or as
    `autoreset_mode` says. With `copy=False` the arrays of every step are the same memory: look at them before the next step.

    >>> import numpy as np
    >>> import patience.gym
    >>> envs = patience.gym.PuzzleVectorEnv(4, "tiles", columns=2, rows=2)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((4, 4, 1), (4, 16))
    >>> observations, rewards, terminations, truncations, infos = envs.step(infos["action_mask"].argmax(axis=1))
    >>> infos["illegal"].any()
    np.False_
    """

    def __init__(
        self,
        num_envs: int,
        puzzle: str,
        *,
        instance: SupportsIndex | str | None = None,
        hidden: bool = True,
        max_episode_steps: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        render_mode: str | None = None,
        **rules: Setting,
    ) -> None:
        super().__init__()
        if not 1 <= num_envs <= MOST_GAMES:
            raise Error(f"num_envs: expected a number from 1 to {MOST_GAMES}, found {num_envs}")
        if max_episode_steps is not None and max_episode_steps < 1:
            raise Error(f"max_episode_steps: expected a number from 1 on, found {max_episode_steps}")
        if render_mode is not None:
            raise Error(f"render_mode `{render_mode}`: many games are not rendered; make one environment for that")
        try:
            mode = AutoresetMode(autoreset_mode)
        except ValueError:
            known = ", ".join(mode.value for mode in AutoresetMode)
            raise Error(f"unknown autoreset_mode `{autoreset_mode}` (known: {known})") from None
        self.puzzle = puzzle
        self.num_envs = num_envs
        self.copy = copy
        self.autoreset_mode = mode
        self.metadata = {"autoreset_mode": mode}
        self._instance = instance
        self._tables = _patience.Tables(
            puzzle, instance, rules, hidden, num_envs, max_episode_steps, mode.value, threads
        )
        self._form = self._tables.form
        shape, actions = self._form.shape, self._form.actions
        self.single_observation_space = spaces.Box(0, self._form.most, shape, np.uint8)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        cells = shape[0] * shape[1]
        kept = num_envs if mode is AutoresetMode.SAME_STEP else 0
        self._observations = np.zeros((num_envs, cells), dtype=np.uint8)
        self._masks = np.zeros((num_envs, actions), dtype=np.int8)
        self._last_observations = np.zeros((kept, cells), dtype=np.uint8)
        self._last_masks = np.zeros((kept, actions), dtype=np.int8)
        self._rewards = np.zeros(num_envs, dtype=np.float64)
        self._flags = np.zeros((num_envs, 7), dtype=np.bool_)
        self._names: npt.NDArray[np.object_] = np.full(num_envs, None, dtype=object)
        self._generators: list[np.random.Generator | None] = [None] * num_envs
        self._seeds = [0] * num_envs
        # The number that chooses the next instance of every game: drawn before it is needed.
        self._randoms = np.zeros(num_envs, dtype=np.uint64)

    @property
    def hides(self) -> bool:
        """Whether pieces are hidden."""
        return self._form.hides

    @property  # type: ignore[misc]
    def np_random(self) -> tuple[np.random.Generator, ...]:  # type: ignore[override]
        """The random numbers of every game."""
        self._seed([None] * self.num_envs)
        return tuple(generator for generator in self._generators if generator is not None)

    @property
    def np_random_seed(self) -> tuple[int, ...]:  # type: ignore[override]
        """The seeds of every game."""
        self._seed([None] * self.num_envs)
        return tuple(self._seeds)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        options = dict(options or {})
        chosen = self._chosen(options.pop("reset_mask", None))
        instance = options.pop("instance", self._instance)
        if options:
            raise Error(f"unknown option `{min(options)}` (known: instance, reset_mask)")
        if seed is None:
            seeds: Sequence[int | None] = [None] * self.num_envs
        elif isinstance(seed, (int, np.integer)):
            seeds = range(int(seed), int(seed) + self.num_envs)
        else:
            seeds = seed
        if len(seeds) != self.num_envs:
            raise Error(f"seed: expected {self.num_envs} seeds, found {len(seeds)}")
        self._seed([seed if mine else None for seed, mine in zip(seeds, chosen)])
        self._tables.reset(
            instance, chosen, self._randoms, self._observations, self._masks, self._flags
        )
        self._take_names()
        return self._seen(), self._infos(chosen)

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observations, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or not np.issubdtype(given.dtype, np.integer):
            raise Error(f"expected {self.num_envs} whole numbers, found {given.dtype} of shape {given.shape}")
        if given.dtype == np.uint64:
            given = np.minimum(given, np.uint64(2**63 - 1))
        self._tables.step(
            np.ascontiguousarray(given, dtype=np.int64),
            self._randoms,
            self._observations,
            self._masks,
            self._last_observations,
            self._last_masks,
            self._rewards,
            self._flags,
        )
        terminations, truncations = self._flags[:, TERMINATED].copy(), self._flags[:, TRUNCATED].copy()
        infos: dict[str, Any] = {}
        if self._flags[:, BEGUN].any():
            if self.autoreset_mode is AutoresetMode.SAME_STEP:
                infos = self._final(self._flags[:, BEGUN].copy())
            self._take_names()
        infos.update(self._infos(np.ones(self.num_envs, dtype=np.bool_)))
        rewards = self._rewards.copy() if self.copy else self._rewards
        return self._seen(), rewards, terminations, truncations, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions of every game are legal, as libraries of masked policies ask for it."""
        return self._masks.astype(np.bool_)

    def _chosen(self, mask: Any) -> npt.NDArray[np.bool_]:
        """The games that a reset is about."""
        if mask is None:
            return np.ones(self.num_envs, dtype=np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise Error(f"reset_mask: expected an array of {self.num_envs} booleans")
        if not mask.any():
            raise Error("reset_mask: expected a game to reset")
        return np.ascontiguousarray(mask)

    def _seed(self, seeds: Sequence[int | None]) -> None:
        """Seeds the random numbers of games, and of those that have none."""
        for at, seed in enumerate(seeds):
            if seed is not None or self._generators[at] is None:
                generator, self._seeds[at] = seeding.np_random(seed)
                self._generators[at] = generator
                self._randoms[at] = generator.integers(2**63)

    def _take_names(self) -> None:
        """Asks for the names of new games, and draws the numbers of those after them."""
        for at, name in self._tables.begun():
            self._names[at] = name
            generator = self._generators[at]
            if generator is not None:
                self._randoms[at] = generator.integers(2**63)

    def _seen(self) -> Observations:
        seen = self._observations.copy() if self.copy else self._observations
        return seen.reshape(self.num_envs, *self._form.shape)

    def _infos(self, chosen: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """The infos of games, and zeros for others, as Gymnasium's own vector environments give them."""
        masks = self._masks.copy() if self.copy else self._masks
        names = self._names.copy() if self.copy else self._names
        illegal, solved = self._flags[:, ILLEGAL].copy(), self._flags[:, SOLVED].copy()
        if not chosen.all():
            masks, names = masks * chosen[:, np.newaxis], _only(names, chosen)
            illegal, solved = illegal & chosen, solved & chosen
        infos = {"action_mask": masks, "illegal": illegal, "instance": names, "solved": solved}
        for name in tuple(infos):
            infos[f"_{name}"] = chosen.copy()
        return infos

    def _final(self, ended: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """The last observations and infos of games that have ended in this step."""
        observations = np.full(self.num_envs, None, dtype=object)
        for at in np.flatnonzero(ended):
            observations[at] = self._last_observations[at].reshape(self._form.shape).copy()
        final = {
            "action_mask": self._last_masks * ended[:, np.newaxis],
            "illegal": self._flags[:, LAST_ILLEGAL].copy(),
            "instance": _only(self._names, ended),
            "solved": self._flags[:, LAST_SOLVED].copy(),
        }
        for name in tuple(final):
            final[f"_{name}"] = ended.copy()
        return {
            "final_obs": observations,
            "_final_obs": ended.copy(),
            "final_info": final,
            "_final_info": ended.copy(),
        }
