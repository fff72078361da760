// The clusters of a family, by breadth-first search from its solved positions.
//
// The positions with the same rows are a product of what the columns may be, and have numbers one after the other. So a bit for each
// number says whether a position is reached, and a word which cluster it belongs to: a forest, joined without locks, whose trees are
// the clusters.
#pragma once
#include "cluster_steps.h"

namespace {
// Bits of a number, and of the number of rows; positions of a larger family are not explored.
enum : uint32_t { NUMBER_BITS = 20, ROW_BITS = 16, MOST_POSITIONS = 1u << NUMBER_BITS, MOST_ROWS = 1u << ROW_BITS };
// The positions of families whose forest fits into the fast memory of a group.
enum : uint32_t { FEW_POSITIONS = 2048 };
// A longer solution is not explored.
enum : uint32_t { MOST_LENGTH = 250 };
enum : uint32_t { MOST_THREADS = 256 };
enum : uint32_t { ROOT = 1u << 31 };
constexpr uint64_t CELLS = (1ull << 36) - 1;

// A cluster: its positions, and the hardest one by length, rows and columns, the least first.
struct Slot {
  uint64_t hardest;
  uint32_t positions, unused;
};

// The memory of a group.
struct Room {
  uint64_t* queue;    // reached positions
  uint32_t* forest;   // by number: another position of the cluster with a lower number, or itself
  uint32_t* reached;  // by number: a bit
  uint32_t* first;    // by rows: the number of the first position
  uint64_t* rows;     // by rows: covered cells by columns, and the arrangements
  Slot* slots;        // by cluster

  static constexpr uint64_t BYTES =
      MOST_POSITIONS * (8ull + 4 + sizeof(Slot)) + MOST_POSITIONS / 8 + (MOST_ROWS + 2) * 4ull + MOST_ROWS * 8ull;

  STEP static Room at(char* memory) {
    Room room;
    room.queue = (uint64_t*)memory;
    room.slots = (Slot*)(room.queue + MOST_POSITIONS);
    room.rows = (uint64_t*)(room.slots + MOST_POSITIONS);
    room.forest = (uint32_t*)(room.rows + MOST_ROWS);
    room.reached = room.forest + MOST_POSITIONS;
    room.first = room.reached + MOST_POSITIONS / 32;
    return room;
  }
};

// What a group knows about its family.
struct Shape {
  Lines rows, columns;
  uint64_t walls_by_row, walls_by_column;
  uint32_t stride[LINES];                     // of a row in the number of rows
  uint8_t rank[LINES][MOST_ARRANGEMENTS];     // of an arrangement of a row among those that it may have
  uint32_t row_count, parts;
  uint32_t positions;                         // that have numbers
  uint32_t tail, clusters;
  uint32_t has_idle_wall;                     // one that nothing can ever touch
  uint32_t sums[MOST_THREADS];
  uint32_t level[MOST_LENGTH + 3];            // where the positions of a length begin
  uint32_t few_forest[FEW_POSITIONS], few_reached[FEW_POSITIONS / 32];
};

// What comes out.
struct Findings {
  Counts* counts;  // by unit
  Hardest* hardest;
  uint32_t* count;
  uint32_t most;
};

template <typename Group>
struct FamilySearch {
  const Grid& grid;
  Shape& shape;
  Room room;
  Group group;
  // At most MOST_POSITIONS.
  uint32_t most_positions;

  STEP const Lane& row(uint32_t line) const { return grid.lane[shape.rows.lane[line]]; }
  STEP const Lane& column(uint32_t line) const { return grid.lane[shape.columns.lane[line]]; }
  STEP bool has_row(uint32_t line) const { return shape.rows.lane[line] != NO_LANE; }
  STEP bool has_column(uint32_t line) const { return shape.columns.lane[line] != NO_LANE; }

  // What a column may be between some rows.
  STEP uint32_t fitting(uint32_t line, uint64_t rows) const { return column(line).fit[line_of(rows, line)] & shape.columns.allowed[line]; }

  STEP void explore(const Unit& unit, const Family& family, uint32_t number, const Findings& findings) {
    if (group.rank() == 0) prepare(unit, family);
    group.sync();
    Counts* counts = &findings.counts[family.unit];
    if (shape.row_count > MOST_ROWS || !number_positions()) {
      if (group.rank() == 0) add(&counts->is_incomplete, 1);
      group.sync();
      return;
    }
    if (shape.positions <= FEW_POSITIONS) {
      room.forest = shape.few_forest;
      room.reached = shape.few_reached;
    }
    for (uint32_t at = group.rank(); at < shape.positions; at += group.size()) room.forest[at] = at;
    for (uint32_t at = group.rank(); at < (shape.positions + 31) / 32; at += group.size()) room.reached[at] = 0;
    group.sync();
    add_sources();
    bool is_whole = spread_out();
    if (shape.tail > 0) gather();
    if (group.rank() == 0 && shape.tail > 0) {
      add(&counts->families, 1);
      add(&counts->positions, shape.tail);
      add(&counts->clusters, shape.clusters);
      if (!is_whole) add(&counts->is_incomplete, 1);
    }
    if (shape.has_idle_wall == 0) {
      for (uint32_t at = group.rank(); at < shape.clusters; at += group.size()) report(room.slots[at], number, counts, findings);
    }
    group.sync();
  }

  // Rows, strides and the number of parts.
  STEP void prepare(const Unit& unit, const Family& family) {
    shape.rows = unit.rows;
    shape.columns = family.columns;
    shape.walls_by_row = unit.walls_by_row;
    shape.walls_by_column = unit.walls_by_column;
    shape.row_count = 1;
    shape.parts = unit.walls;
    shape.tail = shape.clusters = shape.has_idle_wall = 0;
    for (uint32_t line = 0; line < LINES; line++) {
      if (has_column(line)) shape.parts += column(line).seats;
      if (!has_row(line)) continue;
      shape.parts += row(line).seats;
      uint32_t allowed = shape.rows.allowed[line];
      shape.stride[line] = shape.row_count;
      shape.row_count *= count_of(allowed);
      for (uint32_t at = 0; at < MOST_ARRANGEMENTS; at++) shape.rank[line][at] = (uint8_t)count_of(allowed & below(at));
    }
    for (uint32_t line = 0; line < LINES; line++) {
      for (uint32_t walls = has_row(line) ? 0 : line_of(unit.walls_by_row, line); walls != 0; walls &= walls - 1) {
        if (!has_column(lowest_of(walls))) shape.has_idle_wall = 1;
      }
    }
  }

  // Covered cells by columns, and the arrangements, of the rows of a number.
  STEP uint64_t rows_of(uint32_t number) const {
    uint64_t cells = shape.walls_by_column, key = 0;
    for (uint32_t line = 0; line < LINES; line++) {
      if (!has_row(line)) continue;
      uint32_t allowed = shape.rows.allowed[line], count = count_of(allowed);
      uint32_t arrangement = nth_of(allowed, number % count);
      number /= count;
      cells |= spread(row(line).cover[arrangement]) << line;
      key |= (uint64_t)arrangement << (3 * line);
    }
    return cells | key << 36;
  }

  // Gives numbers to all positions; false if there are too many.
  STEP bool number_positions() {
    uint32_t rows = shape.row_count, share = (rows + group.size() - 1) / group.size();
    uint32_t begin = group.rank() * share, end = begin + share < rows ? begin + share : rows;
    uint32_t sum = 0;
    for (uint32_t at = begin; at < end; at++) {
      uint64_t here = rows_of(at);
      uint32_t count = 1;
      for (uint32_t line = 0; line < LINES; line++) {
        if (has_column(line)) count *= count_of(fitting(line, here));
      }
      room.rows[at] = here;
      room.first[at] = count;
      sum += count;
    }
    shape.sums[group.rank()] = sum;
    group.sync();
    if (group.rank() == 0) {
      uint32_t before = 0;
      for (uint32_t at = 0; at < group.size(); at++) {
        uint32_t count = shape.sums[at];
        shape.sums[at] = before;
        before += count;
      }
      shape.positions = room.first[rows] = before;
    }
    group.sync();
    uint32_t before = shape.sums[group.rank()];
    for (uint32_t at = begin; at < end; at++) {
      uint32_t count = room.first[at];
      room.first[at] = before;
      before += count;
    }
    group.sync();
    return shape.positions <= most_positions;
  }

  STEP static uint64_t entry_of(uint32_t number, uint32_t rows, uint32_t columns) {
    return number | (uint64_t)rows << NUMBER_BITS | (uint64_t)columns << (NUMBER_BITS + ROW_BITS);
  }
  STEP static uint32_t number_in(uint64_t entry) { return (uint32_t)entry & (MOST_POSITIONS - 1); }
  STEP static uint32_t rows_in(uint64_t entry) { return (uint32_t)(entry >> NUMBER_BITS) & (MOST_ROWS - 1); }
  STEP static uint32_t columns_in(uint64_t entry) { return (uint32_t)(entry >> (NUMBER_BITS + ROW_BITS)); }

  // The number of a position.
  STEP uint32_t number_of(uint32_t rows, uint32_t columns) const {
    uint64_t cells = room.rows[rows];
    uint32_t number = room.first[rows], stride = 1;
    for (uint32_t line = 0; line < LINES; line++) {
      if (!has_column(line)) continue;
      uint32_t set = fitting(line, cells);
      number += stride * count_of(set & below(arrangement_of(columns, line)));
      stride *= count_of(set);
    }
    return number;
  }

  // The rows of the position of a number: the last that begin there or before.
  STEP uint32_t rows_with(uint32_t number) const {
    uint32_t low = 0, high = shape.row_count;
    while (high - low > 1) {
      uint32_t middle = (low + high) / 2;
      if (room.first[middle] <= number) low = middle; else high = middle;
    }
    return low;
  }

  STEP void add_sources() {
    for (uint32_t number = group.rank(); number < shape.positions; number += group.size()) {
      uint32_t rows = rows_with(number);
      uint64_t here = room.rows[rows];
      if ((grid.exits >> arrangement_of(here >> 36, grid.target_row) & 1) == 0) continue;
      uint32_t rest = number - room.first[rows], columns = 0;
      for (uint32_t line = 0; line < LINES; line++) {
        if (!has_column(line)) continue;
        uint32_t set = fitting(line, here), count = count_of(set);
        columns |= nth_of(set, rest % count) << (3 * line);
        rest /= count;
      }
      fetch_or(&room.reached[number / 32], 1u << (number % 32));
      room.queue[fetch_add(&shape.tail, 1)] = entry_of(number, rows, columns);
    }
    group.sync();
  }

  // Reaches everything; false if a solution is too long.
  STEP bool spread_out() {
    uint32_t begin = 0, end = shape.tail, length = 0;
    // Nobody adds a position before everybody knows how many sources there are.
    group.sync();
    while (begin < end && length <= MOST_LENGTH) {
      if (group.rank() == 0) shape.level[length] = begin;
      for (uint32_t at = begin + group.rank(); at < end; at += group.size()) expand(room.queue[at]);
      length++;
      group.sync();
      begin = end;
      end = shape.tail;
      group.sync();
    }
    if (group.rank() == 0) shape.level[length] = end;
    group.sync();
    return begin == end;
  }

  STEP void expand(uint64_t entry) {
    uint32_t number = number_in(entry), rows = rows_in(entry), columns = columns_in(entry);
    uint64_t here = room.rows[rows];
    uint64_t by_row = shape.walls_by_row, by_column = here & CELLS;
    for (uint32_t line = 0; line < LINES; line++) {
      if (has_row(line)) by_row |= (uint64_t)row(line).cover[arrangement_of(here >> 36, line)] << (6 * line);
      if (!has_column(line)) continue;
      uint32_t cover = column(line).cover[arrangement_of(columns, line)];
      by_row |= spread(cover) << line;
      by_column |= (uint64_t)cover << (6 * line);
    }
    uint32_t stride = 1;
    for (uint32_t line = 0; line < LINES; line++) {
      if (has_row(line)) {
        uint32_t from = arrangement_of(here >> 36, line);
        for (uint32_t set = row(line).moves[from][line_of(by_row, line)]; set != 0; set &= set - 1) {
          uint32_t to = lowest_of(set);
          uint32_t after = rows + shape.stride[line] * (shape.rank[line][to] - shape.rank[line][from]);
          uint32_t child = number_of(after, columns);
          visit(number, child, entry_of(child, after, columns), to < from);
        }
      }
      if (!has_column(line)) continue;
      uint32_t from = arrangement_of(columns, line), fit = fitting(line, here);
      for (uint32_t set = column(line).moves[from][line_of(by_column, line)]; set != 0; set &= set - 1) {
        uint32_t to = lowest_of(set);
        uint32_t child = number + stride * (count_of(fit & below(to)) - count_of(fit & below(from)));
        visit(number, child, entry_of(child, rows, columns ^ (from ^ to) << (3 * line)), to < from);
      }
      stride *= count_of(fit);
    }
  }

  // Every move is seen from both of its ends; one of them joins their clusters.
  STEP void visit(uint32_t number, uint32_t child, uint64_t entry, bool joins) {
    if (joins) join(number, child);
    uint32_t* word = &room.reached[child / 32];
    uint32_t bit = 1u << (child % 32);
    if ((*word & bit) != 0 || (fetch_or(word, bit) & bit) != 0) return;
    room.queue[fetch_add(&shape.tail, 1)] = entry;
  }

  STEP uint32_t root_of(uint32_t number) {
    uint32_t at = number, up = read(&room.forest[at]);
    while (up != at) {
      uint32_t next = read(&room.forest[up]);
      // Every other one on the way points further ahead from now on.
      if (next != up) room.forest[at] = next;
      at = up;
      up = next;
    }
    return at;
  }

  STEP void join(uint32_t one, uint32_t other) {
    one = root_of(one);
    other = root_of(other);
    while (one != other) {
      uint32_t high = one < other ? other : one, low = one < other ? one : other;
      uint32_t before = exchange(&room.forest[high], high, low);
      if (before == high) return;
      one = root_of(before);
      other = root_of(low);
    }
  }

  // The clusters and their hardest positions.
  STEP void gather() {
    for (uint32_t at = group.rank(); at < shape.positions; at += group.size()) {
      if ((room.reached[at / 32] >> (at % 32) & 1) == 0 || room.forest[at] != at) continue;
      uint32_t cluster = fetch_add(&shape.clusters, 1);
      room.slots[cluster] = {~0ull, 0, 0};
      room.forest[at] = ROOT | cluster;
    }
    group.sync();
    uint32_t cluster = ~0u, positions = 0, length = 0;
    uint64_t hardest = ~0ull;
    for (uint32_t at = group.rank(); at < shape.tail; at += group.size()) {
      while (shape.level[length + 1] <= at) length++;
      uint64_t entry = room.queue[at];
      uint32_t up = number_in(entry);
      while ((up & ROOT) == 0) up = read(&room.forest[up]);
      if (up != cluster) {
        flush(cluster, positions, hardest);
        cluster = up;
        positions = 0;
        hardest = ~0ull;
      }
      positions++;
      uint64_t order = (uint64_t)(255 - length) << 52 | (uint64_t)rows_in(entry) << 36;
      if (order >> 36 > hardest >> 36) continue;
      for (uint32_t line = 0; line < LINES; line++) {
        if (has_column(line)) order |= spread(column(line).cover[arrangement_of(columns_in(entry), line)]) << line;
      }
      hardest = order < hardest ? order : hardest;
    }
    flush(cluster, positions, hardest);
    group.sync();
  }

  STEP void flush(uint32_t cluster, uint32_t positions, uint64_t hardest) {
    if (positions == 0) return;
    Slot* slot = &room.slots[cluster & ~ROOT];
    fetch_add(&slot->positions, positions);
    lower(&slot->hardest, hardest);
  }

  // Notes the hardest position of a cluster, unless it has too many parts to need them all.
  STEP void report(const Slot& slot, uint32_t family, Counts* counts, const Findings& findings) {
    uint32_t length = 255 - (uint32_t)(slot.hardest >> 52);
    if (length < sizeof grid.most_parts && grid.most_parts[length] < shape.parts) return;
    uint64_t key = room.rows[slot.hardest >> 36 & (MOST_ROWS - 1)] >> 36;
    for (uint32_t line = 0; line < LINES; line++) {
      if (!has_column(line)) continue;
      uint32_t cover = 0, arrangement = 0;
      for (uint32_t row = 0; row < LINES; row++) cover |= (uint32_t)(slot.hardest >> (6 * row + line) & 1) << row;
      while (column(line).cover[arrangement] != cover) arrangement++;
      key |= (uint64_t)arrangement << (3 * (LINES + line));
    }
    uint32_t place = fetch_add(findings.count, 1);
    if (place < findings.most) {
      findings.hardest[place] = {key, family, slot.positions, length, 0};
    } else {
      add(&counts->is_incomplete, 1);
    }
  }
};
}  // namespace
