"""The Rust half of the package; what it holds is on show in ``kibitzer``."""

import os
from collections.abc import Iterable
from typing import Any, Callable, Final, Literal, Optional, TypedDict, Union, final, type_check_only

@type_check_only
class PuzzleObject(TypedDict, total=False):
    game: str
    seed: int
    position: str
    verdict: str
    moves: list[str]
    length: int
    shortest: bool
    expanded: int
    micros: int
    stopped_by: str

@type_check_only
class DuelObject(TypedDict, total=False):
    game: str
    position: str
    verdict: str
    score: int
    best: list[str]
    expanded: int
    micros: int
    stopped_by: str

@final
class Algorithm:
    """A search that fits a game."""

    @property
    def name(self) -> str: ...
    @property
    def help(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def options(self) -> list[tuple[str, str, str, str]]:
        """Name, default, what may be written, and what it does."""

@final
class DeadEnd:
    """What a heuristic gives for a position from which it sees no way to the goal."""

DEAD_END: Final[DeadEnd]

@final
class PuzzleAnswer:
    """The answer of a search of a puzzle. Solutions have been replayed by the rules; ``unsolvable`` is a proof."""

    @property
    def game(self) -> str: ...
    @property
    def seed(self) -> Optional[int]: ...
    @property
    def position(self) -> str: ...
    @property
    def verdict(self) -> Literal["solved", "unsolvable", "unknown"]: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def length(self) -> Optional[int]: ...
    @property
    def shortest(self) -> bool: ...
    @property
    def expanded(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def stopped_by(self) -> Optional[str]: ...
    def as_dict(self) -> PuzzleObject:
        """The object that ``kibitzer solve --format json`` prints."""

@final
class DuelAnswer:
    """The answer of a search that decides a game for two, for the side to move."""

    @property
    def game(self) -> str: ...
    @property
    def position(self) -> str: ...
    @property
    def verdict(self) -> Literal["win", "draw", "loss", "unknown"]: ...
    @property
    def score(self) -> Optional[int]: ...
    @property
    def best(self) -> list[str]: ...
    @property
    def expanded(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def stopped_by(self) -> Optional[str]: ...
    def as_dict(self) -> DuelObject:
        """The object that ``kibitzer solve --format json`` prints."""

@final
class RankedMove:
    """What is known of one move, for the side that makes it."""

    @property
    def move(self) -> str: ...
    @property
    def visits(self) -> Optional[int]: ...
    @property
    def value(self) -> Optional[float]: ...
    @property
    def score(self) -> Optional[int]: ...
    @property
    def proved(self) -> Optional[Literal["win", "draw", "loss", "solvable", "unsolvable"]]: ...

@final
class Analysis:
    """The moves of a position, weighed."""

    @property
    def game(self) -> str: ...
    @property
    def position(self) -> str: ...
    @property
    def algorithm(self) -> str: ...
    @property
    def best(self) -> Optional[str]: ...
    @property
    def moves(self) -> list[RankedMove]:
        """Every legal move, the best first."""

    @property
    def proved(self) -> Optional[Literal["win", "draw", "loss"]]: ...
    @property
    def score(self) -> Optional[int]: ...
    @property
    def variation(self) -> list[str]: ...
    @property
    def playouts(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def stopped_by(self) -> Optional[str]: ...

@final
class Engine:
    """An engine that weighs the moves of positions, and keeps its tree from one to the next."""

    @property
    def algorithm(self) -> str: ...
    def analyze(
        self,
        position: Union[str, Position],
        *,
        playouts: Optional[int] = None,
        max_nodes: Optional[int] = None,
        max_time: Optional[float] = None,
        max_memory: Optional[int] = None,
    ) -> Analysis:
        """Weigh the moves of a position. Five seconds where nothing limits it."""

    def forget(self) -> None:
        """Forget what was learned."""

    def save(self, position: Union[str, Position]) -> bytes:
        """The search at the position it thought about last, for ``Game.resume``."""

@final
class Game:
    """A game with its options, such as ``birds``, ``gaps:first=any`` or ``yavalath:swap=on``."""

    def __new__(cls, spec: str) -> Game: ...
    @property
    def spec(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def is_puzzle(self) -> bool: ...
    @property
    def last_seed(self) -> int: ...
    def deal(self, seed: int) -> Position:
        """The position that a seed deals."""

    def start(self) -> Position:
        """The position before the first move of a game for two."""

    def position(self, text: str) -> Position:
        """Read a position."""

    def algorithms(self) -> list[Algorithm]:
        """The searches that decide positions; the first is the default."""

    def thinkers(self) -> list[Algorithm]:
        """The searches that weigh the moves of a game for two; the first is the default."""

    def solve_many(
        self,
        positions: Iterable[Union[str, Position]],
        algorithm: Optional[str] = None,
        *,
        max_nodes: Optional[int] = None,
        max_time: Optional[float] = None,
        max_memory: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> list[Any]:
        """Decide many positions on all cores; answers come in their order."""

    def solve_seeds(
        self,
        seeds: Iterable[int],
        algorithm: Optional[str] = None,
        *,
        max_nodes: Optional[int] = None,
        max_time: Optional[float] = None,
        max_memory: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> list[PuzzleAnswer]:
        """Decide the deals of many seeds, such as ``range(1000)``."""

    def engine(self, algorithm: Optional[str] = None) -> Engine:
        """An engine of a game for two, which keeps what it learns."""

    def resume(self, saved: bytes) -> Engine:
        """Take up a search that ``Engine.save`` saved."""

@final
class Position:
    """A position of a game. It never changes: ``play`` gives another one."""

    def __new__(cls, game: Union[str, Game], text: Optional[str] = None) -> Position: ...
    @property
    def game(self) -> Game: ...
    @property
    def text(self) -> str: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def is_solved(self) -> bool: ...
    @property
    def to_move(self) -> Literal[1, 2]: ...
    @property
    def plies(self) -> int: ...
    @property
    def winner(self) -> Optional[Literal[0, 1, 2]]:
        """1 or 2; 0 is a draw, and ``None`` says that the game goes on."""

    def picture(self) -> str:
        """A picture, a few lines of text."""

    def legal_moves(self) -> list[str]:
        """The legal moves, always in the same order."""

    def play(self, mv: str) -> Position:
        """The position after a move."""

    def is_same(self, other: Position) -> bool:
        """Whether two positions of a game for two have the same board, by whatever moves."""

    def stones(self) -> list[list[int]]:
        """The stones of a game for two, row by row: 0 a free cell, else the number of the player."""

    def cards(self) -> list[list[Optional[tuple[str, int]]]]:
        """The cards of a puzzle, row by row: the card on top and how many lie there."""

    def steps(self) -> list[tuple[str, tuple[int, int], tuple[int, int]]]:
        """The legal moves of a puzzle with the cells that they take cards from and to."""

    def solve(
        self,
        algorithm: Optional[str] = None,
        *,
        shortest: bool = False,
        max_nodes: Optional[int] = None,
        max_time: Optional[float] = None,
        max_memory: Optional[int] = None,
    ) -> Any:
        """Decide the position: a ``PuzzleAnswer`` or a ``DuelAnswer``."""

    def solve_guided(
        self,
        heuristic: Callable[[Position], Union[int, DeadEnd]],
        *,
        weight: Union[Literal["greedy", "a-star"], tuple[int, int], None] = None,
        max_nodes: Optional[int] = None,
        max_time: Optional[float] = None,
        max_memory: Optional[int] = None,
    ) -> PuzzleAnswer:
        """Solve a puzzle by best-first search with a guess of your own.

        Where it leaves out positions as ``DEAD_END``, finding nothing proves nothing: the verdict is then ``unknown``.
        """

    def analyze(
        self,
        algorithm: Optional[str] = None,
        *,
        playouts: Optional[int] = None,
        max_nodes: Optional[int] = None,
        max_time: Optional[float] = None,
        max_memory: Optional[int] = None,
    ) -> Analysis:
        """Weigh the legal moves, the best first."""

    def explain(self, mv: str) -> Optional[str]:
        """What a legal move does, in words; ``None`` where the game has none."""

    def copy(self) -> Position:
        """The same position."""

    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any) -> Position: ...

def game_names() -> list[str]:
    """The names of all games."""

def feature_names(features: str) -> list[str]:
    """The names of the features of a set: six, cubic, board, deal or stackability."""

def feature_rows(
    positions: Iterable[Union[str, Position]], features: str, threads: Optional[int]
) -> bytearray: ...
def example_columns(
    seeds: list[int], features: str, threads: Optional[int]
) -> list[tuple[str, Union[bytearray, list[str]]]]: ...
def cross_validate(
    learner: str, seeds: list[int], folds: int, threads: Optional[int]
) -> list[tuple[int, int]]: ...
def write_columns(path: Union[str, os.PathLike[str]], table: list[tuple[str, list[Any]]]) -> None: ...
def _break_promise() -> None: ...
