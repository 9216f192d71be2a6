// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Light factors of the Gaussians of a ground layer, computed only near shadows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/splat/kernel/ground_shadow.h"
#include "gs/splat/model/cloud_view.h"

namespace gs::splat::cpu {

// Knows where the Gaussians of the ground layer lie: sorted by rows of cells of 2 m, so that a rectangle is a few
// ranges. Needs 12 bytes per ground Gaussian and 4 bytes per Gaussian of the cloud, allocated at construction.
class GroundLight {
 public:
  GroundLight() = default;
  // `is_ground` [N]: not 0 for Gaussians of the ground layer.
  GroundLight(const CloudView& cloud, std::span<const uint8_t> is_ground);

  // Factors on the colours of the cloud [N], valid until the next call; null if no Gaussian is near a shadow. Does not
  // depend on the number of threads.
  const float* under(const CloudView& cloud, std::span<const GroundShadow> shadows);

 private:
  // Positions [first, last) in order_.
  struct Range {
    std::size_t first, last;
  };
  void add_ranges(const GroundShadow& shadow);
  void merge_ranges();

  std::vector<uint64_t> keys_;   // cell of each entry of order_, ascending
  std::vector<uint32_t> order_;  // ground Gaussians by cell
  std::vector<float> light_;     // [N]; 1 except inside ranges_
  std::vector<Range> ranges_;    // near shadows of the last call
};

}  // namespace gs::splat::cpu
