// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Voxel coordinates, their packing into one number, and a hash table from such numbers to consecutive indices.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gs/geometry/vec.h"

namespace gs::mapping {

// Voxel coordinates have 21 bits an axis: at 0.1 m that is 104 km to every side of the origin.
inline constexpr int32_t kVoxelLimit = 1 << 20;

// Integer voxel coordinates: floor(point / edge).
struct Voxel {
  int32_t x = 0, y = 0, z = 0;
  friend bool operator==(const Voxel&, const Voxel&) = default;
};

// Voxel that contains a point. Empty for points that are not finite or beyond the limit.
inline std::optional<Voxel> voxel_of(Vec3d point, double edge_m) {
  const Vec3d scaled = point / edge_m;
  const auto inside = [](double v) { return v > -kVoxelLimit && v < kVoxelLimit - 1; };  // false for NaN
  if (!inside(scaled.x) || !inside(scaled.y) || !inside(scaled.z)) return std::nullopt;
  const auto cell = [](double v) { return static_cast<int32_t>(std::floor(v)); };
  return Voxel{cell(scaled.x), cell(scaled.y), cell(scaled.z)};
}

// Packs voxel coordinates into one key and back. Keys sort by z, then y, then x.
inline uint64_t pack(Voxel v) {
  const auto bits = [](int32_t i) { return static_cast<uint64_t>(i + kVoxelLimit) & 0x1FFFFF; };
  return bits(v.z) << 42 | bits(v.y) << 21 | bits(v.x);
}
inline Voxel unpack(uint64_t key) {
  const auto axis = [&](int shift) { return static_cast<int32_t>(key >> shift & 0x1FFFFF) - kVoxelLimit; };
  return {axis(0), axis(21), axis(42)};
}

// Hash table that numbers keys 0, 1, 2, ... in order of insertion; values live in the caller's arrays. Open addressing
// with linear probing, at most half full.
class KeyIndex {
 public:
  static constexpr uint32_t kNone = 0xFFFFFFFFu;

  std::size_t size() const { return keys_.size(); }
  // All keys in order of insertion: key i has index i.
  const std::vector<uint64_t>& keys() const { return keys_; }

  // Prefetches the slot of find(key): large tables do not fit into the caches.
  void prefetch(uint64_t key) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[home(key)]);
  }
  // Index of a key; find() gives kNone for unknown keys, find_or_add() gives them the next index.
  uint32_t find(uint64_t key) const {
    if (slots_.empty()) return kNone;
    for (std::size_t slot = home(key);; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot].index == kNone || slots_[slot].key == key) return slots_[slot].index;
    }
  }
  uint32_t find_or_add(uint64_t key) {
    if (2 * (keys_.size() + 1) > slots_.size()) grow();
    for (std::size_t slot = home(key);; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot].index == kNone) {
        slots_[slot] = {key, static_cast<uint32_t>(keys_.size())};
        keys_.push_back(key);
        return slots_[slot].index;
      }
      if (slots_[slot].key == key) return slots_[slot].index;
    }
  }

 private:
  struct Slot {
    uint64_t key = 0;
    uint32_t index = kNone;
  };
  std::size_t home(uint64_t key) const {
    return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ull) >> shift_);  // Fibonacci hashing
  }
  void grow() {
    const std::size_t size = slots_.empty() ? 1024 : 2 * slots_.size();
    slots_.assign(size, {});
    shift_ = 64;
    for (std::size_t s = size; s > 1; s /= 2) --shift_;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      std::size_t slot = home(keys_[i]);
      while (slots_[slot].index != kNone) slot = (slot + 1) & (size - 1);
      slots_[slot] = {keys_[i], static_cast<uint32_t>(i)};
    }
  }

  std::vector<Slot> slots_;
  std::vector<uint64_t> keys_;
  int shift_ = 64;
};

}  // namespace gs::mapping
