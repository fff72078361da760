// The functions of the interface, for a backend whose `Search` is derived from `Layers`.

extern "C" {
Search* BACKEND(open)(const GameTable* game, uint64_t bytes, char* error, uint64_t size) {
  return made_or_null<Search>(error, size, [&](Search& search) { search.open(*game, bytes); });
}

void BACKEND(close)(Search* search) { delete search; }

void BACKEND(device)(const Search* search, char* name, uint64_t size, uint64_t* bytes) {
  snprintf(name, size, "%s", search->device.name.c_str());
  *bytes = search->device.memory;
}

const char* BACKEND(message)(const Search* search) { return search->message.text; }

uint64_t BACKEND(room)(const Search* search, uint64_t* all) {
  *all = search->device.room;
  return search->left();
}

uint32_t BACKEND(estimate)(Search* search, uint32_t side) {
  uint32_t least = NO_CUTOFF;
  search->guarded([&] { least = search->device.estimate(side); });
  return least;
}

int BACKEND(restart)(Search* search, uint32_t side) {
  return search->guarded([&] { search->restart(side); });
}

int BACKEND(advance)(Search* search, uint32_t side, const Rule* rule, Made* made) {
  return search->timed(made, [&] { search->advance(side, *rule, made); });
}

int BACKEND(find)(Search* search, uint32_t side, uint32_t layer, const uint64_t* keys, uint64_t count, Found* found) {
  return search->guarded([&] { search->find(side, layer, keys, count, found); });
}

int BACKEND(fetch)(Search* search, uint32_t side, uint32_t layer, uint64_t from, uint64_t count, uint64_t* entries) {
  return search->guarded([&] { search->fetch(side, layer, from, count, entries); });
}

int BACKEND(drop)(Search* search, uint32_t side, uint32_t layer) {
  return search->guarded([&] { search->drop(side, layer); });
}

int BACKEND(put)(Search* search, uint64_t at, const uint64_t* entries, uint64_t count) {
  return search->guarded([&] { search->put(at, entries, count); });
}

int BACKEND(keep)(Search* search, uint32_t side, uint32_t layer, uint64_t count) {
  return search->guarded([&] { search->push(side, layer, count); });
}

int BACKEND(expand)(Search* search, uint32_t side, const Rule* rule, uint64_t count, Made* made) {
  return search->timed(made, [&] { search->expand(side, *rule, count, made); });
}

int BACKEND(unite)(Search* search, uint32_t side, const Rule* rule, uint64_t count, uint64_t theirs, Made* made) {
  return search->timed(made, [&] { search->unite(side, *rule, count, theirs, made); });
}

int BACKEND(get)(Search* search, uint64_t at, uint64_t count, uint64_t* entries) {
  return search->guarded([&] { search->get(at, count, entries); });
}
}
