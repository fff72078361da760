"""Gymnasium environments for every puzzle: `patience/FreeCell-v0`, `patience/Klondike-v0`, and so on.

`gymnasium.make_vec` makes thousands of games in step: see `PuzzleVectorEnv`.

Importing this module registers them. Gymnasium also finds them by `gymnasium.make("patience.gym:patience/FreeCell-v0")`.

>>> import gymnasium
>>> import patience.gym
>>> env = gymnasium.make("patience/SlidingTiles-v0", columns=2, rows=2)
>>> observation, info = env.reset(seed=1)
>>> observation.shape, env.action_space
((4, 1), Discrete(16))
>>> sorted(info)
['action_mask', 'illegal', 'instance', 'solved']
"""

from __future__ import annotations

from typing import Any, ClassVar, SupportsIndex

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from patience import _patience
from patience._errors import Error
from patience._picture import draw
from patience._position import Setting
from patience._solving import puzzles
from patience._vector import PuzzleVectorEnv

__all__ = ["ENVIRONMENTS", "PuzzleEnv", "PuzzleVectorEnv", "environment_id"]

Observation = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.int8]

MOST_STEPS = 1000
"""Steps after which an environment that `gymnasium.make` makes is truncated."""


class PuzzleEnv(gymnasium.Env[Observation, np.int64]):
    """A puzzle as an environment.

    An observation has a row for every place, with the numbers of the pieces there from the bottom up, and 0 where nothing is. An action is a
    pair of places. `info["action_mask"]` and `action_masks()` say which actions are legal; one that is not changes nothing. The reward is 1
    for the move that solves the puzzle, and 0 otherwise. An episode ends when the puzzle is solved or stuck.

    `reset(seed=…)` chooses the instance; `reset(options={"instance": 617})` or the argument `instance` names it. Where a puzzle hides pieces,
    they are hidden, unless `hidden=False`. Other keywords are rules of the puzzle.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "svg", "rgb_array"], "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        puzzle: str,
        *,
        instance: SupportsIndex | str | None = None,
        hidden: bool = True,
        render_mode: str | None = None,
        **rules: Setting,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            known = ", ".join(self.metadata["render_modes"])
            raise Error(f"unknown render_mode `{render_mode}` (known: {known})")
        self.puzzle = puzzle
        self.render_mode = render_mode
        self._instance = instance
        self._table = _patience.Table(puzzle, instance, rules, hidden)
        self._form = self._table.form
        self.observation_space = spaces.Box(0, self._form.most, self._form.shape, np.uint8)
        self.action_space = spaces.Discrete(self._form.actions)

    @property
    def hides(self) -> bool:
        """Whether pieces are hidden."""
        return self._form.hides

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        unknown = set(options or {}) - {"instance"}
        if unknown:
            raise Error(f"unknown option `{min(unknown)}` (known: instance)")
        instance = (options or {}).get("instance", self._instance)
        name = self._table.reset(instance, int(self.np_random.integers(2**63)))
        # Who plays a hidden game must not know its name: anybody can deal it.
        self._name = None if self.hides else name
        return self._observation(), self._info(False)

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        number = action.__index__()
        if not 0 <= number < self._form.actions:
            raise Error(f"expected an action from 0 to {self._form.actions - 1}, found {number}")
        legal = self._table.step(number)
        solved, stuck = self._table.ended()
        reward = 1.0 if solved and legal else 0.0
        return self._observation(), reward, solved or stuck, False, self._info(not legal)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, as libraries of masked policies ask for it."""
        return np.frombuffer(self._table.mask(), dtype=np.bool_)

    def legal_moves(self) -> dict[int, str]:
        """The legal actions with their moves in notation."""
        return dict(self._table.legal())

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        if self.render_mode == "ansi":
            return self._table.text()
        if self.render_mode == "svg":
            return self._table.svg()
        if self.render_mode == "rgb_array":
            return draw(self._table.view())
        return None

    def _observation(self) -> Observation:
        return np.frombuffer(self._table.observation(), dtype=np.uint8).reshape(self._form.shape)

    def _info(self, illegal: bool) -> dict[str, Any]:
        mask: Mask = np.frombuffer(self._table.mask(), dtype=np.int8)
        solved, _ = self._table.ended()
        return {"action_mask": mask, "illegal": illegal, "instance": self._name, "solved": solved}

    _name: str | None = None


def environment_id(name: str, title: str) -> str:
    """The id of a puzzle's environment: its title without spaces, as far as that is its name.

    >>> environment_id("freecell", "FreeCell and its family"), environment_id("tiles", "Sliding tiles")
    ('patience/FreeCell-v0', 'patience/SlidingTiles-v0')
    """
    words = [word[:1].upper() + word[1:] for word in title.replace("-", " ").split()]
    for count in range(1, len(words)):
        if "".join(words[:count]).lower() == name.replace("-", "").lower():
            words = words[:count]
            break
    return f"patience/{''.join(words)}-v0"


ENVIRONMENTS: dict[str, str] = {}
"""The ids of all environments, by their puzzles."""


def _register() -> None:
    for puzzle in puzzles():
        name = environment_id(puzzle["name"], puzzle["title"])
        ENVIRONMENTS[puzzle["name"]] = name
        gymnasium.register(
            id=name,
            entry_point="patience.gym:PuzzleEnv",
            vector_entry_point="patience.gym:PuzzleVectorEnv",
            kwargs={"puzzle": puzzle["name"]},
            max_episode_steps=MOST_STEPS,
        )


_register()
