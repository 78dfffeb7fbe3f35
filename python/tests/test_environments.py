"""The environments pass the tests of the projects whose interfaces they have."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import kibitzer
from kibitzer.environments import DuelEnvironment, PuzzleEnvironment, duel


@pytest.mark.parametrize("game", ["birds", "birds:rows=3,cols=5", "gaps", "gaps:first=any,rows=3,cols=5"])
def test_a_puzzle_passes_the_check_of_gymnasium(game: str) -> None:
    environment = gymnasium.make("kibitzer/Birds-v0", game=game, render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(environment.unwrapped)


@pytest.mark.parametrize("name", ["kibitzer/Birds-v0", "kibitzer/Gaps-v0"])
def test_puzzles_are_registered(name: str) -> None:
    environment = gymnasium.make(name)
    _, info = environment.reset(seed=7)
    _, again = environment.reset(seed=7)
    assert info["position"] == again["position"]
    environment.action_space.sample(info["action_mask"])


def test_a_solution_earns_one() -> None:
    environment = PuzzleEnvironment("birds")
    _, info = environment.reset(options={"deal": 80431})
    total = 0.0
    for mv in kibitzer.Game("birds").deal(80431).solve().moves:
        action = next(action for action, name in environment.moves.items() if name == mv)
        assert info["action_mask"][action] == 1
        _, reward, terminated, truncated, info = environment.step(np.int64(action))
        total += reward
    assert (total, terminated, truncated) == (1.0, True, False)


def test_an_illegal_action_changes_nothing_and_episodes_end() -> None:
    environment = PuzzleEnvironment("gaps", max_moves=3)
    before, _ = environment.reset(options={"deal": 5})
    after, reward, terminated, truncated, info = environment.step(np.int64(0))
    assert (before == after).all() and not info["is_legal"] and reward == 0 and not terminated and not truncated
    environment.step(np.int64(0))
    assert environment.step(np.int64(0))[3]
    with pytest.raises(ValueError):
        environment.reset(options={"position": "8C 7S"})


@pytest.mark.parametrize("game", ["connect4", "yavalath", "yavalath:swap=on,side=3"])
def test_a_duel_passes_the_tests_of_pettingzoo(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(duel(game), num_cycles=200)
        seed_test(lambda: duel(game), num_cycles=50)
    assert "Passed" in capsys.readouterr().out


def test_a_duel_is_played_to_its_end() -> None:
    environment = DuelEnvironment("connect4", render_mode="ansi")
    environment.reset(options={"position": "121212"})
    assert environment.agent_selection == "player_1"
    seen = environment.observe("player_1")
    assert seen["observation"].sum() == 6 and seen["observation"][-1, 0, 0] == 1 and seen["action_mask"].sum() == 7
    environment.step(environment.actions["1"])
    assert environment.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert all(environment.terminations.values())
    assert environment.render()


def test_swapping_is_an_action() -> None:
    environment = DuelEnvironment("yavalath:swap=on")
    assert environment.names[-1] == "swap" and len(environment.names) == 62
