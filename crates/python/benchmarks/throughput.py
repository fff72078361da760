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
    for moves in (True, False):
        # Records with the moves of every solution, or a line for each.
        words = [*command, "--json"] if moves else command
        ratios = []
        for number in range(1, arguments.rounds + 1):
            start = time.perf_counter()
            done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
            # 0 if all are solved, 1 if some are not.
            if done.returncode not in (0, 1):
                raise SystemExit(done.stderr.decode())
            program = time.perf_counter() - start
            start = time.perf_counter()
            records = patience.solve_many(
                puzzle, range(first, last + 1), threads=arguments.threads, moves=moves, progress=False
            )
            python = time.perf_counter() - start
            solved, count = sum(record.solved for record in records), len(records)
            # Their memory is given back outside the times.
            del records
            ratios.append(python / program)
            print(
                f"{'with' if moves else 'without'} moves, round {number}: program {program:.2f} s, Python {python:.2f} s,"
                f" ratio {ratios[-1]:.3f}, {solved} of {count} solved",
                flush=True,
            )
        print(f"median ratio {statistics.median(ratios):.3f}", flush=True)


if __name__ == "__main__":
    main()
