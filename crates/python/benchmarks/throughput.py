"""Solves a range of deals from Python and by the program, in rounds that alternate, and prints the ratio of their times.

    python benchmarks/throughput.py PROGRAM freecell 1 32000 --rounds 3
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import time

import patience


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("program", help="the program patience")
    parser.add_argument("puzzle")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=None, help="threads [default: all cores]")
    arguments = parser.parse_args()
    puzzle, first, last = arguments.puzzle, arguments.first, arguments.last
    command = [arguments.program, "solve", puzzle, f"{first}..={last}"]
    if arguments.threads is not None:
        command += ["--threads", str(arguments.threads)]
    ratios = []
    for number in range(1, arguments.rounds + 1):
        start = time.perf_counter()
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        # 0 if all are solved, 1 if some are not.
        if done.returncode not in (0, 1):
            raise SystemExit(done.stderr.decode())
        program = time.perf_counter() - start
        start = time.perf_counter()
        records = patience.solve_many(puzzle, range(first, last + 1), threads=arguments.threads, progress=False)
        python = time.perf_counter() - start
        solved = sum(record.solved for record in records)
        ratios.append(python / program)
        print(
            f"round {number}: program {program:.2f} s, Python {python:.2f} s, ratio {ratios[-1]:.3f},"
            f" {solved} of {len(records)} solved",
            flush=True,
        )
    print(f"median ratio {statistics.median(ratios):.3f}")


if __name__ == "__main__":
    main()
