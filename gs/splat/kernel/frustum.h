// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Conservative visibility test of a sphere that contains Gaussians, made before its Gaussians are projected.
#pragma once

#include "gs/splat/kernel/view.h"

namespace gs::splat {

// Range of x / z and y / z inside the image. Unknown for a fisheye camera, a rolling shutter, and a camera whose border
// is not defined.
struct Frustum {
  bool is_known = false;
  Vec2f low{}, high{};
};

// Frustum of a view. make_view() widened the tangents by 15 % of the field of view on each side; this removes the
// margin.
GS_HD inline Frustum frustum_of(const ViewF& view) {
  const Vec2f margin = (view.tangent_high - view.tangent_low) * (0.15f / 1.3f);
  const bool is_known =
      view.camera.lens == Lens::radtan && view.shutter == ShutterScan::global && view.tangent_low.x > -1e29f;
  return {is_known, view.tangent_low + margin, view.tangent_high - margin};
}

// Upper bound of how much nearer to the image plane a point at this distance can be during the readout than in its
// middle [m].
GS_HD inline float shutter_approach_m(const ViewF& view, float distance_m) {
  if (view.shutter == ShutterScan::global) return 0.0f;
  return 0.5f * (norm(view.shutter_translation) + norm(view.shutter_rotation) * distance_m);
}

// False only if no Gaussian whose visible extent lies inside the sphere can be visible (splat_ellipse.h). `center` in
// camera axes [m]. The far plane limits the depth of a splat's centre: z for a pinhole camera, distance for a fisheye.
// Margins: a splat reaches 3.33 standard deviations of its own and of the low-pass filter; 2 px cover the linearised
// camera model.
GS_HD inline bool may_see_sphere(const ViewF& view, const Frustum& frustum, Vec3f center, float radius) {
  const float distance = norm(center);
  const float depth = view.camera.lens == Lens::radtan ? center.z : distance;
  if (depth - radius - shutter_approach_m(view, distance + radius) > view.far_m) return false;
  if (!frustum.is_known) return true;
  if (center.z + radius < view.near_m) return false;
  const float margin_px = 3.4f * sqrt(view.low_pass_px2) + 2.0f;
  const float wide = 1.2f * radius + margin_px / min(view.camera.fx, view.camera.fy) * max(center.z, 0.0f);
  // On the inner side of a frustum plane, across - tangent z >= 0.
  const auto inside = [&](float across, float tangent) {
    return across - tangent * center.z >= -wide * sqrt(1.0f + tangent * tangent);
  };
  return inside(center.x, frustum.low.x) && inside(-center.x, -frustum.high.x) && inside(center.y, frustum.low.y) &&
         inside(-center.y, -frustum.high.y);
}

}  // namespace gs::splat
