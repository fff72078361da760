"""Positions: reading, moves, verdicts, pictures, equality."""

from __future__ import annotations

import pickle
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import patience
import pytest

NEAR = "1 2 3/4 . 5/7 8 6"
"""Two moves from the goal: 5, then 6."""

STARTS: dict[str, int | str] = {"freecell": 617, "klondike": 3, "rushhour": "jam1", "peg": "english", "tiles": 1}


def start(puzzle: str) -> patience.Position:
    return patience.Position(puzzle, STARTS.get(puzzle, 1))


@pytest.fixture(params=[puzzle["name"] for puzzle in patience.puzzles()])
def puzzle(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_puzzle_has_a_start_with_moves_that_can_be_played(puzzle: str) -> None:
    position = start(puzzle)
    moves = position.moves()
    assert moves
    places = {place["id"] for place in position.view()["places"]}
    for move in moves:
        assert move.source in places and move.target in places
        assert position.play(move) != position


def test_texts_and_codes_are_read_back(puzzle: str) -> None:
    position = start(puzzle)
    assert patience.Position(puzzle, position.code) == position
    assert patience.Position(puzzle, position.text()) == position
    assert repr(position) == f"Position({puzzle!r}, {position.code!r})"


def test_positions_are_values(puzzle: str) -> None:
    position = start(puzzle)
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position and hash(copy) == hash(position) and copy is not position
    assert len({position, copy, position.play(position.moves()[0])}) == 2
    assert position != position.code


def test_pictures_are_xml(puzzle: str) -> None:
    position = start(puzzle)
    assert ElementTree.fromstring(position.svg()).tag.endswith("svg")
    assert position._repr_svg_() == position.svg()


def test_features_have_names(puzzle: str) -> None:
    position = start(puzzle)
    values = position.features()
    assert values.dtype == np.float64
    assert len(values) == len(patience.features(puzzle)) > 0
    assert np.isfinite(values).all()


def test_features_are_measured_where_the_position_is() -> None:
    names = [feature["name"] for feature in patience.features("tiles")]
    distance = names.index("Manhattan")
    position = patience.Position("tiles", NEAR)
    assert position.features()[distance] == 2
    assert position.play("5").features()[distance] == 1
    assert position.play("4").features()[distance] == 3


def test_unknown_cards_have_no_features() -> None:
    text = patience.Position("klondike", 3).text()
    columns = re.compile(r"^(\d: )(.*)\|", re.MULTILINE)
    hidden = patience.Position("klondike", columns.sub(lambda it: it[1] + "?? " * len(it[2].split()) + "|", text))
    assert hidden.text().count("??") == 21
    with pytest.raises(patience.Error, match="no features"):
        hidden.features()


def test_moves_know_their_places() -> None:
    position = patience.Position("freecell", 1)
    move = next(move for move in position.moves() if move == "1a")
    assert (move.piece, move.source, move.target) == ("6S", "1", "a")
    copy = pickle.loads(pickle.dumps(move))
    assert (copy, copy.piece, copy.source, copy.target) == (move, "6S", "1", "a")


def test_judgements_name_the_moves_that_win() -> None:
    judgement = patience.Position("tiles", NEAR).judge(time=10)
    assert (judgement.verdict, judgement.distance, judgement.best) == ("wins", 2, "5")
    distances = {judged.move: judged.distance for judged in judgement.moves}
    # Every other move has to be taken back.
    assert distances == {"5": 1, "2": 3, "4": 3, "8": 3}


def test_hints_name_the_first_moves_of_a_solution() -> None:
    hint = patience.Position("tiles", NEAR).hint(next=2)
    assert (hint.best, hint.next, hint.outcome, hint.distance) == ("5", ("5", "6"), "solved", 2)
    done = patience.Position("tiles", "1 2/3 .").hint()
    assert (done.best, done.next) == (None, ())


def test_rules_are_keywords() -> None:
    assert len(patience.Position("tiles", 1, columns=4, rows=4).view()["places"]) == 16
    with pytest.raises(patience.Error, match="colums"):
        patience.Position("tiles", 1, colums=4)
    assert patience.Position("tiles", 1, columns=None) == patience.Position("tiles", 1)


def test_errors_have_a_place() -> None:
    with pytest.raises(patience.Error) as caught:
        patience.Position("tiles", "1 2/3 x")
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.line, error.column) == (1, 7)
    assert str(error).startswith("line 1, column 7: ")
    again = pickle.loads(pickle.dumps(error))
    assert (again.message, again.line, again.column) == (error.message, 1, 7)


@pytest.mark.parametrize("instance", [None, 1.5, b"1", True, object(), [1]])
def test_instances_are_numbers_or_text(instance: object) -> None:
    with pytest.raises(patience.Error, match="expected a number or text"):
        patience.Position("tiles", instance)  # type: ignore[arg-type]


@pytest.mark.parametrize("instance", [-1, 2**64, 2**200, 10**30])
def test_numbers_out_of_range_are_refused(instance: int) -> None:
    with pytest.raises(patience.Error):
        patience.Position("freecell", instance)


def test_integers_of_numpy_are_numbers() -> None:
    assert patience.Position("freecell", np.int64(617)) == patience.Position("freecell", 617)


def test_illegal_moves_are_refused() -> None:
    with pytest.raises(patience.Error):
        patience.Position("tiles", NEAR).play("1")
    with pytest.raises(patience.Error):
        patience.Position("tiles", NEAR).play("5 6")


def test_unknown_names_are_listed() -> None:
    with pytest.raises(patience.Error, match="known: .*tiles"):
        patience.Position("tile", 1)
    with pytest.raises(patience.Error, match="ida-star"):
        patience.solve("tiles", 1, engine="short")
    with pytest.raises(patience.Error, match="unknown format"):
        start("tiles").text("png")
