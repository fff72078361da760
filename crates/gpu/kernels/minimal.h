// Whether a position needs every piece and every wall: without any of them, a shorter solution exists.
//
// A check is a breadth-first search without positions whose lower bound is too high: the target drives out after each piece before it
// has moved. Known positions are in a table of words with the number of the check, so that it is never cleared. It starts small; a check
// that fills it starts again with a larger one, and one that fills the largest is left to the host.
#pragma once
#include "cluster_steps.h"

namespace {
enum : uint32_t { FEWEST_BITS = 10, MORE_BITS = 3, MOST_BITS = 16, PROBES = 128 };
enum : uint32_t { PLACES = 2 * LINES, KEY_BITS = 3 * PLACES };
enum Answer : uint32_t { NO = 0, YES = 1, UNKNOWN = 2 };

// The memory of a group.
struct CheckRoom {
  uint64_t* table;
  uint64_t* queue;

  static constexpr uint64_t BYTES = (8ull << MOST_BITS) + (8ull << (MOST_BITS - 1));

  STEP static CheckRoom at(char* memory) { return {(uint64_t*)memory, (uint64_t*)memory + (1u << MOST_BITS)}; }
};

// What a group knows about its position: rows, then columns.
struct Checked {
  uint8_t lane[PLACES];
  uint32_t tail, is_easier, is_full;
};

template <typename Group>
struct Check {
  const Grid& grid;
  Checked& checked;
  CheckRoom room;
  Group group;
  // The places of the largest table that may be used, at most MOST_BITS.
  uint32_t most_bits;
  // The number of the search: words of others are free places. All threads of a group have the same.
  uint64_t search;
  // The piece that was found to be unneeded last, which often is so again.
  uint32_t spare;

  STEP Answer is_minimal(const Unit& unit, const Family& family, const Hardest& hardest) {
    uint32_t pieces = 0;
    for (uint32_t place = 0; place < PLACES; place++) {
      uint8_t lane = lane_at(unit, family, place);
      if (lane != NO_LANE) pieces += grid.lane[lane].seats;
    }
    bool is_known = true;
    for (uint32_t at = 0; at < pieces; at++) {
      uint32_t piece = (spare + at) % pieces, place = 0, seat = piece;
      for (uint8_t lane; (lane = lane_at(unit, family, place)) == NO_LANE || grid.lane[lane].seats <= seat; place++) {
        if (lane != NO_LANE) seat -= grid.lane[lane].seats;
      }
      if (place == grid.target_row) continue;
      const Lane& lane = grid.lane[lane_at(unit, family, place)];
      uint32_t arrangement = arrangement_of(hardest.key, place), left = lane.without[seat][arrangement];
      set_lanes(unit, family);
      if (group.rank() == 0) checked.lane[place] = lane.without_lane[seat];
      uint64_t key = hardest.key ^ (uint64_t)(arrangement ^ left) << (3 * place);
      Answer answer = is_easier(key, unit.walls_by_row, unit.walls_by_column, hardest.length - 1);
      if (answer == NO) {
        spare = piece;
        return NO;
      }
      is_known &= answer == YES;
    }
    set_lanes(unit, family);
    for (uint32_t cell = 0; cell < LINES * LINES; cell++) {
      if ((unit.walls_by_row >> cell & 1) == 0) continue;
      uint64_t by_row = unit.walls_by_row ^ 1ull << cell;
      uint64_t by_column = unit.walls_by_column ^ 1ull << (cell % LINES * LINES + cell / LINES);
      Answer answer = is_easier(hardest.key, by_row, by_column, hardest.length - 1);
      if (answer == NO) return NO;
      is_known &= answer == YES;
    }
    return is_known ? YES : UNKNOWN;
  }

  STEP static uint8_t lane_at(const Unit& unit, const Family& family, uint32_t place) {
    return place < LINES ? unit.rows.lane[place] : family.columns.lane[place - LINES];
  }

  STEP void set_lanes(const Unit& unit, const Family& family) {
    group.sync();
    if (group.rank() != 0) return;
    for (uint32_t place = 0; place < PLACES; place++) checked.lane[place] = lane_at(unit, family, place);
  }

  // Whether there is a solution of at most so many moves.
  STEP Answer is_easier(uint64_t start, uint64_t walls_by_row, uint64_t walls_by_column, uint32_t most) {
    group.sync();
    uint64_t by_row = walls_by_row, by_column = walls_by_column;
    cover(start, by_row, by_column);
    uint32_t target = arrangement_of(start, grid.target_row);
    if ((grid.ahead[target] & line_of(by_row, grid.target_row)) == 0) return grid.drive[target] <= most ? YES : NO;
    for (uint32_t bits = FEWEST_BITS; bits <= most_bits; bits += MORE_BITS) {
      Answer answer = search_with(bits, start, walls_by_row, walls_by_column, most);
      if (answer != UNKNOWN) return answer;
    }
    return UNKNOWN;
  }

  // Adds the cells of all pieces.
  STEP void cover(uint64_t key, uint64_t& by_row, uint64_t& by_column) const {
    for (uint32_t line = 0; line < LINES; line++) {
      uint32_t in_row = cover_at(key, line), in_column = cover_at(key, LINES + line);
      by_row |= (uint64_t)in_row << (6 * line) | spread(in_column) << line;
      by_column |= (uint64_t)in_column << (6 * line) | spread(in_row) << line;
    }
  }
  STEP uint32_t cover_at(uint64_t key, uint32_t place) const {
    return checked.lane[place] == NO_LANE ? 0 : grid.lane[checked.lane[place]].cover[arrangement_of(key, place)];
  }

  STEP Answer search_with(uint32_t bits, uint64_t start, uint64_t walls_by_row, uint64_t walls_by_column, uint32_t most) {
    search++;
    if (group.rank() == 0) {
      checked.tail = 1;
      checked.is_easier = checked.is_full = 0;
      room.queue[0] = start;
      enter(start, bits);
    }
    group.sync();
    uint32_t begin = 0, end = 1;
    for (uint32_t moves = 1; begin < end; moves++) {
      for (uint32_t at = begin + group.rank(); at < end; at += group.size()) expand(room.queue[at], walls_by_row, walls_by_column, moves, most, bits);
      group.sync();
      begin = end;
      end = checked.tail;
      bool is_easier = checked.is_easier != 0, is_full = checked.is_full != 0;
      group.sync();
      if (is_easier) return YES;
      if (is_full) return UNKNOWN;
    }
    return NO;
  }

  STEP void expand(uint64_t key, uint64_t walls_by_row, uint64_t walls_by_column, uint32_t moves, uint32_t most, uint32_t bits) {
    uint64_t by_row = walls_by_row, by_column = walls_by_column;
    cover(key, by_row, by_column);
    uint32_t row = grid.target_row, target = arrangement_of(key, row);
    // What may be before the target.
    uint32_t others = line_of(by_row, row) & ~cover_at(key, row);
    for (uint32_t place = 0; place < PLACES; place++) {
      if (checked.lane[place] == NO_LANE) continue;
      const Lane& lane = grid.lane[checked.lane[place]];
      uint32_t from = arrangement_of(key, place);
      uint32_t line = place < LINES ? line_of(by_row, place) : line_of(by_column, place - LINES);
      for (uint32_t set = lane.moves[from][line]; set != 0; set &= set - 1) {
        uint32_t to = lowest_of(set), there = place == row ? to : target, before = others;
        if (place >= LINES) before ^= ((lane.cover[from] ^ lane.cover[to]) >> row & 1u) << (place - LINES);
        uint32_t blocked = count_of(grid.ahead[there] & before);
        if (moves + grid.drive[there] + blocked > most) continue;
        if (blocked == 0) {
          checked.is_easier = 1;
          return;
        }
        uint64_t child = key ^ (uint64_t)(from ^ to) << (3 * place);
        if (!enter(child, bits)) continue;
        uint32_t at = fetch_add(&checked.tail, 1);
        if (at < 1u << (bits - 1)) {
          room.queue[at] = child;
        } else {
          checked.is_full = 1;
          return;
        }
      }
    }
  }

  // Enters a position unless it is known.
  STEP bool enter(uint64_t key, uint32_t bits) {
    uint64_t word = search << KEY_BITS | key;
    uint32_t at = (uint32_t)((key * 0x9E3779B97F4A7C15ull) >> (64 - bits));
    for (uint32_t probe = 0; probe < PROBES; probe++) {
      uint64_t there = read(&room.table[at]);
      while (there >> KEY_BITS != search) {
        uint64_t before = exchange(&room.table[at], there, word);
        if (before == there) return true;
        there = before;
      }
      if (there == word) return false;
      at = (at + 1) & ((1u << bits) - 1);
    }
    checked.is_full = 1;
    return false;
  }
};
}  // namespace
