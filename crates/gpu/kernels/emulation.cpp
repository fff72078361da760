// The backend that emulates the GPU: the same steps one after the other, to test them.
#define BACKEND(name) emulation_##name
// The backends have structures of their own.
#define Search EmulationSearch
#include <algorithm>
#include <cstring>
#include <memory>

#include "layers.h"

namespace {
// The memory that it uses if it may use any; what is not needed is never touched.
constexpr uint64_t MOST_BYTES = 1ull << 31;

struct Emulation {
  std::unique_ptr<Tables> tables = std::make_unique<Tables>();
  std::vector<uint8_t> hitting[2];
  std::unique_ptr<Entry[]> memory_block;
  Entry* block = nullptr;
  uint64_t room = 0;
  std::string name = "emulation";
  uint64_t memory = 0;

  View view(uint32_t side) const { return {tables.get(), {hitting[0].data(), hitting[1].data()}, side}; }

  void open(const GameTable& game, uint64_t bytes) {
    fill(tables.get(), game);
    for (uint32_t side = 0; side < 2; side++) {
      const SideTable& table = game.side[side];
      if (side == 1 && has_same_regions(game)) {
        hitting[1] = hitting[0];
        continue;
      }
      hitting[side].assign(hitting_bytes(table), 0);
      for (uint32_t top = 0; top < table.regions; top++) {
        for (uint32_t set = 1u << top; set < 2u << top; set++) {
          hitting[side][set >> 1] |= least_hitting_set(table, hitting[side].data(), set, top) << ((set & 1) * 4);
        }
      }
    }
    room = (bytes == 0 ? MOST_BYTES : std::min(bytes, MOST_BYTES)) / sizeof(Entry);
    memory_block.reset(new Entry[room]);
    block = memory_block.get();
    memory = room * sizeof(Entry);
  }

  uint32_t estimate(uint32_t side) {
    uint32_t least = NO_CUTOFF;
    const SideTable& table = tables->game.side[side];
    for (uint32_t at = 0; at < table.roots; at++) least = std::min(least, bound_of(view(side), table.root[at]));
    return least;
  }

  void upload(Entry* to, const Entry* from, uint64_t count) { memcpy(to, from, count * sizeof(Entry)); }
  void download(Entry* to, const Entry* from, uint64_t count) { memcpy(to, from, count * sizeof(Entry)); }
  void move(Entry* to, const Entry* from, uint64_t count) { memcpy(to, from, count * sizeof(Entry)); }

  Expanded expand(uint32_t side, uint32_t cutoff, const Entry* entries, uint64_t count, uint64_t first, uint64_t last, Entry* steps, uint64_t filled,
                  uint64_t most) {
    Expanded it = {0, 0, false};
    with_symmetries(tables->game.symmetries, [&](auto symmetries) {
      Expansion<decltype(symmetries)::value> expansion;
      for (uint64_t at = first; at < last; at++) {
        if (!is_first(entries, at)) continue;
        it.states++;
        expansion.begin(view(side), state_at(entries, count, at), cutoff);
        Entry child;
        while (expansion.has_more()) {
          if (!expansion.next(&child)) continue;
          if (filled + it.steps < most) steps[filled + it.steps] = child;
          it.steps++;
        }
        it.is_cut |= expansion.is_cut;
      }
    });
    return it;
  }

  // The kernel for small layers has no emulation: only runs on a GPU test it.
  bool make_small(uint32_t, const Rule&, const Entry*, uint64_t, const Entry*, uint64_t, Entry*, Entry*, uint64_t, Expanded*, Concluded*) { return false; }

  // Sorts by pegs: bytes from the lowest, with a second buffer. Returns the buffer with the result.
  Entry* sort_only(Entry* low, Entry* high, uint64_t count) {
    for (uint32_t shift = KEY_SHIFT; shift < KEY_SHIFT + tables->game.holes; shift += 8) {
      uint64_t starts[257] = {};
      for (uint64_t at = 0; at < count; at++) starts[(low[at] >> shift & 255) + 1]++;
      for (uint32_t at = 1; at < 257; at++) starts[at] += starts[at - 1];
      for (uint64_t at = 0; at < count; at++) high[starts[low[at] >> shift & 255]++] = low[at];
      std::swap(low, high);
    }
    return low;
  }

  // Sorts the entries of the lower buffer, and returns how many stay there.
  uint64_t sort(Entry* low, Entry* high, uint64_t count) {
    const Entry* sorted = sort_only(low, high, count);
    if (sorted == low) {
      memcpy(high, low, count * sizeof(Entry));
      sorted = high;
    }
    uint64_t left = 0;
    for (uint64_t at = 0; at < count; at++) {
      if (stays(sorted, count, at)) low[left++] = sorted[at];
    }
    return left;
  }

  Concluded conclude(uint32_t side, const Rule& rule, Entry* low, Entry* high, uint64_t count, const Entry* theirs, uint64_t their_count) {
    const Entry* sorted = sort_only(low, high, count);
    if (sorted == low) {
      memcpy(high, low, count * sizeof(Entry));
      sorted = high;
    }
    Concluded it = {0, 0, NO_MEETING};
    for (uint64_t at = 0; at < count; at++) {
      Judged judged = judge(view(side), sorted, count, at, theirs, their_count, rule);
      if (judged.stays) low[it.entries++] = sorted[at];
      it.states += judged.is_state;
      it.meeting = std::min(it.meeting, judged.meeting);
    }
    return it;
  }

  void find(const Entry* entries, uint64_t count, const uint64_t* keys, uint64_t wanted, Found* found) {
    for (uint64_t at = 0; at < wanted; at++) found[at] = find_in(entries, count, keys[at]);
  }
};
}  // namespace

struct Search : Layers<Emulation> {};

#include "functions.h"
