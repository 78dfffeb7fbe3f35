"""A game for two as a PettingZoo environment. The rules are those of ``Position``; here they only become numbers."""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from kibitzer._kibitzer import Game, Position

AGENTS = ["player_1", "player_2"]


def duel(game: Union[str, Game] = "connect4", *, render_mode: Optional[str] = None) -> AECEnv[str, Any, Any]:
    """Make the environment with PettingZoo's usual checks around it: an illegal action loses."""
    environment: AECEnv[str, Any, Any] = DuelEnvironment(game, render_mode=render_mode)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class DuelEnvironment(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """Stones on a board, put down in turn.

    - An observation is a dictionary. ``observation`` has two planes of the board, row by row from the top, padded on the
      right where rows differ: the stones of the player who looks, and those of the other. ``action_mask`` has a 1
      for each legal action; it has none for the player who waits.
    - An action is an index into ``names``, the moves of the game.
    - The reward is 1 for a win, -1 for a loss and 0 for a draw.

    ``reset(options={"position": text})`` says where to start.
    """

    metadata = {"render_modes": ["ansi"], "name": "kibitzer_duel_v0", "is_parallelizable": False, "render_fps": 1}

    def __init__(self, game: Union[str, Game] = "connect4", *, render_mode: Optional[str] = None) -> None:
        """Take a game for two with its options."""
        super().__init__()
        self.game = game if isinstance(game, Game) else Game(game)
        self.render_mode = render_mode
        start = self.game.start()
        # Every move there is can be played first, or in answer to the first.
        first = start.legal_moves()
        self.names = first + [mv for mv in start.play(first[0]).legal_moves() if mv not in first]
        self.actions = {name: action for action, name in enumerate(self.names)}
        stones = start.stones()
        self.shape = (len(stones), max(len(row) for row in stones), 2)
        self.possible_agents = list(AGENTS)
        board = spaces.Box(0, 1, self.shape, dtype=np.int8)
        mask = spaces.Box(0, 1, (len(self.names),), dtype=np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": board, "action_mask": mask}) for agent in AGENTS
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.names)) for agent in AGENTS}
        self.position = start

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Tell what a player sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Tell what a player may do."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Start a game; there is no luck in it, so the seed changes nothing."""
        start = (options or {}).get("position")
        self.position = self.game.start() if start is None else Position(self.game, str(start))
        self.agents = list(AGENTS)
        self.rewards = {agent: 0.0 for agent in AGENTS}
        self._cumulative_rewards = {agent: 0.0 for agent in AGENTS}
        is_over = self.position.is_over
        self.terminations = {agent: is_over for agent in AGENTS}
        self.truncations = {agent: False for agent in AGENTS}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.position.to_move - 1]

    def step(self, action: Optional[int]) -> None:
        """Play a move for the player whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("the game goes on, so an action is needed")
        self._cumulative_rewards[agent] = 0.0
        self.position = self.position.play(self.names[int(action)])
        winner = self.position.winner
        self._clear_rewards()
        if winner is not None:
            self.terminations = {agent: True for agent in AGENTS}
            if winner > 0:
                self.rewards = {other: 1.0 if other == AGENTS[winner - 1] else -1.0 for other in AGENTS}
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, npt.NDArray[np.int8]]:
        """Look at the board as one of the players."""
        own = 1 + AGENTS.index(agent)
        seen = np.zeros(self.shape, dtype=np.int8)
        for row, line in enumerate(self.position.stones()):
            for column, stone in enumerate(line):
                if stone:
                    seen[row, column, 0 if stone == own else 1] = 1
        mask = np.zeros(len(self.names), dtype=np.int8)
        if agent == self.agent_selection:
            mask[[self.actions[mv] for mv in self.position.legal_moves()]] = 1
        return {"observation": seen, "action_mask": mask}

    def render(self) -> Optional[str]:
        """Draw the position in a few lines of text."""
        return self.position.picture() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""
