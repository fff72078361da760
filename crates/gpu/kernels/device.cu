// The backend for NVIDIA GPUs.
//
// Calls are asynchronous where they can be: a layer of ordinary size waits twice for the GPU, for the number of its steps and for what
// became of them. A small one is made by one block of threads, and waits once.
#define BACKEND(name) cuda_##name
// The backends have structures of their own.
#define Search CudaSearch
#include <cub/cub.cuh>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>

#include "cuda_check.h"
#include "layers.h"

namespace {
constexpr uint32_t THREADS = 256;
// The keys that are looked up at once.
constexpr uint64_t MOST_WANTED = 1024;

struct Counters {
  unsigned long long steps, states, kept, kept_states;
  unsigned long long meeting;  // its complement, so that 0 is none
  unsigned int is_cut, bound;  // likewise
};

// What the host writes and reads without a copy.
struct Shared {
  Counters counters;
  uint64_t keys[MOST_WANTED];
  Found found[MOST_WANTED];
};

uint32_t blocks_for(uint64_t count) { return (uint32_t)((count + THREADS - 1) / THREADS); }

template <uint32_t COUNT>
__global__ void __launch_bounds__(THREADS) expand_states(View view, const Entry* entries, uint64_t count, uint64_t first, uint64_t last, uint32_t cutoff,
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
    if (states) atomicAdd(&counters->states, (unsigned long long)__popc(states));
    if (cut) counters->is_cut = 1;
  }
}

// Flags the sorted steps that stay.
__global__ void __launch_bounds__(THREADS) judge_steps(View view, const Entry* entries, uint64_t count, const Entry* theirs, uint64_t their_count,
                                                       Rule rule, uint8_t* flags, Counters* counters) {
  uint64_t at = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
  Judged judged = {false, false, NO_MEETING};
  if (at < count) {
    judged = judge(view, entries, count, at, theirs, their_count, rule);
    flags[at] = judged.stays;
  }
  if (judged.meeting != NO_MEETING) atomicMax(&counters->meeting, ~(unsigned long long)judged.meeting);
  uint32_t states = __ballot_sync(~0u, judged.is_state);
  if ((threadIdx.x & 31) == 0 && states) atomicAdd(&counters->kept_states, (unsigned long long)__popc(states));
}

// A small layer has so many entries before it, and steps that one block sorts.
constexpr uint32_t SMALL_THREADS = 512;
constexpr uint32_t SMALL_ITEMS = 4;
constexpr uint64_t SMALL_ENTRIES = 256;
constexpr uint32_t SMALL_STEPS = SMALL_THREADS * SMALL_ITEMS;

// Makes a whole layer with one block: expands, sorts, judges. If there are too many steps, it only counts them.
template <uint32_t COUNT>
__global__ void __launch_bounds__(SMALL_THREADS) make_small_layer(View view, const Entry* entries, uint64_t count, const Entry* theirs,
                                                                  uint64_t their_count, Rule rule, int key_bits, Entry* low, Entry* high,
                                                                  Counters* result) {
  using Sort = cub::BlockRadixSort<Entry, SMALL_THREADS, SMALL_ITEMS>;
  using Scan = cub::BlockScan<uint32_t, SMALL_THREADS>;
  __shared__ union {
    typename Sort::TempStorage sort;
    typename Scan::TempStorage scan;
  } space;
  __shared__ uint32_t steps, states, is_cut, kept_states;
  __shared__ unsigned long long meeting;
  if (threadIdx.x == 0) {
    steps = states = is_cut = kept_states = 0;
    meeting = NO_MEETING;
  }
  __syncthreads();
  for (uint64_t at = threadIdx.x; at < count; at += SMALL_THREADS) {
    if (!is_first(entries, at)) continue;
    atomicAdd(&states, 1u);
    Expansion<COUNT> expansion;
    expansion.begin(view, state_at(entries, count, at), rule.cutoff);
    while (expansion.has_more()) {
      Entry child;
      if (!expansion.next(&child)) continue;
      uint32_t place = atomicAdd(&steps, 1u);
      if (place < SMALL_STEPS) high[place] = child;
    }
    if (expansion.is_cut) is_cut = 1;
  }
  __syncthreads();
  const uint32_t filled = steps;
  uint32_t kept = 0;
  if (filled <= SMALL_STEPS) {
    const uint32_t first = threadIdx.x * SMALL_ITEMS;
    Entry step[SMALL_ITEMS];
    for (uint32_t at = 0; at < SMALL_ITEMS; at++) step[at] = first + at < filled ? high[first + at] : ~0ull;
    Sort(space.sort).Sort(step, KEY_SHIFT, KEY_SHIFT + key_bits);
    __syncthreads();
    for (uint32_t at = 0; at < SMALL_ITEMS; at++) high[first + at] = step[at];
    __syncthreads();
    uint32_t stays[SMALL_ITEMS], place[SMALL_ITEMS];
    for (uint32_t at = 0; at < SMALL_ITEMS; at++) {
      Judged judged = {false, false, NO_MEETING};
      if (first + at < filled) judged = judge(view, high, filled, first + at, theirs, their_count, rule);
      stays[at] = judged.stays;
      if (judged.is_state) atomicAdd(&kept_states, 1u);
      if (judged.meeting != NO_MEETING) atomicMin(&meeting, (unsigned long long)judged.meeting);
    }
    Scan(space.scan).ExclusiveSum(stays, place, kept);
    for (uint32_t at = 0; at < SMALL_ITEMS; at++) {
      if (stays[at]) low[place[at]] = step[at];
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) *result = {filled, states, kept, kept_states, ~meeting, is_cut, 0};
}

// Flags the sorted steps that stay, whatever they meet.
__global__ void __launch_bounds__(THREADS) flag_steps(const Entry* entries, uint64_t count, uint8_t* flags) {
  uint64_t at = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
  if (at < count) flags[at] = stays(entries, count, at);
}

__global__ void lookup(const Entry* entries, uint64_t count, const uint64_t* keys, uint64_t wanted, Found* found) {
  uint64_t at = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
  if (at < wanted) found[at] = find_in(entries, count, keys[at]);
}

__global__ void least_bound(View view, Counters* counters) {
  if (threadIdx.x < view.here().roots) atomicMax(&counters->bound, ~bound_of(view, view.here().root[threadIdx.x]));
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

// The least hitting sets of the regions of a side.
struct Hitting {
  uint8_t* table = nullptr;
  uint64_t bytes = 0;
  uint32_t regions = ~0u;
  uint64_t region[MOST_REGIONS];

  bool is_of(const SideTable& side) const { return regions == side.regions && !memcmp(region, side.region, sizeof region); }
};

// What a search allocates. To allocate most of the memory takes longer than many searches, so it outlives them.
struct Allocated {
  Tables* tables = nullptr;
  Hitting hitting[2];
  Counters* counters = nullptr;
  Shared* shared = nullptr;  // on the host
  Entry* block = nullptr;
  uint64_t bytes = 0;        // of the block
  bool is_all = false;       // whether the block is all memory that was free
  uint8_t* work = nullptr;
  uint64_t work_bytes = 0;
  cudaDeviceProp about;

  ~Allocated() {
    for (void* it : {(void*)tables, (void*)hitting[0].table, (void*)hitting[1].table, (void*)counters, (void*)work, (void*)block}) cudaFree(it);
    cudaFreeHost(shared);
  }
};

// What the last search that was closed allocated.
struct Spare {
  std::mutex lock;
  Allocated* last = nullptr;
} spare;

struct Cuda {
  std::unique_ptr<Allocated> has;
  View views[2];
  int key_bits = 0;
  uint32_t symmetries = 1;
  Entry* block = nullptr;
  uint64_t room = 0;
  std::string name;
  uint64_t memory = 0;

  ~Cuda() {
    if (!has) return;
    std::lock_guard<std::mutex> guard(spare.lock);
    delete spare.last;
    spare.last = has.release();
  }

  void open(const GameTable& game, uint64_t most_bytes);
  void allocate();

  Counters read() {
    CHECK(cudaMemcpyAsync(&has->shared->counters, has->counters, sizeof(Counters), cudaMemcpyDeviceToHost));
    CHECK(cudaStreamSynchronize(0));
    return has->shared->counters;
  }
  void reset() { CHECK(cudaMemsetAsync(has->counters, 0, sizeof(Counters))); }

  // Calls a function of CUB with work space, which grows as needed.
  template <typename Call>
  void with_work(Call call) {
    size_t bytes = 0;
    CHECK(call(nullptr, bytes));
    if (bytes > has->work_bytes) {
      CHECK(cudaFree(has->work));
      has->work = nullptr;
      has->work_bytes = 0;
      CHECK(cudaMalloc((void**)&has->work, bytes));
      has->work_bytes = bytes;
    }
    bytes = has->work_bytes;
    CHECK(call(has->work, bytes));
  }

  uint32_t estimate(uint32_t side) {
    reset();
    least_bound<<<1, MOST_ENDS>>>(views[side], has->counters);
    CHECK(cudaGetLastError());
    return ~read().bound;
  }

  void copy(Entry* to, const Entry* from, uint64_t count, cudaMemcpyKind kind) {
    if (count > 0) CHECK(cudaMemcpy(to, from, count * sizeof(Entry), kind));
  }
  void upload(Entry* to, const Entry* from, uint64_t count) { copy(to, from, count, cudaMemcpyHostToDevice); }
  void download(Entry* to, const Entry* from, uint64_t count) { copy(to, from, count, cudaMemcpyDeviceToHost); }
  void move(Entry* to, const Entry* from, uint64_t count) {
    if (count > 0) CHECK(cudaMemcpyAsync(to, from, count * sizeof(Entry), cudaMemcpyDeviceToDevice));
  }

  Expanded expand(uint32_t side, uint32_t cutoff, const Entry* entries, uint64_t count, uint64_t first, uint64_t last, Entry* steps, uint64_t filled,
                  uint64_t most) {
    reset();
    with_symmetries(symmetries, [&](auto number) {
      expand_states<decltype(number)::value>
          <<<blocks_for(last - first), THREADS>>>(views[side], entries, count, first, last, cutoff, steps + filled, most - filled, has->counters);
    });
    CHECK(cudaGetLastError());
    Counters now = read();
    return {now.steps, now.states, now.is_cut != 0};
  }

  // Makes a layer at once, if it is small.
  bool make_small(uint32_t side, const Rule& rule, const Entry* entries, uint64_t count, const Entry* theirs, uint64_t their_count, Entry* low,
                  Entry* high, uint64_t half, Expanded* expanded, Concluded* concluded) {
    if (count > SMALL_ENTRIES || half < SMALL_STEPS) return false;
    // The host reads what the block writes.
    Counters* result = &has->shared->counters;
    with_symmetries(symmetries, [&](auto number) {
      make_small_layer<decltype(number)::value>
          <<<1, SMALL_THREADS>>>(views[side], entries, count, theirs, their_count, rule, key_bits, low, high, result);
    });
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(0));
    const Counters now = *result;
    if (now.steps > SMALL_STEPS) return false;
    *expanded = {now.steps, now.states, now.is_cut != 0};
    *concluded = {now.kept, now.kept_states, ~(uint64_t)now.meeting};
    return true;
  }

  // Sorts the entries of the lower buffer, and returns the buffers with the result and without.
  cub::DoubleBuffer<Entry> sort_only(Entry* low, Entry* high, uint64_t count) {
    cub::DoubleBuffer<Entry> keys(low, high);
    with_work([&](void* space, size_t& bytes) { return cub::DeviceRadixSort::SortKeys(space, bytes, keys, count, KEY_SHIFT, KEY_SHIFT + key_bits); });
    return keys;
  }

  // Removes what is not flagged, and moves the rest to the lower buffer.
  Counters select(Entry* low, Entry* from, const uint8_t* flags, uint64_t count) {
    with_work([&](void* space, size_t& bytes) { return cub::DeviceSelect::Flagged(space, bytes, from, flags, &has->counters->kept, count); });
    Counters now = read();
    if (from != low) move(low, from, now.kept);
    return now;
  }

  uint64_t sort(Entry* low, Entry* high, uint64_t count) {
    auto keys = sort_only(low, high, count);
    uint8_t* flags = (uint8_t*)keys.Alternate();
    flag_steps<<<blocks_for(count), THREADS>>>(keys.Current(), count, flags);
    CHECK(cudaGetLastError());
    return select(low, keys.Current(), flags, count).kept;
  }

  Concluded conclude(uint32_t side, const Rule& rule, Entry* low, Entry* high, uint64_t count, const Entry* theirs, uint64_t their_count) {
    reset();
    auto keys = sort_only(low, high, count);
    uint8_t* flags = (uint8_t*)keys.Alternate();
    judge_steps<<<blocks_for(count), THREADS>>>(views[side], keys.Current(), count, theirs, their_count, rule, flags, has->counters);
    CHECK(cudaGetLastError());
    Counters now = select(low, keys.Current(), flags, count);
    return {now.kept, now.kept_states, ~(uint64_t)now.meeting};
  }

  void find(const Entry* entries, uint64_t count, const uint64_t* keys, uint64_t wanted, Found* found) {
    Shared* shared = has->shared;
    for (uint64_t done = 0; done < wanted; done += MOST_WANTED) {
      uint64_t some = std::min(MOST_WANTED, wanted - done);
      memcpy(shared->keys, keys + done, some * sizeof *keys);
      lookup<<<blocks_for(some), THREADS>>>(entries, count, shared->keys, some, shared->found);
      CHECK(cudaGetLastError());
      CHECK(cudaStreamSynchronize(0));
      memcpy(found + done, shared->found, some * sizeof *found);
    }
  }
};

// Takes what the last search allocated, or allocates what every search needs.
void Cuda::allocate() {
  {
    std::lock_guard<std::mutex> guard(spare.lock);
    has.reset(spare.last);
    spare.last = nullptr;
  }
  if (!has) {
    has.reset(new Allocated);
    CHECK(cudaGetDeviceProperties(&has->about, 0));
    CHECK(cudaMalloc((void**)&has->tables, sizeof(Tables)));
    CHECK(cudaMalloc((void**)&has->counters, sizeof(Counters)));
    CHECK(cudaMallocHost((void**)&has->shared, sizeof(Shared)));
    has->work_bytes = 64 << 20;
    CHECK(cudaMalloc((void**)&has->work, has->work_bytes));
  }
}

void Cuda::open(const GameTable& game, uint64_t most_bytes) {
  use_first_gpu();
  allocate();
  name = has->about.name;
  memory = has->about.totalGlobalMem;
  key_bits = (int)game.holes;
  symmetries = game.symmetries;
  {
    std::vector<Tables> host(1);
    fill(host.data(), game);
    CHECK(cudaMemcpy(has->tables, host.data(), sizeof(Tables), cudaMemcpyHostToDevice));
  }
  const uint8_t* hitting[2];
  for (uint32_t side = 0; side < 2; side++) {
    const SideTable& of = game.side[side];
    Hitting& it = has->hitting[side == 1 && has_same_regions(game) ? 0 : side];
    if (!it.is_of(of)) {
      uint64_t bytes = hitting_bytes(of);
      it.regions = ~0u;
      if (it.bytes < bytes) {
        CHECK(cudaFree(it.table));
        it.table = nullptr;
        it.bytes = 0;
        CHECK(cudaMalloc((void**)&it.table, bytes));
        it.bytes = bytes;
      }
      CHECK(cudaMemset(it.table, 0, bytes));
      for (uint32_t at = 0; at < of.regions; at++) {
        hit<<<blocks_for(at == 0 ? 1 : 1u << (at - 1)), THREADS>>>(has->tables, side, it.table, at);
        CHECK(cudaGetLastError());
      }
      it.regions = of.regions;
      memcpy(it.region, of.region, sizeof it.region);
    }
    hitting[side] = it.table;
  }
  for (uint32_t side = 0; side < 2; side++) views[side] = {has->tables, {hitting[0], hitting[1]}, side};
  bool is_too_small = most_bytes == 0 ? !has->is_all : has->bytes < most_bytes && !has->is_all;
  if (is_too_small) {
    CHECK(cudaFree(has->block));
    has->block = nullptr;
    has->bytes = 0;
    size_t free_bytes, total;
    CHECK(cudaMemGetInfo(&free_bytes, &total));
    // Some is left for the work space of sorts and for the driver.
    uint64_t all = free_bytes - std::min<uint64_t>(free_bytes, free_bytes / 50 + (256 << 20));
    has->is_all = most_bytes == 0 || all <= most_bytes;
    uint64_t bytes = has->is_all ? all : most_bytes;
    CHECK(cudaMalloc((void**)&has->block, bytes));
    has->bytes = bytes;
  }
  block = has->block;
  room = (most_bytes == 0 ? has->bytes : std::min(most_bytes, has->bytes)) / sizeof(Entry);
}
}  // namespace

struct Search : Layers<Cuda> {};

#include "functions.h"
