// The backend that emulates the GPU: each group is one thread, and they work one after the other.
#define BACKEND(name) emulation_##name
// The backends have structures of their own.
#define Explorer EmulationExplorer
#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "family.h"
#include "guard.h"
#include "minimal.h"

namespace {
struct Single {
  uint32_t rank() const { return 0; }
  uint32_t size() const { return 1; }
  void sync() const {}
};

// Hardest positions of a call.
constexpr uint32_t MOST_HARDEST = 1u << 20;
}  // namespace

struct Explorer {
  Message message;
  Grid grid;
  Sizes sizes;
  // What is not needed is never touched.
  std::unique_ptr<char[]> room{new char[Room::BYTES]};
  std::vector<uint64_t> check_room = std::vector<uint64_t>(CheckRoom::BYTES / sizeof(uint64_t));
  std::unique_ptr<Hardest[]> candidates{new Hardest[MOST_HARDEST]};
  std::vector<Hardest> found;
  uint64_t searches = 0;

  void open(const Grid& table, const Sizes& wanted) {
    grid = table;
    sizes = {std::min<uint32_t>(wanted.positions, MOST_POSITIONS), std::min(wanted.hardest, MOST_HARDEST), std::min<uint32_t>(wanted.table_bits, MOST_BITS)};
  }

  int64_t explore(const Unit* units, uint32_t unit_count, const Family* families, uint32_t family_count, Counts* counts) {
    memset((void*)counts, 0, unit_count * sizeof(Counts));
    uint32_t count = 0;
    Findings findings = {counts, candidates.get(), &count, sizes.hardest};
    auto shape = std::make_unique<Shape>();
    for (uint32_t at = 0; at < family_count; at++) {
      FamilySearch<Single> search = {grid, *shape, Room::at(room.get()), Single(), sizes.positions};
      search.explore(units[families[at].unit], families[at], at, findings);
    }
    Checked checked;
    Check<Single> check = {grid, checked, CheckRoom::at((char*)check_room.data()), Single(), sizes.table_bits, searches, 0};
    found.clear();
    for (uint32_t at = 0; at < count && at < sizes.hardest; at++) {
      Hardest hardest = candidates[at];
      const Family& family = families[hardest.family];
      Answer answer = check.is_minimal(units[family.unit], family, hardest);
      hardest.is_minimal = answer == YES;
      if (answer != NO) found.push_back(hardest);
    }
    searches = check.search;
    return (int64_t)found.size();
  }

  void fetch(Hardest* hardest, uint64_t count) {
    if (count > found.size()) throw std::runtime_error("there are fewer positions");
    memcpy((void*)hardest, found.data(), count * sizeof(Hardest));
  }
};

#include "cluster_functions.h"
