"""Searches: verdicts, exact values, analyses, engines, many positions at once."""

import copy
import pickle
import threading
import time

import pytest

import kibitzer
from kibitzer import DuelAnswer, Game, Position, PuzzleAnswer, spec


def test_a_puzzle_is_solved_and_the_solution_replays() -> None:
    position = Game("birds").deal(80431)
    answer = position.solve()
    assert isinstance(answer, PuzzleAnswer)
    assert (answer.verdict, answer.length, answer.shortest, answer.stopped_by) == ("solved", 15, True, None)
    for mv in answer.moves:
        position = position.play(mv)
    assert position.is_solved


def test_unsolvable_is_a_proof_and_unknown_says_why() -> None:
    deal = Game("birds").deal(1163)
    assert deal.solve().verdict == "unsolvable"
    answer = deal.solve("dfs", max_nodes=10)
    assert (answer.verdict, answer.stopped_by, answer.expanded) == ("unknown", "nodes", 10)
    assert answer.length is None


def test_answers_are_the_json_of_the_command_line() -> None:
    found = Position("birds", "8C 7S / 2D 8D").solve().as_dict()
    assert list(found) == ["game", "position", "verdict", "moves", "length", "shortest", "expanded", "micros"]
    found = Position("connect4", "4444422266").solve().as_dict()
    assert list(found) == ["game", "position", "verdict", "score", "best", "expanded", "micros"]


def test_connect_four_has_exact_values() -> None:
    answer = Position("connect4", "4444422266").solve()
    assert isinstance(answer, DuelAnswer)
    assert answer.verdict in {"win", "draw", "loss"} and answer.score is not None
    best = Position("connect4", "4444422266").play(answer.best[0]).solve()
    assert best.score == -answer.score


def test_shortest_solutions_of_gaps() -> None:
    position = Game("gaps:rows=2,cols=4").deal(1)
    answer = position.solve(shortest=True, max_time=20)
    assert answer.verdict in {"solved", "unsolvable"}
    assert answer.shortest == (answer.verdict == "solved")


def test_tree_search_takes_every_option() -> None:
    position = Position("connect4", "4453")
    listing = next(found for found in Game("connect4").thinkers() if found.name == "mcts")
    assert [option[0] for option in listing.options][:3] == ["iterations", "c", "select"]
    full = spec("mcts", **{name: default for name, default, _, _ in listing.options} | {"iterations": 500})
    analysis = position.analyze(full)
    assert analysis.algorithm == full
    assert analysis.playouts == 500
    assert sum(ranked.visits or 0 for ranked in analysis.moves) >= 490
    assert analysis.best == analysis.moves[0].move
    again = position.analyze(full)
    assert [ranked.visits for ranked in again.moves] == [ranked.visits for ranked in analysis.moves]


def test_moves_of_a_puzzle_are_ranked_by_what_they_lead_to() -> None:
    analysis = Game("birds").deal(80431).analyze()
    words = [ranked.proved for ranked in analysis.moves]
    assert words == sorted(words) and words[0] == "solvable"


def test_an_engine_keeps_its_tree_and_is_saved() -> None:
    game = Game("connect4")
    engine = game.engine("mcts")
    first = engine.analyze("4", playouts=2000)
    later = engine.analyze(Position(game, "4" + first.variation[0] + first.variation[1]), playouts=100)
    assert later.playouts > 100, "the branch was kept"
    engine.forget()
    engine.analyze("4", playouts=300)
    saved = engine.save("4")
    assert game.resume(saved).analyze("4", playouts=1).playouts > 300


def test_many_positions_are_decided_in_their_order_whatever_the_threads() -> None:
    game = Game("birds")
    seeds = [1163, *range(200)]
    one = game.solve_seeds(seeds, threads=1)
    two = game.solve_seeds(seeds, threads=2)
    assert [answer.seed for answer in two] == seeds
    assert [answer.moves for answer in one] == [answer.moves for answer in two]
    assert [answer.expanded for answer in one] == [answer.expanded for answer in two]
    texts = [game.deal(seed) for seed in seeds]
    assert [answer.verdict for answer in game.solve_many(texts)] == [answer.verdict for answer in one]
    scores = Game("connect4").solve_many(["4444422266", "121212"])
    assert [answer.verdict for answer in scores][1] == "win"
    assert game.solve_many([]) == []


def test_other_threads_run_while_a_search_does() -> None:
    counts = []
    done = threading.Event()

    def count() -> None:
        number = 0
        while not done.is_set():
            number += 1
            time.sleep(0.001)
        counts.append(number)

    thread = threading.Thread(target=count)
    thread.start()
    answer = Position("connect4").solve("alpha-beta", max_time=0.5)
    done.set()
    thread.join()
    assert answer.verdict == "unknown"
    assert counts[0] > 3


def test_a_guess_written_in_python_guides_best_first_search() -> None:
    position = Position("birds", "8C 7S / 2D 8D")
    asked = []

    def stacks(position: Position) -> int:
        asked.append(position)
        return sum(pile is not None for row in position.cards() for pile in row) - 1

    answer = position.solve_guided(stacks, weight="a-star")
    assert (answer.verdict, answer.length) == ("solved", 3)
    assert asked and all(isinstance(seen, Position) for seen in asked)
    assert position.solve_guided(lambda _: 0, weight=(1, 2), max_nodes=0).stopped_by == "nodes"
    with pytest.raises(ZeroDivisionError):
        position.solve_guided(lambda _: 1 // 0)
    with pytest.raises(TypeError):
        position.solve_guided(lambda _: "far")  # type: ignore[arg-type, return-value]


def test_no_guess_is_a_mistake_and_a_dead_end_no_proof() -> None:
    position = Game("birds").deal(3)
    with pytest.raises(TypeError, match="the heuristic gave None"):
        position.solve_guided(lambda _: None)  # type: ignore[arg-type, return-value]
    answer = position.solve_guided(lambda _: kibitzer.DEAD_END)
    assert (answer.verdict, answer.stopped_by, answer.moves) == ("unknown", "heuristic", [])
    assert answer.as_dict()["stopped_by"] == "heuristic"
    # Without dead ends it is a proof, and with them a solution is still one.
    lost = Position("birds", "8C 2D / 4S KH")
    assert lost.solve_guided(lambda _: 0).verdict == "unsolvable"
    stuck = position.solve_guided(lambda found: 0 if found.legal_moves() or found.is_solved else kibitzer.DEAD_END)
    assert stuck.verdict == "solved" and stuck.stopped_by is None


def test_there_is_one_dead_end() -> None:
    assert copy.copy(kibitzer.DEAD_END) is kibitzer.DEAD_END
    assert pickle.loads(pickle.dumps(kibitzer.DEAD_END)) is kibitzer.DEAD_END
    assert repr(kibitzer.DEAD_END) == "kibitzer.DEAD_END"
