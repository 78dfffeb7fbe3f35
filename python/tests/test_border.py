"""What must not happen: wrong input that passes, messages that differ, searches that cannot be stopped, panics."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

import kibitzer
from kibitzer import Game, Position, _kibitzer

#: Calls with wrong input, the arguments of the command that has the same mistake, and the message of both.
MISTAKES = [
    (lambda: Position("birds", "8C 1X"), ["solve", "birds", "8C 1X"], "row 1, column 2: '1X' is not a card"),
    (
        lambda: Position("birds", "8C 7S / 2D"),
        ["solve", "birds", "8C 7S / 2D"],
        None,
    ),
    (lambda: Position("connect4", "48"), ["solve", "connect4", "48"], None),
    (lambda: Position("yavalath", "z9"), ["solve", "yavalath", "z9"], None),
    (lambda: Game("chess"), ["solve", "chess", "e4"], "there is no game 'chess', only birds, gaps, connect4 and yavalath"),
    (lambda: Game("birds:rows=9"), ["solve", "birds:rows=9", "--seed", "1"], None),
    (lambda: Game("birds").deal(2**31), ["solve", "birds", "--seed", str(2**31)], None),
    (lambda: Game("birds").deal(1).solve("bfs"), ["solve", "birds", "--seed", "1", "--with", "bfs"], None),
    (lambda: Game("connect4").deal(1), ["deal", "connect4", "--seed", "1"], None),
    (
        lambda: Position("connect4", "4").analyze("mcts:c=x"),
        ["analyze", "connect4", "4", "--with", "mcts:c=x"],
        None,
    ),
    (
        lambda: Position("birds", "8C 7S").play("8C>7S"),
        ["verify", "birds", "8C 7S", "8C>7S"],
        None,
    ),
]


@pytest.mark.parametrize(("call", "arguments", "message"), MISTAKES, ids=lambda value: str(value)[:40])
def test_wrong_input_is_a_value_error_with_the_words_of_the_command_line(call, arguments, message) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    said = str(caught.value)
    assert message is None or said == message
    program = os.environ.get("KIBITZER")
    if program:
        run = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
        assert run.returncode == 2, run
        assert said in run.stderr


@pytest.mark.parametrize(
    "call",
    [
        lambda: Game("birds").deal(-1),
        lambda: Game("birds").solve_seeds([-1]),
        lambda: Game("birds").solve_many(["8C 7S", "8C 1X"]),
        lambda: Game("birds").solve_many(["8C 7S"], threads=0),
        lambda: Position("birds", "8C 7S").solve(max_time=-1),
        lambda: Position("birds", "8C 7S").solve(max_nodes=-1),
        lambda: Position("birds", "8C 7S").solve(max_time=float("nan")),
        lambda: Position("birds", "8C 7S").analyze(playouts=0),
        lambda: Position("birds", "8C 7S").play("KS-8C"),
        lambda: Position("birds", "8C 7S").play(""),
        lambda: Position("birds", "8C 7S").stones(),
        lambda: Position("birds"),
        lambda: Position("connect4", "4").cards(),
        lambda: Position("connect4", "4").solve_guided(lambda _: 0),
        lambda: Position("connect4", "444444").play("4"),
        lambda: Position("gaps", "\0"),
        lambda: Position("birds", "8C 7S").solve_guided(lambda _: -1),
        lambda: Position("birds", "8C 7S").solve_guided(lambda _: 0, weight="heavy"),
        lambda: Game("connect4").engine().save("4"),
        lambda: Game("connect4").resume(b"nothing"),
        lambda: Game("connect4").solve_many([Position("yavalath")]),
        lambda: kibitzer.features(["8X"]),
        lambda: kibitzer.features([], "seven"),
        lambda: kibitzer.cross_validate("oracle", range(10)),
        lambda: kibitzer.cross_validate("bayes", range(2), folds=5),
        lambda: kibitzer.examples([2**31]),
    ],
)
def test_wrong_input_is_a_value_error(call) -> None:
    with pytest.raises(ValueError):
        call()


def test_a_mistake_among_many_has_its_place() -> None:
    with pytest.raises(ValueError, match="position 2: row 1, column 2: '1X' is not a card"):
        Game("birds").solve_many(["8C 7S", "8C 1X"])


@pytest.mark.parametrize(
    "call", [lambda: Position(3), lambda: Position("birds", 3), lambda: Game("birds").solve_many([3])]
)
def test_what_is_no_text_is_a_type_error(call) -> None:
    with pytest.raises(TypeError):
        call()


def test_a_broken_promise_is_an_exception_like_any_other(capfd) -> None:
    with pytest.raises(RuntimeError, match="internal error, please report it: this was asked for"):
        _kibitzer._break_promise()
    capfd.readouterr()
    assert Position("birds", "8C 7S").legal_moves(), "and life goes on"


LONG = {
    "solve": 'kibitzer.Position("connect4").solve("alpha-beta")',
    "solve_many": 'kibitzer.Game("connect4").solve_many(["", "4", "3"][1:] * 9, "alpha-beta")',
    "analyze": 'kibitzer.Position("connect4").analyze("mcts", max_time=600)',
    "guided": 'kibitzer.Game("gaps").deal(1).solve_guided(lambda _: time.sleep(0.01) or 0)',
    "examples": "kibitzer.examples(range(10_000_000))",
    "cross_validate": 'kibitzer.cross_validate("forest:trees=10000", range(20))',
}


@pytest.mark.skipif(os.name == "nt", reason="signals are sent in another way there")
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_a_long_call(name: str) -> None:
    program = f"""
        import kibitzer
        import time
        try:
            print("ready", flush=True)
            {LONG[name]}
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """
    process = subprocess.Popen([sys.executable, "-I", "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[0] == "interrupted\n"
    assert process.returncode == 0
