"""A puzzle as a Gymnasium environment. The rules are those of ``Position``; here they only become numbers."""

from __future__ import annotations

from typing import Any, Optional, Union

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from kibitzer._kibitzer import Game, Position

#: The letters of a card; an empty cell is 0, and the cards are 1 to 52.
RANKS, SUITS = "A23456789TJQK", "CDHS"

Observation = npt.NDArray[np.int8]


class PuzzleEnvironment(gymnasium.Env[Observation, np.int64]):
    """Cards on a table, moved from cell to cell.

    - An observation has two numbers for each cell: the card on top, from 1 to 52 (0 is an empty cell), and how many
      cards lie there.
    - An action is ``from * cells + to``, with cells counted row by row. ``info["action_mask"]`` has a 1 for each legal
      one, and ``info["moves"]`` their names. An illegal action changes nothing and is told by ``info["is_legal"]``.
    - The reward is 1 for the move that solves the puzzle, and else 0.
    - An episode terminates when no move is left, and is truncated after ``max_moves``.

    ``reset(options={"deal": 7})`` or ``reset(options={"position": text})`` says where to start; else a deal of
    ``range(deals)`` is drawn.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: Union[str, Game] = "birds",
        *,
        deals: int = 1_000_000,
        max_moves: int = 200,
        render_mode: Optional[str] = None,
    ) -> None:
        """Take a puzzle with its options."""
        self.game = game if isinstance(game, Game) else Game(game)
        self.deals = min(deals, self.game.last_seed + 1)
        self.max_moves = max_moves
        self.render_mode = render_mode
        self.position = self.game.deal(0)
        cards = self.position.cards()
        self.rows, self.columns = len(cards), len(cards[0])
        self.cells = self.rows * self.columns
        self.action_space = spaces.Discrete(self.cells * self.cells)
        most = np.empty((self.rows, self.columns, 2), dtype=np.int8)
        most[..., 0], most[..., 1] = len(RANKS) * len(SUITS), self.cells
        self.observation_space = spaces.Box(np.zeros_like(most), most, dtype=np.int8)
        self.moves: dict[int, str] = {}
        self.played = 0

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start from a deal."""
        super().reset(seed=seed)
        options = options or {}
        if "position" in options:
            position = Position(self.game, str(options["position"]))
            if [len(row) for row in position.cards()] != [self.columns] * self.rows:
                raise ValueError(f"the board does not have {self.rows} x {self.columns} cells")
            self.position = position
        else:
            drawn = int(self.np_random.integers(self.deals))
            self.position = self.game.deal(options.get("deal", drawn))
        self.played = 0
        self._find_moves()
        return self._observe(), self._inform(is_legal=True)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the move of an action, if it is legal."""
        mv = self.moves.get(int(action))
        if mv is not None:
            self.position = self.position.play(mv)
            self._find_moves()
        self.played += 1
        is_solved = mv is not None and self.position.is_solved
        is_over = not self.moves
        is_late = self.played >= self.max_moves and not is_over
        return self._observe(), float(is_solved), is_over or is_solved, is_late, self._inform(mv is not None)

    def action_masks(self) -> npt.NDArray[np.int8]:
        """Tell the legal actions, with a 1 for each."""
        mask = np.zeros(self.cells * self.cells, dtype=np.int8)
        mask[list(self.moves)] = 1
        return mask

    def render(self) -> Optional[str]:
        """Draw the position in a few lines of text."""
        return self.position.picture() if self.render_mode == "ansi" else None

    def _find_moves(self) -> None:
        def index(cell: tuple[int, int]) -> int:
            return cell[0] * self.columns + cell[1]

        steps = self.position.steps()
        self.moves = {index(start) * self.cells + index(end): mv for mv, start, end in steps}

    def _observe(self) -> Observation:
        seen = np.zeros((self.rows, self.columns, 2), dtype=np.int8)
        for row, line in enumerate(self.position.cards()):
            for column, pile in enumerate(line):
                if pile is not None:
                    card, size = pile
                    seen[row, column] = 1 + RANKS.index(card[0]) + len(RANKS) * SUITS.index(card[1]), size
        return seen

    def _inform(self, is_legal: bool) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks(),
            "is_legal": is_legal,
            "moves": list(self.moves.values()),
            "position": self.position.text,
        }
