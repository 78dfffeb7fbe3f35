"""A race between searches on the same deals, drawn with matplotlib.

    python examples/race.py --deals 500 --out race.png
"""

from __future__ import annotations

import argparse

import matplotlib
import numpy as np

import kibitzer

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402  (the backend is chosen first)

SEARCHES = ["exact", "best-first", "learned-dfs", "dfs:prune=graphs", "dfs"]


def main() -> None:
    """Run the race, print who decided how many deals, and draw it."""
    parser = argparse.ArgumentParser(description="Searches of Birds of a Feather on the same deals.")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--max-nodes", type=int, default=20_000)
    parser.add_argument("--out", default="race.png")
    arguments = parser.parse_args()
    seeds = range(arguments.deals)
    figure, axes = pyplot.subplots(figsize=(8, 5))
    for search in SEARCHES:
        table = kibitzer.solved("birds", seeds, search, max_nodes=arguments.max_nodes)
        is_decided = np.array([verdict != "unknown" for verdict in table["verdict"]])
        nodes = np.sort(np.asarray(table["expanded"])[is_decided])
        print(f"{search:18} decided {is_decided.sum():4} of {len(seeds)} deals, at most {arguments.max_nodes:,} positions")
        axes.step(np.maximum(nodes, 1), 100 * np.arange(1, len(nodes) + 1) / len(seeds), where="post", label=search)
    axes.set(xscale="log", xlabel="positions expanded", ylabel="deals decided, percent", ylim=(0, 101))
    axes.set_title(f"Birds of a Feather, deals 0 to {len(seeds) - 1}")
    axes.legend()
    figure.savefig(arguments.out, dpi=120)


if __name__ == "__main__":
    main()
