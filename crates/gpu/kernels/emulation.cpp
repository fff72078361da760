// The backend that emulates the GPU: the same steps one after the other, to test them.
#define BACKEND(name) emulation_##name
// The backends have structures of their own.
#define Search EmulationSearch
#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "steps.h"

namespace {
// Sorts by pegs: bytes from the lowest, with a buffer.
void sort(std::vector<Entry>& entries, uint32_t bits) {
  std::vector<Entry> buffer(entries.size());
  for (uint32_t shift = KEY_SHIFT; shift < KEY_SHIFT + bits; shift += 8) {
    uint64_t starts[257] = {};
    for (Entry entry : entries) starts[(entry >> shift & 255) + 1]++;
    for (uint32_t at = 1; at < 257; at++) starts[at] += starts[at - 1];
    for (Entry entry : entries) buffer[starts[entry >> shift & 255]++] = entry;
    entries.swap(buffer);
  }
}
}  // namespace

struct Search {
  std::unique_ptr<Tables> tables = std::make_unique<Tables>();
  std::vector<uint8_t> hitting[2];
  std::vector<std::vector<Entry>> layers[2];
  uint64_t limit = 0;
  std::string message;

  View view(uint32_t side) const { return {tables.get(), {hitting[0].data(), hitting[1].data()}, side}; }
};

extern "C" {
Search* emulation_open(const GameTable* game, uint64_t, uint64_t host_bytes, char* error, uint64_t size) {
  (void)error;
  (void)size;
  Search* search = new Search;
  search->limit = host_bytes;
  fill(search->tables.get(), *game);
  for (uint32_t side = 0; side < 2; side++) {
    const SideTable& table = game->side[side];
    std::vector<uint8_t>& hitting = search->hitting[side];
    bool is_shared = side == 1 && table.regions == game->side[0].regions && !memcmp(table.region, game->side[0].region, sizeof table.region);
    if (is_shared) {
      hitting = search->hitting[0];
      continue;
    }
    hitting.assign(std::max<uint64_t>(1, (1ull << table.regions) / 2), 0);
    for (uint32_t top = 0; top < table.regions; top++) {
      for (uint32_t set = 1u << top; set < 2u << top; set++) {
        hitting[set >> 1] |= least_hitting_set(table, hitting.data(), set, top) << ((set & 1) * 4);
      }
    }
  }
  return search;
}

void emulation_close(Search* search) { delete search; }

void emulation_device(const Search*, char* name, uint64_t size, uint64_t* bytes) {
  strncpy(name, "emulation", size);
  *bytes = 0;
}

const char* emulation_message(const Search* search) { return search->message.c_str(); }

int emulation_restart(Search* search, uint32_t side) {
  const SideTable& table = search->tables->game.side[side];
  std::vector<Entry> roots;
  for (uint32_t at = 0; at < table.roots; at++) roots.push_back(entry_of(table.root[at], 0, NO_HOLE));
  search->layers[side] = {roots};
  return 0;
}

uint32_t emulation_estimate(Search* search, uint32_t side) {
  uint32_t least = NO_CUTOFF;
  const SideTable& table = search->tables->game.side[side];
  for (uint32_t at = 0; at < table.roots; at++) least = std::min(least, bound_of(search->view(side), table.root[at]));
  return least;
}

int emulation_advance(Search* search, uint32_t side, const Rule* rule, Made* made) {
  auto begin = std::chrono::steady_clock::now();
  const GameTable& game = search->tables->game;
  const std::vector<Entry>& last = search->layers[side].back();
  View view = search->view(side);
  std::vector<Entry> children;
  *made = Made{};
  with_symmetries(game.symmetries, [&](auto count) {
    Expansion<decltype(count)::value> expansion;
    for (uint64_t at = 0; at < last.size(); at++) {
      if (!is_first(last.data(), at)) continue;
      made->expanded++;
      expansion.begin(view, state_at(last.data(), last.size(), at), rule->cutoff);
      Entry child;
      while (expansion.has_more()) {
        if (expansion.next(&child)) children.push_back(child);
      }
      made->is_cut |= expansion.is_cut;
    }
  });
  made->generated = children.size();
  uint64_t bytes = 2 * children.size() * sizeof(Entry);
  for (auto& layers : search->layers) for (auto& layer : layers) bytes += layer.size() * sizeof(Entry);
  if (search->limit != 0 && bytes > search->limit) {
    search->message = "the layer does not fit into memory";
    return 1;
  }
  sort(children, game.holes);
  std::vector<Entry> layer;
  for (uint64_t at = 0; at < children.size(); at++) {
    if (stays(children.data(), children.size(), at)) layer.push_back(children[at]);
  }
  uint64_t opposite = game.steps - search->layers[side].size(), best = NO_MEETING;
  const auto& others = search->layers[1 - side];
  const std::vector<Entry> none, *theirs = opposite < others.size() ? &others[opposite] : &none;
  std::vector<Entry> kept;
  for (uint64_t at = 0; at < layer.size();) {
    State state = state_at(layer.data(), layer.size(), at);
    uint64_t meeting, end = at + std::max(1u, bits_in(state.open));
    if (meets(view, state, theirs->data(), theirs->size(), *rule, &meeting)) {
      kept.insert(kept.end(), layer.begin() + at, layer.begin() + end);
      made->states++;
    }
    best = std::min(best, meeting);
    at = end;
  }
  made->meeting_cost = best == NO_MEETING ? NO_CUTOFF : best >> MOST_KEY_BITS;
  made->meeting_key = best & (~0ull >> KEY_SHIFT);
  made->entries = kept.size();
  made->host_bytes = bytes;
  search->layers[side].push_back(std::move(kept));
  made->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return 0;
}

int emulation_find(Search* search, uint32_t side, uint32_t number, const uint64_t* keys, uint64_t count, Found* found) {
  const std::vector<Entry>& layer = search->layers[side][number];
  for (uint64_t at = 0; at < count; at++) found[at] = find_in(layer.data(), layer.size(), keys[at]);
  return 0;
}
}
