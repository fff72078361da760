#!/usr/bin/env python3
"""A mutator for `patience evolve --mutator`: it changes one number of a parent by a little.

    patience evolve freecell --mutator "python3 examples/mutator.py" --out runs/mutator

The protocol is in docs/src/mutators.md. This program needs the standard library only. Replace `child_of` by anything that
writes a policy file: an optimiser, or a language model.
"""

import json
import random
import re
import sys

NUMBER = re.compile(r"(?<![\w.])\d+\.\d+")


def child_of(parents):
    """The text of a policy file: the fitter parent with one number changed."""
    best = max(parents, key=lambda parent: parent["fitness"])
    head, sep, rules = best["policy"].partition("\n[[rule]]")
    if not sep:
        head, sep, rules = best["policy"].partition("\n[default]")
    numbers = list(NUMBER.finditer(rules))
    if not numbers:
        return best["policy"]
    found = random.choice(numbers)
    value = min(1.0, max(0.0, float(found.group()) + random.gauss(0.0, 0.1)))
    return f"{head}{sep}{rules[: found.start()]}{value:.3f}{rules[found.end() :]}"


def main():
    introduction = json.loads(sys.stdin.readline())
    random.seed(introduction["seed"])
    parents = []
    for line in sys.stdin:
        request = json.loads(line)
        if "parents" in request:
            parents = request["parents"]
        else:
            print("refused: {line}:{column}: {message}".format(**request["refused"]), file=sys.stderr)
            if request["left"] == 0:
                continue
        print(json.dumps({"child": child_of(parents)}), flush=True)


if __name__ == "__main__":
    main()
