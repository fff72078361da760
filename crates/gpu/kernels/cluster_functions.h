// The functions of the interface for clusters, for a backend whose `Explorer` has them.
#include "guard.h"

namespace {
// Whether a call succeeds; otherwise says why.
template <typename Call>
bool guarded(Message& message, Call call) noexcept {
  try {
    call();
    return true;
  } catch (const std::exception& failure) {
    message = failure.what();
    return false;
  }
}
}  // namespace

extern "C" {
Explorer* BACKEND(clusters_open)(const Grid* grid, const Sizes* sizes, char* error, uint64_t size) {
  return made_or_null<Explorer>(error, size, [&](Explorer& explorer) { explorer.open(*grid, *sizes); });
}

void BACKEND(clusters_close)(Explorer* explorer) { delete explorer; }

const char* BACKEND(clusters_message)(const Explorer* explorer) { return explorer->message.text; }

int64_t BACKEND(clusters_explore)(Explorer* explorer, const Unit* units, uint32_t unit_count, const Family* families, uint32_t family_count,
                                  Counts* counts) {
  int64_t found = 0;
  bool is_done = guarded(explorer->message, [&] { found = explorer->explore(units, unit_count, families, family_count, counts); });
  return is_done ? found : -1;
}

int BACKEND(clusters_fetch)(Explorer* explorer, Hardest* hardest, uint64_t count) {
  return guarded(explorer->message, [&] { explorer->fetch(hardest, count); }) ? 0 : 1;
}
}
