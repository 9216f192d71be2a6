// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The poses of an actor during a sweep or the readout of an image.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "gs/geometry/rigid.h"

namespace gs::sim {

// Poses at equal intervals, linear in between. Over the 0.1 s of a sweep, the error at 3 m/s^2 is below 0.1 mm.
struct ActorMotion {
  static constexpr std::size_t kPoses = 9;
  uint32_t actor = 0;  // index into Traffic::actors()
  uint32_t model = 0;  // index into SimWorld::actor_models
  std::array<Rigid3d, kPoses> map_from_actor{};

  // Pose at `share` of the interval, 0 to 1.
  Rigid3d at(double share) const {
    const double place = std::clamp(share, 0.0, 1.0) * (kPoses - 1);
    const auto i = std::min(static_cast<std::size_t>(place), kPoses - 2);
    return interpolate(map_from_actor[i], map_from_actor[i + 1], place - static_cast<double>(i));
  }
};

}  // namespace gs::sim
