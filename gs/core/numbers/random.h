// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Counter-based random numbers: Philox4x32-10 (Salmon et al. 2011). A number is a pure function of seed, purpose and
// index, so parallel code draws the same numbers whatever the order and the number of threads.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "gs/core/platform.h"

namespace gs {

// The 128 bits that Philox4x32 takes as a counter and returns as random bits.
struct Philox {
  uint32_t v[4];
};

// Ten rounds of Philox4x32 with a 64-bit key (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3").
GS_HD inline Philox philox4x32(Philox counter, uint32_t key0, uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t p0 = 0xD2511F53ull * counter.v[0];
    const uint64_t p1 = 0xCD9E8D57ull * counter.v[2];
    counter = {{static_cast<uint32_t>(p1 >> 32) ^ counter.v[1] ^ key0, static_cast<uint32_t>(p1),
                static_cast<uint32_t>(p0 >> 32) ^ counter.v[3] ^ key1, static_cast<uint32_t>(p0)}};
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return counter;
}

// The FNV-1a hash of the name of a use, such as "lidar_noise". Streams of different uses are independent.
constexpr uint32_t purpose(std::string_view name) {
  uint32_t hash = 2166136261u;
  for (const char c : name) hash = (hash ^ static_cast<uint8_t>(c)) * 16777619u;
  return hash;
}

// The random numbers of one (seed, purpose, index). Make one stream per item: Random random(seed, purpose("init"), i).
class Random {
 public:
  GS_HD Random(uint64_t seed, uint32_t purpose, uint64_t index)
      : key0_(static_cast<uint32_t>(seed)),
        key1_(static_cast<uint32_t>(seed >> 32)),
        counter_{{0, purpose, static_cast<uint32_t>(index), static_cast<uint32_t>(index >> 32)}} {}

  // Uniform random bits. Philox gives four words at once; the next block is computed when they are used up.
  GS_HD uint32_t u32() {
    if (used_ == 4) {
      block_ = philox4x32(counter_, key0_, key1_);
      ++counter_.v[0];
      used_ = 0;
    }
    return block_.v[used_++];
  }
  GS_HD uint64_t u64() {
    const uint64_t high = u32();
    return high << 32 | u32();
  }
  // Uniform in [0, 1) with 24 (float) or 53 (double) random bits, or in [low, high).
  GS_HD float uniform_f() { return static_cast<float>(u32() >> 8) * 0x1p-24f; }
  GS_HD double uniform() { return static_cast<double>(u64() >> 11) * 0x1p-53; }
  GS_HD double uniform(double low, double high) { return low + (high - low) * uniform(); }
  // Uniform integer in [0, count), by Lemire's multiply-shift without rejection: the relative bias of a value is below
  // count / 2^32.
  GS_HD uint32_t below(uint32_t count) { return static_cast<uint32_t>((static_cast<uint64_t>(u32()) * count) >> 32); }
  // Normal distribution by Box and Muller (1958), from two uniform numbers. The second normal number of the pair is not
  // kept, so that every call uses the same number of random words.
  GS_HD double normal() {
    const double u = 1.0 - uniform();
    const double v = uniform();
    return std::sqrt(-2.0 * std::log(u)) * std::cos(6.283185307179586 * v);
  }
  GS_HD double normal(double mean, double sigma) { return mean + sigma * normal(); }

 private:
  uint32_t key0_, key1_;  // the seed
  Philox counter_;        // {block number, purpose, index low, index high}
  Philox block_{};        // the current four words
  int used_ = 4;          // words of block_ already returned
};

}  // namespace gs
