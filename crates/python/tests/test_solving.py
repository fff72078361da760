"""Solving one instance and many: records, limits, threads, Ctrl-C, tables."""

from __future__ import annotations

import pickle
import signal
import threading
import time
from pathlib import Path

import patience
import pytest

HARD = "15 14 8 12/10 11 9 13/2 6 5 1/3 4 7 ."
"""A board of sixteen cells that is far from the goal: no search here ends by itself."""


def replayed(record: patience.Record) -> patience.Position:
    position = patience.Position(record.puzzle, record.instance)
    for move in record.moves:
        position = position.play(move)
    return position


def test_a_solution_is_a_typed_record_that_replays() -> None:
    record = patience.solve("freecell", 617, engine="fast", time=60)
    assert record.solved and record.outcome == "solved" and record.stop is None
    assert (record.puzzle, record.instance, record.engine) == ("freecell", "617", "fast")
    assert replayed(record).solved
    assert record.length == len(record.moves)
    assert record.nodes > 0 and record.seconds > 0
    assert record.cost == record.lengths[record.metric]
    assert pickle.loads(pickle.dumps(record)) == record


def test_nodes_are_those_of_every_other_run() -> None:
    runs = {patience.solve("tiles", 7).nodes for _ in range(3)}
    assert len(runs) == 1


def test_no_solution_is_an_answer() -> None:
    record = patience.solve("tiles", "2 1/3 .")
    assert (record.outcome, record.solved, record.moves, record.cost) == ("unsolvable", False, (), None)
    assert record.reason is not None and record.lengths == {}


def test_limits_end_a_search() -> None:
    record = patience.solve("tiles", HARD, nodes=100)
    assert (record.outcome, record.stop) == ("limit", "nodes")
    assert record.nodes <= 100
    begun = time.monotonic()
    record = patience.solve("tiles", HARD, engine="ida-star", time=0.2)
    assert (record.outcome, record.stop) == ("limit", "time")
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize(
    "limits", [{"time": -1}, {"time": float("nan")}, {"nodes": -1}, {"memory": -5}, {"nodes": 2**70}]
)
def test_limits_are_checked(limits: dict[str, float]) -> None:
    with pytest.raises(patience.Error, match=next(iter(limits))):
        patience.solve("tiles", 1, **limits)  # type: ignore[arg-type]


def test_settings_are_keywords() -> None:
    engine = next(it for it in patience.engines("tiles") if it["name"] == "beam")
    assert "width" in [field["name"] for field in engine["settings"]]
    assert patience.solve("tiles", 1, engine="beam", width=64).engine == "beam"
    with pytest.raises(patience.Error, match="width"):
        patience.solve("tiles", 1, engine="beam", width=0)
    with pytest.raises(patience.Error, match="wdth"):
        patience.solve("tiles", 1, engine="beam", wdth=4)
    with pytest.raises(patience.Error, match="width"):
        patience.solve("tiles", 1, engine="beam", width=object())  # type: ignore[arg-type]


def test_the_gil_is_released() -> None:
    counted = 0
    done = threading.Event()

    def search() -> None:
        patience.solve("tiles", HARD, engine="ida-star", time=1.0)
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.is_set():
        counted += 1
        time.sleep(0.001)
    thread.join()
    # With the GIL held, nothing would be counted before the end.
    assert counted > 20


@pytest.mark.parametrize("many", [False, True])
def test_a_signal_ends_a_search(many: bool) -> None:
    class Alarm(Exception):
        pass

    def ring(_number: int, _frame: object) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    begun = time.monotonic()
    try:
        with pytest.raises(Alarm):
            if many:
                patience.solve_many("tiles", [HARD] * 8, engine="ida-star", time=120, threads=2, progress=False)
            else:
                patience.solve("tiles", HARD, engine="ida-star", time=120)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - begun < 60


def test_ctrl_c_is_a_keyboard_interrupt() -> None:
    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        patience.solve("tiles", HARD, engine="ida-star", time=120)
    timer.join()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_batches_keep_the_order_whatever_the_threads(threads: int) -> None:
    records = patience.solve_many("tiles", range(1, 41), threads=threads, progress=False)
    assert [record.instance for record in records] == [str(number) for number in range(1, 41)]
    alone = [patience.solve("tiles", number) for number in range(1, 6)]
    assert [it.nodes for it in records[:5]] == [it.nodes for it in alone]
    assert [it.moves for it in records[:5]] == [it.moves for it in alone]


def test_batches_take_positions_and_texts() -> None:
    position = patience.Position("tiles", 3)
    records = patience.solve_many("tiles", [position, "1 2/. 3", 3], progress=False)
    assert [record.instance for record in records] == [position.code, "1 2/. 3", "3"]
    assert records[0].moves == records[2].moves
    with pytest.raises(patience.Error, match="expected a position of freecell"):
        patience.solve_many("freecell", [position])


def test_progress_counts_every_instance() -> None:
    counts: list[int] = []
    patience.solve_many("tiles", range(1, 31), progress=counts.append)
    assert sum(counts) == 30


def test_an_error_of_progress_ends_the_batch() -> None:
    def fail(_count: int) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        patience.solve_many("tiles", range(1, 1001), progress=fail)


def test_an_instance_that_cannot_be_read_ends_the_batch() -> None:
    with pytest.raises(patience.Error) as caught:
        patience.solve_many("tiles", [1, "1 2/3 x", 2], progress=False)
    assert caught.value.column == 7


def test_an_empty_batch_is_empty() -> None:
    assert patience.solve_many("tiles", []) == []


def test_moves_can_be_left_out() -> None:
    (record,) = patience.solve_many("tiles", [1], moves=False, progress=False)
    assert record.moves == () and record.length == record.cost


def records() -> patience.Records:
    return patience.solve_many("tiles", ["1 2/. 3", "2 1/3 ."], progress=False)


def test_records_become_columns() -> None:
    columns = records().to_dict()
    assert columns["outcome"] == ["solved", "unsolvable"]
    assert columns["cost"] == [1, None] and columns["moves"] == ["3", ""]
    assert len({len(column) for column in columns.values()}) == 1


def test_records_become_a_table_of_arrow() -> None:
    pa = pytest.importorskip("pyarrow")
    table = records().to_arrow()
    assert table.column("cost").to_pylist() == [1, None]
    assert table.schema.field("cost").type == pa.int64()


def test_records_become_data_frames() -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    assert records().to_pandas()["outcome"].tolist() == ["solved", "unsolvable"]
    assert records().to_polars()["nodes"].to_list() == records().to_dict()["nodes"]


def test_numbers_are_finite_and_threads_few() -> None:
    with pytest.raises(patience.Error, match="finite"):
        patience.solve("tiles", 1, engine="beam", width=float("nan"))
    (record,) = patience.solve_many("tiles", [1], threads=10**9, progress=False)
    assert record.solved


POLICIES = Path(__file__).parents[3] / "policies"


def test_policies_guide_a_search() -> None:
    policy = patience.Policy.read(POLICIES / "freecell-policy-h1.toml")
    one = patience.solve("freecell", 1, policy=policy, nodes=20_000)
    same = patience.Position("freecell", 1).solve(policy=policy, nodes=20_000)
    many = patience.solve_many("freecell", [1], policy=policy, nodes=20_000, progress=False)
    plain = patience.solve("freecell", 1, nodes=20_000)
    assert one.moves == same.moves == many[0].moves
    assert one.nodes == same.nodes == many[0].nodes != plain.nodes
    assert one.policy == many[0].policy == policy.name and plain.policy is None
    for solve in (patience.solve, lambda puzzle, number, **keywords: patience.solve_many(puzzle, [number], **keywords)):
        with pytest.raises(patience.Error, match="policy"):
            solve("tiles", 1, policy=policy)


def test_errors_of_policies_have_a_place() -> None:
    lines = (POLICIES / "freecell-policy-h1.toml").read_text(encoding="utf-8").splitlines()
    lines.insert(2, "surprise = 1")
    with pytest.raises(patience.Error) as caught:
        patience.Policy("\n".join(lines))
    assert (caught.value.line, caught.value.column) == (3, 1)
