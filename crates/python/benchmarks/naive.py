"""Environments of two puzzles as people write them in plain Python, to compare with: the same arrays, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np

Result = tuple[np.ndarray[Any, Any], float, bool, bool, dict[str, Any]]

SUITS = "CDHS"


class NaiveFreeCell:
    """FreeCell with four cells and eight columns. A card is a pair of rank and suit, both from 0."""

    places = 16
    depth = 20
    ranks = 13

    def reset(self, deal: int) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        state, deck = deal, [(rank, suit) for rank in range(13) for suit in range(4)]
        self.columns: list[list[tuple[int, int]]] = [[] for _ in range(8)]
        self.cells: list[tuple[int, int] | None] = [None] * 4
        self.homes = [0] * 4
        for dealt in range(52):
            state = (state * 214013 + 2531011) % 2**31
            at = (state >> 16) % len(deck)
            deck[at], deck[-1] = deck[-1], deck[at]
            self.columns[dealt % 8].append(deck.pop())
        return self.observation(), {"action_mask": self.mask()}

    def step(self, action: int) -> Result:
        legal = action in self.legal()
        if legal:
            pair, count = action // self.ranks, action % self.ranks + 1
            source, target = pair // self.places, pair % self.places
            if source < 4:
                card = self.cells[source]
                assert card is not None
                cards, self.cells[source] = [card], None
            else:
                column = self.columns[source - 8]
                cards = column[-count:]
                del column[-count:]
            if target < 4:
                self.cells[target] = cards[0]
            elif target < 8:
                self.homes[target - 4] += 1
            else:
                self.columns[target - 8].extend(cards)
        solved = all(home == self.ranks for home in self.homes)
        mask = self.mask()
        terminated = solved or not mask.any()
        return self.observation(), float(solved and legal), terminated, False, {"action_mask": mask}

    def observation(self) -> np.ndarray[Any, Any]:
        seen = np.zeros((self.places, self.depth), dtype=np.uint8)
        for at, card in enumerate(self.cells):
            if card is not None:
                seen[at, 0] = self.number(card)
        for suit, home in enumerate(self.homes):
            for rank in range(home):
                seen[4 + suit, rank] = self.number((rank, suit))
        for at, column in enumerate(self.columns):
            for depth, card in enumerate(column):
                seen[8 + at, depth] = self.number(card)
        return seen

    def mask(self) -> np.ndarray[Any, Any]:
        mask = np.zeros(self.places**2 * self.ranks, dtype=np.int8)
        for action in self.legal():
            mask[action] = 1
        return mask

    def legal(self) -> list[int]:
        actions = []
        free = sum(cell is None for cell in self.cells)
        empty = sum(not column for column in self.columns)
        for source in range(self.places):
            if source < 4:
                card = self.cells[source]
                cards = [] if card is None else [card]
            elif source < 8:
                continue
            else:
                cards = self.columns[source - 8]
            if not cards:
                continue
            rank, suit = cards[-1]
            if self.homes[suit] == rank:
                actions.append(self.action(source, 4 + suit, 1))
            if 8 <= source:
                for target, cell in enumerate(self.cells):
                    if cell is None:
                        actions.append(self.action(source, target, 1))
            for at, column in enumerate(self.columns):
                target = 8 + at
                if target == source:
                    continue
                most = (free + 1) * 2 ** (empty if column else empty - 1)
                for count in range(1, len(cards) + 1):
                    if count > 1 and not self.fits(cards[-count + 1], cards[-count]):
                        break
                    if count <= most and (not column or self.fits(cards[-count], column[-1])):
                        actions.append(self.action(source, target, count))
        return actions

    def action(self, source: int, target: int, count: int) -> int:
        return (source * self.places + target) * self.ranks + count - 1

    @staticmethod
    def fits(card: tuple[int, int], on: tuple[int, int]) -> bool:
        return card[0] + 1 == on[0] and (SUITS[card[1]] in "DH") != (SUITS[on[1]] in "DH")

    @staticmethod
    def number(card: tuple[int, int]) -> int:
        return card[0] * 4 + card[1] + 1


class NaiveTiles:
    """Sliding tiles on three rows and columns; 0 is the gap."""

    side = 3

    def reset(self, board: str) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        words = board.replace("/", " ").split()
        self.tiles = [0 if word == "." else int(word) for word in words]
        return self.observation(), {"action_mask": self.mask()}

    def step(self, action: int) -> Result:
        legal = action in self.legal()
        if legal:
            source, gap = action // len(self.tiles), action % len(self.tiles)
            self.tiles[gap], self.tiles[source] = self.tiles[source], 0
        solved = self.tiles == list(range(1, len(self.tiles))) + [0]
        return self.observation(), float(solved and legal), solved, False, {"action_mask": self.mask()}

    def observation(self) -> np.ndarray[Any, Any]:
        return np.array(self.tiles, dtype=np.uint8).reshape(-1, 1)

    def mask(self) -> np.ndarray[Any, Any]:
        mask = np.zeros(len(self.tiles) ** 2, dtype=np.int8)
        for action in self.legal():
            mask[action] = 1
        return mask

    def legal(self) -> list[int]:
        gap = self.tiles.index(0)
        row, column = divmod(gap, self.side)
        actions = []
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            to_row, to_column = row + down, column + right
            if 0 <= to_row < self.side and 0 <= to_column < self.side:
                actions.append((to_row * self.side + to_column) * len(self.tiles) + gap)
        return actions
