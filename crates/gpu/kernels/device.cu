// The backend for NVIDIA GPUs.
//
// The memory of the GPU is one block. Layers lie in it as a stack; what is above them is split into two halves for the steps of the next
// layer. Steps are appended to the lower half; when it is full or the layer is complete, they are sorted with the upper half as the second
// buffer, and the entries that stay go back to the bottom of the lower half: where the next layer begins. If the stack takes too much,
// all layers but the last move to the host.
#define BACKEND(name) cuda_##name
// The backends have structures of their own.
#define Search CudaSearch
#include <cub/cub.cuh>
#include <cuda_runtime.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <mutex>
#include <string>
#include <unistd.h>
#include <vector>

#include "steps.h"

namespace {
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void check(cudaError_t code, const char* what) {
  if (code != cudaSuccess) throw Failure(std::string(what) + ": " + cudaGetErrorString(code));
}
#define CHECK(call) check(call, #call)

constexpr uint32_t THREADS = 256;
// Steps that a layer of any size may have at least: small layers are expanded at once.
constexpr uint64_t GUESS = 16;

struct Counters {
  unsigned long long steps, states, expanded, meeting;
  unsigned int is_cut;
};

uint32_t blocks_for(uint64_t count) { return (uint32_t)((count + THREADS - 1) / THREADS); }

template <uint32_t COUNT>
__global__ void __launch_bounds__(THREADS) expand(View view, const Entry* entries, uint64_t count, uint64_t first, uint64_t last, uint32_t cutoff,
                                                  Entry* steps, uint64_t room, Counters* counters) {
  uint64_t at = first + (uint64_t)blockIdx.x * THREADS + threadIdx.x;
  Expansion<COUNT> expansion;
  expansion.legal = 0;
  expansion.is_cut = false;
  bool is_state = at < last && is_first(entries, at);
  if (is_state) expansion.begin(view, state_at(entries, count, at), cutoff);
  uint32_t lane = threadIdx.x & 31;
  while (__any_sync(~0u, expansion.has_more())) {
    Entry child = 0;
    bool stays = expansion.has_more() && expansion.next(&child);
    uint32_t all = __ballot_sync(~0u, stays);
    if (all == 0) continue;
    unsigned long long place = 0;
    if (lane == 0) place = atomicAdd(&counters->steps, (unsigned long long)__popc(all));
    place = __shfl_sync(~0u, place, 0) + __popc(all & ((1u << lane) - 1));
    if (stays && place < room) steps[place] = child;
  }
  uint32_t states = __ballot_sync(~0u, is_state);
  uint32_t cut = __ballot_sync(~0u, expansion.is_cut);
  if (lane == 0) {
    if (states) atomicAdd(&counters->expanded, (unsigned long long)__popc(states));
    if (cut) counters->is_cut = 1;
  }
}

__global__ void meet(View view, const Entry* entries, uint64_t count, const Entry* theirs, uint64_t their_count, Rule rule, uint8_t* flags,
                     Counters* counters) {
  uint64_t at = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
  bool stays = false;
  if (at < count && is_first(entries, at)) {
    State state = state_at(entries, count, at);
    uint64_t meeting;
    stays = meets(view, state, theirs, their_count, rule, &meeting);
    if (meeting != NO_MEETING) atomicMin(&counters->meeting, (unsigned long long)meeting);
    if (flags) {
      for (uint64_t it = at; it < count && key_of(entries[it]) == state.key; it++) flags[it] = stays;
    }
  }
  uint32_t states = __ballot_sync(~0u, stays);
  if ((threadIdx.x & 31) == 0 && states) atomicAdd(&counters->states, (unsigned long long)__popc(states));
}

__global__ void lookup(const Entry* entries, uint64_t count, const uint64_t* keys, uint64_t wanted, Found* found) {
  uint64_t at = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
  if (at < wanted) found[at] = find_in(entries, count, keys[at]);
}

// Fills in the hitting sets whose highest region is `top`, a byte for two sets.
__global__ void hit(const Tables* tables, uint32_t side, uint8_t* table, uint32_t top) {
  uint64_t pair = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
  const SideTable& of = tables->game.side[side];
  if (top == 0) {
    if (pair == 0) table[0] = 1 << 4;
    return;
  }
  if (pair >= 1u << (top - 1)) return;
  uint32_t set = 1u << top | (uint32_t)pair << 1;
  uint32_t even = least_hitting_set(of, table, set, top), odd = least_hitting_set(of, table, set | 1, top);
  table[set >> 1] = (uint8_t)(even | odd << 4);
}

struct Stays {
  const Entry* entries;
  uint64_t count;
  __device__ bool operator()(uint64_t at) const { return stays(entries, count, at); }
};

// The block of the last search that was closed: to allocate most of the memory takes longer than many searches.
struct Spare {
  std::mutex lock;
  Entry* block = nullptr;
  uint64_t room = 0;
} spare;

// A layer in the block of the GPU, or on the host.
struct Layer {
  Entry* entries;
  uint64_t count;
  bool is_here;
};
}  // namespace

struct Search {
  Tables* tables = nullptr;
  uint8_t* hitting[2] = {};
  Counters* counters = nullptr;
  Counters* result = nullptr;  // on the host
  Entry* block = nullptr;
  uint64_t room = 0;           // entries of the block
  uint8_t* work = nullptr;
  uint64_t work_bytes = 0;
  uint64_t top = 0;            // entries of the stack
  uint64_t host_limit = 0, host_bytes = 0;
  GameTable game;
  std::vector<Layer> layers[2];
  uint32_t roots_estimate[2] = {};
  std::string message, name;
  uint64_t memory = 0;

  ~Search() {
    drop(0);
    drop(1);
    for (void* it : {(void*)tables, (void*)hitting[0], (void*)counters, (void*)work}) cudaFree(it);
    std::lock_guard<std::mutex> guard(spare.lock);
    std::swap(block, spare.block);
    std::swap(room, spare.room);
    cudaFree(block);
    if (hitting[1] != hitting[0]) cudaFree(hitting[1]);
    cudaFreeHost(result);
  }

  View view(uint32_t side) const { return {tables, {hitting[0], hitting[1]}, side}; }

  void drop(uint32_t side) {
    for (Layer& layer : layers[side]) {
      if (layer.is_here) continue;
      free(layer.entries);
      host_bytes -= layer.count * sizeof(Entry);
    }
    layers[side].clear();
  }

  // The end of the stack.
  void settle() {
    top = 0;
    for (auto& of_side : layers) {
      for (Layer& layer : of_side) {
        if (layer.is_here) top = std::max<uint64_t>(top, layer.entries - block + layer.count);
      }
    }
  }

  void open(const GameTable& table, uint64_t device_bytes, uint64_t host_bytes);
  void restart(uint32_t side);
  void advance(uint32_t side, const Rule& rule, Made* made);
  void evict(const Layer* spared);
  uint64_t sort(Entry* low, Entry* high, uint64_t count);
  template <typename Call>
  void with_work(Call call);
  const Entry* here(const Layer& layer, Entry* spare, uint64_t spare_room);
  Counters read() {
    CHECK(cudaMemcpyAsync(result, counters, sizeof *counters, cudaMemcpyDeviceToHost));
    CHECK(cudaStreamSynchronize(0));
    return *result;
  }
};

// Calls a function of CUB with work space, which grows as needed.
template <typename Call>
void Search::with_work(Call call) {
  size_t bytes = 0;
  CHECK(call(nullptr, bytes));
  if (bytes > work_bytes) {
    CHECK(cudaFree(work));
    work = nullptr;
    work_bytes = 0;
    CHECK(cudaMalloc((void**)&work, bytes));
    work_bytes = bytes;
  }
  bytes = work_bytes;
  CHECK(call(work, bytes));
}

void Search::open(const GameTable& table, uint64_t device_bytes, uint64_t most_host_bytes) {
  int devices = 0;
  cudaError_t found = cudaGetDeviceCount(&devices);
  bool has_driver = found != cudaErrorInsufficientDriver;
  if (found == cudaErrorNoDevice || !has_driver || (found == cudaSuccess && devices == 0)) {
    throw Failure(has_driver ? "none is installed" : "there is no driver for NVIDIA GPUs, or it is too old for CUDA 13");
  }
  if (found != cudaSuccess) throw Failure(cudaGetErrorString(found));
  CHECK(cudaSetDevice(0));
  cudaDeviceProp about;
  CHECK(cudaGetDeviceProperties(&about, 0));
  name = about.name;
  memory = about.totalGlobalMem;
  game = table;
  host_limit = most_host_bytes;
  if (host_limit == 0) host_limit = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGE_SIZE) / 10 * 8;
  CHECK(cudaMalloc((void**)&tables, sizeof(Tables)));
  {
    std::vector<Tables> host(1);
    fill(host.data(), table);
    CHECK(cudaMemcpy(tables, host.data(), sizeof(Tables), cudaMemcpyHostToDevice));
  }
  for (uint32_t side = 0; side < 2; side++) {
    const SideTable& of = table.side[side];
    bool is_shared = side == 1 && of.regions == table.side[0].regions && !memcmp(of.region, table.side[0].region, sizeof of.region);
    if (is_shared) {
      hitting[1] = hitting[0];
      continue;
    }
    uint64_t bytes = std::max<uint64_t>(1, (1ull << of.regions) / 2);
    CHECK(cudaMalloc((void**)&hitting[side], bytes));
    CHECK(cudaMemset(hitting[side], 0, bytes));
    for (uint32_t at = 0; at < of.regions; at++) {
      hit<<<blocks_for(at == 0 ? 1 : 1u << (at - 1)), THREADS>>>(tables, side, hitting[side], at);
      CHECK(cudaGetLastError());
    }
  }
  CHECK(cudaMalloc((void**)&counters, sizeof *counters));
  CHECK(cudaMallocHost((void**)&result, sizeof *result));
  work_bytes = 64 << 20;
  CHECK(cudaMalloc((void**)&work, work_bytes));
  {
    std::lock_guard<std::mutex> guard(spare.lock);
    std::swap(block, spare.block);
    std::swap(room, spare.room);
  }
  if (block) return;
  size_t free_bytes, total;
  CHECK(cudaMemGetInfo(&free_bytes, &total));
  // Some is left for the work space of sorts and for the driver.
  uint64_t bytes = free_bytes - free_bytes / 50 - (256 << 20);
  if (device_bytes != 0) bytes = std::min(bytes, device_bytes);
  CHECK(cudaMalloc((void**)&block, bytes));
  room = bytes / sizeof(Entry);
}

void Search::restart(uint32_t side) {
  drop(side);
  bool is_alone = layers[1 - side].size() <= 1;
  if (is_alone) drop(1 - side);
  settle();
  for (uint32_t it : {1 - side, side}) {
    if (!layers[it].empty()) continue;
    const SideTable& of = game.side[it];
    std::vector<Entry> roots;
    for (uint32_t at = 0; at < of.roots; at++) roots.push_back(entry_of(of.root[at], 0, NO_HOLE));
    CHECK(cudaMemcpy(block + top, roots.data(), roots.size() * sizeof(Entry), cudaMemcpyHostToDevice));
    layers[it].push_back({block + top, roots.size(), true});
    settle();
  }
}

// Moves all layers but one to the host.
void Search::evict(const Layer* spared) {
  for (auto& of_side : layers) {
    for (Layer& layer : of_side) {
      if (!layer.is_here || &layer == spared) continue;
      uint64_t bytes = layer.count * sizeof(Entry);
      if (host_bytes + bytes > host_limit) throw Failure("the layers do not fit into the memory of the host");
      Entry* to = (Entry*)malloc(std::max<uint64_t>(bytes, 1));
      if (!to) throw Failure("the host has no memory left for layers");
      CHECK(cudaMemcpy(to, layer.entries, bytes, cudaMemcpyDeviceToHost));
      layer = {to, layer.count, false};
      host_bytes += bytes;
    }
  }
  if (spared && spared->entries != block) {
    // In pieces that do not overlap.
    Layer* last = const_cast<Layer*>(spared);
    uint64_t gap = last->entries - block;
    for (uint64_t done = 0; done < last->count; done += gap) {
      uint64_t some = std::min(gap, last->count - done);
      CHECK(cudaMemcpy(block + done, last->entries + done, some * sizeof(Entry), cudaMemcpyDeviceToDevice));
    }
    last->entries = block;
  }
  settle();
}

// Sorts the entries of the lower buffer, and returns how many stay there.
uint64_t Search::sort(Entry* low, Entry* high, uint64_t count) {
  if (count == 0) return 0;
  cub::DoubleBuffer<Entry> keys(low, high);
  with_work([&](void* space, size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(space, bytes, keys, count, KEY_SHIFT, KEY_SHIFT + (int)game.holes);
  });
  Entry *from = keys.Current(), *to = keys.Alternate();
  auto flags = thrust::make_transform_iterator(thrust::make_counting_iterator<uint64_t>(0), Stays{from, count});
  unsigned long long* chosen = &counters->steps;
  with_work([&](void* space, size_t& bytes) { return cub::DeviceSelect::Flagged(space, bytes, from, flags, to, chosen, count); });
  uint64_t left = read().steps;
  if (to != low) CHECK(cudaMemcpyAsync(low, to, left * sizeof(Entry), cudaMemcpyDeviceToDevice));
  return left;
}

// A layer in the memory of the GPU, loaded if it is on the host.
const Entry* Search::here(const Layer& layer, Entry* spare, uint64_t spare_room) {
  if (layer.is_here) return layer.entries;
  if (layer.count > spare_room) throw Failure("a layer of the other side does not fit into the memory of the GPU");
  CHECK(cudaMemcpy(spare, layer.entries, layer.count * sizeof(Entry), cudaMemcpyHostToDevice));
  return spare;
}

void Search::advance(uint32_t side, const Rule& rule, Made* made) {
  auto begin = std::chrono::steady_clock::now();
  *made = Made{};
  // Steps need more room than layers.
  if (top > room / 4) {
    Layer* last = &layers[side].back();
    if (top - last->count > room / 20) evict(last);
  }
  Layer& newest = layers[side].back();
  if (!newest.is_here) {
    // It was moved to the host while the other side advanced.
    Entry* from = newest.entries;
    if (newest.count > room - top) throw Failure("a layer does not fit into the memory of the GPU");
    CHECK(cudaMemcpy(block + top, from, newest.count * sizeof(Entry), cudaMemcpyHostToDevice));
    newest = {block + top, newest.count, true};
    free(from);
    host_bytes -= newest.count * sizeof(Entry);
    settle();
  }
  const Layer last = newest;
  Entry* low = block + top;
  uint64_t half = (room - top) / 2 / 16 * 16;
  Entry* high = low + half;
  Counters zero = {0, 0, 0, NO_MEETING, 0};
  CHECK(cudaMemcpyAsync(counters, &zero, sizeof zero, cudaMemcpyHostToDevice));
  uint64_t filled = 0, done = 0, unsorted = 0;
  double each = GUESS;
  while (done < last.count) {
    uint64_t some = std::min<uint64_t>(last.count - done, (uint64_t)((half - filled) / each));
    some = std::min<uint64_t>(some, 1ull << 31);
    bool is_small = some < last.count - done && some < (1 << 20);
    if (is_small && unsorted > half / 8) {
      // Full: remove the duplicates.
      Counters before = read();
      filled = sort(low, high, filled);
      before.steps = filled;
      CHECK(cudaMemcpy(counters, &before, sizeof before, cudaMemcpyHostToDevice));
      unsorted = 0;
      continue;
    }
    if (some == 0 || is_small) {
      if (half - filled < 4096 || filled > half / 8 * 7) throw Failure("the steps of a layer do not fit into the memory of the GPU");
      some = std::max<uint64_t>(1, std::min<uint64_t>(some, last.count - done));
    }
    with_symmetries(game.symmetries, [&](auto count) {
      expand<decltype(count)::value><<<blocks_for(some), THREADS>>>(view(side), last.entries, last.count, done, done + some, rule.cutoff, low, half,
                                                                    counters);
    });
    CHECK(cudaGetLastError());
    Counters now = read();
    if (now.steps > half) {
      // More steps than expected: again, with fewer states.
      each = 2 * std::max(each, (double)(now.steps - filled) / some);
      now.steps = filled;
      now.expanded = made->expanded;
      CHECK(cudaMemcpy(counters, &now, sizeof now, cudaMemcpyHostToDevice));
      continue;
    }
    if (some > 1 << 16) each = 1.25 * (now.steps - filled) / some + 0.25;
    made->generated += now.steps - filled;
    made->expanded = now.expanded;
    unsorted += now.steps - filled;
    filled = now.steps;
    done += some;
  }
  made->is_cut = result->is_cut;
  if (last.count == 0) made->is_cut = 0;
  filled = sort(low, high, filled);
  uint64_t opposite = game.steps - layers[side].size();
  const auto& others = layers[1 - side];
  const Entry* theirs = nullptr;
  uint64_t their_count = 0;
  // Above the new layer: the flags, then room for the layer of the other side.
  uint64_t flag_words = (filled + 7) / 8;
  if (opposite < others.size()) {
    uint64_t used = filled + flag_words;
    their_count = others[opposite].count;
    theirs = here(others[opposite], low + used, room - top - std::min(used, room - top));
  }
  bool is_probe = rule.complete != NO_CUTOFF;
  if (filled > 0) {
    uint8_t* flags = is_probe ? (uint8_t*)(low + filled) : nullptr;
    Counters fresh = {0, 0, 0, NO_MEETING, 0};
    CHECK(cudaMemcpyAsync(counters, &fresh, sizeof fresh, cudaMemcpyHostToDevice));
    meet<<<blocks_for(filled), THREADS>>>(view(side), low, filled, theirs, their_count, rule, flags, counters);
    CHECK(cudaGetLastError());
    Counters met = read();
    made->states = met.states;
    made->meeting_cost = met.meeting == NO_MEETING ? NO_CUTOFF : met.meeting >> MOST_KEY_BITS;
    made->meeting_key = met.meeting & (~0ull >> KEY_SHIFT);
    if (is_probe) {
      Entry* to = low + filled + flag_words;
      if (top + 2 * filled + flag_words > room) throw Failure("a probe does not fit into the memory of the GPU");
      uint64_t before = filled;
      with_work([&](void* space, size_t& bytes) { return cub::DeviceSelect::Flagged(space, bytes, low, flags, to, &counters->steps, before); });
      filled = read().steps;
      CHECK(cudaMemcpyAsync(low, to, filled * sizeof(Entry), cudaMemcpyDeviceToDevice));
    }
  } else {
    made->meeting_cost = NO_CUTOFF;
  }
  made->entries = filled;
  layers[side].push_back({low, filled, true});
  top += filled;
  CHECK(cudaStreamSynchronize(0));
  made->device_bytes = top * sizeof(Entry);
  made->host_bytes = host_bytes;
  made->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

namespace {
// Runs a function, and turns what it throws into a message.
template <typename Function>
int guarded(Search* search, Function function) {
  try {
    function();
    return 0;
  } catch (const std::exception& error) {
    search->message = error.what();
    return 1;
  }
}
}  // namespace

extern "C" {
Search* cuda_open(const GameTable* game, uint64_t device_bytes, uint64_t host_bytes, char* error, uint64_t size) {
  Search* search = new Search;
  if (guarded(search, [&] { search->open(*game, device_bytes, host_bytes); }) == 0) return search;
  snprintf(error, size, "%s", search->message.c_str());
  delete search;
  return nullptr;
}

void cuda_close(Search* search) { delete search; }

void cuda_device(const Search* search, char* name, uint64_t size, uint64_t* bytes) {
  snprintf(name, size, "%s", search->name.c_str());
  *bytes = search->memory;
}

const char* cuda_message(const Search* search) { return search->message.c_str(); }

int cuda_restart(Search* search, uint32_t side) {
  return guarded(search, [&] { search->restart(side); });
}

int cuda_advance(Search* search, uint32_t side, const Rule* rule, Made* made) {
  return guarded(search, [&] { search->advance(side, *rule, made); });
}

uint32_t cuda_estimate(Search* search, uint32_t side) {
  uint32_t least = NO_CUTOFF;
  guarded(search, [&] {
    const SideTable& of = search->game.side[side];
    std::vector<uint8_t> table(std::max<uint64_t>(1, (1ull << of.regions) / 2));
    CHECK(cudaMemcpy(table.data(), search->hitting[side], table.size(), cudaMemcpyDeviceToHost));
    std::vector<Tables> host(1);
    host[0].game = search->game;
    View view = {host.data(), {table.data(), table.data()}, side};
    for (uint32_t at = 0; at < of.roots; at++) least = std::min(least, bound_of(view, of.root[at]));
  });
  return least;
}

int cuda_find(Search* search, uint32_t side, uint32_t number, const uint64_t* keys, uint64_t count, Found* found) {
  return guarded(search, [&] {
    const Layer& layer = search->layers[side][number];
    if (!layer.is_here) {
      for (uint64_t at = 0; at < count; at++) found[at] = find_in(layer.entries, layer.count, keys[at]);
      return;
    }
    // Above the stack there is always room for a few keys.
    uint64_t* wanted = (uint64_t*)(search->block + search->top);
    Found* to = (Found*)(search->block + (search->top + count + 15) / 16 * 16);
    CHECK(cudaMemcpy(wanted, keys, count * sizeof *keys, cudaMemcpyHostToDevice));
    if (count > 0) lookup<<<blocks_for(count), THREADS>>>(layer.entries, layer.count, wanted, count, to);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(found, to, count * sizeof *found, cudaMemcpyDeviceToHost));
  });
}
}
