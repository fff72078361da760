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
  uint64_t device_bytes, host_bytes, disk_bytes;  // of all layers
  uint64_t taken;      // entries of a piece that were expanded
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
// What functions return: after FAILED there is a message, and FULL means that it does not fit into the memory of the device, where
// nothing has changed.
enum { DONE = 0, FAILED = 1, FULL = 2 };

// Opens a search on the device, or returns null and says why. It uses at most so many bytes for layers, or all that are free if 0.
struct Search* BACKEND(open)(const struct GameTable* game, uint64_t bytes, char* error, uint64_t size);
void BACKEND(close)(struct Search*);
// The name of the device and its bytes of memory.
void BACKEND(device)(const struct Search*, char* name, uint64_t size, uint64_t* bytes);
// Why the last call failed.
const char* BACKEND(message)(const struct Search*);
// The entries that fit above the stack, and those that fit into the memory.
uint64_t BACKEND(room)(const struct Search*, uint64_t* all);
// The least bound of a side's roots.
uint32_t BACKEND(estimate)(struct Search*, uint32_t side);

// Drops all layers of both sides, or of the second to advance, but the roots.
int BACKEND(restart)(struct Search*, uint32_t side);
// Makes the next layer of a side from its last one.
int BACKEND(advance)(struct Search*, uint32_t side, const struct Rule*, struct Made*);
// Looks up states of a layer.
int BACKEND(find)(struct Search*, uint32_t side, uint32_t layer, const uint64_t* keys, uint64_t count, struct Found* found);

// Copies entries of a layer to the host.
int BACKEND(fetch)(struct Search*, uint32_t side, uint32_t layer, uint64_t from, uint64_t count, uint64_t* entries);
// Removes a layer from the device. One that it never had counts as one of the side's layers from now on.
int BACKEND(drop)(struct Search*, uint32_t side, uint32_t layer);
// Copies entries from the host to a place above the stack.
int BACKEND(put)(struct Search*, uint64_t at, const uint64_t* entries, uint64_t count);
// Makes a layer of the entries above the stack.
int BACKEND(keep)(struct Search*, uint32_t side, uint32_t layer, uint64_t count);
// Makes a sorted run of steps from as many of the entries above the stack as possible.
int BACKEND(expand)(struct Search*, uint32_t side, const struct Rule*, uint64_t count, struct Made*);
// Makes a piece of the next layer from steps above the stack, followed by entries of the other side with keys of the same range.
int BACKEND(unite)(struct Search*, uint32_t side, const struct Rule*, uint64_t count, uint64_t theirs, struct Made*);
// Copies entries of the last run or piece to the host.
int BACKEND(get)(struct Search*, uint64_t at, uint64_t count, uint64_t* entries);
#ifdef __cplusplus
}
#endif
