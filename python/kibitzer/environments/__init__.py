"""Environments for learners: Gymnasium for the puzzles, PettingZoo for the games for two.

Importing this registers the puzzles with Gymnasium:

>>> import gymnasium, kibitzer.environments
>>> environment = gymnasium.make("kibitzer/Birds-v0")
>>> observation, info = environment.reset(options={"deal": 11982})
>>> observation.shape
(4, 4, 2)
"""

from __future__ import annotations

import gymnasium

from kibitzer.environments.duel import DuelEnvironment, duel
from kibitzer.environments.puzzle import PuzzleEnvironment

__all__ = ["DuelEnvironment", "PuzzleEnvironment", "duel"]

for _name, _game in [("Birds", "birds"), ("Gaps", "gaps")]:
    _id = f"kibitzer/{_name}-v0"
    if _id not in gymnasium.registry:
        gymnasium.register(
            id=_id, entry_point="kibitzer.environments.puzzle:PuzzleEnvironment", kwargs={"game": _game}
        )
