#!/usr/bin/env python3
"""Solves a range of instances with several engines, and writes a table with one line a search.

    python3 examples/python/survey.py freecell 1 100 fast best-first > survey.csv

It is checked by mypy in strict mode, so it also shows the types of the package.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import sys
from collections.abc import Iterator

import patience


def survey(puzzle: str, first: int, last: int, engines: list[str], nodes: int) -> Iterator[patience.Record]:
    """The records of every engine, one after the other."""
    for engine in engines:
        yield from patience.solve_many(puzzle, range(first, last + 1), engine=engine, nodes=nodes, moves=False)


def summary(engine: str, records: list[patience.Record]) -> str:
    """How many were solved, and with how many nodes."""
    nodes = [record.nodes for record in records if record.solved]
    median = f"median of {statistics.median(nodes):,.0f} nodes" if nodes else "no solution"
    return f"{engine}: {len(nodes)} of {len(records)} solved, {median}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve a range of instances with several engines.")
    parser.add_argument("puzzle")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("engines", nargs="+")
    parser.add_argument("--nodes", type=int, default=100_000, help="the limit of each search")
    given = parser.parse_args()
    try:
        records = list(survey(given.puzzle, given.first, given.last, given.engines, given.nodes))
    except patience.Error as error:
        parser.error(str(error))
    writer = csv.writer(sys.stdout)
    writer.writerow(["engine", "instance", "outcome", "cost", "nodes"])
    for record in records:
        writer.writerow([record.engine, record.instance, record.outcome, record.cost, record.nodes])
    for engine in given.engines:
        print(summary(engine, [record for record in records if record.engine == engine]), file=sys.stderr)


if __name__ == "__main__":
    main()
