// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Actors as training data: an asset with the Gaussians it starts from, and where images show it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gs/geometry/rigid.h"
#include "gs/splat/model/cloud.h"

namespace gs::splat::train {

// An asset that is trained together with the background. Frame: x forward, y left, z up, origin on the ground below the
// middle of the box.
struct TrainedActor {
  std::string id{};
  Vec3d size_m{};                                  // edges of the box
  std::shared_ptr<const GaussianCloud> painted{};  // the Gaussians before training; never null, never empty
  bool mirrored = false;  // a rigid vehicle: an unseen side is the mirror image of the other one (y -> -y)
};

// An actor at the time of an image.
struct ActorSighting {
  uint32_t actor = 0;        // index in TrainingData::actors
  Rigid3d map_from_actor{};  // its pose at that time
};

}  // namespace gs::splat::train
