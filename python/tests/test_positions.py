"""Positions as values: text in and out, moves, copies."""

import copy
import pickle

import pytest

import kibitzer
from kibitzer import Game, Position

BIRDS = "8C 8H 8S 7S / 6H JH 5H 9H / 5C 7C KS 4S / 2D TS QS 3D"


def test_all_games_are_there() -> None:
    assert kibitzer.game_names() == ["birds", "gaps", "connect4", "yavalath"]
    assert [Game(name).is_puzzle for name in kibitzer.game_names()] == [True, True, False, False]
    assert Game("birds").title == "Birds of a Feather"


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("birds", BIRDS),
        ("birds:rows=2,cols=2", "8C 7S / 2D 8D"),
        ("gaps:first=suit", str(Game("gaps:first=suit").deal(2))),
        ("connect4", "4453"),
        ("yavalath:swap=on", "e5 d4 f6"),
    ],
)
def test_a_position_is_a_value(game: str, text: str) -> None:
    position = Position(game, text)
    assert str(position) == position.text == text
    assert eval(repr(position)) == position
    for twin in [copy.copy(position), copy.deepcopy(position), position.copy(), pickle.loads(pickle.dumps(position))]:
        assert twin == position and hash(twin) == hash(position) and twin.legal_moves() == position.legal_moves()
    assert pickle.loads(pickle.dumps(position.game)) == position.game
    mv = position.legal_moves()[0]
    assert position.play(mv) != position
    assert position.text == text, "a position never changes"


def test_every_legal_move_can_be_played_to_the_end() -> None:
    for name in kibitzer.game_names():
        game = Game(name)
        position = game.deal(3) if game.is_puzzle else game.start()
        for step in range(60):
            moves = position.legal_moves()
            if not moves:
                assert position.is_over
                break
            position = position.play(moves[step * 7 % len(moves)])
            assert Position(game, position.text) == position


def test_a_line_of_a_duel_has_one_text() -> None:
    assert Position("yavalath", "e5d4f6") == Position("yavalath", " e5 d4  f6 ")
    assert Position("connect4").text == "start" == Position("connect4", "start").text
    one, other = Position("connect4", "1223"), Position("connect4", "2213")
    assert one != other and not one.is_same(other)
    one, other = Position("connect4", "123"), Position("connect4", "321")
    assert one != other and one.is_same(other)


def test_who_has_won() -> None:
    position = Position("connect4", "1212121")
    assert (position.winner, position.is_over, position.plies) == (1, True, 7)
    position = Position("connect4", "12121")
    assert (position.winner, position.to_move, position.is_over) == (None, 2, False)
    assert position.stones()[-1][:3] == [1, 2, 0]
    assert not Position("birds", BIRDS).is_solved
    assert Position("birds", "AC 2C").play("AC-2C").is_solved


def test_cards_and_steps_have_places() -> None:
    position = Position("birds", "8C 7S / 2D --")
    assert position.cards() == [[("8C", 1), ("7S", 1)], [("2D", 1), None]]
    assert ("7S-8C", (0, 1), (0, 0)) in position.steps()
    assert [mv for mv, _, _ in position.steps()] == position.legal_moves()


def test_deals_are_those_of_the_command_line() -> None:
    game = Game("birds")
    assert game.deal(11982).text == Position("birds", str(game.deal(11982))).text
    assert game.last_seed == 2**31 - 1
