// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Limits of the Gaussians of an actor, for kernels: after every step they are inside its box and not too large.
#pragma once

#include <cstddef>

#include "gs/geometry/vec.h"

namespace gs::splat::train {

inline constexpr float kActorMargin_m = 0.1f;        // the box is grown by this much
inline constexpr float kLargestActorScale_m = 0.3f;  // standard deviation along an axis
inline constexpr std::size_t kCorrectedAtOnce = 32;  // actors of an image whose gain and pose a step corrects

// Bounds of centres [m] and of scales [ln m], in the frame of the actor.
struct ActorLimits {
  Vec3f low{}, high{};
  float log_scale = 0;
};

// The limits of a box of this size, which stands on z = 0 with its middle at the origin.
inline ActorLimits limits_of(Vec3d size_m) {
  const Vec3f half{static_cast<float>(0.5 * size_m.x) + kActorMargin_m,
                   static_cast<float>(0.5 * size_m.y) + kActorMargin_m, 0};
  return {{-half.x, -half.y, -kActorMargin_m},
          {half.x, half.y, static_cast<float>(size_m.z) + kActorMargin_m},
          -1.2039728f};  // ln kLargestActorScale_m
}

// The nearest position inside the box, and scales that are at most the largest one.
GS_HD inline Vec3f position_within(const ActorLimits& limits, Vec3f p) {
  return {clamp(p.x, limits.low.x, limits.high.x), clamp(p.y, limits.low.y, limits.high.y),
          clamp(p.z, limits.low.z, limits.high.z)};
}
GS_HD inline Vec3f log_scale_within(const ActorLimits& limits, Vec3f s) {
  return {min(s.x, limits.log_scale), min(s.y, limits.log_scale), min(s.z, limits.log_scale)};
}

}  // namespace gs::splat::train
