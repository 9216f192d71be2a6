// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Whether anything of a sphere of Gaussians can be seen in a view: a generous test before each Gaussian is projected.
#pragma once

#include "gs/splat/kernel/view.h"

namespace gs {

// Range of x / z and y / z in the image. Unknown for a fisheye, a rolling shutter and a camera without a border.
struct Frustum {
  bool is_known = false;
  Vec2f low{}, high{};
};

// make_view() holds the Jacobian 15 % of the field of view outside the border on each side: this takes it off again.
GS_HD inline Frustum frustum_of(const ViewF& view) {
  const Vec2f margin = (view.tangent_high - view.tangent_low) * (0.15f / 1.3f);
  const bool is_known =
      view.camera.lens == Lens::radtan && view.shutter == ShutterScan::global && view.tangent_low.x > -1e29f;
  return {is_known, view.tangent_low + margin, view.tangent_high - margin};
}

// How much nearer than in the middle of the readout a point at this distance can be to the image plane [m].
GS_HD inline float shutter_approach_m(const ViewF& view, float distance_m) {
  if (view.shutter == ShutterScan::global) return 0.0f;
  return 0.5f * (norm(view.shutter_translation) + norm(view.shutter_rotation) * distance_m);
}

// False only if no Gaussian that lies with all it covers inside the sphere is visible (extent.h). `center` is in camera
// axes. The far plane bounds the depth of a splat's centre: z for a pinhole, the distance for a fisheye. A splat
// reaches 3.33 standard deviations of its own and of the low-pass filter; 2 px are for the linearised lens.
GS_HD inline bool may_see_sphere(const ViewF& view, const Frustum& frustum, Vec3f center, float radius) {
  const float distance = norm(center);
  const float depth = view.camera.lens == Lens::radtan ? center.z : distance;
  if (depth - radius - shutter_approach_m(view, distance + radius) > view.far_m) return false;
  if (!frustum.is_known) return true;
  if (center.z + radius < view.near_m) return false;
  const float margin_px = 3.4f * sqrt(view.low_pass_px2) + 2.0f;
  const float wide = 1.2f * radius + margin_px / min(view.camera.fx, view.camera.fy) * max(center.z, 0.0f);
  const auto inside = [&](float across, float tangent) {  // across - tangent z >= 0 is inside
    return across - tangent * center.z >= -wide * sqrt(1.0f + tangent * tangent);
  };
  return inside(center.x, frustum.low.x) && inside(-center.x, -frustum.high.x) && inside(center.y, frustum.low.y) &&
         inside(-center.y, -frustum.high.y);
}

}  // namespace gs
