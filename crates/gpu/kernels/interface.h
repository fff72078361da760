// The C interface of the layered search of a jump game. Both backends, the GPU and its emulation, implement it.
//
// A jump game is data: jumps as masks, symmetries, packed invariants, and what a lower bound on moves needs. The structures here are
// those of `tables.rs`.
#pragma once
#include <stdint.h>

#define MOST_HOLES 64
#define MOST_JUMPS 384
#define MOST_SYMMETRIES 12
#define MOST_REGIONS 28
#define MOST_ENDS 64

// What the bound of one end requires.
struct EndTable {
  // Corners that need a move each while full, or, if the side is flipped, while empty.
  uint64_t corners;
  // The regions that count for this end, a bit each.
  uint32_t asked;
  uint32_t unused;
  // The moves for every type and number of its pegs.
  uint8_t moves[4][MOST_HOLES + 1];
  uint8_t filling[4];
};

// One side: the jumps as it makes them, its invariants, its bound.
struct SideTable {
  // Jumps, sorted by the hole where the peg begins: they change the holes of `mask`, of which those of `pattern` have a peg before.
  uint64_t mask[MOST_JUMPS];
  uint64_t pattern[MOST_JUMPS];
  // By how much a jump lowers each of sixteen invariants, a byte each.
  uint64_t drop[MOST_JUMPS][2];
  uint64_t lane_of_hole[MOST_HOLES][2];
  uint64_t lane_base[2];
  uint64_t region[MOST_REGIONS];
  uint64_t type_holes[4];
  // All ones if corners count while empty, and regions while not full.
  uint64_t flip;
  uint64_t root[MOST_ENDS];
  struct EndTable end[MOST_ENDS];
  uint32_t jumps, ends, regions, roots;
  uint16_t first[MOST_HOLES + 1];
  uint8_t begin[MOST_JUMPS];
  uint8_t finish[MOST_JUMPS];
  uint8_t filling[6];
};

struct GameTable {
  struct SideTable side[2];
  uint32_t holes, symmetries, steps, unused;
  uint8_t image[MOST_SYMMETRIES][MOST_HOLES];
};

// How to make the next layer.
struct Rule {
  // Most moves of a solution; NO_CUTOFF for no limit.
  uint32_t cutoff;
  // The completed cutoff of the other side if this is a probe, else NO_CUTOFF.
  uint32_t complete;
};
#define NO_CUTOFF 255

struct Made {
  uint64_t expanded;   // states of the layer before
  uint64_t generated;  // steps kept by the bounds
  uint64_t states;     // states of the new layer
  uint64_t entries;    // its entries, one for each last peg of a state
  uint64_t device_bytes, host_bytes;  // of all layers
  uint64_t meeting_key;
  uint32_t meeting_cost;  // NO_CUTOFF if the sides do not meet here
  uint32_t is_cut;        // whether a step was pruned for its cost
  double seconds;
};

// A state of a layer; cost is NO_CUTOFF if the layer does not have it.
struct Found {
  uint64_t key;
  uint64_t open;
  uint32_t cost;
  uint32_t unused;
};

#ifdef __cplusplus
extern "C" {
#endif
struct Search;
// Opens a search on the device, or returns null and says why. A limit of 0 bytes means all that is free.
struct Search* BACKEND(open)(const struct GameTable* game, uint64_t device_bytes, uint64_t host_bytes, char* error, uint64_t size);
void BACKEND(close)(struct Search*);
// The name of the device and its bytes of memory.
void BACKEND(device)(const struct Search*, char* name, uint64_t size, uint64_t* bytes);
// Why the last call failed.
const char* BACKEND(message)(const struct Search*);
// Drops all layers of both sides, or of the second to advance, but the roots.
int BACKEND(restart)(struct Search*, uint32_t side);
int BACKEND(advance)(struct Search*, uint32_t side, const struct Rule*, struct Made*);
// The least bound of a side's roots.
uint32_t BACKEND(estimate)(struct Search*, uint32_t side);
// Looks up states of a layer.
int BACKEND(find)(struct Search*, uint32_t side, uint32_t layer, const uint64_t* keys, uint64_t count, struct Found* found);
#ifdef __cplusplus
}
#endif
