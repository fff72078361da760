// What the steps of an enumeration of clusters share, compiled for the GPU and for its emulation.
//
// A *group* works on one family or one check at a time: the threads of a block or of a warp, or, in the emulation, a single thread. All
// steps are written for a group of any size.
#pragma once
#include "clusters.h"

#ifdef __CUDACC__
#define STEP __device__ __forceinline__
#else
#define STEP inline
#endif

namespace {
// A set of cells of a lane, by rows, as cells of a set by columns, and the other way round: bit `n` goes to bit `6 n`.
STEP uint64_t spread(uint32_t cells) { return ((cells & 31) * 0x108421ull & 0x1041041ull) | (uint64_t)(cells >> 5) << 30; }
// The cells of a line.
STEP uint32_t line_of(uint64_t cells, uint32_t line) { return (uint32_t)(cells >> (6 * line)) & 63; }
// The arrangement at a place of a key.
STEP uint32_t arrangement_of(uint64_t key, uint32_t place) { return (uint32_t)(key >> (3 * place)) & 7; }
STEP uint32_t below(uint32_t arrangement) { return (1u << arrangement) - 1; }

#ifdef __CUDACC__
STEP uint32_t count_of(uint32_t set) { return __popc(set); }
STEP uint32_t lowest_of(uint32_t set) { return __ffs(set) - 1; }
STEP uint32_t fetch_add(uint32_t* at, uint32_t by) { return atomicAdd(at, by); }
STEP void add(uint64_t* at, uint64_t by) { atomicAdd((unsigned long long*)at, (unsigned long long)by); }
STEP uint32_t fetch_or(uint32_t* at, uint32_t bits) { return atomicOr(at, bits); }
STEP void lower(uint64_t* at, uint64_t to) { atomicMin((unsigned long long*)at, (unsigned long long)to); }
STEP uint32_t exchange(uint32_t* at, uint32_t from, uint32_t to) { return atomicCAS(at, from, to); }
STEP uint64_t exchange(uint64_t* at, uint64_t from, uint64_t to) {
  return atomicCAS((unsigned long long*)at, (unsigned long long)from, (unsigned long long)to);
}
#else
STEP uint32_t count_of(uint32_t set) { return __builtin_popcount(set); }
STEP uint32_t lowest_of(uint32_t set) { return __builtin_ctz(set); }
template <typename Word>
STEP Word replaced(Word* at, Word to) {
  Word before = *at;
  *at = to;
  return before;
}
STEP uint32_t fetch_add(uint32_t* at, uint32_t by) { return replaced(at, *at + by); }
STEP void add(uint64_t* at, uint64_t by) { *at += by; }
STEP uint32_t fetch_or(uint32_t* at, uint32_t bits) { return replaced(at, *at | bits); }
STEP void lower(uint64_t* at, uint64_t to) { *at = to < *at ? to : *at; }
template <typename Word>
STEP Word exchange(Word* at, Word from, Word to) {
  return *at == from ? replaced(at, to) : *at;
}
#endif

// The member of a set with so many lower ones.
STEP uint32_t nth_of(uint32_t set, uint32_t number) {
  for (; number > 0; number--) set &= set - 1;
  return lowest_of(set);
}

template <typename Word>
STEP Word read(const Word* at) {
  return *(const volatile Word*)at;
}
}  // namespace
