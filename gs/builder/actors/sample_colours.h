// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Colours of surface samples from several images: the median of the best views of each.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gs/builder/actors/surface_samples.h"

namespace gs::builder {

// Red, green and blue.
using Rgb8 = std::array<uint8_t, 3>;

// Collects the colours of the samples of one actor.
class SampleColours {
 public:
  explicit SampleColours(std::size_t samples) : seen_(samples) {}

  // Adds a colour of sample i. Of more than kViews colours those of the highest quality are kept.
  void add(std::size_t i, Rgb8 rgb, float quality);

  // Share of the samples with a colour, 0 to 1.
  double coverage() const;

  // The colour of each sample. A sample without one takes that of the nearest sample with one; with `mirrored`, samples
  // of the other side (y to -y) count as well. Without any colour all are grey.
  std::vector<Rgb8> finish(std::span<const SurfaceSample> samples, bool mirrored) const;

 private:
  static constexpr std::size_t kViews = 7;
  struct Seen {
    std::array<Rgb8, kViews> rgb{};
    std::array<float, kViews> quality{};
    uint8_t count = 0;
  };
  Rgb8 median_of(const Seen& seen) const;
  std::vector<Seen> seen_;
};

}  // namespace gs::builder
