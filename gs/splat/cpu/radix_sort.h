// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Stable parallel sort of 32-bit keys with 32-bit values.
#pragma once

#include <bit>
#include <cstdint>

#include "gs/splat/cpu/scratch.h"

namespace gs::splat::cpu {

// Item to sort.
struct KeyValue {
  uint32_t key, value;
};

// Key of a depth >= 0: non-negative floats sort like their bits.
inline uint32_t depth_key(float depth) { return std::bit_cast<uint32_t>(depth); }

// Sorts by key in ascending order; equal keys keep their order. The result does not depend on the number of threads.
class RadixSort {
 public:
  // Sorts in place. Errors: out_of_memory.
  Result<void> sort(Scratch<KeyValue>& items);

 private:
  Scratch<KeyValue> other_;
  Scratch<uint32_t> counts_;  // [chunks, kBuckets]
};

}  // namespace gs::splat::cpu
