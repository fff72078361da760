// The backend for NVIDIA GPUs: families are explored by blocks, and positions checked by warps, which take the next one when they are done.
#define BACKEND(name) cuda_##name
// The backends have structures of their own.
#define Explorer CudaExplorer
#include <algorithm>

#include "cuda_check.h"
#include "family.h"
#include "guard.h"
#include "minimal.h"

namespace {
constexpr uint32_t WARP = 32, THREADS = 128, CHECK_THREADS = 256;
// Hardest positions of a call.
constexpr uint32_t MOST_HARDEST = 1u << 25;

struct Block {
  __device__ uint32_t rank() const { return threadIdx.x; }
  __device__ uint32_t size() const { return THREADS; }
  __device__ void sync() const { __syncthreads(); }
};

struct Warp {
  __device__ uint32_t rank() const { return threadIdx.x % WARP; }
  __device__ uint32_t size() const { return WARP; }
  __device__ void sync() const { __syncwarp(); }
};

struct Counters {
  uint32_t next_family, next_check, candidates, found;
};

__device__ void copy_grid(Grid* to, const Grid* from) {
  for (uint32_t at = threadIdx.x; at < sizeof(Grid); at += blockDim.x) ((char*)to)[at] = ((const char*)from)[at];
  __syncthreads();
}

__global__ void __launch_bounds__(THREADS) explore_families(const Grid* tables, const Unit* units, const Family* families, uint32_t count, Sizes sizes, char* rooms,
                                                            Counts* counts, Hardest* candidates, Counters* counters) {
  __shared__ Grid grid;
  __shared__ Shape shape;
  __shared__ uint32_t next;
  copy_grid(&grid, tables);
  Findings findings = {counts, candidates, &counters->candidates, sizes.hardest};
  for (;;) {
    if (threadIdx.x == 0) next = atomicAdd(&counters->next_family, 1);
    __syncthreads();
    uint32_t at = next;
    __syncthreads();
    if (at >= count) return;
    FamilySearch<Block> search = {grid, shape, Room::at(rooms + blockIdx.x * Room::BYTES), Block(), sizes.positions};
    search.explore(units[families[at].unit], families[at], at, findings);
  }
}

__global__ void __launch_bounds__(CHECK_THREADS) check_positions(const Grid* tables, const Unit* units, const Family* families,
                                                                 const Hardest* candidates, Sizes sizes, char* rooms, Hardest* found, Counters* counters) {
  __shared__ Grid grid;
  __shared__ Checked all[CHECK_THREADS / WARP];
  copy_grid(&grid, tables);
  uint32_t warp = threadIdx.x / WARP, count = min(counters->candidates, sizes.hardest);
  char* room = rooms + ((uint64_t)blockIdx.x * (CHECK_THREADS / WARP) + warp) * CheckRoom::BYTES;
  Check<Warp> check = {grid, all[warp], CheckRoom::at(room), Warp(), sizes.table_bits, 0, 0};
  for (;;) {
    uint32_t at = 0;
    if (threadIdx.x % WARP == 0) at = atomicAdd(&counters->next_check, 1);
    at = __shfl_sync(~0u, at, 0);
    if (at >= count) return;
    Hardest hardest = candidates[at];
    const Family& family = families[hardest.family];
    Answer answer = check.is_minimal(units[family.unit], family, hardest);
    __syncwarp();
    if (threadIdx.x % WARP == 0 && answer != NO) {
      hardest.is_minimal = answer == YES;
      found[atomicAdd(&counters->found, 1)] = hardest;
    }
  }
}

// Memory of the device.
template <typename T>
struct Buffer {
  T* data = nullptr;
  uint64_t count = 0;

  Buffer() = default;
  Buffer(const Buffer&) = delete;
  ~Buffer() { cudaFree(data); }

  // Makes room for so many, and forgets what was there.
  void reserve(uint64_t wanted) {
    if (wanted <= count) return;
    CHECK(cudaFree(data));
    data = nullptr;
    count = 0;
    CHECK(cudaMalloc((void**)&data, wanted * sizeof(T)));
    count = wanted;
  }
  void upload(const T* from, uint64_t wanted) {
    reserve(wanted);
    CHECK(cudaMemcpy(data, from, wanted * sizeof(T), cudaMemcpyHostToDevice));
  }
};
}  // namespace

struct Explorer {
  Message message;
  Sizes sizes;
  Buffer<Grid> grid;
  Buffer<Unit> units;
  Buffer<Family> families;
  Buffer<Counts> counts;
  Buffer<Hardest> candidates, found;
  Buffer<Counters> counters;
  Buffer<char> rooms, check_rooms;
  uint32_t blocks = 0, check_blocks = 0, found_count = 0;

  void open(const Grid& table, const Sizes& wanted) {
    use_first_gpu();
    sizes = {std::min<uint32_t>(wanted.positions, MOST_POSITIONS), std::min(wanted.hardest, MOST_HARDEST), std::min<uint32_t>(wanted.table_bits, MOST_BITS)};
    grid.upload(&table, 1);
    counters.reserve(1);
    candidates.reserve(MOST_HARDEST);
    found.reserve(MOST_HARDEST);
    int processors = 0, resident = 0, check_resident = 0;
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, explore_families, THREADS, 0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&check_resident, check_positions, CHECK_THREADS, 0));
    size_t free = 0, all = 0;
    CHECK(cudaMemGetInfo(&free, &all));
    // Some is left to the families of a call.
    uint64_t check_bytes = CheckRoom::BYTES * (CHECK_THREADS / WARP);
    check_blocks = (uint32_t)std::max<uint64_t>(1, std::min<uint64_t>(processors * check_resident, free / 4 / check_bytes));
    blocks = (uint32_t)std::max<uint64_t>(1, std::min<uint64_t>(processors * resident, free / 2 / Room::BYTES));
    check_rooms.reserve(check_blocks * check_bytes);
    rooms.reserve(blocks * Room::BYTES);
  }

  int64_t explore(const Unit* unit_list, uint32_t unit_count, const Family* family_list, uint32_t family_count, Counts* result) {
    units.upload(unit_list, unit_count);
    families.upload(family_list, family_count);
    counts.reserve(unit_count);
    CHECK(cudaMemset(counts.data, 0, unit_count * sizeof(Counts)));
    CHECK(cudaMemset(counters.data, 0, sizeof(Counters)));
    // No search has the number 0.
    CHECK(cudaMemset(check_rooms.data, 0, check_rooms.count));
    explore_families<<<blocks, THREADS>>>(grid.data, units.data, families.data, family_count, sizes, rooms.data, counts.data, candidates.data, counters.data);
    CHECK(cudaGetLastError());
    check_positions<<<check_blocks, CHECK_THREADS>>>(grid.data, units.data, families.data, candidates.data, sizes, check_rooms.data, found.data, counters.data);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(result, counts.data, unit_count * sizeof(Counts), cudaMemcpyDeviceToHost));
    Counters end;
    CHECK(cudaMemcpy(&end, counters.data, sizeof end, cudaMemcpyDeviceToHost));
    found_count = end.found;
    return found_count;
  }

  void fetch(Hardest* hardest, uint64_t count) {
    if (count > found_count) throw std::runtime_error("there are fewer positions");
    CHECK(cudaMemcpy(hardest, found.data, count * sizeof(Hardest), cudaMemcpyDeviceToHost));
  }
};

#include "cluster_functions.h"
