// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How well rendered images agree with recorded ones inside the boxes of actors.
#pragma once

#include <span>
#include <vector>

#include "gs/splat/planes/planes.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// Quality of one actor over the compared views.
struct ActorQuality {
  double psnr_db = 0;                 // of all its pixels together; valid if pixels > 0
  std::size_t views = 0, pixels = 0;  // that show it, unmasked
};

// Collects the squared errors of actors, view by view.
class ActorErrors {
 public:
  explicit ActorErrors(std::span<const TrainedActor> actors);

  // Adds one rendered view; colours are clamped to 0..1. Of boxes that cover each other the nearest counts.
  void add(const TrainingView& view, const ConstPlanes& image);
  // The quality of each actor, in their order.
  std::vector<ActorQuality> finish() const;

 private:
  std::span<const TrainedActor> actors_;
  std::vector<double> squares_;  // sum over pixels and channels
  std::vector<ActorQuality> quality_;
};

}  // namespace gs::splat::train
