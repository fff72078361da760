// The functions of the interface for clusters, for a backend whose `Explorer` has them.
#include <cstdio>

extern "C" {
Explorer* BACKEND(clusters_open)(const Grid* grid, char* error, uint64_t size) {
  Explorer* explorer = new Explorer;
  if (explorer->guarded([&] { explorer->open(*grid); })) return explorer;
  snprintf(error, size, "%s", explorer->message.c_str());
  delete explorer;
  return nullptr;
}

void BACKEND(clusters_close)(Explorer* explorer) { delete explorer; }

const char* BACKEND(clusters_message)(const Explorer* explorer) { return explorer->message.c_str(); }

int64_t BACKEND(clusters_explore)(Explorer* explorer, const Unit* units, uint32_t unit_count, const Family* families, uint32_t family_count,
                                  Counts* counts) {
  int64_t found = 0;
  bool is_done = explorer->guarded([&] { found = explorer->explore(units, unit_count, families, family_count, counts); });
  return is_done ? found : -1;
}

int BACKEND(clusters_fetch)(Explorer* explorer, Hardest* hardest, uint64_t count) {
  return explorer->guarded([&] { explorer->fetch(hardest, count); }) ? 0 : 1;
}
}
