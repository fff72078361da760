// Clusters of all positions of a grid: the interface between Rust and the kernels. `Lane` and so on mirror the structures of
// `cluster_grid.rs` and `cluster_tables.rs`.
//
// A grid has up to six rows and six columns. A *lane* is what stands on one of them; an *arrangement* is how it stands there, a number of
// three bits. Sets of cells have six bits a line: by rows, or by columns.
#pragma once
#include <stdint.h>

#define LINES 6
#define MOST_LANES 8
#define MOST_ARRANGEMENTS 8
#define MOST_SEATS 3
#define NO_LANE 255

struct Lane {
  // By arrangement: the cells that are covered. Arrangements are sorted by that.
  uint8_t cover[MOST_ARRANGEMENTS];
  // By arrangement and covered cells of the line: the arrangements that a move leads to, a bit each.
  uint8_t moves[MOST_ARRANGEMENTS][64];
  // By covered cells: the arrangements that cover none of them.
  uint8_t fit[64];
  // The pieces of the lane, and for each the lane without it and the arrangements there.
  uint8_t seats;
  uint8_t without_lane[MOST_SEATS];
  uint8_t without[MOST_SEATS][MOST_ARRANGEMENTS];
};

struct Grid {
  struct Lane lane[MOST_LANES];
  // The row of the target, which is alone there, and by its arrangement: the cells before the exit, and the moves to go there if they are free.
  uint8_t target_row;
  uint8_t exits;
  uint8_t ahead[MOST_ARRANGEMENTS];
  uint8_t drive[MOST_ARRANGEMENTS];
  // By length of a solution: the most pieces and walls that a minimal position can have.
  uint8_t most_parts[4];
  uint8_t unused[2];
};

// What stands on lines: the lane of each, or NO_LANE, and the arrangements that it may have.
struct Lines {
  uint8_t lane[LINES];
  uint8_t allowed[LINES];
};

// Rows and walls that many families share.
struct Unit {
  uint64_t walls_by_row, walls_by_column;
  struct Lines rows;
  uint32_t walls;
};

struct Family {
  uint32_t unit;
  struct Lines columns;
};

// What the families of a unit have.
struct Counts {
  uint64_t families, positions, clusters;
  // Whether a family was too large.
  uint64_t is_incomplete;
};

// The hardest position of a cluster.
struct Hardest {
  // Arrangements, three bits each: rows, then columns.
  uint64_t key;
  uint32_t family;
  uint32_t positions;
  uint32_t length;
  // Whether it is known to be minimal; otherwise the table of the check was too small.
  uint32_t is_minimal;
};

// What a call may take: at most what the backend has room for.
struct Sizes {
  // Of a family; a larger one is not explored.
  uint32_t positions;
  // Hardest positions of a call; the units of others are incomplete.
  uint32_t hardest;
  // The binary logarithm of the places of the table of a check; a check that needs more is left to the host.
  uint32_t table_bits;
};

#ifdef __cplusplus
extern "C" {
#endif
struct Explorer;

// Opens a device for a grid, or returns null and says why.
struct Explorer* BACKEND(clusters_open)(const struct Grid* grid, const struct Sizes* sizes, char* error, uint64_t size);
void BACKEND(clusters_close)(struct Explorer*);
// Why the last call failed.
const char* BACKEND(clusters_message)(const struct Explorer*);
// Explores families, sorted by unit, and counts by unit. Returns how many hardest positions are minimal or may be, or -1 if it failed.
int64_t BACKEND(clusters_explore)(struct Explorer*, const struct Unit* units, uint32_t unit_count, const struct Family* families,
                                  uint32_t family_count, struct Counts* counts);
// Copies the hardest positions of the last call.
int BACKEND(clusters_fetch)(struct Explorer*, struct Hardest* hardest, uint64_t count);
#ifdef __cplusplus
}
#endif
