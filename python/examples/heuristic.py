"""A heuristic written in Python, used in our best-first search.

It counts the stacks that can neither fly nor be flown to now: a plain way to prefer positions whose cards still fit
together. Everything else, the rules, the queue and the table of known positions, stays in Rust.

    python examples/heuristic.py --deals 20
"""

from __future__ import annotations

import argparse
from typing import Union

from kibitzer import DEAD_END, DeadEnd, Game, Position

#: A guess in Python takes far longer than a position in Rust, so both searches get little.
LIMIT = 2_000


def strays(position: Position) -> Union[int, DeadEnd]:
    """Weigh stacks without a legal move ten times as much as a move that is missing."""
    steps = position.steps()
    stacks = sum(pile is not None for row in position.cards() for pile in row)
    movers = {start for _, start, _ in steps} | {end for _, _, end in steps}
    lonely = stacks - len(movers)
    if stacks > 1 and not steps:
        return DEAD_END  # No move is left, and it is not the goal.
    return 10 * lonely + max(0, 3 * stacks - len(steps))


def main() -> None:
    """Solve some deals with and without the heuristic."""
    parser = argparse.ArgumentParser(description="Best-first search with a heuristic written in Python.")
    parser.add_argument("--deals", type=int, default=50)
    deals = parser.parse_args().deals
    game = Game("birds")
    guided = [game.deal(seed).solve_guided(strays, max_nodes=LIMIT) for seed in range(deals)]
    blind = [game.deal(seed).solve_guided(lambda _: 0, max_nodes=LIMIT) for seed in range(deals)]
    for name, answers in [("with the heuristic", guided), ("without", blind)]:
        solved = sum(answer.verdict == "solved" for answer in answers)
        expanded = sorted(answer.expanded for answer in answers)
        print(f"{name}: {solved} of {deals} deals solved, median {expanded[deals // 2]} positions expanded")


if __name__ == "__main__":
    main()
