// The steps of a layered search, compiled for the GPU and for its emulation.
//
// An entry of a layer is a word: the pegs, the moves, and the hole of a peg that may continue its move. A state is a run of entries with
// the same pegs; all have the fewest moves. Layers are sorted by pegs.
#pragma once
#include <cstring>
#include <type_traits>

#include "interface.h"

#ifdef __CUDACC__
#define HD __host__ __device__ __forceinline__
#else
#define HD inline
#endif

typedef uint64_t Entry;

enum { HOLE_BITS = 6, COST_BITS = 6, KEY_SHIFT = HOLE_BITS + COST_BITS, MOST_KEY_BITS = 64 - KEY_SHIFT };
enum : uint32_t { NO_HOLE = 63, BYTES = 8 };
constexpr uint64_t HIGH = 0x8080808080808080ull;

HD Entry entry_of(uint64_t key, uint32_t cost, uint32_t hole) { return key << KEY_SHIFT | cost << HOLE_BITS | hole; }
HD uint64_t key_of(Entry entry) { return entry >> KEY_SHIFT; }
HD uint32_t cost_of(Entry entry) { return (uint32_t)(entry >> HOLE_BITS) & 63; }
HD uint32_t hole_of(Entry entry) { return (uint32_t)entry & 63; }

HD uint32_t bits_in(uint64_t set) {
#ifdef __CUDA_ARCH__
  return __popcll(set);
#else
  return __builtin_popcountll(set);
#endif
}
HD uint32_t first_of(uint64_t set) {
#ifdef __CUDA_ARCH__
  return __ffsll(set) - 1;
#else
  return __builtin_ctzll(set);
#endif
}

// Tables that follow from those of the game.
struct Tables {
  GameTable game;
  // The images of the bytes of a set, by byte, value and symmetry.
  uint64_t images[BYTES][256][MOST_SYMMETRIES];
  // The images of the masks of jumps, by side, jump and symmetry.
  uint64_t mask_images[2][MOST_JUMPS][MOST_SYMMETRIES];
  uint64_t lanes[2][BYTES][256][2];
};

// The tables with the least hitting sets of regions, which are too large for a structure: four bits for every set of regions.
struct View {
  const Tables* tables;
  const uint8_t* hitting[2];
  uint32_t side;

  HD const SideTable& here() const { return tables->game.side[side]; }
};

HD uint32_t hitting_set(const uint8_t* table, uint32_t regions) { return table[regions >> 1] >> ((regions & 1) * 4) & 15; }

// The least number of holes that hit these regions, whose highest is `top`, from the numbers for smaller sets.
HD uint32_t least_hitting_set(const SideTable& side, const uint8_t* table, uint32_t regions, uint32_t top) {
  uint32_t least = 15;
  for (uint64_t holes = side.region[top]; holes != 0; holes &= holes - 1) {
    uint64_t hole = holes & -holes;
    uint32_t rest = regions;
    for (uint32_t left = regions; left != 0; left &= left - 1) {
      uint32_t at = first_of(left);
      if (side.region[at] & hole) rest &= ~(1u << at);
    }
    uint32_t count = 1 + hitting_set(table, rest);
    least = count < least ? count : least;
  }
  return least;
}

// The lower bound on the moves of a side from a position to the nearest end: corners, plus the greater of types and regions. Every region
// that counts needs a move that starts in it, so there are at least as many moves as a least set of holes that hits all of them.
HD uint32_t bound_of(const View& view, uint64_t pegs) {
  const SideTable& side = view.here();
  uint32_t active = 0;
  for (uint32_t at = 0; at < side.regions; at++) {
    uint64_t region = side.region[at];
    bool is_full = (pegs & region) == region;
    active |= (uint32_t)(is_full == (side.flip == 0)) << at;
  }
  uint32_t least = 255;
  for (uint32_t at = 0; at < side.ends; at++) {
    const EndTable& end = side.end[at];
    uint32_t corners = bits_in((pegs ^ side.flip) & end.corners);
    uint32_t most = hitting_set(view.hitting[view.side], active & end.asked);
    for (uint32_t type = 0; type < 4; type++) {
      uint32_t moves = end.moves[type][bits_in(pegs & side.type_holes[type])];
      most = moves > most ? moves : most;
    }
    uint32_t bound = corners + most;
    least = bound < least ? bound : least;
  }
  return side.ends == 0 ? 0 : least;
}

struct Lanes {
  uint64_t low, high;
  HD bool is_dead() const { return (low & high & HIGH) != HIGH; }
  HD Lanes after(const uint64_t* drop) const { return {low - drop[0], high - drop[1]}; }
};

HD Lanes lanes_of(const View& view, uint64_t pegs) {
  const SideTable& side = view.here();
  Lanes lanes = {side.lane_base[0], side.lane_base[1]};
  for (uint32_t byte = 0; byte < BYTES && pegs != 0; byte++, pegs >>= 8) {
    const uint64_t* sums = view.tables->lanes[view.side][byte][pegs & 255];
    lanes.low += sums[0];
    lanes.high += sums[1];
  }
  return lanes;
}

HD bool is_legal(const SideTable& side, uint64_t pegs, uint32_t jump) { return (pegs & side.mask[jump]) == side.pattern[jump]; }

HD bool can_go_on(const SideTable& side, uint64_t pegs, uint32_t hole) {
  for (uint32_t jump = side.first[hole]; jump < side.first[hole + 1]; jump++) {
    if (is_legal(side, pegs, jump)) return true;
  }
  return false;
}

// Whether the peg in a hole can jump on to a position within the room. The bound of the position exceeds it by one.
HD bool reaches(const View& view, uint64_t pegs, Lanes lanes, uint32_t hole, uint32_t room) {
  const SideTable& side = view.here();
  uint16_t path[MOST_HOLES];
  uint32_t depth = 0, jump = side.first[hole];
  for (;;) {
    if (jump < side.first[hole + 1]) {
      if (is_legal(side, pegs, jump)) {
        Lanes left = lanes.after(side.drop[jump]);
        if (!left.is_dead()) {
          uint64_t child = pegs ^ side.mask[jump];
          uint32_t bound = bound_of(view, child);
          if (bound <= room) return true;
          if (bound == room + 1) {
            path[depth++] = (uint16_t)jump;
            pegs = child;
            lanes = left;
            hole = side.finish[jump];
            jump = side.first[hole];
            continue;
          }
        }
      }
      jump++;
    } else {
      if (depth == 0) return false;
      jump = path[--depth];
      pegs ^= side.mask[jump];
      lanes = {lanes.low + side.drop[jump][0], lanes.high + side.drop[jump][1]};
      hole = side.begin[jump];
      jump++;
    }
  }
}

// A state: a run of entries with the same pegs.
struct State {
  uint64_t key, open;
  uint32_t cost;
};

HD bool is_first(const Entry* entries, uint64_t at) { return at == 0 || key_of(entries[at - 1]) != key_of(entries[at]); }

HD State state_at(const Entry* entries, uint64_t count, uint64_t at) {
  State state = {key_of(entries[at]), 0, cost_of(entries[at])};
  for (; at < count && key_of(entries[at]) == state.key; at++) {
    uint32_t hole = hole_of(entries[at]);
    if (hole != NO_HOLE) state.open |= 1ull << hole;
  }
  return state;
}

// The steps of a state, one at a time. `COUNT` is the number of symmetries.
template <uint32_t COUNT>
struct Expansion {
  View view;
  State state;
  Lanes lanes;
  uint64_t images[COUNT];
  uint64_t legal;   // legal jumps of the current word of 64
  uint32_t word, cutoff;
  bool is_cut;

  HD void begin(const View& it, const State& from, uint32_t most) {
    view = it;
    state = from;
    cutoff = most;
    is_cut = false;
    legal = 0;
    lanes = lanes_of(view, state.key);
    // A dead state has an image that is not dead, but leads to no end either.
    word = lanes.is_dead() ? ~0u : 0;
    if (COUNT > 1) {
      for (uint32_t at = 0; at < COUNT; at++) images[at] = 0;
      uint64_t rest = state.key;
      for (uint32_t byte = 0; byte < BYTES && rest != 0; byte++, rest >>= 8) {
        const uint64_t* of_byte = view.tables->images[byte][rest & 255];
        for (uint32_t at = 0; at < COUNT; at++) images[at] |= of_byte[at];
      }
    }
    if (word == 0) find();
  }

  // Finds the legal jumps of the next word that has any.
  HD void find() {
    const SideTable& side = view.here();
    while (legal == 0 && word * 64 < side.jumps) {
      uint32_t first = word * 64, last = first + 64 < side.jumps ? first + 64 : side.jumps;
      for (uint32_t jump = first; jump < last; jump++) legal |= (uint64_t)is_legal(side, state.key, jump) << (jump - first);
      word++;
    }
  }

  HD bool has_more() const { return legal != 0; }

  // Makes the next step, and returns whether it is kept.
  HD bool next(Entry* child) {
    const SideTable& side = view.here();
    uint32_t jump = (word - 1) * 64 + first_of(legal);
    legal &= legal - 1;
    if (legal == 0) find();
    Lanes left = lanes.after(side.drop[jump]);
    if (left.is_dead()) return false;
    uint64_t pegs = state.key ^ side.mask[jump];
    uint32_t hole = side.finish[jump];
    uint32_t cost = state.cost + !(state.open >> side.begin[jump] & 1);
    bool is_open = can_go_on(side, pegs, hole);
    if (cutoff != NO_CUTOFF) {
      uint32_t least = cost + bound_of(view, pegs);
      bool stays = least <= cutoff || (least == cutoff + 1 && is_open && cost <= cutoff && reaches(view, pegs, left, hole, cutoff - cost));
      if (!stays) {
        is_cut = true;
        return false;
      }
    }
    if (COUNT > 1) {
      const uint64_t* masks = view.tables->mask_images[view.side][jump];
      pegs = ~0ull;
      for (uint32_t at = 0; at < COUNT; at++) {
        uint64_t image = images[at] ^ masks[at];
        pegs = image < pegs ? image : pegs;
      }
      if (is_open) {
        uint32_t least = NO_HOLE;
        for (uint32_t at = 0; at < COUNT; at++) {
          uint32_t image = view.tables->game.image[at][hole];
          if ((images[at] ^ masks[at]) == pegs && image < least) least = image;
        }
        hole = least;
      }
    }
    *child = entry_of(pegs, cost, is_open ? hole : NO_HOLE);
    return true;
  }
};

// Whether to keep an entry of a sorted list: no other of the state is cheaper, an earlier one is not the same, and if one of them has a
// hole, so has this one.
HD bool stays(const Entry* entries, uint64_t count, uint64_t at) {
  Entry entry = entries[at];
  uint64_t key = key_of(entry);
  uint32_t low = (uint32_t)entry & ((1 << KEY_SHIFT) - 1);
  bool is_closed = hole_of(entry) == NO_HOLE;
  for (uint64_t other = at; other > 0 && key_of(entries[other - 1]) == key; other--) {
    uint32_t its = (uint32_t)entries[other - 1] & ((1 << KEY_SHIFT) - 1);
    // Of equal costs those with a hole are less than the one without.
    if (its == low || its >> HOLE_BITS < low >> HOLE_BITS || (is_closed && its < low)) return false;
  }
  for (uint64_t other = at + 1; other < count && key_of(entries[other]) == key; other++) {
    uint32_t its = (uint32_t)entries[other] & ((1 << KEY_SHIFT) - 1);
    if (its >> HOLE_BITS < low >> HOLE_BITS || (is_closed && its < low)) return false;
  }
  return true;
}

// The place of the first entry with these pegs, or `count` if there is none.
HD uint64_t place_of(const Entry* entries, uint64_t count, uint64_t key) {
  uint64_t low = 0, high = count;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (key_of(entries[middle]) < key) low = middle + 1; else high = middle;
  }
  return low < count && key_of(entries[low]) == key ? low : count;
}

HD Found find_in(const Entry* entries, uint64_t count, uint64_t key) {
  uint64_t at = place_of(entries, count, key);
  if (at == count) return {key, 0, NO_CUTOFF, 0};
  State state = state_at(entries, count, at);
  return {key, state.open, state.cost, 0};
}

// A meeting as a word, so that the least is the cheapest, then the one with the least key.
constexpr uint64_t NO_MEETING = ~0ull;

// What becomes of a new state of this side, given the layer of the other side that it may meet: whether to keep it, and the meeting.
HD bool meets(const View& view, const State& state, const Entry* theirs, uint64_t count, const Rule& rule, uint64_t* meeting) {
  Found other = count == 0 ? Found{0, 0, NO_CUTOFF, 0} : find_in(theirs, count, state.key);
  if (other.cost != NO_CUTOFF) {
    uint64_t cost = state.cost + other.cost - ((state.open & other.open) != 0);
    *meeting = cost << MOST_KEY_BITS | state.key;
    bool may_go_on = state.open != 0 && other.open != 0;
    return rule.complete == NO_CUTOFF || state.cost + other.cost <= rule.cutoff + may_go_on;
  }
  *meeting = NO_MEETING;
  if (rule.complete == NO_CUTOFF) return true;
  // The other side knows all states whose cost to it plus its bound is within its cutoff; this state needs more.
  View there = view;
  there.side = 1 - view.side;
  return state.cost + rule.complete + 1 <= rule.cutoff + (state.open != 0) + bound_of(there, state.key);
}

// What becomes of a step of a sorted list: whether it stays, whether it stands for its state, and then the meeting.
struct Judged {
  bool stays, is_state;
  uint64_t meeting;
};

HD Judged judge(const View& view, const Entry* entries, uint64_t count, uint64_t at, const Entry* theirs, uint64_t their_count, const Rule& rule) {
  Judged judged = {stays(entries, count, at), false, NO_MEETING};
  if (!judged.stays) return judged;
  State state = {key_of(entries[at]), 0, cost_of(entries[at])};
  bool is_first_kept = true;
  uint64_t first = at;
  while (first > 0 && key_of(entries[first - 1]) == state.key) first--;
  for (uint64_t other = first; other < count && key_of(entries[other]) == state.key; other++) {
    uint32_t hole = hole_of(entries[other]);
    if (cost_of(entries[other]) != state.cost || hole == NO_HOLE) continue;
    state.open |= 1ull << hole;
    // One without a hole stays only if none has a hole.
    is_first_kept = is_first_kept && at <= other;
  }
  bool is_probe = rule.complete != NO_CUTOFF;
  if (!is_first_kept && !is_probe) return judged;
  uint64_t meeting;
  judged.stays = meets(view, state, theirs, their_count, rule, &meeting);
  if (is_first_kept) {
    judged.is_state = judged.stays;
    judged.meeting = meeting;
  }
  return judged;
}

// Calls a function with the number of symmetries as a constant.
template <typename Function>
inline void with_symmetries(uint32_t count, Function function) {
  switch (count) {
    case 1: return function(std::integral_constant<uint32_t, 1>{});
    case 2: return function(std::integral_constant<uint32_t, 2>{});
    case 3: return function(std::integral_constant<uint32_t, 3>{});
    case 4: return function(std::integral_constant<uint32_t, 4>{});
    case 6: return function(std::integral_constant<uint32_t, 6>{});
    case 8: return function(std::integral_constant<uint32_t, 8>{});
    default: return function(std::integral_constant<uint32_t, 12>{});
  }
}

// The bytes of a table of least hitting sets.
inline uint64_t hitting_bytes(const SideTable& side) { return side.regions == 0 ? 1 : (1ull << side.regions) / 2; }

inline bool has_same_regions(const GameTable& game) {
  const SideTable *one = &game.side[0], *other = &game.side[1];
  return one->regions == other->regions && !memcmp(one->region, other->region, sizeof one->region);
}

inline void fill(Tables* tables, const GameTable& game) {
  *tables = Tables{};
  tables->game = game;
  for (uint32_t byte = 0; byte < BYTES; byte++) {
    for (uint32_t set = 0; set < 256; set++) {
      for (uint32_t at = 0; at < 8 && byte * 8 + at < game.holes; at++) {
        if (!(set >> at & 1)) continue;
        uint32_t hole = byte * 8 + at;
        for (uint32_t it = 0; it < game.symmetries; it++) tables->images[byte][set][it] |= 1ull << game.image[it][hole];
        for (uint32_t side = 0; side < 2; side++) {
          for (uint32_t half = 0; half < 2; half++) tables->lanes[side][byte][set][half] += game.side[side].lane_of_hole[hole][half];
        }
      }
    }
  }
  for (uint32_t side = 0; side < 2; side++) {
    for (uint32_t jump = 0; jump < game.side[side].jumps; jump++) {
      for (uint32_t it = 0; it < game.symmetries; it++) {
        for (uint64_t rest = game.side[side].mask[jump]; rest != 0; rest &= rest - 1) {
          tables->mask_images[side][jump][it] |= 1ull << game.image[it][first_of(rest)];
        }
      }
    }
  }
}
