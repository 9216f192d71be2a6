// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Stable parallel sort of 32-bit keys with 32-bit values.
#pragma once

#include <bit>
#include <cstdint>

#include "gs/splat/cpu/scratch.h"

namespace gs::cpu {

struct KeyValue {
  uint32_t key, value;
};

// The key of a depth >= 0: same order as the number.
inline uint32_t depth_key(float depth) { return std::bit_cast<uint32_t>(depth); }

// Sorts by key, ascending; equal keys keep their order. Same result whatever the number of threads.
class RadixSort {
 public:
  Result<void> sort(Scratch<KeyValue>& items);

 private:
  Scratch<KeyValue> other_;
  Scratch<uint32_t> counts_;  // [chunks, kBuckets]
};

}  // namespace gs::cpu
