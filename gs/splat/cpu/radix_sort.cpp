// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cpu/radix_sort.h"

#include <algorithm>
#include <utility>

#include "gs/core/parallel.h"

namespace gs::splat::cpu {
namespace {

constexpr int kBits = 11;  // three passes over 32 bits; the counters of a pass fit into the L1 cache
constexpr std::size_t kBuckets = 1u << kBits;
constexpr std::size_t kChunk = 1u << 16;

uint32_t bucket_of(KeyValue item, int shift) { return item.key >> shift & (kBuckets - 1); }

// Converts counts per chunk and bucket to the position where each chunk writes its first item of each bucket. False if
// all items are in one bucket: the pass would only copy.
bool counts_to_offsets(std::span<uint32_t> counts, std::size_t chunks, std::size_t total) {
  uint32_t offset = 0;
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    const uint32_t before = offset;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      offset += std::exchange(counts[chunk * kBuckets + bucket], offset);
    }
    if (offset - before == total) return false;
  }
  return true;
}

}  // namespace

Result<void> RadixSort::sort(Scratch<KeyValue>& items) {
  const std::size_t size = items.size();
  const std::size_t chunks = (size + kChunk - 1) / kChunk;
  GS_CHECK(other_.reserve(size));
  GS_CHECK(counts_.reserve(chunks * kBuckets));
  // Least significant digit first; every pass is stable.
  for (int shift = 0; shift < 32; shift += kBits) {
    std::fill_n(counts_.data(), chunks * kBuckets, 0u);
    parallel_blocks(size, kChunk, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
      uint32_t* const counts = counts_.data() + chunk * kBuckets;
      for (std::size_t i = begin; i < end; ++i) ++counts[bucket_of(items[i], shift)];
    });
    if (!counts_to_offsets(counts_.span(), chunks, size)) continue;
    parallel_blocks(size, kChunk, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
      uint32_t* const offsets = counts_.data() + chunk * kBuckets;
      for (std::size_t i = begin; i < end; ++i) other_[offsets[bucket_of(items[i], shift)]++] = items[i];
    });
    std::swap(items, other_);
  }
  other_.release_if_large();
  return {};
}

}  // namespace gs::splat::cpu
