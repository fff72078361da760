// The layers in the memory of a device: where they lie, and how the next one is made. Both backends use it.
//
// The memory is one block. Layers lie in it as a stack; what is above them is split into two halves for the steps of the next layer.
// Steps are appended to the lower half; when it is full or the layer is complete, they are sorted with the upper half as the second
// buffer, and the entries that stay go back to the bottom of the lower half: where the next layer begins.
//
// Whatever does not fit is `Full`, and leaves the stack as it was. Then the caller moves layers to the host, or makes the next layer in
// partitions: `expand` makes sorted runs from pieces of the last layer, and `unite` a piece of the next layer from pieces of the runs.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "guard.h"
#include "steps.h"

namespace {
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// There is not enough memory on the device.
struct Full {};

// Steps that a state is expected to have at most.
constexpr uint64_t GUESS = 16;
// The least entries of a block. Every state has at most as many steps as there are jumps, and as many predecessors.
constexpr uint64_t LEAST_ROOM = 4096;

// What came of the states of a piece.
struct Expanded {
  uint64_t steps, states;
  bool is_cut;
};

// What became of steps.
struct Concluded {
  uint64_t entries, states, meeting;
};

struct Layer {
  Entry* entries;
  uint64_t count;
  bool is_here;
};

// A device has a block with room for entries, and works on it.
template <typename Device>
struct Layers {
  Device device;
  GameTable game;
  std::vector<Layer> layers[2];
  uint64_t top = 0;         // entries of the stack
  Entry* result = nullptr;  // the last run or piece
  uint64_t result_count = 0;
  Message message;

  void open(const GameTable& table, uint64_t bytes) {
    game = table;
    device.open(table, bytes);
    if (device.room < LEAST_ROOM) {
      throw Failure("the search needs at least " + std::to_string(LEAST_ROOM * sizeof(Entry)) + " bytes of its memory");
    }
  }

  Entry* end() const { return device.block + top; }
  uint64_t left() const { return device.room - top; }

  // The end of the stack.
  void settle() {
    top = 0;
    for (auto& of_side : layers) {
      for (Layer& layer : of_side) {
        if (layer.is_here) top = std::max<uint64_t>(top, layer.entries - device.block + layer.count);
      }
    }
  }

  void push(uint32_t side, uint32_t number, uint64_t count) {
    if (left() < count) throw Full{};
    if (layers[side].size() <= number) layers[side].resize(number + 1, Layer{nullptr, 0, false});
    layers[side][number] = {end(), count, true};
    top += count;
  }

  void restart(uint32_t side) {
    layers[side].clear();
    if (layers[1 - side].size() <= 1) layers[1 - side].clear();
    settle();
    for (uint32_t it : {1 - side, side}) {
      if (!layers[it].empty()) continue;
      const SideTable& of = game.side[it];
      std::vector<Entry> roots;
      for (uint32_t at = 0; at < of.roots; at++) roots.push_back(entry_of(of.root[at], 0, NO_HOLE));
      if (left() < roots.size()) throw Full{};
      device.upload(end(), roots.data(), roots.size());
      push(it, 0, roots.size());
    }
  }

  // Removes a layer from the stack, and moves those above it down.
  void drop(uint32_t side, uint32_t number) {
    if (layers[side].size() <= number) layers[side].resize(number + 1, Layer{nullptr, 0, false});
    layers[side][number].is_here = false;
    std::vector<Layer*> stack;
    for (auto& of_side : layers) {
      for (Layer& layer : of_side) {
        if (layer.is_here) stack.push_back(&layer);
      }
    }
    std::sort(stack.begin(), stack.end(), [](const Layer* one, const Layer* other) { return one->entries < other->entries; });
    Entry* to = device.block;
    for (Layer* layer : stack) {
      uint64_t gap = layer->entries - to;
      // A small gap stays: it would take many copies that do not overlap.
      if (gap > layer->count / 64) {
        for (uint64_t done = 0; done < layer->count; done += gap) {
          device.move(to + done, layer->entries + done, std::min(gap, layer->count - done));
        }
        layer->entries = to;
      }
      to = layer->entries + layer->count;
    }
    settle();
  }

  static void note(const Expanded& now, Made* made) {
    made->generated += now.steps;
    made->expanded += now.states;
    made->is_cut |= now.is_cut;
  }

  static void note(const Concluded& now, Made* made) {
    made->entries = now.entries;
    made->states = now.states;
    made->meeting_cost = now.meeting == NO_MEETING ? NO_CUTOFF : now.meeting >> MOST_KEY_BITS;
    made->meeting_key = now.meeting & (~0ull >> KEY_SHIFT);
  }

  // Appends the steps of entries to the lower buffer, and removes duplicates when it is full. Returns how many steps are in the buffer.
  // If they do not fit, it ends early with `made->taken`, or throws if all are needed.
  uint64_t expand_into(uint32_t side, uint32_t cutoff, const Entry* entries, uint64_t count, Entry* low, uint64_t half, bool all, Made* made) {
    uint64_t filled = 0, done = 0, unsorted = 0;
    double each = GUESS;
    while (done < count) {
      uint64_t some = std::min<uint64_t>(count - done, (uint64_t)((half - filled) / each));
      some = std::min<uint64_t>(some, 1ull << 31);
      bool is_small = some < count - done && some < (1 << 20);
      if (is_small && unsorted > half / 8) {
        filled = device.sort(low, low + half, filled);
        unsorted = 0;
        continue;
      }
      if (some == 0 || is_small) {
        uint64_t least = std::max<uint64_t>(MOST_JUMPS, std::min<uint64_t>(4096, half / 8));
        if (half - filled < least || filled > half / 8 * 7) {
          if (all || done == 0) throw Full{};
          break;
        }
        some = std::max<uint64_t>(1, some);
      }
      Expanded now = device.expand(side, cutoff, entries, count, done, done + some, low, filled, half);
      if (filled + now.steps > half) {
        // More steps than expected: again, with fewer states.
        each = 2 * std::max(each, (double)now.steps / some);
        continue;
      }
      if (some > 1 << 16) each = 1.25 * now.steps / some + 0.25;
      note(now, made);
      unsorted += now.steps;
      filled += now.steps;
      done += some;
    }
    made->taken = done;
    return filled;
  }

  // Makes entries of the new layer from steps, given entries of the layer that they may meet.
  void conclude(uint32_t side, const Rule& rule, Entry* low, Entry* high, uint64_t count, const Entry* theirs, uint64_t their_count, Made* made) {
    Concluded it = {0, 0, NO_MEETING};
    if (count > 0) it = device.conclude(side, rule, low, high, count, theirs, their_count);
    note(it, made);
  }

  void advance(uint32_t side, const Rule& rule, Made* made) {
    const Layer last = layers[side].back();
    uint64_t opposite = game.steps - layers[side].size();
    const auto& others = layers[1 - side];
    bool can_meet = opposite < others.size();
    if (!last.is_here || (can_meet && !others[opposite].is_here)) throw Full{};
    uint64_t half = left() / 2 / 16 * 16;
    if (half < MOST_JUMPS) throw Full{};
    Entry* low = end();
    const Layer theirs = can_meet ? others[opposite] : Layer{nullptr, 0, true};
    Expanded expanded;
    Concluded concluded;
    if (device.make_small(side, rule, last.entries, last.count, theirs.entries, theirs.count, low, low + half, half, &expanded, &concluded)) {
      note(expanded, made);
      note(concluded, made);
    } else {
      uint64_t filled = expand_into(side, rule.cutoff, last.entries, last.count, low, half, true, made);
      conclude(side, rule, low, low + half, filled, theirs.entries, theirs.count, made);
    }
    push(side, (uint32_t)layers[side].size(), made->entries);
    made->device_bytes = top * sizeof(Entry);
  }

  // Makes a sorted run from the entries above the stack.
  void expand(uint32_t side, const Rule& rule, uint64_t count, Made* made) {
    if (left() < count) throw Full{};
    uint64_t half = (left() - count) / 2 / 16 * 16;
    Entry* low = end() + count;
    uint64_t filled = expand_into(side, rule.cutoff, end(), count, low, half, false, made);
    made->entries = filled == 0 ? 0 : device.sort(low, low + half, filled);
    made->meeting_cost = NO_CUTOFF;
    result = low;
    result_count = made->entries;
  }

  // Makes a piece of the new layer from entries above the stack, all with keys of a range, and those of the other side in the same range.
  void unite(uint32_t side, const Rule& rule, uint64_t count, uint64_t theirs, Made* made) {
    if (left() < 2 * count + theirs) throw Full{};
    conclude(side, rule, end(), end() + count + theirs, count, end() + count, theirs, made);
    result = end();
    result_count = made->entries;
  }

  const Layer& layer_of(uint32_t side, uint32_t number) const {
    if (layers[side].size() <= number || !layers[side][number].is_here) throw Failure("a layer is not on the device");
    return layers[side][number];
  }

  void find(uint32_t side, uint32_t number, const uint64_t* keys, uint64_t count, Found* found) {
    const Layer& layer = layer_of(side, number);
    device.find(layer.entries, layer.count, keys, count, found);
  }

  void fetch(uint32_t side, uint32_t number, uint64_t from, uint64_t count, Entry* entries) {
    const Layer& layer = layer_of(side, number);
    if (layer.count < from + count) throw Failure("a layer has no such entries");
    device.download(entries, layer.entries + from, count);
  }

  void put(uint64_t at, const Entry* entries, uint64_t count) {
    if (left() < at + count) throw Full{};
    device.upload(end() + at, entries, count);
  }

  void get(uint64_t at, uint64_t count, Entry* entries) {
    if (result_count < at + count) throw Failure("a run has no such entries");
    device.download(entries, result + at, count);
  }

  // Runs a function, and turns what it throws into a code and a message.
  template <typename Function>
  int guarded(Function function) {
    try {
      function();
      return DONE;
    } catch (const Full&) {
      message = "it does not fit into the memory of the device";
      return FULL;
    } catch (const std::exception& error) {
      message = error.what();
      return FAILED;
    }
  }

  template <typename Function>
  int timed(Made* made, Function function) {
    auto begin = std::chrono::steady_clock::now();
    *made = Made{};
    int code = guarded(function);
    made->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return code;
  }
};
}  // namespace
