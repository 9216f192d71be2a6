// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/actors/actor_quality.h"

#include <algorithm>
#include <cmath>

#include "gs/splat/train/actors/actor_regions.h"

namespace gs::splat::train {
namespace {

constexpr double kLeastSquare = 1e-10;  // 100 dB, as ImageMetrics

}  // namespace

ActorErrors::ActorErrors(std::span<const TrainedActor> actors)
    : actors_(actors), squares_(actors.size(), 0.0), quality_(actors.size()) {}

void ActorErrors::add(const TrainingView& view, const ConstPlanes& image) {
  const std::vector<uint16_t> regions = actor_regions(view, actors_);
  std::vector<bool> seen(actors_.size(), false);
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const std::size_t actor = regions[i];
    if (actor == kNoActor || (!view.mask.empty() && view.mask[i] == 0)) continue;
    for (std::size_t c = 0; c < 3; ++c) {
      const double rendered = std::clamp(static_cast<double>(image.color[c][i]), 0.0, 1.0);
      const double difference = rendered - view.rgb8[3 * i + c] / 255.0;
      squares_[actor] += difference * difference;
    }
    ++quality_[actor].pixels;
    seen[actor] = true;
  }
  for (std::size_t k = 0; k < seen.size(); ++k) quality_[k].views += seen[k];
}

std::vector<ActorQuality> ActorErrors::finish() const {
  std::vector<ActorQuality> out = quality_;
  for (std::size_t k = 0; k < out.size(); ++k) {
    if (out[k].pixels == 0) continue;
    const double mean = squares_[k] / (3.0 * static_cast<double>(out[k].pixels));
    out[k].psnr_db = -10 * std::log10(std::max(mean, kLeastSquare));
  }
  return out;
}

}  // namespace gs::splat::train
