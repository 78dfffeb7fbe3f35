"""Fast, exact and honest search for four games.

Positions and moves are text, the same as on the command line. A ``Game`` deals and reads positions, a ``Position``
knows its legal moves and is decided or analyzed, and whatever takes long leaves the interpreter to other threads and
ends with Ctrl-C.

>>> import kibitzer
>>> position = kibitzer.Position("birds", "8C 7S / 2D 8D")
>>> position.legal_moves()[0]
'8C-7S'
>>> position.solve().verdict
'solved'
"""

from __future__ import annotations

from kibitzer._kibitzer import (
    DEAD_END,
    Algorithm,
    Analysis,
    DeadEnd,
    DuelAnswer,
    Engine,
    Game,
    Position,
    PuzzleAnswer,
    RankedMove,
    game_names,
)
from kibitzer.data import (
    Table,
    cross_validate,
    examples,
    feature_names,
    features,
    features_and_labels,
    solved,
    write_parquet,
)

__all__ = [
    "DEAD_END",
    "Algorithm",
    "Analysis",
    "DeadEnd",
    "DuelAnswer",
    "Engine",
    "Game",
    "Position",
    "PuzzleAnswer",
    "RankedMove",
    "Table",
    "cross_validate",
    "examples",
    "feature_names",
    "features",
    "features_and_labels",
    "game_names",
    "solved",
    "spec",
    "write_parquet",
]


def spec(name: str, /, **options: object) -> str:
    """Write a game or a search with its options, as ``Game`` and ``algorithm`` read them.

    >>> spec("mcts", iterations=1000, c=0.3)
    'mcts:iterations=1000,c=0.3'
    >>> spec("exact")
    'exact'
    """
    written = ",".join(f"{option}={value}" for option, value in options.items())
    return f"{name}:{written}" if written else name
